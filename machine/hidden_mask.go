package machine

import "nazo/model"

// HiddenMask is which nodes and variables depend on hidden variables, in whatever
// state.
type HiddenMask struct {
	bools, ints []bool // by node
	vars        []bool // hidden variables
}

// nothingHidden is the mask of a model that hides nothing.
func nothingHidden(m *model.Model) *HiddenMask {
	return &HiddenMask{make([]bool, m.BoolCount()), make([]bool, len(m.Ints)), make([]bool, len(m.Vars))}
}

// NewHiddenMask finds out what depends on the hidden variables of m's machine.
func NewHiddenMask(m *model.Model) *HiddenMask {
	v := nothingHidden(m)
	for _, h := range m.Machine.Hidden {
		v.vars[h] = true
	}
	seenB, seenI := make([]bool, m.BoolCount()), make([]bool, len(m.Ints))
	var onBool func(i int) bool
	var onInt func(x model.Int) bool
	onBool = func(i int) bool {
		if seenB[i] {
			return v.bools[i]
		}
		seenB[i] = true
		n := m.BoolNode(i)
		is := false
		if b, ok := n.(model.BoolVar); ok {
			is = v.vars[b.Var]
		}
		model.EachArg(n, func(b model.Bool) { is = onBool(b.Node()) || is }, func(x model.Int) { is = onInt(x) || is })
		v.bools[i] = is
		return is
	}
	onInt = func(x model.Int) bool {
		if seenI[x] {
			return v.ints[x]
		}
		seenI[x] = true
		n := m.Ints[x]
		is := false
		if i, ok := n.(model.IntVar); ok {
			is = v.vars[i.Var]
		}
		model.EachIntArg(n, func(b model.Bool) { is = onBool(b.Node()) || is }, func(x model.Int) { is = onInt(x) || is })
		v.ints[x] = is
		return is
	}
	for i := range m.BoolCount() {
		onBool(i)
	}
	for x := range m.Ints {
		onInt(model.Int(x))
	}
	return v
}

// Hides reports whether a variable is hidden.
func (h *HiddenMask) Hides(v model.VarID) bool { return h.vars[v] }

package sat

import "nazo/model"

// uses says for each variable in which ways its values are asked for, which
// decides how it is represented.
type uses struct {
	direct []bool // by single values: distinct, indices, equalities
	order  []bool // by comparisons: sums, least and greatest
}

// useFinder walks over what constraints refer to.
type useFinder struct {
	m            *model.Model
	uses         uses
	bools        []bool
	direct, rank []bool // for each integer node: seen in that role
}

func findUses(m *model.Model, off map[int32]bool) uses {
	f := &useFinder{m: m, bools: make([]bool, m.BoolCount()), direct: make([]bool, len(m.Ints)), rank: make([]bool, len(m.Ints))}
	f.uses = uses{direct: make([]bool, len(m.Vars)), order: make([]bool, len(m.Vars))}
	for _, c := range m.Constraints {
		if off[c.Instance] {
			continue
		}
		f.boolean(c.Guard)
		c.Body.Operands(f.boolean, func(x model.Int) { f.integer(x, true) })
	}
	for _, o := range m.Objectives {
		f.integers(false, o.X)
	}
	return f.uses
}

func (f *useFinder) booleans(bs []model.Bool) {
	for _, b := range bs {
		f.boolean(b)
	}
}

func (f *useFinder) boolean(b model.Bool) {
	if f.bools[b.Node()] {
		return
	}
	f.bools[b.Node()] = true
	switch n := f.m.Node(b).(type) {
	case model.And:
		f.booleans(n.Args)
	case model.Iff:
		f.booleans([]model.Bool{n.A, n.B})
	case model.AtMost:
		f.terms(n.Terms, false)
	case model.Exactly:
		f.terms(n.Terms, len(n.Terms) == 2)
	case model.In:
		f.integers(len(n.Values) > 2 || n.Values.Size() <= 2, n.X)
	}
}

func (f *useFinder) terms(terms []model.Term, direct bool) {
	for _, t := range terms {
		f.integers(direct, t.X)
	}
}

func (f *useFinder) integers(direct bool, xs ...model.Int) {
	for _, x := range xs {
		f.integer(x, direct)
	}
}

func (f *useFinder) integer(x model.Int, direct bool) {
	seen := f.rank
	if direct {
		seen = f.direct
	}
	if seen[x] {
		return
	}
	seen[x] = true
	switch n := f.m.Ints[x].(type) {
	case model.IntVar:
		if direct || f.m.Vars[n.Var].Nominal {
			f.uses.direct[n.Var] = true
		} else {
			f.uses.order[n.Var] = true
		}
	case model.ToInt:
		f.boolean(n.B)
	case model.Linear:
		f.terms(n.Terms, direct && len(n.Terms) == 1)
	case model.Product:
		f.integers(true, n.A, n.B)
	case model.Div:
		f.integers(true, n.A, n.B)
	case model.Mod:
		f.integers(true, n.A, n.B)
	case model.Min:
		f.integers(false, n.Args...)
	case model.Max:
		f.integers(false, n.Args...)
	case model.If:
		f.boolean(n.Cond)
		f.integers(direct, n.Then, n.Else)
	case model.Element:
		f.integers(true, n.Index)
		f.integers(direct, n.Items...)
	}
}

package machine

import (
	"cmp"
	"slices"

	"nazo/model"
)

const (
	// widestSplit is the size of the largest domain that a split goes through.
	widestSplit = 1024
	// candidates is the number of variables that are tried for a split.
	candidates = 4
	// worthwhileReduction is how many times smaller than the whole the largest part must be if
	// the parts together are larger.
	worthwhileReduction = 3
	// spareRoom is by how many times the room must exceed the number of such parts.
	spareRoom = 4
)

// split divides a transition by the values of one variable, if there is room and
// that makes it simpler: the parts together leave no more to be computed than the
// whole, or each much less. The variables that are used most come first.
func (s *specializer) split(t Transition) ([]Transition, bool) {
	whole := s.measure(s.to, t)
	if whole == 0 {
		return nil, false
	}
	for _, v := range s.mostUsed() {
		if parts, ok := s.splitBy(t, v, whole); ok {
			return parts, true
		}
	}
	return nil, false
}

func (s *specializer) splitBy(t Transition, v model.VarID, whole int) ([]Transition, bool) {
	domain := s.to.Vars[v].Domain
	if domain.Size() > widestSplit {
		return nil, false
	}
	var parts []Transition
	sum, largest := 0, 0
	for value := range domain.Each {
		if s.ctx.Err() != nil {
			return nil, false
		}
		part, possible := s.simplify(s.under(t, []Fact{{v, value}}))
		if !possible {
			continue
		}
		size := s.measure(s.to, part)
		sum, largest = sum+size, max(largest, size)
		parts = append(parts, part)
		if more := len(parts) - 1; more > s.room || sum > whole && (largest*worthwhileReduction > whole || more*spareRoom > s.room) {
			return nil, false
		}
	}
	return parts, true
}

// residualSize measures the residual program of a transition, which is what partial evaluation
// leaves to be computed in each state: nodes that are neither known, nor a variable's value or a
// condition on one variable, a sum as often as it has terms. A known value that is written over
// one that isn't counts too: what a move changes is better known in full, for then it can be
// taken back.
type residualSize struct {
	m    *model.Model
	size int
	// seenBool and seenInt hold the number of the last measuring that met a node.
	seenBool, seenInt []int32
	measuring         int32
	// uses counts for each variable how often such a node looks at it.
	uses map[model.VarID]int
}

func (r *residualSize) measure(m *model.Model, t Transition) int {
	r.m, r.size, r.uses = m, 0, map[model.VarID]int{}
	r.seenBool = append(r.seenBool, make([]int32, m.BoolCount()-len(r.seenBool))...)
	r.seenInt = append(r.seenInt, make([]int32, len(m.Ints)-len(r.seenInt))...)
	r.measuring++
	r.condition(t.Guard)
	for _, e := range t.Effects {
		known := e.B.Node() == 0
		if m.Vars[e.Var].Bool {
			r.bool(e.B, 0)
		} else {
			r.int(e.X, 0)
			_, known = m.Constant(e.X)
		}
		if _, needed := t.Needed(e.Var); known && !needed {
			r.size++
			r.uses[e.Var]++
		}
	}
	for _, x := range t.Costs {
		r.int(x, 0)
	}
	return r.size
}

// condition measures a guard: a conjunction costs nothing by itself.
func (r *residualSize) condition(b model.Bool) {
	if and, ok := r.m.Node(b).(model.And); ok && !b.Negated() {
		for _, a := range and.Args {
			r.condition(a)
		}
		return
	}
	r.bool(b, 0)
}

// bool measures a condition of which the parent node makes so many uses.
func (r *residualSize) bool(b model.Bool, uses int) {
	n := r.m.Node(b)
	switch n := n.(type) {
	case model.Constant:
		return
	case model.BoolVar:
		r.uses[n.Var] += uses
		return
	case model.In:
		if x, ok := r.m.Ints[n.X].(model.IntVar); ok {
			r.uses[x.Var] += uses
			return
		}
	}
	if r.seenBool[b.Node()] == r.measuring {
		return
	}
	r.seenBool[b.Node()] = r.measuring
	r.size++
	model.EachArg(n, func(b model.Bool) { r.size++; r.bool(b, 1) }, func(x model.Int) { r.size++; r.int(x, 1) })
}

// int measures a number, as bool does a condition.
func (r *residualSize) int(x model.Int, uses int) {
	n := r.m.Ints[x]
	switch n := n.(type) {
	case model.IntConst:
		return
	case model.IntVar:
		r.uses[n.Var] += uses
		return
	}
	if r.seenInt[x] == r.measuring {
		return
	}
	r.seenInt[x] = r.measuring
	r.size++
	if e, ok := n.(model.Element); ok { // known items are a table, all else is chosen by the index
		r.int(e.Index, len(e.Items))
		for _, item := range e.Items {
			if _, known := r.m.Constant(item); !known {
				r.size++
				r.int(item, 1)
			}
		}
		return
	}
	model.EachIntArg(n, func(b model.Bool) { r.size++; r.bool(b, 1) }, func(x model.Int) { r.size++; r.int(x, 1) })
}

// mostUsed are the variables to be tried for a split of what was last measured.
func (r *residualSize) mostUsed() []model.VarID {
	var vars []model.VarID
	for v, uses := range r.uses {
		if uses > 0 {
			vars = append(vars, v)
		}
	}
	slices.SortFunc(vars, func(a, b model.VarID) int {
		return cmp.Or(cmp.Compare(r.uses[b], r.uses[a]), cmp.Compare(a, b))
	})
	return vars[:min(len(vars), candidates)]
}

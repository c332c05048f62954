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
	// much is by how much lighter parts are worth it that together are heavier.
	much = 3
	// dear is how many times the room must be there for such parts.
	dear = 4
)

// split divides a transition by the values of one variable, if there is room and
// that makes it simpler: the parts together weigh no more than the whole, or
// each much less. The variables that are used most come first.
func (s *specializer) split(t Transition) ([]Transition, bool) {
	whole := s.weigh(s.to, t)
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
	sum, heaviest := 0, 0
	for value := range domain.Each {
		if s.ctx.Err() != nil {
			return nil, false
		}
		part, possible := s.settle(s.under(t, []Fact{{v, value}}))
		if !possible {
			continue
		}
		weight := s.weigh(s.to, part)
		sum, heaviest = sum+weight, max(heaviest, weight)
		parts = append(parts, part)
		if more := len(parts) - 1; more > s.room || sum > whole && (heaviest*much > whole || more*dear > s.room) {
			return nil, false
		}
	}
	return parts, true
}

// weigher measures what a transition leaves to be computed in each state:
// nodes that are neither known, nor a variable's value or a condition on one
// variable, a sum as often as it has terms. A known value that is written over one
// that isn't counts too: what a move changes is better known in full, for then it can
// be taken back.
type weigher struct {
	m      *model.Model
	weight int
	// seenBool and seenInt hold the number of the last weighing that met a node.
	seenBool, seenInt []int32
	weighing          int32
	// uses counts for each variable how often such a node looks at it.
	uses map[model.VarID]int
}

func (w *weigher) weigh(m *model.Model, t Transition) int {
	w.m, w.weight, w.uses = m, 0, map[model.VarID]int{}
	w.seenBool = append(w.seenBool, make([]int32, len(m.Bools)-len(w.seenBool))...)
	w.seenInt = append(w.seenInt, make([]int32, len(m.Ints)-len(w.seenInt))...)
	w.weighing++
	w.condition(t.Guard)
	for _, e := range t.Effects {
		known := e.B.Node() == 0
		if m.Vars[e.Var].Bool {
			w.bool(e.B, 0)
		} else {
			w.int(e.X, 0)
			_, known = m.Constant(e.X)
		}
		if _, needed := t.Needed(e.Var); known && !needed {
			w.weight++
			w.uses[e.Var]++
		}
	}
	for _, x := range t.Costs {
		w.int(x, 0)
	}
	return w.weight
}

// condition weighs a guard: a conjunction costs nothing by itself.
func (w *weigher) condition(b model.Bool) {
	if and, ok := w.m.Bools[b.Node()].(model.And); ok && !b.Negated() {
		for _, a := range and.Args {
			w.condition(a)
		}
		return
	}
	w.bool(b, 0)
}

// bool weighs a condition that its node's parent uses so many times.
func (w *weigher) bool(b model.Bool, uses int) {
	n := w.m.Bools[b.Node()]
	switch n := n.(type) {
	case model.Constant:
		return
	case model.BoolVar:
		w.uses[n.Var] += uses
		return
	case model.In:
		if x, ok := w.m.Ints[n.X].(model.IntVar); ok {
			w.uses[x.Var] += uses
			return
		}
	}
	if w.seenBool[b.Node()] == w.weighing {
		return
	}
	w.seenBool[b.Node()] = w.weighing
	w.weight++
	model.EachArg(n, func(b model.Bool) { w.weight++; w.bool(b, 1) }, func(x model.Int) { w.weight++; w.int(x, 1) })
}

// int is as bool.
func (w *weigher) int(x model.Int, uses int) {
	n := w.m.Ints[x]
	switch n := n.(type) {
	case model.IntConst:
		return
	case model.IntVar:
		w.uses[n.Var] += uses
		return
	}
	if w.seenInt[x] == w.weighing {
		return
	}
	w.seenInt[x] = w.weighing
	w.weight++
	if e, ok := n.(model.Element); ok { // known items are a table, all else is chosen by the index
		w.int(e.Index, len(e.Items))
		for _, item := range e.Items {
			if _, known := w.m.Constant(item); !known {
				w.weight++
				w.int(item, 1)
			}
		}
		return
	}
	model.EachIntArg(n, func(b model.Bool) { w.weight++; w.bool(b, 1) }, func(x model.Int) { w.weight++; w.int(x, 1) })
}

// mostUsed are the variables to be tried for a split of what was last weighed.
func (w *weigher) mostUsed() []model.VarID {
	var vars []model.VarID
	for v, uses := range w.uses {
		if uses > 0 {
			vars = append(vars, v)
		}
	}
	slices.SortFunc(vars, func(a, b model.VarID) int {
		return cmp.Or(cmp.Compare(w.uses[b], w.uses[a]), cmp.Compare(a, b))
	})
	return vars[:min(len(vars), candidates)]
}

package unroll

import (
	"context"

	"nazo/model"
)

// movePart is a move of the machine in some of the states in which it is possible.
type movePart struct {
	guard   model.Bool
	effects []model.Effect
	costs   []model.Int
}

// splitter splits moves by the values of variables on which much depends: a move that pushes
// "the next crate" becomes one for each place of the man, in which most is known.
type splitter struct {
	*Program
	ctx context.Context
	// bools and ints have for each node the number of the visit that met it last.
	bools, ints []int32
	visit       int32
	partsLeft   int // how many more parts there may be
}

const (
	// maxValues bounds the values of a variable that a move is split by.
	maxValues = 128
	// maxGrowth bounds how much larger than a move all its parts may be.
	maxGrowth = 8
	// maxActions bounds the parts of all moves beyond one each.
	maxActions = 20_000
)

// split splits a move as long as that pays.
func (s *splitter) split(whole movePart) []movePart {
	size, v := s.weigh(whole)
	if v < 0 {
		return []movePart{whole}
	}
	var parts []movePart
	total := 0
	guard := whole.guard
	for value := range s.model.Vars[v].Domain.Each {
		if s.ctx.Err() != nil {
			return nil
		}
		r := s.rewriter(s.model, v, value)
		p := movePart{guard: r.Bool(guard)}
		if p.guard == model.False {
			continue
		}
		p.guard = s.model.And(p.guard, is(s.model, s.model.IntVar(v), value))
		for _, e := range whole.effects {
			if s.model.Vars[e.Var].Bool {
				e.B = r.Bool(e.B)
			} else {
				e.X = r.Int(e.X)
			}
			p.effects = append(p.effects, e)
		}
		for _, x := range whole.costs {
			p.costs = append(p.costs, r.Int(x))
		}
		n, _ := s.weigh(p)
		total += n
		parts = append(parts, p)
	}
	if total > maxGrowth*size || len(parts) > s.partsLeft {
		return []movePart{whole}
	}
	s.partsLeft -= max(0, len(parts)-1)
	var out []movePart
	for _, p := range parts {
		out = append(out, s.split(p)...)
	}
	return out
}

// weigh estimates the number of clauses of a move, and finds the variable of whose single values
// most expressions are made, or -1.
func (s *splitter) weigh(p movePart) (size int, most model.VarID) {
	m := s.model
	s.visit++
	s.bools = append(s.bools, make([]int32, m.BoolCount()-len(s.bools))...)
	s.ints = append(s.ints, make([]int32, len(m.Ints)-len(s.ints))...)
	uses := map[model.VarID]int{}
	turn := func(x model.Int, by int) {
		if n, isVar := m.Ints[x].(model.IntVar); isVar {
			uses[n.Var] += by
		}
	}
	var boolean func(model.Bool)
	var integer func(model.Int)
	boolean = func(b model.Bool) {
		if s.bools[b.Node()] == s.visit {
			return
		}
		s.bools[b.Node()] = s.visit
		if in, isIn := m.Node(b).(model.In); isIn {
			turn(in.X, 1)
		}
		model.EachArg(m.Node(b), func(b model.Bool) { size++; boolean(b) }, func(x model.Int) { size += s.values(x); integer(x) })
	}
	integer = func(x model.Int) {
		if s.ints[x] == s.visit {
			return
		}
		s.ints[x] = s.visit
		if element, isElement := m.Ints[x].(model.Element); isElement {
			turn(element.Index, len(element.Items))
		}
		model.EachIntArg(m.Ints[x], func(b model.Bool) { size++; boolean(b) }, func(x model.Int) { size += s.values(x); integer(x) })
	}
	boolean(p.guard)
	for _, e := range p.effects {
		size++
		if m.Vars[e.Var].Bool {
			boolean(e.B)
		} else if m.Ints[e.X] != model.IntNode(model.IntVar{Var: e.Var}) {
			size += s.values(e.X)
			integer(e.X)
		}
	}
	for _, x := range p.costs {
		integer(x)
	}
	most = -1
	for v, n := range uses {
		if n > 2 && m.Vars[v].Domain.Size() <= maxValues && (most < 0 || n > uses[most] || n == uses[most] && v < most) {
			most = v
		}
	}
	return size, most
}

// values is the number of values that an expression may have, at most maxValues.
func (s *splitter) values(x model.Int) int {
	b := s.model.Bounds(x)
	return int(min(b.Size(), maxValues))
}

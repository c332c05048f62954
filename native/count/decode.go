package count

import (
	"slices"

	"nazo/model"
)

// decoder turns values of the unknowns into solutions of the model.
type decoder struct {
	e     *elimination
	means map[model.VarID]model.Bool // the definitions of variables, in terms of variables with values of their own
	free  []model.VarID
}

func (e *elimination) decoder(s *simplifier, free []model.VarID) *decoder {
	d := &decoder{e, make(map[model.VarID]model.Bool, len(s.definitions)), free}
	r := s.rewriter()
	for v, b := range s.definitions {
		d.means[v] = r.Bool(b)
	}
	return d
}

// solution completes what is chosen, by unknown; any returns a number below its
// argument and decides what nothing is said of.
func (d *decoder) solution(chosen []bool, any func(n int64) int64) model.Solution {
	e := d.e
	values := make(model.Solution, len(e.m.Vars))
	for i, on := range chosen {
		if on {
			values[e.unknown[i]] = 1
		}
	}
	for _, v := range d.free {
		values[v] = any(2)
	}
	is := model.Evaluate(e.m, values)
	lowered := func(b model.Bool) bool {
		if meaning, ok := d.means[variable(e.m, b)]; ok {
			return is.Bool(meaning)
		}
		return is.Bool(b)
	}
	out := make(model.Solution, len(e.low.from.Vars))
	for v := range out {
		id := model.VarID(v)
		if n, ok := e.low.numbers[id]; ok {
			i := 0
			for _, b := range n.atLeast {
				if lowered(b) {
					i++
				}
			}
			out[v] = n.values[i]
		} else if b := e.low.bools[v]; b >= 0 {
			if lowered(b) {
				out[v] = 1
			}
		} else {
			out[v] = e.low.domain(id).Bounds().Lo
		}
	}
	for _, v := range e.freeOwn {
		n := any(e.low.domain(v).Size())
		for value := range e.low.domain(v).Each {
			if n == 0 {
				out[v] = value
			}
			n--
		}
	}
	e.number(out)
	return out
}

// number gives the vertices of a path their numbers, if the model has them.
func (e *elimination) number(values model.Solution) {
	w := e.structure.numbered
	if w == nil {
		return
	}
	is := model.Evaluate(e.low.from, values)
	next := make([][]int32, w.Graph.Order())
	entered := make([]int, w.Graph.Order()) // edges on it by which a path may come to a vertex
	for i, uv := range w.Graph.Edges {
		if !is.Bool(w.Edges[i]) {
			continue
		}
		next[uv.U] = append(next[uv.U], uv.V)
		entered[uv.V]++
		if !w.Graph.Directed {
			next[uv.V] = append(next[uv.V], uv.U)
			entered[uv.U]++
		}
	}
	first := 0
	if !w.Graph.Directed {
		first = 1
	}
	at := slices.IndexFunc(w.Vertices, func(b model.Bool) bool { return is.Bool(b) })
	for v, n := range entered {
		if n == first && len(next[v]) > 0 {
			at = v
			break
		}
	}
	before := -1
	for place := int64(1); at >= 0; place++ {
		values[e.low.from.Ints[w.Positions[at]].(model.IntVar).Var] = place
		to := -1
		for _, v := range next[at] {
			if int(v) != before {
				to = int(v)
			}
		}
		before, at = at, to
	}
}

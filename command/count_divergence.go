package command

import (
	"slices"

	"nazo/judge"
	"nazo/model"
	"nazo/solve"
	"nazo/value"
)

// divergence counts where each solution first differs from the one before it
// (after Kakehi, 1970s): of a path or cycle by step, of anything else by key.
// Both count from 1.
type divergence struct {
	steps []int // at index k those that first differ at k
	// last are the spellings of the last solution that are held against the
	// next: of a path or cycle without a direction there are two.
	last [][]value.Key
}

// add counts a solution.
func (d *divergence) add(p *solve.Problem, a *judge.Answer) {
	next := spellings(p, a)
	if d.last == nil {
		d.last = next
		return
	}
	best, chosen := -1, 0
	for _, old := range d.last {
		for j, s := range next {
			if n := shared(old, s); n > best {
				best, chosen = n, j
			}
		}
	}
	for len(d.steps) <= best+1 {
		d.steps = append(d.steps, 0)
	}
	d.steps[best+1]++
	d.last = next[chosen : chosen+1]
}

// shared is how many keys at the beginning are the same.
func shared(a, b []value.Key) int {
	n := 0
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	return n
}

// spellings write a solution as keys in a fixed order. One path or cycle is
// spelt along its line, in both directions if it has none: that which shares
// the most with its neighbour is the one that the search took.
func spellings(p *solve.Problem, a *judge.Answer) [][]value.Key {
	var finds []value.Value
	var all []value.Key
	for i, f := range p.Judge.Finds {
		if !f.Chosen {
			finds = append(finds, a.Values[i])
			all = appendKeys(all, a.Values[i], f.Shape)
		}
	}
	if route, ok := finds[0].(*value.Route); ok && len(finds) == 1 && !route.Kind.Several() {
		return alongLine(route)
	}
	return [][]value.Key{all}
}

// alongLine has the vertices of a path or cycle in their order.
func alongLine(w *value.Route) [][]value.Key {
	var forth []value.Key
	for _, line := range w.Ordered() {
		for _, v := range line {
			forth = append(forth, value.KeyOf(v))
		}
	}
	if w.Graph.Directed || len(forth) == 0 {
		return [][]value.Key{forth}
	}
	back := slices.Clone(forth)
	slices.Reverse(back)
	if w.Kind == value.Cycle { // both begin at the same vertex
		back = append(back[len(back)-1:], back[:len(back)-1]...)
	}
	return [][]value.Key{forth, back}
}

// appendKeys spells a value: of an array its elements, of a set which members
// it has, of links which edges.
func appendKeys(out []value.Key, v value.Value, shape judge.Shape) []value.Key {
	switch v := v.(type) {
	case *value.Array:
		for _, x := range v.Values {
			out = append(out, value.KeyOf(x))
		}
		return out
	case *value.Set:
		for _, m := range shape.(*judge.SetShape).Members.List() {
			out = append(out, value.KeyOf(value.Of(v.Contains(m))))
		}
		return out
	case *value.Route:
		return appendTruths(out, v.Edges)
	case *value.Regions:
		return appendTruths(out, v.Same)
	}
	return append(out, value.KeyOf(v))
}

func appendTruths(out []value.Key, bs []model.Bool) []value.Key {
	for _, b := range bs {
		out = append(out, value.KeyOf(value.Bool(b)))
	}
	return out
}

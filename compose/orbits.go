package compose

import (
	"slices"

	"nazo/givens"
	"nazo/value"
)

// Symmetry is that of the places where clues stand.
type Symmetry string

// The symmetries.
const (
	NoSymmetry Symmetry = "none"
	HalfTurn   Symmetry = "half-turn"
	Mirror     Symmetry = "mirror" // left to right
)

// noneOf is what stands in the place of a clue that is gone: none, or nothing if it can't go.
func noneOf(p givens.Part) []value.Value {
	_, optional, finite := givens.Finite(p.Type)
	if _, o := p.Type.(givens.Optional); o {
		optional = true
	}
	_, list := p.Value.(value.List)
	switch {
	case list && len(p.Path) > 0 && !isNone(p.Value):
		return []value.Value{value.List(nil)}
	case len(p.Path) == 0 || isNone(p.Value):
	case optional:
		return []value.Value{value.None{}}
	case finite && p.Value == value.Value(value.True):
		if _, member := p.Type.(givens.Bool); member { // of a set
			return []value.Value{value.False}
		}
	}
	return nil
}

// labelsOf are the labels that may stand in the place of a number: a wall without its number, "some number".
func labelsOf(p givens.Part) (labels []value.Value) {
	if _, number := p.Value.(value.Int); !number || len(p.Path) == 0 {
		return nil
	}
	values, _, _ := givens.Finite(p.Type)
	if values == nil {
		return nil
	}
	for _, v := range values.List() {
		if _, label := v.(value.Label); label {
			labels = append(labels, v)
		}
	}
	return labels
}

// isNone reports whether nothing is printed: none, or a list of nothing.
func isNone(v value.Value) bool {
	l, list := v.(value.List)
	return list && len(l) == 0 || !list && value.Equal(v, value.None{})
}

// clues are the parts that can go, in orbits of a symmetry; nil if there are none.
func (d *Draft) clues(sym Symmetry, gone func(givens.Part) []value.Value) *clues {
	c := &clues{draft: d, values: d.Values(), gone: make([]value.Value, len(d.Parts))}
	for i, p := range d.Parts {
		if alternatives := gone(p); len(alternatives) > 0 {
			c.gone[i] = alternatives[0]
		}
	}
	for _, orbit := range d.orbits(sym) {
		orbit = slices.DeleteFunc(orbit, func(i int) bool { return c.gone[i] == nil })
		if len(orbit) > 0 {
			c.orbits = append(c.orbits, orbit)
		}
	}
	if len(c.orbits) == 0 {
		return nil
	}
	return c
}

// orbits are the parts of all givens, those that a symmetry turns into each other together.
func (d *Draft) orbits(sym Symmetry) [][]int {
	length := map[string]int64{} // of lists, by where they are
	for _, p := range d.Parts {
		if n := len(p.Path); n > 0 {
			if i, ok := p.Path[n-1].(value.Int); ok {
				list := nameOf(givens.Part{Given: p.Given, Path: p.Path[:n-1]})
				length[list] = max(length[list], int64(i))
			}
		}
	}
	done := make([]bool, len(d.Parts))
	var out [][]int
	for i, p := range d.Parts {
		if done[i] {
			continue
		}
		orbit := []int{i}
		done[i] = true
		if j, ok := d.index[nameOf(image(p, sym, length))]; ok && !done[j] {
			done[j] = true
			orbit = append(orbit, j)
		}
		out = append(out, orbit)
	}
	return out
}

// bare reports whether a value of a part is that nothing is printed there: none, or of a set that it does not have the member.
func (d *Draft) bare(i int, v value.Value) bool {
	_, member := d.Parts[i].Type.(givens.Bool)
	return isNone(v) || member && v == value.Value(value.False)
}

// symmetric reports whether, where parts have some values, something is printed at all places of an orbit or at none; parts of which none is
// chosen are as they are.
func (d *Draft) symmetric(sym Symmetry, values []value.Value, chosen func(part int) bool) bool {
	for _, orbit := range d.orbits(sym) {
		differs := func(i int) bool { return d.bare(i, values[i]) != d.bare(orbit[0], values[orbit[0]]) }
		if slices.ContainsFunc(orbit, differs) && slices.ContainsFunc(orbit, chosen) {
			return false
		}
	}
	return true
}

// image is the part that a symmetry turns a part into: places of boards and directions move, lists are read from their ends where the
// lines that they belong to come in the other order.
func image(p givens.Part, sym Symmetry, length map[string]int64) givens.Part {
	if sym == NoSymmetry || sym == "" {
		return p
	}
	out := givens.Part{Given: p.Given}
	for n, k := range p.Path {
		if i, ok := k.(value.Int); ok && sym == HalfTurn {
			if last := length[nameOf(givens.Part{Given: p.Given, Path: p.Path[:n]})]; last > 0 {
				out.Path = append(out.Path, value.Int(last+1)-i)
				continue
			}
		}
		out.Path = append(out.Path, moved(k, sym))
	}
	return out
}

// moved is where a symmetry takes a key.
func moved(k value.Value, sym Symmetry) value.Value {
	switch k := k.(type) {
	case value.Cell:
		if k.Board == nil {
			return k
		}
		to := value.Cell{Board: k.Board, Row: k.Row, Col: k.Board.Cols + 1 - k.Col}
		if sym == HalfTurn {
			to.Row = k.Board.Rows + 1 - k.Row
		}
		return to
	case value.Edge:
		return value.MakeEdge(moved(k.A, sym), moved(k.B, sym), k.Directed)
	case value.Direction:
		to := k.Opposite()
		if sym == Mirror && (k == value.North || k == value.South) {
			to = k
		}
		return to
	case value.Tuple:
		out := make(value.Tuple, len(k))
		for i, v := range k {
			out[i] = moved(v, sym)
		}
		return out
	}
	return k
}

package fd

import (
	"nazo/internal/model"
)

// Propagation of a unit finds everything that follows from it if its formula is a tree, in which no variable occurs
// twice, and each node's propagator is domain consistent (Freuder, A sufficient condition for backtrack-free search,
// 1982).

// tree visits the formulas of a unit.
type tree struct {
	m       *model.Model
	visited map[int32]bool // nodes: twice the boolean ones, and twice the integers plus 1
}

// trees reports for each instance whether its formulas are one tree.
func trees(m *model.Model) []bool {
	is := make([]bool, len(m.Instances))
	of := make([][]model.Constraint, len(m.Instances))
	for _, c := range m.Constraints {
		of[c.Instance] = append(of[c.Instance], c)
	}
	t := tree{m: m, visited: map[int32]bool{}}
	for u, all := range of {
		clear(t.visited)
		is[u] = len(all) > 0 && m.Instances[u].Piece == nil
		for _, c := range all {
			is[u] = is[u] && t.constraint(c)
		}
	}
	return is
}

// once reports whether a node was not visited before.
func (t *tree) once(id int32) bool {
	before := t.visited[id]
	t.visited[id] = true
	return !before
}

func (t *tree) constraint(c model.Constraint) bool {
	switch b := c.Body.(type) {
	case model.Assert:
		return (c.Guard == model.True || t.bool(c.Guard)) && t.bool(b.B)
	case model.Distinct:
		if c.Guard != model.True || b.Present != nil || b.Plain && len(b.Xs) > 2 {
			return false
		}
		values := model.Interval{}
		for i, x := range b.Xs {
			if !t.leaf(x) {
				return false
			}
			if d := t.m.Bounds(x); i == 0 {
				values = d
			} else {
				values = model.Interval{Lo: min(values.Lo, d.Lo), Hi: max(values.Hi, d.Hi)}
			}
		}
		return len(b.Xs) <= 2 || values.Size() < widestMatching && int64(len(b.Xs))*values.Size() <= widestMatching
	}
	return false
}

// bool reports whether a literal is the root of a tree that was not visited before.
func (t *tree) bool(b model.Bool) bool {
	if !t.once(int32(2 * b.Node())) {
		return false
	}
	switch n := t.m.Node(b).(type) {
	case model.BoolVar:
		return t.m.Vars[n.Var].Find >= 0
	case model.And:
		return t.bools(n.Args)
	case model.Iff:
		return t.bool(n.A) && t.bool(n.B)
	case model.AtMost:
		return t.terms(n.Terms)
	case model.Exactly:
		return t.terms(n.Terms)
	case model.In:
		return t.leaf(n.X)
	}
	return false
}

func (t *tree) bools(all []model.Bool) bool {
	for _, b := range all {
		if !t.bool(b) {
			return false
		}
	}
	return true
}

// terms reports whether a sum only counts truth values. For other sums propagation finds only bounds.
func (t *tree) terms(terms []model.Term) bool {
	for _, term := range terms {
		n, counts := t.m.Ints[term.X].(model.ToInt)
		if !counts || term.Coef != 1 && term.Coef != -1 || !t.once(2*int32(term.X)+1) || !t.bool(n.B) {
			return false
		}
	}
	return true
}

// leaf reports whether an integer is a variable of a find, not visited before, with bits for all values.
func (t *tree) leaf(x model.Int) bool {
	n, ok := t.m.Ints[x].(model.IntVar)
	return ok && t.m.Vars[n.Var].Find >= 0 && t.once(2*int32(x)+1) && t.m.Bounds(x).Size() <= resultBitset
}

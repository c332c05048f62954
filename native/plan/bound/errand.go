package bound

import (
	"slices"

	"nazo/model"
)

// errand is what it takes to bring one token of a family home with all that the carrier
// does on the way, not only when it moves that token. The ways to several tokens may
// have much in common, so only the longest errand counts.
type errand struct {
	of, with *family // without and with the carrier told apart
	g        graph
	tables   [][]int64
}

// newErrand makes the errands of a family.
func newErrand(of, with *family) *errand {
	e := &errand{of: of, with: with, g: with.g}
	e.g.parts = 1
	e.g.edges = slices.Clone(e.g.edges)
	for i := range e.g.edges {
		e.g.edges[i].part = 0 // also what is free to a token if all tokens are counted
	}
	e.g.targets = [][]int32{slices.Concat(e.g.targets...)}
	return e
}

func (e *errand) graph() *graph { return &e.g }

func (e *errand) know(distances [][][]int64) {
	e.tables = make([][]int64, len(distances))
	for k, d := range distances {
		if informative(d[0], false) { // dead ends are known to the family
			e.tables[k] = d[0]
		}
	}
}

func (e *errand) informs() bool { return anything(e.tables) }

func (e *errand) least(value func(model.VarID) int64, into []int64) (dead bool) {
	e.run(e.of.tokens(value), value, into)
	return false
}

// run adds the longest errand for one of the tokens, given by their places.
func (e *errand) run(tokens []int32, value func(model.VarID) int64, into []int64) {
	if len(tokens) != len(e.of.wanted) {
		return // some may stay where they are
	}
	mover := value(e.with.mover)
	for k, t := range e.tables {
		if t == nil {
			continue
		}
		longest := int64(0)
		for _, p := range tokens {
			if d := t[e.with.node(p, mover)]; d != infinite {
				longest = max(longest, d)
			}
		}
		into[k] += longest
	}
}

package bound

import (
	"nazo/compile/model"
)

// errand is what it takes to bring one token of a family home with all that the carrier
// does on the way, not only when it moves that token. The ways to several tokens may
// have much in common, so only the longest errand counts.
type errand struct {
	*family // with the carrier told apart
	g       graph
	tables  [][]int64
}

// newErrand makes the errands of a family; nil if nobody carries its tokens or if there is
// too much to tell apart.
func newErrand(m *model.Model, operators []operator, f *family) *errand {
	if f.carrier < 0 {
		return nil
	}
	own := *f
	own.watch(m, f.carrier)
	if !own.build(m, operators) {
		return nil
	}
	e := &errand{family: &own, g: own.g}
	e.g.parts = 1
	for i := range e.g.edges {
		e.g.edges[i].part = 0 // also what is free to a token if all tokens are counted
	}
	var home []int32
	for _, targets := range e.g.targets {
		home = append(home, targets...)
	}
	e.g.targets = [][]int32{home}
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
	var room [64]int32
	nodes := room[:0]
	mover := value(e.mover)
	for p, at := range e.places {
		if value(at.v) == at.value {
			nodes = append(nodes, e.node(int32(p), mover))
		}
	}
	if len(nodes) > len(e.wanted) {
		return false // some may stay where they are
	}
	for k, t := range e.tables {
		if t == nil {
			continue
		}
		longest := int64(0)
		for _, node := range nodes {
			if t[node] != infinite {
				longest = max(longest, t[node])
			}
		}
		into[k] += longest
	}
	return false
}

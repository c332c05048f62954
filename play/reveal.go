package play

import (
	"slices"

	"nazo/model"
)

// reveal notes what is seen of the hidden variables. Seen are outcomes: whether a
// move is possible, what the effects of a move that was made are, and its costs.
// Something was seen of every hidden variable that had to be read for an outcome
// (see machine.LazyEvaluator). It is revealed if it was the only one that was unknown, and
// with any other value that it could have had the outcome would have been another:
// the card that was turned up is, one that was only compared with it is not.
type reveal struct {
	reads []model.VarID // unknown ones, for the present outcome
	fresh []model.VarID // of which something was seen since the last move
	quiet bool          // notes nothing
	// posed is a variable that is supposed to have the value pose, while quiet.
	posed model.VarID
	pose  int64
}

// read is the value of a variable.
func (g *Game) read(v model.VarID) int64 {
	switch {
	case g.quiet && v == g.posed:
		return g.pose
	case !g.quiet && !g.known[v]:
		g.reads = append(g.reads, v)
	}
	return g.state[v]
}

// silent computes something that nobody sees.
func (g *Game) silent(compute func()) {
	was := g.reveal
	g.quiet, g.posed = true, -1
	g.question()
	compute()
	g.question()
	g.reveal = was
}

func (g *Game) question() {
	g.here.Question()
	if g.next != nil {
		g.next.Question()
	}
}

// outcome computes something that is seen, and notes what that reveals.
func (g *Game) outcome(compute func() int64) int64 {
	g.question()
	g.reads = g.reads[:0]
	seen := compute()
	if g.quiet || len(g.reads) == 0 {
		return seen
	}
	alone := true
	for _, v := range g.reads {
		alone = alone && v == g.reads[0]
		if !g.told[v] {
			g.told[v] = true
			g.fresh = append(g.fresh, v)
		}
	}
	if v := g.reads[0]; alone && g.decides(v, seen, compute) {
		g.known[v] = true
		if len(g.fresh) == 0 || g.fresh[len(g.fresh)-1] != v {
			g.fresh = append(g.fresh, v)
		}
	}
	return seen
}

// decides reports whether an outcome would have been another for each other value
// that a variable could have.
func (g *Game) decides(v model.VarID, seen int64, compute func() int64) bool {
	decides := true
	for _, group := range g.table.groups {
		if !slices.Contains(group, v) {
			continue
		}
		tried := map[int64]bool{g.state[v]: true}
		for _, other := range group {
			w := g.state[other]
			if g.known[other] || tried[w] || !decides {
				continue
			}
			tried[w] = true
			g.silent(func() {
				g.posed, g.pose = v, w
				decides = compute() != seen
			})
		}
	}
	return decides
}

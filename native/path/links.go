package path

import (
	"nazo/engine"
	"nazo/model"
	"nazo/native/path/lines"
	"nazo/native/shape"
)

// LinksGuess looks for any links by drawing them line by line. It is quick where
// no vertex has to be used, and proves nothing.
type LinksGuess struct {
	shape    func() *shape.Model // nil where there is more than a path, a cycle or links
	seed     int64
	d        *engine.Delivery
	prepared bool
	runs     *lines.Restarts // or nil
}

// choicesPerDeadEnd says how many choices of drawing take about as long as a
// dead end of search.
const choicesPerDeadEnd = 100

// NewLinksGuess makes a guess; what the model was recognized as, nil for more than a shape, is
// only asked for when it is first needed.
func NewLinksGuess(shape func() *shape.Model, seed int64, d *engine.Delivery) *LinksGuess {
	return &LinksGuess{shape: shape, seed: seed, d: d}
}

// Try draws for about as long as search takes to meet so many dead ends, and
// returns a solution or nil.
func (g *LinksGuess) Try(deadEnds int64) model.Solution {
	if !g.prepared {
		g.prepared = true
		if s := g.shape(); s != nil {
			if m, err := lines.Of(s); err == nil {
				g.runs = lines.NewRestarts(m, g.seed)
			}
		}
	}
	if g.runs == nil {
		return nil
	}
	before, stats := g.runs.Stats, &g.d.Result.Stats
	solution := g.runs.Try(choicesPerDeadEnd*deadEnds, &g.d.Stop)
	stats.Nodes += g.runs.Stats.Nodes - before.Nodes
	stats.DeadEnds += g.runs.Stats.DeadEnds - before.DeadEnds
	return solution
}

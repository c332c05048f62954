package path

import (
	"nazo/engine"
	"nazo/model"
	"nazo/native/path/lines"
)

// LinksGuess looks for any links by drawing them line by line. It is quick where
// no vertex has to be used, and proves nothing.
type LinksGuess struct {
	links    func() *lines.Model // nil where links are not all there is
	seed     int64
	d        *engine.Delivery
	prepared bool
	runs     *lines.Restarts // or nil
}

// choicesPerDeadEnd says how many choices of drawing take about as long as a
// dead end of search.
const choicesPerDeadEnd = 100

// Links is a model that is nothing but links, whose objectives play no part; nil for any other.
func Links(m *model.Model, o engine.Options) *lines.Model {
	o.AnyObjective = true
	w, err := lines.Recognize(m, o)
	if err != nil {
		return nil
	}
	return w
}

// NewLinksGuess makes a guess; links, what [Links] says of the model, is only asked for when
// it is first needed.
func NewLinksGuess(links func() *lines.Model, seed int64, d *engine.Delivery) *LinksGuess {
	return &LinksGuess{links: links, seed: seed, d: d}
}

// Try draws for about as long as search takes to meet so many dead ends, and
// returns a solution or nil.
func (g *LinksGuess) Try(deadEnds int64) model.Solution {
	if !g.prepared {
		g.prepared = true
		if m := g.links(); m != nil {
			g.runs = lines.NewRestarts(m, g.seed)
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

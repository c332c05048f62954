package path

import (
	"nazo/engine"
	"nazo/model"
	"nazo/native/path/lines"
)

// LinksGuess looks for any links by drawing them line by line. It is quick where
// no vertex has to be used, and proves nothing.
type LinksGuess struct {
	m        *model.Model
	task     engine.Task
	d        *engine.Delivery
	prepared bool
	runs     *lines.Restarts // nil where links are not all there is
}

// choicesPerDeadEnd says how many choices of drawing take about as long as a
// dead end of search.
const choicesPerDeadEnd = 100

// NewLinksGuess makes a guess for a task, whose objectives play no part.
func NewLinksGuess(m *model.Model, t engine.Task, d *engine.Delivery) *LinksGuess {
	t.AnyObjective = true
	return &LinksGuess{m: m, task: t, d: d}
}

// Try draws for about as long as search takes to meet so many dead ends, and
// returns a solution or nil.
func (g *LinksGuess) Try(deadEnds int64) model.Solution {
	if !g.prepared {
		g.prepared, g.runs = true, lines.NewRestarts(g.m, g.task)
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

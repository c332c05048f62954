package native

import (
	"nazo/model"
	"nazo/native/path/lines"
)

// drawing looks for any links by drawing them line by line. It is quick where
// no vertex has to be used, and proves nothing.
type drawing struct {
	r    *search
	runs *lines.Restarts
}

// choicesPerDeadEnd says how many choices of drawing take about as long as a
// dead end of search.
const choicesPerDeadEnd = 100

// newDrawing prepares it; it returns nil where links are not all there is.
func (r *search) newDrawing() *drawing {
	t := r.task
	t.AnyObjective = true
	if runs := lines.NewRestarts(r.m, t); runs != nil {
		return &drawing{r, runs}
	}
	return nil
}

// try draws for about as long as search takes to meet so many dead ends, and
// returns a solution or nil.
func (d *drawing) try(deadEnds int64) model.Solution {
	if d == nil {
		return nil
	}
	before := d.runs.Stats
	solution := d.runs.Try(choicesPerDeadEnd*deadEnds, &d.r.stop)
	d.r.result.Stats.Nodes += d.runs.Stats.Nodes - before.Nodes
	d.r.result.Stats.DeadEnds += d.runs.Stats.DeadEnds - before.DeadEnds
	return solution
}

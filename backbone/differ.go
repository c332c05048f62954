package backbone

import (
	"context"

	"nazo/engine"
	"nazo/model"
	"nazo/solve"
)

// Difference is what was found out about where the solutions of a problem differ.
type Difference struct {
	*Result
	// Report has solutions that were judged, so many that each candidate which was met is in one of them; or a fault.
	Report *solve.Report
}

// Whole says that wherever the solutions in the report have the same all solutions have it, which is proved.
func (d *Difference) Whole() bool { return d.Settled && d.Report.Complete }

// Differ finds out where the solutions of a problem that stands still, with nothing to be best, differ, as far as the work suffices. What was found when
// ctx ends is judged within late. The errors are those of [Find].
func Differ(ctx, late context.Context, p *solve.Problem, e engine.Engine, o Options) (*Difference, error) {
	var witnesses []model.Solution
	o.Witness = func(found model.Solution) { witnesses = append(witnesses, found) }
	found, err := Find(ctx, p.Model, e, o)
	if err != nil {
		return nil, err
	}
	return &Difference{found, solve.Accept(late, p, e.Name(), witnesses)}, nil
}

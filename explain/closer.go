package explain

import (
	"context"
	"slices"

	"nazo/compile"
	"nazo/engine"
)

// closer tells reasons by fine pieces: which of what an instance says it is that matters, such as that a value has a place among some
// variables. They are looked for only after a step was found, as they take no fewer units.
type closer struct {
	problem *compile.Problem // in which fine pieces are instances, behind those of the explainer's
	asked   engine.Inquiry
	of      map[int32][]int32 // the fine pieces of an instance
}

// closer is made when it is first needed; nil if there are no fine pieces, or ctx has ended.
func (x *Explainer) closer(ctx context.Context) *closer {
	if x.fine != nil || x.coarse {
		return x.fine
	}
	p := x.Problem.Split(true)
	c := &closer{problem: p, of: map[int32][]int32{}}
	for _, u := range p.Model.Units() {
		if int(u) >= len(x.m.Instances) {
			whole := p.Model.Whole(u)
			c.of[whole] = append(c.of[whole], u)
		}
	}
	if x.coarse = len(c.of) == 0; x.coarse {
		return nil
	}
	job, err := x.engine.Open(ctx, p.Model, engine.Options{AnyObjective: true})
	if err != nil {
		return nil
	}
	if c.asked, err = job.(engine.Inquirer).Inquire(ctx, engine.InquiryOptions{Switches: true}); err != nil {
		return nil
	}
	x.fine = c
	return c
}

// Closer are the units of a step with a fine piece in the place of each whole for which one does: all that is new follows from them, too, and what
// was known. A step may have them for its units when Support is asked.
func (x *Explainer) Closer(ctx context.Context, known []engine.Fact, s Step) []int32 {
	c := x.closer(ctx)
	if c == nil {
		return s.Units
	}
	units := s.Units
	most := 2*s.Search + x.Effort.Conflicts
	refuted := func(units []int32, f engine.Fact) engine.Reply {
		return c.asked.Ask(ctx, engine.Question{Known: known, On: units, Supposed: []engine.Fact{f.Not()}, Conflicts: most})
	}
	for _, u := range s.Units {
		pieces := c.of[u]
		if len(pieces) == 0 {
			continue
		}
		others := slices.DeleteFunc(slices.Clone(units), func(v int32) bool { return v == u })
		for _, p := range refuted(slices.Concat(others, pieces), s.Main).Units {
			if !slices.Contains(pieces, p) {
				continue
			}
			with := slices.Sorted(slices.Values(append(slices.Clone(others), p)))
			if !slices.ContainsFunc(s.New, func(f engine.Fact) bool { return !refuted(with, f).Refuted }) {
				units = with
				break
			}
		}
	}
	return units
}

// ProblemOf is the problem that has a unit as an instance of its model.
func (x *Explainer) ProblemOf(u int32) *compile.Problem {
	if int(u) >= len(x.m.Instances) {
		return x.fine.problem
	}
	return x.Problem
}

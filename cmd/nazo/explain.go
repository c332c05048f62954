package main

import (
	"fmt"
	"strings"

	"nazo/explain"
	"nazo/native"
)

// explainCmd tells the way to the solution in steps.
type explainCmd struct {
	puzzleArgs
	Time period `placeholder:"DURATION" help:"Stop after this time, such as 10s (default: no limit)."`
	Seed seed   `placeholder:"N" help:"Shuffle what is shuffled by this seed."`
}

// Run explains.
func (c *explainCmd) Run(s *session) error {
	s.limit(c.Time)
	r, err := s.request(c.Spec, c.Args, c.Seed)
	if err != nil {
		return err
	}
	if r.Moving() {
		return mistakef("explain is for puzzles that stay still")
	}
	if len(r.swept) > 0 {
		return mistakef("an explanation is of one puzzle, not of a range of them")
	}
	p, err := s.onlyProblem(r)
	if err != nil {
		return err
	}
	x, err := explain.Open(s.ctx, p.Problem, native.New())
	if err != nil {
		return err
	}
	n := 0
	end, _ := x.Way(s.ctx, x.Begin(), func(step explain.Step) bool {
		n++
		var units []string
		for _, u := range step.Units {
			units = append(units, x.Unit(u))
		}
		fmt.Fprintf(s.out, "%d. %s\n   because: %s\n", n, x.Facts(step.New), strings.Join(units, "; "))
		return true
	})
	switch end {
	case explain.GivenUp:
		return limited{s.stopReason()}
	case explain.Several:
		fmt.Fprintln(s.out, "nothing more follows: there are several solutions")
	case explain.Contradicted:
		fmt.Fprintln(s.out, "there is no solution; these contradict each other:")
		units, _ := x.Contradiction(s.ctx, nil)
		for _, u := range units {
			fmt.Fprintf(s.out, "  %s\n", x.Unit(u))
		}
		return nil
	}
	return nil
}

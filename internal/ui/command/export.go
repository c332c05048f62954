package command

import (
	"bytes"

	"nazo/sat"
)

// pieces are the ways to say in an export that a path is in one piece.
var pieces = map[string]sat.Pieces{
	"best": sat.ByBest, "levels": sat.ByLevels, "subtours": sat.BySubtours, "relaxed": sat.Relaxed,
}

// exportCmd writes the model of a puzzle for programs that know nothing of puzzles.
type exportCmd struct {
	onePuzzleArgs
	memoryFlag
	To     string `required:"" enum:"dimacs,opb,lp" help:"The format: dimacs (clauses, for SAT solvers), opb (0/1 programs, for pseudo-boolean solvers) or lp (for CBC, GLPK, CPLEX and others)."`
	Output string `short:"o" placeholder:"FILE" help:"Write to this file."`
	forceFlag
	Pieces string `enum:"best,levels,subtours,relaxed" default:"best" help:"How to say that a path is in one piece: by levels, by a constraint for each set that a subtour could have (small boards, opb and lp), not at all (relaxed), or the best of these."`
	Moves  amount `placeholder:"N" help:"Of a puzzle that moves, export the runs of at most N moves."`
	Time   period `placeholder:"DURATION" help:"Stop after this time, such as 10s (default: no limit)."`
	Seed   seed   `placeholder:"N" help:"Shuffle what is shuffled by this seed."`
}

// Run writes the model once it is known that all is well.
func (c *exportCmd) Run(s *session) error {
	s.limit(c.Time)
	s.bound(c.Memory)
	r, err := s.request(c.Spec, c.Args, c.Seed)
	if err != nil {
		return err
	}
	switch {
	case r.Moving() && c.Moves == 0:
		return mistakef("runs of any length are no finite set of constraints, and %s moves: add --moves N for those of at most N moves", r.name)
	case !r.Moving() && c.Moves > 0:
		return mistakef("--moves is for puzzles that move, and %s stands still", r.name)
	case len(r.swept) > 0:
		return mistakef("one puzzle can be exported, not a range of them")
	}
	if err := c.free(c.Output); err != nil {
		return err
	}
	p, err := s.onlyProblem(r)
	if err != nil {
		return err
	}
	names := p.VariableNames()
	options := sat.ExportOptions{Pieces: pieces[c.Pieces], MaxMoves: int(c.Moves), Name: func(find, i int) string { return names[find][i] }}
	var text bytes.Buffer // written when it is known that all is well
	s.progress.stage("writing the formula")
	err = sat.Export(s.ctx, p.Model, sat.Format(c.To), &text, options)
	switch {
	case err != nil && s.ctx.Err() != nil:
		return limited{s.stopReason()}
	case err != nil:
		return mistakef("%s can't be exported to %s: %v", r.name, c.To, err)
	}
	s.answered()
	s.warn()
	if c.Output == "" {
		s.out.Write(text.Bytes())
		return nil
	}
	return c.write(s, c.Output, text.String())
}

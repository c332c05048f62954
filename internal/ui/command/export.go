package command

import (
	"bytes"
	"cmp"

	"nazo/sat"
)

// pieces are the ways to require in an export that a path is in one piece.
var pieces = map[string]sat.Pieces{
	"best": sat.ByBest, "levels": sat.ByLevels, "subtours": sat.BySubtours, "relaxed": sat.Relaxed,
}

type exportCmd struct {
	puzzleFlags
	forceFlag
	To, Output, Pieces string
	Moves              Amount
}

// Declare implements [Declarer].
func (c *exportCmd) Declare(v *Verb) {
	v.Include(&c.puzzleFlags)
	v.Flag(&c.To, "to", "dimacs|opb|lp", "The format: dimacs (clauses, for SAT solvers), opb (0/1 programs, for pseudo-boolean solvers) or lp (for CBC, GLPK, CPLEX and others).")
	v.Flag(&c.Output, "output o", "FILE", "Write to this file.")
	v.Include(&c.forceFlag)
	c.Pieces = "best"
	v.Flag(&c.Pieces, "pieces", "best|levels|subtours|relaxed", "How to require that a path is in one piece: by levels, by a constraint for each possible subtour (small boards, opb and lp), not at all (relaxed), or the best of these.")
	v.Flag(&c.Moves, "moves", "N", "Export the runs of at most N moves, if the puzzle moves.")
}

// Run writes the model if everything is well.
func (c *exportCmd) Run(s *session) error {
	if c.To == "" {
		return mistakef("missing flag: --to dimacs, opb or lp (nazo export --help tells more)")
	}
	r, err := c.open(s)
	if err != nil {
		return err
	}
	if r.Moving() && c.Moves == 0 {
		return mistakef("%s moves, and only runs of bounded length can be exported: add --moves N for runs of at most N moves", r.name)
	}
	if err := cmp.Or(runFlags{Moves: c.Moves}.suit(r), c.free(c.Output)); err != nil {
		return err
	}
	p, err := s.onlyProblem(r)
	if err != nil {
		return err
	}
	names := p.VariableNames()
	options := sat.ExportOptions{Pieces: pieces[c.Pieces], MaxMoves: int(c.Moves), Name: func(find, i int) string { return names[find][i] }}
	var text bytes.Buffer // written only if there is no error
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

package command

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"nazo/compile"
	"nazo/dsl/diag"
	"nazo/dsl/instance"
	"nazo/dsl/value"
	"nazo/internal/judge"
	"nazo/internal/show/draw"
	"nazo/internal/show/picture"
	"nazo/internal/solve"
	"nazo/internal/study/compose"
	"nazo/internal/study/explain"
	"nazo/internal/ui/load"
	"nazo/native"
)

type minimizeCmd struct {
	puzzleFlags
	forceFlag
	boardFormatFlag
	colorFlag
	Keep, Output string
	Least        bool
}

// Declare implements [Declarer].
func (c *minimizeCmd) Declare(v *Verb) {
	v.Include(&c.puzzleFlags)
	c.Keep = "none"
	v.Flag(&c.Keep, "keep", "none|half-turn|mirror", "Keep this symmetry of the places of clues: half-turn, mirror (left to right) or none (default).")
	v.Flag(&c.Least, "least", "", "Find the smallest possible number of clues, with proof; for small boards.")
	v.Flag(&c.Output, "output o", "FILE", "Write the instance to this file.")
	v.Include(&c.forceFlag, &c.boardFormatFlag)
	v.Include(&c.colorFlag)
	v.Reword("seed", "Try clues in another order (default: 0).")
}

// Run takes clues away, has both engines count the solutions of the rest, and shows it.
func (c *minimizeCmd) Run(s *session) error {
	r, err := c.open(s)
	switch {
	case err != nil:
		return err
	case r.Moving():
		return mistakef("%s moves: nazo minimize is for puzzles that stand still", r.name)
	}
	if err := c.free(c.Output); err != nil {
		return err
	}
	d, problems := compose.NewDraft(s.ctx, r.Spec, r.input(), compile.Options{Seed: r.seed})
	if err := s.unread(problems); err != nil {
		return err
	}
	work := compose.Minimize
	if c.Least {
		work = compose.Least
	}
	kept, err := work(s.ctx, compose.Request{Draft: d, Engine: native.New(), Keep: compose.Symmetry(c.Keep), Seed: int64(c.Seed), Elements: true})
	s.answered()
	if kept == nil {
		return s.unmade(r, err)
	}
	m := &madePuzzle{Symmetry: c.Keep, Before: &kept.Before, After: &kept.After, Irreducible: kept.Irreducible, Least: &kept.Least}
	if m.before, err = s.drawn(d, d.Values(), c.drawer(s), r.says); err == nil {
		m.printedPuzzle, err = s.drawn(kept.Draft, kept.Values, c.drawer(s), r.says)
	}
	if err != nil {
		return err
	}
	m.Instance = r.text(m.givens)
	both, _ := load.Team("both")
	if err := s.confirm(r, m, both); err != nil {
		return err
	}
	s.warn()
	to := c.printer(s, c.drawer(s))
	to.print(m)
	to.finish()
	if c.Output != "" {
		if err := c.write(s, c.Output, m.Instance); err != nil {
			return err
		}
	}
	if !kept.Irreducible || c.Least && !kept.Least {
		s.note("%s: %s", s.stopReason(), "more clues may be able to go")
		return StatusLimit
	}
	return nil
}

// madePuzzle is the report on an instance that was made.
type madePuzzle struct {
	*printedPuzzle
	Instance    string         `json:"instance"` // as a file has it
	Symmetry    string         `json:"symmetry"`
	Before      *int           `json:"before,omitempty"` // clues before minimizing
	After       *int           `json:"after,omitempty"`
	Clues       *int           `json:"clues,omitempty"` // of a new instance
	Irreducible bool           `json:"irreducible"`
	Least       *bool          `json:"least,omitempty"`
	Unrated     string         `json:"unrated,omitempty"`
	Rating      json.Number    `json:"rating,omitempty"`
	Techniques  []string       `json:"techniques,omitempty"` // of the way, if the way was to be of some kind
	before      *printedPuzzle // the instance before; nil for a new one
	number      int            // of new instances, from 1
	rating      float64
}

// unread returns the error of reading a puzzle, or nil if it was read.
func (s *session) unread(problems *diag.List) error {
	if problems.HasErrors() && s.ctx.Err() != nil {
		return limited{s.stopReason() + " while reading the puzzle"}
	}
	return problems.Err()
}

// unmade returns the error if nothing was made.
func (s *session) unmade(r *request, err error) error {
	switch {
	case s.ctx.Err() != nil:
		return limited{s.stopReason()}
	case errors.Is(err, compose.ErrNoSolution), errors.Is(err, compose.ErrSeveral):
		fmt.Fprintf(s.errs, "nazo: %s: %v\n", r.name, err)
		return StatusFalse
	}
	return mistakef("%s: %v", r.name, err)
}

func (s *session) drawn(d *compose.Draft, values []value.Value, by picture.Drawer, says func(string) bool) (*printedPuzzle, error) {
	gs, problems := d.With(s.late, values)
	var j *judge.Judge
	if !problems.HasErrors() {
		j, problems = judge.New(s.late, d.Spec, gs, nil)
	}
	if problems.HasErrors() {
		return nil, problems
	}
	return &printedPuzzle{Puzzle: d.Spec.Name, givens: gs, sections: by.Puzzle(j, gs, says), judge: j}, nil
}

// confirm has each engine count the solutions of the new instance, and notes engines that did not finish. Any other
// number than one is a bug.
func (s *session) confirm(r *request, m *madePuzzle, team solve.Team) error {
	p, err := s.compile(s.late, r.spec, instance.Known(m.givens), compile.Options{Seed: r.seed})
	switch {
	case s.late.Err() != nil:
		s.note("%s before the engines counted the solutions of the new instance", s.stopReason())
		return nil
	case err != nil:
		return err
	}
	ans := &outcome{spec: r.spec, problem: p, together: true, report: solve.Ask(s.late, p, team, solve.Question{Limit: 2})}
	switch {
	case ans.report.Fault != nil:
		return s.disagree(r, ans)
	case ans.report.Complete && !(ans.report.Exhausted && ans.report.Count == 1):
		panic(fmt.Sprintf("%d solutions of what was made", ans.report.Count))
	}
	for _, one := range ans.report.Attempts {
		if !one.Complete {
			s.note("engine %s did not finish counting the solutions of the new instance: %s", one.Engine, one.Reason)
		}
	}
	return nil
}

// text returns an instance as a file has it, without defaults that the user did not write.
func (r *request) text(values []instance.Given) string { return instance.Brief(r.Spec, values, r.says) }

func (m *madePuzzle) text(t *textPrinter) {
	if m.before != nil {
		m.before.text(t)
		t.out.WriteString("\n")
	}
	if m.number > 1 {
		t.out.WriteString("\n")
	}
	t.out.WriteString(m.summary())
	drawn := *m.printedPuzzle
	drawn.sections = inSeveralLines(drawn.sections)
	drawn.text(t)
	t.out.WriteString("\n" + m.Instance)
}

// inSeveralLines drops one-line drawings, which the text of the instance repeats.
func inSeveralLines(sections []draw.Section) []draw.Section {
	sections = slices.Clone(sections)
	for i, section := range sections {
		sections[i].Items = slices.DeleteFunc(slices.Clone(section.Items), func(item draw.Item) bool {
			return strings.Count(draw.Text([]draw.Item{item}, section.Options), "\n") == 1
		})
	}
	return sections
}

// summary says how many clues are left, and what is known about them.
func (m *madePuzzle) summary() string {
	if m.Clues != nil {
		var parts []string
		if *m.Clues > 0 { // numbers beside the board are none
			parts = append(parts, plural(*m.Clues, "clue"))
		}
		switch {
		case m.Unrated != "":
			parts = append(parts, "not rated: "+m.Unrated)
		case m.Rating != "":
			parts = append(parts, fmt.Sprintf("rated %.1f (%s)", m.rating, explain.Level(m.rating)))
		}
		if parts == nil {
			return fmt.Sprintf("%d\n", m.number)
		}
		return fmt.Sprintf("%d: %s\n", m.number, strings.Join(parts, ", "))
	}
	text := fmt.Sprintf("%d of %s are enough", *m.After, plural(*m.Before, "clue"))
	switch {
	case *m.Least:
		text += ", and no fewer"
	case m.Irreducible && m.Symmetry == string(compose.NoSymmetry):
		text += ", and none of these can go"
	case m.Irreducible:
		text += ", and none of these can go with its partner"
	}
	return text + "\n"
}

package command

import (
	"encoding/json"
	"slices"
	"strings"

	"nazo/compile"
	"nazo/dsl/instance"
	"nazo/dsl/value"
	"nazo/internal/judge"
	"nazo/internal/show/draw"
	"nazo/internal/show/picture"
)

// showCmd draws a puzzle without its solution. Nothing is searched for.
type showCmd struct {
	puzzleFlags
	boardFormatFlag
	colorFlag
}

// Declare implements [Declarer].
func (c *showCmd) Declare(v *Verb) { v.Include(&c.puzzleFlags, &c.boardFormatFlag, &c.colorFlag) }

// Run draws the givens, or the start if the puzzle moves.
func (c *showCmd) Run(s *session) error {
	r, err := c.open(s)
	if err != nil {
		return err
	}
	d := c.drawer(s)
	var p *printedPuzzle
	if r.Moving() {
		p, err = s.movingPuzzle(r, d)
	} else {
		p, err = s.stillPuzzle(r, d)
	}
	if err != nil {
		return err
	}
	s.warn()
	s.answered()
	p.Puzzle = r.Name
	c.printer(s, d).print(p)
	return nil
}

// printedPuzzle is a puzzle as it is printed.
type printedPuzzle struct {
	Puzzle   string           `json:"puzzle"`
	Givens   json.RawMessage  `json:"givens"` // nil before it is filled, unless a part has written it
	Start    json.RawMessage  `json:"start,omitempty"`
	givens   []instance.Given // but what is hidden
	sections []draw.Section
	judge    *judge.Judge
	start    []value.Value // of a puzzle that moves, in the order of the judge's states; nil if it is open
}

func (p *printedPuzzle) fill() {
	if p.Givens == nil {
		p.Givens = givensJSON(p.givens)
	}
	if p.start != nil {
		p.Start = picture.AppendState(nil, p.judge, p.start)
	}
}

// givensJSON is an object with the values of givens, in their order.
func givensJSON(all []instance.Given) json.RawMessage {
	out := []byte{'{'}
	for i, g := range all {
		if i > 0 {
			out = append(out, ',')
		}
		out = picture.AppendJSON(append(append(out, encode(g.Name)...), ':'), g.Value)
	}
	return append(out, '}')
}

// stillPuzzle has what is given. The rules are not looked at: a puzzle may be drawn that has no solution.
func (s *session) stillPuzzle(r *request, d picture.Drawer) (*printedPuzzle, error) {
	s.progress.stage("reading the puzzle")
	values, problems := compile.Givens(s.ctx, r.Spec, instance.Input{Instance: r.instance, Overrides: r.overrides}, compile.Options{Seed: r.seed})
	var j *judge.Judge
	if !problems.HasErrors() {
		j, problems = judge.New(s.ctx, r.Spec, values, nil)
	}
	switch {
	case problems.HasErrors() && s.ctx.Err() != nil:
		return nil, limited{s.stopReason() + " while reading the puzzle"}
	case problems.HasErrors():
		return nil, problems
	}
	return &printedPuzzle{givens: values, sections: d.Puzzle(j, values, r.says), judge: j}, nil
}

// says reports whether the request has a value for a given, by its name.
func (r *request) says(name string) bool {
	for _, o := range r.overrides {
		if o.Name == name || strings.HasPrefix(o.Name, name+"[") {
			return true
		}
	}
	return len(r.instance.Of(name)) > 0
}

// movingPuzzle has what is given and is not hidden, and the start.
func (s *session) movingPuzzle(r *request, d picture.Drawer) (*printedPuzzle, error) {
	p, err := s.onlyProblem(r)
	if err != nil {
		return nil, err
	}
	hidden := r.HiddenNames()
	out := &printedPuzzle{judge: p.Judge}
	for _, g := range p.Givens {
		if !slices.Contains(hidden, g.Name) {
			out.givens = append(out.givens, g)
		}
	}
	if out.start, err = p.Judge.Begin(); err != nil {
		out.sections = d.Puzzle(p.Judge, out.givens, r.says)
		return out, nil
	}
	out.sections, err = d.Start(p, out.start, hidden...)
	if err != nil {
		s.notDrawn(err)
	}
	return out, nil
}

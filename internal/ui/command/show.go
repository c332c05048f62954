package command

import (
	"encoding/json"
	"slices"
	"strings"

	"nazo/dsl/instance"
	"nazo/dsl/value"
	"nazo/internal/judge"
	"nazo/internal/show/draw"
	"nazo/internal/show/picture"
	"nazo/internal/solve"
)

// showCmd draws a puzzle without its solution. Nothing is searched for.
type showCmd struct {
	puzzleFlags
	boardFormatFlag
	colorFlag
	rulesFlag
}

// Declare implements [Declarer].
func (c *showCmd) Declare(v *Verb) {
	v.Include(&c.puzzleFlags, &c.boardFormatFlag, &c.colorFlag, &c.rulesFlag)
}

// Run draws the givens, or the start if the puzzle moves.
func (c *showCmd) Run(s *session) error {
	if err := c.rulesFlag.suit(c.Format); err != nil {
		return err
	}
	r, err := c.open(s)
	if err != nil {
		return err
	}
	d := c.drawer(s)
	d.Rules = c.Rules
	var p *printedPuzzle
	if r.Moving() {
		p, err = s.movingPuzzle(r, d)
	} else {
		p, err = s.stillPuzzle(r, d)
	}
	if err != nil {
		return err
	}
	if c.Rules && !r.Moving() { // a model knows which rules say something here
		if p.problem, err = s.onlyProblem(r); err != nil {
			return err
		}
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
	Givens   json.RawMessage  `json:"givens"` // only set if a part has written it; else fill writes it
	Start    json.RawMessage  `json:"start,omitempty"`
	givens   []instance.Given // without hidden ones
	sections []draw.Section
	judge    *judge.Judge
	problem  *solve.Problem // nil if no model is made
	start    []value.Value  // of a puzzle that moves, in the order of the judge's states; nil if it is not known
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

// stillPuzzle returns the givens. It makes no model, so it draws puzzles without a solution, too.
func (s *session) stillPuzzle(r *request, d picture.Drawer) (*printedPuzzle, error) {
	s.progress.stage("reading the puzzle")
	p, err := s.judged(r, r.input())
	if err != nil {
		return nil, err
	}
	return &printedPuzzle{givens: p.Givens, sections: d.Puzzle(p.Judge, p.Givens, r.says), judge: p.Judge}, nil
}

// says reports whether the request has a value for a given, by its name.
func (r *request) says(name string) bool { return r.overridden(name) || len(r.instance.Of(name)) > 0 }

// overridden reports whether the command line has a value for a given, or for a part of it.
func (r *request) overridden(name string) bool {
	return slices.ContainsFunc(r.overrides, func(o instance.Override) bool { return o.Name == name || strings.HasPrefix(o.Name, name+"[") })
}

// movingPuzzle returns the givens that are not hidden, and the start.
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

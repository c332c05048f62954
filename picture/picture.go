// Package picture draws answers, runs and states of a problem, as text or for a page: what the spec
// wants shown, or else what is found over what is given. How a value is drawn is package
// draw's work.
package picture

import (
	"strings"

	"nazo/draw"
	"nazo/judge"
	"nazo/solve"
)

// Drawer draws answers and states for people.
type Drawer struct {
	Color bool // with ANSI escapes
	// Width is the number of columns that there are, for example of a terminal: what is wider is drawn in pieces. 0: nobody knows.
	Width int
	// MovesOnly asks for runs without the states between the moves.
	MovesOnly bool
	// Missing, if not nil, is called with why something can't be drawn, and Note with
	// what else there is to say about an answer.
	Missing func(error)
	Note    func(format string, args ...any)
}

func (d Drawer) missing(err error) {
	if err != nil && d.Missing != nil {
		d.Missing(err)
	}
}

func (d Drawer) options() draw.Options { return draw.Options{Color: d.Color, Width: d.Width} }

// Answer draws an answer in whole lines: what the spec wants shown, or else all finds,
// each over its board; of a run each state.
func (d Drawer) Answer(p *solve.Problem, found *judge.Answer) string {
	if found.Run != nil {
		return d.Run(p, found.Run)
	}
	return draw.Text(d.items(p, found), d.options())
}

// Sections are the parts of an answer, for a page: of a run each state, or its moves.
func (d Drawer) Sections(p *solve.Problem, found *judge.Answer) (all []draw.Section) {
	switch {
	case found.Run == nil:
		return []draw.Section{{Items: d.items(p, found)}}
	case !d.MovesOnly:
		return d.States(p, found.Run)
	}
	for line := range strings.Lines(movesText(p, found.Run)) {
		all = append(all, draw.Section{Heading: strings.TrimSuffix(line, "\n")})
	}
	return all
}

// items are the things to draw of an answer that is no run.
func (d Drawer) items(p *solve.Problem, found *judge.Answer) (items []draw.Item) {
	items = printed(p.Judge, p.Givens)
	if p.Judge.Shows() {
		pictures, err := p.Judge.Shown(found)
		d.missing(err)
		for _, shown := range pictures {
			items = append(items, draw.Item{Title: shown.Title, As: shown.As, Value: shown.Value})
		}
	} else {
		for i, f := range p.Judge.Finds {
			if !f.Chosen {
				items = append(items, draw.Item{Title: f.Name, Value: found.Values[i]})
			}
		}
	}
	return items
}

// Title says which puzzle it is that a judge judges, for a drawing of it.
func Title(j *judge.Judge) string {
	spec := j.Spec()
	return strings.Trim(spec.Name+": "+spec.About, ": ")
}

package main

import (
	"os"

	"nazo/draw"
	"nazo/judge"
	"nazo/solve"
)

// drawer draws answers and states for people.
type drawer struct {
	color bool
	// movesOnly asks for runs without the states between the moves.
	movesOnly bool
	note      func(format string, args ...any) // is told of what can't be drawn
}

// drawer draws in colours if standard output gets them.
func (f colorFlag) drawer(s *session) drawer {
	color := f.Color == "always" || f.Color == "auto" && isTerminal(s.file) && os.Getenv("NO_COLOR") == ""
	return drawer{color: color, note: s.note}
}

// drawing shows an answer: what the spec wants shown, or else all finds, each
// over its board; of a run each state.
func (d drawer) drawing(p *solve.Problem, found *judge.Answer) string {
	if found.Run != nil {
		return d.runText(p, found.Run)
	}
	var items []draw.Item
	for _, g := range p.Givens {
		items = append(items, draw.Item{Title: g.Name, Value: g.Value, Given: true})
	}
	if p.Judge.Shows() {
		pictures, err := p.Judge.Shown(found)
		if err != nil {
			d.note("%v", err)
		}
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
	return draw.Text(items, draw.Options{Color: d.color})
}

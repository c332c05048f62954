package main

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"nazo/judge"
	"nazo/solve"
	"nazo/value"
)

// runText shows a run: the start, then each move with its number and what it leads
// to, without what is hidden, by name; or the moves alone.
func (d drawer) runText(p *solve.Problem, run *judge.Run, hidden ...string) string {
	if d.movesOnly {
		return movesText(p, run)
	}
	var out strings.Builder
	for _, f := range d.frames(p, run, hidden...) {
		if strings.Count(f.picture, "\n") == 1 {
			fmt.Fprintf(&out, "%s: %s", f.head, f.picture)
			continue
		}
		if out.Len() > 0 {
			out.WriteByte('\n')
		}
		fmt.Fprintf(&out, "%s\n%s", f.head, f.picture)
	}
	return out.String()
}

// frame is a state of a run: how it came about, and its picture in whole lines.
type frame struct{ head, picture string }

// frames are the states of a run, from the start on. What is hidden, by name, isn't
// drawn.
func (d drawer) frames(p *solve.Problem, run *judge.Run, hidden ...string) []frame {
	st := d.newStage(p, hidden...)
	draw := func(head string, state []value.Value) frame {
		picture, err := st.draw(state)
		if err != nil {
			d.note("%v", err)
		}
		return frame{head, picture}
	}
	head := "start"
	if key := st.key(); key != "" {
		head += " (" + key + ")"
	}
	out := []frame{draw(head, run.Start)}
	for i, step := range run.Steps {
		out = append(out, draw(fmt.Sprintf("%d. %s", i+1, step.Move.String()), step.After))
	}
	return out
}

// runWidth is the number of columns that moves without states may fill.
const runWidth = 100

// movesText has the moves of a run, several in a line.
func movesText(p *solve.Problem, run *judge.Run) string {
	var out strings.Builder
	column := 0
	for i, step := range run.Steps {
		text := fmt.Sprintf("%d. %s", i+1, step.Move.String())
		width := utf8.RuneCountInString(text)
		switch {
		case i == 0:
		case column+2+width > runWidth:
			out.WriteByte('\n')
			column = 0
		default:
			out.WriteString("  ")
			column += 2
		}
		out.WriteString(text)
		column += width
	}
	if len(run.Steps) > 0 {
		out.WriteByte('\n')
	}
	return out.String()
}

package picture

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"nazo/draw"
	"nazo/judge"
	"nazo/solve"
	"nazo/value"
)

// Run draws a run: the start, then each move with its number and what it leads
// to, without what is hidden, by name; or the moves alone.
func (d Drawer) Run(p *solve.Problem, run *judge.Run, hidden ...string) string {
	if d.MovesOnly {
		return movesText(p, run)
	}
	var out strings.Builder
	for _, f := range d.Frames(p, run, hidden...) {
		if strings.Count(f.Picture, "\n") == 1 {
			fmt.Fprintf(&out, "%s: %s", f.Head, f.Picture)
			continue
		}
		if out.Len() > 0 {
			out.WriteByte('\n')
		}
		fmt.Fprintf(&out, "%s\n%s", f.Head, f.Picture)
	}
	return out.String()
}

// Frame is a state of a run: how it came about, and its picture in whole lines.
type Frame struct{ Head, Picture string }

// Frames are the states of a run, from the start on. What is hidden, by name, isn't
// drawn.
func (d Drawer) Frames(p *solve.Problem, run *judge.Run, hidden ...string) []Frame {
	var out []Frame
	for _, s := range d.States(p, run, hidden...) {
		out = append(out, Frame{s.Heading, draw.Text(s.Items, s.Options)})
	}
	return out
}

// States are the states of a run as sections of a page, each under what it came about by. What is hidden, by name, isn't drawn.
func (d Drawer) States(p *solve.Problem, run *judge.Run, hidden ...string) []draw.Section {
	st := d.Stage(p, hidden...)
	section := func(heading string, state []value.Value) draw.Section {
		items, err := st.items(state)
		d.missing(err)
		return draw.Section{Heading: heading, Items: items, Options: st.options}
	}
	heading := "start"
	if key := st.Key(); key != "" {
		heading += " (" + key + ")"
	}
	out := []draw.Section{section(heading, run.Start)}
	for i, step := range run.Steps {
		out = append(out, section(fmt.Sprintf("%d. %s", i+1, step.Move.String()), step.After))
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

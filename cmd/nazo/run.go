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
func (s *session) runText(p *solve.Problem, run *judge.Run, color string, hidden ...string) string {
	if s.movesOnly {
		return movesText(p, run)
	}
	var out strings.Builder
	for _, f := range s.frames(p, run, color, hidden...) {
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
func (s *session) frames(p *solve.Problem, run *judge.Run, color string, hidden ...string) []frame {
	st := s.newStage(p, color, hidden...)
	draw := func(head string, state []value.Value) frame {
		picture, err := st.draw(state)
		if err != nil {
			s.note("%v", err)
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

// costText says what a run costs and whether that is proved to be the least. Without
// an objective there is the length alone, and whether there may be a shorter run.
func costText(p *solve.Problem, r *solve.Report) string {
	best := r.Answers[0]
	length := plural(len(best.Run.Steps), "move")
	if len(p.CostNames) == 0 {
		if r.ShorterMayExist {
			return length + "; shorter runs may exist"
		}
		return length
	}
	var terms []string
	counted := false
	for i, name := range p.CostNames {
		counted = counted || name == "moves"
		terms = append(terms, name+" "+value.String(best.Objective[i]))
	}
	text := strings.Join(terms, ", ") + proof(r, len(terms))
	if !counted {
		text += "; " + length
	}
	return text
}

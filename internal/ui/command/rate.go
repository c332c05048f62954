package command

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"nazo/internal/study/explain"
	"nazo/native"
)

type rateCmd struct {
	puzzleArgs
	limitFlags
	plainFormatFlag
	partsFlags
}

// Declare implements [Declarer].
func (c *rateCmd) Declare(v *Verb) {
	v.Include(&c.puzzleArgs, &c.limitFlags, &c.plainFormatFlag, &c.partsFlags)
}

func (c *rateCmd) alone() string { return "" }

// Run rates.
func (c *rateCmd) Run(s *session) error {
	c.start(s)
	return s.pose(c, c.printer(s, colorFlag{}.drawer(s)))
}

func (c *rateCmd) answer(s *session, r *request, to printer) error {
	if err := c.ofSeveral(); err != nil {
		return err
	}
	switch {
	case r.Moving():
		return mistakef("%s moves: nazo rate rates puzzles that stand still", r.name)
	case len(r.swept) > 0:
		return mistakef("nazo rate takes one puzzle, not a range of them")
	}
	p, err := s.onlyProblem(r)
	if err != nil {
		return err
	}
	s.warn()
	s.progress.stage("looking for steps")
	rating, err := explain.Rate(s.ctx, p.Problem, native.New(), explain.Usual())
	s.answered()
	if err != nil {
		if s.ctx.Err() != nil {
			return limited{s.stopReason()}
		}
		return mistakef("%s: %v", r.name, err)
	}
	to.print(ratedOf(r.name, p.Objectives > 0, rating))
	switch rating.End {
	case explain.Solved:
		return nil
	case explain.GivenUp:
		return limited{s.stopReason()}
	}
	return StatusFalse
}

// rated is the report of nazo rate.
type rated struct {
	explain.Rating `json:"-"`
	Puzzle         string      `json:"puzzle"`
	End            string      `json:"end"`
	BestLeftOut    bool        `json:"bestLeftOut,omitempty"` // the spec asks for a best solution, which is ignored
	Number         float64     `json:"rating"`
	Word           string      `json:"word"`
	Steps          map[int]int `json:"steps"` // by inferences
	Largest        int         `json:"largest"`
	Hardest        float64     `json:"hardest"`
	At             int         `json:"hardestStep,omitempty"`
	Technique      string      `json:"technique,omitempty"` // of the hardest
	Open           float64     `json:"open"`
	Narrow         int         `json:"narrow"`
	Searched       int         `json:"searched"`
	Work           float64     `json:"work"`
}

func ratedOf(puzzle string, best bool, r explain.Rating) *rated {
	sizes := map[int]int{}
	for size, n := range r.Steps {
		if n > 0 {
			sizes[size] = n
		}
	}
	return &rated{r, puzzle, ends[r.End], best, hundredths(r.Number), r.Level, sizes, r.Largest, hundredths(r.Hardest), r.At, r.Technique,
		hundredths(r.Open), r.Narrow, r.Searched, hundredths(r.Work)}
}

// end says how the way to the solution ended.
func (r *rated) end() string {
	if r.BestLeftOut && r.Rating.End == explain.Several {
		return "several solutions, and the best is not looked for"
	}
	return r.End
}

// ends has the words for [explain.End].
var ends = map[explain.End]string{explain.Solved: "solved", explain.Several: "several solutions", explain.Contradicted: "no solution", explain.GivenUp: "not known"}

func (r *rated) text(t *textPrinter) {
	if r.Rating.End == explain.Contradicted {
		fmt.Fprintln(t.out, "no solution")
		return
	}
	switch r.Rating.End {
	case explain.Solved:
		fmt.Fprintf(t.out, "rating %.1f: %s\n", r.Rating.Number, r.Level)
	case explain.Several:
		several := "there are several solutions"
		if r.BestLeftOut {
			several = "several solutions obey the rules, and nazo rate does not ask which is best"
		}
		fmt.Fprintf(t.out, "not rated: %s; up to where they part\n", several)
	case explain.GivenUp:
		fmt.Fprintf(t.out, "not rated: this is the way so far, which comes to %.1f\n", r.Rating.Number)
	}
	fmt.Fprintln(t.out, r.profile())
}

// profile describes the steps, one property in a line.
func (r *rated) profile() string {
	total, sizes := 0, []string(nil)
	for _, size := range slices.Sorted(maps.Keys(r.Steps)) {
		total += r.Steps[size]
		sizes = append(sizes, fmt.Sprintf("%d × %d", r.Steps[size], size))
	}
	if total == 0 {
		return "nothing to find out"
	}
	open := fmt.Sprintf("%.1f steps", r.Rating.Open)
	if open == "1.0 steps" {
		open = "1 step"
	}
	lines := []string{
		fmt.Sprintf("hardest step: %d, %s (%.1f)", r.At, r.Technique, r.Rating.Hardest),
		fmt.Sprintf("work: %.1f for %s by length (steps × inferences): %s", r.Rating.Work, plural(total, "step"), strings.Join(sizes, ", ")),
		fmt.Sprintf("open at once: %s on average, and %d times only one", open, r.Narrow),
	}
	if r.Searched > 0 {
		lines = append(lines, fmt.Sprintf("looking ahead: in %s something is supposed", plural(r.Searched, "step")))
	}
	return strings.Join(lines, "\n")
}

func (r *rated) finding() (verdict, kind string) {
	if r.Rating.End == explain.Solved {
		return fmt.Sprintf("%.1f %s, hardest step %.1f", r.Rating.Number, r.Level, r.Rating.Hardest), r.Level
	}
	return r.end(), r.end()
}

// hundredths rounds to two digits after the point.
func hundredths(x float64) float64 { return math.Round(100*x) / 100 }

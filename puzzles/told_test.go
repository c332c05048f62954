package puzzles_test

import (
	"context"
	"flag"
	"fmt"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"
	"unicode/utf8"

	"nazo/compile"
	"nazo/dsl/check"
	"nazo/internal/solve"
	"nazo/internal/study/explain"
	"nazo/internal/testkit"
	"nazo/native"
	"nazo/puzzles"
	"nazo/sat"
)

// tellAll asks for a table of how long each explanation takes, by processor time, instead of a sample.
var tellAll = flag.Bool("told", false, "explain everything, with a table of how long each takes")

// few are specs that are always explained. The others are where everything is.
var few = []string{"akari", "heyawake", "hitori", "slitherlink", "sudoku"}

// mostTold is how many examples of a spec are explained, and longestTold for how long each: what was
// told by then is held against the rules.
const (
	mostTold    = 2
	longestTold = time.Second
)

// TestTold explains examples, as far as the time goes, and holds each step against the solution: each fact is so, and engine sat says that each inference follows from
// what it cites.
func TestTold(t *testing.T) {
	var table []string
	for _, name := range puzzles.Specs() {
		if !*tellAll && !testkit.Thorough() && !slices.Contains(few, name) {
			continue
		}
		spec := checked(t, name)
		all := compile.Examples(spec)
		for _, file := range puzzles.Instances(name) {
			if !*tellAll {
				continue
			}
			all = append(all, instanceExample(t, name, file))
		}
		if !*tellAll {
			all = all[:min(len(all), mostTold)]
		}
		for _, e := range all {
			if row := tell(t, spec, e); row != "" {
				table = append(table, row)
			}
		}
	}
	slices.Sort(table)
	if *tellAll {
		fmt.Println(strings.Join(table, "\n"))
	}
}

// tell explains one example, and says how long that took.
func tell(t *testing.T, spec *check.Spec, e *compile.Example) string {
	p, problems := solve.Compile(t.Context(), spec, e.Input, compile.Options{})
	if p == nil {
		t.Fatal(problems.Text(false))
	}
	if p.Moving() {
		return ""
	}
	limit := longestTold
	if *tellAll {
		limit = 20 * time.Second
	}
	ctx, stop := context.WithTimeout(t.Context(), limit)
	defer stop()
	begin := spent()
	x, err := explain.Open(ctx, p.Problem, native.New())
	if err != nil {
		return ""
	}
	s := x.Story(ctx)
	steps, longest, tried := 0, 0, 0
	var end explain.End
	for {
		var step *explain.StoryStep
		if step, end = s.Next(ctx); step == nil {
			break
		}
		steps++
		text := x.Text(step)
		for _, line := range linesOf(x, step) {
			longest = max(longest, utf8.RuneCountInString(line))
		}
		for _, bad := range []string{"rule instance", "something hidden", "( )", "  ", " ."} {
			if strings.Contains(text, bad) {
				t.Errorf("%s, %s: %q in %q", spec.Name, e.Name, bad, text)
			}
		}
		for i := range step.Chain {
			if step.Chain[i].Tried {
				tried++
			}
		}
		if !*tellAll {
			arrows(t, x, step)
		}
	}
	took := spent() - begin
	if s.Solution() != nil && end == explain.Solved {
		for _, f := range s.Written {
			if !f.Holds(s.Solution()) {
				t.Errorf("%s, %s: %s is not so", spec.Name, e.Name, x.Say(s.Written))
				break
			}
		}
	}
	return fmt.Sprintf("%8.2f s %5d steps %5d characters in a line %3d by trying  end %d  %s, %s", took.Seconds(), steps, longest, tried, end, spec.Name, e.Name)
}

// linesOf returns the lines of a step, as a player reads them.
func linesOf(x *explain.Explainer, step *explain.StoryStep) []string {
	all, lines := x.Lay(step, explain.Longest, false)
	for _, line := range lines {
		all = append(all, line.Text)
	}
	return all
}

// spent is the processor time of this process.
func spent() time.Duration {
	var u syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &u) != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// arrows asks engine sat about each inference of a step.
func arrows(t *testing.T, x *explain.Explainer, step *explain.StoryStep) {
	for i := range step.Chain {
		if !step.Chain.InScope(i) {
			t.Errorf("inference %d uses what does not hold there: %s", i, x.Text(step))
		}
		if follows, known := x.ConfirmInference(t.Context(), sat.New(), step.Chain, i); known && !follows {
			t.Errorf("inference %d does not follow: %s", i, x.Text(step))
		}
	}
}

package solve_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"nazo/compile"
	"nazo/dsl/diag"
	"nazo/dsl/instance"
	"nazo/internal/model"
	"nazo/internal/solve"
	"nazo/internal/testkit"
	"nazo/native"
	"nazo/puzzles"
	"nazo/sat"
)

// figure is a question to a spec that comes with nazo, and its answer.
type figure struct {
	spec     string
	instance string // a file, or ""
	values   string // name=value, separated by blanks
	limit    int    // 0: count them all
	count    int    // how many are found
}

func (f figure) String() string {
	what := "all"
	if f.limit > 0 {
		what = fmt.Sprint(f.limit)
	}
	return strings.Join(strings.Fields(f.spec+" "+f.instance+" "+f.values+" "+what), "_")
}

// known are published counts, which both engines must find.
var known = []figure{
	{"queens", "", "n=8", 0, 92},
	{"queens", "", "n=10", 0, 724},
	{"knights_tour", "", "rows=3 cols=4", 0, 8},
	{"knights_tour", "", "rows=5 cols=5", 0, 864},
	{"knights_tour", "", "rows=3 cols=10 closed=true", 0, 16},
	{"knights_tour", "", "rows=6 cols=6 closed=true", 0, 9862},
	{"knights_tour", "", "rows=5 cols=5 closed=true", 0, 0},
	{"knights_tour", "", "rows=4 cols=4 closed=true", 0, 0},
	{"send_more_money", "", "", 0, 1},
	{"langford", "", "n=7", 0, 26},
	{"magic_square", "", "n=3", 0, 8},
}

// load compiles a figure's problem.
func (f figure) load(tb testing.TB) *solve.Problem {
	tb.Helper()
	text := ""
	if f.instance != "" {
		var ok bool
		if text, ok = puzzles.Instance(f.spec, f.instance); !ok {
			tb.Skipf("there is no instance %s of %s", f.instance, f.spec)
		}
	}
	return compiled(tb, f.spec, text, strings.Fields(f.values)...)
}

// compiled is the problem of a spec that comes with nazo, of the text of an instance file, if
// any, and of name=value.
func compiled(tb testing.TB, name, text string, values ...string) *solve.Problem {
	tb.Helper()
	var in instance.Input
	if text != "" {
		all, problems := instance.Parse(diag.NewSource("instance", text))
		if problems.HasErrors() {
			tb.Fatal(problems)
		}
		in.Instance = all[0]
	}
	for _, v := range values {
		name, value, _ := strings.Cut(v, "=")
		in.Overrides = append(in.Overrides, instance.Override{Name: name, Text: value})
	}
	p, problems := solve.Compile(context.Background(), shipped(tb, name), in, compile.Options{})
	if p == nil {
		tb.Fatal(problems)
	}
	return p
}

// mostKnown is the largest count that both engines list without -thorough: 724 queens take them seconds.
const mostKnown = 100

func TestKnownCounts(t *testing.T) {
	team := solve.Team{Engines: []model.Engine{sat.New(), native.New()}, Mode: solve.Together}
	for _, f := range known {
		if f.count > mostKnown && !testkit.Thorough() {
			continue
		}
		t.Run(f.String(), func(t *testing.T) {
			r := solve.Ask(t.Context(), f.load(t), team, solve.Question{Limit: f.limit, Keep: 1})
			if r.Fault != nil {
				t.Fatal(r.Fault)
			}
			for _, run := range r.Attempts {
				if !run.Exhausted || run.Solutions != f.count {
					t.Errorf("%s: %d solutions (exhausted: %t, %s), want %d", run.Engine, run.Solutions, run.Exhausted, run.Reason, f.count)
				}
			}
		})
	}
}

// BenchmarkFigures measures compiling and solving on one engine. Besides time and memory it
// reports the work: conflicts and nodes.
func BenchmarkFigures(b *testing.B) {
	for _, c := range []struct {
		engine  model.Engine
		figures []figure
	}{
		{sat.New(), append([]figure{
			{"knights_tour", "", "rows=8 cols=8 closed=true", 1, 1},
			{"knights_tour", "", "rows=30 cols=30 closed=true", 1, 1},
			{"knights_tour", "", "rows=60 cols=60 closed=true", 1, 1},
			{"slitherlink", "20x20.txt", "", 2, 1},
			{"numberlink", "20x20.txt", "", 2, 1},
			{"sudoku", "16x16.txt", "", 2, 1},
			{"sudoku", "25x25.txt", "", 2, 1},
		}, known...)},
		{native.New(), append([]figure{
			{"knights_tour", "", "rows=8 cols=8 closed=true", 1, 1},
			{"sudoku", "escargot.txt", "", 2, 1},
			{"sudoku", "golden_nugget.txt", "", 2, 1},
			{"sudoku", "inkala.txt", "", 2, 1},
			{"slitherlink", "10x10.txt", "", 2, 1},
		}, known...)},
	} {
		for _, f := range c.figures {
			b.Run(c.engine.Name()+"/"+f.String(), func(b *testing.B) {
				b.ReportAllocs()
				var stats model.Stats
				for b.Loop() {
					r := solve.Ask(b.Context(), f.load(b), solve.Team{Engines: []model.Engine{c.engine}}, solve.Question{Limit: f.limit, Keep: 1})
					if r.Count != f.count || !r.Complete {
						b.Fatalf("%d solutions (complete: %t), want %d", r.Count, r.Complete, f.count)
					}
					stats = r.Stats
				}
				b.ReportMetric(float64(stats.Conflicts), "conflicts")
				b.ReportMetric(float64(stats.Nodes), "nodes")
			})
		}
	}
}

// BenchmarkCompile measures the way from text to a model.
func BenchmarkCompile(b *testing.B) {
	for _, f := range []figure{
		{spec: "sudoku", instance: "25x25.txt"},
		{spec: "slitherlink", instance: "20x20.txt"},
		{spec: "knights_tour", values: "rows=60 cols=60 closed=true"},
	} {
		b.Run(f.String(), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				f.load(b)
			}
		})
	}
}

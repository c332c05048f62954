package solve_test

import (
	"errors"
	"fmt"
	"math/big"
	"slices"
	"strings"
	"testing"
	"time"

	"nazo/compile"
	"nazo/dsl"
	"nazo/dsl/check"
	"nazo/dsl/diag"
	"nazo/internal/model"
	"nazo/internal/solve"
	"nazo/internal/testkit"
	"nazo/native"
	"nazo/puzzles"
	"nazo/sat"
)

// byFrontier are numbers of solutions that are counted by eliminating vertices. Those
// of tours are published; the others were found by enumeration, too.
var byFrontier = []struct {
	spec, instance, values string
	total                  string
}{
	{"knights_tour", "", "rows=6 cols=6 closed=true", "9862"},
	{"knights_tour", "", "rows=6 cols=7 closed=true", "1067638"},
	{"knights_tour", "", "rows=3 cols=10 closed=true", "16"},
	{"knights_tour", "", "rows=5 cols=5 closed=true", "0"},
	{"knights_tour", "", "rows=5 cols=5", "864"},
	{"knights_tour", "", "rows=6 cols=6", "3318960"},
	{"slitherlink", "10x10.txt", "", "1"},
	{"masyu", "10x10.txt", "", "1"},
	{"numberlink", "6x6a.txt", "", "1"},
	{"numberlink", "6x6a.txt", "fill=true", "1"},
	{"numberlink", "10x10.txt", "", "1"},
	{"numberlink", "10x10.txt", "fill=true", "1"},
}

// alone is the engine that counts.
var alone = solve.Team{Engines: []model.Engine{native.New()}}

func TestCountByFrontier(t *testing.T) {
	t.Parallel()
	for _, c := range byFrontier {
		f := figure{c.spec, c.instance, c.values, 0, 0}
		t.Run(f.String(), func(t *testing.T) {
			p := f.load(t)
			plan, _, err := solve.Open(p, alone).Plan(t.Context(), solve.Question{})
			if err != nil {
				t.Fatal(err)
			}
			n := plan.Count(t.Context())
			if !n.Complete {
				t.Fatal(n.Reason)
			}
			if n.N.String() != c.total {
				t.Errorf("%v solutions, want %s", n.N, c.total)
			}
		})
	}
}

// mostForecast is the longest count, by its plan and in seconds, that the test takes up.
const mostForecast = 60

// countable are specs that eliminating vertices applies to.
var countable = strings.Fields("akari country_road gokigen graph_colouring hashi kenken knights_tour lights_out masyu numberlink queens slitherlink star_battle tour_on_board tsp wiring yajilin zebra")

// TestCountExamples counts the solutions of an example of each of these specs, the smallest for which that does not take long, and holds
// the numbers against those of both engines. With -thorough it counts all examples of all specs.
func TestCountExamples(t *testing.T) {
	names, mostListed := countable, int64(500)
	if testkit.Thorough() {
		names, mostListed = puzzles.Specs(), 20_000
	}
	counted, refused := map[string]int{}, map[string]string{}
	for _, name := range names {
		examples := examplesOf(t, name)
		slices.SortStableFunc(examples, func(p, q *solve.Problem) int { return len(p.Model.Vars) - len(q.Model.Vars) })
		for _, p := range examples {
			if counted[name] > 0 && !testkit.Thorough() {
				break
			}
			plan, _, err := solve.Open(p, alone).Plan(t.Context(), solve.Question{})
			if err != nil {
				refused[name] = err.Error()
				continue
			}
			if seconds := plan.Forecast(t.Context()).Work; seconds > mostForecast {
				refused[name] = fmt.Sprintf("it would take %.3g seconds", seconds)
				continue
			}
			n := plan.Count(t.Context())
			if !n.Complete {
				t.Errorf("%s: %s", name, n.Reason)
				continue
			}
			counted[name]++
			if !n.N.IsInt64() || n.N.Int64() > mostListed {
				continue
			}
			team := solve.Team{Engines: []model.Engine{native.New(), sat.New()}, TimeEach: 5 * time.Second}
			r := solve.Ask(t.Context(), p, team, solve.Question{Keep: 1})
			if r.Exhausted && n.N.Cmp(big.NewInt(int64(r.Count))) != 0 {
				t.Errorf("%s: %d by eliminating vertices, %d one by one", name, n.N, r.Count)
			}
		}
	}
	for _, name := range countable {
		if counted[name] == 0 {
			t.Errorf("no example of %s was counted: %s", name, refused[name])
		}
	}
}

// shipped is a spec that comes with nazo.
func shipped(tb testing.TB, name string) *check.Spec {
	tb.Helper()
	parsed := func(name string) (*dsl.File, error) {
		text, ok := puzzles.Spec(name)
		if !ok {
			return nil, errors.New("there is no spec " + name)
		}
		file, problems := dsl.Parse(diag.NewSource(name+".nazo", text))
		return file, problems.Err()
	}
	file, err := parsed(name)
	if err != nil {
		tb.Fatal(err)
	}
	spec, problems := check.Check(file, parsed)
	if problems.HasErrors() {
		tb.Fatal(problems)
	}
	return spec
}

// examplesOf compiles the examples of a spec in which nothing moves.
func examplesOf(t *testing.T, name string) (all []*solve.Problem) {
	t.Helper()
	spec := shipped(t, name)
	for _, e := range compile.Examples(spec) {
		p, problems := solve.Compile(t.Context(), spec, e.Input, compile.Options{})
		if p == nil {
			t.Fatal(name, problems)
		}
		if !p.Moving() {
			all = append(all, p)
		}
	}
	return all
}

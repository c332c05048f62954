package puzzles_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"nazo/compile"
	"nazo/dsl"
	"nazo/dsl/check"
	"nazo/dsl/diag"
	"nazo/dsl/instance"
	"nazo/internal/model"
	"nazo/internal/solve"
	"nazo/internal/testkit"
	"nazo/native"
	"nazo/puzzles"
	"nazo/sat"
)

// mostOnEach is the time of an engine on an instance that the other one may have to solve.
const mostOnEach = 2 * time.Second

// lengthy are the instances that took more than a second each, two thirds of the time of all together: they are solved with -thorough.
// What they exercise of a spec, its examples and its smaller instances do, too.
var lengthy = []string{
	"calculation/full_deck.txt", "calculation/seven_ranks.txt", "choco_banana/10x10.txt", "fifteen/15_walk_longer.txt", "fifteen/8_swapped.txt",
	"fillomino/17x17.txt", "fractional_division/7x7.txt", "goishi_turns/30.txt", "goishi_way/30.txt", "graph_colouring/south_america.txt",
	"haisu/7x7.txt", "hanoi/10_on_four.txt", "hinge/10x10.txt", "japanese_sums/8x8.txt", "kin_kon_kan/8x8.txt", "nibun_nogo/10x10.txt",
	"peg_solitaire/english_centre.txt", "scrin/10x10.txt", "symmetry_area/7x7.txt", "tetrominous/8x8.txt",
	"voxas/8x8.txt", "wiring/10x10.txt", "wiring/12x12.txt", "yin_yang/10x10.txt",
}

// Every example holds, by engine native, and with -thorough by both.
func TestExamples(t *testing.T) {
	asked := solve.Team{Engines: []model.Engine{native.New()}, Mode: solve.InTurn}
	if testkit.Thorough() {
		asked.Engines = append(asked.Engines, sat.New())
	}
	eachSpec(t, func(t *testing.T, name string, spec *check.Spec) {
		for _, e := range compile.Examples(spec) {
			t.Run(e.Name, func(t *testing.T) { try(spec, e, asked).holds(t) })
		}
	})
}

// Every instance holds, by whichever engine is first: some of them are too much
// for the other. The short run takes the first instance of every fifth spec, if it is not lengthy, as TestDrawn does. With
// -thorough all are taken, and each engine is asked for as long as there is time.
func TestInstancesHold(t *testing.T) {
	each := team
	each.Mode, each.TimeEach = solve.InTurn, mostOnEach
	for _, l := range lengthy {
		name, file, _ := strings.Cut(l, "/")
		if !slices.Contains(puzzles.Instances(name), file) {
			t.Errorf("%s is not there", l)
		}
	}
	eachSpec(t, func(t *testing.T, name string, spec *check.Spec) {
		nth := slices.Index(puzzles.Specs(), name)
		for i, file := range puzzles.Instances(name) {
			if (i > 0 || nth%5 > 0 || slices.Contains(lengthy, name+"/"+file)) && !testkit.Thorough() {
				continue
			}
			t.Run(file, func(t *testing.T) {
				raced(t, spec, name, file).holds(t)
				if testkit.Thorough() {
					try(spec, instanceExample(t, name, file), each).holds(t)
				}
			})
		}
	})
}

// eachSpec runs a test for each spec.
func eachSpec(t *testing.T, test func(t *testing.T, name string, spec *check.Spec)) {
	t.Parallel()
	for _, name := range puzzles.Specs() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			test(t, name, checked(t, name))
		})
	}
}

// specs has what came of the specs that were checked: each is checked once, for all tests.
var specs sync.Map

// checked parses and checks a spec.
func checked(t *testing.T, name string) *check.Spec {
	t.Helper()
	type result struct {
		spec *check.Spec
		err  error
	}
	once, _ := specs.LoadOrStore(name, sync.OnceValue(func() result {
		file, err := parsed(name)
		if err != nil {
			return result{nil, err}
		}
		spec, problems := check.Check(file, parsed)
		if problems.Len() > 0 {
			return result{nil, errors.New(problems.Text(false))}
		}
		return result{spec, nil}
	}))
	r := once.(func() result)()
	if r.err != nil {
		t.Fatal(r.err)
	}
	return r.spec
}

// parsed parses a spec, which another one may use.
func parsed(name string) (*dsl.File, error) {
	text, ok := puzzles.Spec(name)
	if !ok {
		return nil, errors.New("there is no spec " + name)
	}
	file, problems := dsl.Parse(diag.NewSource(name+".nazo", text))
	return file, problems.Err()
}

// instanceExample makes an example of an instance and what its first line says.
func instanceExample(t *testing.T, name, file string) *compile.Example {
	t.Helper()
	in, expected := readInstance(t, name, file)
	expect, problems := dsl.Parse(diag.NewSource(file+" (expect)", "example: expect"+expected))
	if problems.Len() > 0 {
		t.Fatal(problems.Text(false))
	}
	return compile.NewExample(file, instance.Input{Instance: in}, expect.Stmts[0].(*dsl.Example), expect.Source)
}

// trial is an example that was solved, or why it was not.
type trial struct {
	*solve.Trial
	problem *solve.Problem
	example *compile.Example
	timed   bool
	err     error
}

// try solves an example.
func try(spec *check.Spec, e *compile.Example, team solve.Team) *trial {
	problem, problems := solve.Compile(context.Background(), spec, e.Input, compile.Options{})
	if problems.Len() > 0 {
		return &trial{err: problems}
	}
	tried, err := solve.Try(context.Background(), problem, team, e)
	return &trial{tried, problem, e, team.TimeEach > 0, err}
}

// holds holds the answers to what the example expects. That an engine has a time and it ran out is only logged.
func (tr *trial) holds(t *testing.T) {
	t.Helper()
	if tr.err != nil {
		t.Fatal(tr.err)
	}
	if tr.Fault != nil {
		t.Error(tr.Fault)
	}
	for _, run := range tr.Report.Attempts {
		if tr.timed && !run.Complete {
			t.Logf("%s did not finish: %s", run.Engine, run.Reason)
		}
	}
	for _, f := range tr.Findings {
		if !f.Met && (f.Decided || !tr.timed) {
			t.Errorf("expected %s, found %s", tr.example.Source.Slice(f.Expectation.Span), f.Got)
		}
	}
}

// races has what came of instances that more than one test looks at: each is solved once, by who comes first.
var races sync.Map

// raced is an instance that was solved by whichever engine is first.
func raced(t *testing.T, spec *check.Spec, name, file string) *trial {
	t.Helper()
	e := instanceExample(t, name, file)
	once, _ := races.LoadOrStore(name+"/"+file, sync.OnceValue(func() *trial { return try(spec, e, team) }))
	return once.(func() *trial)()
}

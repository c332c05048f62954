package puzzles_test

import (
	"errors"
	"testing"

	"nazo/compile"
	"nazo/dsl"
	"nazo/dsl/check"
	"nazo/dsl/diag"
	"nazo/engine"
	"nazo/givens"
	"nazo/native"
	"nazo/puzzles"
	"nazo/sat"
	"nazo/solve"
)

// Every example holds, by both engines.
func TestExamples(t *testing.T) {
	both := solve.Team{Engines: []engine.Engine{sat.New(), native.New()}, Mode: solve.InTurn}
	for _, name := range puzzles.Specs() {
		spec := checked(t, name)
		for _, e := range compile.Examples(spec) {
			t.Run(name+"/"+e.Name, func(t *testing.T) { try(t, spec, e, both) })
		}
	}
}

// Every instance holds, by whichever engine is first: some of them are too much
// for the other.
func TestInstancesHold(t *testing.T) {
	race := solve.Team{Engines: []engine.Engine{native.New(), sat.New()}, Mode: solve.Race}
	for _, name := range puzzles.Specs() {
		spec := checked(t, name)
		for _, file := range puzzles.Instances(name) {
			t.Run(name+"/"+file, func(t *testing.T) { try(t, spec, instanceExample(t, name, file), race) })
		}
	}
}

// checked parses and checks a spec.
func checked(t *testing.T, name string) *check.Spec {
	t.Helper()
	file, err := parsed(name)
	if err != nil {
		t.Fatal(err)
	}
	spec, problems := check.Check(file, parsed)
	if problems.Len() > 0 {
		t.Fatal(problems.Text(false))
	}
	return spec
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
	return compile.NewExample(file, givens.Input{Instance: in}, expect.Stmts[0].(*dsl.Example), expect.Source)
}

// try solves an example and holds the answers to what it expects.
func try(t *testing.T, spec *check.Spec, e *compile.Example, team solve.Team) {
	problem, problems := solve.Compile(t.Context(), spec, e.Input, compile.Options{})
	if problems.Len() > 0 {
		t.Fatal(problems.Text(false))
	}
	trial, err := solve.Try(t.Context(), problem, team, e)
	if err != nil {
		t.Fatal(err)
	}
	if trial.Fault != nil {
		t.Error(trial.Fault)
	}
	for _, f := range trial.Findings {
		if !f.Met {
			t.Errorf("expected %s, found %s", e.Source.Slice(f.Expectation.Span), f.Got)
		}
	}
}

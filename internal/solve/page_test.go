package solve_test

import (
	"errors"
	"testing"

	"nazo/compile"
	"nazo/dsl"
	"nazo/dsl/check"
	"nazo/dsl/diag"
	"nazo/internal/model"
	"nazo/internal/solve"
	"nazo/native"
	"nazo/sat"
)

// TestLanguagePage: the examples of the reference hold.
func TestLanguagePage(t *testing.T) {
	specs, names := pageSpecs(t)
	if len(names) == 0 {
		t.Fatal("there are no specs on the page")
	}
	parse := func(name string) (*dsl.File, error) {
		text, ok := specs[name]
		if !ok {
			return nil, errors.New("the page has no spec " + name)
		}
		file, problems := dsl.Parse(diag.NewSource(name+".nazo", text))
		return file, problems.Err()
	}
	race := solve.Team{Engines: []model.Engine{native.New(), sat.New()}, Mode: solve.Race}
	for _, name := range names {
		file, err := parse(name)
		if err != nil {
			t.Fatal(err)
		}
		spec, problems := check.Check(file, parse)
		if problems.Len() > 0 {
			t.Fatal(problems.Text(false))
		}
		for _, e := range compile.Examples(spec) {
			t.Run(name+"/"+e.Name, func(t *testing.T) {
				p, problems := solve.Compile(t.Context(), spec, e.Input, compile.Options{})
				if p == nil {
					t.Fatal(problems.Text(false))
				}
				tried, err := solve.Try(t.Context(), p, race, e)
				if err != nil {
					t.Fatal(err)
				}
				for _, f := range tried.Findings {
					if !f.Met {
						t.Errorf("got %s", f.Got)
					}
				}
				if tried.Fault != nil {
					t.Error(tried.Fault)
				}
			})
		}
	}
}

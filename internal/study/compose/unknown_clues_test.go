package compose_test

import (
	"context"
	"testing"

	"nazo/compile"
	"nazo/dsl/instance"
	"nazo/dsl/value"
	"nazo/internal/model"
	"nazo/internal/solve"
	"nazo/internal/study/compose"
	"nazo/native"
	"nazo/sat"
)

// TestUnknownClues compiles clues as variables, gives these the values that the instance has, and holds the number of solutions
// against that of the instance itself, with all clues and with every other one.
func TestUnknownClues(t *testing.T) {
	boards := append(boards[:len(boards):len(boards)], []struct{ spec, text string }{
		{"slitherlink", "clue:\n  . 2 .\n  2 . ?\n"},
		{"hitori", "digit:\n  1 2 2\n  2 3 1\n  1 1 3\n"},
		{"heyawake", "room:\n  A A B\n  A C B\n  C C C\nclue:\n  1 . .\n  . . ?\n  . . .\n"},
	}...)
	for _, b := range boards {
		d := draft(t, b.spec, b.text)
		for _, step := range []int{1, 2} {
			values := d.Values()
			for i, p := range d.Parts {
				if _, optional := p.Type.(instance.Optional); optional && i%step == 1 {
					values[i] = value.None{}
				}
			}
			o := compile.Options{Seek: func(p instance.Part) []value.Value {
				if len(p.Path) == 0 || value.Equal(p.Value, value.None{}) {
					return nil
				}
				if _, optional := p.Type.(instance.Optional); optional {
					return []value.Value{p.Value, value.None{}}
				}
				if all, _, ok := instance.Finite(p.Type); ok && all.Len() < 100 {
					return all.List()
				}
				return nil
			}}
			p, problems := compile.Compile(t.Context(), d.Spec, d.Input, o)
			if problems.HasErrors() {
				continue // the clues shape the board
			}
			var fixed []model.Within
			for i := range p.UnknownGivens {
				for j, part := range d.Parts {
					if s := &p.UnknownGivens[i]; part.Given == s.Given && value.Equal(value.List(part.Path), value.List(s.Path)) {
						v, code, ok := s.Fix(values[j])
						if !ok {
							t.Fatalf("%v can't be %v", s.Path, values[j])
						}
						fixed = append(fixed, model.Fix(v, code))
					}
				}
			}
			want := count(t, d, values)
			for _, e := range []model.Engine{native.New(), sat.New()} {
				job, err := e.Open(t.Context(), p.Model, model.Options{Within: fixed})
				if err != nil {
					t.Fatal(err)
				}
				r := job.Solve(t.Context(), model.SolveOptions{Limit: 500}, func(model.Solution) bool { return true })
				if r.Solutions != want {
					t.Errorf("%s by %s: %d solutions, want %d, of\n%s", b.spec, e.Name(), r.Solutions, want, b.text)
				}
			}
		}
	}
}

// count counts the solutions of a draft with other values, up to 500.
func count(t *testing.T, d *compose.Draft, values []value.Value) int {
	t.Helper()
	gs, _ := d.With(context.Background(), values)
	in := instance.Input{Values: map[string]value.Value{}}
	for _, g := range gs {
		in.Values[g.Name] = g.Value
	}
	p, problems := solve.Compile(t.Context(), d.Spec, in, compile.Options{})
	if problems.HasErrors() {
		t.Fatal(problems.Text(false))
	}
	return solve.Ask(t.Context(), p, solve.Team{Engines: []model.Engine{native.New()}}, solve.Question{Limit: 500}).Count
}

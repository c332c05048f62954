package explain_test

import (
	"context"
	"slices"
	"testing"

	"nazo/compile"
	"nazo/dsl/diag"
	"nazo/dsl/instance"
	"nazo/internal/model"
	"nazo/internal/study/explain"
	"nazo/internal/ui/load"
	"nazo/native"
	"nazo/puzzles"
	"nazo/sat"
)

// problem compiles a spec that comes with nazo for a text of an instance.
func problem(t testing.TB, name, text string) *compile.Problem {
	t.Helper()
	spec, problems, err := load.Load(name)
	if err != nil || problems.HasErrors() {
		t.Fatal(err, problems)
	}
	in, err := instance.Instances(spec, diag.NewSource("instance", text))
	if err != nil {
		t.Fatal(err)
	}
	p, problems := compile.Compile(context.Background(), spec, instance.Input{Instance: in[0]}, compile.Options{})
	if problems.HasErrors() {
		t.Fatal(problems)
	}
	return p
}

// shipped compiles an instance that comes with nazo.
func shipped(t *testing.T, name, file string) *compile.Problem {
	t.Helper()
	text, ok := puzzles.Instance(name, file)
	if !ok {
		t.Fatalf("%s has no instance %s", name, file)
	}
	return problem(t, name, text)
}

// withUnits is engine sat's job on a model in which only some units are on.
func withUnits(t *testing.T, m *model.Model, units []int32, known []model.Fact) model.Job {
	t.Helper()
	o := model.Options{AnyObjective: true}
	for _, u := range m.Units() {
		if !slices.Contains(units, u) {
			o.Off = append(o.Off, u)
		}
	}
	m = m.Clone()
	m.Vars = slices.Clone(m.Vars)
	for _, f := range known {
		if f.Is {
			o.Within = append(o.Within, model.Fix(f.Var, f.Value))
			continue
		}
		v := *m.Vars[f.Var]
		var left []int64
		for k := range v.Domain.Each {
			if k != f.Value {
				left = append(left, k)
			}
		}
		v.Domain = model.Values(left...)
		m.Vars[f.Var] = &v
	}
	job, err := sat.New().Open(context.Background(), m, o)
	if err != nil {
		t.Fatal(err)
	}
	return job
}

// TestWay goes the whole way to the solution of some puzzles; each step is asked of engine sat: with no other rule instances on there
// is no solution in which its facts are not so.
func TestWay(t *testing.T) {
	for _, c := range []struct {
		spec, instance string
		most           int // the largest step, at most
	}{
		{"slitherlink", "10x10.txt", 15},
		{"nurikabe", "10x10.txt", 20},
		{"akari", "", 8},
		{"masyu", "", 20},
		{"star_battle", "", 12},
	} {
		t.Run(c.spec, func(t *testing.T) {
			file := c.instance
			if file == "" {
				file = puzzles.Instances(c.spec)[0]
			}
			p := shipped(t, c.spec, file)
			x, err := explain.Open(context.Background(), p, native.New())
			if err != nil {
				t.Fatal(err)
			}
			state := x.Begin()
			var known []model.Fact
			largest, asked := 0, 0
			end, solution := x.Way(context.Background(), state, func(s explain.Step) bool {
				largest = max(largest, s.Size())
				if s.Size() > 1 || asked < 20 {
					asked++
					f := s.Main.Not()
					if p.Model.Vars[f.Var].Bool {
						f = model.Fact{Var: f.Var, Value: 1 - f.Value, Is: true}
					}
					job := withUnits(t, x.Problem.Model, s.Units, append(slices.Clone(known), f))
					r := job.Solve(context.Background(), model.SolveOptions{Limit: 1}, func(model.Solution) bool { return true })
					if r.Solutions > 0 || !r.Exhausted {
						t.Errorf("%s does not follow from %v", x.Fact(s.Main), s.Units)
					}
				}
				known = append(known, s.New...)
				return true
			})
			if end != explain.Solved {
				t.Fatalf("it ends with %v", end)
			}
			for _, f := range known {
				if !f.Holds(solution) {
					t.Fatalf("%s is not so", x.Fact(f))
				}
			}
			t.Logf("largest step %d, %d asked", largest, asked)
			if largest > c.most {
				t.Errorf("the largest step takes %d rule instances, more than %d", largest, c.most)
			}
		})
	}
}

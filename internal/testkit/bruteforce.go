package testkit

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"nazo/internal/alg"
	"nazo/internal/model"
)

// Project returns the values of the finds' variables, find by find. Two solutions differ if these do.
func Project(m *model.Model, s model.Solution) (out []int64) {
	for _, f := range m.Finds {
		out = append(out, alg.Map(f.Vars, func(v model.VarID) int64 { return s[v] })...)
	}
	return out
}

// Size returns the number of assignments of all variables, at most limit.
func Size(m *model.Model, limit int64) int64 {
	size := int64(1)
	for _, v := range m.Vars {
		if size *= v.Domain.Size(); size >= limit {
			return limit
		}
	}
	return size
}

// BruteForce tries all assignments and returns the projections of the solutions, sorted and without repeats. With
// objectives it returns only the optimal ones, unless the task asks for any. It ignores Task.Limit.
func BruteForce(m *model.Model, t Task) (found [][]int64) {
	var best []int64
	domains := alg.Map(m.Vars, func(x *model.Var) model.Domain { return x.Domain })
	for _, f := range t.Within {
		domains[f.Var] = domains[f.Var].Intersect(f.Values)
	}
	eachAssignment(domains, func(values model.Solution) {
		e := model.Evaluate(m, values)
		if len(e.Violated(t.Off)) > 0 {
			return
		}
		if score := Score(m, e); !t.AnyObjective && len(score) > 0 {
			if c := slices.Compare(score, best); best == nil || c < 0 {
				best, found = score, nil
			} else if c > 0 {
				return
			}
		}
		found = append(found, Project(m, values))
	})
	return Sorted(found)
}

// eachAssignment calls visit with all choices of values from the domains, in the same slice.
func eachAssignment(domains []model.Domain, visit func(model.Solution)) {
	values := make(model.Solution, len(domains))
	var assign func(v int)
	assign = func(v int) {
		if v == len(values) {
			visit(values)
			return
		}
		for x := range domains[v].Each {
			values[v] = x
			assign(v + 1)
		}
	}
	assign(0)
}

// Score returns the objectives, negated where they are maximised, so that less is better.
func Score(m *model.Model, e *model.Evaluation) (score []int64) {
	for _, o := range m.Objectives {
		v := e.Int(o.X)
		if o.Maximize {
			v = -v
		}
		score = append(score, v)
	}
	return score
}

// Sorted sorts projections and drops repeats.
func Sorted(found [][]int64) [][]int64 {
	slices.SortFunc(found, slices.Compare[[]int64])
	return slices.CompactFunc(found, slices.Equal[[]int64])
}

// Equal reports whether two lists of projections are equal, in order. It is much faster than a comparison by
// reflection, which matters for long lists.
func Equal(a, b [][]int64) bool { return slices.EqualFunc(a, b, slices.Equal[[]int64]) }

// Task is a [model.Task] as one flat struct, which tests can write shortly.
type Task struct {
	Search       []string
	Off          []int32
	Within       []model.Within
	Cubes        []model.Cube
	AnyObjective bool
	Limit        int
	Seed         int64
	Varied       bool
	MaxMoves     int
	Memory       int64
	Watch        func(model.Moment)
	WatchEvery   int64
	Progress     func(model.Progress)
}

// Full returns the task as [model.Task].
func (t Task) Full() model.Task {
	return model.Task{
		Options: model.Options{Search: t.Search, Off: t.Off, Within: t.Within, AnyObjective: t.AnyObjective},
		SolveOptions: model.SolveOptions{Limit: t.Limit, Cubes: t.Cubes, Seed: t.Seed, Varied: t.Varied, RunOptions: model.RunOptions{MaxMoves: t.MaxMoves, Memory: t.Memory},
			Watch: t.Watch, WatchEvery: t.WatchEvery, Progress: t.Progress},
	}
}

// Open opens a model for a task. The error says why the engine refuses it.
func Open(ctx context.Context, e model.Engine, m *model.Model, t Task) (model.Job, error) {
	full := t.Full()
	job, err := e.Open(ctx, m, full.Options)
	if err == nil {
		err = job.Refuses(full.SolveOptions).Err()
	}
	return job, err
}

// Run opens a model and works on a task. A refusal becomes the result's reason.
func Run(ctx context.Context, e model.Engine, m *model.Model, t Task, yield func(model.Solution) bool) model.Result {
	job, err := Open(ctx, e, m, t)
	if err != nil {
		return model.Result{Reason: model.ReasonOf(err)}
	}
	return job.Solve(ctx, t.Full().SolveOptions, yield)
}

// EngineFunc makes an engine from its Open function.
type EngineFunc func(*model.Model, model.Options) (model.Job, error)

// Name implements [model.Engine].
func (EngineFunc) Name() string { return "test" }

// Open implements [model.Engine].
func (f EngineFunc) Open(_ context.Context, m *model.Model, o model.Options) (model.Job, error) {
	return f(m, o)
}

// Tester is a test, of package testing or of rapid.
type Tester interface {
	Helper()
	Fatalf(format string, args ...any)
}

// Solve lets an engine solve a task. It checks every solution by the meaning of the model, and returns their
// projections.
func Solve(t Tester, e model.Engine, m *model.Model, task Task) ([][]int64, model.Result) {
	t.Helper()
	var found [][]int64
	r := Run(context.Background(), e, m, task, func(s model.Solution) bool {
		if bad := model.Evaluate(m, s).Violated(task.Off); len(bad) > 0 {
			t.Fatalf("solution %v violates constraints %v", s, bad)
		}
		found = append(found, Project(m, s))
		return true
	})
	if r.Solutions != len(found) {
		t.Fatalf("%d solutions reported, %d yielded", r.Solutions, len(found))
	}
	return found, r
}

// Describe prints a model, for reports of failures.
func Describe(m *model.Model) string {
	var b strings.Builder
	for i, v := range m.Vars {
		fmt.Fprintf(&b, "variable %d: in %v, bool %v, find %d, nominal %v\n", i, v.Domain, v.Bool, v.Find, v.Nominal)
	}
	for i := range m.BoolCount() {
		n := m.BoolNode(i)
		fmt.Fprintf(&b, "bool %d or %d: %T %+v\n", 2*i, 2*i+1, n, n)
	}
	for i, n := range m.Ints {
		fmt.Fprintf(&b, "int %d in %v: %T %+v\n", i, m.Bounds(model.Int(i)), n, n)
	}
	for i, c := range m.Constraints {
		fmt.Fprintf(&b, "constraint %d of instance %d, guard %d: %T %+v\n", i, c.Instance, c.Guard, c.Body, c.Body)
	}
	for _, o := range m.Objectives {
		fmt.Fprintf(&b, "objective %+v\n", o)
	}
	return b.String()
}

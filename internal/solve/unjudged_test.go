package solve_test

import (
	"context"
	"testing"

	"nazo/dsl"
	"nazo/dsl/check"
	"nazo/dsl/diag"
	"nazo/internal/judge"
	"nazo/internal/model"
	"nazo/internal/solve"
	"nazo/internal/testkit"
	"nazo/native"
)

// TestUnjudged asks for answers that the judge comes to no end with: they are neither
// solutions nor faults.
func TestUnjudged(t *testing.T) {
	t.Parallel()
	const plain = "puzzle t\nfind x: 1..3\n"
	for _, c := range []struct {
		name, rule string
		end        bool
		want       model.Kind
	}{
		{"interrupted", `rule "long" for a in 1..100000, b in 1..100000, c in 1..100000: a + b + c > 0`, true, model.Interrupted},
		{"too large", `rule "large": (sum a in 1..5000000: a) > x`, false, model.TooLarge},
	} {
		p, _ := compileText(plain)
		p = &solve.Problem{Problem: p.Problem, Judge: judgeOf(t, plain+c.rule)}
		for _, mode := range []solve.Mode{solve.Race, solve.InTurn, solve.Together} {
			if mode != solve.Race && !testkit.Thorough() && !testkit.Race {
				continue // the judge tries long each time
			}
			ctx, end := context.WithCancel(t.Context())
			team := solve.Team{Engines: []model.Engine{&ending{native.New(), end, c.end}}, Mode: mode}
			r := solve.Ask(ctx, p, team, solve.Question{})
			if r.Verdict != solve.Unknown || r.Complete || r.Fault != nil || r.Count != 0 || r.Reason.Kind != c.want {
				t.Errorf("%s: %+v", c.name, r)
			}
			end()
		}
	}
}

// ending is an engine that is interrupted when it gives its first solution.
type ending struct {
	model.Engine
	end  func()
	ends bool
}

// Open is the job of the engine, interrupted so.
func (e *ending) Open(ctx context.Context, m *model.Model, o model.Options) (model.Job, error) {
	j, err := e.Engine.Open(ctx, m, o)
	return endingJob{j, e}, err
}

type endingJob struct {
	model.Job
	ending *ending
}

func (j endingJob) Solve(ctx context.Context, o model.SolveOptions, take func(model.Solution) bool) model.Result {
	return j.Job.Solve(ctx, o, func(s model.Solution) bool {
		if j.ending.ends {
			j.ending.end()
		}
		return take(s)
	})
}

// judgeOf is the judge of a spec with nothing given.
func judgeOf(t *testing.T, text string) *judge.Judge {
	t.Helper()
	file, _ := dsl.Parse(diag.NewSource("t.nazo", text))
	spec, problems := check.Check(file, nil)
	if problems.HasErrors() {
		t.Fatal(problems)
	}
	j, problems := judge.New(t.Context(), spec, nil, nil)
	if problems.HasErrors() {
		t.Fatal(problems)
	}
	return j
}

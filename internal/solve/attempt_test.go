package solve_test

import (
	"context"
	"testing"

	"nazo/dsl/value"
	"nazo/internal/model"
	"nazo/internal/solve"
	"nazo/native"
	"nazo/sat"
)

// The first attempt of an engine is what it does alone, and each attempt does the same whenever it is made; engines take turns, those that can.
func TestAttempts(t *testing.T) {
	p := compiled(t, "queens", "", "n=9")
	q := solve.Question{Limit: 1, Seed: 7}
	for name, c := range map[string]struct {
		team solve.Team
		want []string
	}{
		"one":     {solve.Team{Engines: []model.Engine{native.New()}}, []string{"native", "native", "native"}},
		"two":     {solve.Team{Engines: []model.Engine{native.New(), sat.New()}}, []string{"native", "sat"}},
		"a race":  {solve.Team{Engines: []model.Engine{native.New(), sat.New()}}, []string{"any", "sat", "native", "sat"}},
		"unfit":   {solve.Team{Engines: []model.Engine{unfit{native.New()}, sat.New()}}, []string{"sat", "sat", "sat"}},
		"nobody":  {solve.Team{Engines: []model.Engine{unfit{native.New()}}}, []string{"unfit", "unfit"}},
		"as many": {solve.Team{Engines: []model.Engine{native.New(), sat.New()}, Mode: solve.InTurn}, []string{"native", "native"}},
	} {
		s := solve.Open(p, c.team)
		seen := map[string]bool{}
		for i, want := range c.want {
			r, again := s.Attempt(t.Context(), q, i+1, len(c.want)), s.Attempt(t.Context(), q, i+1, len(c.want))
			if want == "any" {
				if !r.Complete || len(r.Attempts) == 0 {
					t.Errorf("%s: %+v", name, r)
				}
				continue
			}
			if r.Engine != want && name != "nobody" || r.Complete != (name != "nobody") || r.Stats != again.Stats {
				t.Errorf("%s: attempt %d by %s: %+v, then %+v", name, i+1, want, r, again)
			}
			for _, a := range r.Answers {
				seen[r.Engine+value.String(a.Values[0])] = true
			}
		}
		if name == "one" && len(seen) < 2 {
			t.Errorf("attempts with other seeds find the same: %v", seen)
		}
	}
	alone := solve.Open(p, solve.Team{Engines: []model.Engine{native.New()}}).Ask(t.Context(), q)
	first := solve.Open(p, solve.Team{Engines: []model.Engine{native.New(), sat.New()}}).Attempt(t.Context(), q, 1, 2)
	if alone.Stats != first.Stats || value.String(alone.Answers[0].Values[0]) != value.String(first.Answers[0].Values[0]) {
		t.Errorf("alone: %+v, and as the first attempt %+v", alone, first)
	}
}

// unfit is an engine that refuses everything.
type unfit struct{ model.Engine }

func (unfit) Name() string { return "unfit" }

func (u unfit) Open(ctx context.Context, m *model.Model, o model.Options) (model.Job, error) {
	return nil, model.Refusal(model.Because(model.Unsupported, "of no puzzle"))
}

// What attempts came to must agree, and be right.
func TestRaced(t *testing.T) {
	found := func(exhausted bool, values ...int64) solve.Found {
		f := solve.Found{Exhausted: exhausted, Engine: "native"}
		for _, v := range values {
			f.Answers = append(f.Answers, []value.Value{value.Int(v)})
			f.Count++
		}
		return f
	}
	for name, c := range map[string]struct {
		spec     string // of x from 1 to 3, unless it says else
		limit    int
		attempts []solve.Found
		verdict  solve.Verdict
		count    int
		fault    bool
		kind     solve.FaultKind
	}{
		"one of several":       {"", 1, []solve.Found{found(false, 2)}, solve.Solved, 1, false, 0},
		"others":               {"", 1, []solve.Found{found(false, 2), found(false, 3)}, solve.Solved, 1, false, 0},
		"two, which overlap":   {"", 2, []solve.Found{found(false, 2, 3), found(false, 1, 2)}, solve.Solved, 2, false, 0},
		"a wrong one":          {"", 1, []solve.Found{found(false, 2), found(false, 4)}, solve.Solved, 0, true, solve.Refused},
		"the same twice":       {"", 2, []solve.Found{found(false, 2, 2)}, solve.Solved, 0, true, solve.Repeated},
		"none, and one":        {"", 1, []solve.Found{found(true), found(false, 2)}, solve.NoSolution, 0, true, solve.Missed},
		"one, and none":        {"", 1, []solve.Found{found(false, 2), found(true)}, solve.Solved, 1, true, solve.Missed},
		"only one, and two":    {"", 2, []solve.Found{found(true, 2), found(false, 2, 3)}, solve.Solved, 1, true, solve.Missed},
		"only one, another":    {"", 2, []solve.Found{found(true, 2), found(true, 3)}, solve.Solved, 1, true, solve.Missed},
		"the only one, twice":  {"", 2, []solve.Found{found(true, 2), found(true, 2)}, solve.Solved, 1, false, 0},
		"none, as all say":     {"", 1, []solve.Found{found(true), found(true)}, solve.NoSolution, 0, false, 0},
		"the best":             {"maximize x", 1, []solve.Found{found(false, 3), found(false, 3)}, solve.Solved, 1, false, 0},
		"what is no optimum":   {"maximize x", 1, []solve.Found{found(false, 3), found(false, 2)}, solve.Solved, 1, true, solve.Worse},
		"another that is none": {"maximize x", 1, []solve.Found{found(false, 2), found(false, 3)}, solve.Solved, 1, true, solve.Worse},
	} {
		s := solve.Open(small(t, c.spec), solve.Team{Engines: []model.Engine{native.New()}})
		r := s.Raced(t.Context(), solve.Question{Limit: c.limit}, c.attempts)
		if (r.Fault != nil) != c.fault || c.fault && r.Fault.Kind != c.kind || !c.fault && (r.Verdict != c.verdict || r.Count != c.count || !r.Complete) {
			t.Errorf("%s: %+v, fault %v", name, r, r.Fault)
		}
	}
}

package solve_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"sync"
	"testing"

	"nazo/compile"
	"nazo/dsl"
	"nazo/dsl/check"
	"nazo/dsl/diag"
	"nazo/internal/model"
	"nazo/internal/solve"
	"nazo/internal/testkit"
)

// liar is an engine that answers as it is told.
type liar struct {
	name      string
	refuses   bool             // supports nothing
	solutions []model.Solution // that it yields
	result    model.Result     // that it returns; Solutions is counted
	slow      bool             // it works until it is stopped
	panics    bool
}

func (l *liar) Name() string { return l.name }

func (l *liar) Open(_ context.Context, _ *model.Model, o model.Options) (model.Job, error) {
	if l.refuses {
		return nil, model.Because(model.Unsupported, "it doesn't like it")
	}
	return &lies{l, o.Within}, nil
}

// lies are a liar's job.
type lies struct {
	*liar
	fixed []model.Within
}

func (*lies) Refuses(model.SolveOptions) model.Reason { return model.Reason{} }

func (l *lies) Solve(ctx context.Context, t model.SolveOptions, yield func(model.Solution) bool) model.Result {
	r := l.result
	at, _ := ctx.Value(tableKey{}).(*table)
	defer at.leave()
	if l.panics {
		panic("oh no")
	}
	for _, s := range l.solutions {
		if !fits(s, l.fixed) {
			continue
		}
		r.Solutions++
		if !yield(s) {
			return model.Result{Solutions: r.Solutions}
		}
		if r.Solutions == t.Limit {
			r.Complete, r.Exhausted = true, false
			return r
		}
	}
	if l.slow {
		at.wait()
		<-ctx.Done()
		r.Complete, r.Exhausted, r.Reason = false, false, model.Ended(ctx)
	}
	return r
}

func fits(s model.Solution, fixed []model.Within) bool {
	for _, f := range fixed {
		if !f.Holds(s) {
			return false
		}
	}
	return true
}

var done = model.Result{Complete: true, Exhausted: true}

// small has the solutions x = 1, x = 2 and x = 3.
func small(t *testing.T, more string) *solve.Problem {
	t.Helper()
	p, problems := compileText("puzzle small\nfind x: 1..5\nrule \"small\": x < 4\nrule \"true\": x > 0\n" + more)
	if p == nil {
		t.Fatal(problems)
	}
	return p
}

func xs(values ...int64) (out []model.Solution) {
	for _, v := range values {
		out = append(out, model.Solution{v})
	}
	return out
}

// table is where the engines of a question sit. Time is up when all of them have answered,
// but for one or more that would work for ever. (It is nil where nobody cares.)
type table struct {
	mu            sync.Mutex
	left, waiting int
	end           func()
}

// tableKey is the key of a context's table.
type tableKey struct{}

// wait says that an engine has nothing more to answer.
func (t *table) wait() { t.note(0, 1) }

// leave says that an engine has answered.
func (t *table) leave() { t.note(1, 0) }

func (t *table) note(left, waiting int) {
	if t == nil {
		return
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	t.left -= left
	t.waiting += waiting
	if t.waiting > 0 && t.waiting >= t.left {
		t.end()
	}
}

func ask(t *testing.T, p *solve.Problem, mode solve.Mode, limit int, engines ...model.Engine) *solve.Report {
	t.Helper()
	ctx, end := testkit.ManualDeadline()
	ctx = context.WithValue(ctx, tableKey{}, &table{left: len(engines), end: end})
	return solve.Ask(ctx, p, solve.Team{Engines: engines, Mode: mode}, solve.Question{Limit: limit})
}

func TestFaults(t *testing.T) {
	honest := &liar{name: "honest", solutions: xs(1, 2, 3), result: done}
	tests := []struct {
		name    string
		more    string
		limit   int
		engines []model.Engine
		want    string // part of the message; "" for no fault
	}{
		{"agreement", "", 0, []model.Engine{honest, &liar{name: "b", solutions: xs(3, 1, 2), result: done}}, ""},
		{"refused by the judge", "", 0, []model.Engine{&liar{name: "a", solutions: xs(1, 4), result: done}}, `engine a gave an answer that the rules refuse: "small"`},
		{"twice", "", 0, []model.Engine{&liar{name: "a", solutions: xs(1, 1), result: done}}, "engine a gave the same answer twice"},
		{"missed one", "", 0, []model.Engine{honest, &liar{name: "b", solutions: xs(1, 2), result: done}}, "engine b misses an answer that engine honest found"},
		{"missed all", "", 1, []model.Engine{honest, &liar{name: "b", result: done}}, "engine b misses an answer"},
		{"different ones", "", 0, []model.Engine{honest, &liar{name: "b", solutions: xs(1, 2, 3)[:2], result: done}}, "misses"},
		{"different, but not all were asked for", "", 1, []model.Engine{honest, &liar{name: "b", solutions: xs(2), result: done}}, ""},
		{"one did not finish", "", 0, []model.Engine{honest, &liar{name: "b", solutions: xs(1), slow: true}}, ""},
		{"none, but another that did not finish found one", "", 0, []model.Engine{&liar{name: "a", result: done}, &liar{name: "b", solutions: xs(1), slow: true}}, "engine a misses"},
		{"worse", "maximize x", 1, []model.Engine{&liar{name: "a", solutions: xs(2), result: done}, &liar{name: "b", solutions: xs(3), result: done}}, "engine a says that its answer is optimal, but that of engine b is better"},
		{"the same optimum", "maximize x", 1, []model.Engine{&liar{name: "a", solutions: xs(3), result: done}, &liar{name: "b", solutions: xs(3), result: done}}, ""},
	}
	for _, test := range tests {
		for _, mode := range []solve.Mode{solve.Together, solve.InTurn} {
			t.Run(test.name, func(t *testing.T) {
				r := ask(t, small(t, test.more), mode, test.limit, test.engines...)
				switch {
				case test.want == "" && r.Fault != nil:
					t.Errorf("fault: %v", r.Fault)
				case test.want != "" && r.Fault == nil:
					t.Error("no fault")
				case test.want != "" && !strings.Contains(r.Fault.Error(), test.want):
					t.Errorf("fault %q, want %q", r.Fault, test.want)
				}
			})
		}
	}
}

// A missed answer is explained by the rules that make the engine refuse it.
func TestFaultNamesRules(t *testing.T) {
	honest := &liar{name: "honest", solutions: xs(1, 2, 3), result: done}
	fussy := &fussy{liar{name: "fussy", solutions: xs(1, 2), result: done}, xs(3)}
	r := ask(t, small(t, ""), solve.Together, 0, honest, fussy)
	if r.Fault == nil || len(r.Fault.Rules) != 1 || r.Fault.Rules[0] != `"small"` {
		t.Errorf("fault %+v, want the rule small", r.Fault)
	}
}

// fussy gives more solutions once the first rule is off.
type fussy struct {
	liar
	more []model.Solution
}

func (f *fussy) Open(ctx context.Context, m *model.Model, o model.Options) (model.Job, error) {
	all := f.liar
	for _, off := range o.Off {
		if m.Rules[m.Instances[off].Rule].Name == "small" {
			all.solutions = append(all.solutions[:len(all.solutions):len(all.solutions)], f.more...)
		}
	}
	return all.Open(ctx, m, o)
}

func TestRace(t *testing.T) {
	fast := &liar{name: "fast", solutions: xs(2), result: done}
	slow := &liar{name: "slow", solutions: xs(1), slow: true}
	no := &liar{name: "no", refuses: true}
	tests := []struct {
		name     string
		engines  []model.Engine
		engine   string
		verdict  solve.Verdict
		complete bool
	}{
		{"the first is enough", []model.Engine{fast, slow}, "fast", solve.Solved, true},
		{"the second wins", []model.Engine{slow, fast}, "fast", solve.Solved, true},
		{"the first can't", []model.Engine{no, fast}, "fast", solve.Solved, true},
		{"nobody can", []model.Engine{no}, "no", solve.Unknown, false},
		{"nobody finishes", []model.Engine{&liar{name: "empty", slow: true}, slow}, "slow", solve.Solved, false},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			r := ask(t, small(t, ""), solve.Race, 0, test.engines...)
			if r.Engine != test.engine || r.Verdict != test.verdict || r.Complete != test.complete {
				t.Errorf("%s: %s, complete %t; want %s: %s, %t", r.Engine, r.Verdict, r.Complete, test.engine, test.verdict, test.complete)
			}
			if !r.Complete && r.Reason.Kind == model.None {
				t.Error("it does not say why it is not complete")
			}
		})
	}
}

// A panic of an engine reaches the caller, wherever the engine ran.
func TestCrash(t *testing.T) {
	for _, mode := range []solve.Mode{solve.Race, solve.Together, solve.InTurn} {
		func() {
			defer func() {
				var c *solve.Crash
				if err, ok := recover().(error); !ok || !errors.As(err, &c) || c.Engine != "bad" || c.Value != "oh no" {
					t.Errorf("mode %d: the panic is %v", mode, err)
				}
			}()
			ask(t, small(t, ""), mode, 0, &liar{name: "bad", panics: true}, &liar{name: "good", solutions: xs(1), slow: true})
		}()
	}
}

// What is the best known counts as a solution, but not as an optimum.
func TestBestKnown(t *testing.T) {
	e := &liar{name: "e", result: model.Result{Best: model.Solution{2}, Bounds: []model.Interval{{Lo: 2, Hi: 3}}, Reason: model.Reason{Kind: model.TimeLimit}}}
	r := ask(t, small(t, "maximize x"), solve.Race, 1, e)
	if r.Verdict != solve.Solved || r.Complete || r.Count != 0 || len(r.Answers) != 1 || len(r.Bounds) != 1 {
		t.Errorf("%+v", r)
	}
}

func TestKeepAndLimit(t *testing.T) {
	e := &liar{name: "e", solutions: xs(1, 2, 3), result: done}
	r := solve.Ask(t.Context(), small(t, ""), solve.Team{Engines: []model.Engine{e}}, solve.Question{Keep: 1})
	if r.Count != 3 || len(r.Answers) != 1 || !r.Exhausted {
		t.Errorf("%+v", r)
	}
	r = ask(t, small(t, ""), solve.Race, 2, e)
	if r.Count != 2 || !r.Complete || r.Exhausted {
		t.Errorf("%+v", r)
	}
}

func TestTry(t *testing.T) {
	tests := []struct {
		expect       string
		met, decided bool
		solutions    []model.Solution
		result       model.Result
		more         string
	}{
		{expect: "3 solutions", met: true, decided: true, solutions: xs(1, 2, 3), result: done},
		{expect: "2 solutions", decided: true, solutions: xs(1, 2, 3), result: done},
		{expect: "4 solutions", decided: true, solutions: xs(1, 2, 3), result: done},
		{expect: "4 solutions", solutions: xs(1, 2, 3), result: model.Result{Reason: model.Reason{Kind: model.TimeLimit}}},
		{expect: "2 solutions", decided: true, solutions: xs(1, 2, 3), result: model.Result{Reason: model.Reason{Kind: model.TimeLimit}}},
		{expect: "no solution", met: true, decided: true, result: done},
		{expect: "no solution", result: model.Result{Reason: model.Reason{Kind: model.TimeLimit}}},
		{expect: "no solution", decided: true, solutions: xs(1), result: done},
		{expect: "solution", met: true, decided: true, solutions: xs(1), result: done},
		{expect: "x = 2", met: true, decided: true, solutions: xs(2), result: done},
		{expect: "x = 2", decided: true, solutions: xs(1), result: done},
		{expect: "x = 2", decided: true, solutions: xs(2, 1), result: done},
		{expect: "x = 2", solutions: xs(2), result: model.Result{Reason: model.Reason{Kind: model.TimeLimit}}},
		{expect: "maximum 3", met: true, decided: true, solutions: xs(3), result: done, more: "maximize x\n"},
		{expect: "maximum 2", decided: true, solutions: xs(3), result: done, more: "maximize x\n"},
		{expect: "maximum 3", result: model.Result{Best: model.Solution{3}, Reason: model.Reason{Kind: model.TimeLimit}}, more: "maximize x\n"},
	}
	for _, test := range tests {
		p, spec := problemAndSpec(t, test.more+"example: expect "+test.expect)
		e := &liar{name: "e", solutions: test.solutions, result: test.result}
		trial, err := solve.Try(t.Context(), p, solve.Team{Engines: []model.Engine{e}}, compile.Examples(spec)[0])
		if err != nil {
			t.Fatal(err)
		}
		if f := trial.Findings[0]; f.Met != test.met || f.Decided != test.decided || trial.Passed() != test.met {
			t.Errorf("%s, found %s: met %t, decided %t", test.expect, f.Got, f.Met, f.Decided)
		}
		var says []string
		switch f := trial.Findings[0]; {
		case !test.decided:
			says = []string{"not finished: " + test.expect}
		case !test.met:
			says = []string{"expected " + test.expect + ", found " + f.Got}
		}
		if failed := test.decided && !test.met; trial.Failed() != failed || !slices.Equal(trial.Wrong(), says) {
			t.Errorf("%s: failed %t, %q", test.expect, trial.Failed(), trial.Wrong())
		}
	}
}

func problemAndSpec(t *testing.T, more string) (*solve.Problem, *check.Spec) {
	t.Helper()
	file, problems := dsl.Parse(diag.NewSource("small", "puzzle small\nfind x: 1..5\nrule \"small\": x < 4\n"+more))
	if problems.HasErrors() {
		t.Fatal(problems)
	}
	spec, problems := check.Check(file, nil)
	if problems.HasErrors() {
		t.Fatal(problems)
	}
	return small(t, more), spec
}

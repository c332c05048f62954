package solve_test

import (
	"context"
	"math/big"
	"slices"
	"strings"
	"testing"

	"nazo/compile"
	"nazo/dsl"
	"nazo/dsl/check"
	"nazo/dsl/diag"
	"nazo/engine"
	"nazo/model"
	"nazo/native"
	"nazo/solve"
)

// abacus is an engine that counts as it is told.
type abacus struct {
	engine.Solver
	refusal string          // why it can't count; "" if it can
	counts  [2]engine.Count // the first count, and that along another order
	plan    engine.CountPlan
	used    []any // what was prepared for each count
}

func (a *abacus) Counts(*model.Model, engine.Task) (bool, string) { return a.refusal == "", a.refusal }

func (a *abacus) Count(_ context.Context, _ *model.Model, t engine.Task) engine.Count {
	if t.Counting != nil {
		a.used = append(a.used, t.Counting.Prepared)
	}
	if t.Counting != nil && t.Counting.Apart > 0 {
		return a.counts[1]
	}
	return a.counts[0]
}

func (a *abacus) PlanCount(context.Context, *model.Model, engine.Task) (engine.CountPlan, string) {
	return a.plan, ""
}

func number(n int64) engine.Count {
	return engine.Count{N: big.NewInt(n), Complete: true, Method: "by eliminating vertices"}
}

func TestCountStill(t *testing.T) {
	three := liar{name: "abacus", solutions: xs(1, 2, 3), result: done}
	slow := liar{name: "abacus", solutions: xs(1, 2, 3), slow: true}
	later := engine.CountPlan{Seconds: 1e12, Total: 1e20, Peak: 1e19}
	frontier := &engine.Counting{Method: solve.Frontier}
	tests := []struct {
		name     string
		engine   abacus
		question solve.Question
		total    string // "" for none
		fault    string // part of the message
		reason   string
	}{
		{"both ways", abacus{Solver: &three, counts: [2]engine.Count{number(3)}}, solve.Question{Counting: frontier}, "3", "", ""},
		{"soon found", abacus{Solver: &three, counts: [2]engine.Count{number(3)}}, solve.Question{}, "", "", ""},
		{"not soon found", abacus{Solver: &slow, counts: [2]engine.Count{number(3)}}, solve.Question{}, "3", "", ""},
		{"too many", abacus{Solver: &three, counts: [2]engine.Count{number(4)}}, solve.Question{}, "", "engine abacus counted other solutions than engine abacus found", ""},
		{"too few", abacus{Solver: &three, counts: [2]engine.Count{number(2)}}, solve.Question{Counting: frontier}, "2", "counted other solutions", ""},
		{"none, but there are some", abacus{Solver: &three, counts: [2]engine.Count{number(0)}}, solve.Question{Counting: frontier}, "0", "counted other solutions", ""},
		{"many, but there is none", abacus{Solver: &liar{name: "abacus", result: done}, counts: [2]engine.Count{number(20_000)}}, solve.Question{Counting: frontier}, "20000", "counted other solutions", ""},
		{"many", abacus{Solver: &three, counts: [2]engine.Count{number(20_000)}}, solve.Question{Counting: frontier}, "20000", "", ""},
		{"two orders", abacus{Solver: &slow, counts: [2]engine.Count{number(3), number(3)}}, solve.Question{Twice: true}, "3", "", ""},
		{"two orders that differ", abacus{Solver: &three, counts: [2]engine.Count{number(3), number(4)}}, solve.Question{Twice: true}, "3", "engine abacus counted different numbers along two orders", ""},
		{"a rest", abacus{Solver: &three, counts: [2]engine.Count{number(1)}}, solve.Question{Counting: &engine.Counting{Modulo: 2, Method: solve.Frontier}}, "1", "", ""},
		{"a part", abacus{Solver: &three, counts: [2]engine.Count{number(9)}}, solve.Question{Counting: &engine.Counting{Part: 1, Parts: 2}}, "9", "", ""},
		{"a wrong answer", abacus{Solver: &liar{name: "abacus", solutions: xs(5), result: done}, counts: [2]engine.Count{number(1)}}, solve.Question{}, "", "the rules refuse", ""},
		{"it can't", abacus{Solver: &three, refusal: "it has no beads"}, solve.Question{}, "", "", ""},
		{"it can't, but should", abacus{Solver: &three, refusal: "it has no beads"}, solve.Question{Counting: frontier}, "", "", "can't count without visiting each solution: it has no beads"},
		{"it would take too long", abacus{Solver: &three, plan: later}, solve.Question{}, "", "", ""},
		{"it would take too long, but should", abacus{Solver: &three, plan: later}, solve.Question{Counting: frontier}, "", "", solve.OutOfReach},
		{"a damaged file", abacus{Solver: &three, counts: [2]engine.Count{{Reason: "damaged"}}}, solve.Question{Counting: &engine.Counting{Checkpoint: "x", Resume: true}}, "", "", "damaged"},
		{"it gives up", abacus{Solver: &three, counts: [2]engine.Count{{Reason: engine.MemoryLimit}}}, solve.Question{}, "", "", ""},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			r := solve.Count(t.Context(), small(t, ""), solve.Team{Engines: []engine.Solver{&test.engine}}, test.question)
			switch total := ""; {
			case (r.Fault != nil) != (test.fault != "") || r.Fault != nil && !strings.Contains(r.Fault.Error(), test.fault):
				t.Fatalf("fault %v, want %q", r.Fault, test.fault)
			case !strings.Contains(r.Reason, test.reason) || test.reason == "" && r.Reason != "":
				t.Errorf("reason %q, want %q", r.Reason, test.reason)
			default:
				if r.Total != nil {
					total = r.Total.String()
				}
				if total != test.total || test.total+test.reason+test.fault == "" && r.Count != 3 {
					t.Errorf("total %q and %d found, want %q", total, r.Count, test.total)
				}
			}
		})
	}
}

// A plan is handed on to the count along its order, and to no other; who is
// listed instead of counted hears why.
func TestCountPlanned(t *testing.T) {
	slow := liar{name: "abacus", solutions: xs(1, 2, 3), slow: true}
	count := func(e *abacus, q solve.Question) (instead []string) {
		e.Solver = &slow
		ctx, stop := context.WithCancel(t.Context())
		defer stop()
		q.Instead = func(reason string) {
			instead = append(instead, reason)
			stop() // it would never end
		}
		solve.Count(ctx, small(t, ""), solve.Team{Engines: []engine.Solver{e}}, q)
		return instead
	}
	e := &abacus{counts: [2]engine.Count{number(3), number(3)}, plan: engine.CountPlan{Prepared: "an order"}}
	if instead := count(e, solve.Question{Twice: true}); !slices.Equal(e.used, []any{"an order", nil}) || instead != nil {
		t.Errorf("counted by %v, instead of it: %q", e.used, instead)
	}
	for reason, e := range map[string]*abacus{
		solve.OutOfReach:   {plan: engine.CountPlan{Seconds: 1e5}},
		engine.MemoryLimit: {counts: [2]engine.Count{{Reason: engine.MemoryLimit}}},
	} {
		if instead := count(e, solve.Question{}); !slices.Equal(instead, []string{reason}) {
			t.Errorf("listed because of %q, want %q", instead, reason)
		}
	}
}

// What was listed is said to be, and what was counted along two orders.
func TestCountedHow(t *testing.T) {
	three := liar{name: "abacus", solutions: xs(1, 2, 3), result: done}
	e := &abacus{Solver: &three, counts: [2]engine.Count{number(3), number(3)}}
	r := solve.Count(t.Context(), small(t, ""), solve.Team{Engines: []engine.Solver{e}}, solve.Question{Twice: true})
	if c := r.Counted; c == nil || !c.Listed || !c.Twice || r.Count != 3 || r.CountedBy != "abacus" || !r.Complete {
		t.Errorf("%+v, %+v", r, c)
	}
	e.counts[0] = number(1e9)
	r = solve.Count(t.Context(), small(t, ""), solve.Team{Engines: []engine.Solver{e}}, solve.Question{Counting: &engine.Counting{Method: solve.Frontier}})
	if c := r.Counted; c == nil || c.Listed || c.Twice || r.Count != 1 {
		t.Errorf("%+v, %+v", r, c)
	}
}

// The lengths of solutions that are listed are held against the table.
func TestCountByLength(t *testing.T) {
	p, problems := compileText("puzzle loops\nlet steps = orthogonal(grid(2, 3))\nfind loop: cycle in steps\nmaximize length(loop)\n")
	if p == nil {
		t.Fatal(problems.Text(false))
	}
	for wrong, table := range map[bool]map[int64]*big.Int{
		false: {4: big.NewInt(2), 6: big.NewInt(1), 2: new(big.Int)},
		true:  {4: big.NewInt(1), 6: big.NewInt(2)},
	} {
		c := number(3)
		c.ByLength = table
		e := &abacus{Solver: native.New(), counts: [2]engine.Count{c}}
		for _, method := range []string{"", solve.Frontier} {
			q := solve.Question{Counting: &engine.Counting{Method: method, ByLength: true}}
			r := solve.Count(t.Context(), p, solve.Team{Engines: []engine.Solver{e}}, q)
			if (r.Fault != nil) != wrong || r.Count != 3 {
				t.Errorf("%v: %d found, fault %v", table, r.Count, r.Fault)
			}
		}
	}
}

// An example may expect more than can be listed.
func TestExpectMany(t *testing.T) {
	three := &liar{name: "abacus", solutions: xs(1, 2, 3), slow: true}
	p := small(t, "")
	for want, passed := range map[string]bool{"20000000000000000000": true, "20001": false} {
		file, problems := dsl.Parse(diag.NewSource("x.nazo", "puzzle small\nfind x: 1..5\nexample: expect "+want+" solutions\n"))
		if problems.HasErrors() {
			t.Fatal(problems.Text(false))
		}
		spec, problems := check.Check(file, nil)
		if problems.HasErrors() {
			t.Fatal(problems.Text(false))
		}
		c := number(0)
		c.N.SetString("20000000000000000000", 10)
		e := &abacus{Solver: three, counts: [2]engine.Count{c}}
		trial, err := solve.Try(t.Context(), p, solve.Team{Engines: []engine.Solver{e}}, compile.Examples(spec)[0])
		if err != nil || trial.Passed() != passed || !trial.Decided() {
			t.Errorf("%s: %+v, %v", want, trial, err)
		}
	}
}

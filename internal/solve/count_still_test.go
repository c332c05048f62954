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
	"nazo/internal/model"
	"nazo/internal/solve"
	"nazo/native"
)

// abacus is an engine that counts as it is told.
type abacus struct {
	model.Engine
	refusal  string         // why it can't count; "" if it can
	counts   [2]model.Count // the first count, and that along another order
	forecast model.Forecast
	hard     bool
	planned  []bool // for each count whether it was forecast
}

func (a *abacus) Open(ctx context.Context, m *model.Model, o model.Options) (model.Job, error) {
	j, err := a.Engine.Open(ctx, m, o)
	return &beads{j, a}, err
}

// beads are its job.
type beads struct {
	model.Job
	abacus *abacus
}

func (b *beads) Plan(_ context.Context, o model.CountOptions) (model.Plan, error) {
	if b.abacus.refusal != "" {
		return nil, model.Because(model.Unsupported, "%s", b.abacus.refusal)
	}
	return &rods{abacus: b.abacus, variant: o.OrderVariant}, nil
}

// rods are its plan.
type rods struct {
	abacus  *abacus
	variant int
	planned bool
}

func (r *rods) HardToOrder() bool { return r.abacus.hard }

func (r *rods) Forecast(context.Context) *model.Forecast {
	r.planned = true
	return &r.abacus.forecast
}

func (r *rods) Count(context.Context) model.Count {
	r.abacus.planned = append(r.abacus.planned, r.planned)
	return r.abacus.counts[min(r.variant, 1)]
}

func number(n int64) model.Count {
	return model.Count{N: big.NewInt(n), Complete: true, Method: "by eliminating vertices"}
}

func TestCountStill(t *testing.T) {
	three := liar{name: "abacus", solutions: xs(1, 2, 3), result: done}
	slow := liar{name: "abacus", solutions: xs(1, 2, 3), slow: true}
	later := model.Forecast{Work: 1e12, Total: 1e20, Peak: 1e19}
	frontier := &solve.Counting{Method: solve.Frontier}
	tests := []struct {
		name     string
		engine   abacus
		question solve.Question
		total    string // "" for none
		fault    string // part of the message
		reason   string
	}{
		{"both ways", abacus{Engine: &three, counts: [2]model.Count{number(3)}}, solve.Question{Counting: frontier}, "3", "", ""},
		{"soon found", abacus{Engine: &three, counts: [2]model.Count{number(3)}}, solve.Question{}, "", "", ""},
		{"not soon found", abacus{Engine: &slow, counts: [2]model.Count{number(3)}}, solve.Question{}, "3", "", ""},
		{"too many", abacus{Engine: &three, counts: [2]model.Count{number(4)}}, solve.Question{}, "", "engine abacus counted other solutions than engine abacus found", ""},
		{"too few", abacus{Engine: &three, counts: [2]model.Count{number(2)}}, solve.Question{Counting: frontier}, "2", "counted other solutions", ""},
		{"none, but there are some", abacus{Engine: &three, counts: [2]model.Count{number(0)}}, solve.Question{Counting: frontier}, "0", "counted other solutions", ""},
		{"many, but there is none", abacus{Engine: &liar{name: "abacus", result: done}, counts: [2]model.Count{number(20_000)}}, solve.Question{Counting: frontier}, "20000", "counted other solutions", ""},
		{"many", abacus{Engine: &three, counts: [2]model.Count{number(20_000)}}, solve.Question{Counting: frontier}, "20000", "", ""},
		{"two orders", abacus{Engine: &three, counts: [2]model.Count{number(3), number(3)}}, solve.Question{Twice: true}, "3", "", ""},
		{"two orders that differ", abacus{Engine: &three, counts: [2]model.Count{number(3), number(4)}}, solve.Question{Twice: true}, "3", "engine abacus counted different numbers along two orders", ""},
		{"a rest", abacus{Engine: &three, counts: [2]model.Count{number(1)}}, solve.Question{Counting: &solve.Counting{Method: solve.Frontier, CountOptions: model.CountOptions{Modulo: 2}}}, "1", "", ""},
		{"a part", abacus{Engine: &three, counts: [2]model.Count{number(9)}}, solve.Question{Counting: &solve.Counting{CountOptions: model.CountOptions{Part: 1, Parts: 2}}}, "9", "", ""},
		{"a wrong answer", abacus{Engine: &liar{name: "abacus", solutions: xs(5), result: done}, counts: [2]model.Count{number(1)}}, solve.Question{}, "", "the rules refuse", ""},
		{"it can't", abacus{Engine: &three, refusal: "it has no beads"}, solve.Question{}, "", "", ""},
		{"it can't, but should", abacus{Engine: &three, refusal: "it has no beads"}, solve.Question{Counting: frontier}, "", "", "can't count without visiting each solution: it has no beads"},
		{"it would take too long", abacus{Engine: &three, forecast: later}, solve.Question{}, "", "", ""},
		{"it would take too long, but should", abacus{Engine: &three, forecast: later}, solve.Question{Counting: frontier}, "", "", "out of reach"},
		{"it would take too long here and now", abacus{Engine: &three, counts: [2]model.Count{number(3)}, forecast: model.Forecast{Seconds: 1e12, Processor: 1e12}}, solve.Question{Counting: frontier}, "3", "", ""},
		{"a part of what one would not begin", abacus{Engine: &three, counts: [2]model.Count{number(3)}, forecast: model.Forecast{Work: 1e8}}, solve.Question{Counting: &solve.Counting{CountOptions: model.CountOptions{Part: 1, Parts: 1}}}, "3", "", ""},
		{"a part of what nobody would begin", abacus{Engine: &three, forecast: later}, solve.Question{Counting: &solve.Counting{CountOptions: model.CountOptions{Part: 1, Parts: 2}}}, "", "", "out of reach"},
		{"a damaged file", abacus{Engine: &three, counts: [2]model.Count{{Reason: model.Because(model.Other, "damaged")}}}, solve.Question{Counting: &solve.Counting{CountOptions: model.CountOptions{Checkpoint: "x", Resume: true}}}, "", "", "damaged"},
		{"it gives up", abacus{Engine: &three, counts: [2]model.Count{{Reason: full}}}, solve.Question{}, "", "", ""},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			r := solve.Count(t.Context(), small(t, ""), solve.Team{Engines: []model.Engine{&test.engine}}, test.question)
			switch total := ""; {
			case (r.Fault != nil) != (test.fault != "") || r.Fault != nil && !strings.Contains(r.Fault.Error(), test.fault):
				t.Fatalf("fault %v, want %q", r.Fault, test.fault)
			case !strings.Contains(r.Reason.String(), test.reason) || test.reason == "" && r.Reason.Kind != model.None:
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
	count := func(e *abacus, q solve.Question) (instead []model.Kind) {
		if e.Engine == nil {
			e.Engine = &slow
		}
		ctx, stop := context.WithCancel(t.Context())
		defer stop()
		q.Instead = func(reason model.Reason) {
			instead = append(instead, reason.Kind)
			stop() // it would never end
		}
		solve.Count(ctx, small(t, ""), solve.Team{Engines: []model.Engine{e}}, q)
		return instead
	}
	e := &abacus{Engine: &liar{name: "abacus", solutions: xs(1, 2, 3), result: done}, counts: [2]model.Count{number(3), number(3)}}
	if instead := count(e, solve.Question{Twice: true}); !slices.Equal(e.planned, []bool{true, false}) || instead != nil {
		t.Errorf("counted as planned: %v, instead of it: %v", e.planned, instead)
	}
	for reason, e := range map[model.Kind]*abacus{
		model.OutOfReach:  {forecast: model.Forecast{Work: 1e5}},
		model.MemoryLimit: {counts: [2]model.Count{{Reason: full}}},
	} {
		if instead := count(e, solve.Question{}); !slices.Equal(instead, []model.Kind{reason}) {
			t.Errorf("listed because of %v, want %v", instead, reason)
		}
	}
}

// What was listed is said to be, and what was counted along two orders.
func TestCountedHow(t *testing.T) {
	three := liar{name: "abacus", solutions: xs(1, 2, 3), result: done}
	e := &abacus{Engine: &three, counts: [2]model.Count{number(3), number(3)}}
	r := solve.Count(t.Context(), small(t, ""), solve.Team{Engines: []model.Engine{e}}, solve.Question{Twice: true})
	if c := r.Counted; c == nil || !c.Listed || !c.Twice || r.Count != 3 || r.CountedBy != "abacus" || !r.Complete {
		t.Errorf("%+v, %+v", r, c)
	}
	e.counts[0] = number(1e9)
	r = solve.Count(t.Context(), small(t, ""), solve.Team{Engines: []model.Engine{e}}, solve.Question{Counting: &solve.Counting{Method: solve.Frontier}})
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
		e := &abacus{Engine: native.New(), counts: [2]model.Count{c}}
		for _, method := range []string{"", solve.Frontier} {
			q := solve.Question{Counting: &solve.Counting{Method: method, CountOptions: model.CountOptions{ByLength: true}}}
			r := solve.Count(t.Context(), p, solve.Team{Engines: []model.Engine{e}}, q)
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
		e := &abacus{Engine: three, counts: [2]model.Count{c}}
		trial, err := solve.Try(t.Context(), p, solve.Team{Engines: []model.Engine{e}}, compile.Examples(spec)[0])
		if err != nil || trial.Passed() != passed || !trial.Decided() {
			t.Errorf("%s: %+v, %v", want, trial, err)
		}
	}
}

// What is only a check of what was soon enumerated is no reason to make a constraint graph.
func TestNoGraphForACheck(t *testing.T) {
	three := liar{name: "abacus", solutions: xs(1, 2, 3), result: done}
	for _, hard := range []bool{false, true} {
		e := &abacus{Engine: &three, counts: [2]model.Count{number(3)}, hard: hard}
		r := solve.Count(t.Context(), small(t, ""), solve.Team{Engines: []model.Engine{e}}, solve.Question{})
		if checked := len(e.planned) > 0; checked == hard || r.Count != 3 {
			t.Errorf("with an order that is hard to find (%t) it was checked: %t", hard, checked)
		}
	}
}

package solve_test

import (
	"context"
	"math/big"
	"strings"
	"testing"

	"nazo/internal/model"
	"nazo/internal/solve"
)

// ways is a puzzle whose best runs from 0 to 4 are up up, of cost 2, and over, of
// cost 2 but shorter; down leads astray.
func ways(t *testing.T, more string) *solve.Problem {
	t.Helper()
	p, problems := compileText(`puzzle ways
state at: 0..5 = 0
move up()
  then at := at + 2
  cost toll: 1
move over()
  then at := at + 4
  cost toll: 2
move step()
  then at := at + 1
  cost toll: 1
goal at = 4
` + more)
	if p == nil {
		t.Fatal(problems)
	}
	return p
}

// run is the solution from 0 with these moves: 0 is up, 1 over, 2 step.
func run(moves ...int64) model.Solution { return append(model.Solution{0}, moves...) }

// Runs are told apart by their moves, compared by costs, and then by length, unless an
// engine says itself that shorter ones may exist.
func TestFaultsOfRuns(t *testing.T) {
	type runs = []model.Solution
	maybe := model.Result{Complete: true, ShorterMayExist: true}
	tests := []struct {
		name, more string
		limit      int
		a, b       runs
		want       string
		open       bool // a does not say that its run is the shortest
	}{
		{"the same", "minimize toll", 0, runs{run(1)}, runs{run(1)}, "", false},
		{"another as short", "minimize moves", 1, runs{run(0, 0)}, runs{run(0, 0)}, "", false},
		{"one, longer than need be", "minimize toll", 1, runs{run(0, 0)}, runs{run(1)}, "engine a says that its answer is optimal", false},
		{"longer than need be", "minimize toll", 0, runs{run(0, 0)}, runs{run(1)}, "engine a says that its answer is optimal, but that of engine b is better", false},
		{"dearer", "minimize toll", 1, runs{run(0, 2, 2)}, runs{run(1)}, "engine a says that its answer is optimal", false},
		{"one, said to be the shortest", "", 1, runs{run(0, 2, 2)}, runs{run(1)}, "engine a says that its answer is optimal", false},
		{"any will do", "", 1, runs{run(0, 2, 2)}, runs{run(1)}, "", true},
		{"the shortest are asked for", "", 0, runs{run(0, 0)}, runs{run(1)}, "engine a says that its answer is optimal", false},
		{"other moves from the same start", "minimize moves, toll", 0, runs{run(1)}, runs{run(1), run(1)}, "engine b gave the same answer twice", false},
		{"one missed", "", 0, runs{}, runs{run(1)}, "engine a misses an answer", false},
		{"a move that is not possible", "", 1, runs{run(1, 1)}, runs{run(1)}, "the rules refuse", false},
		{"no end", "", 1, runs{run(0)}, runs{run(1)}, "the rules refuse", false},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			result := done
			if test.open {
				result = maybe
			}
			r := ask(t, ways(t, test.more), solve.InTurn, test.limit,
				&liar{name: "a", solutions: test.a, result: result}, &liar{name: "b", solutions: test.b, result: done})
			switch {
			case test.want == "" && r.Fault != nil:
				t.Errorf("fault: %v", r.Fault)
			case test.want != "" && (r.Fault == nil || !strings.Contains(r.Fault.Error(), test.want)):
				t.Errorf("fault %v, want %q", r.Fault, test.want)
			}
		})
	}
}

// full is the reason of who has met the bound on memory.
var full = model.Reason{Kind: model.MemoryLimit}

// counter is a liar that counts, too.
type counter struct {
	liar
	count model.Count
}

func (c *counter) Open(ctx context.Context, m *model.Model, o model.Options) (model.Job, error) {
	j, err := c.liar.Open(ctx, m, o)
	return &beads{j, &abacus{counts: [2]model.Count{c.count}}}, err
}

func counts(n int64, costs ...int64) model.Count {
	return model.Count{N: big.NewInt(n), Complete: true, Costs: costs}
}

// A count is held against what is found: all of it if that is little, else the
// costs of one.
func TestCount(t *testing.T) {
	const more = 1_000_000
	tests := []struct {
		name  string
		count model.Count
		found []model.Solution
		total string // "" for none
		fault bool
	}{
		{"confirmed", counts(1, 2, 1), []model.Solution{run(1)}, "1", false},
		{"too many", counts(2, 2, 1), []model.Solution{run(1)}, "2", true},
		{"too few", counts(0), []model.Solution{run(1)}, "0", true},
		{"none", counts(0), nil, "0", false},
		{"not to be listed", counts(more, 2, 1), []model.Solution{run(1)}, "1000000", false},
		{"not to be listed, at another cost", counts(more, 1, 1), []model.Solution{run(1)}, "1000000", true},
		{"not to be listed, but there are none", counts(more, 2, 1), nil, "1000000", true},
		{"not finished", model.Count{Reason: full}, []model.Solution{run(1)}, "", false},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			e := &counter{liar{name: "e", solutions: test.found, result: done}, test.count}
			r := solve.Count(t.Context(), ways(t, "minimize toll"), solve.Team{Engines: []model.Engine{e}}, solve.Question{})
			got := ""
			if r.Total != nil {
				got = r.Total.String()
			}
			if got != test.total || (r.Fault != nil) != test.fault {
				t.Errorf("total %q, fault %v; want %q, %t", got, r.Fault, test.total, test.fault)
			}
		})
	}
}

// An engine that is full ends a race, if a bound was asked for.
func TestRaceWithinMemory(t *testing.T) {
	full := &liar{name: "full", result: model.Result{Reason: full}}
	other := &liar{name: "other", solutions: []model.Solution{run(1)}, result: done}
	for _, bound := range []int64{0, 1 << 20} {
		team := solve.Team{Engines: []model.Engine{full, other}}
		r := solve.Ask(t.Context(), ways(t, "minimize toll"), team, solve.Question{Limit: 1, Memory: bound})
		if ended := r.Engine == "full" && r.Reason.Kind == model.MemoryLimit; ended != (bound > 0) {
			t.Errorf("with the bound %d: %+v", bound, r)
		}
	}
}

package plan_test

import (
	"slices"
	"testing"

	"nazo/internal/model"
	"nazo/internal/testkit"
)

// TestShortest asks for one run, of any length as far as the searches go by what
// comes first.
func TestShortest(t *testing.T) {
	for _, c := range []struct {
		name  string
		model *model.Model
		costs []int64 // the length last
	}{
		{"turn and pay", testkit.TurnAndPay(), []int64{1, 1}},
		{"landing", testkit.Landing(), []int64{2}},
		{"pusher by pushes alone", testkit.ByFirstCost(testkit.Pusher("@...", ".$.o")), []int64{2, 3}},
		{"towers", testkit.Towers(4, 4), []int64{9}},
		{"jumps", testkit.Jumps("_oo", "ooo", "ooo"), nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			for _, name := range names() {
				for seed := range int64(4) {
					task := testkit.Task{Limit: 1, Seed: seed, Search: name}
					if refuses(c.model, task) {
						continue
					}
					runs, r := solve(t, c.model, task)
					switch {
					case name != nil && refusal(r):
					case !r.Complete || len(runs) != min(1, len(c.costs)) || r.ShorterMayExist && name == nil:
						t.Errorf("%v, seed %d: %v, %+v", name, seed, runs, r)
					case len(runs) > 0 && !r.ShorterMayExist && !slices.Equal(replayed(t, c.model, runs[0]), c.costs):
						t.Errorf("%v, seed %d: a run at %v, want %v", name, seed, replayed(t, c.model, runs[0]), c.costs)
					}
				}
			}
		})
	}
}

// TestShorterMayExist leaves too little memory for the shortest run, but enough for some.
func TestShorterMayExist(t *testing.T) {
	m := testkit.Pusher("@.......", ".$.$.$..", "........", "....$...", "..oo....", "...oo...", "........")
	m.Machine.Costs = 0
	for i := range m.Machine.Moves {
		m.Machine.Moves[i].Costs = nil
	}
	for _, c := range []struct {
		memory int64
		any    bool
		longer bool // the run is longer than the shortest
	}{{0, false, false}, {1 << 20, false, true}, {0, true, true}} {
		task := testkit.Task{Limit: 1, Memory: c.memory, AnyObjective: c.any}
		runs, r := solve(t, m, task)
		if !r.Complete || r.Reason != (model.Reason{}) || len(runs) != 1 || r.ShorterMayExist != c.longer {
			t.Fatalf("%+v: %v, %+v", task, runs, r)
		}
		if length := replayed(t, m, runs[0])[0]; length > 32 != c.longer {
			t.Errorf("%+v: %d moves; the shortest run has 32", task, length)
		}
	}
}

// TestImpossibleMove has a move that is never possible, and so no part in what a state is
// packed into, on the way from the start and back from the goal.
func TestImpossibleMove(t *testing.T) {
	m := testkit.TurnOn()
	for _, name := range names() {
		task := testkit.Task{Limit: 1, Search: name}
		runs, r := solve(t, m, task)
		if !r.Complete || len(runs) != 1 || replayed(t, m, runs[0])[0] != 1 {
			t.Errorf("%v: %v, %+v", name, runs, r)
		}
	}
}

package plan_test

import (
	"context"
	"fmt"
	"testing"

	"nazo/internal/model"
	"nazo/internal/testkit"
)

// TestBestKnown ends searches for the best run before that is found, though a dear one
// is known.
func TestBestKnown(t *testing.T) {
	t.Parallel()
	m := fewest(testkit.Towers(12, 4)) // 16 million states
	lift := model.Move{Guard: model.True, Costs: []model.Int{m.Int(1000)}}
	for disc := range m.Vars {
		lift.Effects = append(lift.Effects, model.Effect{Var: model.VarID(disc), X: m.Int(4)})
	}
	m.Machine.Moves = append(m.Machine.Moves, lift)
	for _, name := range []string{"", "astar", "uniform"} {
		for _, limit := range []int{0, 1} {
			task := testkit.Task{Limit: limit, Memory: 1 << 20}
			if name != "" {
				task.Search = []string{name}
			}
			_, r := solveIn(context.Background(), t, m, task)
			if r.Complete || r.Reason.Kind != model.MemoryLimit || r.Best == nil {
				t.Fatalf("%q, limit %d: %+v", name, limit, r)
			}
			if costs := replayed(t, m, r.Best); fmt.Sprint(costs) != "[1000 1]" {
				t.Errorf("%q, limit %d: the best known run costs %v", name, limit, costs)
			}
			// 81 moves of one disc each are the best there is.
			if b := r.Bounds; len(b) != 1 || b[0].Lo < 1 || b[0].Lo > 81 || b[0].Hi != 1000 {
				t.Errorf("%q, limit %d: bounds %v", name, limit, b)
			}
		}
	}
	if _, r := solveIn(context.Background(), t, m, testkit.Task{Limit: 1, AnyObjective: true, Search: []string{"greedy"}, Memory: 10 << 10}); r.Complete || r.Best != nil || r.Bounds != nil {
		t.Errorf("any run: %+v", r)
	}
}

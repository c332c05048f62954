package plan_test

import (
	"context"
	"slices"
	"testing"

	"nazo/internal/model"
	"nazo/internal/model/machine"
	"nazo/internal/testkit"
	"nazo/native/plan"
	"pgregory.net/rapid"
)

// TestUseful leaves out the pushes into corners, and along walls without a mark.
func TestUseful(t *testing.T) {
	m := testkit.Pusher("@...", ".$..", "...o")
	special, ts, err := machine.Transitions(context.Background(), m)
	if err != nil {
		t.Fatal(err)
	}
	h := plan.NewHeuristic(context.Background(), special, machine.Packed(m), ts)
	dead := 0
	for f := range plan.DeadPlaces(h) {
		if f.Value != 1 || !m.Vars[f.Var].Bool {
			t.Errorf("%v is no crate on a square", f)
		}
		dead++
	}
	useful := h.Useful(special, ts)
	if dead != 6 || len(useful) >= len(ts) { // the top row and the left column
		t.Errorf("%d dead squares, %d of %d transitions are useful", dead, len(useful), len(ts))
	}
	for i := range ts {
		kept := slices.ContainsFunc(useful, func(u machine.Transition) bool { return u.Move == ts[i].Move && slices.Equal(u.Needs, ts[i].Needs) })
		lost := slices.ContainsFunc(ts[i].Effects, func(e model.Effect) bool {
			value, _ := e.Constant(special)
			return plan.DeadPlaces(h)[machine.Fact{Var: e.Var, Value: value}]
		})
		if kept == lost {
			t.Errorf("%v is kept: %v", ts[i], kept)
		}
	}
}

// TestLayouts holds the estimates of states of one layout against those of another.
func TestLayouts(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := carrying(t)
		h := newHeuristic(t, m)
		if h == nil {
			return
		}
		plain := &guide{h.In(machine.Plain(m)), machine.Plain(m)}
		here, there := make([]int64, m.Machine.Costs+1), make([]int64, m.Machine.Costs+1)
		for _, state := range explore(m, 1<<20).states {
			dead := h.estimate(state, here)
			if plain.estimate(state, there) != dead || !dead && !slices.Equal(here, there) {
				t.Fatalf("state %v: %v and %v", state, here, there)
			}
			if h.DeadEnds().Dead(h.layout.Pack(state)) != plain.DeadEnds().Dead(plain.layout.Pack(state)) {
				t.Fatalf("state %v is dead in one layout only", state)
			}
		}
	})
}

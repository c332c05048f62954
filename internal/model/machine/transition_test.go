package machine_test

import (
	"context"
	"slices"
	"testing"

	"nazo/internal/model"
	"nazo/internal/model/machine"
	"nazo/internal/testkit"
	"pgregory.net/rapid"
)

func TestTransitionsOfKnownMachines(t *testing.T) {
	for _, c := range []struct {
		name  string
		model *model.Model
		count int
	}{
		{"towers", testkit.Towers(4, 3), 4 * 3 * 2},
		{"jumps", testkit.Jumps("##ooo##", "##ooo##", "ooooooo", "ooo_ooo", "ooooooo", "##ooo##", "##ooo##"), 76},
		// a corridor of five: eight steps, six pushes
		{"pusher", testkit.Pusher("@.$.o"), 8 + 6},
	} {
		t.Run(c.name, func(t *testing.T) {
			m, ts, err := machine.Transitions(context.Background(), c.model)
			if err != nil {
				t.Fatal(err)
			}
			if err := m.Validate(); err != nil {
				t.Fatal(err)
			}
			if len(ts) != c.count {
				t.Errorf("%d transitions, want %d", len(ts), c.count)
			}
			for _, tr := range ts {
				if tr.Guard != model.True {
					t.Errorf("move %d under %v is left with a guard", tr.Move, tr.Needs)
				}
			}
		})
	}
}

// drawState draws any values for the variables.
func drawState(t *rapid.T, m *model.Model) model.Solution {
	state := make(model.Solution, len(m.Vars))
	for v, of := range m.Vars {
		values := slices.Collect(of.Domain.Each)
		state[v] = rapid.SampledFrom(values).Draw(t, "value")
	}
	return state
}

// keepLasting gives the variables that no move changes a value of the start.
func keepLasting(m *model.Model, state model.Solution) {
	changes := map[model.VarID]bool{}
	for _, move := range m.Machine.Moves {
		for _, e := range move.Effects {
			changes[e.Var] = true
		}
	}
	for v, d := range m.Machine.Start {
		if !changes[model.VarID(v)] && !d.Contains(state[v]) {
			state[v] = d.Bounds().Lo
		}
	}
}

func TestTransitionsMeanTheMoves(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := testkit.RandomMachine(t)
		to, ts, err := machine.Transitions(context.Background(), m)
		if err != nil {
			t.Fatal(err)
		}
		if err := to.Validate(); err != nil {
			t.Fatal(err)
		}
		for range 5 {
			state := drawState(t, m)
			keepLasting(m, state)
			was, is := m.At(state), to.At(state)
			if was.Won() != is.Won() || was.Forbidden() != is.Forbidden() {
				t.Fatalf("%v: goal or never differ", state)
			}
			for move := range m.Machine.Moves {
				var found []machine.Transition
				for _, tr := range ts {
					if int(tr.Move) == move && !slices.ContainsFunc(tr.Needs, func(f machine.Fact) bool { return state[f.Var] != f.Value }) && is.Bool(tr.Guard) {
						found = append(found, tr)
					}
				}
				if len(found) > 1 || (len(found) == 1) != was.Possible(int64(move)) {
					t.Fatalf("%v: move %d has transitions %v, possible: %t", state, move, found, was.Possible(int64(move)))
				}
				if len(found) == 0 {
					continue
				}
				next := slices.Clone(state)
				for _, e := range found[0].Effects {
					if !to.Vars[e.Var].Bool {
						next[e.Var] = is.Int(e.X)
					} else if next[e.Var] = 0; is.Bool(e.B) {
						next[e.Var] = 1
					}
				}
				if !slices.Equal(next, was.After(int64(move))) {
					t.Fatalf("%v: move %d leads to %v, want %v", state, move, next, was.After(int64(move)))
				}
				for i, x := range found[0].Costs {
					if is.Int(x) != was.Costs(int64(move))[i] {
						t.Fatalf("%v: move %d costs otherwise", state, move)
					}
				}
			}
		}
	})
}

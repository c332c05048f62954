package testkit_test

import (
	"slices"
	"testing"

	"nazo/internal/model"
	"nazo/internal/testkit"
	"pgregory.net/rapid"
)

func TestBruteForceRuns(t *testing.T) {
	for _, c := range []struct {
		name  string
		model *model.Model
		costs []int64
		runs  int
		// states is the number of states that can be reached
		states int64
	}{
		{"towers 3", testkit.Towers(3, 3), []int64{7}, 1, 27},
		{"towers 4 on four pegs", testkit.Towers(4, 4), []int64{9}, 22, 256},
		{"jumps", testkit.Jumps("oo_"), []int64{1}, 1, 2},
		{"no jumps", testkit.Jumps("o_o"), nil, 0, 1},
		{"pusher", testkit.Pusher("@.$.o"), []int64{2, 3, 3}, 1, 9},
	} {
		t.Run(c.name, func(t *testing.T) {
			if err := c.model.Validate(); err != nil {
				t.Fatal(err)
			}
			got := testkit.BruteForceRuns(c.model)
			states := int64(0)
			for _, n := range got.Survey.ByDistance {
				states += n
			}
			if !slices.Equal(got.Costs, c.costs) || len(got.Best) != c.runs || states != c.states {
				t.Errorf("costs %d by %d runs over %d states, want %d, %d, %d", got.Costs, len(got.Best), states, c.costs, c.runs, c.states)
			}
		})
	}
}

// TestBruteForceRun holds one best run against all.
func TestBruteForceRun(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := testkit.RandomMachine(t)
		one, all := testkit.BruteForceRun(m), testkit.BruteForceRuns(m)
		if !slices.Equal(one.Costs, all.Costs) || (len(one.Best) > 0) != (len(all.Best) > 0) {
			t.Fatalf("one of them is %v at %v, all are %v at %v", one.Best, one.Costs, all.Best, all.Costs)
		}
		for _, run := range one.Best {
			if !slices.ContainsFunc(all.Best, func(r []int64) bool { return slices.Equal(r, run) }) {
				t.Fatalf("%v is none of %v", run, all.Best)
			}
		}
	})
}

// TestBruteForceRunOfMany has ten moves to each next state, and so 10^50 best runs.
func TestBruteForceRunOfMany(t *testing.T) {
	m := model.New()
	m.Finds = []model.Find{{Name: "count"}}
	at := m.IntVar(m.AddInt(model.Range(0, 50), 0, false))
	m.Machine = &model.Machine{Kinds: []string{"up"}, Goal: m.Equal(at, m.Int(50)), Never: model.False, Start: []model.Domain{model.Range(0, 0)}}
	for range 10 {
		up := model.Effect{Var: 0, X: m.Plus(at, m.Int(1))}
		m.Machine.Moves = append(m.Machine.Moves, model.Move{Guard: m.LessEq(at, m.Int(49)), Effects: []model.Effect{up}})
	}
	if got := testkit.BruteForceRun(m); len(got.Best) != 1 || !slices.Equal(got.Costs, []int64{50}) {
		t.Errorf("%d runs at %v", len(got.Best), got.Costs)
	}
}

// TestRewrite builds random machines again, with some variables known, and holds
// the meaning of both against each other.
func TestRewrite(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := testkit.RandomMachine(t)
		testkit.RandomPlayers(t, m)
		state := make(model.Solution, len(m.Vars))
		known := make([]bool, len(m.Vars))
		to := model.New()
		for v, of := range m.Vars {
			b := of.Domain.Bounds()
			state[v] = rapid.Int64Range(b.Lo, b.Hi).Draw(t, "value")
			known[v] = rapid.Bool().Draw(t, "known")
			if of.Bool {
				to.AddBool(-1)
			} else {
				to.AddInt(of.Domain, -1, of.Nominal)
			}
		}
		r := model.Rewriter{From: m, To: to,
			BoolVar: func(v model.VarID) model.Bool {
				if known[v] {
					return model.Const(state[v] != 0)
				}
				return to.BoolVar(v)
			},
			IntVar: func(v model.VarID) model.Int {
				if known[v] {
					return to.Int(state[v])
				}
				return to.IntVar(v)
			},
		}
		type pair struct {
			was, is model.Bool
		}
		pairs := []pair{{m.Machine.Goal, r.Bool(m.Machine.Goal)}, {m.Machine.Never, r.Bool(m.Machine.Never)}}
		for _, move := range m.Machine.Moves {
			pairs = append(pairs, pair{move.Guard, r.Bool(move.Guard)})
			for _, x := range move.Costs {
				same := model.Range(m.At(state).Int(x), m.At(state).Int(x))
				pairs = append(pairs, pair{m.In(x, same), to.In(r.Int(x), same)})
			}
		}
		for _, player := range m.Machine.Players {
			for i, preference := range r.Player(player).Prefers {
				for k, o := range preference.Options {
					old := player.Prefers[i].Options[k]
					if o.Move != old.Move || (o.By < 0) != (old.By < 0) {
						t.Fatalf("option %+v was %+v", o, old)
					}
					pairs = append(pairs, pair{old.When, o.When})
					if o.By >= 0 {
						same := model.Range(m.At(state).Int(old.By), m.At(state).Int(old.By))
						pairs = append(pairs, pair{m.In(old.By, same), to.In(o.By, same)})
					}
				}
			}
		}
		if err := to.Validate(); err != nil {
			t.Fatal(err)
		}
		was, is := model.Evaluate(m, state), model.Evaluate(to, state)
		for i, p := range pairs {
			if was.Bool(p.was) != is.Bool(p.is) {
				t.Errorf("expression %d is %t, was %t", i, is.Bool(p.is), was.Bool(p.was))
			}
		}
	})
}

func TestPlayersAreValidated(t *testing.T) {
	option := func(o model.Option) model.Player {
		return model.Player{Name: "one", By: -1, Prefers: []model.Preference{{Options: []model.Option{o}}}}
	}
	for _, c := range []struct {
		player model.Player
		ok     bool
	}{
		{option(model.Option{Move: 8, When: model.True, By: -1}), true},
		{option(model.Option{Move: 9, When: model.True, By: -1}), false},
		{option(model.Option{Move: -1, When: model.True, By: -1}), false},
		{option(model.Option{When: 1 << 20, By: -1}), false},
		{option(model.Option{When: model.True, By: 1 << 20}), false},
		{model.Player{Name: "one", By: 1 << 20}, false},
	} {
		m := testkit.Towers(3, 3)
		m.Machine.Players = []model.Player{c.player}
		if err := m.Validate(); (err == nil) != c.ok {
			t.Errorf("%+v: %v", c.player, err)
		}
	}
}

package plan

import (
	"context"
	"slices"
	"testing"

	"nazo/internal/model"
	"nazo/internal/testkit"
	"pgregory.net/rapid"
)

// stroller is a random machine of one place and a few switches. Strolls change the place; deeds are done at some place,
// change a switch and perhaps the place; the goal is about switches.
func stroller(t *rapid.T) *model.Model {
	m := model.New()
	m.Finds = []model.Find{{Name: "all"}}
	draw := func(lo, hi int, what string) int { return rapid.IntRange(lo, hi).Draw(t, what) }
	places := int64(draw(2, 5, "places"))
	place := m.AddInt(model.Range(1, places), 0, false)
	x := m.IntVar(place)
	at := func(what string) int64 { return int64(draw(1, int(places), what)) }
	start := at("start")
	machine := &model.Machine{Kinds: []string{"move"}, Costs: draw(1, 2, "costs"), Goal: model.True, Never: model.False,
		Start: []model.Domain{model.Range(start, start)}}
	m.Machine = machine
	var switches []model.VarID
	literal := func() model.Bool {
		b := m.BoolVar(switches[draw(0, len(switches)-1, "switch")])
		if draw(0, 1, "off") == 1 {
			b = b.Not()
		}
		return b
	}
	for range draw(1, 4, "switches") {
		switches = append(switches, m.AddBool(0))
		machine.Start = append(machine.Start, model.Range(0, 0))
		machine.Goal = m.And(machine.Goal, m.BoolVar(switches[len(switches)-1]))
	}
	if draw(0, 3, "never") == 0 {
		machine.Never = m.And(m.In(x, model.Range(at("never"), places)), literal(), literal())
	}
	for i := range draw(2, 12, "moves") {
		move := model.Move{Guard: m.In(x, model.Range(at("from"), places))}
		if draw(0, 2, "guarded") == 0 {
			move.Guard = m.And(move.Guard, literal())
		}
		first := int64(0)
		if i%2 == 0 || draw(0, 2, "goes") == 0 {
			move.Effects = append(move.Effects, model.Effect{Var: place, X: m.Int(at("to"))})
		}
		if i%2 == 1 {
			b := literal()
			move.Effects = append(move.Effects, model.Effect{Var: switches[draw(0, len(switches)-1, "set")], B: m.Or(b, model.Const(draw(0, 2, "on") > 0))})
			first = int64(draw(0, 2, "cost"))
		}
		move.Costs = []model.Int{m.Int(first)}
		for len(move.Costs) < machine.Costs {
			move.Costs = append(move.Costs, m.Int(int64(draw(0, 3, "cost"))))
		}
		machine.Moves = append(machine.Moves, move)
	}
	if err := m.Validate(); err != nil {
		t.Fatalf("%v", err)
	}
	return m
}

// TestReachSets holds best runs by reach sets against brute force.
func TestReachSets(t *testing.T) {
	folded, runs, strolled := 0, 0, 0
	rapid.Check(t, func(t *rapid.T) {
		m := stroller(t)
		task := testkit.Task{Limit: 1, Seed: int64(rapid.IntRange(0, 2).Draw(t, "seed"))}
		l := newLimits(context.Background(), 0, nil)
		defer l.close()
		s := newSearch(context.Background(), &Machine{m: m}, task.Full(), l)
		s.setLengthInState(false)
		s.useHeuristic()
		if s.reachSets = newReachSets(s); s.reachSets == nil {
			return
		}
		folded++
		b := s.bestFirst()
		defer b.close()
		result := running
		for result == running {
			result = b.step(100)
		}
		want := testkit.BruteForceRuns(m)
		if (result == found) != (len(want.Best) > 0) || (result == exhausted) != (len(want.Best) == 0) {
			t.Fatalf("status %d (%s), want one of %v", result, l.reason, want.Best)
		}
		if result != found {
			return
		}
		runs++
		states := b.run()
		run := b.replay(states)
		if len(run)-len(m.Vars) > len(states)-1 {
			strolled++
		}
		if !slices.ContainsFunc(want.Best, func(best []int64) bool { return slices.Equal(best, run) }) {
			t.Fatalf("%v is none of the best: %v", run, want.Best)
		}
	})
	if folded == 0 || runs == 0 || strolled == 0 {
		testkit.ShowsLittle(t, "%d machines with reach sets, %d runs, %d with strolls", folded, runs, strolled)
	}
	t.Logf("%d machines with reach sets, %d runs, %d with strolls", folded, runs, strolled)
}

package sat

import (
	"context"
	"errors"
	"testing"

	"nazo/internal/model"
	"nazo/internal/testkit"
	"pgregory.net/rapid"
)

func unrolled(t interface{ Fatal(...any) }, m *model.Model, parallel bool, steps int) *Unrolling {
	p, err := PrepareUnrolling(context.Background(), m)
	if err != nil {
		t.Fatal(err)
	}
	u, err := p.Unroll(context.Background(), parallel)
	if err != nil {
		t.Fatal(err)
	}
	for range steps {
		if err := u.Extend(); err != nil {
			t.Fatal(err)
		}
	}
	return u
}

func TestStillModelsAreValid(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := testkit.RandomMachine(t)
		for _, parallel := range []bool{false, true} {
			u := unrolled(t, m, parallel, 3)
			if err := u.Model.Validate(); err != nil {
				t.Fatalf("parallel %t: %v", parallel, err)
			}
			if u.Steps() != 3 {
				t.Fatalf("%d steps", u.Steps())
			}
		}
	})
}

// TestNothingIsReachedTooEarly has a walker in a corridor: after so many steps he
// can be no further, and nowhere new once he was everywhere.
func TestNothingIsReachedTooEarly(t *testing.T) {
	m := testkit.Pusher("@..#o")
	u := unrolled(t, m, false, 0)
	for steps := range 5 {
		if u.Goal() != model.False {
			t.Errorf("the goal may be met after %d steps", steps)
		}
		if level := steps > 2; u.LevelledOff() != level {
			t.Errorf("after %d steps: levelled off is %t", steps, u.LevelledOff())
		}
		if err := u.Extend(); err != nil {
			t.Fatal(err)
		}
	}
	for _, v := range u.Model.Vars {
		if v.Find < 0 && !v.Bool && v.Domain.Contains(3) {
			t.Errorf("the walker may have come behind the wall: %v", v.Domain)
		}
	}
}

// TestMovesAreTakenApart splits pushes by the place of the walker; what does not
// turn on one variable stays whole.
func TestMovesAreTakenApart(t *testing.T) {
	p, err := PrepareUnrolling(context.Background(), testkit.Pusher("@...", ".$..", "...o"))
	if err != nil {
		t.Fatal(err)
	}
	for _, a := range p.actions {
		if len(a.effects) > 3 {
			t.Errorf("a part of move %d has %d effects", a.move, len(a.effects))
		}
	}
	towers := testkit.Towers(4, 3)
	if p, err = PrepareUnrolling(context.Background(), towers); err != nil || len(p.actions) != len(towers.Machine.Moves) {
		t.Errorf("%d parts of %d moves; %v", len(p.actions), len(towers.Machine.Moves), err)
	}
}

func TestParallel(t *testing.T) {
	if !UnrollParallel(testkit.Jumps("oo_", "oo_")) {
		t.Error("jumps in different rows can't be made at once")
	}
	if UnrollParallel(testkit.Pusher("@.$.o")) {
		t.Error("a walker can walk two ways at once")
	}
}

func TestMeasure(t *testing.T) {
	p, err := PrepareUnrolling(context.Background(), testkit.Jumps("oo_o"))
	if err != nil {
		t.Fatal(err)
	}
	s := p.States()
	vars := []model.VarID{0, 1, 2, 3}
	holds := func(b model.Bool) bool { // in some state
		for mask := range 16 {
			state := model.Solution{int64(mask & 1), int64(mask >> 1 & 1), int64(mask >> 2 & 1), int64(mask >> 3)}
			if model.Evaluate(s.Model, state).Bool(b) {
				return true
			}
		}
		return false
	}
	down, up := s.Measure(vars, 1), s.Measure(vars, -1)
	if !down.Changes || holds(down.MayNotDecrease) || holds(down.MayDropMore) || !holds(up.MayNotDecrease) {
		t.Errorf("the number of pegs does not fall by one: %+v, %+v", down, up)
	}
	if first, second := s.Only(down.MayNotDecrease), s.Only(down.MayDropMore); len(second) != len(first)+1 {
		t.Errorf("%v, then %v are switched off", first, second)
	}
}

func TestUnrollCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	u := unrolled(t, testkit.Towers(3, 3), false, 1)
	u.ctx = ctx
	cancel()
	if err := u.Extend(); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
	if _, err := PrepareUnrolling(ctx, testkit.Towers(3, 3)); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
}

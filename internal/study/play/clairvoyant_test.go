package play

import (
	"context"
	"fmt"
	"testing"

	"nazo/internal/model"
	"nazo/internal/testkit"
	"nazo/native"
)

// winnable reports whether any run from a state meets the goal, by trying them all.
func winnable(m *model.Model, state model.Solution, seen map[string]bool) bool {
	at := m.At(state)
	if at.Won() {
		return true
	}
	key := fmt.Sprint(state)
	if seen[key] {
		return false
	}
	seen[key] = true
	for move := range m.Machine.Moves {
		if at.Possible(int64(move)) && winnable(m, at.After(int64(move)), seen) {
			return true
		}
	}
	return false
}

// Whoever sees all wins what can be won.
func TestSolveClairvoyantly(t *testing.T) {
	p := newPatience(5, 1)
	for _, test := range []struct {
		name  string
		table *Table
	}{
		{"by a player", tableFor(p.m, *p.greedy("greedy", 0))},
		{"by a player who samples", tableFor(p.m, *p.greedy("deep", 10))},
		{"without players", NewTable(p.m)},
	} {
		t.Run(test.name, func(t *testing.T) {
			won := 0
			for seed := range int64(12) {
				d := p.dealAt(test.table, seed)
				want := Impossible
				if winnable(p.m, d.Start, map[string]bool{}) {
					want = Winnable
					won++
				}
				if got, moves := SolveClairvoyantly(context.Background(), d, native.New(), 0); got != want || (got == Winnable) != (len(moves) > 0) {
					t.Errorf("deal %d is %s by %v, want %s", seed, got, moves, want)
				}
			}
			if won == 0 || won == 12 {
				t.Errorf("%d of 12 deals can be won, which shows nothing", won)
			}
		})
	}
}

// What is not found in time, or in the memory that there is, is not called impossible.
func TestSolveClairvoyantlyLimits(t *testing.T) {
	m := testkit.Towers(12, 4)
	m.Machine.Goal = m.And(m.Machine.Goal, m.In(m.IntVar(11), model.Range(1, 1))) // which can't be
	d := Deal{Table: NewTable(m), Start: make(model.Solution, 12)}
	for v := range d.Start {
		d.Start[v] = 1
	}
	over, stop := context.WithTimeout(context.Background(), 0)
	defer stop()
	if got, _ := SolveClairvoyantly(over, d, native.New(), 0); got != Undecided {
		t.Errorf("without time: %s", got)
	}
	ctx := t.Context()
	if got, _ := SolveClairvoyantly(ctx, d, native.New(), 100<<10); got != Undecided {
		t.Errorf("without memory: %s", got)
	}
	if got, _ := SolveClairvoyantly(ctx, d, refusing{}, 0); got != Undecided {
		t.Errorf("by an engine that refuses: %s", got)
	}
}

// refusing is an engine that can't.
type refusing struct{ model.Engine }

func (refusing) Open(context.Context, *model.Model, model.Options) (model.Job, error) {
	return nil, model.Because(model.Unsupported, "it refuses")
}

// An engine that is wrong is found out.
func TestSolveClairvoyantlyFault(t *testing.T) {
	p := newPatience(5, 1)
	defer func() {
		if recover() == nil {
			t.Error("a run without moves wins")
		}
	}()
	SolveClairvoyantly(context.Background(), p.deal(1), lying{}, 0)
}

// lying is an engine that calls every deal won.
type lying struct{ model.Engine }

func (lying) Open(_ context.Context, m *model.Model, _ model.Options) (model.Job, error) {
	return lie{m: m}, nil
}

// lie is its job.
type lie struct {
	model.Job
	m *model.Model
}

func (l lie) Solve(_ context.Context, _ model.SolveOptions, yield func(model.Solution) bool) model.Result {
	yield(make(model.Solution, len(l.m.Vars)))
	return model.Result{Complete: true, Solutions: 1}
}

package plan_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"nazo/internal/model"
	"nazo/internal/model/machine"
	"nazo/internal/testkit"
	"nazo/native/plan"
)

// hall is a large room with many crates.
func hall(size, crates int) *model.Model {
	rows := make([]string, size)
	for r := range rows {
		row := []byte(strings.Repeat(".", size))
		if r == 0 {
			row[0] = '@'
		}
		for c := 2; c < size-2 && crates > 0 && r%2 == 1 && r < size-2; c += 3 {
			row[c], row[c+1] = '$', 'o'
			crates--
		}
		rows[r] = string(row)
	}
	return testkit.Pusher(rows...)
}

// TestCancelOnTime ends the work on large machines after different times. It must end soon.
func TestCancelOnTime(t *testing.T) {
	for _, c := range []struct {
		name  string
		model *model.Model
	}{
		{"hall", hall(24, 12)},
		{"tiles", slide(6, 6, ordered(36), ordered(36))},
	} {
		if c.name == "hall" && !testkit.Thorough() && !testkit.Timing() {
			continue // it has very many transitions
		}
		t.Run(c.name, func(t *testing.T) {
			m, ts, err := machine.Transitions(context.Background(), c.model)
			if err != nil {
				t.Fatal(err)
			}
			for _, after := range []time.Duration{0, 5 * time.Millisecond, 50 * time.Millisecond} {
				ctx, cancel := context.WithTimeout(context.Background(), after)
				begin := time.Now()
				h := plan.NewHeuristic(ctx, m, machine.Packed(c.model), ts)
				took := time.Since(begin)
				if ctx.Err() != nil {
					testkit.Late(t, "New, after it was to end,", took-after, time.Second)
				}
				if h != nil && after == 0 {
					t.Error("a bound was derived in no time")
				}
				t.Logf("%d transitions, %v allowed: %v", len(ts), after, took)
				cancel()
			}
		})
	}
}

// TestHopeless asks for a goal that nothing meets, for one that is met from the start on, and for
// one that says nothing useful.
func TestHopeless(t *testing.T) {
	for _, c := range []struct {
		name string
		goal func(m *model.Model, x, y model.Int) model.Bool
		dead bool
	}{
		{"false", func(*model.Model, model.Int, model.Int) model.Bool { return model.False }, true},
		{"opposites", func(m *model.Model, x, _ model.Int) model.Bool {
			return m.And(m.In(x, model.Range(0, 1)), m.In(x, model.Values(2)))
		}, true},
		{"true", func(*model.Model, model.Int, model.Int) model.Bool { return model.True }, false},
		{"equal", func(m *model.Model, x, y model.Int) model.Bool { return m.Equal(x, y) }, false},
		{"out of reach", func(m *model.Model, x, _ model.Int) model.Bool { return m.In(x, model.Values(2)) }, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			m := model.New()
			m.Finds = []model.Find{{Name: "state"}}
			x, y := m.AddInt(model.Range(0, 2), 0, false), m.AddInt(model.Range(0, 2), 0, false)
			m.Machine = &model.Machine{Kinds: []string{"up"}, Never: model.False,
				Start: []model.Domain{model.Range(0, 0), model.Range(0, 0)}}
			m.Machine.Moves = []model.Move{{Guard: m.In(m.IntVar(x), model.Range(0, 0)),
				Effects: []model.Effect{{Var: x, X: m.Int(1)}}}}
			m.Machine.Goal = c.goal(m, m.IntVar(x), m.IntVar(y))
			h := newHeuristic(t, m)
			dead := false
			if h != nil {
				dead = h.estimate(model.Solution{0, 0}, make([]int64, 1))
			}
			if dead != c.dead {
				t.Errorf("dead is %t, want %t", dead, c.dead)
			}
		})
	}
}

// TestImages asks about states that are symmetric to those that runs reach, without
// being reached themselves.
func TestImages(t *testing.T) {
	m := model.New()
	m.Finds = []model.Find{{Name: "state"}}
	side, x := m.AddInt(model.Range(0, 1), 0, true), m.AddInt(model.Range(0, 3), 0, true)
	is := func(v model.VarID, value int64) model.Bool {
		return m.In(m.IntVar(v), model.Range(value, value))
	}
	m.Machine = &model.Machine{Kinds: []string{"go"}, Never: model.False, Goal: is(x, 3),
		Start: []model.Domain{model.Range(0, 0), model.Range(0, 0)},
		Symmetries: []model.Permutation{{Name: "mirror", Vars: []model.VarID{side, x},
			Values: []map[int64]int64{{0: 1, 1: 0}, {0: 0, 1: 2, 2: 1, 3: 3}}}}}
	for _, way := range [][3]int64{{0, 0, 1}, {0, 1, 3}, {0, 0, 2}, {1, 0, 2}, {1, 2, 3}, {1, 0, 1}} {
		// The last effect changes nothing, so that no variable is known never to change.
		m.Machine.Moves = append(m.Machine.Moves, model.Move{Guard: m.And(is(side, way[0]), is(x, way[1])),
			Effects: []model.Effect{{Var: x, X: m.Int(way[2])}, {Var: side, X: m.IntVar(side)}}})
	}
	h := derived(plan.NewHeuristic, m, m, plain(m))
	for _, c := range []struct {
		side, x int64
		dead    bool
		paid    int64
	}{{0, 0, false, 2}, {0, 1, false, 1}, {0, 2, true, 0}, {1, 0, false, 2}, {1, 2, false, 1}, {1, 1, true, 0}, {1, 3, false, 0}} {
		into := []int64{0}
		dead := h.estimate(model.Solution{c.side, c.x}, into)
		if dead && !c.dead || !dead && into[0] > c.paid {
			t.Errorf("side %d, place %d: dead is %t, the bound %d", c.side, c.x, dead, into[0])
		}
	}
}

package bound_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"nazo/compile/model"
	"nazo/compile/model/modeltest"
	"nazo/native/bound"
	"nazo/native/packed"
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
	return modeltest.Pusher(rows...)
}

// TestCancel ends the work on large machines after different times. It must end soon.
func TestCancel(t *testing.T) {
	for _, c := range []struct {
		name  string
		model *model.Model
	}{
		{"hall", hall(24, 12)},
		{"tiles", slide(6, 6, ordered(36), ordered(36))},
	} {
		t.Run(c.name, func(t *testing.T) {
			m, ts, err := packed.Transitions(context.Background(), c.model)
			if err != nil {
				t.Fatal(err)
			}
			for _, after := range []time.Duration{0, 5 * time.Millisecond, 50 * time.Millisecond, time.Minute} {
				ctx, cancel := context.WithTimeout(context.Background(), after)
				begin := time.Now()
				b := bound.New(ctx, m, ts)
				took := time.Since(begin)
				if late := took - after; ctx.Err() != nil && late > time.Second { // the machine may be busy
					t.Errorf("New goes on for %v after it was to end", late)
				}
				if b != nil && after == 0 {
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
			b := newBound(t, m)
			dead := false
			if b != nil {
				dead = b.Least(func(model.VarID) int64 { return 0 }, make([]int64, 1))
			}
			if dead != c.dead {
				t.Errorf("dead is %t, want %t", dead, c.dead)
			}
		})
	}
}

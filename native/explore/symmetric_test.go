package explore_test

import (
	"context"
	"strings"
	"testing"

	"nazo/compile/model"
	"nazo/compile/model/modeltest"
	"nazo/native/explore"
)

func TestSymmetricStatesAreMerged(t *testing.T) {
	rows := []string{"ooooo", "ooooo", "oo_oo", "ooooo", "ooooo"}
	m := fewest(modeltest.Jumps(rows...))
	m.Machine.Goal = m.LessEq(m.Sum(terms(m)...), m.Int(19))
	plain, r := solve(t, m, model.Task{Limit: 1, Search: []string{"breadth"}})
	m.Machine.Symmetries = boardSymmetries(rows)
	merged, s := solve(t, m, model.Task{Limit: 1, Search: []string{"breadth"}})
	if len(plain) != 1 || len(merged) != 1 || len(plain[0]) != len(merged[0]) {
		t.Fatalf("%d and %d runs: %+v, %+v", len(plain), len(merged), r, s)
	}
	replayed(t, m, merged[0])
	if s.Stats.States > r.Stats.States/3 {
		t.Errorf("%d states, merged %d", r.Stats.States, s.Stats.States)
	}
	for _, name := range names() {
		if task := (model.Task{Limit: 1, Search: name}); explore.Supports(m, task) == nil {
			runs, r := solve(t, m, task)
			if name != nil && refusal(r) {
				continue
			}
			if len(runs) != 1 {
				t.Fatalf("%v: %+v", name, r)
			}
			if costs := replayed(t, m, runs[0]); costs[0] != 5 {
				t.Errorf("%v: %d", name, costs)
			}
		}
	}
	// Counts are those of all runs.
	one, all := explore.Count(context.Background(), m, model.Task{}), model.Count{}
	m.Machine.Symmetries = nil
	all = explore.Count(context.Background(), m, model.Task{})
	if !one.Complete || one.N.Cmp(all.N) != 0 || one.N.Int64() < 8 {
		t.Errorf("counted %v with symmetries, %v without", one, all)
	}
}

// terms are the pegs of a board.
func terms(m *model.Model) []model.Term {
	var out []model.Term
	for v := range m.Vars {
		out = append(out, model.Term{Coef: 1, X: m.ToInt(m.BoolVar(model.VarID(v)))})
	}
	return out
}

func TestWrongSymmetries(t *testing.T) {
	for _, c := range []struct {
		name string
		mend func(m *model.Model)
		want string
	}{
		{"the goal", func(m *model.Model) { m.Machine.Goal = m.BoolVar(0).Not() }, "does not keep the goal"},
		{"the moves", func(m *model.Model) { m.Machine.Moves = m.Machine.Moves[:9] }, "does not keep the moves"},
		{"the states", func(m *model.Model) {
			m.Machine.Never = m.And(m.BoolVar(0), m.BoolVar(4).Not()) // a turn of the start
		}, "maps a state to none"},
	} {
		rows := []string{"_oooo", "ooooo", "ooooo", "ooooo", "ooooo"}
		m := modeltest.Jumps(rows...)
		m.Machine.Symmetries = boardSymmetries(rows)
		c.mend(m)
		_, r := solve(t, m, model.Task{Limit: 1})
		if r.Complete || r.Exhausted || !strings.HasPrefix(r.Reason, "the declared symmetry does not hold: image ") || !strings.HasSuffix(r.Reason, c.want) {
			t.Errorf("%s: %+v", c.name, r)
		}
	}
}

package plan_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"nazo/internal/model"
	"nazo/internal/testkit"
	"pgregory.net/rapid"
)

func TestSymmetricStatesAreMerged(t *testing.T) {
	rows := []string{"ooooo", "ooooo", "oo_oo", "ooooo", "ooooo"}
	m := fewest(testkit.Jumps(rows...))
	m.Machine.Goal = m.LessEq(m.Sum(terms(m)...), m.Int(19))
	plain, r := solve(t, m, testkit.Task{Limit: 1, Search: []string{"breadth"}})
	m.Machine.Symmetries = boardSymmetries(rows)
	merged, s := solve(t, m, testkit.Task{Limit: 1, Search: []string{"breadth"}})
	if len(plain) != 1 || len(merged) != 1 || len(plain[0]) != len(merged[0]) {
		t.Fatalf("%d and %d runs: %+v, %+v", len(plain), len(merged), r, s)
	}
	replayed(t, m, merged[0])
	if s.Stats.States > r.Stats.States/3 {
		t.Errorf("%d states, merged %d", r.Stats.States, s.Stats.States)
	}
	for _, name := range names() {
		if task := (testkit.Task{Limit: 1, Search: name}); !refuses(m, task) {
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
	one, all := count(m, testkit.Task{}), model.Count{}
	m.Machine.Symmetries = nil
	all = count(m, testkit.Task{})
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
		m := testkit.Jumps(rows...)
		m.Machine.Symmetries = boardSymmetries(rows)
		c.mend(m)
		_, r := solve(t, m, testkit.Task{Limit: 1})
		if r.Complete || r.Exhausted || !strings.HasPrefix(r.Reason.String(), "the declared symmetry does not hold: image ") || !strings.HasSuffix(r.Reason.String(), c.want) {
			t.Errorf("%s: %+v", c.name, r)
		}
	}
}

// TestSymmetricMachines merges the states of random machines that are symmetric.
func TestSymmetricMachines(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		m := testkit.RandomMachine(t)
		symmetrize(m, randomSymmetries(t, m))
		want := testkit.BruteForceRun(m) // each image of a move multiplies the best runs
		task := testkit.Task{Seed: int64(rapid.IntRange(0, 2).Draw(t, "seed"))}
		for _, name := range names() {
			task.Search = name
			checkOne(t, m, task, want)
		}
	})
}

// randomSymmetries are the powers of a permutation by which variables of the same kind
// change places, and some of them turn their values over.
func randomSymmetries(t *rapid.T, m *model.Model) []model.Permutation {
	first := model.Permutation{Vars: make([]model.VarID, len(m.Vars)), Values: make([]map[int64]int64, len(m.Vars))}
	free := map[model.VarID]bool{}
	for v := range m.Vars {
		free[model.VarID(v)] = true
	}
	for v, of := range m.Vars {
		var alike []model.VarID
		for w := range m.Vars {
			if to := m.Vars[w]; free[model.VarID(w)] && to.Bool == of.Bool && slices.Equal(to.Domain, of.Domain) {
				alike = append(alike, model.VarID(w))
			}
		}
		first.Vars[v] = rapid.SampledFrom(alike).Draw(t, "place")
		delete(free, first.Vars[v])
		if rapid.IntRange(0, 3).Draw(t, "turned") == 0 {
			first.Values[v] = turnedOver(of.Domain)
		}
	}
	var group []model.Permutation
	for p := first; !isIdentity(p); p = after(m, p, first) {
		p.Name = fmt.Sprint("power ", len(group)+1)
		group = append(group, p)
	}
	return group
}

// turnedOver maps the least value to the greatest, and so on.
func turnedOver(d model.Domain) map[int64]int64 {
	out := map[int64]int64{}
	for x := range d.Each {
		out[x] = d.Bounds().Lo + d.Bounds().Hi - x
	}
	return out
}

func isIdentity(p model.Permutation) bool {
	for v, to := range p.Vars {
		if int(to) != v || p.Values[v] != nil {
			return false
		}
	}
	return true
}

// after is p, then q; both turn values over or leave them.
func after(m *model.Model, p, q model.Permutation) model.Permutation {
	out := model.Permutation{Vars: make([]model.VarID, len(p.Vars)), Values: make([]map[int64]int64, len(p.Vars))}
	for v, to := range p.Vars {
		out.Vars[v] = q.Vars[to]
		if (p.Values[v] != nil) != (q.Values[to] != nil) {
			out.Values[v] = turnedOver(m.Vars[v].Domain)
		}
	}
	return out
}

// symmetrize adds the images of moves, goal and what is to be avoided.
func symmetrize(m *model.Model, group []model.Permutation) {
	machine := m.Machine
	machine.Symmetries = group
	goals, nevers, moves := []model.Bool{machine.Goal}, []model.Bool{machine.Never}, slices.Clone(machine.Moves)
	for _, p := range group {
		bounds := func(v model.VarID) int64 { b := m.Vars[v].Domain.Bounds(); return b.Lo + b.Hi }
		turn := func(v model.VarID, x model.Int) model.Int {
			if p.Values[v] == nil {
				return x
			}
			return m.Sum(model.Term{Coef: -1, X: x}, model.Term{Coef: bounds(v), X: m.Int(1)})
		}
		turnBool := func(v model.VarID, b model.Bool) model.Bool {
			if p.Values[v] == nil {
				return b
			}
			return b.Not()
		}
		r := &model.Rewriter{From: m, To: m,
			BoolVar: func(v model.VarID) model.Bool { return turnBool(v, m.BoolVar(p.Vars[v])) },
			IntVar:  func(v model.VarID) model.Int { return turn(v, m.IntVar(p.Vars[v])) },
		}
		goals, nevers = append(goals, r.Bool(machine.Goal)), append(nevers, r.Bool(machine.Never))
		for _, move := range machine.Moves {
			image := model.Move{Kind: move.Kind, Parameters: move.Parameters, Guard: r.Bool(move.Guard)}
			for _, e := range move.Effects {
				to := model.Effect{Var: p.Vars[e.Var]}
				if m.Vars[e.Var].Bool {
					to.B = turnBool(e.Var, r.Bool(e.B))
				} else {
					to.X = turn(e.Var, r.Int(e.X))
				}
				image.Effects = append(image.Effects, to)
			}
			for _, x := range move.Costs {
				image.Costs = append(image.Costs, r.Int(x))
			}
			moves = append(moves, image)
		}
	}
	machine.Goal, machine.Never, machine.Moves = m.Or(goals...), m.Or(nevers...), moves
}

// TestLateAsymmetry breaks a declared symmetry only in states that are not looked at
// beforehand.
func TestLateAsymmetry(t *testing.T) {
	for _, late := range []string{"goal", "moves"} {
		m := model.New()
		m.Finds = []model.Find{{Name: "lamps"}, {Name: "time"}}
		left, right := m.AddBool(0), m.AddBool(0)
		time := m.AddInt(model.Range(0, 1000), 1, false)
		no := model.Range(0, 0)
		m.Machine = &model.Machine{Kinds: []string{"a"}, Never: model.False, Start: []model.Domain{no, no, no}}
		dark := m.And(m.BoolVar(left).Not(), m.BoolVar(right).Not())
		for _, lamp := range []model.VarID{right, left} { // the least image comes last
			m.Machine.Moves = append(m.Machine.Moves, model.Move{Guard: dark, Effects: []model.Effect{{Var: lamp, B: model.True}}})
		}
		next := m.Sum(model.Term{Coef: 1, X: m.IntVar(time)}, model.Term{Coef: 1, X: m.Int(1)})
		m.Machine.Moves = append(m.Machine.Moves, model.Move{Guard: m.LessEq(next, m.Int(999)), Effects: []model.Effect{{Var: time, X: next}}})
		// Which of the lamps is the least image is not for the test to know: it tries both.
		reasons := ""
		for _, lamp := range []model.VarID{left, right} {
			m.Machine.Goal = m.Equal(m.IntVar(time), m.Int(999))
			if late == "goal" {
				m.Machine.Goal = m.And(m.Machine.Goal, m.BoolVar(lamp))
			} else {
				m.Machine.Goal = m.And(m.Equal(m.IntVar(time), m.Int(1000)), dark.Not())
				last := model.Move{Guard: m.And(m.Equal(m.IntVar(time), m.Int(999)), m.BoolVar(lamp)), Effects: []model.Effect{{Var: time, X: m.Int(1000)}}}
				m.Machine.Moves = append(m.Machine.Moves[:3:3], last)
			}
			m.Machine.Symmetries = []model.Permutation{{Name: "mirror", Vars: []model.VarID{right, left, time}, Values: make([]map[int64]int64, 3)}}
			runs, r := solve(t, m, testkit.Task{Limit: 1, Search: []string{"breadth"}})
			if len(runs) > 0 {
				replayed(t, m, runs[0])
			}
			reasons += r.Reason.String()
		}
		if !strings.Contains(reasons, "the declared symmetry does not hold") {
			t.Errorf("%s: %q", late, reasons)
		}
	}
}

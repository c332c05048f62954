package plan_test

import (
	"math"
	"slices"
	"testing"

	"nazo/internal/model"
	"nazo/internal/model/machine"
	"nazo/internal/testkit"
	"nazo/native/plan"
	"pgregory.net/rapid"
)

// blinking has lamps of which each move switches two, and a goal with an odd or even number of
// lamps more, or at most two of them.
func blinking(t *rapid.T) *model.Model {
	m := model.New()
	m.Finds = []model.Find{{Name: "lamps"}}
	m.Machine = &model.Machine{Kinds: []string{"switch"}, Never: model.False, Goal: model.True}
	lamps := rapid.IntRange(3, 6).Draw(t, "lamps")
	var sum []model.Term
	for range lamps {
		v := m.AddBool(0)
		on := int64(rapid.IntRange(0, 1).Draw(t, "on"))
		m.Machine.Start = append(m.Machine.Start, model.Range(on, on))
		sum = append(sum, model.Term{Coef: 1, X: m.ToInt(m.BoolVar(v))})
		switch rapid.IntRange(0, 3).Draw(t, "wanted") {
		case 0:
			m.Machine.Goal = m.And(m.Machine.Goal, m.BoolVar(v))
		case 1:
			m.Machine.Goal = m.And(m.Machine.Goal, m.BoolVar(v).Not())
		}
	}
	least := int64(rapid.IntRange(0, 4).Draw(t, "least"))
	most := least + int64(rapid.IntRange(0, 1).Draw(t, "more"))
	m.Machine.Goal = m.And(m.Machine.Goal, m.In(m.Sum(sum...), model.Range(least, most)))
	for range rapid.IntRange(2, 10).Draw(t, "moves") {
		move := model.Move{Guard: model.True}
		for _, v := range rapid.SliceOfNDistinct(rapid.IntRange(0, lamps-1), 2, 2, func(v int) int { return v }).Draw(t, "two") {
			move.Effects = append(move.Effects, model.Effect{Var: model.VarID(v), B: m.BoolVar(model.VarID(v)).Not()})
		}
		slices.SortFunc(move.Effects, func(a, b model.Effect) int { return int(a.Var - b.Var) })
		m.Machine.Moves = append(m.Machine.Moves, move)
	}
	return m
}

func TestBlinking(t *testing.T) {
	hopeless := 0
	rapid.Check(t, func(t *rapid.T) {
		m := blinking(t)
		h, s := newHeuristic(t, m), explore(m, math.MaxInt)
		if h == nil {
			return
		}
		if dead, known, _, _ := checkSound(t, m, h, s); dead == len(s.states) && known == dead {
			hopeless++
		}
	})
	if hopeless == 0 {
		testkit.ShowsLittle(t, "no machine is known to be hopeless: nothing is tested")
	}
}

// TestInvariants tells boards on which one peg can't be left, whatever is done, from others.
func TestInvariants(t *testing.T) {
	european := func(hole string) []string {
		rows := []string{"##ooo##", "#ooooo#", "ooooooo", "ooooooo", "ooooooo", "#ooooo#", "##ooo##"}
		rows[hole[0]-'0'] = rows[hole[0]-'0'][:hole[1]-'0'] + "_" + rows[hole[0]-'0'][hole[1]-'0'+1:]
		return rows
	}
	for _, c := range []struct {
		name     string
		rows     []string
		hopeless bool
	}{
		{"english", []string{"##ooo##", "##ooo##", "ooooooo", "ooo_ooo", "ooooooo", "##ooo##", "##ooo##"}, false},
		{"european, middle", european("33"), true},
		{"european, edge", european("02"), false},
		{"corner", []string{"_ooo", "oooo", "oooo", "oooo"}, true},
		{"corner, one more missing", []string{"__oo", "oooo", "oooo", "oooo"}, false},
		{"three in a row", []string{"ooo", "o_o", "ooo"}, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			m := testkit.Jumps(c.rows...)
			start := make(model.Solution, len(m.Vars))
			for v, d := range m.Machine.Start {
				start[v] = d.Bounds().Lo
			}
			if got := newHeuristic(t, m).estimate(start, []int64{0}); got != c.hopeless {
				t.Errorf("hopeless is %t, want %t", got, c.hopeless)
			}
			if !c.hopeless {
				return
			}
			if s := explore(m, 2000); s != nil {
				for i := range s.states {
					if s.won[i] {
						t.Errorf("state %v meets the goal", s.states[i])
					}
				}
			}
		})
	}
}

// A parity that is found is one: no move changes it, it is at the start as is said, and the other way wherever the goal is met, as long as
// what no move changes is as it was.
func TestFindParity(t *testing.T) {
	found := 0
	rapid.Check(t, func(t *rapid.T) {
		m := blinking(t)
		to, ts, err := machine.Transitions(t.Context(), m)
		if err != nil {
			t.Fatal(err)
		}
		p, ok := plan.FindParity(t.Context(), to, ts)
		if !ok {
			return
		}
		found++
		odd := func(s model.Solution) bool {
			is := false
			for _, f := range p.Facts {
				is = is != (s[f.Var] == f.Value)
			}
			return is
		}
		start := make(model.Solution, len(m.Vars))
		for v, d := range m.Machine.Start {
			start[v] = d.Bounds().Lo
		}
		changes := make([]bool, len(m.Vars))
		for _, move := range m.Machine.Moves {
			for _, e := range move.Effects {
				changes[e.Var] = true
			}
		}
		if odd(start) != p.Odd {
			t.Errorf("at the start it is odd: %t", odd(start))
		}
		for bits := range 1 << len(m.Vars) {
			s := make(model.Solution, len(m.Vars))
			for v := range s {
				if s[v] = start[v]; changes[v] {
					s[v] = int64(bits >> v & 1)
				}
			}
			at := m.At(s)
			if at.Won() && odd(s) == p.Odd {
				t.Errorf("%v meets the goal, where %v are as odd as at the start", s, p.Facts)
			}
			for i := range m.Machine.Moves {
				if at.Possible(int64(i)) && odd(at.After(int64(i))) != odd(s) {
					t.Errorf("move %d changes whether %v are odd in %v", i, p.Facts, s)
				}
			}
		}
	})
	if found == 0 {
		testkit.ShowsLittle(t, "no parity was found: nothing is tested")
	}
}

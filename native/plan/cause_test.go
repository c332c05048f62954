package plan

import (
	"slices"
	"testing"

	"nazo/internal/model"
	"nazo/internal/testkit"
	"pgregory.net/rapid"
)

// What is called a cause is one: whatever the other variables begin with, no run leads to where those parts of the goal hold, which hold wherever
// the goal does.
func TestCausesOfRandomMachines(t *testing.T) {
	found, small := 0, 0
	rapid.Check(t, func(rt *rapid.T) {
		m := testkit.RandomMachine(rt)
		c, ok := FindCause(t.Context(), m, 20_000)
		if !ok {
			return
		}
		found++
		if len(c.Vars) < len(m.Vars) {
			small++
		}
		start := make(model.Solution, len(m.Vars))
		for v, d := range m.Machine.Start {
			start[v] = d.Bounds().Lo
		}
		var each func(v int, s model.Solution)
		met := map[string]bool{}
		each = func(v int, s model.Solution) {
			switch {
			case v == len(m.Vars):
				if at := goalFrom(m, c, s, met); at != nil {
					rt.Fatalf("from %v a run leads to %v, where the goal's part %v holds, though only %v matter", s, at, c.Goal, c.Vars)
				}
			case slices.Contains(c.Vars, model.VarID(v)):
				each(v+1, append(s, start[v]))
			default:
				for x := range m.Vars[v].Domain.Each {
					each(v+1, append(slices.Clone(s), x))
				}
			}
		}
		each(0, nil)
	})
	if found == 0 || small == 0 {
		testkit.ShowsLittle(t, "%d causes were found, %d of them of fewer than all variables: this shows nothing", found, small)
	}
}

// goalFrom goes through all states that runs reach, and returns one where the goal's part holds.
func goalFrom(m *model.Model, c Cause, start model.Solution, met map[string]bool) model.Solution {
	spell := func(s model.Solution) string {
		var out []byte
		for _, x := range s {
			out = append(out, byte(x))
		}
		return string(out)
	}
	open := []model.Solution{start}
	for len(open) > 0 {
		s := open[len(open)-1]
		open = open[:len(open)-1]
		if met[spell(s)] || m.At(s).Forbidden() {
			continue
		}
		met[spell(s)] = true
		goal := model.Evaluate(c.Model, s)
		at := m.At(s)
		if at.Won() || !slices.ContainsFunc(c.Goal, func(b model.Bool) bool { return !goal.Bool(b) }) {
			return s
		}
		for i := range m.Machine.Moves {
			if at.Possible(int64(i)) {
				open = append(open, at.After(int64(i)))
			}
		}
	}
	return nil
}

package machine

import "nazo/model"

// Reachable are the transitions that are possible in the delete relaxation, in which variables keep all
// the values that they ever had (Bonet and Geffner 2001): no run has any other. They are of [Transitions],
// which made to. Where a search may go on from images of states, or from other deals, all are.
func Reachable(to *model.Model, ts []Transition) []Transition {
	if leavesRuns(to) {
		return ts
	}
	needing := map[Fact][]int32{} // the transitions that need a fact
	values := make([][]int64, len(to.Vars))
	unmet := make([]int, len(ts))
	var applied []int32
	for i := range ts {
		unmet[i] = len(ts[i].Needs)
		if unmet[i] == 0 {
			applied = append(applied, int32(i))
		}
		for _, f := range ts[i].Needs {
			if needing[f] == nil {
				values[f.Var] = append(values[f.Var], f.Value)
			}
			needing[f] = append(needing[f], int32(i))
		}
	}
	meet := func(f Fact) {
		for _, i := range needing[f] {
			if unmet[i]--; unmet[i] == 0 {
				applied = append(applied, i)
			}
		}
		delete(needing, f)
	}
	for v, d := range to.Machine.Start {
		for _, value := range values[v] {
			if d.Contains(value) {
				meet(Fact{model.VarID(v), value})
			}
		}
	}
	for k := 0; k < len(applied); k++ {
		for _, e := range ts[applied[k]].Effects {
			if value, known := e.Constant(to); known {
				meet(Fact{e.Var, value})
				continue
			}
			for _, value := range values[e.Var] {
				meet(Fact{e.Var, value})
			}
		}
	}
	var out []Transition
	for i := range ts {
		if unmet[i] == 0 {
			out = append(out, ts[i])
		}
	}
	return out
}

// leavesRuns reports whether searches may look at states that no run from the start has: their images, or
// those of other deals.
func leavesRuns(m *model.Model) bool {
	return len(m.Machine.Symmetries) > 0 || len(m.Machine.Hidden) > 0
}

// PackedFor is as [Packed], but variables that change by none of these transitions have no bits, either:
// it is for states that runs may have by these alone.
func PackedFor(m *model.Model, ts []Transition) *Layout {
	if leavesRuns(m) {
		return Packed(m)
	}
	lasts := make([]bool, len(m.Vars))
	for v, d := range m.Machine.Start {
		_, lasts[v] = d.Single()
	}
	for i := range ts {
		for _, e := range ts[i].Effects {
			lasts[e.Var] = false
		}
	}
	return packed(m, lasts)
}

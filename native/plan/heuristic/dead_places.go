package heuristic

import (
	"slices"

	"nazo/machine"
	"nazo/model"
)

// deadPlaces are the facts that a token is where it can't be brought to a goal place from, in a group that has
// no token to spare (dead squares, in Sokoban). No state on a run to the goal has one.
func (mg *mutexGroup) deadPlaces(m *model.Model) []machine.Fact {
	tokens := 0
	for _, at := range mg.places {
		if m.Machine.Start[at.v].Contains(at.value) {
			tokens++
		}
	}
	if tokens > len(mg.goalPlaces) || len(mg.tables) == 0 {
		return nil
	}
	var out []machine.Fact
	for p, at := range mg.places {
		known, dead := false, true
		for node := p * int(mg.trackedValues); node < (p+1)*int(mg.trackedValues); node++ {
			if mg.g.reachable[node] {
				goals := len(mg.goalPlaces)
				distances := mg.tables[0].distances[node*goals : (node+1)*goals]
				known, dead = true, dead && !slices.ContainsFunc(distances, func(d int64) bool { return d != infinite })
			}
		}
		if known && dead {
			out = append(out, machine.Fact{Var: at.v, Value: at.value})
		}
	}
	return out
}

// Useful are the transitions, of m's machine, that do not always lead to dead ends.
func (h *Heuristic) Useful(m *model.Model, ts []machine.Transition) []machine.Transition {
	if len(h.dead) == 0 {
		return ts
	}
	return slices.DeleteFunc(slices.Clone(ts), func(t machine.Transition) bool {
		return slices.ContainsFunc(t.Effects, func(e model.Effect) bool {
			value, known := e.Constant(m)
			return known && h.dead[machine.Fact{Var: e.Var, Value: value}]
		})
	})
}

// In is the heuristic for states of another layout.
func (h *Heuristic) In(layout *machine.Layout) *Heuristic {
	out := *h
	out.layout = layout
	out.components = slices.Clone(h.components)
	for i, c := range out.components {
		if tg, ok := c.(*tokenGroups); ok {
			out.components[i] = tg.in(layout)
		}
	}
	if h.relaxation != nil {
		r := *h.relaxation
		r.layout = layout
		out.relaxation = &r
	}
	return &out
}

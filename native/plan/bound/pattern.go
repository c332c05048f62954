package bound

import (
	"context"

	"nazo/model"
)

const (
	// maxPattern bounds the nodes of projections onto several variables,
	// maxPatternEdges their edges: what they cost is to be small even where all that
	// a search has to do is small.
	maxPattern      = 1 << 12
	maxPatternEdges = 1 << 16
)

// patterns are projections onto several variables: those that the goal restricts, a
// group at a time, and what operators that change these depend on (Edelkamp 2001: pattern
// databases; their choice by what variables need of each other).
func patterns(ctx context.Context, m *model.Model, operators []operator, goals limits, vars []model.VarID) []*projection {
	var out []*projection
	for len(vars) > 0 && ctx.Err() == nil {
		var group []model.VarID
		nodes := int64(1)
		for len(vars) > 0 {
			size := m.Vars[vars[0]].Domain.Bounds().Size()
			if nodes > maxPattern/size {
				break
			}
			nodes *= size
			group, vars = append(group, vars[0]), vars[1:]
		}
		if len(group) == 0 { // larger than any pattern by itself
			vars = vars[1:]
			continue
		}
		group = enlarge(m, operators, group, nodes)
		if len(group) < 2 {
			continue
		}
		if p := project(m, operators, goals, group, maxPatternEdges); p != nil {
			out = append(out, p)
		}
	}
	return out
}

// enlarge adds to a group the variables that most operators which change it depend on, as
// long as there is room.
func enlarge(m *model.Model, operators []operator, group []model.VarID, nodes int64) []model.VarID {
	in := make([]bool, len(m.Vars))
	for _, v := range group {
		in[v] = true
	}
	for {
		needed := make([]int, len(m.Vars))
		for i := range operators {
			o := &operators[i]
			for _, c := range o.changes {
				if in[c.v] {
					for _, l := range o.before {
						needed[l.v]++
					}
					break
				}
			}
		}
		best := model.VarID(-1)
		for v := range model.VarID(len(m.Vars)) {
			fits := m.Vars[v].Domain.Bounds().Size() <= maxPattern/nodes
			if !in[v] && fits && needed[v] > 0 && (best < 0 || needed[v] > needed[best]) {
				best = v
			}
		}
		if best < 0 {
			return group
		}
		in[best] = true
		group = append(group, best)
		nodes *= m.Vars[best].Domain.Bounds().Size()
	}
}

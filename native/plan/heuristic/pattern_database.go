package heuristic

import (
	"context"

	"nazo/model"
)

const (
	// maxPatternNodes bounds the nodes of projections onto several variables, maxPatternEdges
	// their edges. They are small because the search itself may be short.
	maxPatternNodes = 1 << 12
	maxPatternEdges = 1 << 16
)

// patternDatabases are pattern databases: projections onto several variables (Culberson and Schaeffer 1998;
// Edelkamp 2001 for planning). A pattern is a group of variables that the goal restricts and
// others that the operators which change these depend on.
func patternDatabases(ctx context.Context, m *model.Model, operators []operator, goals domains, vars []model.VarID) []*projection {
	var out []*projection
	for len(vars) > 0 && ctx.Err() == nil {
		var group []model.VarID
		nodes := int64(1)
		for len(vars) > 0 {
			size := m.Vars[vars[0]].Domain.Bounds().Size()
			if nodes > maxPatternNodes/size {
				break
			}
			nodes *= size
			group, vars = append(group, vars[0]), vars[1:]
		}
		if len(group) == 0 { // it exceeds the limit by itself
			vars = vars[1:]
			continue
		}
		group = enlargePattern(m, operators, group, nodes)
		if len(group) < 2 {
			continue
		}
		if p := newProjection(m, operators, goals, group, maxPatternEdges); p != nil {
			out = append(out, p)
		}
	}
	return out
}

// enlargePattern adds to a pattern the variables that occur in the preconditions of most
// operators which change it, as long as there is room.
func enlargePattern(m *model.Model, operators []operator, group []model.VarID, nodes int64) []model.VarID {
	in := make([]bool, len(m.Vars))
	for _, v := range group {
		in[v] = true
	}
	for {
		needed := make([]int, len(m.Vars))
		for i := range operators {
			o := &operators[i]
			for _, c := range o.effects {
				if in[c.v] {
					for _, l := range o.preconditions {
						needed[l.v]++
					}
					break
				}
			}
		}
		best := model.VarID(-1)
		for v := range model.VarID(len(m.Vars)) {
			fits := m.Vars[v].Domain.Bounds().Size() <= maxPatternNodes/nodes
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

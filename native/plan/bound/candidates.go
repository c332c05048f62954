package bound

import (
	"context"
	"slices"

	"nazo/model"
)

// abstraction is a view of the machine that forgets almost everything.
type abstraction interface {
	part
	graph() *graph
	// know takes the distances for each entry, to each set of targets.
	know(distances [][][]int64)
	// informs says whether what it knows is ever more than nothing.
	informs() bool
}

// abstractions are all that are tried, those first that others make needless.
func abstractions(ctx context.Context, m *model.Model, operators []operator, g goal) []abstraction {
	var out, errands []abstraction
	room := maxAllEdges
	add := func(to *[]abstraction, a abstraction) {
		if room -= len(a.graph().edges); room >= 0 {
			*to = append(*to, a)
		}
	}
	carried := make([]bool, len(m.Vars)) // a family says as much of it
	for _, f := range families(ctx, m, operators, g.limits) {
		if ctx.Err() != nil || room <= 0 || !f.settle(ctx, m, operators) {
			continue
		}
		add(&out, f)
		for p, at := range f.places {
			if m.Vars[at.v].Bool || slices.Contains(f.wanted, int32(p)) {
				carried[at.v] = true
			}
		}
	}
	setRivals(ctx, m, operators, out)
	for _, a := range out {
		if f := a.(*family); f.errand != nil && !f.rival {
			add(&errands, f.errand)
		}
	}
	for _, w := range append(g.sums, tallies(m, g.limits)...) {
		if ctx.Err() != nil || room <= 0 {
			break
		}
		if c := count(m, operators, w); c != nil {
			add(&out, c)
		}
	}
	var plain []model.VarID
	for v := range model.VarID(len(m.Vars)) {
		if ctx.Err() != nil || room <= 0 {
			break
		}
		if _, limited := g.limits[v]; limited && !carried[v] {
			plain = append(plain, v)
			if p := project(m, operators, g.limits, []model.VarID{v}, maxEdges); p != nil {
				add(&out, p)
			}
		}
	}
	for _, p := range patterns(ctx, m, operators, g.limits, plain) {
		add(&out, p)
	}
	return append(out, errands...)
}

// setRivals finds out which families' tokens are worth being set against each
// other. What counts is whether they are ever in each other's way, so the length will do.
func setRivals(ctx context.Context, m *model.Model, operators []operator, all []abstraction) {
	var alone []*family
	for _, a := range all {
		alone = append(alone, a.(*family))
	}
	for _, c := range crowds(m, alone) {
		if !c.rivals() {
			continue
		}
		length := slices.Repeat([][]int64{costsOf(operators, m.Machine.Costs)}, len(c.families))
		c.fight(ctx, m, operators, length, func(duel) bool {
			for _, f := range c.families {
				f.rival = true
			}
			return false
		})
	}
}

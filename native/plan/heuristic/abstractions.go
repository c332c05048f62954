package heuristic

import (
	"context"
	"slices"

	"nazo/model"
)

// abstraction is a homomorphic image of the state space that is small enough to know all its
// goal distances.
type abstraction interface {
	component
	space() *abstractSpace
	// setDistances stores the goal distances, by entry and set of targets.
	setDistances(distances [][][]int64)
	// informative reports whether some distance that was stored is positive.
	informative() bool
}

// abstractions are the candidates for the cost partitioning, those first that make others
// superfluous.
func abstractions(ctx context.Context, m *model.Model, operators []operator, g goal) []abstraction {
	var out, carriers []abstraction
	room := maxAllEdges
	add := func(to *[]abstraction, a abstraction) {
		if room -= len(a.space().edges); room >= 0 {
			*to = append(*to, a)
		}
	}
	carried := make([]bool, len(m.Vars)) // the mutex group subsumes a projection onto the variable
	for _, mg := range mutexGroups(ctx, m, operators, g.domains) {
		if ctx.Err() != nil || room <= 0 || !mg.buildSpaces(ctx, m, operators) {
			continue
		}
		add(&out, mg)
		for p, at := range mg.places {
			if m.Vars[at.v].Bool || slices.Contains(mg.goalPlaces, int32(p)) {
				carried[at.v] = true
			}
		}
	}
	markPaired(ctx, m, operators, out)
	for _, a := range out {
		if mg := a.(*mutexGroup); mg.carried != nil && !mg.paired {
			add(&carriers, mg.carried)
		}
	}
	for _, w := range append(g.sums, valueCounts(m, g.domains)...) {
		if ctx.Err() != nil || room <= 0 {
			break
		}
		if sa := newSumAbstraction(m, operators, w); sa != nil {
			add(&out, sa)
		}
	}
	var plain []model.VarID
	for v := range model.VarID(len(m.Vars)) {
		if ctx.Err() != nil || room <= 0 {
			break
		}
		if _, limited := g.domains[v]; limited && !carried[v] {
			plain = append(plain, v)
			if p := newProjection(m, operators, g.domains, []model.VarID{v}, maxEdges); p != nil {
				add(&out, p)
			}
		}
	}
	for _, p := range patternDatabases(ctx, m, operators, g.domains, plain) {
		add(&out, p)
	}
	return append(out, carriers...)
}

// markPaired finds the groups for which pairwise distances exceed the sum of the single ones
// somewhere. For that it suffices to look at the length of runs.
func markPaired(ctx context.Context, m *model.Model, operators []operator, all []abstraction) {
	var alone []*mutexGroup
	for _, a := range all {
		alone = append(alone, a.(*mutexGroup))
	}
	for _, tg := range groupsByFind(m, alone) {
		if !tg.pairable() {
			continue
		}
		length := slices.Repeat([][]int64{operatorCosts(operators, m.Machine.Costs)}, len(tg.groups))
		tg.eachPair(ctx, m, operators, length, func(tokenPair) bool {
			for _, mg := range tg.groups {
				mg.paired = true
			}
			return false
		})
	}
}

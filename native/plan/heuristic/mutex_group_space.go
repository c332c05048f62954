package heuristic

import (
	"context"
	"slices"

	"nazo/model"
)

// track has nodes distinguish the values of a carrier.
func (mg *mutexGroup) track(m *model.Model, carrier model.VarID) {
	b := m.Vars[carrier].Domain.Bounds()
	mg.tracked, mg.trackedLo, mg.trackedValues = carrier, b.Lo, b.Size()
}

// node is the node of a token at a place and the carrier at a value.
func (mg *mutexGroup) node(p int32, carrier int64) int32 {
	return p*int32(mg.trackedValues) + int32(carrier-mg.trackedLo)
}

// eachTracked calls yield for the values of the carrier before and after an operator.
func (mg *mutexGroup) eachTracked(m *model.Model, o *operator, yield func(before, after int64)) {
	if mg.tracked < 0 {
		yield(0, 0)
		return
	}
	for before := range o.domainBefore(m, mg.tracked).Each {
		o.eachValueAfter(mg.tracked, before, func(after int64) { yield(before, after) })
	}
}

// buildSpace makes the space of one token and the tracked carrier. Other tokens are forgotten;
// operators that move only these are free for this one. It returns false if the space is too
// large.
func (mg *mutexGroup) buildSpace(m *model.Model, operators []operator) bool {
	if int64(len(mg.places)) > maxNodes/mg.trackedValues {
		return false
	}
	mg.g = abstractSpace{nodes: len(mg.places) * int(mg.trackedValues), parts: 1}
	for i := range operators {
		o := &operators[i]
		mg.g.parts = max(mg.g.parts, int32(len(mg.moves[i])))
		if mg.tracked < 0 && len(mg.moves[i]) == 0 || mg.tracked >= 0 && len(mg.moves[i]) == 0 && o.effectOn(mg.tracked) == nil {
			continue
		}
		stays := mg.mayStay(m, o)
		mg.eachTracked(m, o, func(before, after int64) {
			for part, h := range mg.moves[i] {
				mg.g.edges = append(mg.g.edges, edge{mg.node(h.from, before), mg.node(h.to, after), int32(i), int32(part)})
			}
			if before == after {
				return
			}
			for p, stays := range stays {
				if p := int32(p); stays {
					mg.g.edges = append(mg.g.edges, edge{mg.node(p, before), mg.node(p, after), int32(i), free})
				}
			}
		})
		if len(mg.g.edges) > maxEdges {
			return false
		}
	}
	for _, p := range mg.goalPlaces {
		var targets []int32
		for carrier := range mg.trackedValues {
			targets = append(targets, mg.node(p, mg.trackedLo+carrier))
		}
		mg.g.targets = append(mg.g.targets, targets)
	}
	mg.g.prune(mg.starts(m))
	return true
}

// starts are the nodes where tokens may be at the start.
func (mg *mutexGroup) starts(m *model.Model) []int32 {
	var out []int32
	carriers := model.Range(0, 0)
	if mg.tracked >= 0 {
		carriers = m.Machine.Start[mg.tracked]
	}
	for p, at := range mg.places {
		if m.Machine.Start[at.v].Contains(at.value) {
			for carrier := range carriers.Each {
				out = append(out, mg.node(int32(p), carrier))
			}
		}
	}
	return out
}

// trackingHelps reports whether some distance that may occur depends on the carrier.
func (mg *mutexGroup) trackingHelps(with, without [][]int64) bool {
	for node, live := range mg.g.reachable {
		if !live {
			continue
		}
		for i := range with {
			if with[i][node] != without[i][node/int(mg.trackedValues)] {
				return true
			}
		}
	}
	return false
}

// buildSpaces builds the space, and tracks the carrier where that increases distances. It
// returns false if the space is too large.
func (mg *mutexGroup) buildSpaces(ctx context.Context, m *model.Model, operators []operator) bool {
	if !mg.buildSpace(m, operators) {
		return false
	}
	if mg.carrier < 0 {
		return true
	}
	with := *mg
	with.track(m, mg.carrier)
	if !with.buildSpace(m, operators) {
		return true
	}
	mg.carried = newCarrierHeuristic(mg, &with)
	costs := slices.Repeat([]int64{1}, len(operators))
	if with.trackingHelps(with.g.distances(ctx, costs), mg.g.distances(ctx, costs)) {
		mg.tracked, mg.trackedLo, mg.trackedValues, mg.g = with.tracked, with.trackedLo, with.trackedValues, with.g
	}
	return true
}

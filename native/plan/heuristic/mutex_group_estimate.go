package heuristic

import (
	"slices"
)

// distanceTable has the distances of each node to the goal places, one after the other, and the entries for
// which they are the same.
type distanceTable struct {
	distances []int64
	entries   []int
}

func (mg *mutexGroup) space() *abstractSpace { return &mg.g }

func (mg *mutexGroup) setDistances(distances [][][]int64) {
	mg.tables = nil
	for k, byGoal := range distances {
		d := make([]int64, mg.g.nodes*len(byGoal))
		for goal, byNode := range byGoal {
			for node, distance := range byNode {
				d[node*len(byGoal)+goal] = distance
			}
		}
		same := slices.IndexFunc(mg.tables, func(p distanceTable) bool { return slices.Equal(p.distances, d) })
		if same >= 0 {
			mg.tables[same].entries = append(mg.tables[same].entries, k)
		} else {
			mg.tables = append(mg.tables, distanceTable{d, []int{k}})
		}
	}
}

func (mg *mutexGroup) informative() bool {
	informs := mg.losesTokens // too few tokens are a dead end
	for _, t := range mg.tables {
		informs = informs || positive(t.distances, true)
	}
	return informs
}

func (mg *mutexGroup) estimate(s state, into []int64) (deadEnd bool) {
	return mg.estimateTokens(mg.tokens(s), s, into)
}

// tokens are the places of the tokens.
func (mg *mutexGroup) tokens(s state) []int32 {
	var out []int32
	for p, at := range mg.places {
		if s.value(at.v) == at.value {
			out = append(out, int32(p))
		}
	}
	return out
}

// estimateTokens adds the least cost of bringing tokens to all goal places, each token to at
// most one. It overwrites tokens.
func (mg *mutexGroup) estimateTokens(tokens []int32, s state, into []int64) (deadEnd bool) {
	if len(tokens) < len(mg.goalPlaces) {
		return true
	}
	if mg.deadPairs != nil && len(tokens) == len(mg.goalPlaces) && mg.deadPairs.anyDead(tokens, s) {
		return true
	}
	if mg.tracked >= 0 {
		carrier := s.value(mg.tracked)
		for i, p := range tokens {
			tokens[i] = mg.node(p, carrier)
		}
	}
	for _, t := range mg.tables {
		cost := leastAssignment(t.distances, len(mg.goalPlaces), tokens)
		if cost == infinite {
			return true
		}
		for _, k := range t.entries {
			into[k] += cost
		}
	}
	return false
}

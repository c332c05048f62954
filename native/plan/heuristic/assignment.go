package heuristic

import "nazo/graph"

// leastAssignment is the value of the linear assignment problem that gives each goal place a token of its own,
// or a lower bound of it. The tokens are nodes, of which there are at least as many as goal places; the
// distances of node v to the goal places are distances[v*goals:(v+1)*goals]. It is infinite if there is no assignment.
func leastAssignment(distances []int64, goals int, tokens []int32) int64 {
	if goals == 1 {
		best := int64(infinite)
		for _, v := range tokens {
			best = min(best, distances[v])
		}
		return best
	}
	byTokens := int64(0)
	if goals == len(tokens) {
		sum, distinct := nearestGoals(distances, goals, tokens)
		if sum == infinite || distinct {
			return sum
		}
		byTokens = sum
	}
	byGoals, distinct := nearestTokens(distances, goals, tokens)
	if byGoals == infinite || distinct {
		return byGoals
	}
	if len(tokens) > graph.MaxAssignment {
		return max(byGoals, byTokens)
	}
	var first [graph.MaxAssignment]int32
	if goals == len(tokens) { // it is all the same who has whom
		for i, v := range tokens {
			first[i] = v * int32(goals)
		}
		return graph.Assignment(distances, first[:len(tokens)], goals)
	}
	var transposed [graph.MaxAssignment * graph.MaxAssignment]int64
	for goal := range goals {
		first[goal] = int32(goal * len(tokens))
		for i, v := range tokens {
			transposed[goal*len(tokens)+i] = distances[int(v)*goals+goal]
		}
	}
	return graph.Assignment(transposed[:], first[:goals], len(tokens))
}

// nearestGoals is the sum of each token's least distance, and whether these are to different goal places.
func nearestGoals(distances []int64, goals int, tokens []int32) (sum int64, distinct bool) {
	var taken uint64
	distinct = goals <= 64
	for _, v := range tokens {
		best, at := int64(infinite), 0
		for i, d := range distances[int(v)*goals : (int(v)+1)*goals] {
			if d < best {
				best, at = d, i
			}
		}
		if best == infinite {
			return infinite, false
		}
		distinct = distinct && taken>>at&1 == 0
		taken |= 1 << (at & 63)
		sum += best
	}
	return sum, distinct
}

// nearestTokens is the sum of each goal place's least distance, and whether these are from different tokens.
func nearestTokens(distances []int64, goals int, tokens []int32) (sum int64, distinct bool) {
	var taken uint64
	distinct = len(tokens) <= 64
	for goal := range goals {
		best, at := int64(infinite), 0
		for i, v := range tokens {
			if d := distances[int(v)*goals+goal]; d < best {
				best, at = d, i
			}
		}
		if best == infinite {
			return infinite, false
		}
		distinct = distinct && taken>>at&1 == 0
		taken |= 1 << (at & 63)
		sum += best
	}
	return sum, distinct
}

package plan

import (
	"context"
	"slices"

	"nazo/internal/alg"
	"nazo/internal/model"
)

// mutexGroup is a set of places that hold tokens. A place is a variable, and a token is there while the
// variable has a certain value. No operator increases the number of tokens (a monotonicity invariant; with
// one token a mutex group in the sense of Helmert 2009). A token that appears continues one that
// vanishes. So each goal place is reached by a token of its own.
type mutexGroup struct {
	places     []place
	at         map[model.VarID]int32 // the place of a variable
	goalPlaces []int32               // the places where the goal requires a token
	// moves are the token moves of each operator.
	moves [][]tokenMove
	// losesTokens is true if some operator may destroy tokens.
	losesTokens bool

	// carrier is a variable whose value is a precondition of all operators that move tokens, such as
	// the place of whoever pushes. It is -1 if there is none. tracked is the carrier if nodes
	// distinguish its trackedValues values from trackedLo on, otherwise -1.
	carrier                  model.VarID
	tracked                  model.VarID
	trackedLo, trackedValues int64

	g abstractSpace
	// tables has the distances to each goal place, shared by entries with equal distances.
	tables []goalDistances
	// carried counts the carrier's moves that move no token. It is nil if that adds nothing.
	carried *carrierHeuristic
	// paired is true if pairwise distances are computed for the group. pairCosts then has the costs
	// reserved for them, by entry and operator.
	paired    bool
	pairCosts [][]int64
	// deadPairs recognises pairs of tokens that can't both be brought to goal places. It is nil if there
	// are too many pairs.
	deadPairs *deadPairs
}

// place is a variable, and the value that means a token.
type place struct {
	v     model.VarID
	value int64
}

// tokenMove moves a token from one place to another.
type tokenMove struct{ from, to int32 }

// maxTokenMoves bounds the operators that are examined for all groups.
const maxTokenMoves = 1 << 22

// mutexGroups finds the groups of a machine: variables of one find that are members of a set, or that have a
// value for a token.
func mutexGroups(ctx context.Context, m *model.Model, operators []operator, goals domains) (out []*mutexGroup) {
	room := maxTokenMoves
	for _, vars := range sameDomainVars(m) {
		wanted := map[int64]bool{}
		var values []int64
		for _, v := range vars {
			value, single := goals.of(m, v).Single()
			if single && !wanted[value] && (value == 1 || !m.Vars[v].Bool) {
				wanted[value] = true
				values = append(values, value)
			}
		}
		slices.Sort(values)
		for _, value := range values {
			if room -= len(operators); room < 0 || ctx.Err() != nil {
				return out
			}
			if mg := newMutexGroup(m, operators, goals, vars, value); mg != nil {
				out = append(out, mg)
			}
		}
	}
	return out
}

// sameDomainVars returns the variables of each find, divided by their domains.
func sameDomainVars(m *model.Model) (out [][]model.VarID) {
	for _, f := range m.Finds {
		var groups [][]model.VarID
		for _, v := range f.Vars {
			same := slices.IndexFunc(groups, func(g []model.VarID) bool {
				return m.Vars[g[0]].Bool == m.Vars[v].Bool && slices.Equal(m.Vars[g[0]].Domain, m.Vars[v].Domain)
			})
			if same < 0 {
				groups = append(groups, []model.VarID{v})
			} else {
				groups[same] = append(groups[same], v)
			}
		}
		out = append(out, groups...)
	}
	return out
}

// newMutexGroup makes the group of variables with the same domain, in which one value stands for a token. It
// returns nil if operators may increase the number of tokens.
func newMutexGroup(m *model.Model, operators []operator, goals domains, vars []model.VarID, value int64) *mutexGroup {
	mg := &mutexGroup{at: map[model.VarID]int32{}, carrier: -1, tracked: -1, trackedValues: 1}
	for _, v := range vars {
		if only, single := goals.of(m, v).Single(); single && only == value {
			mg.goalPlaces = append(mg.goalPlaces, int32(len(mg.places)))
		}
		mg.at[v] = int32(len(mg.places))
		mg.places = append(mg.places, place{v, value})
	}
	if len(mg.places) < 2 {
		return nil
	}
	mg.moves = make([][]tokenMove, len(operators))
	for i := range operators {
		var conserved bool
		if mg.moves[i], conserved = mg.tokenMoves(m, &operators[i]); !conserved {
			return nil
		}
	}
	mg.carrier = mg.findCarrier(operators)
	return mg
}

// tokenMoves returns the token moves of an operator. conserved is false if more tokens may appear than
// certainly vanish.
func (mg *mutexGroup) tokenMoves(m *model.Model, o *operator) (moves []tokenMove, conserved bool) {
	var gone, new []int32
	for _, c := range o.effects {
		p, ok := mg.at[c.v]
		if !ok {
			continue
		}
		value := mg.places[p].value
		only, single := o.domainBefore(m, c.v).Single()
		surelyThere := single && only == value
		switch {
		case c.to.Contains(value) && !surelyThere:
			new = append(new, p)
		case surelyThere && c.certain && !c.to.Contains(value):
			gone = append(gone, p)
		case !c.to.Contains(value):
			mg.losesTokens = true
		}
	}
	mg.losesTokens = mg.losesTokens || len(new) < len(gone)
	if len(new) > len(gone) {
		return nil, false
	}
	for i, p := range new {
		moves = append(moves, tokenMove{gone[i], p})
	}
	return moves, true
}

// mayStay marks the places where a token may be both before and after an operator.
func (mg *mutexGroup) mayStay(m *model.Model, o *operator) []bool {
	out := slices.Repeat([]bool{true}, len(mg.places))
	for _, l := range o.preconditions {
		if p, ok := mg.at[l.v]; ok && !l.values.Contains(mg.places[p].value) {
			out[p] = false
		}
	}
	for _, c := range o.effects {
		if p, ok := mg.at[c.v]; ok && c.certain && !c.to.Contains(mg.places[p].value) {
			out[p] = false
		}
	}
	return out
}

// findCarrier returns the variable with the most values among those that are a precondition of all operators
// that move tokens, or -1.
func (mg *mutexGroup) findCarrier(operators []operator) model.VarID {
	known := map[model.VarID]map[int64]bool{}
	moving := 0
	times := map[model.VarID]int{}
	for i := range operators {
		if len(mg.moves[i]) == 0 {
			continue
		}
		moving++
		for _, l := range operators[i].preconditions {
			if value, single := l.values.Single(); single {
				times[l.v]++
				if known[l.v] == nil {
					known[l.v] = map[int64]bool{}
				}
				known[l.v][value] = true
			}
		}
	}
	best := model.VarID(-1)
	for v, n := range times {
		if _, isPlace := mg.at[v]; isPlace || n < moving || len(known[v]) < 2 {
			continue
		}
		if best < 0 || len(known[v]) > len(known[best]) || len(known[v]) == len(known[best]) && v < best {
			best = v
		}
	}
	return best
}

// track makes nodes distinguish the values of a carrier.
func (mg *mutexGroup) track(m *model.Model, carrier model.VarID) {
	b := m.Vars[carrier].Domain.Bounds()
	mg.tracked, mg.trackedLo, mg.trackedValues = carrier, b.Lo, b.Size()
}

// node returns the node for a token at a place and a value of the carrier.
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

// buildSpace makes the space of one token and the tracked carrier. Other tokens are ignored, and operators
// that move only these are free. It returns false if the space is too large.
func (mg *mutexGroup) buildSpace(m *model.Model, operators []operator) bool {
	if int64(len(mg.places)) > maxNodes/mg.trackedValues {
		return false
	}
	mg.g = abstractSpace{nodes: len(mg.places) * int(mg.trackedValues), shares: 1}
	for i := range operators {
		o := &operators[i]
		mg.g.shares = max(mg.g.shares, int32(len(mg.moves[i])))
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

// starts returns the nodes of tokens at the start.
func (mg *mutexGroup) starts(m *model.Model) (out []int32) {
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

// trackingHelps reports whether some distance of a reachable node depends on the carrier.
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

// buildSpaces builds the space, and tracks the carrier where that increases distances. It returns false if
// the space is too large.
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

// goalDistances has the distances of each node to the goal places, one after the other, and the entries with
// these distances.
type goalDistances struct {
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
		same := slices.IndexFunc(mg.tables, func(p goalDistances) bool { return slices.Equal(p.distances, d) })
		if same >= 0 {
			mg.tables[same].entries = append(mg.tables[same].entries, k)
		} else {
			mg.tables = append(mg.tables, goalDistances{d, []int{k}})
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

func (mg *mutexGroup) estimate(s relaxedState, into []int64) (deadEnd bool) {
	return mg.estimateTokens(mg.tokens(s), s, into)
}

// tokens returns the places of the tokens.
func (mg *mutexGroup) tokens(s relaxedState) (out []int32) {
	for p, at := range mg.places {
		if s.value(at.v) == at.value {
			out = append(out, int32(p))
		}
	}
	return out
}

// estimateTokens adds the least cost of bringing tokens to all goal places, each token to at most one. It
// overwrites tokens.
func (mg *mutexGroup) estimateTokens(tokens []int32, s relaxedState, into []int64) (deadEnd bool) {
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

// leastAssignment solves the linear assignment problem that gives each goal place a token of its own, or
// bounds it from below. There are at least as many tokens as goal places. The distances of node v are
// distances[v*goals:(v+1)*goals]. The cost is infinite if there is no assignment.
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
	if len(tokens) > alg.MaxAssignment {
		return max(byGoals, byTokens)
	}
	var first [alg.MaxAssignment]int32
	if goals == len(tokens) { // rows and columns may be exchanged
		for i, v := range tokens {
			first[i] = v * int32(goals)
		}
		return alg.Assignment(distances, first[:len(tokens)], goals)
	}
	var transposed [alg.MaxAssignment * alg.MaxAssignment]int64
	for goal := range goals {
		first[goal] = int32(goal * len(tokens))
		for i, v := range tokens {
			transposed[goal*len(tokens)+i] = distances[int(v)*goals+goal]
		}
	}
	return alg.Assignment(transposed[:], first[:goals], len(tokens))
}

// nearestGoals returns the sum of each token's least distance. distinct is true if they lead to different goal places.
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

// nearestTokens returns the sum of each goal place's least distance. distinct is true if they come from
// different tokens.
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

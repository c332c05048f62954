package heuristic

import (
	"context"
	"slices"

	"nazo/model"
)

// mutexGroup is a set of places, each of which holds a token or none: the place is a variable,
// and a token is there while the variable has a certain value. No operator increases the number
// of tokens (a monotonicity invariant; with one token the group is a mutex group in the sense of
// Helmert 2009): each token that appears at a place continues one that vanishes from another. So
// every goal place is reached by a token of its own.
type mutexGroup struct {
	places     []place
	at         map[model.VarID]int32 // the place of a variable
	goalPlaces []int32               // the places where the goal requires a token
	// moves are the moves of tokens by each operator.
	moves [][]tokenMove
	// losesTokens is true if some operator may destroy tokens.
	losesTokens bool

	// carrier is a variable whose value occurs in the preconditions of all operators that move
	// tokens: the place of the one who carries or pushes; -1 if there is none. Tracked is the
	// carrier if nodes distinguish its values, otherwise -1; these are trackedValues many, from
	// trackedLo on.
	carrier       model.VarID
	tracked       model.VarID
	trackedLo     int64
	trackedValues int64

	g abstractSpace
	// tables has the distances to each goal place, once for entries that have the same.
	tables []distanceTable
	// carried counts what the carrier does besides moving tokens; nil if that adds nothing.
	carried *carrierHeuristic
	// paired is true if pairwise distances are computed for the group. Then it keeps in
	// pairCosts, by entry and operator, all that was left of the costs of operators that move
	// its tokens.
	paired    bool
	pairCosts [][]int64
	// deadPairs recognises pairs of tokens that can't both be brought to goal places; nil if
	// there are too many pairs.
	deadPairs *deadPairs
}

// place is a variable, and the value that means a token.
type place struct {
	v     model.VarID
	value int64
}

// tokenMove moves a token from one place to another.
type tokenMove struct{ from, to int32 }

// maxTokenMoves bounds the operators that are looked at for all groups.
const maxTokenMoves = 1 << 22

// mutexGroups finds the groups of a machine: variables of one find that stand for the members of
// a set, or of which one value stands for a token.
func mutexGroups(ctx context.Context, m *model.Model, operators []operator, goals domains) []*mutexGroup {
	var out []*mutexGroup
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

// sameDomainVars are the variables of each find, divided by their domains.
func sameDomainVars(m *model.Model) [][]model.VarID {
	var out [][]model.VarID
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

// newMutexGroup makes the group of variables with the same domain for a value that stands for a
// token; nil if operators may increase the number of tokens.
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
		var kept bool
		if mg.moves[i], kept = mg.tokenMoves(m, &operators[i]); !kept {
			return nil
		}
	}
	mg.carrier = mg.findCarrier(operators)
	return mg
}

// tokenMoves are the moves of tokens by an operator. It returns false if more tokens may appear
// than certainly vanish.
func (mg *mutexGroup) tokenMoves(m *model.Model, o *operator) (moves []tokenMove, kept bool) {
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

// mayStay is true for the places where a token may be both before and after an operator.
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

// findCarrier finds the variable with the most values that occur in the preconditions of all
// operators that move tokens, or -1.
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

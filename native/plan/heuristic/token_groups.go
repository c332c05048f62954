package heuristic

import (
	"math/bits"
	"slices"

	"nazo/machine"
	"nazo/model"
)

// tokenGroups evaluates the mutex groups that have the same variables, which it reads only once.
type tokenGroups struct {
	vars     []model.VarID
	lo       []int64
	placeOf  [][]groupPlace // for each variable, by value minus lo
	groups   []*mutexGroup
	pairwise []pairwiseDistances
	// bits are the places that are single bits of states, for which the value 1 means a token; plain are the
	// indices of the other variables that may mean one.
	bits  []bitPlaces
	plain []int32
	// oneTokenEach is true if each group has one token, and its nodes are places.
	oneTokenEach bool
}

// groupPlace is a place of a group; the group is -1 where there is none.
type groupPlace struct{ group, place int32 }

// groupsByFind collects the groups that have variables of the same find.
func groupsByFind(m *model.Model, all []*mutexGroup) []*tokenGroups {
	var out []*tokenGroups
	of := map[int32]*tokenGroups{}
	for _, mg := range all {
		find := m.Vars[mg.places[0].v].Find
		tg := of[find]
		if tg == nil {
			tg = &tokenGroups{}
			of[find] = tg
			out = append(out, tg)
		}
		tg.groups = append(tg.groups, mg)
	}
	for _, tg := range out {
		index := map[model.VarID]int{}
		for number, mg := range tg.groups {
			for p, at := range mg.places {
				i, known := index[at.v]
				if !known {
					i = len(tg.vars)
					index[at.v] = i
					b := m.Vars[at.v].Domain.Bounds()
					tg.vars, tg.lo = append(tg.vars, at.v), append(tg.lo, b.Lo)
					tg.placeOf = append(tg.placeOf, slices.Repeat([]groupPlace{{-1, -1}}, int(b.Size())))
				}
				tg.placeOf[i][at.value-tg.lo[i]] = groupPlace{int32(number), int32(p)}
			}
		}
	}
	return out
}

// in evaluates the groups in states of another layout.
func (tg *tokenGroups) in(layout *machine.Layout) *tokenGroups {
	out := *tg
	out.bits, out.plain = nil, nil
	out.findBits(layout)
	return &out
}

// findBits finds out which places are single bits of states in a layout.
func (tg *tokenGroups) findBits(layout *machine.Layout) {
	for i, v := range tg.vars {
		if value, lasts := layout.Lasting(v); lasts && tg.placeOf[i][value-tg.lo[i]].group < 0 {
			continue // there is never a token
		}
		word, bit, single := layout.Bit(v)
		if !single || tg.placeOf[i][0].group >= 0 {
			tg.plain = append(tg.plain, int32(i))
			continue
		}
		at := slices.IndexFunc(tg.bits, func(b bitPlaces) bool { return b.word == word })
		if at < 0 {
			at = len(tg.bits)
			tg.bits = append(tg.bits, bitPlaces{word: word})
		}
		tg.bits[at].mask |= 1 << bit
		tg.bits[at].place[bit] = tg.placeOf[i][1]
	}
}

func (tg *tokenGroups) estimate(s state, into []int64) (deadEnd bool) {
	if tg.oneTokenEach {
		if deadEnd, ok := tg.estimateOneTokenEach(s, into); ok {
			return deadEnd
		}
	}
	if len(tg.groups) == 1 {
		var room [64]int32
		return tg.groups[0].estimateAll(tg.tokensOfOne(s, room[:0]), s, into)
	}
	var room [128]groupPlace
	tokens := room[:0]
	for i := range tg.bits {
		b := &tg.bits[i]
		for set := s.words[b.word] & b.mask; set != 0; set &= set - 1 {
			tokens = append(tokens, b.place[bits.TrailingZeros64(set)])
		}
	}
	for _, i := range tg.plain {
		if h := tg.placeOf[i][s.value(tg.vars[i])-tg.lo[i]]; h.group >= 0 {
			tokens = append(tokens, h)
		}
	}
	var list [64]int32
	for i, mg := range tg.groups {
		mine := list[:0]
		for _, h := range tokens {
			if h.group == int32(i) {
				mine = append(mine, h.place)
			}
		}
		if mg.estimateAll(mine, s, into) {
			return true
		}
	}
	return false
}

// tokensOfOne appends the places of the tokens where there is one group.
func (tg *tokenGroups) tokensOfOne(s state, to []int32) []int32 {
	for i := range tg.bits {
		b := &tg.bits[i]
		for set := s.words[b.word] & b.mask; set != 0; set &= set - 1 {
			to = append(to, b.place[bits.TrailingZeros64(set)].place)
		}
	}
	for _, i := range tg.plain {
		if h := tg.placeOf[i][s.value(tg.vars[i])-tg.lo[i]]; h.group >= 0 {
			to = append(to, h.place)
		}
	}
	return to
}

// estimateAll is estimateTokens, and adds what the carrier does besides. It overwrites tokens.
func (mg *mutexGroup) estimateAll(tokens []int32, s state, into []int64) (deadEnd bool) {
	if mg.carried != nil {
		mg.carried.addLongest(tokens, s, into)
	}
	return mg.estimateTokens(tokens, s, into)
}

// estimateOneTokenEach is estimate for groups of one token each. It returns ok false, and has
// added nothing, if some group has several tokens.
func (tg *tokenGroups) estimateOneTokenEach(s state, into []int64) (deadEnd, ok bool) {
	var room [maxPairedGroups]int32
	at := room[:len(tg.groups)]
	for i := range at {
		at[i] = -1
	}
	found := 0
	for i, v := range tg.vars {
		if h := tg.placeOf[i][s.value(v)-tg.lo[i]]; h.group >= 0 {
			if at[h.group] >= 0 {
				return false, false
			}
			at[h.group] = h.place
			found++
		}
	}
	if found < len(at) {
		return true, true
	}
	for i, p := range at {
		for _, t := range tg.groups[i].tables {
			d := t.distances[p]
			if d == infinite {
				return true, true
			}
			for _, k := range t.entries {
				into[k] += d
			}
		}
	}
	for i := range tg.pairwise {
		tg.pairwise[i].add(at, into)
	}
	return false, true
}

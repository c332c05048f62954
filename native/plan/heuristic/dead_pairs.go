package heuristic

import (
	"context"

	"nazo/model"
)

// deadPairs recognises dead ends by two tokens of a mutex group and the carrier: pairs that
// can't both be brought to goal places. Two crates may block each other (a deadlock) where
// neither alone would be lost.
type deadPairs struct {
	places        int
	tracked       model.VarID // the carrier, or -1 if it is not part of the pairs
	trackedLo     int64
	trackedValues int      // the number of its values
	solvable      []uint64 // a bit for each pair of places and value of the carrier: the goal can be reached
}

const (
	// maxPairs bounds the pairs times the carrier's values, maxPairWork the steps of the
	// regression.
	maxPairs    = 1 << 22
	maxPairWork = 1 << 26
)

// pairStep is the change of two tokens by an operator.
type pairStep struct {
	tracked int32 // the carrier's value before it
	moves   []tokenMove
	stays   []bool // for each place
}

// findDeadPairs searches backward from the goal through all states of two tokens and the
// carrier, or without the carrier if these are too many. It returns nil if there are too many
// either way.
func findDeadPairs(ctx context.Context, m *model.Model, operators []operator, mg *mutexGroup) *deadPairs {
	if mg.carrier >= 0 {
		with := *mg
		with.track(m, mg.carrier)
		if p, ok := regress(ctx, m, operators, &with); ok {
			return p
		}
	}
	without := *mg
	without.tracked, without.trackedLo, without.trackedValues = -1, 0, 1
	p, _ := regress(ctx, m, operators, &without)
	return p
}

// regress computes the dead pairs of a group, nil if ctx is done. It returns false if there are
// too many pairs or steps.
func regress(ctx context.Context, m *model.Model, operators []operator, mg *mutexGroup) (*deadPairs, bool) {
	n := len(mg.places)
	p := &deadPairs{places: n, tracked: mg.tracked, trackedLo: mg.trackedLo, trackedValues: int(mg.trackedValues)}
	size := n * n * p.trackedValues
	if len(mg.goalPlaces) < 2 || n > 1<<10 || size > maxPairs {
		return nil, false
	}
	into := mg.stepsInto(m, operators)
	work := 0
	for _, steps := range into {
		work += len(steps) * n * n
	}
	if work > maxPairWork {
		return nil, false
	}
	p.solvable = make([]uint64, (size+63)/64)
	var stack []int32
	reach := func(a, b int32, carrier int32) {
		i := (int(a)*n+int(b))*p.trackedValues + int(carrier)
		if p.solvable[i/64]>>(i%64)&1 == 0 {
			p.solvable[i/64] |= 1 << (i % 64)
			stack = append(stack, int32(i))
		}
	}
	for _, a := range mg.goalPlaces {
		for _, b := range mg.goalPlaces {
			for carrier := range int32(p.trackedValues) {
				if a != b {
					reach(a, b, carrier)
				}
			}
		}
	}
	for count := 0; len(stack) > 0; count++ {
		if count&4095 == 0 && ctx.Err() != nil {
			return nil, true
		}
		i := int(stack[len(stack)-1])
		stack = stack[:len(stack)-1]
		a, b := int32(i/p.trackedValues/n), int32(i/p.trackedValues%n)
		for _, s := range into[i%p.trackedValues] {
			s.regress(a, b, reach)
		}
	}
	return p, true
}

// stepsInto are the steps of all operators, by the value of the carrier after them.
func (mg *mutexGroup) stepsInto(m *model.Model, operators []operator) [][]pairStep {
	into := make([][]pairStep, mg.trackedValues)
	for i := range operators {
		o := &operators[i]
		if len(mg.moves[i]) == 0 && (mg.tracked < 0 || o.effectOn(mg.tracked) == nil) {
			continue
		}
		stays := mg.mayStay(m, o)
		mg.eachTracked(m, o, func(before, after int64) {
			at := after - mg.trackedLo
			into[at] = append(into[at], pairStep{int32(before - mg.trackedLo), mg.moves[i], stays})
		})
	}
	return into
}

// regress calls yield for the places where two tokens may have been before the step.
func (s pairStep) regress(a, b int32, yield func(a, b, carrier int32)) {
	if s.stays[a] && s.stays[b] {
		yield(a, b, s.tracked)
	}
	for i, h := range s.moves {
		if h.to == a && s.stays[b] && h.from != b {
			yield(h.from, b, s.tracked)
		}
		if h.to == b && s.stays[a] && h.from != a {
			yield(a, h.from, s.tracked)
		}
		for j, k := range s.moves {
			if i != j && h.to == a && k.to == b {
				yield(h.from, k.from, s.tracked)
			}
		}
	}
}

// anyDead reports whether two of the tokens, given by their places, are a dead pair.
func (p *deadPairs) anyDead(tokens []int32, s state) bool {
	carrier := 0
	if p.tracked >= 0 {
		carrier = int(s.value(p.tracked) - p.trackedLo)
	}
	for i, a := range tokens {
		for _, b := range tokens[:i] {
			at := (int(a)*p.places+int(b))*p.trackedValues + carrier
			if p.solvable[at/64]>>(at%64)&1 == 0 {
				return true
			}
		}
	}
	return false
}

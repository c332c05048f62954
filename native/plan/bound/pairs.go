package bound

import (
	"context"

	"nazo/model"
)

// pairs says of two tokens of a family and the mover whether both can be
// brought to wanted places. Two crates may block each other where each of them alone
// would not be lost.
type pairs struct {
	places  int
	mover   model.VarID // -1 if it isn't told apart
	moverLo int64
	movers  int      // the number of its values
	home    []uint64 // a bit for each pair of places and value of the mover
}

const (
	// maxPairs bounds the pairs times the mover's values, maxPairWork the steps that
	// it takes to look at them.
	maxPairs    = 1 << 22
	maxPairWork = 1 << 26
)

// step is what an operator does to two tokens.
type step struct {
	mover int32 // before it
	hops  []hop
	stays []bool // for each place
}

// findPairs looks back from the goal at all states of two tokens and, unless these are too
// many, the carrier. It returns nil if there are too many, or if no two tokens are ever stuck.
func findPairs(ctx context.Context, m *model.Model, operators []operator, f *family) *pairs {
	if f.carrier >= 0 {
		with := *f
		with.watch(m, f.carrier)
		if p, ok := lookBack(ctx, m, operators, &with); ok {
			return p
		}
	}
	without := *f
	without.mover, without.moverLo, without.moverValues = -1, 0, 1
	p, _ := lookBack(ctx, m, operators, &without)
	return p
}

// lookBack makes the pairs of a family, nil if there is nothing to be learnt from them. It
// returns false if there are too many.
func lookBack(ctx context.Context, m *model.Model, operators []operator, f *family) (*pairs, bool) {
	n := len(f.places)
	p := &pairs{places: n, mover: f.mover, moverLo: f.moverLo, movers: int(f.moverValues)}
	size := n * n * p.movers
	if len(f.wanted) < 2 || n > 1<<10 || size > maxPairs {
		return nil, false
	}
	into := f.stepsInto(m, operators)
	work := 0
	for _, steps := range into {
		work += len(steps) * n * n
	}
	if work > maxPairWork {
		return nil, false
	}
	p.home = make([]uint64, (size+63)/64)
	var stack []int32
	reach := func(a, b int32, mover int32) {
		i := (int(a)*n+int(b))*p.movers + int(mover)
		if p.home[i/64]>>(i%64)&1 == 0 {
			p.home[i/64] |= 1 << (i % 64)
			stack = append(stack, int32(i))
		}
	}
	for _, a := range f.wanted {
		for _, b := range f.wanted {
			for mover := range int32(p.movers) {
				if a != b {
					reach(a, b, mover)
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
		a, b := int32(i/p.movers/n), int32(i/p.movers%n)
		for _, s := range into[i%p.movers] {
			s.back(a, b, reach)
		}
	}
	return p, true
}

// stepsInto are the steps of all operators, by the value of the mover after them.
func (f *family) stepsInto(m *model.Model, operators []operator) [][]step {
	into := make([][]step, f.moverValues)
	for i := range operators {
		o := &operators[i]
		if len(f.moves[i]) == 0 && (f.mover < 0 || o.change(f.mover) == nil) {
			continue
		}
		stays := f.stays(m, o)
		f.eachMover(m, o, func(before, after int64) {
			at := after - f.moverLo
			into[at] = append(into[at], step{int32(before - f.moverLo), f.moves[i], stays})
		})
	}
	return into
}

// back calls yield for where two tokens may have been before the step.
func (s step) back(a, b int32, yield func(a, b, mover int32)) {
	if s.stays[a] && s.stays[b] {
		yield(a, b, s.mover)
	}
	for i, h := range s.hops {
		if h.to == a && s.stays[b] && h.from != b {
			yield(h.from, b, s.mover)
		}
		if h.to == b && s.stays[a] && h.from != a {
			yield(a, h.from, s.mover)
		}
		for j, k := range s.hops {
			if i != j && h.to == a && k.to == b {
				yield(h.from, k.from, s.mover)
			}
		}
	}
}

// any says whether two of the tokens, given by their places, are stuck.
func (p *pairs) any(tokens []int32, value func(model.VarID) int64) bool {
	mover := 0
	if p.mover >= 0 {
		mover = int(value(p.mover) - p.moverLo)
	}
	for i, a := range tokens {
		for _, b := range tokens[:i] {
			at := (int(a)*p.places+int(b))*p.movers + mover
			if p.home[at/64]>>(at%64)&1 == 0 {
				return true
			}
		}
	}
	return false
}

package bound

import (
	"nazo/compile/model"
)

// pairs says of two tokens of a family and the mover whether both can be
// brought to wanted places. Two crates may block each other where each of them alone
// would not be lost.
type pairs struct {
	places, movers int
	home           []uint64 // a bit for each pair and value of the mover
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

// findPairs looks back from the goal at all states of two tokens. It returns nil if
// there are too many, or if no two tokens are ever stuck.
func findPairs(m *model.Model, operators []operator, f *family) *pairs {
	n := len(f.places)
	p := &pairs{places: n, movers: int(f.moverValues)}
	size := n * n * p.movers
	if len(f.wanted) < 2 || n > 1<<10 || size > maxPairs {
		return nil
	}
	into := f.stepsInto(m, operators)
	work := 0
	for _, steps := range into {
		work += len(steps) * n * n
	}
	if work > maxPairWork {
		return nil
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
	for len(stack) > 0 {
		i := int(stack[len(stack)-1])
		stack = stack[:len(stack)-1]
		a, b := int32(i/p.movers/n), int32(i/p.movers%n)
		for _, s := range into[i%p.movers] {
			s.back(a, b, reach)
		}
	}
	if !p.everStuck(f) {
		return nil
	}
	return p
}

// stepsInto are the steps of all operators, by the value of the mover after them.
func (f *family) stepsInto(m *model.Model, operators []operator) [][]step {
	into := make([][]step, f.moverValues)
	for i := range operators {
		o := &operators[i]
		if len(f.moves[i]) == 0 && (f.mover < 0 || o.change(f.mover) == nil) {
			continue
		}
		stays := make([]bool, len(f.places))
		for p := range stays {
			stays[p] = f.stays(m, o, int32(p))
		}
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

// everStuck says whether two tokens that could each be brought home alone ever
// can't be together.
func (p *pairs) everStuck(f *family) bool {
	homes := func(node int) bool {
		for _, t := range f.tables {
			for _, d := range t.to {
				if d[node] != infinite {
					return true
				}
			}
		}
		return false
	}
	for a := range p.places {
		for b := range a {
			for mover := range p.movers {
				i := (a*p.places+b)*p.movers + mover
				if p.home[i/64]>>(i%64)&1 == 0 && homes(a*p.movers+mover) && homes(b*p.movers+mover) {
					return true
				}
			}
		}
	}
	return false
}

// any says whether two of the tokens, given by their nodes, are stuck.
func (p *pairs) any(nodes []int32) bool {
	if len(nodes) < 2 {
		return false
	}
	mover := int(nodes[0]) % p.movers
	for i, x := range nodes {
		row := int(x) / p.movers * p.places
		for _, y := range nodes[:i] {
			at := (row+int(y)/p.movers)*p.movers + mover
			if p.home[at/64]>>(at%64)&1 == 0 {
				return true
			}
		}
	}
	return false
}

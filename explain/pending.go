package explain

import "math/bits"

// pending is a set of units of which the first is taken first.
type pending []uint64

func newPending(units int) pending { return make(pending, (units+63)/64) }

func (p pending) add(u int32)      { p[u/64] |= 1 << (u % 64) }
func (p pending) remove(u int32)   { p[u/64] &^= 1 << (u % 64) }
func (p pending) has(u int32) bool { return p[u/64]>>(u%64)&1 > 0 }

// from is the first unit of those from the given one on; -1 if there is none.
func (p pending) from(u int32) int32 {
	for i := int(u / 64); i < len(p); i++ {
		word := p[i]
		if i == int(u/64) {
			word &= ^uint64(0) << (u % 64)
		}
		if word != 0 {
			return int32(64*i + bits.TrailingZeros64(word))
		}
	}
	return -1
}

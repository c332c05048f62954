package numbers

import "math/rand/v2"

// Below draws a number from 0 to n - 1: what would favour some is drawn again.
func Below(random rand.Source, n uint64) uint64 {
	excess := -n % n // 2^64 mod n
	for {
		if v := random.Uint64(); v >= excess {
			return v % n
		}
	}
}

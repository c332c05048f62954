package alg

import "math/rand/v2"

// Below draws a uniform number from 0 to n-1, by rejection.
func Below(random rand.Source, n uint64) uint64 {
	excess := -n % n // 2^64 mod n
	for {
		if v := random.Uint64(); v >= excess {
			return v % n
		}
	}
}

// FloorDiv returns a / b rounded down. b is not 0.
func FloorDiv(a, b int64) int64 {
	q := a / b
	if a%b != 0 && (a < 0) != (b < 0) {
		q--
	}
	return q
}

// FloorMod returns the remainder of [FloorDiv], which has the sign of b. b is not 0.
func FloorMod(a, b int64) int64 { return a - b*FloorDiv(a, b) }

// Quotient is [FloorDiv], and 0 for b = 0.
func Quotient(a, b int64) int64 {
	if b == 0 {
		return 0
	}
	return FloorDiv(a, b)
}

// Remainder is [FloorMod], and 0 for b = 0.
func Remainder(a, b int64) int64 {
	if b == 0 {
		return 0
	}
	return FloorMod(a, b)
}

// Luby returns the i-th term, from 1, of 1 1 2 1 1 2 4 1 1 2 1 1 2 4 8 …, the lengths between restarts of a
// randomized search (Luby, Sinclair, Zuckerman 1993).
func Luby(i int) int64 {
	for k := 1; ; k++ {
		switch full := 1<<k - 1; {
		case i == full:
			return 1 << (k - 1)
		case i < full:
			return Luby(i - full/2)
		}
	}
}

// SplitMix64 spreads near numbers over all 64 bits: one step of the generator splitmix64 (Steele, Lea and Flood
// 2014). It is a bijection.
func SplitMix64(x uint64) uint64 {
	x += 0x9e3779b97f4a7c15
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}

package numbers

// SplitMix64 spreads near numbers over all 64 bits: one step of the generator splitmix64
// (Steele, Lea and Flood 2014). It is a bijection.
func SplitMix64(x uint64) uint64 {
	x += 0x9e3779b97f4a7c15
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}

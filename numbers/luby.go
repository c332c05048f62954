package numbers

// Luby is the i-th number, from 1, of the sequence 1 1 2 1 1 2 4 1 1 2 1 1 2 4 8 …: the lengths of
// runs, in some unit, between restarts of a randomized search (Luby, Sinclair, Zuckerman, Optimal
// speedup of Las Vegas algorithms, 1993).
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

package fd

// A sum of many literals explains itself by many: which of them are true says more than is needed,
// and what is learned of it is of use hardly ever again. Once a search proves hard, such sums get totalizers
// (Bailleux and Boufkhad, Efficient CNF encoding of Boolean cardinality constraints, 2003):
// literals that count in parts, of which learned clauses then speak (Abío and Stuckey, Conflict
// directed lazy decomposition, 2012).

const (
	fewestCounted = 7       // literals that a sum must have to be counted in parts
	mostCounting  = 1 << 19 // literals in all clauses of totalizers
)

// totalizer makes literals that count others. Above is to make them true if there are so many,
// below false if there are not.
type totalizer struct {
	s            *store
	above, below bool
	most         int // up to how many are counted
	size         int // literals in clauses so far
}

// totalize counts all sums in parts. It is to be called at the root, and returns false on a conflict.
func (s *store) totalize() bool {
	size := 0
	for i := range s.sums {
		if s.stop.Load() || size > mostCounting {
			break
		}
		if !s.countParts(&s.sums[i], &size) {
			return false
		}
	}
	return s.propagate()
}

// countParts does that for a sum that holds, or does not, and gives its literals equal weight.
func (s *store) countParts(t *sum, size *int) bool {
	rooms := t.rooms(s)
	if len(rooms) == 0 || rooms[0].needs() == 0 {
		return true
	}
	n := len(rooms[0].terms)
	least, most := 0, int(rooms[0].left) // how many may be true
	if len(rooms) > 1 {
		least = n - int(rooms[1].left)
	}
	lits := make([]lit, n)
	for i, w := range rooms[0].terms {
		lits[i] = w.l
	}
	if most > n/2 { // it takes fewer to count the negations
		least, most = n-most, n-least
		for i := range lits {
			lits[i] ^= 1
		}
	}
	if n < fewestCounted || max(least, min(most, n-most)) < 2 {
		return true
	}
	z := &totalizer{s: s, above: most < n, below: least > 0, most: least}
	if z.above {
		z.most = most + 1
	}
	out := z.count(lits)
	*size += z.size
	return (!z.above || s.clause(out[most]^1)) && (!z.below || s.clause(out[least-1]))
}

// count makes for each number a literal that so many are true at least, from one on.
func (z *totalizer) count(lits []lit) []lit {
	if len(lits) == 1 {
		return lits
	}
	a, b := z.count(lits[:len(lits)/2]), z.count(lits[len(lits)/2:])
	out := make([]lit, min(len(lits), z.most))
	for i := range out {
		out[i] = z.s.newLit()
	}
	for i := range len(a) + 1 {
		for j := range len(b) + 1 {
			if z.above && 0 < i+j {
				z.imply(a, i-1, b, j-1, out[min(i+j, len(out))-1], 1)
			}
			if z.below && i+j < len(out) {
				z.imply(a, i, b, j, out[i+j]^1, 0)
			}
		}
	}
	return out
}

// imply adds that what two literals with the sign say, as far as there are such, implies another.
func (z *totalizer) imply(a []lit, i int, b []lit, j int, then lit, sign lit) {
	clause := []lit{then}
	if 0 <= i && i < len(a) {
		clause = append(clause, a[i]^sign)
	}
	if 0 <= j && j < len(b) {
		clause = append(clause, b[j]^sign)
	}
	z.size += len(clause)
	z.s.clause(clause...)
}

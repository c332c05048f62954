package fd

import (
	"sync/atomic"
	"testing"
)

// TestTotalizer sets literals in all ways: the counting ones tell how many are true.
func TestTotalizer(t *testing.T) {
	for n := 1; n <= 7; n++ {
		for most := 1; most <= n; most++ {
			s, lits := openLits(n)
			z := &totalizer{s: s, above: true, below: true, most: most}
			out := z.count(lits)
			eachAssignment(s, lits, func(truths int, ok bool) {
				for i, l := range out {
					if want := i < truths; !ok || (s.val[l] > 0) != want || (s.val[l] < 0) == want {
						t.Fatalf("%d of %d, counted to %d: %v says %d of literal %d", truths, n, most, ok, s.val[l], i)
					}
				}
			})
		}
	}
}

// TestTotalize adds totalizers to sums, which mean the same as before.
func TestTotalize(t *testing.T) {
	const n = fewestCounted + 1
	for _, kind := range []sumKind{atMost, exactly} {
		for bound := range int64(n + 1) {
			for _, negated := range []lit{0, 1} {
				s, lits := openLits(n)
				terms := make([]weighted, n)
				for i, l := range lits {
					terms[i] = weighted{1, l ^ negated}
				}
				s.addSum(kind, terms, bound, 0, false)
				before := len(s.val)
				if !s.propagate() || !s.totalize() {
					t.Fatal("a sum of open literals is impossible")
				}
				if counted := len(s.val) > before; counted != (2 <= bound && bound <= n-2) {
					t.Errorf("at most or exactly %d of %d are counted: %v", bound, n, counted)
				}
				eachAssignment(s, lits, func(truths int, ok bool) {
					if negated > 0 {
						truths = n - truths
					}
					if want := int64(truths) == bound || kind == atMost && int64(truths) < bound; ok != want {
						t.Fatalf("%d are true of %d, kind %d, bound %d: possible is %v", truths, n, kind, bound, ok)
					}
				})
			}
		}
	}
}

// openLits is a store with so many open literals.
func openLits(n int) (*store, []lit) {
	s := newStore(1, 0, new(atomic.Bool))
	lits := make([]lit, n)
	for i := range lits {
		lits[i] = s.newLit()
	}
	return s, lits
}

// eachAssignment sets the literals in all ways, and tells how many are true and whether that is possible.
func eachAssignment(s *store, lits []lit, f func(truths int, ok bool)) {
	for bits := range 1 << len(lits) {
		s.push()
		s.cause = reason{by: byChoice}
		truths, ok := 0, true
		for i, l := range lits {
			if bits>>i&1 != 0 {
				truths++
			} else {
				l ^= 1
			}
			ok = ok && s.set(l)
		}
		f(truths, ok && s.propagate())
		s.pop()
	}
}

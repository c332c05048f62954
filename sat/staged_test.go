package sat

import (
	"context"
	"math/rand/v2"
	"testing"
)

// drawn is a random formula of clauses and sums over n variables.
func drawn(r *rand.Rand, n int) *builder {
	b := newBuilder(context.Background())
	vars := b.newVars(n)
	some := func(size int) []Lit {
		var lits []Lit
		for _, v := range r.Perm(n)[:size] {
			lits = append(lits, vars[v]*Lit(1-2*r.IntN(2)))
		}
		return lits
	}
	for range r.IntN(3 * n) {
		b.clause(some(2 + r.IntN(2))...)
	}
	for range r.IntN(3) {
		lits := some(4)
		b.atLeastSum(lits, []int{1 + r.IntN(3), 1 + r.IntN(3), 1, 1}, 2+r.IntN(3))
	}
	b.propagate()
	return b
}

// satisfied reports whether an assignment, whose bits are the variables from 1, is one of a formula.
func (b *builder) satisfied(assignment int) bool {
	holds := func(l Lit) bool { return assignment>>l.variable()&1 == 1 == (l > 0) }
	for v, known := range b.value {
		if known != 0 && !holds(Lit(v)*Lit(known)) {
			return false
		}
	}
	for i := range b.ends {
		one := false
		for _, l := range b.clauseAt(i) {
			one = one || holds(l)
		}
		if !one {
			return false
		}
	}
	for _, s := range b.sums {
		sum := 0
		for i, l := range s.lits {
			if holds(l) && s.weights != nil {
				sum += s.weights[i]
			} else if holds(l) {
				sum++
			}
		}
		if sum < s.bound {
			return false
		}
	}
	return true
}

// A formula that is simplified has the same assignments, those of some variables enumerated; also where
// nothing is said of which variables the clauses mention that are added.
func TestStagedEnumerates(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	again, found := 0, 0
	for range 3000 {
		n := 6 + r.IntN(4)
		b := drawn(r, n)
		if b.unsat {
			continue
		}
		blocked := 1 + r.IntN(n) // the variables from 1 whose values are enumerated
		want := map[int]bool{}
		for a := range 1 << n {
			if b.satisfied(a << 1) {
				want[a&(1<<blocked-1)] = true
			}
		}
		told := r.IntN(2) == 0
		o := newStaged(t.Context(), b.loadable(nil), func() []bool {
			kept := make([]bool, n+1)
			for v := 1; told && v <= blocked; v++ {
				kept[v] = true
			}
			return kept
		}, 0, 0)
		for o.Solve(t.Context(), 0, nil) == Satisfiable {
			a, key := 0, 0
			var differs []Lit
			for v := 1; v <= n; v++ {
				l := Lit(v)
				if o.Value(l) {
					a |= 1 << v
					l = -l
				}
				if v <= blocked {
					differs = append(differs, l)
				}
			}
			key = a >> 1 & (1<<blocked - 1)
			if !b.satisfied(a) || !want[key] {
				t.Fatalf("%b is no assignment, or came before", a)
			}
			delete(want, key)
			found++
			var open []Lit
			for _, l := range differs {
				if b.known(l) == 0 {
					open = append(open, l)
				}
			}
			o.AddClause(open)
		}
		if len(want) > 0 {
			t.Fatalf("missing: %v", want)
		}
		if told && o.times > 1 {
			t.Errorf("simplified %d times, though it was told what would be mentioned", o.times)
		}
		if o.times > 1 {
			again++
		}
	}
	if again == 0 || found < 1000 {
		t.Errorf("%d formulas were simplified again, %d assignments found", again, found)
	}
}

package sat

import (
	"context"
	"maps"
	"math/rand/v2"
	"slices"
	"testing"

	"nazo/internal/testkit"
)

// holds reports whether an assignment, whose bits are the variables from 1, satisfies a formula.
func (f *Formula) holds(assignment uint32) bool {
	start := 0
	for _, end := range f.Ends {
		if !slices.ContainsFunc(f.Lits[start:end], func(l Lit) bool { return assignment>>max(l, -l)&1 == 1 == (l > 0) }) {
			return false
		}
		start = end
	}
	return true
}

// random is a formula with short clauses mostly, so that there is much to simplify.
func random(r *rand.Rand) (f Formula, frozen []bool) {
	f.Variables = 2 + r.IntN(9)
	for range r.IntN(4*f.Variables) + 1 {
		var lits []Lit
		size := 2 + r.IntN(2)*r.IntN(3)
		for _, v := range r.Perm(f.Variables)[:min(size, f.Variables)] {
			lits = append(lits, Lit(v+1)*Lit(1-2*r.IntN(2)))
		}
		f.Add(lits...)
	}
	frozen = make([]bool, f.Variables+1)
	chance := r.IntN(4)
	for v := range frozen {
		frozen[v] = r.IntN(3) < chance
	}
	return f, frozen
}

// check holds the result for a formula against all assignments of both.
func check(t *testing.T, f Formula, frozen []bool) *SimplifyResult {
	t.Helper()
	r, err := Simplify(context.Background(), f, frozen)
	if err != nil {
		t.Fatal(err)
	}
	mask, left := uint32(0), uint32(0)
	for v := 1; v <= f.Variables; v++ {
		if frozen[v] {
			mask |= 1 << v
			if r.gone[v] {
				t.Fatalf("%+v: the frozen variable %d is gone", f, v)
			}
		}
		if !r.gone[v] && r.value[v] == 0 {
			left |= 1 << v
		}
	}
	for _, l := range r.Lits {
		if !r.Unsatisfiable && left>>max(l, -l)&1 == 0 {
			t.Fatalf("%+v: %d is in %+v", f, l, r)
		}
	}
	want, got := map[uint32]bool{}, map[uint32]bool{}
	for a := range uint32(1) << f.Variables {
		a <<= 1
		if f.holds(a) {
			want[a&mask] = true
		}
		if r.Unsatisfiable || a&^left != 0 || !r.holds(a) {
			continue
		}
		assignment := make([]bool, f.Variables+1)
		for v := range assignment {
			assignment[v] = a>>v&1 == 1
		}
		r.Extend(assignment)
		extended := uint32(0)
		for v, value := range assignment {
			if value {
				extended |= 1 << v
			}
		}
		if !f.holds(extended) || (extended^a)&left != 0 {
			t.Fatalf("%+v, frozen %v: %b becomes %b", f, frozen, a, extended)
		}
		got[extended&mask] = true
	}
	if !maps.Equal(got, want) {
		t.Fatalf("%+v, frozen %v: the assignments of what is frozen are %v, want %v; %+v", f, frozen, got, want, r)
	}
	return r
}

// Random formulas have the same assignments of what is frozen afterwards, and each is extended to one
// of the formula. All means are used.
func TestAgainstBruteForce(t *testing.T) {
	draw := rand.New(rand.NewPCG(1, 2))
	known, gone, left := 0, 0, 0
	tries := 6_000
	if testkit.Thorough() {
		tries = 30_000
	}
	for range tries {
		f, frozen := random(draw)
		r := check(t, f, frozen)
		for v := 1; v <= f.Variables; v++ {
			if r.value[v] != 0 {
				known++
			}
			if r.gone[v] {
				gone++
			}
		}
		left += len(r.Ends)
	}
	if least := tries / 30; known < least || gone < least || left < least {
		t.Errorf("%d known, %d gone, %d clauses left", known, gone, left)
	}
}

func FuzzAgainstBruteForce(f *testing.F) {
	f.Add(uint64(1), uint64(1))
	f.Fuzz(func(t *testing.T, a, b uint64) {
		formula, frozen := random(rand.New(rand.NewPCG(a, b)))
		check(t, formula, frozen)
	})
}

// Work ends with its context, and says so.
func TestSimplifyCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	f, frozen := random(rand.New(rand.NewPCG(5, 6)))
	if _, err := Simplify(ctx, f, frozen); err == nil {
		t.Error("no error")
	}
}

package count

import (
	"math/big"
	"testing"
)

// TestManyExclusions has an edge exclude so many others that some have no bit, and need automata.
func TestManyExclusions(t *testing.T) {
	t.Parallel()
	g := leaps(7, 7, rook...)
	p := plain(g, AnyEdges, ^uint64(0))
	for e := 1; e < len(g.Edges); e++ {
		p.Rules = append(p.Rules, atMost([]int32{0, int32(e)}, 1))
	}
	o := Order(numbered(49))
	sched, err := newSchedule(t.Context(), p, o)
	if err != nil || len(sched.localRules) != len(g.Edges)-1-mostExcluded {
		t.Fatalf("%d automata for %d edges, %v", len(sched.localRules), len(g.Edges), err)
	}
	r, err := Count(t.Context(), p, o, Options{})
	if err != nil {
		t.Fatal(err)
	}
	want := new(big.Int).Lsh(big.NewInt(1), uint(len(g.Edges)-1))
	if want.Add(want, big.NewInt(1)); r.Counts[0].Cmp(want) != 0 {
		t.Errorf("%v, want %v", r.Counts[0], want)
	}
}

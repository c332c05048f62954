package count

import (
	"context"
	"fmt"
	"math/big"
	"testing"

	"nazo/internal/model"
	"nazo/internal/testkit"
)

// lengthsOf counts by length, which has to come to an end.
func lengthsOf(t *testing.T, m *model.Model, o model.CountOptions) map[int64]*big.Int {
	t.Helper()
	o.ByLength = true
	n := countOf(all(m), o)
	if !n.Complete {
		t.Fatal(n.Reason)
	}
	return n.ByLength
}

// all is a model without its objectives: all its solutions count.
func all(m *model.Model) *model.Model {
	bare := *m
	bare.Objectives = nil
	return &bare
}

// rests are the remainders of a table.
func rests(of map[int64]*big.Int, modulo uint64) map[int64]*big.Int {
	out := map[int64]*big.Int{}
	for length, n := range of {
		out[length] = new(big.Int).Mod(n, new(big.Int).SetUint64(modulo))
	}
	return out
}

// TestRestsByLength holds tables of remainders against those of whole numbers: they
// have the same lengths, also where nothing remains.
func TestRestsByLength(t *testing.T) {
	t.Parallel()
	testkit.SkipRace(t)
	taken, nothing := 0, 0
	tries := 120
	if testkit.Thorough() {
		tries = 400
	}
	for seed := range uint64(tries) {
		m, what := randomStructure(seed)
		if _, err := Open(all(m), model.Options{}).Plan(context.Background(), model.CountOptions{ByLength: true}); err != nil {
			continue
		}
		taken++
		whole := lengthsOf(t, m, model.CountOptions{})
		for modulo := uint64(1); modulo <= 4; modulo++ {
			want := rests(whole, modulo)
			if got := lengthsOf(t, m, model.CountOptions{Modulo: modulo}); fmt.Sprint(got) != fmt.Sprint(want) {
				t.Fatalf("seed %d, %s, modulo %d: %v, want %v\n%s", seed, what, modulo, got, want, testkit.Describe(m))
			}
			for _, n := range want {
				if n.Sign() == 0 && modulo > 1 {
					nothing++
				}
			}
		}
	}
	if taken < tries/2 || nothing < tries/2 {
		t.Errorf("only %d models were counted, with %d remainders of 0", taken, nothing)
	}
}

// TestRestsOfParts has the lengths of all parts be those of the whole.
func TestRestsOfParts(t *testing.T) {
	const modulo, parts = 2, 3
	m := testkit.Cycles(testkit.Grid(7, 7))
	want := rests(lengthsOf(t, m, model.CountOptions{}), modulo)
	sum := map[int64]*big.Int{}
	for part := range parts {
		some := lengthsOf(t, m, model.CountOptions{Modulo: modulo, Part: part + 1, Parts: parts})
		if len(some) == 0 {
			t.Errorf("part %d has no solutions", part+1)
		}
		for length, n := range some {
			if sum[length] == nil {
				sum[length] = new(big.Int)
			}
			sum[length].Add(sum[length], n)
		}
	}
	if got := rests(sum, modulo); fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("%v in parts, want %v", got, want)
	}
}

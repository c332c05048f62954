package play

import (
	"math"
	"slices"
	"testing"
)

// The intervals are those of tables (Brown, Cai and DasGupta, Interval estimation
// for a binomial proportion, 2001, have the formula).
func TestWilson(t *testing.T) {
	for _, test := range []struct {
		k, n      int
		low, high float64
	}{
		{0, 0, 0, 1}, {0, 10, 0, 0.2775}, {10, 10, 0.7225, 1}, {90, 100, 0.8256, 0.9448}, {50, 100, 0.4038, 0.5962}, {1, 2, 0.0945, 0.9055},
	} {
		low, high := Wilson(test.k, test.n)
		if math.Abs(low-test.low) > 1e-4 || math.Abs(high-test.high) > 1e-4 {
			t.Errorf("%d of %d: %.4f to %.4f, want %.4f to %.4f", test.k, test.n, low, high, test.low, test.high)
		}
	}
}

func TestSignTest(t *testing.T) {
	for _, test := range []struct {
		a, b int
		p    float64
	}{{0, 0, 1}, {1, 0, 1}, {5, 5, 1}, {6, 0, 0.03125}, {0, 6, 0.03125}, {9, 1, 0.021484375}, {400, 300, 0.00017847631}} {
		if p := signTest(test.a, test.b); math.Abs(p-test.p) > 1e-6 {
			t.Errorf("%d against %d: %.7f, want %.7f", test.a, test.b, p, test.p)
		}
	}
}

func TestScores(t *testing.T) {
	won := func(n int) Outcome { return Outcome{Played: true, Won: true, Moves: n} }
	lost := func(n int, why string) Outcome { return Outcome{Played: true, Moves: n, Lost: why} }
	r := &Results{Names: []string{"a", "b"}, Outcomes: [][]Outcome{
		{won(4), won(6)},
		{won(8), lost(2, "no moves left")},
		{lost(3, "no moves left"), won(2)},
		{won(5), {}}, // b had no time
		{lost(3, "too late"), lost(3, "too late")},
	}, Chances: []Chance{Winnable, Winnable, Winnable, "", Impossible}}
	s := r.Scores()
	if s[0].Played != 5 || s[0].Won != 3 || *s[0].Moves != 23.0/5 || *s[0].WonMoves != 17.0/3 || !slices.Equal(s[0].Only, []int{2}) || *s[0].Missed != 1 || s[0].Lost["too late"] != 1 {
		t.Errorf("a: %+v", s[0])
	}
	if s[1].Played != 4 || s[1].Won != 2 || !slices.Equal(s[1].Only, []int{3}) || *s[1].Missed != 1 {
		t.Errorf("b: %+v", s[1])
	}
	if p := r.Pairs(); len(p) != 1 || p[0] != (Pair{[2]string{"a", "b"}, [2]int{1, 1}, 1}) {
		t.Errorf("pairs: %+v", p)
	}
	if r.Complete() {
		t.Error("complete though a game was not played")
	}
}

func TestDealSeeds(t *testing.T) {
	seen := map[int64]bool{}
	for contest := range int64(100) {
		for i := range 100 {
			s := DealSeed(contest, i)
			if s < 0 || s >= 1_000_000_000_000 || seen[s] {
				t.Fatalf("contest %d has the seed %d for deal %d", contest, s, i)
			}
			seen[s] = true
		}
	}
	if got := DealSeed(1, 0); got != DealSeed(1, 0) || got == DealSeed(-1, 0) {
		t.Error("seeds are not those of their contest")
	}
}

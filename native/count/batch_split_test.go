package count

import (
	"context"
	"math/big"
	"path/filepath"
	"testing"

	"nazo/internal/model"
	"nazo/internal/testkit"
)

// Parts add up also if each is counted in another amount of memory.
func TestPartsInAnyMemory(t *testing.T) {
	testkit.SkipRace(t)
	t.Parallel()
	p := cycles(leaps(6, 7, knight...))
	const parts = 3
	own := make([]*big.Int, parts)
	for i := range own {
		own[i] = mustCount(t, p, Options{Part: i + 1, Parts: parts}).Counts[0]
	}
	split := 0
	memories := []int64{1 << 20}
	if testkit.Thorough() {
		memories = append(memories, 186624)
	}
	for _, memory := range memories {
		for i := range own {
			res, err := Count(context.Background(), p, greedy(p.Graph), Options{Part: i + 1, Parts: parts, Memory: memory})
			switch {
			case err != nil:
				t.Fatal(err)
			case !res.Complete: // there is no room for what comes before the split
			case res.Counts[0].Cmp(own[i]) != 0:
				t.Errorf("part %d in %d bytes: %v, want %v", i+1, memory, res.Counts[0], own[i])
			default:
				split++
			}
		}
	}
	if split < parts {
		t.Error("memory is never enough")
	}
}

// A part that is resumed in too little memory to find its place in the split stays
// whole until there is more.
func TestPartResumedInLittleMemory(t *testing.T) {
	t.Parallel()
	testkit.SkipRace(t)
	p := cycles(leaps(6, 7, knight...))
	const parts = 3
	sum := new(big.Int)
	for i := range parts {
		ctx, cancel := context.WithCancel(context.Background())
		opt := Options{Part: i + 1, Parts: parts, Checkpoint: filepath.Join(t.TempDir(), "saved")}
		opt.Progress = func(pr model.CountProgress) {
			if pr.Layer == 8 {
				cancel()
			}
		}
		res, err := Count(ctx, p, greedy(p.Graph), opt)
		opt.Resume, opt.Progress, opt.Memory = true, nil, int64(4<<10)<<(10*(i%2)) // the second has enough
		for err == nil && !res.Complete {
			res, err = Count(context.Background(), p, greedy(p.Graph), opt)
			opt.Memory *= 8
		}
		if err != nil {
			t.Fatal(err)
		}
		sum.Add(sum, res.Counts[0])
	}
	if sum.Cmp(big.NewInt(1067638)) != 0 {
		t.Errorf("the parts are %v in all", sum)
	}
}

// A count that needs more words is widened within the memory, too.
func TestLargeCountsInLittleMemory(t *testing.T) {
	g := leaps(10, 10, rook...)
	p := &Problem{Graph: g, Degrees: degrees(100, 0b11), Unknowns: len(g.Edges)} // matchings
	want := mustCount(t, p, Options{}).Counts[0]
	for _, memory := range []int64{1 << 18, 1 << 17} {
		if got := mustCount(t, p, Options{Memory: memory}).Counts[0]; got.Cmp(want) != 0 {
			t.Errorf("%d bytes: %v, want %v", memory, got, want)
		}
	}
}

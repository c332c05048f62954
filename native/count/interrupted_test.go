package count

import (
	"context"
	"math/big"
	"math/rand/v2"
	"path/filepath"
	"sync/atomic"
	"testing"
	"time"

	"nazo/internal/testkit"
)

// countdownContext is a context that ends after it was asked so many times.
type countdownContext struct {
	context.Context
	left atomic.Int64
}

func (f *countdownContext) Err() error {
	if f.left.Add(-1) < 0 {
		return context.Canceled
	}
	return nil
}

// A count that is interrupted at any moment, within a layer, too, and resumed comes
// to the same, with much memory and with little.
func TestInterruptedWithinLayers(t *testing.T) {
	t.Parallel()
	testkit.SkipRace(t)
	p := cycles(leaps(6, 7, knight...))
	memories := []int64{1 << 20}
	if testkit.Thorough() {
		memories = []int64{0, 3 << 20, 1 << 20}
	}
	for _, memory := range memories {
		opt := Options{Checkpoint: filepath.Join(t.TempDir(), "saved"), Memory: memory, Every: time.Hour, Goroutines: 1}
		for rounds := 1; ; rounds++ {
			ctx := &countdownContext{Context: context.Background()}
			ctx.left.Store(int64(rounds * rounds % 71))
			res, err := Count(ctx, p, greedy(p.Graph), opt)
			if err != nil {
				t.Fatal(err)
			}
			if res.Complete {
				if res.Counts[0].Cmp(big.NewInt(1067638)) != 0 || rounds < 10 {
					t.Errorf("%d bytes: %v after %d rounds", memory, res.Counts[0], rounds)
				}
				t.Logf("%d bytes: %d rounds", memory, rounds)
				break
			}
			opt.Resume = true
		}
	}
}

// The same with another amount of memory and other workers after each interruption, and
// layers that are divided meanwhile.
func TestInterruptedAndDivided(t *testing.T) {
	t.Parallel()
	p := cycles(leaps(6, 7, knight...))
	seeds := uint64(1)
	if testkit.Thorough() {
		seeds = 2
	}
	for seed := range seeds {
		random := rand.New(rand.NewPCG(5+seed, 3))
		opt := Options{Checkpoint: filepath.Join(t.TempDir(), "saved"), Every: time.Hour}
		for rounds := 1; ; rounds++ {
			opt.Memory, opt.Goroutines = int64(300<<10)<<random.IntN(5), 1+random.IntN(3)
			ctx := &countdownContext{Context: context.Background()}
			ctx.left.Store(int64(random.IntN(200)))
			res, err := Count(ctx, p, greedy(p.Graph), opt)
			if err != nil {
				t.Fatal(err)
			}
			if res.Complete {
				if res.Counts[0].Cmp(big.NewInt(1067638)) != 0 {
					t.Errorf("seed %d: %v after %d rounds", seed, res.Counts[0], rounds)
				}
				break
			}
			opt.Resume = true
		}
	}
}

package count

import (
	"context"
	"fmt"
	"math/big"
	"os"
	"strconv"
	"testing"
	"time"

	"nazo/internal/model"
)

// The closed tours of boards of some sizes, with the planned order. The largest takes
// minutes and gigabytes: it only runs if its name is given in full,
// -bench 'ClosedTours/8x8' with NAZO_LONG=1; NAZO_MEMORY bounds its tables.
func BenchmarkClosedTours(b *testing.B) {
	for _, board := range []struct {
		name       string
		rows, cols int
		want       int64
		long       bool
	}{
		{"6x6", 6, 6, 9862, false},
		{"6x8", 6, 8, 55488142, false},
		{"7x8", 7, 8, 34524432316, false},
		{"8x8", 8, 8, 13267364410532, true},
	} {
		b.Run(board.name, func(b *testing.B) {
			if board.long && os.Getenv("NAZO_LONG") == "" {
				b.Skip("it takes minutes: set NAZO_LONG=1")
			}
			memory, _ := strconv.ParseInt(os.Getenv("NAZO_MEMORY"), 10, 64)
			p := cycles(leaps(board.rows, board.cols, knight...))
			begun := time.Now()
			o, e := Plan(context.Background(), p, 0)
			b.Logf("planned in %v: peak %.3g, total %.3g, %d bits", time.Since(begun), e.Peak, e.Total, e.Bits)
			speed := speeds{}
			for b.Loop() {
				res, err := Count(context.Background(), p, o, Options{Memory: memory, Progress: speed.progress()})
				if err != nil || !res.Complete || res.Counts[0].Cmp(big.NewInt(board.want)) != 0 {
					b.Fatalf("%+v, %v", res, err)
				}
				states, most := int64(0), int64(0)
				for _, n := range res.Layers {
					states += n
					most = max(most, n)
				}
				b.ReportMetric(float64(most), "most-states")
				b.ReportMetric(float64(states), "states")
				b.ReportMetric(float64(res.Transitions), "transitions")
			}
			speed.report(b)
		})
	}
}

// speeds are by the number of digits of a layer's states how many were made, in how much
// time.
type speeds map[int]*struct {
	states int64
	took   time.Duration
}

// progress notes the layers of one count.
func (s speeds) progress() func(model.CountProgress) {
	last := time.Now()
	return func(p model.CountProgress) {
		size := len(strconv.FormatInt(p.States, 10))
		if s[size] == nil {
			s[size] = &struct {
				states int64
				took   time.Duration
			}{}
		}
		now := time.Now()
		s[size].states += p.States
		s[size].took += now.Sub(last)
		last = now
	}
}

// report reports how many states a second there were in layers of 1e3 and more states.
func (s speeds) report(b *testing.B) {
	for size, v := range s {
		if size > 3 {
			b.ReportMetric(float64(v.states)/v.took.Seconds(), fmt.Sprintf("states/s-from-1e%d", size-1))
		}
	}
}

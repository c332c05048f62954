package count

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"nazo/internal/testkit"
)

// savedCount is a count that was interrupted, and its checkpoint without the checksum.
type savedCount struct {
	name    string
	problem *Problem
	options Options
	data    []byte
}

// savedCounts are counts of each shape that were interrupted within a layer, with states of several layers where memory is little.
var savedCounts = sync.OnceValues(func() (out []savedCount, err error) {
	folder, err := os.MkdirTemp("", "saved")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(folder)
	weighed := plain(leaps(4, 4, rook...), Forest, 0b1111)
	weighed.Weights = make([]int64, weighed.Unknowns)
	for i := range weighed.Weights {
		weighed.Weights[i] = int64(i%5) - 2
	}
	for _, c := range []savedCount{
		{name: "cycles", problem: cycles(leaps(5, 6, knight...))},
		{name: "paths", problem: plain(leaps(4, 5, knight...), OnePath, 0b110)},
		{name: "directed", problem: plain(bothWays(leaps(3, 4, rook...)), OnePath, 0b111)},
		{name: "links", problem: randomLinks(5, 3, 0b101)},
		{name: "ruled", problem: clued(5, 0.5)},
		{name: "crossing", problem: uncrossed(4)},
		{name: "forests", problem: weighed},
		{name: "connected", problem: plain(leaps(4, 4, rook...), Connected, ^uint64(0))},
		{name: "any", problem: plain(leaps(4, 4, king...), AnyEdges, 0b100), options: Options{Modulo: 97}},
	} {
		for _, moment := range []int64{20, 60} {
			name := filepath.Join(folder, fmt.Sprint(c.name, moment))
			ctx := &countdownContext{Context: context.Background()}
			ctx.left.Store(moment)
			c.options.Checkpoint, c.options.Resume = name, false
			c.options.Goroutines, c.options.Memory = 1, 1<<13
			r, err := Count(ctx, c.problem, greedy(c.problem.Graph), c.options)
			if err != nil {
				return nil, err
			}
			if r.Complete {
				continue
			}
			if c.data, err = os.ReadFile(name); errors.Is(err, fs.ErrNotExist) {
				continue // it had not begun
			} else if err != nil {
				return nil, err
			}
			c.data = c.data[:len(c.data)-8]
			c.options.Resume, c.options.Memory = true, 0
			out = append(out, c)
		}
	}
	return out, nil
})

// altered resumes a count from what somebody has made of its checkpoint who knows how to make the checksum. It reports whether that was
// refused.
func (c savedCount) altered(t *testing.T, data []byte) (refused bool) {
	sum := newSum()
	sum.Write(data)
	name := filepath.Join(t.TempDir(), "altered")
	if err := os.WriteFile(name, binary.LittleEndian.AppendUint64(data, sum.Sum64()), 0o600); err != nil {
		t.Fatal(err)
	}
	o, _, err := SavedPlan(t.Context(), c.problem, name)
	if err == nil {
		c.options.Checkpoint = name
		_, err = Count(t.Context(), c.problem, o, c.options)
	}
	if err != nil && !errors.Is(err, ErrCheckpoint) && !errors.Is(err, errTooLarge) {
		t.Errorf("%s: %v", c.name, err)

	}
	return err != nil
}

// A checkpoint that was altered on purpose is refused, or counts something else: it does no harm.
func TestHostileCheckpoint(t *testing.T) {
	t.Parallel()
	all, err := savedCounts()
	if err != nil {
		t.Fatal(err)
	}
	tries := testkit.Fewer(40)
	if !testkit.Thorough() {
		tries = min(tries, 10)
	}
	shapes := map[string]int{}
	for _, c := range all {
		shapes[c.name]++
		if c.altered(t, append([]byte(nil), c.data...)) {
			t.Errorf("%s: refused as it is", c.name)
		}
		random := rand.New(rand.NewPCG(1, uint64(len(c.data))))
		refused := 0
		for range tries {
			data := append([]byte(nil), c.data...)
			data[len(data)-1-random.IntN(len(data)/2)] ^= 1 << random.IntN(8)
			if c.altered(t, data) {
				refused++
			}
		}
		if refused == 0 {
			t.Errorf("%s: none of %d was refused", c.name, tries)
		}
	}
	if len(shapes) < 9 {
		t.Errorf("only %v were interrupted", shapes)
	}
}

func FuzzHostileCheckpoint(f *testing.F) {
	all, err := savedCounts()
	if err != nil {
		f.Fatal(err)
	}
	for i, c := range all {
		for back := range 4 {
			f.Add(uint8(i), uint32(len(c.data)-1-40*back), []byte{0xff})
		}
	}
	f.Fuzz(func(t *testing.T, which uint8, at uint32, patch []byte) {
		c := all[int(which)%len(all)]
		data := append([]byte(nil), c.data...)
		copy(data[int(at)%len(data):], patch)
		c.altered(t, data)
	})
}

package count

import (
	"context"
	"fmt"
	"math/big"
	"os"
	"path/filepath"
	"testing"
	"time"

	"nazo/internal/testkit"
	"pgregory.net/rapid"
)

// stopAfter makes a context that ends when it was asked so often.
func stopAfter(asked int) *countdownContext {
	ctx := &countdownContext{Context: context.Background()}
	ctx.left.Store(int64(asked))
	return ctx
}

// divider counts by parts of parts: each is broken off now and then, and what its checkpoint has left divided.
type divider struct {
	t       interface{ Fatalf(string, ...any) }
	p       *Problem
	o       Order
	folder  string
	options func() Options // what may be another for each part
	asked   func() int     // after how many questions to the context a part is broken off
	into    func() int
	files   int
	parts   int // that came to their ends
	firsts  int // that were the first of the first
	states  int64
	sum     Counts
}

// count counts a part, which begins as opt says.
func (d *divider) count(opt Options, depth int) {
	d.files++
	opt.Checkpoint, opt.Every = filepath.Join(d.folder, fmt.Sprint(d.files)), time.Hour
	o := d.o
	if opt.From != "" {
		var err error
		if o, _, err = SavedPlan(context.Background(), d.p, opt.From); err != nil {
			d.t.Fatalf("%v", err)
		}
	}
	for range depth {
		res, err := Count(stopAfter(d.asked()), d.p, o, opt)
		if err != nil {
			d.t.Fatalf("part %q: %v", opt.Name, err)
		}
		if res.Complete {
			d.add(res)
			return
		}
		if _, err := os.Stat(opt.Checkpoint); err != nil {
			continue // it hadn't begun
		}
		if opt.Resume = true; d.into() == 2 {
			continue // it is resumed as it is
		}
		of := d.into()
		for i := range of {
			child := d.options()
			child.Part, child.Parts, child.From, child.FromName = i+1, of, opt.Checkpoint, opt.Name
			child.Name = fmt.Sprintf("%s,%d/%d", opt.Name, i+1, of)
			d.count(child, depth-1)
		}
		return
	}
	res, err := Count(context.Background(), d.p, o, opt)
	if err != nil || !res.Complete {
		d.t.Fatalf("part %q: %+v, %v", opt.Name, res, err)
	}
	d.add(res)
}

// add adds what a part came to.
func (d *divider) add(res *Result) {
	d.parts++
	if res.First {
		d.firsts++
	}
	for weight, n := range res.Counts {
		if d.sum[weight] == nil {
			d.sum[weight] = new(big.Int)
		}
		d.sum[weight].Add(d.sum[weight], n)
	}
	for _, n := range res.Layers {
		d.states += n
	}
}

// Parts of what checkpoints have left, and parts of these, add up to the whole, whatever is counted, and exactly one of them has what
// comes once.
func TestPartsOfCheckpoints(t *testing.T) {
	t.Parallel()
	most := 40
	if testkit.Thorough() {
		most = 1 << 30
	}
	tried := 0
	rapid.Check(t, func(rt *rapid.T) {
		if tried++; tried > most && !t.Failed() {
			return
		}
		p, o := drawProblem(rt)
		want := brute(p)
		modulo := rapid.SampledFrom([]uint64{0, 0, 7, 1 << 40}).Draw(rt, "modulo")
		d := &divider{t: rt, p: p, o: o, folder: t.TempDir(), sum: Counts{}}
		d.options = func() Options {
			return Options{Memory: 1 << 20 << rapid.IntRange(0, 2).Draw(rt, "memory"), Goroutines: rapid.IntRange(1, 2).Draw(rt, "workers"), Modulo: modulo}
		}
		d.asked = func() int { return rapid.IntRange(0, 40).Draw(rt, "asked") }
		d.into = func() int { return rapid.IntRange(2, 4).Draw(rt, "into") }
		first := d.options()
		parts := rapid.IntRange(1, 3).Draw(rt, "parts")
		for i := range parts {
			first.Part, first.Parts, first.Name = i+1, parts, fmt.Sprintf("%d/%d", i+1, parts)
			d.count(first, 3)
		}
		if modulo != 0 {
			for weight, n := range d.sum {
				n.Mod(n, new(big.Int).SetUint64(modulo))
				want[weight] %= int64(modulo)
			}
		}
		if err := sameCounts(d.sum, want); err != nil {
			rt.Fatalf("%v: %s", err, describe(p, o))
		}
		if d.firsts != 1 {
			rt.Fatalf("%d are the first of all: %s", d.firsts, describe(p, o))
		}
	})
}

// The same with layers that are large enough to be divided where they are, with keys of one word and of two, and in little memory.
func TestPartsOfLargeLayers(t *testing.T) {
	t.Parallel()
	testkit.SkipRace(t)
	tours, matchings := cycles(leaps(6, 7, knight...)), &Problem{Graph: leaps(9, 9, rook...), Degrees: degrees(81, 0b11)}
	matchings.Unknowns = len(matchings.Graph.Edges)
	for _, c := range []struct {
		name   string
		p      *Problem
		memory int64
		asked  int
	}{{"tours", tours, 700 << 10, 60}, {"matchings", matchings, 0, 15}} {
		if c.name == "tours" && !testkit.Thorough() {
			continue
		}
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			whole := mustCount(t, c.p, Options{})
			seed := 0
			next := func(n int) int { seed++; return seed * 7919 % n }
			d := &divider{t: t, p: c.p, o: greedy(c.p.Graph), folder: t.TempDir(), sum: Counts{}}
			d.options = func() Options { return Options{Memory: c.memory, Goroutines: 1 + next(2)} }
			d.asked = func() int { return c.asked + next(2*c.asked) }
			d.into = func() int { return 2 + next(3) }
			d.count(d.options(), 5)
			if d.sum[0].Cmp(whole.Counts[0]) != 0 || d.firsts != 1 || d.parts < 2 {
				t.Errorf("%v in %d parts, of which %d are the first; want %v", d.sum[0], d.parts, d.firsts, whole.Counts[0])
			}
			states := int64(0)
			for _, n := range whole.Layers {
				states += n
			}
			t.Logf("%d parts have %.2f times as many states as the whole", d.parts, float64(d.states)/float64(states))
		})
	}
}

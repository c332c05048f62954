package fleet

import (
	"container/heap"
	"encoding/json"
	"fmt"
	"hash/fnv"
	"math"
	"math/rand/v2"
	"os"
	"testing"
	"time"

	"nazo/internal/solve/parts"
)

// measured is what parts of counts took where they were really run, and the fleet for which that is asked.
type measured struct {
	How     string          `json:"how"`     // by what, and when
	Workers int             `json:"workers"` // of the fleet, of one core each unless the fleet says else
	Memory  int64           `json:"memory"`  // of each, in MiB
	Seeds   int             `json:"seeds"`   // how many simulations of each count
	Fleets  []conditions    `json:"fleets"`
	Counts  []measuredCount `json:"counts"`
}

// measuredCount is a count that is to be done.
type measuredCount struct {
	Name      string  `json:"name"`
	Command   string  `json:"command"`             // whose parts they are
	Parts     int     `json:"parts"`               // into how many it is divided at first
	Divisible bool    `json:"divisible,omitempty"` // whether a part is divided again that takes long
	Growth    float64 `json:"growth,omitempty"`    // how much more work there is after each division; 1 if none
	Memory    int64   `json:"memory,omitempty"`    // that a part may take, in MiB
	Size      float64 `json:"size,omitempty"`      // seconds that a part takes, where that is no mean of what was measured but follows from it
	Why       string  `json:"why,omitempty"`       // how
	// Checkpoint is how many MiB one has that a part saves.
	Checkpoint int64          `json:"checkpoint,omitempty"`
	Deviation  float64        `json:"deviation,omitempty"` // of the logarithms of sizes, where too few parts were measured to tell
	Measured   []measuredPart `json:"measured"`
}

// measuredPart is what a part took.
type measuredPart struct {
	Part    parts.Path `json:"part"`
	Seconds float64    `json:"seconds"` // of processor time
	States  int64      `json:"states"`
	Memory  int64      `json:"memory"`          // of the process at its largest, in MiB
	Share   float64    `json:"share,omitempty"` // of the part that was done in that time, estimated; none if it came to its end
	Layer   string     `json:"layer,omitempty"` // where it was then, of how many
	Found   string     `json:"found,omitempty"` // what it counted
}

func readMeasured(t *testing.T, name string) *measured {
	t.Helper()
	f, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	m := &measured{}
	d := json.NewDecoder(f)
	d.DisallowUnknownFields()
	if err := d.Decode(m); err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	for i := range m.Counts {
		c := &m.Counts[i]
		if len(c.Measured) == 0 || c.Parts < 1 {
			t.Fatalf("%s: nothing was measured of %s", name, c.Name)
		}
		if c.Growth == 0 {
			c.Growth = 1
		}
		for j := range c.Measured {
			if p := &c.Measured[j]; p.Share == 0 {
				p.Share = 1
			}
		}
	}
	return m
}

// seconds is what the whole part takes.
func (p *measuredPart) seconds() float64 { return p.Seconds / p.Share }

// sizes are how long the parts of a count take, on one core. Those that were measured take as long as that; the others are drawn
// from the logarithmic normal distribution with the mean and the deviation of those.
func (c *measuredCount) sizes(seed uint64) map[string]time.Duration {
	mean, deviation := c.mean(), c.deviation()
	out := map[string]time.Duration{}
	for _, part := range newLeaves(c.Parts, "").all() {
		out[part.String()] = seconds(math.Exp(mean + deviation*normal(seed, part.String())))
	}
	for _, p := range c.Measured {
		if name := p.Part.String(); out[name] != 0 {
			out[name] = seconds(p.seconds())
		}
	}
	return out
}

// mean is that of the logarithms of the seconds of parts that were measured.
func (c *measuredCount) mean() (out float64) {
	if c.Size > 0 {
		return math.Log(c.Size)
	}
	for _, p := range c.Measured {
		out += math.Log(p.seconds()) / float64(len(c.Measured))
	}
	return out
}

// deviation is that of a part's logarithm from the mean.
func (c *measuredCount) deviation() (out float64) {
	if c.Deviation > 0 {
		return c.Deviation
	}
	for _, p := range c.Measured {
		d := math.Log(p.seconds()) - c.mean()
		out += d * d / float64(max(len(c.Measured)-1, 1))
	}
	return math.Sqrt(out)
}

func seconds(s float64) time.Duration { return time.Duration(s * float64(time.Second)) }

// normal draws for a name from the standard normal distribution.
func normal(seed uint64, name string) float64 { return random(seed, name).NormFloat64() }

// random draws for a name, the same for the same seed.
func random(seed uint64, name string) *rand.Rand {
	h := fnv.New64a()
	h.Write([]byte(name))
	return rand.New(rand.NewPCG(seed, h.Sum64()))
}

// list is how long the parts take on so many workers if each takes the next one when it is free.
func list(count *measuredCount, sizes map[string]time.Duration, workers int) (out time.Duration) {
	free := make(ends, workers)
	for _, part := range newLeaves(count.Parts, "").all() {
		free[0] += sizes[part.String()]
		out = max(out, free[0])
		heap.Fix(&free, 0)
	}
	return out
}

// ends are when workers are free, the first of them first.
type ends []time.Duration

func (e ends) Len() int           { return len(e) }
func (e ends) Less(i, j int) bool { return e[i] < e[j] }
func (e ends) Swap(i, j int)      { e[i], e[j] = e[j], e[i] }
func (e *ends) Push(any)          { panic("workers don't get more") }
func (e *ends) Pop() any          { panic("workers don't get less") }

func TestSizes(t *testing.T) {
	c := &measuredCount{Parts: 1000, Measured: []measuredPart{
		{Part: parts.Path{{Number: 3, Of: 1000}}, Seconds: 50, Share: 0.5}, {Part: parts.Path{{Number: 7, Of: 8}}, Seconds: 200, Share: 1},
	}}
	got, again, other := c.sizes(1), c.sizes(1), c.sizes(2)
	sum := 0.0
	for part, size := range got {
		if again[part] != size {
			t.Fatalf("part %s takes %s, and then %s", part, size, again[part])
		}
		sum += math.Log(size.Seconds())
	}
	if len(got) != 1000 || got["3/1000"] != 100*time.Second || fmt.Sprint(got) == fmt.Sprint(other) {
		t.Errorf("%d sizes, 3/1000 takes %s", len(got), got["3/1000"])
	}
	if mean := math.Exp(sum / 1000); mean < 135 || mean > 148 { // of 100 and 200
		t.Errorf("the mean is %.1f s", mean)
	}
}

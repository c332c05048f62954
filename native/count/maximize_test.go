package count

import (
	"testing"

	"nazo/internal/alg"
	"nazo/internal/model"
	"pgregory.net/rapid"
)

// drawGains gives a problem gains; its weights, if it has any, are what solutions must weigh one of.
func drawGains(t *rapid.T, p *Problem) {
	p.Gains = make([]int64, p.Unknowns)
	low := rapid.SampledFrom([]int64{-3, 0, 1}).Draw(t, "low")
	for u := range p.Gains {
		p.Gains[u] = rapid.Int64Range(low, 4).Draw(t, "gain")
	}
}

// bruteMaximum is the greatest gain, by trying every choice.
func bruteMaximum(p *Problem, weight int64) (best int64, found bool) {
	for set := uint64(0); set < 1<<p.Unknowns; set++ {
		gain, weighs := int64(0), int64(0)
		for u, g := range p.Gains {
			gain += g * int64(set>>u&1)
			if p.Weights != nil {
				weighs += p.Weights[u] * int64(set>>u&1)
			}
		}
		if (!found || gain > best) && (p.Weights == nil || weighs == weight) && bruteHolds(p, set) {
			best, found = gain, true
		}
	}
	return best, found
}

// checkMaximum checks what was found against the greatest gain.
func checkMaximum(t *rapid.T, p *Problem, o Order, opt MaximizeOptions, m *Maximum) {
	want, any := bruteMaximum(p, opt.Weight)
	enough := any && (opt.MoreThan == nil || want > *opt.MoreThan)
	if !m.Proved || (m.Chosen != nil) != enough || enough && m.Gain != want {
		t.Fatalf("%+v, want %d (%v): %v %s", m, want, enough, p.Gains, describe(p, o))
	}
	if m.Chosen == nil {
		return
	}
	set, gain := uint64(0), int64(0)
	for u, on := range m.Chosen {
		if on {
			set |= 1 << u
			gain += p.Gains[u]
		}
	}
	if gain != m.Gain || !bruteHolds(p, set) {
		t.Fatalf("%+v is no solution of that gain: %v %s", m, p.Gains, describe(p, o))
	}
}

func TestMaximizeAgainstBruteForce(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p, o := drawProblem(t)
		drawGains(t, p)
		opt := MaximizeOptions{Goroutines: 1}
		if p.Weights != nil {
			opt.Weight = rapid.Int64Range(-2, 5).Draw(t, "weighs")
		}
		if rapid.Bool().Draw(t, "known") {
			known := rapid.Int64Range(-4, 8).Draw(t, "more than")
			opt.MoreThan = &known
		}
		best, any := bruteMaximum(p, opt.Weight)
		if any && rapid.Bool().Draw(t, "pauses") { // something as good as the best comes up on the way
			after := rapid.Int64Range(1, 100).Draw(t, "after")
			opt.Pause = func(states int64) (*int64, bool) {
				if states < after {
					return nil, true
				}
				if opt.MoreThan == nil || *opt.MoreThan < best {
					opt.MoreThan = &best
				}
				return opt.MoreThan, true
			}
		}
		m, err := Maximize(t.Context(), p, o, opt)
		if err != nil {
			t.Fatal(err)
		}
		if m.Chosen != nil && m.Gain == best {
			opt.MoreThan = nil // it was found before
		}
		checkMaximum(t, p, o, opt, m)
	})
}

// TestMaximizeByLittle has the beam find nothing, so that the best is found and traced back without it.
func TestMaximizeByLittle(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p, o := drawProblem(t)
		drawGains(t, p)
		p.Weights = nil
		sched, err := newSchedule(t.Context(), p, o)
		if err != nil {
			t.Fatal(err)
		}
		bound, _, err := newGainBound(t.Context(), sched, o, MaximizeOptions{})
		if err != nil {
			t.Fatal(err)
		}
		r := newRun(t.Context(), sched, Options{Goroutines: 1})
		defer r.close()
		m := &Maximum{}
		if err := wordSizesFor(sched.keyWords, 1).maximize(r, bound, MaximizeOptions{width: -1}, m); err != nil {
			t.Fatal(err)
		}
		m.Proved = true
		checkMaximum(t, p, o, MaximizeOptions{}, m)
	})
}

// TestMaximizeGivesUp has less memory, or fewer states, than it takes.
func TestMaximizeGivesUp(t *testing.T) {
	t.Parallel()
	p := plain(leaps(6, 6, knight...), OnePath, 0b111)
	p.Gains = make([]int64, len(p.Graph.Edges))
	for e := range p.Gains {
		p.Gains[e] = int64(e % 3)
	}
	o := Order(numbered(36))
	few := func(states int64) (*int64, bool) { return nil, states < 20_000 }
	m, err := Maximize(t.Context(), p, o, MaximizeOptions{Pause: few})
	if err != nil || m.Proved || m.Reason.Kind != model.Stopped {
		t.Errorf("with few states %+v, %v", m, err)
	}
	m, err = Maximize(t.Context(), p, o, MaximizeOptions{Memory: 1 << 16})
	if err != nil || m.Proved || m.Reason.Kind != model.MemoryLimit {
		t.Errorf("with little memory %+v, %v", m, err)
	}
}

// TestMaximizeWithExclusions has a best solution whose edges exclude others. States that exclude some edges count for
// the bound, too. A random problem found it.
func TestMaximizeWithExclusions(t *testing.T) {
	edges := []alg.Edge{{U: 1, V: 4}, {U: 1, V: 5}, {U: 0, V: 3}, {U: 1, V: 2}, {U: 4, V: 5}, {U: 2, V: 4}, {U: 0, V: 5}}
	p := &Problem{Graph: alg.NewGraph(6, edges, false), Shape: Forest, Degrees: []uint64{11, 19, 22, 10, 2, 29},
		Unknowns: len(edges), Gains: []int64{0, 3, 4, 3, 4, 0, -3}}
	for _, pair := range [][]int32{{0, 2}, {1, 3}, {1, 2}, {3, 6}, {1, 6}, {0, 4}, {0, 3}} {
		p.Rules = append(p.Rules, atMost(pair, 1))
	}
	want, _ := bruteMaximum(p, 0)
	for known := int64(-1); known < want; known++ {
		m, err := Maximize(t.Context(), p, Order{1, 5, 4, 3, 2, 0}, MaximizeOptions{MoreThan: &known})
		if err != nil || m.Gain != want {
			t.Errorf("more than %d: %+v, %v; want %d", known, m, err, want)
		}
	}
}

// TestMaximizeInParts has less memory than the largest layer takes, and no beam: the same gain is proved, from parts.
func TestMaximizeInParts(t *testing.T) {
	t.Parallel()
	p := plain(leaps(4, 4, knight...), OnePath, 0b111)
	p.Gains = make([]int64, len(p.Graph.Edges))
	for e := range p.Gains {
		p.Gains[e] = int64(e%5) + 1
	}
	o := Order(numbered(16))
	whole, err := Maximize(t.Context(), p, o, MaximizeOptions{width: -1})
	if err != nil || !whole.Proved {
		t.Fatalf("%+v, %v", whole, err)
	}
	m, err := Maximize(t.Context(), p, o, MaximizeOptions{Memory: 1 << 18, width: -1})
	if err != nil || !m.Proved || m.Gain != whole.Gain || m.States == whole.States {
		t.Fatalf("gain %d of %d, %d states instead of %d: %v %v", m.Gain, whole.Gain, m.States, whole.States, m.Reason, err)
	}
	gain := int64(0)
	for u, on := range m.Chosen {
		if on {
			gain += p.Gains[u]
		}
	}
	if gain != m.Gain {
		t.Errorf("what was chosen gains %d, not %d", gain, m.Gain)
	}
}

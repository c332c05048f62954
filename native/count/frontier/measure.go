package frontier

import (
	"context"
	"math"
)

// An estimate that is made of formulas alone may be wrong by many powers of ten, mostly since rules forbid far more than they
// are given credit for. So the first layers are made in fact, as many as come to a bounded number of states. Where the formula is
// about right there, those beyond are taken to be as it says but for half the powers of ten by which it was wrong; else they grow by a
// power of its growth, as they did lately.

// measureLayers makes the first layers along the schedule, up to about so many states, and tells how many states each has.
func (sched *schedule) measureLayers(ctx context.Context, most int64) []int64 {
	same := *sched.Problem
	same.Gains = make([]int64, same.Unknowns) // only whether a state can be reached matters
	measured := *sched
	measured.Problem = &same
	r := newRun(ctx, &measured, Options{Memory: measuringMemory, Workers: 1})
	defer r.close()
	return wordSizesFor(sched.keyWords, 1).measure(r, most)
}

// measuringMemory bounds the tables of layers that are only measured, in bytes.
const measuringMemory = 1 << 28

func measure[K words](r *run, most int64) (layers []int64) {
	m := newMaximizer[K](r)
	now := m.start()
	for layer := range r.schedule.steps {
		var err error
		if now, err = m.walk(now, layer+1, nil); err != nil {
			return layers
		}
		if layers = append(layers, now.states); m.states > most {
			break
		}
	}
	now.release(r.memory)
	return layers
}

// correct puts measured layers into the estimate and has those beyond follow.
func (e *Estimate) correct(measured []int64) {
	n := len(measured)
	if n == 0 || n > len(e.Layers) || measured[n-1] == 0 {
		return
	}
	last, known := e.Layers[n-1].States, float64(measured[n-1])
	base, exponent := known, growthExponent(e, measured)
	if wrong := last / known; wrong <= trusted && 1/wrong <= trusted {
		base, exponent = math.Sqrt(last*known), 1
	}
	states := make([]float64, len(e.Layers))
	for j := range states {
		switch states[j] = e.Layers[j].States; {
		case j < n:
			states[j] = float64(measured[j])
		case !math.IsInf(states[j], 1):
			states[j] = base * math.Pow(states[j]/last, exponent)
		}
	}
	e.take(states)
}

const (
	// trusted is by what factor a formula may be wrong about the last layer measured to be about right.
	trusted = 10
	// leastExponent bounds the power of the formula's growth by which layers are taken to grow.
	leastExponent = 0.05
)

// growthExponent is the power of the formula's growth by which the layers grew over the later half of those measured.
func growthExponent(e *Estimate, measured []int64) float64 {
	last, half := len(measured)-1, len(measured)/2
	expected := math.Log(e.Layers[last].States / e.Layers[half].States)
	grown := math.Log(float64(measured[last]) / max(float64(measured[half]), 1))
	if !(expected > 0) || math.IsInf(expected, 1) {
		return 1
	}
	return min(max(grown/expected, leastExponent), 1)
}

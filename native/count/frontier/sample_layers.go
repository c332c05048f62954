package frontier

import "context"

// A formula knows little of what rules forbid, of which states can be reached, and of how far a count has come: it may be wrong by many
// powers of ten. So the layers are made in fact, but where there are more than a bounded number of states only some groups of them are
// taken to the next layer ([schedule.thin]), and the number found there is scaled.
//
// What is found so is too much: states that would be merged with states that were left out look new. How much too much depends on
// how many are taken, and is nothing where all are. On a logarithmic scale both are about proportional, so from samples of several sizes
// follows where the number estimated is that of the states taken: the forecast ([Estimate.extrapolate]).

// layerSample has the layers along a schedule, made of a bounded number of states of each.
type layerSample struct {
	most   int       // about how many states of a layer were taken to the next
	states []float64 // by layer: how many states there are by this sample
	found  []int64   // by layer: how many were made
	each   []float64 // by layer: seconds of processor time that a state of the layer before took
	exact  int       // so many of the first layers have all states
	made   int64     // states in all
}

// samplingMemory bounds the tables of layers that are only sampled, in bytes.
const samplingMemory = 1 << 28

// sampleLayers makes a sample. It reports false if ctx ended or the memory didn't suffice before the last layer.
func (sched *schedule) sampleLayers(ctx context.Context, most int, seed uint64) (layerSample, bool) {
	same := *sched.Problem
	same.Gains = make([]int64, same.Unknowns) // only whether a state can be reached matters
	sampled := *sched
	sampled.Problem = &same
	r := newRun(ctx, &sampled, Options{Memory: samplingMemory, Workers: 1})
	defer r.close()
	return wordSizesFor(sched.keyWords, 1).sample(r, most, seed)
}

// sampleBy makes a sample with keys of the size of K.
func sampleBy[K words](r *run, most int, seed uint64) (out layerSample, ok bool) {
	m := newMaximizer[K](r)
	now := m.start()
	scale := 1.0
	groups := newGrouping(r.schedule)
	out.most = most
	for layer := range r.schedule.steps {
		var err error
		expanded := now.states
		spent := processorTime(func() { now, err = m.walk(now, layer+1, nil) })
		if err != nil {
			return out, false
		}
		out.each = append(out.each, spent.Seconds()/float64(max(expanded, 1)))
		out.states, out.found = append(out.states, float64(now.states)*scale), append(out.found, now.states)
		if scale == 1 {
			out.exact++
		}
		if before := now.states; before > int64(most) && layer+1 < len(r.schedule.steps) {
			thin[K](groups, &now, most, seed)
			scale *= float64(before) / float64(now.states)
		}
	}
	out.made = m.states
	now.release(r.memory)
	return out, true
}

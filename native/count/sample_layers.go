package count

import (
	"cmp"
	"context"
	"maps"
	"math"
	"slices"
	"sort"

	"nazo/internal/alg"
)

// Formulas know little about rules, reachable states and progress. They may be wrong by many powers of ten. So
// layers are really made. Where a layer exceeds a bound, only some groups of states continue ([thin]), and the
// result is scaled.
//
// Scaled numbers are too large: states that would merge with omitted ones look new. The excess depends on the share
// taken, and vanishes if all are. On a logarithmic scale both are nearly proportional. So samples of several sizes
// determine where the estimate equals the states taken ([Estimate.extrapolate]).

// layerSample describes layers along a schedule that were made of a bounded number of states each.
type layerSample struct {
	most   int       // bound on the states of a layer that continue
	states []float64 // by layer: estimated number of states
	found  []int64   // by layer: number of states made
	each   []float64 // by layer: seconds of processor time per state of the layer before
	exact  int       // number of first layers with all states
	made   int64     // states in all
}

// samplingMemory bounds the tables of layers that are only sampled, in bytes.
const samplingMemory = 1 << 28

// sampleLayers makes a sample. It reports false if ctx ended or the memory didn't suffice for the last layer.
func (sched *schedule) sampleLayers(ctx context.Context, most int, seed uint64) (layerSample, bool) {
	same := *sched.Problem
	same.Gains = make([]int64, same.Unknowns) // only reachability matters
	sampled := *sched
	sampled.Problem = &same
	r := newRun(ctx, &sampled, Options{Memory: samplingMemory, Goroutines: 1})
	defer r.close()
	return wordSizesFor(sched.keyWords, 1).sample(r, most, seed)
}

// sampleBy makes a sample with keys of type K.
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

// grouping knows how long each field of a key stays unchanged. States that differ in such fields are not merged
// meanwhile, so a sample consists of groups that agree in the longest-lived fields.
type grouping struct {
	schedule *schedule
	vertices changes
	automata changes // by automaton: the steps that read an unknown of it
}

// leastGroups is the least number of groups to choose from. More groups reduce chance. Fewer stay complete for longer.
const leastGroups = 100

// groupTrial is the number of states whose groups are counted to find a sufficient number of fields.
const groupTrial = 1 << 12

func newGrouping(sched *schedule) *grouping {
	g := &grouping{schedule: sched, vertices: sched.changes(), automata: make(changes, len(sched.automata))}
	for i, s := range sched.steps {
		read := func(u int32) {
			for _, t := range sched.readers[u] {
				if steps := g.automata[t.rule]; len(steps) == 0 || steps[len(steps)-1] != i {
					g.automata[t.rule] = append(steps, i)
				}
			}
		}
		for _, d := range s.edges {
			read(d.edge)
		}
		for _, u := range s.switches {
			read(u)
		}
	}
	return g
}

// fields lists the fields of a layer's vertices and automata, those that stay unchanged longest first.
func (g *grouping) fields(layer int) []field {
	type lasting struct {
		field
		until int
	}
	var list []lasting
	l := g.schedule.layer(layer)
	for i, slot := range l.slots {
		list = append(list, lasting{l.kinds[i], g.vertices.after(g.schedule.vertexAt[layer-1][slot], layer-1)})
	}
	for _, r := range l.rules {
		list = append(list, lasting{r.field, g.automata.after(r.rule, layer-1)})
	}
	slices.SortStableFunc(list, func(a, b lasting) int { return cmp.Compare(b.until, a.until) })
	out := make([]field, len(list))
	for i := range list {
		out[i] = list[i].field
	}
	return out
}

// groupOf hashes fields of a key.
func groupOf[K words](fields []field, key *K, seed uint64) uint64 {
	h := seed
	for _, f := range fields {
		h = alg.SplitMix64(h + (*key)[f.word]>>f.shift&f.mask + 1)
	}
	return h
}

// thin leaves about most states in a batch: whole groups, chosen by their hash.
func thin[K words](g *grouping, b *batch, most int, seed uint64) {
	seed = alg.SplitMix64(seed + uint64(b.layer))
	fields := groupingFields[K](g, b, seed)
	sizes := map[uint64]int{}
	eachEntry(b, func(e *entry[K, [1]uint64]) { sizes[groupOf(fields, &e.key, seed)]++ })
	bound, taken := uint64(0), 0
	for _, h := range slices.Sorted(maps.Keys(sizes)) {
		if taken >= most {
			break
		}
		bound, taken = h, taken+sizes[h]
	}
	b.states = int64(taken)
	eachEntry(b, func(e *entry[K, [1]uint64]) {
		if groupOf(fields, &e.key, seed) > bound {
			e.count[0] = 0
		}
	})
}

// groupingFields returns the fewest fields that make enough groups, longest-lived first, or all fields.
func groupingFields[K words](g *grouping, b *batch, seed uint64) []field {
	fields := g.fields(b.layer)
	var trial []K
	eachEntry(b, func(e *entry[K, [1]uint64]) {
		if len(trial) < groupTrial {
			trial = append(trial, e.key)
		}
	})
	enough := sort.Search(len(fields), func(n int) bool {
		groups := make(map[uint64]bool, leastGroups)
		for i := range trial {
			if groups[groupOf(fields[:n], &trial[i], seed)] = true; len(groups) == leastGroups {
				return true
			}
		}
		return false
	})
	return fields[:enough]
}

// extrapolate corrects the estimate by at least three samples of ascending sizes. A layer that a sample contains
// completely is known. Any other is bounded by the formula.
func (e *Estimate) extrapolate(samples []layerSample) {
	layers := extrapolated(samples, e.bounds)
	e.take(layers)
	e.Doubt = doubt(samples, e.bounds, e.Total)
	e.Processor = 0
	last, before := &samples[len(samples)-1], 1.0
	for j, each := range last.each {
		e.Processor += before * each * (1 + doublingCost*math.Log2(max(layers[j]/float64(last.most), 1)))
		before = layers[j]
	}
}

// doublingCost is the extra time per state for each doubling of a table, since caches hold less of it. It was
// measured up to five million states.
const doublingCost = 0.05

// extrapolated estimates the states of the layers by some samples.
func extrapolated(samples []layerSample, bounds []float64) []float64 {
	last := &samples[len(samples)-1]
	layers := slices.Clone(last.states)
	for j := last.exact; j < len(layers); j++ {
		layers[j] = max(withFormula(fixedPoint(samples, j), last.states[j], bounds[j]), float64(last.found[j]))
	}
	return layers
}

// withFormula combines the extrapolated number of states, the largest sample's, and the formula's bound. The
// farther the extrapolation, the less it weighs. If both agree within their errors, the estimate lies between them.
// Otherwise the formula is only a bound.
func withFormula(extrapolated, sampled, bound float64) float64 {
	extrapolated = min(extrapolated, bound)
	variance := ofSample*ofSample + math.Pow(ofWay*math.Log(max(sampled/extrapolated, 1)), 2)
	apart, sum := math.Log(bound/usualExcess/extrapolated), variance+ofFormula*ofFormula
	right := math.Exp(-apart*apart/2/sum) / math.Sqrt(2*math.Pi*sum)
	return extrapolated * math.Exp(right/(right+elsewhere)*apart*variance/sum)
}

// fixedPoint returns the number of states at which the regression of sampled results, as a power of states taken,
// equals its argument. Samples are weighted by their states.
func fixedPoint(samples []layerSample, j int) float64 {
	var weight, x, y, xx, xy float64
	for i := range samples {
		s := &samples[i]
		w, size, states := float64(s.most), math.Log(float64(s.most)), math.Log(max(s.states[j], 1))
		weight, x, y, xx, xy = weight+w, x+w*size, y+w*states, xx+w*size*size, xy+w*size*states
	}
	x, y = x/weight, y/weight
	exponent := min((xy/weight-x*y)/(xx/weight-x*x), 0) // more states taken never make it worse
	return math.Exp((y - exponent*x) / (1 - exponent))
}

// The errors of the parts of an estimate, as standard deviations on the logarithmic scale.
const (
	ofSample = 0.35 // of a sample
	ofWay    = 0.1  // of the extrapolation, for each unit of its way
	// ofFormula is the error of the formula where it applies. It is then too high by usualExcess.
	ofFormula, usualExcess = 0.5, 1.5
	// elsewhere is the density of other results, where it doesn't apply.
	elsewhere = 0.05
	// deviations is the number of standard deviations in the doubt.
	deviations = 2
)

// doubt returns the factor by which the total may be wrong, from chance, from the length of the extrapolation or
// trust in the formula, and from leaving out each sample (the jackknife).
func doubt(samples []layerSample, bounds []float64, total float64) float64 {
	n := len(samples)
	last := &samples[n-1]
	if last.exact == len(bounds) {
		return 1
	}
	deviation := 0.0
	for j, states := range extrapolated(samples, bounds) {
		if j >= last.exact {
			way := ofWay * math.Log(max(last.states[j]/states, 1))
			deviation += states / total * min(way, ofFormula+math.Log(bounds[j]/states))
		}
	}
	variance := ofSample*ofSample + deviation*deviation
	for i := range samples {
		sum := 0.0
		for _, states := range extrapolated(slices.Delete(slices.Clone(samples), i, i+1), bounds) {
			sum += states
		}
		variance += math.Pow(math.Log(sum/total), 2) * float64(n-1) / float64(n)
	}
	return math.Exp(deviations * math.Sqrt(variance))
}

// survey is an order with the known facts about its layers.
type survey struct {
	order    Order
	estimate *Estimate
	schedule *schedule // nil if the order allows no count
	samples  []layerSample
	spent    int64 // states made
}

const (
	// sampledFrom is the number of states from which an estimate is corrected by samples.
	sampledFrom = 2_000_000
	// firstSamples is the number of samples of every order. The first takes firstTaken states of a
	// layer, or up to firstMade in all.
	firstSamples, firstTaken, firstMade = 3, 500, 20_000
	// mostSampled bounds the states of all samples of a plan, about half a second. Later samples
	// have at most one in sampledShare of the possible states.
	mostSampled, sampledShare = 2_000_000, 8
	// hopeless is a number of states that takes three years at a million a second. More precision is then useless.
	hopeless = 1e14
)

// survey estimates an order, with samples if the count takes long.
func (pl *planner) survey(ctx context.Context, o Order) *survey {
	s := &survey{order: o, estimate: pl.estimator.estimate(o)}
	sched, err := newSchedule(ctx, pl.estimator.problem, o)
	if err != nil {
		return s
	}
	s.schedule = sched
	s.estimate.of(sched)
	if s.estimate.Total > sampledFrom && len(s.estimate.Layers) == len(sched.steps) {
		for range firstSamples {
			s.sample(ctx)
		}
		s.extrapolate()
	}
	return s
}

// sample makes one more sample, of twice as many states as the last. It reports whether that succeeded.
func (s *survey) sample(ctx context.Context) bool {
	n := len(s.samples)
	most := min(firstTaken, max(firstMade/len(s.schedule.steps), 1)) << n
	sample, ok := s.schedule.sampleLayers(ctx, most, uint64(n))
	s.spent += sample.made
	if ok {
		s.samples = append(s.samples, sample)
	}
	return ok
}

func (s *survey) extrapolate() {
	if len(s.samples) >= firstSamples {
		s.estimate.extrapolate(s.samples)
	}
}

// refine makes larger samples while they take little time compared to the count.
func (s *survey) refine(ctx context.Context) {
	for len(s.samples) >= firstSamples && s.estimate.Total/s.estimate.Doubt < hopeless {
		last := &s.samples[len(s.samples)-1]
		next := float64(s.spent + 2*last.made)
		if last.exact == len(last.states) || next > mostSampled || next > s.estimate.Total*s.estimate.Doubt/sampledShare || !s.sample(ctx) {
			return
		}
		s.extrapolate()
	}
}

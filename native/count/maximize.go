package count

import (
	"cmp"
	"context"
	"errors"
	"maps"
	"math"
	"math/bits"
	"slices"

	"nazo/internal/model"
)

// MaximizeOptions bounds a search for the greatest gain.
type MaximizeOptions struct {
	// Memory bounds the bytes of the tables. 0 is [DefaultMemory].
	Memory int64
	// Pause, if not nil, is called after each layer with the number of states so far. It reports
	// whether to go on, and optionally a gain that is known to be possible.
	Pause func(states int64) (moreThan *int64, goOn bool)
	// Goroutines is the number of goroutines. 0 is GOMAXPROCS.
	Goroutines int
	// MoreThan, if not nil, is a gain that is known to be possible. Only greater gains are searched for.
	MoreThan *int64
	// Weight is the required weight of a solution, where the problem has weights.
	Weight int64
	width  int // of the beam; 0 is beamWidth, below 0 is no beam
}

// Maximum is the outcome of a search for the greatest gain.
type Maximum struct {
	// Chosen has the values of the unknowns in the best solution found, or nil if none gains enough.
	Chosen []bool
	Gain   int64
	// Proved is set if no solution gains more. Otherwise Reason tells why that isn't known.
	Proved bool
	Reason model.Reason
	// States counts the states of all layers, including those for bounds and the beam.
	States int64
}

// errPaused means that Pause ended the search.
var errPaused error = model.Reason{Kind: model.Stopped}

// Maximize finds the solution with the greatest gain by eliminating vertices in order o. Of all choices that lead
// to one state it keeps the best, and it drops states that can't gain enough ([gainBound]). A beam search finds a
// first solution. The error says why the problem is unsuitable. The method is dynamic programming with bounds
// (Morin, Marsten, "Branch-and-bound strategies for dynamic programming", 1976). The beam is a restricted decision
// diagram (Bergman, Cire, van Hoeve, Hooker, "Discrete optimization with decision diagrams", 2016).
func Maximize(ctx context.Context, p *Problem, o Order, opt MaximizeOptions) (*Maximum, error) {
	sched, err := newSchedule(ctx, p, o)
	if err != nil {
		return nil, err
	}
	out := &Maximum{}
	bound, states, err := newGainBound(ctx, sched, o, opt)
	out.States = states
	if err == nil {
		r := newRun(ctx, sched, Options{Memory: opt.Memory, Goroutines: opt.Goroutines})
		defer r.close()
		err = wordSizesFor(sched.keyWords, 1).maximize(r, bound, opt, out)
	}
	if errors.Is(err, errFull) {
		err = ErrMemory
	}
	out.Proved, out.Reason = err == nil, model.ReasonOf(err)
	return out, nil
}

// maximizer takes layers of states, with their greatest gains, from one to the next.
type maximizer[K words] struct {
	*run
	expanders      []*expander[K, [1]uint64]
	base           uint64 // stands for a gain of 0 in tables, whose numbers are above 0
	bound          gainBound
	least          int64 // the least gain of interest
	fixed          bool  // Pause can't raise least
	weight, states int64
	pause          func(states int64) (moreThan *int64, goOn bool)
	scratch        frontierState
}

// final is a state after the last step, or one that the way back passes.
type final[K words] struct {
	key  K
	gain uint64 // as in tables
}

func newMaximizer[K words](r *run) *maximizer[K] {
	m := &maximizer[K]{run: r, base: 1, least: math.MinInt64}
	for _, g := range r.schedule.Gains {
		m.base += uint64(max(g, -g))
	}
	for range r.goroutines {
		m.expanders = append(m.expanders, newExpander[K, [1]uint64](r.schedule))
	}
	m.scratch.rules = make([]int32, len(r.schedule.automata))
	return m
}

// maximizeBy searches for the greatest gain with keys of type K.
func maximizeBy[K words](r *run, bound gainBound, opt MaximizeOptions, out *Maximum) error {
	m := newMaximizer[K](r)
	m.bound, m.weight, m.states, m.pause = bound, opt.Weight, out.States, opt.Pause
	if opt.MoreThan != nil {
		m.least = *opt.MoreThan + 1
	}
	defer func() { out.States = m.states }()
	start := m.start()
	if opt.width >= 0 {
		if err := m.beam(start, cmp.Or(opt.width, beamWidth), out); err != nil {
			return err
		}
	}
	best, part, found, err := m.inParts(start.retain())
	if err != nil || !found {
		return err
	}
	chosen := make([]bool, r.schedule.Unknowns)
	m.fixed = true
	layer := part.layer
	before, err := m.traceBack(part, len(r.schedule.steps), best, chosen)
	if err != nil {
		return err
	}
	if _, err := m.traceBack(start, layer, before, chosen); err != nil {
		return err
	}
	out.Chosen, out.Gain = chosen, m.gain(best)
	return nil
}

// gain is what a state has gained.
func (m *maximizer[K]) gain(s final[K]) int64 { return int64(s.gain) - int64(m.base) }

// fullParts is the number of parts that a layer is taken in if later ones don't fit into memory.
const fullParts = 4

// inParts takes the states of a batch, which it releases, to the last layer. Where the tables are full it goes back to a
// small layer and takes that in parts, one after the other. What a part gains bounds the later ones. It returns the best
// state after the last step, and the part that leads to it.
func (m *maximizer[K]) inParts(from batch) (best final[K], part batch, found bool, err error) {
	m.stack = append(m.stack, from)
	defer func() {
		if m.releaseAll(); err != nil {
			part.release(m.memory)
		}
	}()
	for len(m.stack) > 0 {
		now, _ := m.pop()
		restart := now.retain()
		last, err := m.walk(now.retain(), len(m.schedule.steps), func(b *batch) {
			if b.blocks.bytes() <= m.memory.spare()/8 {
				restart.release(m.memory)
				restart = b.retain()
			}
		})
		if errors.Is(err, errFull) {
			now.release(m.memory)
			if err := divide[K](m.run, restart, fullParts); err != nil { // the stack has restart, too
				return best, part, false, err
			}
			continue
		}
		restart.release(m.memory)
		if err != nil {
			now.release(m.memory)
			return best, part, false, err
		}
		b, better := m.best(&last)
		last.release(m.memory)
		if !better {
			now.release(m.memory)
			continue
		}
		part.release(m.memory)
		best, part, found = b, now, true
		m.least = m.gain(b) + 1
	}
	if found {
		m.least = m.gain(best) // for the way back
	}
	return best, part, found, nil
}

// start returns the batch with the one state before the first step.
func (m *maximizer[K]) start() batch {
	b := m.initialBatch()
	b.blocks.raw[0][m.schedule.keyWords] *= m.base
	return b
}

// walk takes the states of a batch, which it releases, to a later layer. passed, if not nil, sees each layer and
// may drop states.
func (m *maximizer[K]) walk(from batch, to int, passed func(*batch)) (batch, error) {
	br := &batchRun{run: m.run, batchCode: codeFor(m.expanders), now: from}
	for br.now.layer < to {
		if passed != nil {
			passed(&br.now)
		}
		if m.bound != nil {
			for _, w := range m.expanders {
				w.prune = m.pruned(br.now.layer + 1)
			}
		}
		next, rest, err := br.expandLayer()
		if rest != nil {
			next.release(m.memory)
		}
		br.now.release(m.memory)
		if err != nil {
			return batch{}, err
		}
		br.now = next
		if m.states += next.states; m.pause == nil {
			continue
		}
		moreThan, goOn := m.pause(m.states)
		if !goOn {
			next.release(m.memory)
			return batch{}, errPaused
		}
		if moreThan != nil && !m.fixed {
			m.least = max(m.least, *moreThan+1)
		}
	}
	return br.now, nil
}

// pruned returns a test whether a state of a layer can no longer gain enough.
func (m *maximizer[K]) pruned(layer int) func(s *frontierState, gained uint64) bool {
	return func(s *frontierState, gained uint64) bool {
		return int64(gained)-int64(m.base)+m.bound.after(layer, s) < m.least
	}
}

// each visits the states of a batch, unpacked.
func (m *maximizer[K]) each(b *batch, visit func(e *entry[K, [1]uint64], s *frontierState)) {
	l, s := m.schedule.layer(b.layer), &m.scratch
	eachEntry(b, func(e *entry[K, [1]uint64]) {
		decode(m.schedule, l, &e.key, s)
		visit(e, s)
	})
}

// best returns the solution with the greatest gain among the states after the last step. Of equals it takes the
// least key.
func (m *maximizer[K]) best(last *batch) (best final[K], found bool) {
	m.each(last, func(e *entry[K, [1]uint64], s *frontierState) {
		gain := e.count[0]
		if !m.schedule.accepts(s) || m.schedule.Weights != nil && s.weight != m.weight || int64(gain)-int64(m.base) < m.least {
			return
		}
		if !found || gain > best.gain || gain == best.gain && compareKeys(&e.key, &best.key) < 0 {
			best, found = final[K]{e.key, gain}, true
		}
	})
	return best, found
}

// traceBack finds the choices that lead from a batch, which it releases, to a state of a later layer. It recurses
// on halves: first from the middle layer on, then up to it. So few layers are in memory at a time, and each is made
// about log n times.
func (m *maximizer[K]) traceBack(from batch, to int, target final[K], chosen []bool) (final[K], error) {
	if to-from.layer <= 1 {
		if to > from.layer {
			target = m.stepBack(&from, target, chosen)
		}
		from.release(m.memory)
		return target, nil
	}
	halfway := (from.layer + to) / 2
	middle, err := m.walk(from.retain(), halfway, nil)
	if err == nil {
		target, err = m.traceBack(middle, to, target, chosen)
	}
	if err != nil {
		from.release(m.memory)
		return target, err
	}
	return m.traceBack(from, halfway, target, chosen)
}

// stepBack finds the state before the last step to the target, and records the choices of that step.
func (m *maximizer[K]) stepBack(before *batch, target final[K], chosen []bool) final[K] {
	w := m.expanders[0]
	w.begin(before.layer, nil)
	w.prune = nil
	var best final[K]
	var step []int32
	found := false
	eachEntry(before, func(e *entry[K, [1]uint64]) {
		if found && compareKeys(&e.key, &best.key) > 0 {
			return
		}
		again := false
		w.visit = func(key K, gain [1]uint64) {
			if key == target.key && gain[0] == target.gain && !again {
				again, found = true, true
				best, step = final[K]{e.key, e.count[0]}, slices.Clone(w.d.chosen)
			}
		}
		w.expand(e)
	})
	w.visit = nil
	if !found {
		panic("frontier: no way back to a state")
	}
	for _, u := range step {
		chosen[u] = true
	}
	return best
}

// beamWidth is the number of states of a layer that a beam search keeps.
const beamWidth = manyStates

// beam searches for a good solution with few states per layer, those with the greatest bound. If it finds one,
// later solutions must gain more.
func (m *maximizer[K]) beam(start batch, width int, out *Maximum) error {
	var layers []batch
	release := func() {
		for _, b := range layers {
			b.release(m.memory)
		}
	}
	m.keep = true
	last, err := m.walk(start.retain(), len(m.schedule.steps), func(b *batch) {
		m.narrow(b, width)
		layers = append(layers, b.retain())
	})
	m.keep = false
	defer release()
	if err != nil {
		return err
	}
	best, found := m.best(&last)
	last.release(m.memory)
	if !found {
		return nil
	}
	out.Chosen, out.Gain = make([]bool, m.schedule.Unknowns), m.gain(best)
	for i := len(layers) - 1; i >= 0; i-- {
		best = m.stepBack(&layers[i], best, out.Chosen)
	}
	m.least = out.Gain + 1
	return nil
}

// narrow keeps width states of a batch: those that may gain most, and of equals those of the least hash.
func (m *maximizer[K]) narrow(b *batch, width int) {
	if b.states <= int64(width) {
		return
	}
	mayGain := func(e *entry[K, [1]uint64], s *frontierState) int64 {
		return int64(e.count[0]) + m.bound.after(b.layer, s)
	}
	number := map[int64]int{}
	m.each(b, func(e *entry[K, [1]uint64], s *frontierState) { number[mayGain(e, s)]++ })
	least, left := int64(math.MinInt64), width
	for _, gain := range slices.Backward(slices.Sorted(maps.Keys(number))) {
		if least = gain; number[gain] > left {
			break
		}
		left -= number[gain]
	}
	var hashes []uint64
	m.each(b, func(e *entry[K, [1]uint64], s *frontierState) {
		if mayGain(e, s) == least {
			hashes = append(hashes, hashKey(e.key))
		}
	})
	slices.Sort(hashes)
	b.states = 0
	m.each(b, func(e *entry[K, [1]uint64], s *frontierState) {
		gain := mayGain(e, s)
		if gain < least || gain == least && (left < len(hashes) && hashKey(e.key) >= hashes[left]) {
			e.count[0] = 0
			return
		}
		b.states++
	})
}

// gainBound bounds the gain still possible after each layer, whatever the state. It is the most that edges between
// the remaining vertices gain under maximal degrees and exclusions. Eliminating the vertices in reverse order
// computes it, as the greatest gain without an edge at the frontier. (A bound for each set of saturated frontier
// vertices dropped an eighth more states, but took twelve times as many to compute.)
type gainBound []layerBound

// layerBound bounds the states of a layer. closed is for states whose shape is closed, where only switches gain.
type layerBound struct{ open, closed int64 }

// newGainBound computes the bounds along an order, and returns the number of states that took. If memory does not
// suffice, the remaining bounds are rough.
func newGainBound(ctx context.Context, sched *schedule, o Order, opt MaximizeOptions) (gainBound, int64, error) {
	opposite := slices.Clone(o)
	slices.Reverse(opposite)
	relaxed, err := newSchedule(ctx, sched.relaxed(), opposite)
	if err != nil {
		return nil, 0, err
	}
	r := newRun(ctx, relaxed, Options{Memory: opt.Memory, Goroutines: opt.Goroutines})
	defer r.close()
	most, states, err := wordSizesFor(relaxed.keyWords, 1).bound(r, opposite, opt.Pause)
	if err != nil {
		return nil, states, err
	}
	return sched.gainBound(most), states, nil
}

// relaxed returns the problem without its shape, and without anything that demands an edge.
func (sched *schedule) relaxed() *Problem {
	edges := len(sched.Graph.Edges)
	p := &Problem{Graph: sched.Graph, Shape: AnyEdges, Unknowns: edges, Gains: slices.Clone(sched.Gains[:edges])}
	for e, gain := range p.Gains {
		p.Gains[e] = max(gain, 0)
	}
	for _, degrees := range sched.allowed {
		p.Degrees = append(p.Degrees, 1<<bits.Len64(degrees)-1)
	}
	for i, r := range sched.Rules {
		if sched.exclusion[i] {
			p.Rules = append(p.Rules, r)
		}
	}
	return p
}

// gainBound converts bounds by the number of remaining vertices into bounds by layer.
func (sched *schedule) gainBound(most []int64) gainBound {
	out := make(gainBound, len(sched.steps)+1)
	switches := int64(0) // the gain of later switches
	for j := len(sched.steps); j >= 0; j-- {
		through := 0
		if j > 0 {
			through = sched.steps[j-1].through
		}
		out[j] = layerBound{most[len(most)-1-through] + switches, switches}
		if j > 0 {
			for _, u := range sched.steps[j-1].switches {
				switches += max(sched.Gains[u], 0)
			}
		}
	}
	return out
}

// after returns the most that a state of a layer can still gain.
func (g gainBound) after(layer int, s *frontierState) int64 {
	if s.closed {
		return g[layer].closed
	}
	return g[layer].open
}

// boundLeft returns, for each number of vertices, the most that edges between the first ones of the order gain.
func boundLeft[K words](r *run, o Order, pause func(int64) (*int64, bool)) (most []int64, states int64, err error) {
	sched := r.schedule
	m := newMaximizer[K](r)
	m.pause, m.fixed = pause, true
	now := m.start()
	most = make([]int64, len(o)+1)
	known := 0 // most is known up to here
	for layer := range sched.steps {
		now, err = m.walk(now, layer+1, nil)
		if errors.Is(err, errFull) {
			return sched.addRough(o, most, known), m.states, nil
		}
		if err != nil {
			return nil, m.states, err
		}
		through := sched.steps[layer].through
		if layer+1 == len(sched.steps) {
			through = len(o) // the others left with it
		}
		edgeless := m.dropDominated(&now)
		for known < through { // fewer vertices gain no more
			known++
			most[known] = edgeless
		}
	}
	now.release(r.memory)
	return most, m.states, nil
}

// edgeless reports whether no vertex of the frontier has an edge.
func (l *layout) edgeless(s *frontierState) bool {
	return !slices.ContainsFunc(l.slots, func(slot uint8) bool { return s.degree[slot] > 0 })
}

// dropDominated drops states that gained no more than the untouched one, which has no edge at the frontier and
// excludes none, so it allows every continuation. It returns the greatest gain without an edge at the frontier:
// what such a state excludes lies among the vertices to come, which the bound is not about.
func (m *maximizer[K]) dropDominated(now *batch) (edgeless int64) {
	l := m.schedule.layer(now.layer)
	least, most := uint64(0), uint64(0)
	m.each(now, func(e *entry[K, [1]uint64], s *frontierState) {
		if !l.edgeless(s) {
			return
		}
		if most = max(most, e.count[0]); s.excluded == 0 {
			least = e.count[0]
		}
	})
	m.each(now, func(e *entry[K, [1]uint64], s *frontierState) {
		untouched := s.excluded == 0 && l.edgeless(s)
		if e.count[0] < least || e.count[0] == least && !untouched {
			e.count[0] = 0
			now.states--
		}
	})
	return int64(most) - int64(m.base)
}

// addRough completes the bounds: each further vertex adds the gains of its best edges.
func (sched *schedule) addRough(o Order, most []int64, known int) []int64 {
	for ; known < len(o); known++ {
		v := o[known]
		var gains []int64
		for e, ends := range sched.Graph.Edges {
			if ends.U == v || ends.V == v {
				gains = append(gains, sched.Gains[e])
			}
		}
		slices.Sort(gains)
		most[known+1] = most[known]
		for _, gain := range gains[max(0, len(gains)-bits.Len64(sched.allowed[v])+1):] {
			most[known+1] += gain
		}
	}
	return most
}

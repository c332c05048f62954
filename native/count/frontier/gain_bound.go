package frontier

import (
	"context"
	"errors"
	"math/bits"
	"slices"
)

// gainBound bounds by layer what can still be gained: of the shape, and of what the state says of the frontier, it knows nothing.
// It is the most that the edges between the vertices not eliminated yet gain where each vertex has as many edges as it may have at
// most, and no two edges exclude each other. That is found by eliminating the vertices in the opposite order: of each layer it
// is the gain of the state in which the frontier is untouched. (A bound for each set of frontier vertices that take no more
// edges dropped an eighth of the states more, and took twelve times as many to be found.)
type gainBound []layerBound

// layerBound is the bound for the states of a layer, and for those in which the shape is closed, where only switches gain.
type layerBound struct{ open, closed int64 }

// newGainBound finds the bounds for a schedule along an order, and tells how many states that took. Where memory doesn't suffice
// the bounds that are left are rough.
func newGainBound(ctx context.Context, sched *schedule, o Order, opt MaximizeOptions) (gainBound, int64, error) {
	opposite := slices.Clone(o)
	slices.Reverse(opposite)
	relaxed, err := newSchedule(ctx, sched.relaxed(), opposite)
	if err != nil {
		return nil, 0, err
	}
	r := newRun(ctx, relaxed, Options{Memory: opt.Memory, Workers: opt.Workers})
	defer r.close()
	most, states, err := wordSizesFor(relaxed.keyWords, 1).bound(r, opposite, opt.Pause)
	if err != nil {
		return nil, states, err
	}
	return sched.gainBound(most), states, nil
}

// relaxed is the problem without its shape, and with nothing that asks for an edge.
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

// gainBound makes bounds by layer of those by the number of vertices that are left.
func (sched *schedule) gainBound(most []int64) gainBound {
	out := make(gainBound, len(sched.steps)+1)
	switches := int64(0) // what those gain that are decided later
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

// after is the most that a state of a layer can still gain.
func (g gainBound) after(layer int, s *state) int64 {
	if s.closed {
		return g[layer].closed
	}
	return g[layer].open
}

// boundLeft finds for each number of vertices, the first ones of the order, what edges between them gain at most.
func boundLeft[K words](r *run, o Order, pause func(int64) (*int64, bool)) (most []int64, states int64, err error) {
	sched := r.schedule
	m := newMaximizer[K](r)
	m.pause, m.fixed = pause, true
	now := m.start()
	most = make([]int64, len(o)+1)
	known := 0 // for how many vertices it is known
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
			through = len(o) // the rest left with it
		}
		untouched := m.dropDominated(&now)
		for known < through { // fewer vertices gain no more
			known++
			most[known] = untouched
		}
	}
	now.release(r.memory)
	return most, m.states, nil
}

// untouched reports whether nothing is known of the frontier.
func (l *layout) untouched(s *state) bool {
	for _, slot := range l.slots {
		if s.degree[slot] > 0 {
			return false
		}
	}
	return s.excluded == 0
}

// dropDominated drops states that have gained no more than the untouched one, after which anything is possible that is after
// them. It returns what that one has gained.
func (m *maximizer[K]) dropDominated(now *batch) int64 {
	l := m.schedule.layer(now.layer)
	least := uint64(0)
	m.each(now, func(e *entry[K, [1]uint64], s *state) {
		if l.untouched(s) {
			least = e.count[0]
		}
	})
	m.each(now, func(e *entry[K, [1]uint64], s *state) {
		if e.count[0] < least || e.count[0] == least && !l.untouched(s) {
			e.count[0] = 0
			now.states--
		}
	})
	return int64(least) - int64(m.base)
}

// addRough adds for each vertex beyond those known what its best edges gain.
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

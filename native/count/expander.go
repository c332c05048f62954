package count

import "math/bits"

// bufferSize is the number of entries that a worker collects for a shard.
const bufferSize = 256

// decider decides a step's edges in all possible ways, by backtracking. It is apart from expander, since it does not
// depend on the words of keys and counts: its code exists once.
type decider struct {
	schedule *schedule
	step     *scheduleStep
	vertexAt []int32 // vertices by slot
	state    frontierState
	trail    []restore // earlier states of automata
	// chosen are the unknowns that are true in this step.
	chosen []int32
	emit   func() // gets each state after the step
}

// expander expands states of a layer one after another.
type expander[K, C words] struct {
	d      decider // not embedded, since each pair of K and C would have its methods
	before *layout
	count  C
	// visit, if not nil, gets the states after the step instead of the table.
	visit func(key K, count C)
	// prune, if not nil, reports whether a state after the step, reached with that gain, is useless.
	prune func(s *frontierState, gained uint64) bool

	next        *stateTable[K, C]
	buffers     []entry[K, C] // bufferSize for each shard
	filled      []int         // by shard: entries in its buffer
	problem     outcome       // added, or the first failure of the table
	transitions int64
}

// restore is an automaton's state before a decision.
type restore struct{ rule, state int32 }

func newExpander[K, C words](sched *schedule) *expander[K, C] {
	w := &expander[K, C]{d: decider{schedule: sched}}
	w.d.state.rules = make([]int32, len(sched.automata))
	w.d.emit = w.emit
	return w
}

// begin prepares for a step. next gets the states after it.
func (w *expander[K, C]) begin(number int, next *stateTable[K, C]) {
	w.d.step = &w.d.schedule.steps[number]
	w.before = w.d.schedule.layer(number)
	w.d.schedule.layer(number + 1) // its masks are made before workers need them
	w.d.vertexAt = w.d.schedule.vertexAt[number]
	w.next, w.problem = next, added
	if next == nil {
		return
	}
	if len(w.filled) != len(next.shards) {
		w.buffers = make([]entry[K, C], bufferSize*len(next.shards))
		w.filled = make([]int, len(next.shards))
	}
	clear(w.filled)
}

// expand finds all successors of a state in the step.
func (w *expander[K, C]) expand(e *entry[K, C]) {
	clear(w.d.state.rules)
	decode(w.d.schedule, w.before, &e.key, &w.d.state)
	w.count = e.count
	w.d.decideAll()
}

// decideAll emits all successors of the state.
func (w *decider) decideAll() {
	for _, in := range w.step.enter {
		w.schedule.enter(&w.state, in)
	}
	if w.schedule.usesMates {
		w.decideMates(0)
	} else {
		w.decide(0)
	}
}

// decideMates decides the edges from the i-th on, with a mate array. It undoes changes slot by slot.
func (w *decider) decideMates(i int) {
	s := &w.state
	undo := len(w.trail)
	for i < len(w.step.edges) {
		d := &w.step.edges[i]
		from, to := d.from&63, d.to&63
		if d.skip > 0 && !s.closed && s.inner>>(d.self&63)&1 != 0 {
			if s.isolated(d.notIsolated)|s.inner&d.notInner|s.ends()&d.notEnd != 0 {
				w.undoRules(undo)
				return
			}
			i += d.skip
			continue
		}
		if !s.closed && (s.inner>>from|s.inner>>to)&1 == 0 && s.excluded&d.own == 0 {
			w.chooseMates(i, d)
		}
		if d.ruled && !w.readRules(d.edge, 0) || !s.closed && !w.bothStayPossible(d) {
			w.undoRules(undo)
			return
		}
		i++
	}
	w.decideSwitches(0)
	w.undoRules(undo)
}

// chooseMates chooses the edge, decides those after it, and undoes all.
func (w *decider) chooseMates(i int, d *decision) {
	s := &w.state
	undo := len(w.trail)
	if d.ruled && !w.readRules(d.edge, 1) {
		w.undoRules(undo)
		return
	}
	from, to := d.from&63, d.to&63
	inner, matched, marked, heads, weight, excluded := s.inner, s.matched, s.marked, s.heads, s.weight, s.excluded
	far, farTo := s.mate[from], s.mate[to]
	if w.schedule.join(s, w.step, from, to) && (s.closed || w.bothStayPossible(d)) {
		w.noteChosen(d.edge)
		s.excluded |= d.excludes
		w.decideMates(i + 1)
		w.chosen = w.chosen[:len(w.chosen)-1]
	}
	if matched>>from&1 != 0 {
		s.mate[far&63] = from
	}
	if matched>>to&1 != 0 {
		s.mate[farTo&63] = to
	}
	s.inner, s.matched, s.marked, s.heads, s.weight, s.excluded, s.closed = inner, matched, marked, heads, weight, excluded, false
	w.undoRules(undo)
}

// bothStayPossible reports whether both ends of the decided edge can still reach an allowed degree, with a mate array.
func (w *decider) bothStayPossible(d *decision) bool {
	return w.state.isKind(d.other, d.may) && w.state.isKind(d.self, d.selfMay)
}

// decide decides the edges from the i-th on for shapes without a mate array.
func (w *decider) decide(i int) {
	if i == len(w.step.edges) {
		w.decideSwitches(0)
		return
	}
	d := &w.step.edges[i]
	s := &w.state
	undo := len(w.trail)
	if w.readRules(d.edge, 0) && w.bothCanReachDegrees(d) {
		w.decide(i + 1)
	}
	w.undoRules(undo)
	if s.closed || s.excluded&d.own != 0 {
		return
	}
	component, weight, excluded := s.component, s.weight, s.excluded
	if w.readRules(d.edge, 1) {
		if w.schedule.unite(s, d.from, d.to) && w.bothCanReachDegrees(d) {
			w.noteChosen(d.edge)
			s.excluded |= d.excludes
			w.decide(i + 1)
			w.chosen = w.chosen[:len(w.chosen)-1]
		}
		s.degree[d.from]--
		s.degree[d.to]--
		s.component, s.weight, s.excluded = component, weight, excluded
	}
	w.undoRules(undo)
}

// bothCanReachDegrees does the same as bothStayPossible without a mate array.
func (w *decider) bothCanReachDegrees(d *decision) bool {
	return w.schedule.canReachDegree(&w.state, w.vertexAt[d.other], d.other, d.left) &&
		w.schedule.canReachDegree(&w.state, w.vertexAt[d.self], d.self, d.remain)
}

// noteChosen records that an unknown is true.
func (w *decider) noteChosen(u int32) {
	w.chosen = append(w.chosen, u)
	if w.schedule.Weights != nil {
		w.state.weight += w.schedule.Weights[u]
	}
}

// readRules advances the automata that read a decision. It reports whether their rules can still hold.
func (w *decider) readRules(u int32, bit int32) bool {
	for _, t := range w.schedule.readers[u] {
		was := w.state.rules[t.rule]
		now := w.schedule.automata[t.rule].next[t.depth][2*was+bit]
		if now < 0 {
			return false
		}
		w.trail = append(w.trail, restore{t.rule, was})
		w.state.rules[t.rule] = now
	}
	return true
}

// undoRules restores the states of automata back to a length of the trail.
func (w *decider) undoRules(undo int) {
	for len(w.trail) > undo {
		last := w.trail[len(w.trail)-1]
		w.state.rules[last.rule] = last.state
		w.trail = w.trail[:len(w.trail)-1]
	}
}

// decideSwitches decides the unknowns beyond the edges from the i-th on.
func (w *decider) decideSwitches(i int) {
	if i == len(w.step.switches) {
		w.finish()
		return
	}
	u := w.step.switches[i]
	undo, weight := len(w.trail), w.state.weight
	if w.readRules(u, 0) {
		w.decideSwitches(i + 1)
	}
	w.undoRules(undo)
	if w.readRules(u, 1) {
		w.noteChosen(u)
		w.decideSwitches(i + 1)
		w.chosen = w.chosen[:len(w.chosen)-1]
		w.state.weight = weight
	}
	w.undoRules(undo)
}

// finish removes the leaving vertices from the frontier, emits the state, and restores it.
func (w *decider) finish() {
	s := &w.state
	switch w.schedule.Shape {
	case OnePath:
		mates, closed := s.mateArray, s.closed
		w.leaveAndEmit()
		s.mateArray, s.closed = mates, closed
	case Connected:
		component, closed := s.component, s.closed
		w.leaveAndEmit()
		s.component, s.closed = component, closed
	default:
		w.leaveAndEmit()
	}
}

func (w *decider) leaveAndEmit() {
	for _, fv := range w.step.leave {
		if !w.schedule.leave(&w.state, w.step, w.vertexAt, fv) {
			return
		}
	}
	w.emit()
}

// emit packs the state and adds it to the next table.
func (w *expander[K, C]) emit() {
	w.transitions++
	count := w.count
	if gains := w.d.schedule.Gains; gains != nil {
		for _, u := range w.d.chosen {
			count[0] += uint64(gains[u]) // a negative gain wraps around
		}
		if w.prune != nil && w.prune(&w.d.state, count[0]) {
			return
		}
	}
	key := encode[K](w.d.schedule, &w.d.step.after, &w.d.state)
	if w.visit != nil {
		w.visit(key, count)
		return
	}
	w.put(key, count)
}

// add puts a stored entry into the next table.
func (w *expander[K, C]) add(raw []uint64) {
	var count C
	key := keyOf[K](raw)
	for i, x := range raw[len(key):] { // perhaps fewer words
		count[i] = x
	}
	w.put(key, count)
}

// put puts a state with its count into the next table.
func (w *expander[K, C]) put(key K, count C) {
	number := uint64(0)
	if w.next.shardBits > 0 {
		number = hashKey(key) >> (64 - w.next.shardBits)
	}
	n := w.filled[number]
	e := &w.buffers[int(number)*bufferSize+n]
	e.key, e.count = key, count
	w.filled[number] = n + 1
	if n+1 == bufferSize {
		w.flush(int(number))
	}
}

// flush empties a buffer into the table.
func (w *expander[K, C]) flush(number int) {
	if w.problem == added {
		w.problem = w.next.addAll(number, w.buffers[number*bufferSize:][:w.filled[number]])
	}
	w.filled[number] = 0
}

func (w *expander[K, C]) flushAll() {
	for i, n := range w.filled {
		if n > 0 {
			w.flush(i)
		}
	}
}

// frontierState is an unpacked state: everything about a partial choice of edges that affects the rest.
type frontierState struct {
	mateArray // for cycles, paths and links
	// degree counts the chosen edges at a slot, for other shapes. component names its component by a
	// slot, or is noComponent if the vertex has left the frontier.
	degree, component [maxSlots]uint8
	// closed is set when the cycle, path or component is complete, so no more edges may be chosen.
	closed bool
	weight int64
	rules  []int32
	// excluded are the bits of undecided edges that a chosen edge excludes.
	excluded uint64
}

// noComponent marks a slot whose vertex has left the frontier.
const noComponent = 255

// enter brings a vertex into the frontier, to an unused slot.
func (sched *schedule) enter(s *frontierState, fv frontierVertex) {
	if !sched.usesMates {
		s.component[fv.slot], s.degree[fv.slot] = fv.slot, 0
		return
	}
	if sched.Shape == Linked && sched.Labels[fv.vertex] >= 0 && !s.closed {
		s.marked |= 1 << fv.slot
		s.mate[fv.slot] = maxSlots + uint8(sched.Labels[fv.vertex])
	}
}

// leave takes a vertex without undecided edges out of the frontier. It reports whether the state remains possible.
func (sched *schedule) leave(s *frontierState, st *scheduleStep, at []int32, fv frontierVertex) bool {
	switch {
	case s.closed:
		return true // closing the shape has checked it
	case sched.usesMates:
		return sched.leaveMates(s, st, fv)
	case sched.allowed[fv.vertex]>>s.degree[fv.slot]&1 == 0:
		return false
	}
	return sched.Shape != Connected || sched.leaveComponent(s, st, at, fv)
}

// accepts reports whether a state after the last step stands for solutions.
func (sched *schedule) accepts(s *frontierState) bool {
	return s.closed || sched.Shape != OneCycle && sched.Shape != OnePath
}

// canReachDegree reports whether a vertex can still reach an allowed degree, for shapes without a mate array.
func (sched *schedule) canReachDegree(s *frontierState, v int32, slot uint8, left int) bool {
	if s.closed {
		return true // closing the component has checked it
	}
	d := s.degree[slot]
	return d <= maxEdges && sched.allowed[v]>>d&degreesUpTo(left) != 0
}

// unite chooses an edge without a mate array, and merges the components of its ends. It reports whether the shape
// allows that.
func (sched *schedule) unite(s *frontierState, u, w uint8) bool {
	s.degree[u]++
	s.degree[w]++
	pu, pw := s.component[u], s.component[w]
	if sched.Shape == AnyEdges || pu == pw {
		return sched.Shape != Forest
	}
	for i, p := range s.component {
		if p == pw {
			s.component[i] = pu
		}
	}
	return true
}

// leaveComponent removes a vertex from the frontier for the shape [Connected]. Its component may leave only as the
// last one, which closes the shape. It reports whether the state remains possible.
func (sched *schedule) leaveComponent(s *frontierState, st *scheduleStep, at []int32, fv frontierVertex) bool {
	p := s.component[fv.slot]
	alone, last := s.degree[fv.slot] == 0, true
	for rest := st.frontier &^ (1 << fv.slot); rest != 0; rest &= rest - 1 {
		last = last && s.component[bits.TrailingZeros64(rest)] != p
	}
	s.component[fv.slot] = noComponent
	if alone || !last {
		return true
	}
	for rest := st.frontier; rest != 0; rest &= rest - 1 {
		slot := bits.TrailingZeros64(rest)
		if s.component[slot] != noComponent && (s.degree[slot] > 0 || sched.allowed[at[slot]]&1 == 0) {
			return false
		}
	}
	s.closed = st.restOptional
	return s.closed
}

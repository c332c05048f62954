package frontier

// bufferSize is the number of entries that a worker collects for a shard.
const bufferSize = 256

// worker expands states of a layer, one after another.
type worker[K, C words] struct {
	course *course
	step   *step
	before *layout
	at     []int32 // vertices by slot
	state  state
	count  C
	trail  []restore // states of rules to be put back
	// chosen are the unknowns that are on in this step.
	chosen []int32
	// visit, if not nil, gets the states after the step instead of the table.
	visit func(key K)

	next        *table[K, C]
	buffers     []entry[K, C] // bufferSize for each shard
	filled      []int         // of each
	problem     outcome       // what went wrong; added if nothing did
	transitions int64
}

// restore is a rule's state before a decision.
type restore struct{ rule, state int32 }

func newWorker[K, C words](c *course) *worker[K, C] {
	w := &worker[K, C]{course: c}
	w.state.rules = make([]int32, len(c.rules))
	return w
}

// begin prepares for a step; next gets the states after it.
func (w *worker[K, C]) begin(number int, next *table[K, C]) {
	w.step = &w.course.steps[number]
	w.before = w.course.layer(number)
	w.course.layer(number + 1) // has its masks made
	w.at = w.course.vertexAt[number]
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

// layer is the layout of the states before a step, ready for use: workers begin a step
// one after another.
func (c *course) layer(number int) *layout {
	l := &c.start
	if number > 0 {
		l = &c.steps[number-1].after
	}
	if c.isMatched && l.masks == nil {
		l.masks = newMasks(l, c.kindBits)
	}
	return l
}

// forget drops what is only needed while a layer is worked on, which would be much for
// all together.
func (c *course) forget(number int) {
	if number > 0 {
		c.steps[number-1].after.masks = nil
	}
}

// expand finds all states that one becomes in the step.
func (w *worker[K, C]) expand(e *entry[K, C]) {
	clear(w.state.rules)
	decode(w.course, w.before, &e.key, &w.state)
	w.count = e.count
	for _, in := range w.step.enter {
		w.course.enter(&w.state, in)
	}
	if w.course.isMatched {
		w.decideMatched(0)
	} else {
		w.decide(0)
	}
}

// decideMatched decides the edges from the i-th on, where ends are matched: what
// an edge changes is put back slot by slot.
func (w *worker[K, C]) decideMatched(i int) {
	s := &w.state
	undo := len(w.trail)
	for i < len(w.step.edges) {
		d := &w.step.edges[i]
		from, to := d.from&63, d.to&63
		if d.skip > 0 && !s.closed && s.inner>>(d.self&63)&1 != 0 {
			if s.none(d.notNone)|s.inner&d.notInner|s.ends()&d.notEnd != 0 {
				w.unread(undo)
				return
			}
			i += d.skip
			continue
		}
		if !s.closed && (s.inner>>from|s.inner>>to)&1 == 0 {
			w.chooseMatched(i, d)
		}
		if d.ruled && !w.read(d.edge, 0) || !s.closed && !w.staysPossible(d) {
			w.unread(undo)
			return
		}
		i++
	}
	w.decideSwitches(0)
	w.unread(undo)
}

// chooseMatched chooses the edge, decides those after it, and puts all back.
func (w *worker[K, C]) chooseMatched(i int, d *decision) {
	s := &w.state
	undo := len(w.trail)
	if d.ruled && !w.read(d.edge, 1) {
		w.unread(undo)
		return
	}
	from, to := d.from&63, d.to&63
	inner, matched, marked, heads, tally := s.inner, s.matched, s.marked, s.heads, s.tally
	far, farTo := s.mate[from], s.mate[to]
	if w.course.join(s, w.step, from, to) && (s.closed || w.staysPossible(d)) {
		w.choose(d.edge)
		w.decideMatched(i + 1)
		w.chosen = w.chosen[:len(w.chosen)-1]
	}
	if matched>>from&1 != 0 {
		s.mate[far&63] = from
	}
	if matched>>to&1 != 0 {
		s.mate[farTo&63] = to
	}
	s.inner, s.matched, s.marked, s.heads, s.tally, s.closed = inner, matched, marked, heads, tally, false
	w.unread(undo)
}

// staysPossible says that where ends are matched both ends of the edge just decided can
// get a degree they may have.
func (w *worker[K, C]) staysPossible(d *decision) bool {
	return w.state.is(d.other, d.may) && w.state.is(d.self, d.selfMay)
}

// decide decides the edges from the i-th on for other shapes.
func (w *worker[K, C]) decide(i int) {
	if i == len(w.step.edges) {
		w.decideSwitches(0)
		return
	}
	d := &w.step.edges[i]
	s := &w.state
	undo := len(w.trail)
	if w.read(d.edge, 0) && w.stillPossible(d) {
		w.decide(i + 1)
	}
	w.unread(undo)
	if s.closed {
		return
	}
	part, tally := s.part, s.tally
	if w.read(d.edge, 1) {
		if w.course.unite(s, d.from, d.to) && w.stillPossible(d) {
			w.choose(d.edge)
			w.decide(i + 1)
			w.chosen = w.chosen[:len(w.chosen)-1]
		}
		s.degree[d.from]--
		s.degree[d.to]--
		s.part, s.tally = part, tally
	}
	w.unread(undo)
}

// stillPossible says that after a decision both ends can get a degree they may have.
func (w *worker[K, C]) stillPossible(d *decision) bool {
	return w.course.possible(&w.state, w.at[d.other], d.other, d.left) &&
		w.course.possible(&w.state, w.at[d.self], d.self, d.remain)
}

// choose notes that an unknown is on.
func (w *worker[K, C]) choose(u int32) {
	w.chosen = append(w.chosen, u)
	if w.course.Weights != nil {
		w.state.tally += w.course.Weights[u]
	}
}

// read lets the rules see a decision; it says whether they still can hold.
func (w *worker[K, C]) read(u int32, bit int32) bool {
	for _, t := range w.course.touches[u] {
		was := w.state.rules[t.rule]
		now := w.course.rules[t.rule].next[t.depth][2*was+bit]
		if now < 0 {
			return false
		}
		w.trail = append(w.trail, restore{t.rule, was})
		w.state.rules[t.rule] = now
	}
	return true
}

// unread puts the rules' states back.
func (w *worker[K, C]) unread(undo int) {
	for len(w.trail) > undo {
		last := w.trail[len(w.trail)-1]
		w.state.rules[last.rule] = last.state
		w.trail = w.trail[:len(w.trail)-1]
	}
}

// decideSwitches decides the unknowns beyond the edges from the i-th on.
func (w *worker[K, C]) decideSwitches(i int) {
	if i == len(w.step.switches) {
		w.finish()
		return
	}
	u := w.step.switches[i]
	undo, tally := len(w.trail), w.state.tally
	if w.read(u, 0) {
		w.decideSwitches(i + 1)
	}
	w.unread(undo)
	if w.read(u, 1) {
		w.choose(u)
		w.decideSwitches(i + 1)
		w.chosen = w.chosen[:len(w.chosen)-1]
		w.state.tally = tally
	}
	w.unread(undo)
}

// finish lets go the vertices that leave, and adds the state.
func (w *worker[K, C]) finish() {
	c, s := w.course, &w.state
	switch {
	case c.Shape == OnePath:
		matching, closed := s.matching, s.closed
		if w.retireAll() {
			w.emit()
		}
		s.matching, s.closed = matching, closed
	case c.Shape == Joined:
		part, closed := s.part, s.closed
		if w.retireAll() {
			w.emit()
		}
		s.part, s.closed = part, closed
	default:
		if w.retireAll() {
			w.emit()
		}
	}
}

func (w *worker[K, C]) retireAll() bool {
	for _, e := range w.step.retire {
		if !w.course.retire(&w.state, w.step, w.at, e) {
			return false
		}
	}
	return true
}

// emit adds the state, packed, to the next table.
func (w *worker[K, C]) emit() {
	w.transitions++
	key := encode[K](w.course, &w.step.after, &w.state)
	if w.visit != nil {
		w.visit(key)
		return
	}
	w.put(key)
}

// add puts an entry that was stored into the next table.
func (w *worker[K, C]) add(raw []uint64) {
	var key K
	var none C
	for i := range len(key) {
		key[i] = raw[i]
	}
	w.count = none
	for i, x := range raw[len(key):] { // it may have fewer words
		w.count[i] = x
	}
	w.put(key)
}

// put puts a state with the count of the one at work into the next table.
func (w *worker[K, C]) put(key K) {
	number := uint64(0)
	if w.next.shardBits > 0 {
		number = hashOf(key) >> (64 - w.next.shardBits)
	}
	n := w.filled[number]
	e := &w.buffers[int(number)*bufferSize+n]
	e.key, e.count = key, w.count
	w.filled[number] = n + 1
	if n+1 == bufferSize {
		w.flush(int(number))
	}
}

// flush empties a buffer into the table.
func (w *worker[K, C]) flush(number int) {
	if w.problem == added {
		w.problem = w.next.addAll(number, w.buffers[number*bufferSize:][:w.filled[number]])
	}
	w.filled[number] = 0
}

func (w *worker[K, C]) flushAll() {
	for i, n := range w.filled {
		if n > 0 {
			w.flush(i)
		}
	}
}

package tour

// rule says how a search goes on.
type rule interface {
	// enter and leave keep the books of the rule when a vertex becomes the end
	// of the line, and when it ceases to be on it.
	enter(v int32)
	leave(v int32)
	// options appends to list the vertices that may follow v, the end of the
	// line, in the order in which they should be tried.
	options(v int32, list []int32) []int32
}

// walker is a depth-first search: it extends a line by the options of a rule
// and takes back what leads nowhere.
type walker struct {
	*run
	rule    rule
	out, in adjacency
	visited []bool
	line    []int32
	// begins has for each vertex of the line where its options begin, next which
	// of them comes next; those of the last go on to the end of list.
	list         []int32
	begins, next []int32
	// spent marks vertices that no new line ends at: all that do are known in reverse.
	spent []bool
	// thorough is true if all lines are wanted, each once.
	thorough bool
	// partner is nil, or has for each vertex the one that a symmetric cycle
	// passes half a turn later; then the line is half of the cycle.
	partner []int32
}

// newBareWalker makes a search without a rule.
func newBareWalker(r *run) *walker {
	n := r.p.Graph.Order()
	w := &walker{run: r, out: neighbours(r.p.Graph.Out, r.o.Seed), visited: make([]bool, n), spent: make([]bool, n),
		line: make([]int32, 0, n), begins: make([]int32, 0, n), next: make([]int32, 0, n)}
	w.in = w.out
	if r.p.Graph.Directed {
		w.in = neighbours(r.p.Graph.In, r.o.Seed)
	}
	return w
}

// newWalker makes the walker of a search that has a rule.
func newWalker(r *run, s Search) *walker {
	if s.rule == nil {
		panic("tour: search " + s.Name + " has no rule")
	}
	w := newBareWalker(r)
	w.thorough = s.Exhaustive
	w.rule = s.rule(w)
	return w
}

// all goes through all lines; it returns false if it was stopped.
func (w *walker) all() bool {
	for _, s := range w.starts(false) {
		w.from(s)
		if w.ended() {
			return false
		}
		w.spent[s] = w.reversible() && !w.p.Closed
	}
	return true
}

// reversible reports whether each line is met in both directions.
func (w *walker) reversible() bool {
	return !w.p.Graph.Directed && (w.p.Closed || w.p.Start < 0)
}

// from goes through the lines with one start.
func (w *walker) from(start int32) {
	w.push(start)
	for len(w.line) > 0 && !w.ended() {
		d := len(w.line) - 1
		if w.next[d] == int32(len(w.list)) {
			w.pop()
			continue
		}
		v := w.list[w.next[d]]
		w.next[d]++
		w.push(v)
		w.step(w.line)
		if len(w.line) == int(w.order) {
			w.complete(v)
		}
	}
}

// complete yields a line through all vertices if it is an answer.
func (w *walker) complete(last int32) {
	if w.partner != nil {
		last = w.partner[last]
	}
	if w.thorough && w.spent[last] || w.p.Closed && !w.out.has(last, w.line[0]) {
		return
	}
	if w.thorough {
		w.deliver(w.line)
	} else {
		w.deliverNew(w.line)
	}
}

// push makes v the end of the line.
func (w *walker) push(v int32) {
	w.visited[v] = true
	w.line = append(w.line, v)
	w.rule.enter(v)
	begin := int32(len(w.list))
	w.begins = append(w.begins, begin)
	w.next = append(w.next, begin)
	if len(w.line) < int(w.order) {
		w.list = w.rule.options(v, w.list)
		// A cycle leaves its start by two edges, so the last need not be tried.
		if len(w.line) == 1 && w.thorough && w.p.Closed && w.reversible() && len(w.list) > 0 {
			w.list = w.list[:len(w.list)-1]
		}
	} else if w.order == 1 {
		w.complete(v)
	}
}

// pop takes the end of the line back.
func (w *walker) pop() {
	d := len(w.line) - 1
	v := w.line[d]
	w.rule.leave(v)
	w.visited[v] = false
	w.list = w.list[:w.begins[d]]
	w.line, w.begins, w.next = w.line[:d], w.begins[:d], w.next[:d]
	if d > 0 {
		w.work.DeadEnds++
	}
	if d == 1 && w.p.Closed && w.reversible() {
		w.spent[v] = true
	}
}

// reset empties the line.
func (w *walker) reset() {
	for len(w.line) > 0 {
		w.pop()
	}
}

// free reports whether the line may go on to v: it has not been there, and v is not
// kept for the end.
func (w *walker) free(v int32) bool {
	return !w.visited[v] && (v != w.p.End || len(w.line) == int(w.order)-1)
}

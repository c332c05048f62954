package plan

import (
	"nazo/internal/alg"
	"nazo/internal/model"
	"nazo/internal/model/machine"
)

// bestFirst is best-first search with f = g + h, where g is the cost of the cheapest known run to a state
// (A*; Hart, Nilsson, Raphael 1968). Without a heuristic it is uniform-cost search (Dijkstra 1959). The
// heuristic need not be consistent, so states with a cheaper run are reopened. With greedy it is greedy
// best-first search, f = h (Doran, Michie 1966), which finds some run.
type bestFirst struct {
	*search
	*startSource
	table      *stateTable
	parents    *column[int32] // -1 for a start
	g          *costColumn    // the cost of the cheapest known run to a state, or deadEndCost
	expanded   *marks         // the states that were expanded since g was set
	open       *openList
	greedy     bool
	allOptimal bool  // go on until g is known for all states on optimal runs
	goal       int32 // the first goal state that was expanded, at the cost of optimal runs, or -1
	perimeter
	at         int32   // the state that is expanded
	paid       lexCost // its g
	lowerBound lexCost // no run is cheaper
	maxCost    lexCost // no run of greater cost is searched for, unless it is -1
	// onMove is the method generate.
	onMove func(move int32, next machine.State, cost lexCost) bool
}

// deadEndCost is the g of a dead end.
const deadEndCost = -1

func newBestFirst(s *search) *bestFirst {
	b := &bestFirst{search: s, startSource: s.newSource(), table: newStateTable(s.limits, s.words()), goal: -1, maxCost: -1}
	b.parents, b.g = newColumn[int32](s.limits, 4), newCostColumn(s.limits, s.encoding)
	b.expanded = newMarks(s.limits)
	b.open = newOpenList(s.limits)
	b.onMove = b.generate
	return b
}

func (b *bestFirst) step(budget int) status {
	for ; budget > 0; budget-- {
		if b.stopped() {
			return stopped
		}
		if !b.startsDone {
			if start := b.nextStart(); start != nil {
				b.insert(start, -1, 0)
			}
			continue
		}
		if b.goal >= 0 && !b.allOptimal {
			return found
		}
		if b.open.size == 0 {
			if b.goal >= 0 {
				return found
			}
			return exhausted
		}
		e := b.open.pop()
		b.lowerBound = max(b.lowerBound, e.f)
		if b.goal >= 0 && e.f > b.g.get(b.goal) {
			return found
		}
		if !b.expanded.has(e.id) { // a reopened state may be in the list twice
			b.expanded.set(e.id, true)
			b.expandNode(e.id)
		}
	}
	return running
}

func (b *bestFirst) expandNode(id int32) {
	state := b.table.at(id)
	if b.won(state) || b.reaches(state) {
		if b.goal < 0 {
			b.goal = id
		}
		return
	}
	if b.deadEnds.Dead(state) {
		return
	}
	b.at, b.paid = id, b.g.get(id)
	b.expand(state, b.onMove)
}

func (b *bestFirst) generate(_ int32, next machine.State, cost lexCost) bool {
	g, ok := b.encoding.add(b.paid, cost)
	if !ok {
		b.stop(costOverflow)
		return false
	}
	b.insert(next, b.at, g)
	return b.reason.Kind == model.None
}

// insert adds a state to the open list, or reopens it if g is less than before.
func (b *bestFirst) insert(state machine.State, parent int32, g lexCost) {
	id, fresh := b.table.add(state)
	if id < 0 {
		return
	}
	if !fresh {
		if old := b.g.get(id); old <= g || b.greedy {
			return
		}
	} else {
		b.stats.States++
	}
	h, deadEnd := b.estimate(state)
	if deadEnd {
		_ = b.parents.set(id, parent) && b.g.set(id, deadEndCost) && b.expanded.set(id, false)
		return
	}
	f, ok := b.encoding.add(g, h)
	if !ok {
		b.stop(costOverflow)
		return
	}
	if b.greedy {
		f = h
	}
	if b.parents.set(id, parent) && b.g.set(id, g) && b.expanded.set(id, false) && (b.maxCost < 0 || f <= b.maxCost) {
		b.open.push(entry{priority{f, b.encoding.first(g)}, id})
	}
}

func (b *bestFirst) run() []machine.State {
	return append(chain(b.table, b.parents, b.goal), b.suffix(b.search)...)
}

// openList is a priority queue of states. The least f comes first, then the greatest first cost, then the oldest. It is
// a bucket queue (Dial 1969) with a heap of the buckets, since there are far more states than priorities.
type openList struct {
	limits *limits
	size   int
	// heap is a 4-ary heap of the numbers of nonempty buckets. emptied has the other numbers.
	buckets       []bucket
	heap, emptied []int32
	// slots is a hash table of the buckets in the heap, with open addressing: 0, or the number plus 1.
	slots []int32

	blocks  [][]block // in pages
	created int32     // blocks
	unused  int32     // the first block of the free list, or -1
}

// bucket is a queue of the states with the same priority: a linked list of blocks.
type bucket struct {
	priority
	first, last int32 // blocks
	begin, end  int32 // the first state in the first block, the end of the states in the last one
}

// priority is the sort key of a state.
type priority struct {
	f    lexCost
	paid int64 // the first cost so far
}

func (p priority) before(q priority) bool { return p.f < q.f || p.f == q.f && p.paid > q.paid }

// block has some states of a bucket, and the number of the next block.
type block struct {
	ids  [blockSize]int32
	next int32
}

const (
	blockSize     = 7
	blockPageBits = 10
	// bytesOfBucket is the size of a bucket, its number in the heap and in two slots, and in emptied.
	bytesOfBucket = 32 + 4 + 2*4 + 4
)

// entry is a state of the list.
type entry struct {
	priority
	id int32
}

func newOpenList(l *limits) *openList { return &openList{limits: l, unused: -1} }

// push adds a state, unless there is no memory left.
func (q *openList) push(e entry) {
	number, ok := q.bucketOf(e.priority)
	if !ok {
		return
	}
	b := &q.buckets[number]
	if b.end == blockSize {
		next := q.newBlock()
		if next < 0 {
			return
		}
		q.block(b.last).next = next
		b.last, b.end = next, 0
	}
	q.block(b.last).ids[b.end] = e.id
	b.end++
	q.size++
}

// pop takes the first state of a list that is not empty.
func (q *openList) pop() entry {
	b := &q.buckets[q.heap[0]]
	first := q.block(b.first)
	e := entry{b.priority, first.ids[b.begin]}
	b.begin++
	q.size--
	switch {
	case b.first == b.last && b.begin == b.end:
		q.free(b.first)
		q.drop()
	case b.begin == blockSize:
		next := first.next
		q.free(b.first)
		b.first, b.begin = next, 0
	}
	return e
}

// each calls yield for all states of the list until it returns false.
func (q *openList) each(yield func(entry) bool) {
	for _, number := range q.heap {
		b := &q.buckets[number]
		at, i := b.first, b.begin
		for at != b.last || i < b.end {
			if !yield(entry{b.priority, q.block(at).ids[i]}) {
				return
			}
			if i++; i == blockSize && at != b.last {
				at, i = q.block(at).next, 0
			}
		}
	}
}

func (q *openList) block(i int32) *block { return &q.blocks[i>>blockPageBits][i&(1<<blockPageBits-1)] }

// newBlock returns -1 if there is no memory left.
func (q *openList) newBlock() int32 {
	if i := q.unused; i >= 0 {
		q.unused = q.block(i).next
		return i
	}
	if int(q.created)>>blockPageBits == len(q.blocks) {
		if !q.limits.reserve(4 * (blockSize + 1) << blockPageBits) {
			return -1
		}
		q.blocks = append(q.blocks, make([]block, 1<<blockPageBits))
	}
	q.created++
	return q.created - 1
}

// free gives a block back.
func (q *openList) free(i int32) {
	q.block(i).next = q.unused
	q.unused = i
}

// bucketOf returns the number of the bucket of a priority. It makes the bucket if there is none, and
// returns false if there is no memory left.
func (q *openList) bucketOf(p priority) (number int32, ok bool) {
	if len(q.heap) >= len(q.slots)/2 && !q.growSlots() {
		return 0, false
	}
	slot := q.slotOf(p)
	if q.slots[slot] > 0 {
		return q.slots[slot] - 1, true
	}
	first := q.newBlock()
	if first < 0 {
		return 0, false
	}
	if last := len(q.emptied) - 1; last >= 0 {
		number, q.emptied = q.emptied[last], q.emptied[:last]
	} else {
		number = int32(len(q.buckets))
		q.buckets = append(q.buckets, bucket{})
	}
	q.buckets[number] = bucket{priority: p, first: first, last: first}
	q.slots[slot] = number + 1
	q.insert(number)
	return number, true
}

// slotOf returns the slot of the bucket of a priority, or the free slot where it belongs.
func (q *openList) slotOf(p priority) int {
	mask := len(q.slots) - 1
	for i := q.home(p); ; i = (i + 1) & mask {
		if number := q.slots[i] - 1; number < 0 || q.buckets[number].priority == p {
			return i
		}
	}
}

// home returns the slot at which the search for the bucket of a priority begins.
func (q *openList) home(p priority) int {
	return int(alg.SplitMix64(uint64(p.f)^uint64(p.paid)<<48)) & (len(q.slots) - 1)
}

// growSlots makes room for twice as many buckets. It returns false if there is no memory left.
func (q *openList) growSlots() bool {
	size := max(64, 2*len(q.slots))
	if !q.limits.reserve(int64(size-len(q.slots)) / 2 * bytesOfBucket) {
		return false
	}
	q.slots = make([]int32, size)
	for _, number := range q.heap {
		q.slots[q.slotOf(q.buckets[number].priority)] = number + 1
	}
	return true
}

// before reports whether the states of a bucket come before those of another.
func (q *openList) before(i, k int32) bool {
	return q.buckets[i].priority.before(q.buckets[k].priority)
}

// insert adds a bucket to the heap.
func (q *openList) insert(number int32) {
	i := len(q.heap)
	q.heap = append(q.heap, number)
	for i > 0 {
		above := (i - 1) / 4
		if !q.before(number, q.heap[above]) {
			break
		}
		q.heap[i] = q.heap[above]
		i = above
	}
	q.heap[i] = number
}

// drop removes the first bucket.
func (q *openList) drop() {
	number := q.heap[0]
	q.forget(number)
	q.emptied = append(q.emptied, number)
	last := len(q.heap) - 1
	moved := q.heap[last]
	q.heap = q.heap[:last]
	if last == 0 {
		return
	}
	i := 0
	for least := 1; least < last; least = 4*i + 1 {
		for k := least + 1; k < min(4*i+5, last); k++ {
			if q.before(q.heap[k], q.heap[least]) {
				least = k
			}
		}
		if !q.before(q.heap[least], moved) {
			break
		}
		q.heap[i] = q.heap[least]
		i = least
	}
	q.heap[i] = moved
}

// forget removes a bucket from the hash table, and closes the gap.
func (q *openList) forget(number int32) {
	mask := len(q.slots) - 1
	gap := q.slotOf(q.buckets[number].priority)
	for i := (gap + 1) & mask; q.slots[i] > 0; i = (i + 1) & mask {
		if home := q.home(q.buckets[q.slots[i]-1].priority); (i-home)&mask >= (i-gap)&mask {
			q.slots[gap] = q.slots[i]
			gap = i
		}
	}
	q.slots[gap] = 0
}

const (
	// maxScanned bounds the open states that are searched for an incumbent, maxGoalTests the goal
	// tests. A search that was interrupted has little time left.
	maxScanned   = 1 << 21
	maxGoalTests = 1 << 17
)

// incumbentResult returns what a search for best runs knows when the limits end it: the incumbent, which
// is the best known run, and bounds of the optimum.
func (s *search) incumbentResult(work stepper) model.Result {
	b := bestFirstOf(work)
	if b == nil || s.task.AsksForAnyRun(s.specialized.Machine) {
		return model.Result{}
	}
	run := b.replay(b.incumbent())
	if run == nil {
		return model.Result{}
	}
	r := model.Result{Best: run}
	if s.encoding.dimensions == 1 { // of several only the first would be bounded
		r.Bounds = []model.Interval{{Lo: s.encoding.decode(b.lowerBound)[0], Hi: s.costs(run)[0]}}
	}
	return r
}

// bestFirstOf returns the best-first search of a portfolio, which may know a run, or nil.
func bestFirstOf(work stepper) *bestFirst {
	switch work := work.(type) {
	case *bestFirst:
		return work
	case *roundRobin:
		for _, s := range work.searches {
			if b := bestFirstOf(s); b != nil {
				return b
			}
		}
	}
	return nil
}

// incumbent returns the run to the cheapest known goal state, which may still be open. It returns nil if there is none.
func (b *bestFirst) incumbent() []machine.State {
	goal, g, scanned, tested := b.goal, lexCost(0), 0, 0
	if goal >= 0 {
		return chain(b.table, b.parents, goal)
	}
	b.open.each(func(e entry) bool {
		scanned++
		// The heuristic is 0 at a goal.
		if (goal < 0 || e.f < g) && e.f == b.g.get(e.id) {
			tested++
			if b.won(b.table.at(e.id)) {
				goal, g = e.id, e.f
			}
		}
		return scanned < maxScanned && tested < maxGoalTests
	})
	return chain(b.table, b.parents, goal)
}

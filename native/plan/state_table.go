package plan

import (
	"context"
	"slices"
	"sync/atomic"
	"time"

	"nazo/internal/model"
	"nazo/internal/model/machine"
)

// stateTable is the closed list: a set of states, numbered from 0 in order of insertion. Their words lie
// in pages that never move. A hash table with open addressing has their numbers.
type stateTable struct {
	limits *limits
	words  int
	pages  [][]uint64
	count  int32
	// A slot is 0, or the number of a state plus 1, which is below the number of slots. The upper bits
	// hold bits of the hash that the slot's index does not determine.
	slots []uint32
}

const (
	pageBits  = 12
	pageSize  = 1 << pageBits // states of a page
	minSlots  = 1 << 12
	maxSlots  = 1 << 31
	maxStates = 1<<31 - 2
)

func newStateTable(l *limits, words int) *stateTable {
	t := &stateTable{limits: l, words: words, slots: make([]uint32, minSlots)}
	l.reserve(minSlots * 4)
	return t
}

// at returns a state of the table. It must not be changed.
func (t *stateTable) at(id int32) machine.State {
	from := int(id&(pageSize-1)) * t.words
	return t.pages[id>>pageBits][from : from+t.words : from+t.words]
}

// hash mixes the words of a state (the finalizer of MurmurHash3 for each word). With alg.SplitMix64 for
// each word it took a quarter more time.
func hash(s machine.State) uint32 {
	h := uint64(0x9e3779b97f4a7c15)
	for _, w := range s {
		h = (h ^ w) * 0xff51afd7ed558ccd
		h = (h ^ h>>33) * 0xc4ceb9fe1a85ec53
		h ^= h >> 29
	}
	return uint32(h)
}

// find returns the number of a state, or -1 if it is not in the table.
func (t *stateTable) find(s machine.State) int32 {
	h := hash(s)
	mask := uint32(len(t.slots) - 1)
	for i := h & mask; ; i = (i + 1) & mask {
		slot := t.slots[i]
		if slot == 0 {
			return -1
		}
		if (slot^h)&^mask == 0 && t.same(int32(slot&mask)-1, s) {
			return int32(slot&mask) - 1
		}
	}
}

func (t *stateTable) same(id int32, s machine.State) bool {
	page, from := t.pages[id>>pageBits], int(id&(pageSize-1))*t.words
	if t.words == 1 {
		return page[from] == s[0]
	}
	return slices.Equal(page[from:from+t.words], s)
}

// add adds a copy of a state to the table. fresh is false if it was there before. add returns the number
// -1 if there is no memory left.
func (t *stateTable) add(s machine.State) (id int32, fresh bool) {
	h := hash(s)
	mask := uint32(len(t.slots) - 1)
	i := h & mask
	for ; t.slots[i] != 0; i = (i + 1) & mask {
		if slot := t.slots[i]; (slot^h)&^mask == 0 && t.same(int32(slot&mask)-1, s) {
			return int32(slot&mask) - 1, false
		}
	}
	if !t.makeRoom() {
		return -1, false
	}
	id = t.count
	copy(t.pages[id>>pageBits][int(id&(pageSize-1))*t.words:], s)
	t.count++
	t.slots[i] = h&^mask | uint32(id+1)
	if int(t.count) > len(t.slots)/5*4 && !t.grow() {
		return -1, false
	}
	return id, true
}

// makeRoom makes room for one more state.
func (t *stateTable) makeRoom() bool {
	if t.count == maxStates {
		t.limits.stop(model.Reason{Kind: model.MemoryLimit})
		return false
	}
	if int(t.count)>>pageBits < len(t.pages) {
		return true
	}
	if !t.limits.reserve(pageSize * int64(t.words) * 8) {
		return false
	}
	t.pages = append(t.pages, make([]uint64, pageSize*t.words))
	return true
}

// grow doubles the slots. If the limits end that, it returns false and leaves them as they were.
func (t *stateTable) grow() bool {
	if len(t.slots) >= maxSlots || !t.limits.reserve(int64(len(t.slots))*2*4) {
		t.limits.stop(model.Reason{Kind: model.MemoryLimit})
		return false
	}
	old := t.slots
	t.slots = make([]uint32, 2*len(old))
	mask := uint32(len(t.slots) - 1)
	for id := range t.count {
		if id&(1<<16-1) == 0 && t.limits.stopped() {
			t.slots = old
			return false
		}
		h := hash(t.at(id))
		i := h & mask
		for t.slots[i] != 0 {
			i = (i + 1) & mask
		}
		t.slots[i] = h&^mask | uint32(id+1)
	}
	t.limits.free(int64(len(old)) * 4)
	return true
}

// column has a value for each state of a table, in pages like the table's.
type column[T any] struct {
	limits *limits
	size   int64 // bytes of a value
	pages  [][]T
}

func newColumn[T any](l *limits, size int64) *column[T] { return &column[T]{limits: l, size: size} }

// set gives a state its value. The state is in the column, or is the next one. It returns false if there
// is no memory left.
func (c *column[T]) set(id int32, value T) bool {
	if !c.makeRoom(id) {
		return false
	}
	*c.at(id) = value
	return true
}

// makeRoom makes sure that the column has a state. New values are zero.
func (c *column[T]) makeRoom(id int32) bool {
	if int(id>>pageBits) < len(c.pages) {
		return true
	}
	if !c.limits.reserve(pageSize * c.size) {
		return false
	}
	c.pages = append(c.pages, make([]T, pageSize))
	return true
}

func (c *column[T]) at(id int32) *T { return &c.pages[id>>pageBits][id&(pageSize-1)] }

func (c *column[T]) get(id int32) T { return *c.at(id) }

// marks has a bit for each state of a table.
type marks struct{ words *column[uint64] }

func newMarks(l *limits) *marks { return &marks{newColumn[uint64](l, 8)} }

// set sets or removes the mark of a state. It returns false if there is no memory left.
func (m *marks) set(id int32, mark bool) bool {
	if !m.words.makeRoom(id >> 6) {
		return false
	}
	if word := m.words.at(id >> 6); mark {
		*word |= 1 << (id & 63)
	} else {
		*word &^= 1 << (id & 63)
	}
	return true
}

func (m *marks) has(id int32) bool { return m.words.get(id>>6)>>(id&63)&1 == 1 }

// DefaultMemory bounds the bytes of states where the task says nothing: a gigabyte.
const DefaultMemory = 1 << 30

// costOverflow ends a search whose costs are too large for a lexCost.
var costOverflow = model.Reason{Kind: model.TooLarge, Detail: "sums of costs are too large"}

// notSymmetric ends a search that relied on a wrong symmetry. fault says what is wrong with it.
func notSymmetric(fault string) model.Reason {
	return model.Because(model.Other, "the declared symmetry does not hold: %s", fault)
}

// limits are the resources of a search, its context and memory, and its statistics.
type limits struct {
	ctx     context.Context
	done    atomic.Bool // the context is done
	unwatch func() bool

	memory, used int64 // bytes
	reason       model.Reason

	stats        model.Stats
	progress     func(model.Progress)
	lastProgress time.Time
	untilClock   int
}

func newLimits(ctx context.Context, memory int64, progress func(model.Progress)) *limits {
	l := &limits{ctx: ctx, memory: memory, progress: progress, lastProgress: time.Now()}
	if l.memory <= 0 {
		l.memory = DefaultMemory
	}
	l.unwatch = context.AfterFunc(ctx, func() { l.done.Store(true) })
	if ctx.Err() != nil {
		l.done.Store(true)
	}
	return l
}

func (l *limits) close() { l.unwatch() }

// reserve accounts for bytes that are about to be used. It returns false if the memory is used up. Then
// the search must end.
func (l *limits) reserve(bytes int64) bool {
	if l.used+bytes > l.memory {
		l.stop(model.Reason{Kind: model.MemoryLimit})
		return false
	}
	l.used += bytes
	return true
}

// reserveWords makes room for n more words in a buffer. It returns false if there is no memory left.
func (l *limits) reserveWords(buffer *[]uint64, n int) bool {
	if len(*buffer)+n > cap(*buffer) {
		grown := max(4096, 2*cap(*buffer)) + n
		if !l.reserve(int64(grown-cap(*buffer)) * 8) {
			return false
		}
		*buffer = append(make([]uint64, 0, grown), *buffer...)
	}
	return true
}

func (l *limits) free(bytes int64) { l.used -= bytes }

// stop ends the search for a reason. The first reason counts.
func (l *limits) stop(reason model.Reason) {
	if l.reason.Kind == model.None {
		l.reason = reason
	}
}

// decline ends a search that does not apply. If the context is done, that may be the cause, and counts instead.
func (l *limits) decline(reason string) {
	l.pollContext()
	if !l.stopped() {
		l.stop(model.Reason{Kind: model.Unsupported, Detail: reason})
	}
}

// pollContext looks at the context at once, whereas done follows a moment later. It must be called where
// work was left undone because the context is done.
func (l *limits) pollContext() {
	if l.ctx.Err() != nil {
		l.done.Store(true)
	}
}

// stopped reports whether the search must end, and reports progress now and then. Each search calls it
// once for each state that it expands.
func (l *limits) stopped() bool {
	if l.untilClock--; l.untilClock < 0 {
		l.untilClock = 4096
		if l.progress != nil {
			if now := time.Now(); now.Sub(l.lastProgress) >= 100*time.Millisecond {
				l.lastProgress = now
				l.progress(model.Progress{Stats: l.stats})
			}
		}
	}
	if l.done.Load() {
		l.stop(model.Ended(l.ctx))
	}
	return l.reason.Kind != model.None
}

// costColumn has a cost for each state of a table. Costs take four bytes each until one is too large for
// that, and eight from then on.
type costColumn struct {
	encoding *costEncoding
	narrow   *column[uint32] // nil if costs take eight bytes
	wide     *column[lexCost]
}

// narrowDeadEnd stands for deadEndCost in four bytes, and for no other cost.
const narrowDeadEnd = 1<<32 - 1

func newCostColumn(l *limits, e *costEncoding) *costColumn {
	return &costColumn{encoding: e, narrow: newColumn[uint32](l, 4)}
}

// set gives a state its cost. The state is in the column, or is the next one. It returns false if there is
// no memory left.
func (c *costColumn) set(id int32, cost lexCost) bool {
	if c.narrow != nil {
		if small, ok := c.encoding.narrow(cost); ok {
			return c.narrow.set(id, small)
		}
		if !c.widen() {
			return false
		}
	}
	return c.wide.set(id, cost)
}

func (c *costColumn) get(id int32) lexCost {
	if c.narrow == nil {
		return c.wide.get(id)
	}
	return c.encoding.widen(c.narrow.get(id))
}

// widen changes to eight bytes for each state.
func (c *costColumn) widen() bool {
	wide := newColumn[lexCost](c.narrow.limits, 8)
	for page, costs := range c.narrow.pages {
		for i, small := range costs {
			if !wide.set(int32(page<<pageBits+i), c.encoding.widen(small)) {
				return false
			}
		}
		c.narrow.pages[page] = nil
		c.narrow.limits.free(pageSize * 4)
	}
	c.narrow, c.wide = nil, wide
	return true
}

// narrow returns a cost in 32 bits, divided among its parts as in a lexCost. ok is false if it does not fit.
func (t *costEncoding) narrow(p lexCost) (small uint32, ok bool) {
	if p == deadEndCost {
		return narrowDeadEnd, true
	}
	width := 32 / len(t.shifts)
	for _, shift := range t.shifts {
		part := int64(p>>shift) & t.maxValue
		if part>>width > 0 {
			return 0, false
		}
		small = small<<width | uint32(part)
	}
	return small, small != narrowDeadEnd
}

// widen is the inverse of narrow.
func (t *costEncoding) widen(small uint32) (p lexCost) {
	if small == narrowDeadEnd {
		return deadEndCost
	}
	width := 32 / len(t.shifts)
	for i := len(t.shifts) - 1; i >= 0; i-- {
		p |= lexCost(small&(1<<width-1)) << t.shifts[i]
		small >>= width
	}
	return p
}

// lexCost is a vector of costs in one number that compares lexicographically: the costs in order of importance, then
// the length. Each has a field of bits, and a guard bit on top detects overflow. So vectors add as numbers do.
type lexCost int64

// costEncoding encodes vectors of costs.
type costEncoding struct {
	dimensions int
	shifts     []int // for each cost, and for the length unless some cost is the length
	overflow   lexCost
	maxValue   int64 // the largest cost
	// unitCost is true if all moves have the same cost.
	unitCost bool
}

// newCostEncoding divides the bits among the costs.
func newCostEncoding(m *model.Model, ts []machine.Transition) *costEncoding {
	t := &costEncoding{dimensions: m.Machine.Costs, unitCost: true}
	counted := false // one of the costs is the length
	for i := range t.dimensions {
		ones := true
		for k := range ts {
			value, known := m.Constant(ts[k].Costs[i])
			ones = ones && known && value == 1
			first, _ := m.Constant(ts[0].Costs[i])
			t.unitCost = t.unitCost && known && value == first
		}
		counted = counted || ones
	}
	parts := t.dimensions
	if !counted {
		parts++
	}
	width := 62 / parts
	for i := range parts {
		shift := width * (parts - 1 - i)
		t.shifts = append(t.shifts, shift)
		t.overflow |= 1 << (shift + width - 1)
	}
	t.maxValue = 1<<(width-1) - 1
	return t
}

// encode returns the cost of a move with the given costs, or of a run if its length follows them. It
// returns false if a cost is too large.
func (t *costEncoding) encode(costs []int64) (lexCost, bool) {
	var p lexCost
	for i, shift := range t.shifts {
		c := int64(1)
		if i < len(costs) {
			c = costs[i]
		}
		if c > t.maxValue {
			return 0, false
		}
		p |= lexCost(c) << shift
	}
	return p, true
}

// add returns a + b, and false if that is too large.
func (t *costEncoding) add(a, b lexCost) (lexCost, bool) {
	sum := a + b
	return sum, sum&t.overflow == 0
}

// decode returns the vector of costs, without the length.
func (t *costEncoding) decode(p lexCost) []int64 {
	out := make([]int64, t.dimensions)
	for i := range out {
		out[i] = int64(p>>t.shifts[i]) & t.maxValue
	}
	return out
}

// first returns the most important entry of a vector: its first cost, or the length.
func (t *costEncoding) first(p lexCost) int64 { return int64(p >> t.shifts[0]) }

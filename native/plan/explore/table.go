package explore

import (
	"slices"

	"nazo/engine"
	"nazo/machine"
)

// table is a set of states (the closed list of planners), numbered from 0 in the order in which
// they were added. The words of the states lie one after the other in pages that never move; a
// hash table with open addressing has their numbers.
type table struct {
	limits *limits
	words  int
	pages  [][]uint64
	count  int32
	// slots are 0 or the number of a state plus 1, which is less than the number of slots, and above it the bits of the
	// state's hash that do not say where the slot is.
	slots []uint32
}

const (
	pageBits  = 12
	pageSize  = 1 << pageBits // states of a page
	minSlots  = 1 << 12
	maxSlots  = 1 << 31
	maxStates = 1<<31 - 2
)

func newTable(l *limits, words int) *table {
	t := &table{limits: l, words: words, slots: make([]uint32, minSlots)}
	l.reserve(minSlots * 4)
	return t
}

// at is a state of the table; it must not be changed.
func (t *table) at(id int32) machine.State {
	from := int(id&(pageSize-1)) * t.words
	return t.pages[id>>pageBits][from : from+t.words : from+t.words]
}

// hash mixes the words of a state (the finalizer of MurmurHash3 for each word). With
// numbers.SplitMix64 for each word it took a quarter more time.
func hash(s machine.State) uint32 {
	h := uint64(0x9e3779b97f4a7c15)
	for _, w := range s {
		h = (h ^ w) * 0xff51afd7ed558ccd
		h = (h ^ h>>33) * 0xc4ceb9fe1a85ec53
		h ^= h >> 29
	}
	return uint32(h)
}

// find is the number of a state, or -1 if it is not in the table.
func (t *table) find(s machine.State) int32 {
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

func (t *table) same(id int32, s machine.State) bool {
	page, from := t.pages[id>>pageBits], int(id&(pageSize-1))*t.words
	if t.words == 1 {
		return page[from] == s[0]
	}
	return slices.Equal(page[from:from+t.words], s)
}

// add adds a copy of a state to the table, if it is not there: fresh. It returns the number -1
// if there is no memory left.
func (t *table) add(s machine.State) (id int32, fresh bool) {
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
func (t *table) makeRoom() bool {
	if t.count == maxStates {
		t.limits.stop(engine.Reason{Kind: engine.MemoryLimit})
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

// grow doubles the slots. It returns false, and leaves them, if the limits end that.
func (t *table) grow() bool {
	if len(t.slots) >= maxSlots || !t.limits.reserve(int64(len(t.slots))*2*4) {
		t.limits.stop(engine.Reason{Kind: engine.MemoryLimit})
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

// column has a value for each state of a table, in pages like it.
type column[T any] struct {
	limits *limits
	size   int64 // bytes of a value
	pages  [][]T
}

func newColumn[T any](l *limits, size int64) *column[T] { return &column[T]{limits: l, size: size} }

// set gives a state its value; the state is in the column or the next one. It
// returns false if there is no memory left.
func (c *column[T]) set(id int32, value T) bool {
	if !c.makeRoom(id) {
		return false
	}
	*c.at(id) = value
	return true
}

// makeRoom is as set, but gives a new page its zeros.
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

// set marks a state, as column.set sets its value, or removes the mark.
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

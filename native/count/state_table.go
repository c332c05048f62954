package count

import (
	"maps"
	"math/bits"
	"slices"
	"sync"
	"unsafe"
)

// entry is a state with its count, or with its greatest gain when maximizing. 0 marks an empty cell.
type entry[K, C words] struct {
	key   K
	count C
}

// A shard grows when more than fillTop cells of fillOf are used, by growTop/growOf.
const (
	fillTop, fillOf = 17, 20
	growTop, growOf = 3, 2
	leastCells      = 64
)

// stateTable is a hash table of a layer's states. Equal states are merged. Their counts are added, or the greater
// gain wins. The hash selects a shard with its own lock. Shards use open addressing with linear probing.
type stateTable[K, C words] struct {
	arena     *arena
	modulo    uint64
	greatest  bool // equal states keep the greatest number, not the sum
	shardBits uint
	expected  int // initial number of cells in a shard
	shards    []shard[K, C]
}

type shard[K, C words] struct {
	mu    sync.Mutex
	cells []entry[K, C]
	used  int
	seen  uint64   // a sum over home cells, so that the compiler keeps the prefetching reads
	_     [64]byte // padding, since workers lock neighbours in a slice
}

// newStateTable makes a table of 1<<shardBits shards.
func newStateTable[K, C words](r *run, shardBits uint) *stateTable[K, C] {
	return &stateTable[K, C]{arena: r.memory, modulo: r.options.Modulo, greatest: r.schedule.Gains != nil, shardBits: shardBits, shards: make([]shard[K, C], 1<<shardBits)}
}

func entryWords[K, C words]() int {
	var e entry[K, C]
	return int(unsafe.Sizeof(e) / 8)
}

func asEntries[K, C words](w []uint64) []entry[K, C] {
	return unsafe.Slice((*entry[K, C])(unsafe.Pointer(unsafe.SliceData(w))), len(w)/entryWords[K, C]())
}

func asRaw[K, C words](e []entry[K, C]) []uint64 {
	return unsafe.Slice((*uint64)(unsafe.Pointer(unsafe.SliceData(e))), len(e)*entryWords[K, C]())
}

// hashKey hashes a key. Its top bits select the shard. It multiplies once per word. alg.SplitMix64, which does so
// twice, took a quarter more time.
func hashKey[K words](key K) uint64 {
	h := uint64(0)
	for i := 0; i < len(key); i++ {
		h = (h ^ key[i]) * 0x9e3779b97f4a7c15
		h ^= h >> 29
	}
	h *= 0xbf58476d1ce4e5b9
	return h ^ h>>32
}

// outcome is the result of an addition to a table.
type outcome uint8

const (
	added outcome = iota
	full          // no memory to grow into
	overflowed
)

// ahead is the number of entries whose home cells are prefetched together.
const ahead = 16

// addAll adds entries to a shard.
func (t *stateTable[K, C]) addAll(number int, entries []entry[K, C]) outcome {
	s := &t.shards[number]
	s.mu.Lock()
	defer s.mu.Unlock()
	var none C
	for len(entries) > 0 {
		few := entries[:min(ahead, len(entries))]
		entries = entries[len(few):]
		if fillOf*(s.used+len(few)) > fillTop*len(s.cells) && !t.grow(s) {
			return full
		}
		var homes [ahead]int
		for i := range few {
			home := t.home(s, few[i].key)
			homes[i] = home
			s.seen += s.cells[home].count[0]
		}
		for i := range few {
			e := &few[i]
			at := t.probe(s, homes[i], e.key)
			if s.cells[at].count == none {
				s.cells[at] = *e
				s.used++
				continue
			}
			if !t.addCount(&s.cells[at].count, &e.count) {
				return overflowed
			}
		}
	}
	return added
}

// home returns the cell where the search for a key begins.
func (t *stateTable[K, C]) home(s *shard[K, C], key K) int {
	high, _ := bits.Mul64(hashKey(key)<<(t.shardBits&63), uint64(len(s.cells)))
	return int(high)
}

// probe returns the cell where the key is, or would be, from its home on.
func (t *stateTable[K, C]) probe(s *shard[K, C], at int, key K) int {
	var none C
	for s.cells[at].key != key && s.cells[at].count != none {
		at++
		if at == len(s.cells) {
			at = 0
		}
	}
	return at
}

// addCount adds b to a. It reports whether the count still fits.
func (t *stateTable[K, C]) addCount(a, b *C) bool {
	if t.greatest {
		(*a)[0] = max((*a)[0], (*b)[0])
		return true
	}
	carry := uint64(0)
	x := *a
	for i := 0; i < len(x); i++ {
		x[i], carry = bits.Add64(x[i], (*b)[i], carry)
	}
	if t.modulo != 0 { // counts are 1 .. modulo, which stands for 0
		if carry != 0 || x[0] > t.modulo {
			x[0] -= t.modulo
		}
		carry = 0
	}
	*a = x
	return carry == 0
}

// grow makes room in a shard.
func (t *stateTable[K, C]) grow(s *shard[K, C]) bool {
	old := s.cells
	want := len(old) + 1
	if old == nil {
		want = t.expected
	}
	size := leastCells // few sizes, so that released memory is reused
	for size < want {
		size = size * growTop / growOf
	}
	fresh := t.arena.get(size * entryWords[K, C]())
	if fresh == nil {
		return false
	}
	s.cells = asEntries[K, C](fresh)
	var none C
	for i := range old {
		if old[i].count != none {
			s.cells[t.probe(s, t.home(s, old[i].key), old[i].key)] = old[i]
		}
	}
	t.arena.put(asRaw(old))
	return true
}

// states returns the number of entries.
func (t *stateTable[K, C]) states() int64 {
	n := int64(0)
	for i := range t.shards {
		n += int64(t.shards[i].used)
	}
	return n
}

// free releases the memory.
func (t *stateTable[K, C]) free() {
	for i := range t.shards {
		t.arena.put(asRaw(t.shards[i].cells))
		t.shards[i].cells, t.shards[i].used = nil, 0
	}
}

// arena allocates memory for states up to a limit, and reuses released blocks of the same size.
type arena struct {
	mu          sync.Mutex
	limit, held int64            // bytes; held includes free blocks
	free        map[int][][]byte // by size
	freeBytes   int64
}

// get returns zeroed memory for that many words, or nil if none is left.
func (a *arena) get(words int) []uint64 {
	if words == 0 {
		return []uint64{}
	}
	bytes := words * 8
	a.mu.Lock()
	defer a.mu.Unlock()
	if list := a.free[bytes]; len(list) > 0 {
		b := list[len(list)-1]
		a.free[bytes] = list[:len(list)-1]
		a.freeBytes -= int64(bytes)
		clear(b)
		return asWords(b)
	}
	if a.held-a.freeBytes+int64(bytes) > a.limit {
		return nil
	}
	a.drain(a.limit - int64(bytes))
	b, err := allocate(bytes)
	if err != nil {
		return nil
	}
	a.held += int64(bytes)
	return asWords(b)
}

// put releases memory.
func (a *arena) put(w []uint64) {
	w = w[:cap(w)]
	if len(w) == 0 { // or nil
		return
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	b := unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(w))), len(w)*8)
	a.free[len(b)] = append(a.free[len(b)], b)
	a.freeBytes += int64(len(b))
}

// drain returns free blocks to the system until at most most bytes are held. It starts with small blocks, since
// growing tables reuse the large ones.
func (a *arena) drain(most int64) {
	if a.held <= most {
		return
	}
	for _, size := range slices.Sorted(maps.Keys(a.free)) {
		list := a.free[size]
		for len(list) > 0 && a.held > most {
			last := len(list) - 1
			release(list[last])
			list = list[:last]
			a.held -= int64(size)
			a.freeBytes -= int64(size)
		}
		a.free[size] = list
	}
}

// close returns all free blocks to the system.
func (a *arena) close() {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.drain(0)
}

func asWords(b []byte) []uint64 {
	return unsafe.Slice((*uint64)(unsafe.Pointer(unsafe.SliceData(b))), len(b)/8)
}

// spare returns the number of bytes that are not in use.
func (a *arena) spare() int64 {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.limit - a.held + a.freeBytes
}

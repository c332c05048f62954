package frontier

import (
	"maps"
	"slices"
	"sync"
	"unsafe"
)

// arena hands out memory for states up to a limit. What is given back is kept and handed out
// again to whoever asks for as much.
type arena struct {
	mu          sync.Mutex
	limit, held int64            // bytes; held includes what is kept
	kept        map[int][][]byte // by size
	keptBytes   int64
}

func newArena(limit int64) *arena { return &arena{limit: limit, kept: map[int][][]byte{}} }

// get is memory for so many words, zeroed, or nil if there is none left.
func (a *arena) get(words int) []uint64 {
	if words == 0 {
		return []uint64{}
	}
	bytes := words * 8
	a.mu.Lock()
	defer a.mu.Unlock()
	if list := a.kept[bytes]; len(list) > 0 {
		b := list[len(list)-1]
		a.kept[bytes] = list[:len(list)-1]
		a.keptBytes -= int64(bytes)
		clear(b)
		return asWords(b)
	}
	if a.held-a.keptBytes+int64(bytes) > a.limit {
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

// put gives memory back.
func (a *arena) put(w []uint64) {
	w = w[:cap(w)]
	if len(w) == 0 { // nil, too
		return
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	b := unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(w))), len(w)*8)
	a.kept[len(b)] = append(a.kept[len(b)], b)
	a.keptBytes += int64(len(b))
}

// drain gives the system of what is kept until no more than most is held, small pieces
// first: tables grow, and will rather want the large ones.
func (a *arena) drain(most int64) {
	if a.held <= most {
		return
	}
	for _, size := range slices.Sorted(maps.Keys(a.kept)) {
		list := a.kept[size]
		for len(list) > 0 && a.held > most {
			last := len(list) - 1
			release(list[last])
			list = list[:last]
			a.held -= int64(size)
			a.keptBytes -= int64(size)
		}
		a.kept[size] = list
	}
}

// close gives all back that is kept; what is still in use stays.
func (a *arena) close() {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.drain(0)
}

func asWords(b []byte) []uint64 {
	return unsafe.Slice((*uint64)(unsafe.Pointer(unsafe.SliceData(b))), len(b)/8)
}

// spare is the memory that is not in use.
func (a *arena) spare() int64 {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.limit - a.held + a.keptBytes
}

package lines

import "sync/atomic"

// forced is the stage of that name, after (3) of nanopico's article: a cell
// without which a label can no longer be connected belongs to that label.
// It is done before the first line and whenever one is complete, again and
// again until nothing changes, as what is reserved for one label is closed to
// the others.
//
// The article finds such cells by blocking each; here one way between the ends
// is found, and a sweep along it tells which of its vertices can't be gone around.
type forced struct {
	finder
	next     []int32
	place    []int32 // for each vertex its place on the way
	way      []int32
	reserved []int32 // all vertices that are reserved, in order
	marks    []int32 // how many there were before each time
	stop     *atomic.Bool
}

func newForced(b *board, stop *atomic.Bool) *forced {
	n := len(b.line)
	f := &forced{finder: newFinder(n), next: make([]int32, n), place: make([]int32, n), way: make([]int32, 0, n),
		reserved: make([]int32, 0, n), marks: make([]int32, 0, len(b.ends)), stop: stop}
	for v := range f.place {
		f.place[v] = none
	}
	return f
}

// reserve gives vertices to the labels that have not begun; it returns false if
// one of them can't be connected.
func (f *forced) reserve(b *board) bool {
	f.marks = append(f.marks, int32(len(f.reserved)))
	for before := none; before != len(f.reserved); {
		before = len(f.reserved)
		for l := b.label() + 1; int(l) < len(b.ends); l++ {
			if f.stop.Load() {
				return true
			}
			if !f.find(b, b.ends[l][0], b.ends[l][1], l, f.next) {
				return false
			}
			f.sweep(b, l)
		}
	}
	return true
}

// release takes back what the last reserve did.
func (f *forced) release(b *board) {
	last := len(f.marks) - 1
	for _, v := range f.reserved[f.marks[last]:] {
		b.owner[v] = none
	}
	f.reserved, f.marks = f.reserved[:f.marks[last]], f.marks[:last]
}

// sweep goes along the way that was found for a label, at each vertex through
// all that hangs on it beside the way, and keeps the farthest vertex of the way
// that was seen. When that is the very next one, there is no way around it.
func (f *forced) sweep(b *board, label int32) {
	goal := b.ends[label][1]
	f.way = f.way[:0]
	for v := b.ends[label][0]; ; v = f.next[v] {
		f.place[v] = int32(len(f.way))
		f.way = append(f.way, v)
		if v == goal {
			break
		}
	}
	f.begin()
	last, far, done := len(f.way)-1, 0, 0
	for i := 0; i < last; i++ {
		f.see(f.way[i])
		for ; done < len(f.queue); done++ {
			for _, h := range b.ways[f.queue[done]] {
				if place := f.place[h.To]; place >= 0 {
					far = max(far, int(place))
				} else if b.free(h.To, label) {
					f.see(h.To)
				}
			}
		}
		if v := f.way[i+1]; far == i+1 && far < last && b.owner[v] < 0 {
			b.owner[v] = label
			f.reserved = append(f.reserved, v)
		}
	}
	for _, v := range f.way {
		f.place[v] = none
	}
}

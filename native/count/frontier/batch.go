package frontier

import (
	"errors"
	"slices"
)

var errFull = errors.New("the tables are full")

// batch is a set of states of a layer that is taken to the end by itself: the whole layer, or
// the states whose keys lie in a range. Counting is linear, so the sums of all batches are the
// whole.
type batch struct {
	layer   int
	states  int64   // about how many; it decides on the number of workers
	share   float64 // its part of the whole work, an estimate
	unsplit []split // it still has the states of all parts of these, which are to be made one after the other
	// partial is set where the next batch on the stack is the rest of the layer before, and the
	// states expanded so far lie in this one: together they make one layer.
	partial bool
	// low and high bound the keys, high excluded; nil is no bound.
	low, high []uint64
	blocks    *entryBlocks   // nil if the batch is not in memory
	stored    *storedEntries // nil if it is in no file
}

// entryBlocks are entries in memory, counted by references: several batches may share them.
type entryBlocks struct {
	raw    [][]uint64
	refs   int
	memory [][]uint64 // what goes back to the arena; nil where that was done
}

// newBlocks are entries in memory of the arena, with one reference.
func newBlocks(raw [][]uint64) *entryBlocks {
	return &entryBlocks{raw: raw, refs: 1, memory: slices.Clone(raw)}
}

func (blocks *entryBlocks) bytes() int64 {
	n := int64(0)
	for _, w := range blocks.raw {
		n += 8 * int64(len(w))
	}
	return n
}

// retain is the same batch with one more reference to its blocks.
func (b batch) retain() batch {
	if b.blocks != nil {
		b.blocks.refs++
	}
	return b
}

// release drops one reference to the blocks; the last one gives the memory back.
func (b batch) release(a *arena) {
	if b.blocks == nil {
		return
	}
	b.blocks.refs--
	if b.blocks.refs == 0 {
		for _, w := range b.blocks.memory {
			a.put(w)
		}
		b.blocks.raw, b.blocks.memory = nil, nil
	}
}

// takeBlocks moves the cells of a table into blocks. The table must not be used any more.
func (t *table[K, C]) takeBlocks() *entryBlocks {
	var raw [][]uint64
	for i := range t.shards {
		if cells := t.shards[i].cells; len(cells) > 0 {
			raw = append(raw, asRaw(cells))
		}
	}
	return newBlocks(raw)
}

// inRange reports whether the key lies within the batch's bounds.
func inRange[K words](b *batch, key *K) bool {
	if b.low != nil {
		if low := keyOf[K](b.low); compareKeys(key, &low) < 0 {
			return false
		}
	}
	if b.high != nil {
		if high := keyOf[K](b.high); compareKeys(key, &high) >= 0 {
			return false
		}
	}
	return true
}

// eachEntry visits the entries of a batch in memory.
func eachEntry[K, C words](b *batch, visit func(e *entry[K, C])) {
	var none C
	for _, raw := range b.blocks.raw {
		block := asEntries[K, C](raw)
		for i := range block {
			if e := &block[i]; e.count != none && inRange(b, &e.key) {
				visit(e)
			}
		}
	}
}

// restartPoint is the batch with a reference of its own, to begin again from; a stored one takes
// no memory.
func (b batch) restartPoint() batch {
	if b.stored != nil {
		b.blocks = nil
		return b
	}
	return b.retain()
}

// widen doubles the words of all counts on the stack. If that doesn't fit into memory, nothing
// is changed.
func (r *run) widen() error {
	from := r.schedule.keyWords + r.countWords
	to := from + r.countWords
	wide := map[*entryBlocks][][]uint64{}
	for _, p := range r.stack {
		if p.blocks == nil || wide[p.blocks] != nil {
			continue
		}
		list := make([][]uint64, len(p.blocks.raw))
		wide[p.blocks] = list
		for i, old := range p.blocks.raw {
			n := len(old) / from
			if list[i] = r.memory.get(n * to); list[i] == nil {
				for _, list := range wide {
					for _, w := range list {
						r.memory.put(w)
					}
				}
				return ErrMemory
			}
			for j := range n {
				copy(list[i][j*to:], old[j*from:(j+1)*from])
			}
		}
	}
	for b, list := range wide {
		for _, old := range b.memory {
			r.memory.put(old)
		}
		b.raw, b.memory = list, slices.Clone(list)
	}
	r.countWords *= 2
	return nil
}

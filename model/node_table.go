package model

import "slices"

// nodeTable finds nodes by their hash. It is a hash table with open addressing, since models may have millions of nodes.
type nodeTable struct {
	slots []nodeSlot // a power of two, at most three quarters of them taken
	taken int
}

// nodeSlot is a place of the table: a node plus one, 0 where it is free, and the lower half of the node's hash.
type nodeSlot struct {
	node int32
	hash uint32
}

// intMark is set in the nodes of a table that are integer nodes.
const intMark = 1 << 30

// candidates are the nodes whose hash may be h, in any order.
func (t *nodeTable) candidates(h hash) func(yield func(node int32) bool) {
	return func(yield func(int32) bool) {
		if t.taken == 0 {
			return
		}
		mask := uint32(len(t.slots) - 1)
		for at := uint32(h) & mask; t.slots[at].node > 0; at = (at + 1) & mask {
			if t.slots[at].hash == uint32(h) && !yield(t.slots[at].node-1) {
				return
			}
		}
	}
}

// add adds a node with its hash.
func (t *nodeTable) add(h hash, node int32) {
	if 4*(t.taken+1) > 3*len(t.slots) {
		old := t.slots
		t.slots = make([]nodeSlot, max(64, 2*len(old)))
		for _, s := range old {
			if s.node > 0 {
				t.put(s)
			}
		}
	}
	t.put(nodeSlot{node + 1, uint32(h)})
	t.taken++
}

func (t *nodeTable) put(s nodeSlot) {
	mask := uint32(len(t.slots) - 1)
	at := s.hash & mask
	for t.slots[at].node > 0 {
		at = (at + 1) & mask
	}
	t.slots[at] = s
}

func (t *nodeTable) clone() nodeTable { return nodeTable{slices.Clone(t.slots), t.taken} }

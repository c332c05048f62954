package frontier

import (
	"errors"
	"math/bits"
)

// errImpossible is why a batch of a checkpoint can't be worked on whose checksum is right.
var errImpossible = errors.New("it has a state, or a number, that no count comes to, so somebody has altered it: go on from another copy, or begin anew without it")

// keyChecker tells what may stand in a layer of a checkpoint from what would lead the count astray: it is trusted by all that decodes
// keys. Whether the count can come to the state, and whether its number is right, is not known.
type keyChecker[K words] struct {
	schedule *schedule
	layout   *layout
	modulo   uint64
	may      []uint8 // by place in the layout's slots, where there is a mate array: the kinds that the vertex there may have
	state    state
}

func newKeyChecker[K words](sched *schedule, number int, modulo uint64) *keyChecker[K] {
	c := &keyChecker[K]{schedule: sched, layout: sched.layer(number), modulo: modulo}
	c.state.rules = make([]int32, len(sched.automata))
	if !sched.usesMates || number == 0 {
		return c
	}
	left := make(map[int32]int)
	for _, s := range sched.steps[:number] {
		for _, d := range s.edges {
			for _, v := range []int32{sched.Graph.Edges[d.edge].U, sched.Graph.Edges[d.edge].V} {
				left[v]++
			}
		}
	}
	for _, slot := range c.layout.slots {
		v := sched.vertexAt[number-1][slot]
		c.may = append(c.may, sched.reachableKinds(v, sched.Graph.Degree(v)-left[v]))
	}
	return c
}

// check reports whether an entry, a key and a count of as many words as it had when it was saved, may stand in the layer.
func (c *keyChecker[K]) check(raw []uint64) bool {
	key := keyOf[K](raw)
	return c.checkCount(raw[len(key):]) && c.inFields(&key) && c.checkState(&key)
}

// checkCount reports whether a number is one that a table may have.
func (c *keyChecker[K]) checkCount(count []uint64) bool {
	some := uint64(0)
	for _, word := range count {
		some |= word
	}
	return some != 0 && (c.modulo == 0 || len(count) == 1 && count[0] <= c.modulo)
}

// inFields reports whether all fields of a key have numbers that they may have, and as many ends of paths are matched as have mates.
func (c *keyChecker[K]) inFields(key *K) bool {
	l, sched := c.layout, c.schedule
	at := func(f *field) uint64 { return (*key)[f.word] >> f.shift & f.mask }
	if l.impossible || at(&l.weight) >= max(l.weights, 1) {
		return false
	}
	for i := range l.rules {
		if at(&l.rules[i].field) >= l.rules[i].states {
			return false
		}
	}
	if at(&l.closed) != 0 {
		return true // what else there may be, encoding tells
	}
	if !sched.usesMates {
		for i := range l.kinds {
			if at(&l.kinds[i]) >= uint64(len(l.degree[i])) {
				return false
			}
		}
		next := uint64(0) // components are numbered as they come
		for i := range l.connectivity[:min(len(l.connectivity), len(l.slots))] {
			number := at(&l.connectivity[i])
			if number > next {
				return false
			}
			if number == next {
				next++
			}
		}
		return true
	}
	matched := 0
	for i := range l.kinds {
		kind := at(&l.kinds[i])
		if kind >= uint64(sched.mateKinds()) {
			return false
		}
		if kind == 2 || sched.directed && kind == 3 {
			matched++
		}
	}
	return matched%2 == 0
}

// checkState reports whether the state of a key whose fields are right is one, and has no other key.
func (c *keyChecker[K]) checkState(key *K) bool {
	l, sched, s := c.layout, c.schedule, &c.state
	clear(s.rules)
	s.excluded = 0
	decode(sched, l, key, s)
	if sched.usesMates && !s.closed {
		for i, slot := range l.slots {
			if c.may != nil && !s.isKind(slot, c.may[i]) {
				return false
			}
		}
		if sched.Shape == OnePath && bits.OnesCount64(s.marked) > 2 {
			return false
		}
		for rest := s.matched; sched.directed && rest != 0; rest &= rest - 1 {
			slot := bits.TrailingZeros64(rest)
			if s.heads>>slot&1 == s.heads>>(s.mate[slot]&63)&1 {
				return false
			}
		}
	}
	return encode[K](sched, l, s) == *key
}

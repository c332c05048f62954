package machine

import "nazo/internal/model"

// node is part of a tree that leads a state to the transitions whose needs it meets, as in the successor
// generators of planners (Helmert, The Fast Downward Planning System, 2006).
type node struct {
	// field is the variable that the node tests. Its value, minus the least of its domain, is the index
	// of the next node in below. Transitions there have no other needs of the variable. Nodes may be nil.
	field field
	below []*node
	// rest has the transitions that need no value of that variable.
	rest *node
	// leaves are tested one by one.
	leaves []leaf
}

// leaf is a transition. test and more are the needs that the way through the tree has not tested.
type leaf struct {
	test       test
	transition int32
	more       []test
}

// indexed is a transition on its way into the tree.
type indexed struct {
	transition int32
	needs      []Fact // those not yet tested
}

const (
	// fewLeaves is the number of transitions that need no further node.
	fewLeaves = 6
	// leastGain is the share of transitions that a node must spare a state on average.
	leastGain = 0.1
	// widestNode is the size of the largest domain that a node tests.
	widestNode = 4096
)

// index builds the tree. Each node tests the variable that leaves the fewest transitions, on average over its values.
func (p *Program) index(all []indexed) *node {
	if len(all) == 0 {
		return nil
	}
	v, ok := p.discriminating(all)
	if !ok {
		n := &node{}
		for _, e := range all {
			ts, _ := tests(p.fields, e.needs)
			l := leaf{transition: e.transition}
			if len(ts) > 0 {
				l.test, l.more = ts[0], ts[1:]
			}
			n.leaves = append(n.leaves, l)
		}
		return n
	}
	n := &node{field: p.fields[v]}
	size := p.m.Vars[v].Domain.Bounds().Size()
	below := make([][]indexed, size)
	var rest []indexed
	for _, e := range all {
		value, needs, needed := take(e.needs, v)
		if needed {
			at := value - n.field.low
			below[at] = append(below[at], indexed{e.transition, needs})
		} else {
			rest = append(rest, e)
		}
	}
	n.below = make([]*node, size)
	for i, es := range below {
		n.below[i] = p.index(es)
	}
	n.rest = p.index(rest)
	return n
}

// discriminating returns the variable to test, if any is worth it.
func (p *Program) discriminating(all []indexed) (model.VarID, bool) {
	if len(all) <= fewLeaves {
		return 0, false
	}
	needing := make(map[model.VarID]int)
	for _, e := range all {
		for _, f := range e.needs {
			needing[f.Var]++
		}
	}
	best, least := model.VarID(-1), float64(len(all))*(1-leastGain)
	for v, n := range needing {
		size := p.m.Vars[v].Domain.Bounds().Size()
		if size > widestNode || p.fields[v].mask == 0 {
			continue
		}
		left := float64(len(all)-n) + float64(n)/float64(size)
		if left < least || left == least && best >= 0 && v < best {
			best, least = v, left
		}
	}
	return best, best >= 0
}

// take returns the needed value of a variable, and the other needs.
func take(needs []Fact, v model.VarID) (value int64, others []Fact, needed bool) {
	for i, f := range needs {
		if f.Var == v {
			others = append(append(others, needs[:i]...), needs[i+1:]...)
			return f.Value, others, true
		}
	}
	return 0, needs, false
}

// holds reports whether a state allows the transition of a leaf.
func (p *Program) holds(l *leaf, s State, scratch *Scratch) bool {
	if s[l.test.word]&l.test.mask != l.test.value || len(l.more) > 0 && !holdAll(l.more, s) {
		return false
	}
	guard := p.transitions[l.transition].guard
	return guard == nil || guard(&scratch.here)
}

func (p *Program) each(n *node, s State, scratch *Scratch, yield func(int32, State, []int64) bool) bool {
	for ; n != nil; n = n.rest {
		if n.below != nil && !p.each(n.below[s[n.field.word]>>n.field.shift&n.field.mask], s, scratch, yield) {
			return false
		}
		for i := range n.leaves {
			l := &n.leaves[i]
			if !p.holds(l, s, scratch) {
				continue
			}
			t := &p.transitions[l.transition]
			t.apply(s, scratch.next, scratch)
			if p.Forbidden(scratch.next, scratch) {
				continue
			}
			if !yield(t.move, scratch.next, t.cost(scratch)) {
				return false
			}
		}
	}
	return true
}

// find returns the transition below n that is possible in s, or nil.
func (p *Program) find(n *node, s State, scratch *Scratch) *compiledTransition {
	for ; n != nil; n = n.rest {
		if n.below != nil {
			if t := p.find(n.below[s[n.field.word]>>n.field.shift&n.field.mask], s, scratch); t != nil {
				return t
			}
		}
		for i := range n.leaves {
			if l := &n.leaves[i]; p.holds(l, s, scratch) {
				return &p.transitions[l.transition]
			}
		}
	}
	return nil
}

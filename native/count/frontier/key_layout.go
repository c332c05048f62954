package frontier

import (
	"fmt"
	"math/bits"
	"slices"
)

// field is a run of bits of a key.
type field struct {
	word  uint8
	shift uint8
	mask  uint64
}

// layout tells how the states of a layer are packed into keys: first the kinds of the frontier's
// vertices, then how they are connected, the automata's states and the accumulated weight. The
// vertices that stay unchanged longest come first: so if a layer is divided by ranges of keys,
// its parts have different states for long.
type layout struct {
	frontier     uint64 // slots, as bits
	slots        []uint8
	kinds        []field   // by place in slots
	masks        *masks    // with a mate array: translation of kinds, made when needed
	degree       [][]uint8 // without: by place, the degree that stands for a kind
	kindOf       [][]uint8 // and the kind of a degree
	connectivity []field   // component of each place, or one field: the rank of the mate array's matching
	rules        []ruleField
	excluded     exclusionLayout
	weight       field
	leastWeight  int64  // the weight that the field's 0 stands for
	weights      uint64 // how many the field may have
	closed       field
	words        int
	impossible   bool // a rule can't be met whatever was decided
}

type ruleField struct {
	field
	rule   int32
	states uint64 // that its automaton has there
}

// makeLayouts lays out the keys of all layers, and decides on their words.
func (sched *schedule) makeLayouts() error {
	changes := sched.changes()
	depth := make([]int, len(sched.automata))
	least, most := int64(0), int64(0)
	left := make([]int, sched.Graph.Order())
	for v := range left {
		left[v] = sched.Graph.Degree(int32(v))
	}
	decide := func(u int32) {
		for _, t := range sched.readers[u] {
			depth[t.rule]++
		}
		if sched.Weights != nil {
			least, most = least+min(sched.Weights[u], 0), most+max(sched.Weights[u], 0)
		}
	}
	sched.keyWords = 1
	mayClose := false
	for i := range sched.steps {
		s := &sched.steps[i]
		for _, d := range s.edges {
			decide(d.edge)
			left[sched.Graph.Edges[d.edge].U]--
			left[sched.Graph.Edges[d.edge].V]--
		}
		for _, u := range s.switches {
			decide(u)
		}
		mayClose = mayClose || s.restOptional && (sched.usesMates && sched.Shape != Linked || sched.Shape == Connected)
		l := &s.after
		at := sched.vertexAt[i]
		for rest := l.frontier; rest != 0; rest &= rest - 1 {
			l.slots = append(l.slots, uint8(bits.TrailingZeros64(rest)))
		}
		slices.SortStableFunc(l.slots, func(a, b uint8) int { return changes.after(at[b], i) - changes.after(at[a], i) })
		if err := sched.makeLayout(l, at, left, depth, least, most, mayClose); err != nil {
			return err
		}
		sched.keyWords = max(sched.keyWords, l.words)
	}
	if sched.keyWords == 3 {
		sched.keyWords = 4
	}
	if sched.keyWords > 4 {
		return fmt.Errorf("frontier: states of more than 256 bits")
	}
	return nil
}

// changes has for each vertex the steps in which an edge of it is decided, ascending.
type changes [][]int

func (sched *schedule) changes() changes {
	out := make(changes, sched.Graph.Order())
	for i, s := range sched.steps {
		for _, d := range s.edges {
			for _, v := range []int32{sched.vertexAt[i][d.self], sched.vertexAt[i][d.other]} {
				if n := len(out[v]); n == 0 || out[v][n-1] != i {
					out[v] = append(out[v], i)
				}
			}
		}
	}
	return out
}

// after is the first step after the given one in which an edge of the vertex is decided; there
// is one as long as the vertex is in the frontier.
func (c changes) after(v int32, step int) int {
	i, _ := slices.BinarySearch(c[v], step+1)
	if i == len(c[v]) {
		return step
	}
	return c[v][i]
}

// makeLayout lays out the key of one layer.
func (sched *schedule) makeLayout(l *layout, at []int32, left, depth []int, least, most int64, mayClose bool) error {
	p := packer{}
	for _, slot := range l.slots {
		v := at[slot]
		if sched.usesMates {
			l.kinds = append(l.kinds, p.field(uint64(sched.mateKinds())))
			continue
		}
		degree, kindOf := degreeKinds(sched.allowed[v], left[v], sched.Graph.Degree(v), sched.Shape == Connected)
		l.degree, l.kindOf = append(l.degree, degree), append(l.kindOf, kindOf)
		l.kinds = append(l.kinds, p.field(uint64(len(degree))))
	}
	switch {
	case sched.usesMates:
		l.connectivity = append(l.connectivity, p.field(perfectMatchings[uint64](len(l.slots))))
	case sched.Shape != AnyEdges:
		for i := range l.slots {
			l.connectivity = append(l.connectivity, p.field(uint64(i)+1))
		}
	}
	for r, d := range depth {
		if states := sched.automata[r].states[d]; states > 1 {
			l.rules = append(l.rules, ruleField{p.field(uint64(states)), int32(r), uint64(states)})
		} else if states == 0 {
			l.impossible = true
		}
	}
	l.excluded.field = p.bits(bits.Len64(l.excluded.used))
	l.leastWeight = least
	if uint64(most-least) > 1<<40 {
		return fmt.Errorf("frontier: weights from %d to %d are too many", least, most)
	}
	l.weights = uint64(most-least) + 1
	l.weight = p.field(l.weights)
	if mayClose {
		l.closed = p.field(2)
	} else {
		l.closed = p.field(1)
	}
	l.words = int(p.word) + 1
	return nil
}

// packer allots fields of a key, from the top of its first word.
type packer struct {
	word uint8
	used int
}

// field allots the bits for a number below count.
func (p *packer) field(count uint64) field {
	width := 0
	if count > 1 {
		width = bits.Len64(count - 1)
	}
	return p.bits(width)
}

// bits allots so many bits, 63 at most.
func (p *packer) bits(width int) field {
	if p.used+width > 64 {
		p.word++
		p.used = 0
	}
	p.used += width
	return field{word: p.word, shift: uint8((64 - p.used) & 63), mask: 1<<width - 1}
}

// degreeKinds lists the degrees that a vertex with so many undecided edges may have so far, in
// classes: two degrees after which the same further edges are allowed are one kind (unless
// touched asks whether the vertex has an edge at all). It returns for each kind the least
// degree, and for each degree its kind.
func degreeKinds(allowed uint64, left, total int, touched bool) (degree, kindOf []uint8) {
	type class struct {
		rest uint64
		some bool
	}
	number := map[class]uint8{}
	for d := 0; d <= total-left && d < 64; d++ {
		rest := allowed >> d & degreesUpTo(left)
		if rest == 0 {
			kindOf = append(kindOf, 255)
			continue
		}
		k, known := number[class{rest, touched && d > 0}]
		if !known {
			k = uint8(len(degree))
			number[class{rest, touched && d > 0}] = k
			degree = append(degree, uint8(d))
		}
		kindOf = append(kindOf, k)
	}
	if degree == nil {
		degree = []uint8{0}
	}
	return degree, kindOf
}

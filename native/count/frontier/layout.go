package frontier

import (
	"fmt"
	"math/bits"
	"slices"
)

// field is a place in a key.
type field struct {
	word  uint8
	shift uint8
	mask  uint64
}

// layout says how the states of a layer are packed into keys: the kinds of the open
// vertices, those that stay as they are longest first, so that the parts of a layer that
// is divided by ascending keys have different states for long; then how they are joined,
// the rules' states and the tally.
type layout struct {
	open   uint64 // slots, as bits
	slots  []uint8
	kinds  []field   // by place in slots
	masks  *masks    // where ends are matched: those of kinds, while they are needed
	degree [][]uint8 // where ends aren't matched: by place, the degree that stands for a kind
	kindOf [][]uint8 // and the kind of a degree
	joined []field   // component of each place, or one field: the rank of the matching
	rules  []ruleField
	tally  field
	least  int64 // tally of 0 in the field
	closed field
	words  int
}

type ruleField struct {
	field
	rule int32
}

// layKeys lays out the keys of all layers.
func (c *course) layKeys() error {
	changes := c.changes()
	depth := make([]int, len(c.rules))
	least, most := int64(0), int64(0)
	left := make([]int, c.Graph.Order())
	for _, e := range c.Graph.Edges {
		left[e.U]++
		left[e.V]++
	}
	decide := func(u int32) {
		for _, t := range c.touches[u] {
			depth[t.rule]++
		}
		if c.Weights != nil {
			least, most = least+min(c.Weights[u], 0), most+max(c.Weights[u], 0)
		}
	}
	c.words = 1
	mayClose := false
	for i := range c.steps {
		s := &c.steps[i]
		for _, d := range s.edges {
			decide(d.edge)
			left[c.Graph.Edges[d.edge].U]--
			left[c.Graph.Edges[d.edge].V]--
		}
		for _, u := range s.switches {
			decide(u)
		}
		mayClose = mayClose || s.restOff && (c.isMatched && c.Shape != Linked || c.Shape == Joined)
		l := &s.after
		at := c.vertexAt[i]
		for rest := l.open; rest != 0; rest &= rest - 1 {
			l.slots = append(l.slots, uint8(bits.TrailingZeros64(rest)))
		}
		slices.SortStableFunc(l.slots, func(a, b uint8) int { return changes.after(at[b], i) - changes.after(at[a], i) })
		if err := c.layFields(l, at, left, depth, least, most, mayClose); err != nil {
			return err
		}
		c.words = max(c.words, l.words)
	}
	if c.words == 3 {
		c.words = 4
	}
	if c.words > 4 {
		return fmt.Errorf("frontier: states of more than 256 bits")
	}
	return nil
}

// changes has for each vertex the steps in which an edge of it is decided, ascending.
type changes [][]int

func (c *course) changes() changes {
	out := make(changes, c.Graph.Order())
	for i, s := range c.steps {
		for _, d := range s.edges {
			for _, v := range []int32{c.vertexAt[i][d.self], c.vertexAt[i][d.other]} {
				if n := len(out[v]); n == 0 || out[v][n-1] != i {
					out[v] = append(out[v], i)
				}
			}
		}
	}
	return out
}

// after is the first step after one in which an edge of a vertex is decided; there is
// one as long as it is open.
func (c changes) after(v int32, step int) int {
	i, _ := slices.BinarySearch(c[v], step+1)
	if i == len(c[v]) {
		return step
	}
	return c[v][i]
}

// layFields lays out the key of one layer.
func (c *course) layFields(l *layout, at []int32, left, depth []int, least, most int64, mayClose bool) error {
	p := packer{}
	for _, slot := range l.slots {
		v := at[slot]
		if c.isMatched {
			l.kinds = append(l.kinds, p.field(uint64(c.matchedKinds())))
			continue
		}
		degree, kindOf := degreeKinds(c.allowed[v], left[v], len(c.Graph.Out[v])+len(c.Graph.In[v]), c.Shape == Joined)
		l.degree, l.kindOf = append(l.degree, degree), append(l.kindOf, kindOf)
		l.kinds = append(l.kinds, p.field(uint64(len(degree))))
	}
	switch {
	case c.isMatched:
		l.joined = append(l.joined, p.field(matchings(len(l.slots))))
	case c.Shape != AnyEdges:
		for i := range l.slots {
			l.joined = append(l.joined, p.field(uint64(i)+1))
		}
	}
	for r, d := range depth {
		if states := c.rules[r].states[d]; states > 1 {
			l.rules = append(l.rules, ruleField{p.field(uint64(states)), int32(r)})
		}
	}
	l.least = least
	if uint64(most-least) > 1<<40 {
		return fmt.Errorf("frontier: tallies from %d to %d are too many", least, most)
	}
	l.tally = p.field(uint64(most-least) + 1)
	if mayClose {
		l.closed = p.field(2)
	} else {
		l.closed = p.field(1)
	}
	l.words = int(p.word) + 1
	return nil
}

// packer gives out places in a key, from the top of its first word.
type packer struct {
	word uint8
	used int
}

// field is a place for a number below count.
func (p *packer) field(count uint64) field {
	width := 0
	if count > 1 {
		width = bits.Len64(count - 1)
	}
	if p.used+width > 64 {
		p.word++
		p.used = 0
	}
	p.used += width
	return field{word: p.word, shift: uint8((64 - p.used) & 63), mask: 1<<width - 1}
}

// matchings is the largest number of matchings that an even number of n slots has.
func matchings(n int) uint64 {
	count := uint64(1)
	for k := n &^ 1; k > 1; k -= 2 {
		count *= uint64(k - 1)
	}
	return count
}

// degreeKinds are the degrees that a vertex with so many undecided edges may have so
// far, those taken together that allow the same further edges (and, where it matters,
// are both none or some): for each kind the least degree, and the kind of each degree.
func degreeKinds(allowed uint64, left, total int, touched bool) (degree, kindOf []uint8) {
	type class struct {
		rest uint64
		some bool
	}
	number := map[class]uint8{}
	for d := 0; d <= total-left && d < 64; d++ {
		rest := allowed >> d & reach(left)
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

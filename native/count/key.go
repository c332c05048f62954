package count

import (
	"cmp"
	"errors"
	"fmt"
	"math/bits"
	"slices"
)

// words are the types of keys and counts. Keys have one, two or four 64-bit words, the highest first. Counts have
// one to 32, the lowest first.
type words interface {
	comparable
	[1]uint64 | [2]uint64 | [4]uint64 | [8]uint64 | [16]uint64 | [32]uint64
}

// encode packs a state into its key. States with equal keys are merged: no continuation distinguishes them.
func encode[K words](sched *schedule, l *layout, s *frontierState) (key K) {
	if s.closed {
		key[l.closed.word] |= 1 << l.closed.shift
	} else {
		if sched.usesMates {
			encodeMates(sched, l, s, &key)
		} else {
			encodeDegrees(sched, l, s, &key)
		}
		if l.excluded.used != 0 {
			key[l.excluded.field.word] |= l.excluded.relevant(sched, s) << l.excluded.field.shift
		}
	}
	for _, r := range l.rules {
		key[r.word] |= uint64(s.rules[r.rule]) << r.shift
	}
	key[l.weight.word] |= uint64(s.weight-l.leastWeight) << l.weight.shift
	return key
}

func encodeDegrees[K words](sched *schedule, l *layout, s *frontierState, key *K) {
	for i, slot := range l.slots {
		f := &l.kinds[i]
		(*key)[f.word] |= uint64(l.kindOf[i][s.degree[slot]]) << f.shift
	}
	if sched.Shape == AnyEdges {
		return
	}
	var first [256]uint8 // the place of the first slot of a component, from 1
	next := uint8(0)
	for i, slot := range l.slots {
		p := s.component[slot]
		if first[p] == 0 {
			next++
			first[p] = next
		}
		f := &l.connectivity[i]
		(*key)[f.word] |= uint64(first[p]-1) << f.shift
	}
}

// decode unpacks a key into a state. It leaves the parts that the layer doesn't have.
func decode[K words](sched *schedule, l *layout, key *K, s *frontierState) {
	s.closed = (*key)[l.closed.word]>>l.closed.shift&l.closed.mask != 0
	s.weight = int64((*key)[l.weight.word]>>l.weight.shift&l.weight.mask) + l.leastWeight
	s.excluded = (*key)[l.excluded.field.word] >> l.excluded.field.shift & l.excluded.field.mask
	for _, r := range l.rules {
		s.rules[r.rule] = int32((*key)[r.word] >> r.shift & r.mask)
	}
	switch {
	case sched.usesMates:
		decodeMates(sched, l, key, s)
	case s.closed:
		for _, slot := range l.slots {
			s.degree[slot], s.component[slot] = 0, slot
		}
	default:
		decodeDegrees(sched, l, key, s)
	}
}

func decodeDegrees[K words](sched *schedule, l *layout, key *K, s *frontierState) {
	var first [maxSlots]uint8
	next := uint8(0)
	for i, slot := range l.slots {
		f := &l.kinds[i]
		s.degree[slot] = l.degree[i][(*key)[f.word]>>f.shift&f.mask]
		s.component[slot] = slot
		if sched.Shape == AnyEdges {
			continue
		}
		f = &l.connectivity[i]
		number := uint8((*key)[f.word] >> f.shift & f.mask)
		if number == next {
			first[number] = slot
			next++
		}
		s.component[slot] = first[number]
	}
}

// commonBits returns the number of first bits in which two keys agree.
func commonBits[K words](a, b *K) int {
	for i := 0; i < len(*a); i++ {
		if x := (*a)[i] ^ (*b)[i]; x != 0 {
			return 64*i + bits.LeadingZeros64(x)
		}
	}
	return 64 * len(*a)
}

// keyWordsOf returns the words of a key.
func keyWordsOf[K words](k K) []uint64 {
	out := make([]uint64, len(k))
	for i := range out {
		out[i] = k[i]
	}
	return out
}

// keyOf makes a key of its words.
func keyOf[K words](raw []uint64) (key K) {
	for i := range len(key) {
		key[i] = raw[i]
	}
	return key
}

// compareKeys orders keys by their words.
func compareKeys[K words](a, b *K) int {
	for i := range len(*a) {
		if c := cmp.Compare((*a)[i], (*b)[i]); c != 0 {
			return c
		}
	}
	return 0
}

// field is a run of bits of a key.
type field struct {
	word, shift uint8
	mask        uint64
}

// layout says how states of a layer are packed into keys: kinds of the frontier's vertices, connections, automata
// states, weight. The vertices that stay unchanged longest come first, so ranges of keys keep different states for
// long.
type layout struct {
	frontier     uint64 // slots, as bits
	slots        []uint8
	kinds        []field   // by place in slots
	masks        *masks    // with a mate array: translation of kinds, made when needed
	degree       [][]uint8 // without: by place, a degree for each kind
	kindOf       [][]uint8 // and the kind of each degree
	connectivity []field   // component of each place, or one field: the rank of the mate array's matching
	rules        []ruleField
	excluded     exclusionLayout
	weight       field
	leastWeight  int64  // the weight for which the field has 0
	weights      uint64 // number of values of the field
	closed       field
	words        int
	impossible   bool // a rule can't be met, whatever was decided
}

type ruleField struct {
	field
	rule   int32
	states uint64 // of its automaton at this layer
}

// makeLayouts lays out the keys of all layers, and sets their number of words.
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

// after returns the first later step in which an edge of the vertex is decided. There is one while the vertex is in
// the frontier.
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

// bits allots a field of at most 63 bits.
func (p *packer) bits(width int) field {
	if p.used+width > 64 {
		p.word++
		p.used = 0
	}
	p.used += width
	return field{word: p.word, shift: uint8((64 - p.used) & 63), mask: 1<<width - 1}
}

// degreeKinds groups the degrees of a vertex with that many undecided edges. Degrees with the same possible
// continuations are one kind, unless touched separates 0 from the others. It returns the least degree of each kind,
// and the kind of each degree.
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

// errImpossible refuses a batch of a checkpoint although its checksum is right.
var errImpossible = errors.New("it has a state or a number that no count reaches, so somebody has altered it: resume from another copy, or start without it")

// keyChecker validates keys of a checkpoint before they are decoded. It can't tell whether a count reaches the
// state, or whether its number is right.
type keyChecker[K words] struct {
	schedule *schedule
	layout   *layout
	modulo   uint64
	may      []uint8 // with a mate array: by place in slots, the kinds that the vertex there may have
	state    frontierState
}

// newKeyChecker returns the check of entries in a layer.
func newKeyChecker[K words](r *run, number int) func(entry []uint64) bool {
	sched := r.schedule
	c := &keyChecker[K]{schedule: sched, layout: sched.layer(number), modulo: r.options.Modulo}
	c.state.rules = make([]int32, len(sched.automata))
	if !sched.usesMates || number == 0 {
		return c.check
	}
	decided := map[int32]int{} // by vertex: edges
	for _, s := range sched.steps[:number] {
		for _, d := range s.edges {
			for _, v := range []int32{sched.Graph.Edges[d.edge].U, sched.Graph.Edges[d.edge].V} {
				decided[v]++
			}
		}
	}
	for _, slot := range c.layout.slots {
		v := sched.vertexAt[number-1][slot]
		c.may = append(c.may, sched.reachableKinds(v, sched.Graph.Degree(v)-decided[v]))
	}
	return c.check
}

// check reports whether a key and its count, in as many words as when saved, may stand in the layer.
func (c *keyChecker[K]) check(raw []uint64) bool {
	key := keyOf[K](raw)
	count := raw[len(key):]
	return slices.ContainsFunc(count, func(word uint64) bool { return word != 0 }) &&
		(c.modulo == 0 || len(count) == 1 && count[0] <= c.modulo) && c.inFields(&key) && c.checkState(&key)
}

// inFields reports whether all fields of a key are in range, and the number of matched path ends is even.
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
		return true // encoding checks the others
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

// checkState reports whether the key decodes to a possible state that has no other key. Its fields must be in range.
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

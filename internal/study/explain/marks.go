package explain

import (
	"math/bits"
	"slices"

	"nazo/internal/alg"
	"nazo/internal/model"
)

// Marks of numbers that add up. A player pencils in what each sum leaves for its numbers, sum after sum. Where that ends
// he supposes a number, and goes on until a sum can't be made.

// mostMarked bounds the numbers that marks tell apart, and mostMarks the marks that are made.
const (
	mostMarked = 31
	mostMarks  = 1_000
)

// markSum is a sum whose numbers have marks.
type markSum struct {
	unit     int32
	vars     []model.VarID
	total    int64
	distinct bool
	asked    map[[mostKept]uint32]kept // the answers of keeps
}

// kept is an answer of keeps.
type kept struct {
	keep []uint32
	ok   bool
}

// mostKept bounds the numbers of sums whose answers are kept.
const mostKept = 9

// markSumOf returns a sum, or nil if its numbers have no marks.
func (s *Story) markSumOf(u int32) *markSum {
	if sum, ok := s.markSums[u]; ok {
		return sum
	}
	t := s.tallyOf(u)
	sum := &markSum{unit: u, total: t.total, distinct: t.distinct}
	for _, term := range t.terms {
		v, ok := s.termVar(term)
		if !ok || s.m.Vars[v].Domain.Size() > mostSummed || s.m.Vars[v].Domain.Bounds().Lo < 0 || s.m.Vars[v].Domain.Bounds().Hi > mostMarked {
			sum = nil
			break
		}
		sum.vars = append(sum.vars, v)
	}
	s.markSums[u] = sum
	return sum
}

// keeps returns for each number of a sum the values with which it can be made, and whether there are some.
func (sum *markSum) keeps(open func(model.VarID) uint32) (keep []uint32, ok bool) {
	if len(sum.vars) > mostKept {
		return sum.made(alg.Map(sum.vars, open))
	}
	var key [mostKept]uint32
	for i, v := range sum.vars {
		key[i] = open(v)
	}
	answer, met := sum.asked[key]
	if !met {
		answer.keep, answer.ok = sum.made(key[:len(sum.vars)])
		if sum.asked == nil {
			sum.asked = map[[mostKept]uint32]kept{}
		}
		sum.asked[key] = answer
	}
	return answer.keep, answer.ok
}

// made is keeps for what is left of each number.
func (sum *markSum) made(free []uint32) (keep []uint32, ok bool) {
	n := len(sum.vars)
	least, most := make([]int64, n+1), make([]int64, n+1) // what the numbers from one on add up to
	for i := n - 1; i >= 0; i-- {
		if free[i] == 0 {
			return nil, false
		}
		least[i] = least[i+1] + int64(bits.TrailingZeros32(free[i]))
		most[i] = most[i+1] + int64(31-bits.LeadingZeros32(free[i]))
	}
	type at struct {
		i    int
		used uint32
		rest int64
	}
	keep = make([]uint32, n)
	made := map[at]bool{}
	var make func(a at) bool
	make = func(a at) bool {
		if a.i == n {
			return a.rest == 0
		}
		if a.rest < least[a.i] || a.rest > most[a.i] {
			return false
		}
		can, met := made[a]
		if met {
			return can
		}
		for left := free[a.i] &^ a.used; left != 0; left &= left - 1 {
			next := at{a.i + 1, 0, a.rest - int64(bits.TrailingZeros32(left))}
			if sum.distinct {
				next.used = a.used | left&-left
			}
			if make(next) {
				keep[a.i] |= left & -left
				can = true
			}
		}
		made[a] = can
		return can
	}
	return keep, make(at{rest: sum.total})
}

// mark is what a sum takes from a number, or what is supposed of it.
type mark struct {
	v    model.VarID
	sum  *markSum // nil if it is supposed
	gone uint32
}

// marks are the values that numbers may still have, and how they got fewer. What they begin with the reader knows.
type marks struct {
	s     *Story
	first []uint32 // by variable
	open  []uint32
	all   []mark
	queue []int32
	wrong *markSum // the sum that can't be made
}

// marksOf returns what the reader knows of numbers, and all sums that are not looked at yet.
func (s *Story) marksOf() *marks {
	k := &marks{s: s, first: make([]uint32, len(s.m.Vars))}
	for v := range s.m.Vars {
		v := model.VarID(v)
		units := s.sumsOf(v)
		if len(units) == 0 {
			continue
		}
		for _, u := range units {
			if s.markSumOf(u) != nil && !slices.Contains(k.queue, u) {
				k.queue = append(k.queue, u)
			}
		}
	}
	for _, u := range k.queue {
		for _, v := range s.markSumOf(u).vars {
			if is, ok := s.values[v]; ok {
				k.first[v] = 1 << is
				continue
			}
			k.first[v] = 0
			for value := range s.m.Vars[v].Domain.Each {
				if !s.known[model.Fact{Var: v, Value: value}] {
					k.first[v] |= 1 << value
				}
			}
		}
	}
	k.queue = slices.DeleteFunc(k.queue, func(u int32) bool {
		return !slices.ContainsFunc(s.markSumOf(u).vars, func(v model.VarID) bool { return bits.OnesCount32(k.first[v]) > 1 })
	})
	k.open = slices.Clone(k.first)
	return k
}

// spread looks at sums until nothing goes any more, or a sum can't be made.
func (k *marks) spread() {
	for len(k.queue) > 0 && len(k.all) < mostMarks && k.wrong == nil {
		u := k.queue[0]
		k.queue = k.queue[1:]
		sum := k.s.markSumOf(u)
		keep, ok := sum.keeps(func(v model.VarID) uint32 { return k.open[v] })
		if !ok {
			k.wrong = sum
			return
		}
		for i, v := range sum.vars {
			if gone := k.open[v] &^ keep[i]; gone != 0 {
				k.take(mark{v, sum, gone})
			}
		}
	}
}

// take makes a mark.
func (k *marks) take(m mark) {
	k.open[m.v] &^= m.gone
	k.all = append(k.all, m)
	for _, u := range k.s.sumsOf(m.v) {
		if other := k.s.markSumOf(u); other != nil && other != m.sum && !slices.Contains(k.queue, u) {
			k.queue = append(k.queue, u)
		}
	}
}

// suppose returns the marks after one more, of which nothing follows yet.
func (k *marks) suppose(v model.VarID, value int64) *marks {
	t := &marks{s: k.s, first: k.first, open: slices.Clone(k.open), all: slices.Clone(k.all)}
	t.take(mark{v, nil, k.first[v] &^ (1 << value)})
	return t
}

// without returns what is left of a number after some marks, of each of which only a part counts.
func (k *marks) without(v model.VarID, parts map[int]uint32) uint32 {
	left := k.first[v]
	for i, gone := range parts {
		if k.all[i].v == v {
			left &^= gone
		}
	}
	return left
}

// shows reports whether a sum can have none of some values of a number after parts of marks. If v is -1, it can't be
// made at all.
func (k *marks) shows(sum *markSum, v model.VarID, gone uint32, parts map[int]uint32) bool {
	_, ok := sum.keeps(func(of model.VarID) uint32 {
		if of == v {
			return gone
		}
		return k.without(of, parts)
	})
	return !ok
}

// spent returns what a sum needs of the marks before the given one, so that it can have none of some values of a number.
// The latest go first.
func (k *marks) spent(sum *markSum, v model.VarID, gone uint32, before int) map[int]uint32 {
	parts := map[int]uint32{}
	for i, m := range k.all[:before] {
		if m.v != v && slices.Contains(sum.vars, m.v) {
			parts[i] = m.gone
		}
	}
	if taken := k.taken(sum, v, gone, parts); taken != nil {
		return taken
	}
	for i := before - 1; i >= 0; i-- {
		part, ok := parts[i]
		if !ok {
			continue
		}
		if delete(parts, i); k.shows(sum, v, gone, parts) {
			continue
		}
		if k.all[i].sum == nil { // what is supposed is one thing
			parts[i] = part
			continue
		}
		for rest := part; rest != 0; rest &= rest - 1 {
			if parts[i] = part &^ (rest & -rest); k.shows(sum, v, gone, parts) {
				part = parts[i]
			}
		}
		parts[i] = part
	}
	return parts
}

// taken returns the marks by which other numbers of a sum have all of some values, or nil.
func (k *marks) taken(sum *markSum, v model.VarID, gone uint32, parts map[int]uint32) map[int]uint32 {
	if !sum.distinct || gone == 0 {
		return nil
	}
	by := map[int]uint32{}
	for _, of := range sum.vars {
		is := k.without(of, parts)
		if of == v || is&(is-1) != 0 || is&gone == 0 {
			continue
		}
		gone &^= is
		for i, part := range parts {
			if k.all[i].v == of {
				by[i] = part
			}
		}
	}
	if gone != 0 {
		return nil
	}
	return by
}

// look is how a number gets fewer values: by sums, each with marks that it needs. Claimed is what was not told before.
type look struct {
	gone, claimed uint32
	sums          []int32
	from          map[int]bool
}

// marking writes marks as a chain.
type marking struct {
	*marks
	chain Chain
	at    map[int]int    // the inference of a mark
	need  map[int]uint32 // what is needed of marks that are not written yet
	user  map[int]int    // the first mark that needs one
	looks map[int]*look
}

func (k *marks) marking() *marking {
	return &marking{marks: k, at: map[int]int{}, need: map[int]uint32{}, user: map[int]int{}, looks: map[int]*look{}}
}

// use notes what one mark needs of others.
func (w *marking) use(parts map[int]uint32, by int) {
	for i, part := range parts {
		if w.need[i] |= part; w.user[i] == 0 || by < w.user[i] {
			w.user[i] = by
		}
	}
}

// look says how the needed part of a mark is found, the latest mark first. What else it shows for the same reason is told,
// too.
func (w *marking) look(i int) {
	m := w.all[i]
	need := w.need[i]
	if need == 0 || m.sum == nil || w.looks[i] != nil {
		return
	}
	l := &look{from: map[int]bool{}}
	w.looks[i] = l
	for j := range i { // what the sum said before is said once, if nobody needs it before
		if o := w.all[j]; o.v == m.v && o.sum == m.sum && w.need[j] != 0 && w.user[j] >= i {
			need |= w.need[j]
			delete(w.need, j)
		}
	}
	w.by(l, m.sum, m.v, need, i)
	total := l.gone
	for j := i - 1; j >= 0; j-- { // other sums that leave one value, if nobody needs what they say before
		o := w.all[j]
		if o.v != m.v || o.sum == nil || w.need[j] == 0 || o.sum == m.sum || w.user[j] < i || len(l.sums) > 1 {
			continue
		}
		total |= w.need[j]
		if left := w.first[m.v] &^ total; left&(left-1) == 0 {
			w.by(l, o.sum, m.v, w.first[m.v]&^left&^l.gone, i)
			delete(w.need, j)
		}
	}
}

// by adds to a look that a sum takes some values, and others for the same reason.
func (w *marking) by(l *look, sum *markSum, v model.VarID, gone uint32, before int) {
	parts := w.spent(sum, v, gone, before)
	keep, ok := sum.keeps(func(of model.VarID) uint32 { return w.without(of, parts) })
	if ok && w.taken(sum, v, gone, parts) == nil {
		more := w.first[v] &^ keep[slices.Index(sum.vars, v)]
		left := w.first[v] &^ more
		if left&(left-1) != 0 { // what stands elsewhere goes without saying
			for _, of := range sum.vars {
				if is := w.without(of, parts); of != v && is&(is-1) == 0 {
					more &^= is
				}
			}
		}
		if bits.OnesCount32(left) > fewDigits { // only how large or small it is
			more &^= 1<<(31-bits.LeadingZeros32(left)) - 1<<bits.TrailingZeros32(left)
		}
		gone |= more
	}
	l.gone |= gone
	l.sums = append(l.sums, sum.unit)
	for i := range parts {
		l.from[i] = true
	}
	w.use(parts, before)
}

// told returns what is left of a number by the marks before one that are told.
func (w *marking) told(v model.VarID, before int) uint32 {
	left := w.first[v]
	for j, l := range w.looks {
		if j < before && w.all[j].v == v && w.need[j] != 0 {
			left &^= l.gone
		}
	}
	return left
}

// strengthen lets a mark by one sum say all that the told ones show, if that leaves one value or takes no others.
func (w *marking) strengthen(i int) {
	l, m := w.looks[i], w.all[i]
	if len(l.sums) > 1 {
		return
	}
	parts := map[int]uint32{}
	for j, other := range w.looks {
		if of := w.all[j].v; j < i && of != m.v && w.need[j] != 0 && slices.Contains(m.sum.vars, of) {
			parts[j] = other.gone
		}
	}
	keep, ok := m.sum.keeps(func(of model.VarID) uint32 { return w.without(of, parts) })
	if !ok {
		return
	}
	gone := w.first[m.v] &^ keep[slices.Index(m.sum.vars, m.v)]
	for j := i - 1; j >= 0; j-- {
		part, is := parts[j]
		if !is {
			continue
		}
		if delete(parts, j); !w.shows(m.sum, m.v, gone, parts) {
			parts[j] = part
		}
	}
	more := bits.OnesCount32(w.first[m.v]&^gone) > fewDigits
	for j := range parts {
		more = more || !l.from[j]
	}
	if left := w.told(m.v, i) &^ gone; more && left&(left-1) != 0 {
		return
	}
	l.gone = gone
	clear(l.from)
	for j := range parts {
		l.from[j] = true
	}
}

// write adds inferences for the needed marks from one on up to another, in order.
func (w *marking) write(from, to, under int) {
	for i := to - 1; i >= from; i-- {
		w.look(i)
	}
	for i := from; i < to; i++ {
		if w.need[i] == 0 || w.all[i].sum == nil {
			continue
		}
		w.strengthen(i)
		v, l := w.all[i].v, w.looks[i]
		was := w.told(v, i)
		left := was &^ l.gone
		l.claimed = l.gone & was
		claims := notsOf(v, l.claimed)
		if left&(left-1) == 0 {
			claims = []Claim{{v, model.LinkIs, int64(bits.TrailingZeros32(left))}}
			for j := range i {
				if w.first[v]&^l.gone != left && w.all[j].v == v && w.need[j] != 0 && w.looks[j] != nil {
					l.from[j] = true
				}
			}
		}
		in := w.inference(l, claims, under)
		in.Left = len(l.sums) > 1 && claims[0].Op == model.LinkIs
		if claims[0].Op != model.LinkIs && bits.OnesCount32(left) <= fewDigits && left&^w.openAt(v, i) == 0 { // by what the reader knows besides
			for value := range w.s.m.Vars[v].Domain.Each {
				if left>>value&1 == 0 {
					in.Says = append(in.Says, Claim{v, model.LinkIsNot, value})
				}
			}
		}
		n := len(w.chain) - 1
		if n >= 0 && w.joins(&w.chain[n], &in) {
			says := slices.Concat(w.chain[n].said(), in.said())
			w.chain[n] = w.chain[n].with(&in)
			w.chain[n].Says = says
			w.at[i] = n
			continue
		}
		w.at[i] = n + 1
		w.chain = append(w.chain, in)
	}
}

// openAt returns what is left of a number after a mark.
func (k *marks) openAt(v model.VarID, i int) uint32 {
	left := k.first[v]
	for _, m := range k.all[:i+1] {
		if m.v == v {
			left &^= m.gone
		}
	}
	return left
}

// joins reports whether an inference says of another number of one sum what the one before it says, for the same reason.
func (w *marking) joins(a, b *Inference) bool {
	return a.Kind == Follows && !a.Left && !b.Left && a.Under == b.Under && slices.Equal(a.Units, b.Units) && slices.Equal(a.From, b.From) &&
		a.Claims[len(a.Claims)-1].Op == model.LinkIsNot && b.Claims[0].Op == model.LinkIsNot
}

// inference is a look as an inference.
func (w *marking) inference(l *look, claims []Claim, under int) Inference {
	in := Inference{Kind: Follows, Claims: claims, Units: slices.Sorted(slices.Values(l.sums)), Since: w.s.toldOf(w.s.varsOf(l.sums)), Under: under}
	if len(claims) > 0 {
		in.Empty = claims[0].Var
	}
	for i := range l.from {
		in.From = append(in.From, w.at[i])
		for j, other := range w.looks { // what the mark shows, too, but others said before
			if j < i && w.all[j].v == w.all[i].v && w.need[j] != 0 && w.looks[i] != nil && other.claimed&w.looks[i].gone != 0 {
				in.From = append(in.From, w.at[j])
			}
		}
	}
	in.From = unite(in.From, nil)
	return in
}

// notsOf returns claims that a number is not what is gone.
func notsOf(v model.VarID, gone uint32) (claims []Claim) {
	for ; gone != 0; gone &= gone - 1 {
		claims = append(claims, Claim{v, model.LinkIsNot, int64(bits.TrailingZeros32(gone))})
	}
	return claims
}

// nextMark returns a step for a number that marks give away, the one with the shortest chain, or nil. If supposing, it
// supposes each other value that is left for a number. The chain costs less than the given bound.
func (s *Story) nextMark(supposing bool, most float64) *StoryStep {
	if s.solution == nil || supposing && s.supposed == len(s.told) || !supposing && s.marked == len(s.told) {
		return nil
	}
	k := s.marksOf()
	if len(k.queue) == 0 {
		return nil
	}
	k.spread()
	if k.wrong != nil {
		return nil
	}
	var best Chain
	tell := func(chain Chain) {
		if chain != nil && chain.toll() < most {
			best, most = chain, chain.toll()
		}
	}
	for i, m := range k.all {
		if left := k.open[m.v]; left&(left-1) == 0 && !slices.ContainsFunc(k.all[i+1:], func(o mark) bool { return o.v == m.v }) {
			tell(k.found(i))
		}
	}
	if supposing {
		for v := range k.first {
			if n := bits.OnesCount32(k.open[v]); n > 1 && n <= fewDigits {
				tell(k.refuted(model.VarID(v), s.solution[v], most))
			}
		}
	}
	if best == nil {
		if s.marked = len(s.told); supposing {
			s.supposed = s.marked
		}
		return nil
	}
	for i := range best {
		s.evidence(best, i)
	}
	last := best[len(best)-1].Claims[0]
	return &StoryStep{Facts: []model.Fact{{Var: last.Var, Value: last.Value, Is: true}}, Chain: best, Cost: best.Cost()}
}

// perPremise is what a reader pays for each further premise of a mark.
const perPremise = 0.5

// toll says how hard marks are to follow: each costs more, the more others it rests on.
func (c Chain) toll() float64 {
	cost := c.Cost()
	for i := range c {
		cost += perPremise * float64(max(0, len(c[i].From)-1))
	}
	return cost
}

// found is the chain for a mark that leaves one value.
func (k *marks) found(i int) Chain {
	w := k.marking()
	for j, m := range k.all[:i+1] {
		if m.v == k.all[i].v {
			w.use(map[int]uint32{j: m.gone}, len(k.all))
		}
	}
	w.write(0, i+1, -1)
	return w.chain
}

// refuted is the chain that shows a value by supposing each other one that is left, or nil.
func (k *marks) refuted(v model.VarID, value int64, most float64) Chain {
	w := k.marking()
	for j, m := range k.all {
		if m.v == v {
			w.use(map[int]uint32{j: m.gone}, len(k.all))
		}
	}
	var tried []*marks
	var ends []map[int]uint32
	for others := k.open[v] &^ (1 << value); others != 0; others &= others - 1 {
		t := k.suppose(v, int64(bits.TrailingZeros32(others)))
		if t.spread(); t.wrong == nil {
			return nil
		}
		tried = append(tried, t)
		ends = append(ends, t.spent(t.wrong, -1, 0, len(t.all)))
	}
	at := len(k.all) // where a supposition stands
	branches := make([]*marking, len(tried))
	for n, t := range tried { // what they need of what holds in any case comes first
		b := &marking{marks: t, at: w.at, need: map[int]uint32{}, user: map[int]int{}, looks: map[int]*look{}}
		b.use(ends[n], len(t.all))
		for i := len(t.all) - 1; i > at; i-- {
			b.look(i)
		}
		for i := range at {
			if b.need[i] != 0 {
				w.use(map[int]uint32{i: b.need[i]}, at)
			}
		}
		branches[n] = b
	}
	w.write(0, at, -1)
	for n, b := range branches {
		for i := range w.at {
			if i >= at {
				delete(w.at, i)
			}
		}
		begin := len(w.chain)
		w.at[at] = begin
		other := int64(bits.TrailingZeros32(k.first[v] &^ b.all[at].gone))
		w.chain = append(w.chain, Inference{Kind: Supposes, Claims: []Claim{{v, model.LinkIs, other}}, Under: -1})
		b.chain = w.chain
		for i, l := range w.looks {
			b.looks[i], b.need[i] = l, w.need[i]
		}
		b.looks[at], b.need[at] = &look{gone: b.all[at].gone, claimed: b.all[at].gone}, b.all[at].gone
		b.write(at+1, len(b.all), begin)
		end := &look{sums: []int32{b.wrong.unit}, from: map[int]bool{}}
		for i := range ends[n] {
			end.from[i] = true
		}
		in := b.inference(end, nil, begin)
		in.Kind, in.Claims = Contradicts, []Claim{{v, model.LinkIsNot, other}}
		if w.chain = append(b.chain, in); w.chain.toll() >= most {
			return nil
		}
	}
	end := &w.chain[len(w.chain)-1]
	end.Claims = []Claim{{v, model.LinkIs, value}}
	end.Since = firsts(append(end.Since, k.s.toldOf([]model.VarID{v})...))
	return w.chain
}

package fd

import (
	"cmp"
	"fmt"
	"slices"

	"nazo/internal/model"
)

// atom is an elementary statement about a literal or an integer. Explanations and learned clauses
// consist of atoms. An atom of an integer has no literal until a learned clause mentions it.
type atom struct {
	v  int64
	x  int32 // a literal or an integer
	op atomOp
}

type atomOp uint8

const (
	nothing     atomOp = iota // no atom
	holds                     // literal x is true
	atLeast                   // x >= v
	atMostOp                  // x <= v
	equals                    // x = v
	differsFrom               // x != v
)

func litAtom(l lit) atom               { return atom{x: int32(l), op: holds} }
func geAtom(x model.Int, v int64) atom { return atom{v, int32(x), atLeast} }
func leAtom(x model.Int, v int64) atom { return atom{v, int32(x), atMostOp} }
func eqAtom(x model.Int, v int64) atom { return atom{v, int32(x), equals} }
func neAtom(x model.Int, v int64) atom { return atom{v, int32(x), differsFrom} }

func (a atom) int() model.Int { return model.Int(a.x) }
func (a atom) lit() lit       { return lit(a.x) }

// not returns the negation.
func (a atom) not() atom {
	switch a.op {
	case holds:
		a.x ^= 1
	case atLeast:
		a.op, a.v = atMostOp, a.v-1
	case atMostOp:
		a.op, a.v = atLeast, a.v+1
	case equals:
		a.op = differsFrom
	case differsFrom:
		a.op = equals
	}
	return a
}

// String returns the atom for messages: "x3>=2", "b5:true".
func (a atom) String() string {
	switch a.op {
	case nothing:
		return "nothing"
	case holds:
		return fmt.Sprintf("b%d:%t", a.x>>1, a.x&1 == 0)
	}
	relation := [...]string{atLeast: ">=", atMostOp: "<=", equals: "=", differsFrom: "!="}[a.op]
	return fmt.Sprintf("x%d%s%d", a.x, relation, a.v)
}

// implies reports whether atom a implies b without further knowledge.
func (a atom) implies(b atom) bool {
	if a == b {
		return true
	}
	if a.op == holds || b.op == holds || a.x != b.x {
		return false
	}
	lo, hi := a.v, a.v // the range that a allows
	switch a.op {
	case atLeast:
		hi = 1 << 62
	case atMostOp:
		lo = -1 << 62
	case differsFrom:
		return false
	}
	switch b.op {
	case atLeast:
		return lo >= b.v
	case atMostOp:
		return hi <= b.v
	case equals:
		return lo == b.v && hi == b.v
	}
	return b.v < lo || b.v > hi
}

// atomSet is a set of atoms that is cleared in no time: a hash table with open addressing, whose entries belong to a
// round.
type atomSet struct {
	slots []atomSlot // a power of two
	round uint32
	n     int
}

type atomSlot struct {
	a     atom
	round uint32
}

func (t *atomSet) clear() {
	t.round++
	t.n = 0
}

// add adds an atom and reports whether it is new.
func (t *atomSet) add(a atom) bool {
	if 2*t.n >= len(t.slots) {
		t.grow()
	}
	mask := uint64(len(t.slots) - 1)
	h := (uint64(uint32(a.x))<<3|uint64(a.op))*0x9e3779b97f4a7c15 ^ uint64(a.v)*0xc2b2ae3d27d4eb4f
	for i := (h ^ h>>32) & mask; ; i = (i + 1) & mask {
		s := &t.slots[i]
		if s.round != t.round {
			*s = atomSlot{a, t.round}
			t.n++
			return true
		}
		if s.a == a {
			return false
		}
	}
}

func (t *atomSet) grow() {
	old := t.slots
	t.slots = make([]atomSlot, max(64, 2*len(old)))
	round := t.round
	t.round, t.n = 1, 0
	for _, s := range old {
		if s.round == round {
			t.add(s.a)
		}
	}
}

// value returns 1 if an atom is true, -1 if it is false, and 0 if it is open.
func (s *store) value(a atom) int8 {
	if a.op == holds {
		return s.val[a.x]
	}
	v := &s.ints[a.x]
	switch {
	case a.op == atMostOp || a.op == differsFrom:
		return -s.value(a.not())
	case a.op == atLeast && v.lo >= a.v || a.op == equals && v.lo == v.hi && v.lo == a.v:
		return 1
	case a.op == atLeast && v.hi < a.v || a.op == equals && !s.has(a.int(), a.v):
		return -1
	}
	return 0
}

// impose makes an atom true. It returns false if it is false.
func (s *store) impose(a atom) bool {
	switch a.op {
	case holds:
		return s.set(a.lit())
	case atLeast:
		return s.setLo(a.int(), a.v)
	case atMostOp:
		return s.setHi(a.int(), a.v)
	case equals:
		return s.fix(a.int(), a.v)
	}
	return s.remove(a.int(), a.v)
}

// views are the literals that stand for atoms of an integer: conditions of the model, and literals
// made for learned clauses (Feydy and Stuckey 2009). They and the domain change together.
type views struct {
	bounds []boundView // ascending
	values []lit       // for each value, from the base of the bits, its literal or 0; nil if there are none
}

// boundView is the literal of x ≥ v.
type boundView struct {
	v int64
	l lit
}

// viewed returns the atom that a literal stands for.
func (s *store) viewed(l lit) atom {
	a := s.atoms[s.view[l>>1]]
	if l.Negated() {
		return a.not()
	}
	return a
}

// passed updates literals after the values from lo to hi were removed.
func (s *store) passed(v *intVar, lo, hi int64) {
	w := v.views
	if w.values != nil {
		for k := lo; k <= hi; k++ {
			if l := w.values[k-v.base]; l != 0 && s.val[l] == 0 {
				s.assign(l ^ 1)
			}
		}
		if v.lo == v.hi {
			if l := w.values[v.lo-v.base]; l != 0 && s.val[l] == 0 {
				s.assign(l)
			}
		}
	}
	if len(w.bounds) == 0 || v.lo <= lo && hi <= v.hi { // a value between the bounds
		return
	}
	i, _ := slices.BinarySearchFunc(w.bounds, lo, func(b boundView, k int64) int { return cmp.Compare(b.v, k) })
	for ; i < len(w.bounds) && w.bounds[i].v <= hi+1; i++ {
		b := w.bounds[i]
		switch {
		case s.val[b.l] != 0:
		case b.v <= v.lo:
			s.assign(b.l)
		case b.v > v.hi:
			s.assign(b.l ^ 1)
		}
	}
}

// addView makes an open literal without other meaning stand for x ≥ v or x = v.
func (s *store) addView(l lit, a atom) {
	d := &s.ints[a.x]
	if d.views == nil {
		d.views = &views{}
	}
	if a.op == atLeast {
		i, _ := slices.BinarySearchFunc(d.views.bounds, a.v, func(b boundView, k int64) int { return cmp.Compare(b.v, k) })
		d.views.bounds = slices.Insert(d.views.bounds, i, boundView{a.v, l})
	} else {
		if d.views.values == nil {
			d.views.values = make([]lit, int64(d.n)<<6)
		}
		d.views.values[a.v-d.base] = l
	}
	s.view[l>>1] = int32(len(s.atoms))
	if l.Negated() {
		a = a.not()
	}
	s.atoms = append(s.atoms, a)
}

// viewOf returns the literal of an atom x ≥ v or x = v, if any.
func (s *store) viewOf(a atom) (lit, bool) {
	d := &s.ints[a.x]
	switch {
	case d.views == nil:
	case a.op == equals:
		if d.views.values != nil && d.views.values[a.v-d.base] != 0 {
			return d.views.values[a.v-d.base], true
		}
	default:
		i, found := slices.BinarySearchFunc(d.views.bounds, a.v, func(b boundView, k int64) int { return cmp.Compare(b.v, k) })
		if found {
			return d.views.bounds[i].l, true
		}
	}
	return 0, false
}

// litOf returns the literal of an atom, and makes it if needed.
func (s *store) litOf(a atom) lit {
	var sign lit
	switch a.op {
	case holds:
		return a.lit()
	case atMostOp, differsFrom:
		a, sign = a.not(), 1
	}
	if l, ok := s.viewOf(a); ok {
		return l ^ sign
	}
	l := s.newLit()
	s.addView(l, a)
	if v := s.value(a); v != 0 {
		s.val[l], s.val[l^1] = v, -v
		if v < 0 {
			a = a.not()
		}
		pos, _ := s.locate(a)
		s.at[l>>1] = pos
		if level := s.levelOf(pos); level > 0 {
			s.late[level-1] = append(s.late[level-1], l)
		}
	}
	return l ^ sign
}

// levelOf returns the level of a time, 0 for the root.
func (s *store) levelOf(pos int32) int {
	lo, hi := 0, len(s.levels) // the first level that began later
	for lo < hi {
		mid := (lo + hi) / 2
		if s.levels[mid].pos() > pos {
			hi = mid
		} else {
			lo = mid + 1
		}
	}
	return lo
}

// see makes the literal of "x lies in values" a view. It returns false if no free atom says that.
func (s *store) see(l lit, x model.Int, values model.Domain) bool {
	v := &s.ints[x]
	if s.val[l] != 0 || v.lo == v.hi {
		return false
	}
	inside := model.Range(v.lo, v.hi).Intersect(values)
	if len(inside) != 1 {
		return false
	}
	b := inside[0]
	var a atom
	switch {
	case b.Lo == v.lo && b.Hi == v.hi:
		return false
	case b.Hi == v.hi:
		a = geAtom(x, b.Lo)
	case b.Lo == v.lo:
		a, l = geAtom(x, b.Hi+1), l^1
	case b.Lo == b.Hi && v.n > 0 && s.has(x, b.Lo):
		a = eqAtom(x, b.Lo)
	default:
		return false
	}
	if _, taken := s.viewOf(a); taken || s.view[l>>1] != 0 {
		return false
	}
	s.addView(l, a)
	return true
}

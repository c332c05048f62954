package native

import (
	"math/bits"
	"slices"

	"nazo/internal/alg"
	"nazo/internal/model"
)

// set is a set of choices of a variable, as bits from its first choice on.
type set []uint64

func (s set) has(i int32) bool { return s[i>>6]>>(i&63)&1 != 0 }
func (s set) add(i int32)      { s[i>>6] |= 1 << (i & 63) }

// each calls f for the choices.
func (s set) each(first int32, f func(o int32)) {
	for i, w := range s {
		for ; w != 0; w &= w - 1 {
			f(first + int32(i<<6+bits.TrailingZeros64(w)))
		}
	}
}

// where returns the choices of a variable with which a condition on it holds.
func (r *recognizer) where(l model.Bool, v model.VarID) set {
	s, known := r.sets[l.Node()]
	if !known {
		s = r.setOf(l&^1, v)
		r.sets[l.Node()] = s
	}
	if !l.Negated() {
		return s
	}
	s = slices.Clone(s)
	r.complement(s, v)
	return s
}

func (r *recognizer) complement(s set, v model.VarID) {
	n := r.first[v+1] - r.first[v]
	for i := range s {
		s[i] = ^s[i]
	}
	if n&63 != 0 {
		s[len(s)-1] &= 1<<(n&63) - 1
	}
}

func (r *recognizer) setOf(l model.Bool, v model.VarID) set {
	first, n := r.first[v], r.first[v+1]-r.first[v]
	s := make(set, (n+63)/64)
	switch node := r.m.Node(l).(type) {
	case model.And:
		r.complement(s, v)
		for _, a := range node.Args {
			if r.variable(a) == v {
				for i, w := range r.where(a, v) {
					s[i] &= w
				}
			} else if !r.evaluation.Bool(a) {
				clear(s)
			}
		}
		return s
	case model.In:
		if k, single := node.Values.Single(); single {
			if x, ok := r.m.Ints[node.X].(model.IntVar); ok && x.Var == v {
				at, found := slices.BinarySearchFunc(r.choices[first:first+n], k, func(c choice, k int64) int { return int(min(max(c.value-k, -1), 1)) })
				if found {
					s.add(int32(at))
				}
				return s
			}
		}
	}
	r.each(v, func(o int32) {
		if r.evaluation.Bool(l) {
			s.add(o - first)
		}
	})
	return s
}

// agree adds that of some conditions on two variables one fails, if this says that a value of one needs a value of the
// other: two cells of a piece have the same piece.
func (r *recognizer) agree(conditions []model.Bool) bool {
	p := pairing{recognizer: r, vars: [2]model.VarID{none, none}}
	for _, c := range conditions {
		if !p.alternative(c.Not()) {
			return false
		}
	}
	return p.vars[1] >= 0 && (p.add(0) || p.add(1))
}

// pairing is a disjunction of conditions on two variables.
type pairing struct {
	*recognizer
	vars  [2]model.VarID
	alone [2]set   // choices of each that suffice
	pairs [][2]set // choices that suffice together
}

// side returns 0 or 1 for a variable, or -1 for a third one.
func (p *pairing) side(v model.VarID) int {
	for i := range p.vars {
		if p.vars[i] == none {
			p.vars[i], p.alone[i] = v, make(set, (p.first[v+1]-p.first[v]+63)/64)
		}
		if p.vars[i] == v {
			return i
		}
	}
	return -1
}

// alternative adds one of the conditions of the disjunction.
func (p *pairing) alternative(l model.Bool) bool {
	switch v := p.variable(l); v {
	case several:
	case none:
		return !p.evaluation.Bool(l)
	default:
		i := p.side(v)
		if i >= 0 {
			for k, w := range p.where(l, v) {
				p.alone[i][k] |= w
			}
		}
		return i >= 0
	}
	n, ok := p.m.Node(l).(model.And)
	if !ok {
		return false
	}
	if l.Negated() {
		return !slices.ContainsFunc(n.Args, func(a model.Bool) bool { return !p.alternative(a.Not()) })
	}
	var pair [2]set
	for _, a := range n.Args {
		v := p.variable(a)
		if v < 0 {
			return false
		}
		i := p.side(v)
		if i < 0 || pair[i] != nil {
			return false
		}
		pair[i] = p.where(a, v)
	}
	p.pairs = append(p.pairs, pair)
	return true
}

// add adds for each choice of one variable which choice of the other it needs. It returns false if there are several.
func (p *pairing) add(from int) bool {
	v, w := p.vars[from], p.vars[1-from]
	var needs [][2]int32
	var never []int32
	for o := p.first[v]; o < p.first[v+1]; o++ {
		i := o - p.first[v]
		if p.dead[o] || p.alone[from].has(i) {
			continue
		}
		to, n := int32(0), 0
		count := func(o int32) {
			if !p.dead[o] && (n == 0 || to != o) {
				to = o
				n++
			}
		}
		p.alone[1-from].each(p.first[w], count)
		for _, pair := range p.pairs {
			if pair[from].has(i) {
				pair[1-from].each(p.first[w], count)
			}
		}
		switch n {
		case 0:
			never = append(never, o)
		case 1:
			needs = append(needs, [2]int32{o, to})
		default:
			return false
		}
	}
	for _, o := range never {
		p.exclude(o)
	}
	p.implies = append(p.implies, needs...)
	return true
}

// together joins choices that need each other, and returns for each choice its option. A choice is dead if it needs a
// dead one, or two values of a variable. ok is false if a choice needs one that can do without it.
func (r *recognizer) together() (option []int32, ok bool) {
	needs := make(map[[2]int32]bool, len(r.implies))
	for _, p := range r.implies {
		needs[p] = true
	}
	groups := alg.NewUnionFind(len(r.choices))
	for _, p := range r.implies {
		if needs[[2]int32{p[1], p[0]}] {
			groups.Join(p[0], p[1])
		}
	}
	option = make([]int32, len(r.choices))
	of := map[[2]int32]bool{} // for an option and a variable
	for o, c := range r.choices {
		option[o] = groups.Find(int32(o))
		key := [2]int32{option[o], int32(c.v)}
		r.dead[option[o]] = r.dead[option[o]] || r.dead[o] || len(r.implies) > 0 && of[key]
		if len(r.implies) > 0 {
			of[key] = true
		}
	}
	for again := true; again; {
		again = false
		for _, p := range r.implies {
			if a, b := option[p[0]], option[p[1]]; r.dead[b] && !r.dead[a] {
				r.dead[a], again = true, true
			}
		}
	}
	for _, p := range r.implies {
		if a, b := option[p[0]], option[p[1]]; a != b && !r.dead[a] {
			return nil, false
		}
	}
	return option, true
}

// cover makes the exact cover of the items, and of the variables. A boolean variable need not be an item if it is
// covered by others where it is true, and covers nothing where it is false.
func (r *recognizer) cover() *exactCover {
	option, ok := r.together()
	if !ok || len(r.items) == 0 { // free variables need no search
		return nil
	}
	const covers, mustCover = 1, 2
	is := make([]uint8, len(r.choices))
	for _, p := range r.implies {
		is[p[0]], is[p[1]] = covers, covers
	}
	for _, it := range r.items {
		for _, o := range it.choices {
			is[o] |= covers
			if it.primary {
				is[o] |= mustCover
			}
		}
	}
	for v := range r.m.Vars {
		first := r.first[v]
		if first == r.first[v+1] || r.m.Vars[v].Bool && is[first] == 0 && is[first+1]&mustCover != 0 {
			continue
		}
		var all []int32
		for o := first; o < r.first[v+1]; o++ {
			all = append(all, o)
		}
		r.items = append(r.items, item{all, 1, true})
	}
	// Each option takes so many of an item's choices. It is dead if they are too many.
	takes := make([]int64, len(r.choices))
	for _, it := range r.items {
		for _, o := range it.choices {
			if takes[option[o]]++; takes[option[o]] > it.number {
				r.dead[option[o]] = true
			}
		}
		for _, o := range it.choices {
			takes[option[o]] = 0
		}
	}
	c := &exactCover{known: r.known, options: make([][]choice, len(r.choices))}
	for o, way := range r.choices {
		c.options[option[o]] = append(c.options[option[o]], way)
	}
	for _, primary := range []bool{true, false} {
		for _, it := range r.items {
			if it.primary != primary {
				continue
			}
			var all []int32
			for _, o := range it.choices {
				if takes[option[o]]++; takes[option[o]] == it.number && !r.dead[option[o]] {
					all = append(all, option[o])
				}
			}
			for _, o := range it.choices {
				if n := takes[option[o]]; n%it.number != 0 && !r.dead[option[o]] { // other options could fill up the rest
					return nil
				}
			}
			for _, o := range it.choices {
				takes[option[o]] = 0
			}
			c.items = append(c.items, all)
		}
		if primary {
			c.primary = len(c.items)
		}
	}
	return c
}

package explain

import (
	"slices"

	"nazo/internal/model"
)

// Areas that must grow one after another. A player supposes that an area does not take a cell beside it, and sees where the
// others have to go, until one is stuck.

// mostGrowth bounds what follows from such a supposition, and mostTold what is told of it.
const (
	mostGrowth  = 10
	mostGrown   = 7
	mostNumber  = 63
	mostRing    = 3   // how far from an area
	mostAreaTry = 400 // cells of a board
)

// field is what is supposed of numbers. What the reader knows is the first.
type field struct {
	*grower
	num []int64  // 0 if it is not known
	no  []uint64 // the numbers that a cell does not have
	far []int64  // scratch of room
	all []growth
}

// growth is what follows of some cells: they have the number of an area, or one can't have it, as too many would hang
// together. The first is the supposition that one has not.
type growth struct {
	of    int // a cell of the area; -1 if it is supposed
	k     int64
	cells []int
	not   bool
}

// fieldOf returns what the reader knows, or nil if that is too much.
func (g *grower) fieldOf() *field {
	n := len(g.cells)
	if n > mostAreaTry {
		return nil
	}
	f := &field{grower: g, num: make([]int64, n), no: make([]uint64, n), far: make([]int64, n)}
	for cell, k := range g.is {
		if f.num[cell] = k; k > mostNumber {
			return nil
		}
	}
	for cell, not := range g.not {
		for _, k := range not {
			if k <= mostNumber {
				f.no[cell] |= 1 << k
			}
		}
	}
	return f
}

// blocked reports whether the reader knows that two cells are in different areas.
func (f *field) blocked(e areaEdge) bool { return f.known[model.Fact{Var: e.is, Value: 0, Is: true}] }

// area returns the cells with the number of one that hang together with it.
func (f *field) area(v int) []int {
	k, all := f.num[v], []int{v}
	for i := 0; i < len(all); i++ {
		for _, e := range f.next[all[i]] {
			if f.num[e.to] == k && !slices.Contains(all, e.to) {
				all = append(all, e.to)
			}
		}
	}
	return all
}

// roomFor returns the cells that the area of a cell can take without another cell, or -1.
func (f *field) roomFor(v, but int) []int {
	k, all := f.num[v], f.area(v)
	own := len(all)
	clear(f.far)
	for _, w := range all {
		f.far[w] = int64(own)
	}
	for i := 0; i < len(all); i++ {
		at := all[i]
		if f.far[at] >= k {
			break
		}
		for _, e := range f.next[at] {
			w := e.to
			if f.far[w] > 0 || w == but || f.num[w] != 0 && f.num[w] != k || f.num[w] == 0 && f.no[w]>>k&1 == 1 || f.blocked(e) {
				continue
			}
			f.far[w] = f.far[at] + 1
			all = append(all, w)
		}
	}
	return all
}

// with returns the field after some growths.
func (f *field) with(all []growth, chosen func(int) bool) *field {
	out := &field{grower: f.grower, num: slices.Clone(f.num), no: slices.Clone(f.no), far: f.far}
	for i, m := range all {
		if chosen(i) {
			out.take(m)
		}
	}
	return out
}

func (f *field) take(m growth) {
	for _, cell := range m.cells {
		if m.not {
			f.no[cell] |= 1 << m.k
		} else {
			f.num[cell] = m.k
		}
	}
}

// stuck reports whether an area has too little room, or is too large.
func (f *field) stuck(v int) bool {
	room := len(f.roomFor(v, -1))
	return int64(room) < f.num[v] || int64(len(f.area(v))) > f.num[v]
}

// needs reports whether an area must take cells.
func (f *field) needs(v int, cells []int) bool {
	return !slices.ContainsFunc(cells, func(cell int) bool { return int64(len(f.roomFor(v, cell))) >= f.num[v] })
}

// merged counts the cells that would hang together if a cell had a number, and returns one that has it, or -1.
func (f *field) merged(cell int, k int64) (n, of int) {
	all := []int{cell}
	of = -1
	for _, e := range f.next[cell] {
		if f.num[e.to] == k && !slices.Contains(all, e.to) {
			all, of = append(all, f.area(e.to)...), e.to
		}
	}
	return len(all), of
}

// lost reports whether no number fits a cell: all around it have one that it can't have, and 1 is among them.
func (f *field) lost(cell int) bool {
	one := f.no[cell]>>1&1 == 1
	for _, e := range f.next[cell] {
		k := f.num[e.to]
		if k == 0 || k > 1 && f.no[cell]>>k&1 == 0 {
			return false
		}
		one = one || k == 1
	}
	return f.num[cell] == 0 && one
}

// beside finds what can't be of cells beside some, and returns one that no number fits, or -1.
func (f *field) beside(changed []int) (lost int) {
	for _, v := range changed {
		for _, e := range f.next[v] {
			w := e.to
			if f.num[v] == 0 {
				w = v
			}
			if f.num[w] != 0 {
				continue
			}
			for _, e := range f.next[w] {
				k := f.num[e.to]
				if k < 2 || f.no[w]>>k&1 == 1 {
					continue
				}
				if n, of := f.merged(w, k); int64(n) > k {
					m := growth{of: of, k: k, cells: []int{w}, not: true}
					f.take(m)
					f.all = append(f.all, m)
				}
			}
			if f.lost(w) {
				return w
			}
		}
	}
	return -1
}

// grow finds what follows of areas near what changed, and returns a cell of one that is stuck, or that no number fits, or -1.
func (f *field) grow(areas []int, near map[int][]bool) (stuck int) {
	changed := slices.Clone(f.all[0].cells)
	for len(changed) > 0 && len(f.all) < mostGrowth {
		if lost := f.beside(changed); lost >= 0 {
			return lost
		}
		var next []int
		for _, v := range areas {
			if f.num[v] == 0 || !slices.ContainsFunc(changed, func(cell int) bool { return near[v] == nil || near[v][cell] }) {
				continue
			}
			k, own := f.num[v], f.area(v)
			if int64(len(own)) > k {
				return v
			}
			if int64(len(own)) == k {
				continue
			}
			room := f.roomFor(v, -1)
			if int64(len(room)) < k {
				return v
			}
			m := growth{of: v, k: k}
			for _, cell := range room {
				if f.num[cell] == 0 && (int64(len(room)) == k || int64(len(f.roomFor(v, cell))) < k) {
					m.cells = append(m.cells, cell)
					if int64(len(room)) > k { // one at a time, as each is told with what it leaves
						break
					}
				}
			}
			if len(m.cells) > 0 {
				f.take(m)
				f.all = append(f.all, m)
				next = append(next, m.cells...)
			}
		}
		changed = next
	}
	return -1
}

// nextGrowth returns a step for a cell that an area must take, as another area would be stuck otherwise, or nil. It costs less
// than the given bound.
func (s *Story) nextGrowth(most float64) *StoryStep {
	if s.tried == len(s.told) {
		return nil
	}
	s.tried = len(s.told)
	g := s.grower()
	if g == nil {
		return nil
	}
	base := g.fieldOf()
	if base == nil {
		return nil
	}
	var areas []int
	met := map[int]bool{}
	near := map[int][]bool{}
	for _, v := range g.given {
		if met[v] {
			continue
		}
		for _, w := range base.area(v) {
			met[w] = true
		}
		areas = append(areas, v)
		near[v] = make([]bool, len(g.cells))
		for _, w := range base.roomFor(v, -1) {
			near[v][w] = true
			for _, e := range g.next[w] {
				near[v][e.to] = true
			}
		}
	}
	var best Chain
	for ring := int64(1); ring <= mostRing && best == nil; ring++ { // cells beside an area come first
		for _, v := range areas {
			k, own := base.num[v], int64(len(base.area(v)))
			if own >= k {
				continue
			}
			var at []int
			for _, w := range base.roomFor(v, -1) {
				if base.num[w] == 0 && base.far[w] == own+ring {
					at = append(at, w)
				}
			}
			for _, w := range at {
				f := base.with(nil, nil)
				m := growth{of: -1, k: k, cells: []int{w}, not: true}
				f.take(m)
				f.all = []growth{m}
				if at := f.grow(areas, near); at >= 0 {
					if c := base.refuted(f.all, at); c != nil && c.Cost() < most {
						best, most = c, c.Cost()
					}
				}
			}
		}
	}
	if best == nil {
		return nil
	}
	last := best[len(best)-1].Claims[0]
	return &StoryStep{Facts: []model.Fact{{Var: last.Var, Value: last.Value, Is: true}}, Chain: best, Cost: most}
}

// refuted returns the chain by which the first of some growths can't be, as an area would be stuck.
func (f *field) refuted(all []growth, stuck int) Chain {
	needs := make([][]int, len(all)+1) // for each growth, and the end, what it needs
	fewest := func(before int, holds func(*field) bool) (by []int) {
		for i := range before {
			by = append(by, i)
		}
		for i := before - 1; i >= 0; i-- {
			less := slices.DeleteFunc(slices.Clone(by), func(j int) bool { return j == i })
			if holds(f.with(all, func(j int) bool { return slices.Contains(less, j) })) {
				by = less
			}
		}
		return by
	}
	need := make([]bool, len(all))
	use := func(by []int) {
		for _, i := range by {
			need[i] = true
		}
	}
	end := len(all)
	lost := f.with(all, func(int) bool { return true }).num[stuck] == 0
	needs[end] = fewest(end, func(w *field) bool { return lost && w.lost(stuck) || w.num[stuck] != 0 && w.stuck(stuck) })
	use(needs[end])
	for i := end - 1; i > 0; i-- {
		if need[i] {
			m := all[i]
			needs[i] = fewest(i, func(w *field) bool {
				if m.not {
					n, _ := w.merged(m.cells[0], m.k)
					return int64(n) > m.k
				}
				return w.num[m.of] != 0 && w.needs(m.of, m.cells)
			})
			use(needs[i])
		}
	}
	if !need[0] {
		return nil
	}
	s := f.Story
	at := make([]int, len(all))
	v := s.numbersOf()[all[0].cells[0]]
	chain := Chain{{Kind: Supposes, Claims: []Claim{{v, model.LinkIsNot, all[0].k}}, Under: -1}}
	add := func(i, area int, in Inference) {
		w := f.with(all, func(j int) bool { return slices.Contains(needs[i], j) })
		in.Units, in.Under = []int32{f.unit}, 0
		for _, j := range needs[i] {
			in.From = append(in.From, at[j])
		}
		switch {
		case i == end && lost:
			f.citeAll(&in, []int{stuck}, 0)
		case i < end && all[i].not:
			cells := []int{all[i].cells[0]}
			for _, e := range f.next[cells[0]] {
				if w.num[e.to] == all[i].k {
					cells = append(cells, w.area(e.to)...)
				}
			}
			f.citeAll(&in, cells, all[i].k)
		case i < end:
			f.cite(&in, w, area, all[i].cells)
		default:
			f.cite(&in, w, area, nil)
		}
		chain = append(chain, in)
	}
	for i := 1; i < end; i++ {
		if !need[i] {
			continue
		}
		in := Inference{Kind: Follows}
		for _, cell := range all[i].cells {
			op := model.LinkIs
			if all[i].not {
				op = model.LinkIsNot
			}
			in.Claims = append(in.Claims, Claim{s.numbersOf()[cell], op, all[i].k})
		}
		at[i] = len(chain)
		add(i, all[i].of, in)
	}
	if len(chain) > mostGrown {
		return nil
	}
	add(end, stuck, Inference{Kind: Contradicts, Claims: []Claim{{v, model.LinkIs, all[0].k}}})
	for i := range chain {
		s.evidence(chain, i)
	}
	return chain
}

// cite adds to an inference what the reader knows of an area, and of the cells around its room without some cells.
func (f *field) cite(in *Inference, now *field, area int, but []int) {
	room := now.area(area)
	if len(but) == 0 {
		room = slices.Clone(now.roomFor(area, -1))
	}
	for _, cell := range but {
		for _, w := range now.roomFor(area, cell) {
			if !slices.Contains(room, w) {
				room = append(room, w)
			}
		}
	}
	f.citeAll(in, slices.Concat(room, but), now.num[area])
}

// citeAll adds what the reader knows of some cells and those around them: their numbers, and that they have not a number, or
// any if it is 0.
func (f *field) citeAll(in *Inference, cells []int, k int64) {
	s := f.Story
	around := slices.Clone(cells)
	for _, w := range cells {
		for _, e := range f.next[w] {
			if !slices.Contains(around, e.to) {
				around = append(around, e.to)
			}
			if fact := (model.Fact{Var: e.is, Value: 0, Is: true}); s.known[fact] {
				in.Since = append(in.Since, fact)
			}
		}
	}
	for _, w := range around {
		n := s.numbersOf()[w]
		if is, ok := s.values[n]; ok {
			in.Since = append(in.Since, model.Fact{Var: n, Value: is, Is: true})
		} else {
			for _, not := range f.not[w] {
				if fact := (model.Fact{Var: n, Value: not}); s.known[fact] && (k == 0 || not == k) {
					in.Since = append(in.Since, fact)
				}
			}
		}
		for _, u := range s.about[n] {
			if s.Problem.Silent(u) && !slices.Contains(in.Rest, u) {
				in.Rest = append(in.Rest, u)
			}
		}
	}
	in.Since = firsts(in.Since)
}

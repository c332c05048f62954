package fd

import (
	"math/rand/v2"

	"nazo/model"
)

// decision is a choice with two sides: first it is taken, later refused.
type decision struct {
	slot   model.Int // a literal or an integer
	value  int64
	kind   choiceKind
	helper bool // it is about a helper, so one solution below it is enough
}

type choiceKind uint8

const (
	chooseLit   choiceKind = iota // the literal holds
	chooseValue                   // the integer has the value
	chooseUpTo                    // the integer is at most the value
	chooseAbove                   // the integer is more than the value
)

// atom is the side that is taken first.
func (d decision) atom() atom {
	switch d.kind {
	case chooseLit:
		return litAtom(lit(d.slot))
	case chooseValue:
		return eqAtom(d.slot, d.value)
	case chooseUpTo:
		return leAtom(d.slot, d.value)
	}
	return geAtom(d.slot, d.value+1)
}

func (d decision) take(s *store) bool { return s.impose(d.atom()) }

func (d decision) refuse(s *store) bool { return s.impose(d.atom().not()) }

// brancher picks choices. Lines that are to grow come first, then the find
// variable with the fewest values for its activity (activity.go), then helpers.
type brancher struct {
	p      *poster
	groups [2]group // finds, helpers
	activity
	rank   []int32 // for each variable its place among equals
	large  []bool  // for each variable whether its large side is tried first
	random *rand.Rand
	lines  []*extender
	exact  [][]lit // groups of finds that hold exactly one each
	// chosen is the variable of the last choice, or -1; last the one that was chosen before the last dead end, or
	// -1 while the search learns: what failed had better be decided first, until it fits (last-conflict
	// based reasoning: Lecoutre et al., 2009).
	chosen, last int32
	bound        *objectiveBound // nil unless optimizing
	boundP       int32
}

// group is a set of variables of which those that are open stand first. How
// many those may be is kept in a cell, so that it grows again on backtracking.
type group struct {
	vars []int32
	open int32 // the cell
}

func newBrancher(p *poster, seed int64) *brancher {
	n := len(p.m.Vars)
	b := &brancher{p: p, activity: newActivity(p), rank: make([]int32, n), large: make([]bool, n), chosen: -1, last: -1}
	for v := range p.m.Vars {
		g := 0
		if p.m.Vars[v].Find < 0 {
			g = 1
		}
		b.groups[g].vars = append(b.groups[g].vars, int32(v))
		b.rank[v] = int32(v)
		// A find is mostly a set: what is in it says more than what is not.
		b.large[v] = p.m.Vars[v].Bool && g == 0
	}
	for g := range b.groups {
		b.groups[g].open = p.s.newCell(int64(len(b.groups[g].vars)))
	}
	b.lines = p.extenders()
	if seed != 0 {
		b.random = rand.New(rand.NewPCG(uint64(seed), 0x6e61746976652121))
		b.shuffle()
	}
	return b
}

// shuffle puts equals into another random order, and forgets what dead ends have taught.
func (b *brancher) shuffle() {
	for i, j := range b.random.Perm(len(b.rank)) {
		b.rank[i] = int32(j)
	}
	for _, e := range b.lines {
		e.shuffle(b.random)
	}
	b.activity.forget()
	b.last = -1
}

// choose picks the next choice; any is false if everything is decided.
func (b *brancher) choose(s *store) (d decision, any bool) {
	b.chosen = -1
	if s.val[b.p.streamliner] == 0 {
		return decision{slot: model.Int(b.p.streamliner), kind: chooseLit}, true
	}
	for _, e := range b.lines {
		if l, ok := e.choose(s); ok {
			return decision{slot: model.Int(l), kind: chooseLit}, true
		}
	}
	if l, v := b.pickOfGroup(s); v >= 0 {
		b.chosen = v
		return decision{slot: model.Int(l), kind: chooseLit}, true
	}
	for g := range b.groups {
		if v := b.pick(s, &b.groups[g]); v >= 0 {
			b.chosen = v
			d := b.split(s, v)
			d.helper = g == 1
			return d, true
		}
	}
	return decision{}, false
}

// pick is the variable of the group to decide, or -1.
func (b *brancher) pick(s *store, g *group) int32 {
	n := int(s.cells[g.open])
	best, bestScore := int32(-1), 0.0
	for i := 0; i < n; {
		v := g.vars[i]
		size := b.size(s, v)
		if size == 1 {
			n--
			g.vars[i], g.vars[n] = g.vars[n], v
			continue
		}
		i++
		score := float64(size) / b.weight[v]
		if v == b.last {
			score = 0
		}
		if best < 0 || score < bestScore || score == bestScore && b.rank[v] < b.rank[best] {
			best, bestScore = v, score
		}
	}
	s.setCell(g.open, int64(n))
	return best
}

func (b *brancher) size(s *store, v int32) int64 {
	slot := b.p.slots[v]
	if !b.p.m.Vars[v].Bool {
		return s.size(slot)
	}
	if s.val[slot] != 0 {
		return 1
	}
	return 2
}

// split is the choice to make about variable v.
func (b *brancher) split(s *store, v int32) decision {
	slot := b.p.slots[v]
	large := b.large[v]
	if b.random != nil && b.random.IntN(4) == 0 {
		large = !large
	}
	if b.p.m.Vars[v].Bool {
		if !large {
			slot ^= 1
		}
		return decision{slot: slot, kind: chooseLit}
	}
	d := &s.ints[slot]
	if d.n == 0 {
		mid := d.lo + (d.hi-d.lo)/2
		if large {
			return decision{slot: slot, value: mid, kind: chooseAbove}
		}
		return decision{slot: slot, value: mid, kind: chooseUpTo}
	}
	value := d.lo
	if large {
		value = d.hi
	}
	if b.random != nil {
		value = s.above(d, d.lo+b.random.Int64N(d.hi-d.lo+1))
	}
	return decision{slot: slot, value: value, kind: chooseValue}
}

// blame notes that the last choice came to a dead end of which nothing is learned.
func (b *brancher) blame() {
	if b.chosen >= 0 {
		b.last = b.chosen
	}
}

// refresh has the objective's bound applied again after backtracking.
func (b *brancher) refresh(s *store) {
	if b.bound != nil {
		s.queue.add(b.boundP)
	}
}

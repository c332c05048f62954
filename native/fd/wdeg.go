package fd

import "nazo/model"

// The weights of dom/wdeg (Boussemart, Hemery, Lecoutre and Sais, Boosting systematic search by
// weighting constraints, 2004): each counts the contradictions that a variable had a part in.

// weighConflict adds weight to the variables behind the last contradiction.
func (b *brancher) weighConflict(s *store) {
	if b.chosen >= 0 {
		b.lastConflict = b.chosen
	}
	if s.failedProp >= 0 {
		for _, v := range b.scopes.ofProp(s, s.failedProp) {
			b.weight[v]++
		}
		return
	}
	for _, l := range s.failedLits {
		for _, v := range b.scopes.ofNode(node{int32(l.Node()), false}) {
			b.weight[v]++
		}
	}
}

// widestScope is up to how many variables a contradiction is blamed on; one
// that concerns more says little about any of them.
const widestScope = 200

// scopes knows which variables nodes and propagators depend on; it finds them
// out when asked and remembers.
type scopes struct {
	p       *poster
	varOf   map[node]int32
	nodes   map[node][]int32
	ofProps map[int32][]int32
}

func newScopes(p *poster) *scopes {
	sc := &scopes{p: p, varOf: map[node]int32{}, nodes: map[node][]int32{}, ofProps: map[int32][]int32{}}
	for v, slot := range p.slots {
		if p.m.Vars[v].Bool {
			sc.varOf[node{int32(slot >> 1), false}] = int32(v)
		} else {
			sc.varOf[node{int32(slot), true}] = int32(v)
		}
	}
	return sc
}

// concerned is implemented by propagators that can say what they are about.
type concerned interface {
	concerns() (lits []lit, ints []model.Int)
}

// ofProp is the variables that a propagator depends on.
func (sc *scopes) ofProp(s *store, p int32) []int32 {
	if vars, ok := sc.ofProps[p]; ok {
		return vars
	}
	var roots []node
	switch q := s.props[p].(type) {
	case sumProp:
		for _, w := range s.sums[q.index].terms {
			roots = append(roots, node{int32(w.l.Node()), false})
		}
	case concerned:
		lits, ints := q.concerns()
		for _, l := range lits {
			roots = append(roots, node{int32(l.Node()), false})
		}
		for _, x := range ints {
			roots = append(roots, node{int32(x), true})
		}
	}
	vars := sc.behind(roots)
	sc.ofProps[p] = vars
	return vars
}

// ofNode is the variables that a node depends on.
func (sc *scopes) ofNode(n node) []int32 {
	if vars, ok := sc.nodes[n]; ok {
		return vars
	}
	vars := sc.behind([]node{n})
	sc.nodes[n] = vars
	return vars
}

// behind follows arguments down to variables.
func (sc *scopes) behind(todo []node) []int32 {
	var vars []int32
	seen := map[node]bool{}
	reach := func(n node) {
		if !seen[n] {
			seen[n] = true
			todo = append(todo, n)
		}
	}
	onBool := func(b model.Bool) { reach(node{int32(b.Node()), false}) }
	onInt := func(x model.Int) { reach(node{int32(x), true}) }
	for len(todo) > 0 {
		n := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if v, ok := sc.varOf[n]; ok {
			vars = append(vars, v)
		} else if n.isInt && int(n.index) < len(sc.p.m.Ints) {
			model.EachIntArg(sc.p.m.Ints[n.index], onBool, onInt)
		} else if !n.isInt && int(n.index) < len(sc.p.m.Bools) {
			model.EachArg(sc.p.m.Bools[n.index], onBool, onInt)
		}
		if len(vars) > widestScope || len(seen) > 10*widestScope {
			return nil
		}
	}
	return vars
}

// What the propagators of nodes are about, for the weights of variables.

func (p *linear) concerns() ([]lit, []model.Int) {
	xs := make([]model.Int, len(p.terms))
	for i, t := range p.terms {
		xs[i] = t.X
	}
	return []lit{p.truth}, xs
}

func (p *operation) concerns() ([]lit, []model.Int) { return nil, []model.Int{p.a, p.b, p.r} }

func (p *extremum) concerns() ([]lit, []model.Int) { return nil, append([]model.Int{p.r}, p.xs...) }

func (p *indicator) concerns() ([]lit, []model.Int) { return []lit{p.l}, nil }

func (p *conditional) concerns() ([]lit, []model.Int) {
	return []lit{p.cond}, []model.Int{p.then, p.other, p.r}
}

func (p *element) concerns() ([]lit, []model.Int) {
	return nil, append([]model.Int{p.index, p.r}, p.items...)
}

func (p *membership) concerns() ([]lit, []model.Int) { return nil, []model.Int{p.x} }

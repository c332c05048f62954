package fd

import (
	"math/rand/v2"
	"slices"
	"sync/atomic"
	"testing"

	"nazo/internal/alg"
	"nazo/internal/model"
	"nazo/internal/testkit"
)

// naivePath is the propagator that finds out about the lines anew each time.
type naivePath struct {
	*model.Route
	sets  alg.UnionFind
	ons   []int32 // for each set the vertices that are on in it
	links []int32 // for each set the edges that are on in it
	open  []int32 // scratch: the edges that are open
}

func (p *naivePath) concerns() ([]lit, []model.Int) { return p.Edges, nil }

func (p *naivePath) propagate(s *store) bool {
	p.sets.Reset()
	clear(p.ons)
	clear(p.links)
	p.open = p.open[:0]
	edges, vertices := int32(0), int32(0)
	closed := int32(-1) // a vertex on a cycle
	for i, l := range p.Edges {
		switch s.val[l] {
		case 0:
			p.open = append(p.open, int32(i))
		case 1:
			edges++
			e := &p.Graph.Edges[i]
			a, b := p.sets.Find(e.U), p.sets.Find(e.V)
			if a != b {
				p.sets[b] = a
				p.links[a] += p.links[b]
			} else if !p.Closed || closed >= 0 {
				return false
			} else {
				closed = e.U
			}
			p.links[a]++
		}
	}
	for v, l := range p.Vertices {
		if s.val[l] > 0 {
			vertices++
			p.ons[p.sets.Find(int32(v))]++
		}
	}
	if closed >= 0 {
		return p.finish(s, closed, edges, vertices)
	}
	for _, i := range p.open {
		e := &p.Graph.Edges[i]
		a := p.sets.Find(e.U)
		if a != p.sets.Find(e.V) {
			continue
		}
		// Closing now is closing for good: nothing may be left outside.
		if (!p.Closed || p.links[a] < edges || p.ons[a] < vertices) && !s.set(p.Edges[i]^1) {
			return false
		}
	}
	if p.Closed {
		return true
	}
	if p.Graph.Directed {
		return p.tips(s, p.Graph.Out, 1) && p.tips(s, p.Graph.In, 1)
	}
	return p.tips(s, p.Graph.Out, 2)
}

// finish switches off all that is not on the cycle that is closed.
func (p *naivePath) finish(s *store, at, edges, vertices int32) bool {
	cycle := p.sets.Find(at)
	if p.links[cycle] < edges || p.ons[cycle] < vertices {
		return false
	}
	for v, l := range p.Vertices {
		if p.sets.Find(int32(v)) != cycle && !s.set(l^1) {
			return false
		}
	}
	for _, l := range p.Edges {
		if s.val[l] == 0 && !s.set(l^1) {
			return false
		}
	}
	return true
}

// tips counts the vertices that are on and must be ends of the path, since
// they have too few edges left. Once both are known all others must go on.
func (p *naivePath) tips(s *store, halves [][]alg.Half, most int) bool {
	ends := 0
	for v, l := range p.Vertices {
		if s.val[l] > 0 {
			ends += most - min(most, p.available(s, halves[v]))
		}
	}
	if ends > most {
		return false
	}
	if ends < most {
		return true
	}
	for v, l := range p.Vertices {
		if s.val[l] <= 0 || p.available(s, halves[v]) != most {
			continue
		}
		for _, h := range halves[v] {
			if s.val[p.Edges[h.Edge]] == 0 && !s.set(p.Edges[h.Edge]) {
				return false
			}
		}
	}
	return true
}

// available is the number of edges that are not off.
func (p *naivePath) available(s *store, halves []alg.Half) int {
	n := 0
	for _, h := range halves {
		if s.val[p.Edges[h.Edge]] >= 0 {
			n++
		}
	}
	return n
}

// randomPath draws a graph with a path or cycle under a guard, which may be open; some edges and
// vertices are constants, or the same as others.
func randomPath(r *rand.Rand) (m *model.Model, variables int) {
	m = model.New()
	m.Finds, m.Rules, m.Instances = []model.Find{{}}, []model.Rule{{}}, []model.Instance{{}}
	n, directed := 2+r.IntN(7), r.IntN(3) == 0
	var edges []alg.Edge
	for u := range int32(n) {
		for v := range int32(n) {
			if u != v && (directed || u < v) && r.IntN(3) > 0 {
				edges = append(edges, alg.Edge{U: u, V: v})
			}
		}
	}
	var drawn []model.Bool
	some := func() model.Bool {
		switch k := r.IntN(30); {
		case k == 0:
			return model.Const(r.IntN(2) == 0)
		case k < 3 && len(drawn) > 0:
			return drawn[r.IntN(len(drawn))] ^ model.Bool(r.IntN(2))
		}
		l := m.BoolVar(m.AddBool(0))
		drawn = append(drawn, l)
		return l
	}
	w := model.Route{Graph: alg.NewGraph(n, edges, directed), Closed: r.IntN(2) == 0}
	for range edges {
		w.Edges = append(w.Edges, some())
	}
	for range n {
		w.Vertices = append(w.Vertices, some())
	}
	guard := model.True
	if r.IntN(3) == 0 {
		guard = some()
	}
	m.Constrain(0, guard, w)
	return m, len(m.Vars)
}

// TestPathAgainstNaive goes through random choices, some of which are taken back, and compares what
// the propagator concludes and what the naive one does.
func TestPathAgainstNaive(t *testing.T) {
	testkit.SkipRace(t)
	concluded := 0
	for seed := range uint64(4000) {
		r := rand.New(rand.NewPCG(seed, 3))
		m, n := randomPath(r)
		var stores [2]*store
		for i := range stores {
			p := newPoster(m, model.Options{}, new(atomic.Bool))
			p.post(true)
			stores[i] = p.s
		}
		replaced := false
		for id, p := range stores[1].props {
			if p, ok := p.(*path); ok {
				order := p.Graph.Order()
				stores[1].props[id] = &naivePath{Route: p.Route, sets: alg.NewUnionFind(order), ons: make([]int32, order), links: make([]int32, order)}
				replaced = true
			}
		}
		if !replaced { // a conflict as early as that
			continue
		}
		agree := func() bool {
			got, want := stores[0].propagate(), stores[1].propagate()
			if got != want || got && !slices.Equal(stores[0].val, stores[1].val) {
				t.Fatalf("seed %d: consistent %t, want %t\n%v\n%v", seed, got, want, stores[0].val, stores[1].val)
			}
			if !got || len(stores[0].assigned) > 0 {
				concluded++
			}
			return got
		}
		if !agree() {
			continue
		}
		for depth, step := 0, 0; step < 60; step++ {
			l := lit(2*(1+r.IntN(n)) + r.IntN(2))
			if depth > 0 && (r.IntN(4) == 0 || stores[0].val[l] != 0) {
				for range 1 + r.IntN(depth) {
					depth--
					stores[0].pop()
					stores[1].pop()
				}
				if !agree() {
					t.Fatalf("seed %d: a conflict after a choice was taken back", seed)
				}
				continue
			}
			if stores[0].val[l] != 0 {
				continue
			}
			for _, s := range stores {
				s.push()
				s.set(l)
			}
			depth++
			if !agree() {
				depth--
				stores[0].pop()
				stores[1].pop()
			}
		}
	}
	if concluded < 100_000 {
		t.Errorf("only %d comparisons", concluded)
	}
}

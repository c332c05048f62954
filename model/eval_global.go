package model

import "nazo/graph"

// Holds says whether the body of a constraint holds, whatever its guard.
func (e *Evaluation) Holds(b Body) bool {
	switch b := b.(type) {
	case Assert:
		return e.Bool(b.B)
	case Distinct:
		seen := map[int64]bool{}
		for i, x := range b.Xs {
			if b.Present != nil && !e.Bool(b.Present[i]) {
				continue
			}
			if seen[e.Int(x)] {
				return false
			}
			seen[e.Int(x)] = true
		}
		return true
	case Inverse:
		return e.oneWay(b.Xs, b.Ys, b.Base) && e.oneWay(b.Ys, b.Xs, b.Base)
	case Regular:
		state := b.Automaton.Start
		for _, x := range b.Xs {
			state = b.Automaton.Step(state, e.Int(x))
		}
		return state >= 0 && b.Automaton.Accept[state]
	case Connected:
		return e.connected(b)
	case Acyclic:
		sets := graph.NewUnionFind(b.Graph.Order())
		for i, on := range b.Edges {
			if edge := b.Graph.Edges[i]; e.Bool(on) && !sets.Join(edge.U, edge.V) {
				return false
			}
		}
		return true
	case Walk:
		return e.walk(b)
	case Links:
		return e.links(b)
	}
	panic("model: unknown constraint")
}

func (e *Evaluation) oneWay(xs, ys []Int, base int64) bool {
	for i, x := range xs {
		j := e.Int(x) - base
		if j < 0 || j >= int64(len(ys)) || e.Int(ys[j]) != int64(i)+base {
			return false
		}
	}
	return true
}

func (e *Evaluation) connected(b Connected) bool {
	sets := graph.NewUnionFind(b.Graph.Order())
	components := 0
	for _, on := range b.Vertices {
		if e.Bool(on) {
			components++
		}
	}
	for i, edge := range b.Graph.Edges {
		if e.Bool(b.Vertices[edge.U]) && e.Bool(b.Vertices[edge.V]) && (b.Edges == nil || e.Bool(b.Edges[i])) &&
			sets.Join(edge.U, edge.V) {
			components--
		}
	}
	return components <= 1
}

// onGraph has the vertices and edges of a graph that are on.
type onGraph struct {
	vertices   int       // number of vertices that are on
	edges      int       // number of edges that are on
	out, in    []int32   // degrees; in an undirected graph both count every edge
	next       [][]int32 // for each vertex those to which an edge that is on leads
	components int       // among the vertices that are on
	sets       graph.UnionFind
}

// gather collects degrees and components; ok is false if an edge that is on
// has an end that is off.
func (e *Evaluation) gather(g *graph.Graph, edges, vertices []Bool) (o onGraph, ok bool) {
	n := g.Order()
	o = onGraph{out: make([]int32, n), in: make([]int32, n), next: make([][]int32, n), sets: graph.NewUnionFind(n)}
	for _, on := range vertices {
		if e.Bool(on) {
			o.vertices++
		}
	}
	o.components = o.vertices
	for i, edge := range g.Edges {
		if !e.Bool(edges[i]) {
			continue
		}
		if !e.Bool(vertices[edge.U]) || !e.Bool(vertices[edge.V]) {
			return o, false
		}
		o.edges++
		o.out[edge.U]++
		o.in[edge.V]++
		o.next[edge.U] = append(o.next[edge.U], edge.V)
		if !g.Directed {
			o.out[edge.V]++
			o.in[edge.U]++
			o.next[edge.V] = append(o.next[edge.V], edge.U)
		}
		if o.sets.Join(edge.U, edge.V) {
			o.components--
		}
	}
	return o, true
}

func (e *Evaluation) walk(b Walk) bool {
	o, ok := e.gather(b.Graph, b.Edges, b.Vertices)
	if !ok || o.components != 1 {
		return false
	}
	most := int32(2)
	least := 3
	if b.Graph.Directed {
		most, least = 1, 2
	}
	for v := range o.out {
		if o.out[v] > most || o.in[v] > most {
			return false
		}
	}
	if b.Closed {
		return o.vertices >= least && o.edges == o.vertices
	}
	return o.edges == o.vertices-1 && (b.Positions == nil || e.numbered(b, o))
}

// numbered checks the positions along a path.
func (e *Evaluation) numbered(b Walk, o onGraph) bool {
	at := make([]int32, o.vertices+1)
	for i := range at {
		at[i] = -1
	}
	for v, x := range b.Positions {
		p := e.Int(x)
		if !e.Bool(b.Vertices[v]) {
			if p != 0 {
				return false
			}
			continue
		}
		if p < 1 || p > int64(o.vertices) || at[p] >= 0 {
			return false
		}
		at[p] = int32(v)
	}
	for p := 1; p < o.vertices; p++ {
		follows := false
		for _, w := range o.next[at[p]] {
			follows = follows || w == at[p+1]
		}
		if !follows {
			return false
		}
	}
	return true
}

func (e *Evaluation) links(b Links) bool {
	o, ok := e.gather(b.Graph, b.Edges, b.Vertices)
	if !ok {
		return false
	}
	ends := map[int32][]int32{} // label → its two vertices
	for v, label := range b.Labels {
		want := int32(1)
		if label < 0 {
			want = 2
			if !e.Bool(b.Vertices[v]) {
				want = 0
			}
		} else {
			ends[label] = append(ends[label], int32(v))
		}
		if o.out[v] != want || (label >= 0 && !e.Bool(b.Vertices[v])) {
			return false
		}
	}
	for _, pair := range ends {
		if o.sets.Find(pair[0]) != o.sets.Find(pair[1]) {
			return false
		}
	}
	// Every component is a path or a cycle; with one path for each label, any
	// further component would be a cycle.
	return o.components == len(ends)
}

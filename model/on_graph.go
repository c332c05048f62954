package model

import (
	"fmt"

	"nazo/graph"
)

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

// checkGraph returns an error unless there is one boolean for each vertex and each edge of a graph.
func checkGraph(kind string, g *graph.Graph, vertices, edges []Bool) error {
	if err := checkVertices(kind, g, vertices); err != nil {
		return err
	}
	return checkEdges(kind, g, edges)
}

func checkVertices(kind string, g *graph.Graph, vertices []Bool) error {
	if len(vertices) != g.Order() {
		return fmt.Errorf("%s has %d vertices for a graph of %d", kind, len(vertices), g.Order())
	}
	return nil
}

func checkEdges(kind string, g *graph.Graph, edges []Bool) error {
	if len(edges) != len(g.Edges) {
		return fmt.Errorf("%s has %d edges for a graph of %d", kind, len(edges), len(g.Edges))
	}
	return nil
}

package count

import (
	"fmt"

	"nazo/model"
	"nazo/native/count/frontier"
)

// edgeVariables makes a variable for each edge that may be chosen, and requires what it means
// for the model's own edges and vertices. It returns the degrees that the shape leaves to each
// vertex.
func (e *elimination) edgeVariables() (degrees []uint64, err error) {
	s, g := e.structure, e.structure.graph
	e.edge = make([]model.Bool, len(g.Edges))
	at := make([][]model.Bool, g.Order())
	off := make([]bool, g.Order()) // vertices whose edges never count
	if s.shape == frontier.Connected {
		for v, b := range s.vertices {
			off[v] = e.known(b) < 0
		}
	}
	for i, uv := range g.Edges {
		e.edge[i] = -1
		if off[uv.U] || off[uv.V] {
			continue
		}
		if e.known(s.edges[i]) < 0 {
			continue
		}
		for _, v := range e.m.VarsBelow([]model.Bool{e.rewriter().Bool(s.edges[i])}, nil) {
			if e.m.Vars[v].Find < 0 {
				return nil, fmt.Errorf("the edges that %s is about are no part of the solution", ruleName(e.low.from, s.instance))
			}
		}
		v := e.m.AddBool(-1)
		e.keep[v] = true
		e.edge[i] = e.m.BoolVar(v)
		e.require(e.m.Iff(e.edge[i], s.edges[i]))
		at[uv.U], at[uv.V] = append(at[uv.U], e.edge[i]), append(at[uv.V], e.edge[i])
	}
	degrees = make([]uint64, g.Order())
	for v := range degrees {
		touched := e.m.Or(at[v]...)
		degrees[v] = shapeDegrees(s, v)
		switch {
		case s.shape == frontier.Linked && s.labels[v] >= 0:
			e.require(s.vertices[v])
		case s.shape == frontier.Linked, s.shape == frontier.OneCycle, s.shape == frontier.OnePath:
			e.require(e.m.Iff(s.vertices[v], touched))
		}
	}
	if s.shape == frontier.Connected {
		err = e.requireConnected(degrees, at, off)
	}
	return degrees, err
}

// shapeDegrees are the degrees of a vertex, as bits, that a shape allows.
func shapeDegrees(s *structure, v int) uint64 {
	switch s.shape {
	case frontier.OneCycle:
		return 1<<0 | 1<<2
	case frontier.OnePath:
		return 1<<0 | 1<<1 | 1<<2
	case frontier.Linked:
		if s.labels[v] >= 0 {
			return 1 << 1
		}
		return 1<<0 | 1<<2
	}
	return anyDegree
}

// requireConnected removes degree 0 from the vertices that need an edge so that all vertices
// that are on are connected.
func (e *elimination) requireConnected(degrees []uint64, at [][]model.Bool, off []bool) error {
	must, may := 0, 0
	for v, b := range e.structure.vertices {
		switch {
		case off[v]:
		case e.known(b) > 0:
			must++
		case e.rewriter().Bool(b) == e.rewriter().Bool(e.m.Or(at[v]...)):
			may++
		default:
			return fmt.Errorf("%s wants vertices connected that are chosen apart from edges", ruleName(e.low.from, e.structure.instance))
		}
	}
	switch {
	case must == 1 && may > 0:
		return fmt.Errorf("%s wants one vertex and any edges connected", ruleName(e.low.from, e.structure.instance))
	case must == 1:
		e.structure.shape = frontier.AnyEdges
	}
	for v, b := range e.structure.vertices {
		if must > 1 && !off[v] && e.known(b) > 0 {
			degrees[v] &^= 1
		}
	}
	return nil
}

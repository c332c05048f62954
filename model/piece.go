package model

import (
	"slices"

	"nazo/graph"
)

// Piece is a part of what a constraint says: one that follows from it, by which a reason may be told more closely.
type Piece struct {
	// Of is the constraint, an index in [Model.Constraints].
	Of int32
	// Says are the words for it: "the line goes on".
	Says string
	// At is the vertex at which it says so, an index in the graph of the constraint; -1 if that is nowhere in particular.
	At int32
	// Fine marks one that is not worth being looked for by itself: a step takes as many units with the whole. Then Var and Value
	// are a variable and the value that it speaks of.
	Fine  bool
	Var   VarID
	Value int64
	Body  Body
}

// Parted is a body that has pieces. They need not say together all that the body says.
type Parted interface {
	Body
	// Pieces builds them; Of is not set.
	Pieces(m *Model) []Piece
}

// Split is a model that says the same, in which the pieces of constraints are constraints with instances of their own, behind
// all others. So they can be left out as any instance can, and be on where the instance that they are pieces of is off. The nodes and
// constraints of m have the same numbers in it.
// Fine pieces are left out, or, if fine is true, are the only ones.
func (m *Model) Split(fine bool) *Model {
	s := m.Clone()
	s.Constraints, s.Instances = slices.Clip(s.Constraints), slices.Clip(s.Instances)
	for i, c := range m.Constraints {
		b, ok := c.Body.(Parted)
		if !ok || m.Instances[c.Instance].Piece != nil || m.Rules[m.Instances[c.Instance].Rule].Defines {
			continue
		}
		for _, p := range b.Pieces(s) {
			if p.Fine != fine {
				continue
			}
			p.Of = int32(i)
			in := m.Instances[c.Instance]
			in.Piece = &p
			s.Instances = append(s.Instances, in)
			s.Constrain(int32(len(s.Instances)-1), c.Guard, p.Body)
		}
	}
	return s
}

// Whole is the instance that an instance is a piece of, or that instance itself.
func (m *Model) Whole(instance int32) int32 {
	if p := m.Instances[instance].Piece; p != nil {
		return m.Constraints[p.Of].Instance
	}
	return instance
}

// Units are the instances by which reasons are told: those that say something, and not only what helpers mean, which always holds.
func (m *Model) Units() []int32 {
	says := make([]bool, len(m.Instances))
	for _, c := range m.Constraints {
		says[c.Instance] = true
	}
	var units []int32
	for i, in := range m.Instances {
		if says[i] && !m.Rules[in.Rule].Defines {
			units = append(units, int32(i))
		}
	}
	return units
}

// goesOn is the piece of a line at a vertex: it has so many edges that are on there, or none if it doesn't pass it, or with
// atMost no more than so many.
func (m *Model) goesOn(v int32, halves [][]graph.Half, edges, vertices []Bool, most int64, atMost bool) Piece {
	var says []Bool
	for _, side := range halves {
		terms := make([]Term, 0, len(side)+1)
		for _, h := range side {
			terms = append(terms, Term{1, m.ToInt(edges[h.Edge])})
		}
		sum := m.Sum(append(terms, Term{-most, m.ToInt(vertices[v])})...)
		if atMost {
			says = append(says, m.LessEq(sum, m.Int(0)))
		} else {
			says = append(says, m.Equal(sum, m.Int(0)))
		}
	}
	return Piece{Says: "the line goes on", At: v, Body: Assert{m.And(says...)}}
}

// Pieces implements [Parted]: how many edges are on at each vertex.
func (b Route) Pieces(m *Model) (out []Piece) {
	for v := range b.Vertices {
		halves, most := [][]graph.Half{b.Graph.Out[v]}, int64(2)
		if b.Graph.Directed {
			halves, most = append(halves, b.Graph.In[v]), 1
		}
		out = append(out, m.goesOn(int32(v), halves, b.Edges, b.Vertices, most, !b.Closed))
	}
	return out
}

// Pieces implements [Parted]: how many edges are on at each vertex. A line begins or ends at a label.
func (b Links) Pieces(m *Model) (out []Piece) {
	for v, label := range b.Labels {
		most := int64(2)
		if label >= 0 {
			most = 1
		}
		p := m.goesOn(int32(v), [][]graph.Half{b.Graph.Out[v]}, b.Edges, b.Vertices, most, false)
		if label >= 0 {
			p.Body = Assert{m.And(b.Vertices[v], p.Body.(Assert).B)}
		}
		out = append(out, p)
	}
	return out
}

// mostPlaces is up to how many variables a value has a place among for a piece to say so.
const mostPlaces = 36

// Pieces implements [Parted]: where there are as many values as variables, each value has a place.
func (b Distinct) Pieces(m *Model) (out []Piece) {
	var all Domain
	for i, x := range b.Xs {
		v, ok := m.Ints[x].(IntVar)
		if !ok || b.Present != nil || len(b.Xs) > mostPlaces {
			return nil
		}
		if all = all.Union(m.Vars[v.Var].Domain); all.Size() > int64(len(b.Xs)) || i == len(b.Xs)-1 && all.Size() < int64(len(b.Xs)) {
			return nil
		}
	}
	for k := range all.Each {
		places := make([]Bool, len(b.Xs))
		for i, x := range b.Xs {
			places[i] = m.In(x, Values(k))
		}
		out = append(out, Piece{Says: "has a place", At: -1, Fine: true, Var: m.Ints[b.Xs[0]].(IntVar).Var, Value: k, Body: Assert{m.Or(places...)}})
	}
	return out
}

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
	At   int32
	Body Body
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
func (m *Model) Split() *Model {
	s := m.Clone()
	s.Constraints, s.Instances = slices.Clip(s.Constraints), slices.Clip(s.Instances)
	for i, c := range m.Constraints {
		b, ok := c.Body.(Parted)
		if !ok || m.Rules[m.Instances[c.Instance].Rule].Defines {
			continue
		}
		for _, p := range b.Pieces(s) {
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

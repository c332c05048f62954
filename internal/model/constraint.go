package model

import (
	"slices"

	"nazo/internal/alg"
)

// Constraint is a condition that every solution meets.
type Constraint struct {
	// Instance says which rule, with which bindings, the constraint comes from:
	// an index into Model.Instances.
	Instance int32
	// Guard switches the constraint: it need only hold where Guard does. A
	// constraint that always holds has the guard True.
	Guard Bool
	Body  Body
}

// Body is the condition of a constraint: [Assert] or a global constraint. A kind is one type with
// all of these methods. What an engine does with it is in the engine. docs/extending.md lists what
// a new kind takes.
type Body interface {
	// Operands calls the functions for each boolean and each integer that the body refers to.
	Operands(onBool func(Bool), onInt func(Int))
	// Holds reports whether the body holds: it defines what the kind means.
	Holds(e *Evaluation) bool
	// Key is equal for two bodies only if they state the same about the same operands, so that
	// equal bodies are built once.
	Key() string
	// Rewrite is the same body with its operands rewritten.
	Rewrite(r *Rewriter) Body
	// Validate returns what is wrong with the body itself, such as different lengths, or nil. The
	// model checks that operands exist.
	Validate() error
}

// Structure is a body about edges of a graph as a whole.
type Structure interface {
	Body
	// Chosen returns the graph and the literals of its edges; nil if the body takes all edges and
	// is about vertices alone.
	Chosen() (g *alg.Graph, edges []Bool)
	// Form is what the chosen edges form as a whole, with the literals of the vertices, or nil if
	// vertices play no part. It makes counting by elimination possible, except for OtherForm.
	Form() (f Form, vertices []Bool)
	// Antichain reports whether no set of edges that meets the body is a proper subset of another.
	// Then it suffices to block supersets.
	Antichain() bool
}

// Form is what edges form that a [Structure] allows.
type Form uint8

// Forms. Edges have no directions in forests and connected subgraphs.
const (
	OtherForm     Form = iota // none of these
	PathForm                  // one path, of the vertices that are on
	CycleForm                 // one cycle, of the vertices that are on
	LinksForm                 // paths that share no vertex, each between two vertices with one label
	ForestForm                // no cycle
	ConnectedForm             // one component, with all vertices that are on
)

// Decomposable is a body that nodes can express without helpers (Bessiere and Van Hentenryck, "To
// be or not to be ... a global constraint", 2003).
type Decomposable interface {
	Body
	// Decompose builds conditions that hold together exactly where the body holds.
	Decompose(l Logic) []Bool
	// Conjuncts is how many conditions Decompose builds at most.
	Conjuncts() int
}

// Logic builds conditions on the operands of a body, perhaps in another model.
type Logic interface {
	// Bool is an operand as a condition.
	Bool(operand Bool) Bool
	// Bounds is the range of an operand.
	Bounds(operand Int) Interval
	// Equal and In are conditions on operands.
	Equal(a, b Int) Bool
	In(x Int, values Domain) Bool
	// And and Or join conditions.
	And(...Bool) Bool
	Or(...Bool) Bool
}

// Assert is the constraint that B holds.
type Assert struct{ B Bool }

// Operands implements [Body].
func (b Assert) Operands(onBool func(Bool), _ func(Int)) { onBool(b.B) }

// Holds implements [Body].
func (b Assert) Holds(e *Evaluation) bool { return e.Bool(b.B) }

// Key implements [Body].
func (b Assert) Key() string { return newKey("assert").bools(b.B).String() }

// Rewrite implements [Body].
func (b Assert) Rewrite(r *Rewriter) Body { return Assert{r.Bool(b.B)} }

// Validate implements [Body].
func (b Assert) Validate() error { return nil }

// Decompose implements [Decomposable].
func (b Assert) Decompose(l Logic) []Bool { return []Bool{l.Bool(b.B)} }

// Conjuncts implements [Decomposable].
func (b Assert) Conjuncts() int { return 1 }

// Piece is a part of what a constraint says: one that follows from it, by which a reason may be told more closely.
type Piece struct {
	// Of is the constraint, an index in [Model.Constraints].
	Of int32
	// Says are the words for it: "the line goes on"; "" for a piece that says what the whole says.
	Says string
	// At is the vertex at which it says so, an index in the graph of the constraint; -1 if that is nowhere in particular.
	At int32
	// Var and Value are what a piece is about that is nowhere in particular.
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

// Split returns an equivalent model in which pieces of constraints are separate constraints, with
// instances behind all others. They can be switched off by themselves, or be on where the whole is
// off. Nodes and constraints of m keep their numbers.
func (m *Model) Split() *Model {
	s := m.Clone()
	s.Constraints, s.Instances = slices.Clip(s.Constraints), slices.Clip(s.Instances)
	for i, c := range m.Constraints {
		b, ok := c.Body.(Parted)
		if !ok || m.Instances[c.Instance].Piece != nil || m.Rules[m.Instances[c.Instance].Rule].Defines {
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

// Switched is the model with a switch for each unit, a helper that is true where the unit must hold; of what is no unit it is -1. In it a piece is a
// unit like any other.
func (m *Model) Switched() (s *Model, switches []VarID) {
	s = m.Clone()
	s.Vars, s.Constraints, s.Instances = slices.Clip(s.Vars), nil, slices.Clone(m.Instances)
	switches = slices.Repeat([]VarID{-1}, len(m.Instances))
	for _, u := range m.Units() {
		switches[u] = s.AddBool(-1)
	}
	for i := range s.Instances {
		s.Instances[i].Piece = nil
	}
	for _, c := range m.Constraints {
		if v := switches[c.Instance]; v >= 0 {
			c.Guard = s.And(c.Guard, s.BoolVar(v))
		}
		s.Constrain(c.Instance, c.Guard, c.Body)
	}
	return s, switches
}

// Whole is the instance that an instance is a piece of, or that instance itself.
func (m *Model) Whole(instance int32) int32 {
	if p := m.Instances[instance].Piece; p != nil {
		return m.Constraints[p.Of].Instance
	}
	return instance
}

// Units are the instances that reasons name: all except definitions of helpers, which always hold.
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

// goesOn is the piece of a line at a vertex: it has a number of edges that are on, at most that
// with atMost, or none if the line does not pass.
func (m *Model) goesOn(v int32, halves [][]alg.Half, edges, vertices []Bool, most int64, atMost bool) Piece {
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
		halves, most := [][]alg.Half{b.Graph.Out[v]}, int64(2)
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
		p := m.goesOn(int32(v), [][]alg.Half{b.Graph.Out[v]}, b.Edges, b.Vertices, most, false)
		if label >= 0 {
			p.Body = Assert{m.And(b.Vertices[v], p.Body.(Assert).B)}
		}
		out = append(out, p)
	}
	return out
}

// mostPlaces is up to how many variables a value has a place among for a piece to say so.
const mostPlaces = 36

// Pieces implements [Parted]: no value stands twice and, where there are as many values as variables,
// each value has a place.
func (b Distinct) Pieces(m *Model) (out []Piece) {
	if b.Present != nil || len(b.Xs) < 3 {
		return nil
	}
	out = append(out, Piece{At: -1, Body: Distinct{Xs: b.Xs, Plain: true}})
	var all Domain
	for i, x := range b.Xs {
		v, ok := m.Ints[x].(IntVar)
		if !ok || len(b.Xs) > mostPlaces {
			return out
		}
		if all = all.Union(m.Vars[v.Var].Domain); all.Size() > int64(len(b.Xs)) || i == len(b.Xs)-1 && all.Size() < int64(len(b.Xs)) {
			return out
		}
	}
	for k := range all.Each {
		places := make([]Bool, len(b.Xs))
		for i, x := range b.Xs {
			places[i] = m.In(x, Values(k))
		}
		out = append(out, Piece{Says: "has a place", At: -1, Var: m.Ints[b.Xs[0]].(IntVar).Var, Value: k, Body: Assert{m.Or(places...)}})
	}
	return out
}

package model

import (
	"slices"

	"nazo/internal/alg"
)

// Constraint is a condition that every solution meets.
type Constraint struct {
	// Instance is the rule instance that the constraint comes from, an index in Model.Instances.
	Instance int32
	// Guard is True, or a condition outside which the body need not hold.
	Guard Bool
	Body  Body
}

// Body is the condition of a constraint: [Assert] or a global constraint. A kind is one type with all of these
// methods. docs/extending.md lists the steps for a new kind.
type Body interface {
	// Holds reports whether the body holds. It defines what the kind means.
	Holds(e *Evaluation) bool
	// Key is equal for two bodies only if they state the same about the same operands. So equal bodies are built once.
	Key() string
	// Rewrite returns the body with its operands rewritten.
	Rewrite(r *Rewriter) Body
	// Validate returns a fault of the body itself, such as different lengths, or nil. The model checks that operands
	// exist.
	Validate() error
}

// Structure is a body about edges of a graph as a whole.
type Structure interface {
	Body
	// Chosen returns the graph and the literals of its edges. These are nil if the body takes all edges and is about
	// vertices alone.
	Chosen() (g *alg.Graph, edges []Bool)
	// Form returns what the chosen edges form as a whole, with the literals of the vertices, or nil if vertices play
	// no part. All forms but OtherForm can be counted by elimination.
	Form() (f Form, vertices []Bool)
}

// Antichain reports whether no edge set that meets the body is a proper subset of another. Then it suffices to block
// supersets.
func Antichain(s Structure) bool {
	switch form, vertices := s.Form(); form {
	case CycleForm, LinksForm:
		return true
	case PathForm: // paths through all vertices have equally many edges
		return !slices.ContainsFunc(vertices, func(v Bool) bool { return v != True })
	}
	return false
}

// Form is the shape of the edge sets that a [Structure] allows.
type Form uint8

// Forms. Forests and connected subgraphs ignore directions.
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
	// Decompose returns conditions that hold together exactly where the body holds.
	Decompose(l Logic) []Bool
	// Conjuncts returns the most conditions that Decompose builds.
	Conjuncts() int
}

// Logic builds conditions on the operands of a body, perhaps in another model.
type Logic interface {
	// Bool returns an operand as a condition.
	Bool(operand Bool) Bool
	// Bounds returns the range of an operand.
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

// Piece is a consequence of a constraint that makes a finer reason than the whole.
type Piece struct {
	// Of is the constraint, an index in [Model.Constraints].
	Of int32
	// Says is the piece in words, such as "the line goes on"; "" if it says what the whole says.
	Says string
	// At is the vertex that the piece is about, or -1.
	At int32
	// Var and Value are the subject of a piece without a vertex.
	Var   VarID
	Value int64
	Body  Body
}

// Parted is a body that has pieces. Together they may say less than the body.
type Parted interface {
	Body
	// Pieces builds the pieces without Of.
	Pieces(m *Model) []Piece
}

// Split returns an equivalent model in which pieces of constraints are separate constraints, whose instances come
// last. Each can be switched off, or be on where the whole is off. Nodes and constraints of m keep their numbers.
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
	s.unifySizes()
	return s
}

// unifySizes replaces helper variables for the sizes of areas by variables of finds, where one instance makes them equal
// and nothing else mentions the helpers. Then the reasons of a size are about the find.
func (m *Model) unifySizes() {
	w := NewScopeWalker(m)
	var helpers []map[VarID]bool // of each constraint; nil until they are needed
	for d, c := range m.Constraints {
		b, ok := c.Body.(ComponentSizes)
		if !ok || b.Counted != nil || !m.Rules[m.Instances[c.Instance].Rule].Defines || c.Guard != True {
			continue
		}
		if helpers == nil {
			for _, c := range m.Constraints {
				helpers = append(helpers, w.Helpers(c))
			}
		}
		sizes := map[VarID]int{}
		for i, x := range b.Sizes {
			if v, ok := m.Ints[x].(IntVar); ok && m.Vars[v.Var].Find < 0 {
				sizes[v.Var] = i
			}
		}
		own := slices.Repeat([]Int{-1}, len(b.Sizes))
		var equations []int
		instance := int32(-1)
		for i, other := range m.Constraints {
			if i == d || !mentions(helpers[i], sizes) {
				continue
			}
			size, x, ok := m.equation(other)
			at, isSize := sizes[size]
			if !ok || !isSize || own[at] >= 0 || instance >= 0 && instance != other.Instance {
				instance = -2
				break
			}
			own[at], instance, equations = x, other.Instance, append(equations, i)
		}
		if instance < 0 || len(sizes) != len(b.Sizes) || slices.Contains(own, -1) {
			continue
		}
		m.Constraints[d] = Constraint{Instance: instance, Guard: True, Body: ComponentSizes{Graph: b.Graph, Vertices: b.Vertices, Edges: b.Edges, Sizes: own}}
		for _, i := range equations {
			m.Constraints[i].Body = Assert{B: True}
		}
		for v := range sizes { // nothing says anything of them
			free := *m.Vars[v]
			free.Domain = Range(1, 1)
			m.Vars[v] = &free
		}
	}
}

func mentions(helpers map[VarID]bool, some map[VarID]int) bool {
	for v := range helpers {
		if _, ok := some[v]; ok {
			return true
		}
	}
	return false
}

// equation returns the helper and the variable of a find that a constraint makes equal.
func (m *Model) equation(c Constraint) (helper VarID, x Int, ok bool) {
	b, isAssert := c.Body.(Assert)
	if !isAssert || c.Guard != True || b.B.Negated() {
		return 0, 0, false
	}
	e, isSum := m.Node(b.B).(Exactly)
	if !isSum || e.Sum != 0 || len(e.Terms) != 2 || e.Terms[0].Coef+e.Terms[1].Coef != 0 || max(e.Terms[0].Coef, e.Terms[1].Coef) != 1 {
		return 0, 0, false
	}
	one, oneIsVar := m.Ints[e.Terms[0].X].(IntVar)
	other, otherIsVar := m.Ints[e.Terms[1].X].(IntVar)
	switch {
	case !oneIsVar || !otherIsVar:
		return 0, 0, false
	case m.Vars[one.Var].Find < 0 && m.Vars[other.Var].Find >= 0:
		return one.Var, e.Terms[1].X, true
	case m.Vars[other.Var].Find < 0 && m.Vars[one.Var].Find >= 0:
		return other.Var, e.Terms[0].X, true
	}
	return 0, 0, false
}

// Switched returns the model with a switch for each unit: a helper that is true where the unit must hold. The
// switch of any other instance is -1. Pieces are units like any other.
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

// Whole returns the instance that an instance is a piece of, or the instance itself.
func (m *Model) Whole(instance int32) int32 {
	if p := m.Instances[instance].Piece; p != nil {
		return m.Constraints[p.Of].Instance
	}
	return instance
}

// Units lists the instances that reasons name: all except definitions of helpers, which always hold.
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

// GoesOn is what a piece says of a line at a vertex.
const GoesOn = "the line goes on"

// goesOn is the piece of a line at a vertex: exactly most of its edges are on, or at most as many with atMost. None
// are on if the line does not pass.
func (m *Model) goesOn(v int32, halves [][]alg.Half, edges, vertices []Bool, most int64, atMost bool) Piece {
	var says []Bool
	for _, side := range halves {
		terms := alg.Map(side, func(h alg.Half) Term { return Term{1, m.ToInt(edges[h.Edge])} })
		sum := m.Sum(append(terms, Term{-most, m.ToInt(vertices[v])})...)
		if atMost {
			says = append(says, m.LessEq(sum, m.Int(0)))
		} else {
			says = append(says, m.Equal(sum, m.Int(0)))
		}
	}
	return Piece{Says: GoesOn, At: v, Body: Assert{m.And(says...)}}
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

// Pieces implements [Parted]: how many edges are on at each vertex. A line has one edge at a label.
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

// mostPlaces is the largest number of variables for which "has a place" pieces are built.
const mostPlaces = 36

// Pieces implements [Parted]: no value occurs twice. With as many values as variables, each value has a place.
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
		places := alg.Map(b.Xs, func(x Int) Bool { return m.In(x, Values(k)) })
		out = append(out, Piece{Says: "has a place", At: -1, Var: m.Ints[b.Xs[0]].(IntVar).Var, Value: k, Body: Assert{m.Or(places...)}})
	}
	return out
}

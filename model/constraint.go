package model

import (
	"nazo/graph"
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

// Body is the condition of a constraint: [Assert], or a global constraint. Each kind has a file of its
// own with all of this, and what an engine makes of a kind is in that engine; docs/extending.md
// tells what a new one takes.
type Body interface {
	// Operands calls the functions for each boolean and each integer that the body refers to.
	Operands(onBool func(Bool), onInt func(Int))
	// Holds reports whether the body holds: it defines what the kind means.
	Holds(e *Evaluation) bool
	// Key is a text that bodies have in common only if they say the same of the same operands, so
	// that equal ones need be built once.
	Key() string
	// Rewrite is the same body with its operands rewritten.
	Rewrite(r *Rewriter) Body
	// Validate returns what is wrong with the body by itself, such as lengths that differ, or nil.
	// That operands exist is for the model to check.
	Validate() error
}

// Structure is a body about edges of a graph as a whole.
type Structure interface {
	Body
	// Chosen is the graph, and for each of its edges whether it is on; nil if the body takes all
	// edges as they are and is about vertices alone.
	Chosen() (g *graph.Graph, edges []Bool)
	// Form is what the edges that are on form as a whole, and for each vertex whether it is on;
	// nil if vertices play no part. It is how sets of edges that meet the body are counted without
	// visiting each; bodies of OtherForm are not.
	Form() (f Form, vertices []Bool)
	// Antichain reports whether it is known that no set of edges that meets the body is a proper
	// part of another that does. Excluding a set then excludes no more than what has all of it.
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

// Decomposable is a body that conditions built from nodes can express, without helpers (a
// decomposition; Bessiere and Van Hentenryck, "To be or not to be ... a global constraint", 2003).
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

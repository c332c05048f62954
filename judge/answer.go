package judge

import (
	"nazo/dsl/diag"
	"nazo/value"
)

// Find is one thing to be found, or to be chosen.
type Find struct {
	Name string
	// Chosen marks what may be chosen freely and is no part of the solution.
	Chosen bool
	Shape  Shape
	at     place
}

// StateVar is a state variable, which moves change. A state is a value for each.
type StateVar struct {
	Name  string
	Shape Shape
	at    place
}

// place is where something stands in the spec.
type place struct {
	source *diag.Source
	span   diag.Span
}

// Answer is a value for each find, or a run.
type Answer struct {
	// Values are in the order of Judge.Finds, nil for one that is not known. Sets are *value.Set, arrays *value.Array,
	// paths, cycles and links *value.Route.
	Values []value.Value
	// Objective has the value of each objective.
	Objective []value.Value
	// Run, of a puzzle that moves, has its moves; Values are nil then.
	Run *Run
}

// Run is an answer to a puzzle that moves.
type Run struct {
	// Start has the value of each state variable, in the order of Judge.StateVars.
	Start []value.Value
	Steps []Step
}

// Step is one move of a run and what it leads to.
type Step struct {
	Move Move
	// After are the states after it, in the order of Judge.StateVars; nil if the move, or
	// one before it, can't be made.
	After []value.Value
}

// Move is a move with the values of its parameters, in the order of its declaration.
type Move struct {
	Name       string
	Parameters []value.Value
}

// String shows the move as in "shift(2, 3)".
func (m Move) String() string {
	text := m.Name + "("
	for i, v := range m.Parameters {
		if i > 0 {
			text += ", "
		}
		text += value.String(v)
	}
	return text + ")"
}

// Key is a text that is the same for exactly those moves which are the same.
func (m Move) Key() string {
	return string(value.Spell(append(make([]byte, 0, 64), m.Name+" "...), value.List(m.Parameters)))
}

// Verdict is the judge's verdict on an answer.
type Verdict struct {
	Accepted bool
	// Violations name what does not hold; at most ten, if not more were asked for.
	Violations []Violation
	// Steps counts the expressions that were evaluated; 0 for a run.
	Steps int
	// Err is a [Limit] if there is no verdict: the answer is neither accepted nor refused.
	Err error
}

// Violation is a rule, or the structure of a find, that an answer breaks.
type Violation struct {
	Rule     string
	Bindings string // as in "c = r3c4", or ""
	// Bound are the values of the binders, in their order.
	Bound []value.Value
	// Why says more, as in "the line ends at r1c1", or is ""; About are the values that this is about.
	Why    string
	About  []value.Value
	Source *diag.Source
	Span   diag.Span
	// More counts further instances of the rule that are broken and not named; see [Judge.JudgeAll].
	More int
}

// Picture is a value to draw.
type Picture struct {
	Title string // the text of the expression
	As    string // the character for members; "" for none
	Value value.Value
}

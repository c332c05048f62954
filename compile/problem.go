// Package compile turns a checked spec and an instance into a model, and solutions of the model back into values of
// finds.
//
// One evaluator walks the syntax tree over known and unknown values alike (package lower). Known parts fold to
// values, unknown parts become expressions of the model. In a puzzle that moves, the state variables become those
// of a machine, and each move is evaluated once over a symbolic state.
//
// Names and types were checked before (dsl/check). Other packages judge answers and choose engines.
package compile

import (
	"context"
	"maps"
	"math"
	"slices"

	"nazo/compile/lower"
	"nazo/dsl/diag"
	"nazo/dsl/instance"
	"nazo/dsl/library"
	"nazo/dsl/value"
	"nazo/internal/alg"
	"nazo/internal/model"
)

// Problem is a spec together with an instance, ready to be solved.
type Problem struct {
	// Name and About come from the puzzle statement.
	Name, About string
	Model       *model.Model
	// Givens are in the order of the spec.
	Givens []instance.Given
	// Finds are the parts of a solution, in the order of the spec.
	Finds []Find
	// UnknownGivens are the parts of givens that are variables, in the order of the spec.
	UnknownGivens []UnknownGiven
	// Objectives is the number of terms to minimise or maximise.
	Objectives int
	// Warnings are the warnings found while compiling.
	Warnings *diag.List
	// Memo has boards and graphs made by the library.
	Memo *library.Memo
	// Work counts expressions, conditions, members of collections and alternatives of choices.
	Work int

	// StateVars are the state variables of a puzzle that moves, in the order of the spec.
	StateVars []StateVar
	// CostNames has a name for each objective of a puzzle that moves: "moves", a move's or a cost's.
	CostNames []string

	starts   map[model.VarID][]value.Value // where parts of graphs begin, by their helpers
	graphs   map[int32]*value.Graph        // by the constraint of a find's structure
	labels   map[int32][]value.Value       // of lines between equal labels
	crossing map[int32]lower.Crossing      // by the constraint that the line is connected
	program  *program
	moves    *machine // nil unless things move
	// secrets are the givens that are variables of the machine. hiddenLets are the lets that depend on them, and on
	// no state.
	secrets    []secret
	hiddenLets []string
	// known has the values of names that depend on no find.
	known       map[string]value.Value
	ruleSources []ruleSource // for each rule of the model
	scopes      *scopes
	sayings     map[string]*saying // for each find; nil for one without a saying
	// separate compiles the problem with independent rules. It is nil if they are already.
	separate func(context.Context) *Problem
}

// Find is one thing to be found.
type Find struct {
	Name string
	// Chosen marks a choice, which is no part of the solution.
	Chosen bool
	layout layout
	span   diag.Span
	source *diag.Source
}

// Decode returns the values of the finds in a solution of the model.
func (p *Problem) Decode(s model.Solution) []value.Value {
	return alg.Map(p.Finds, func(f Find) value.Value { return f.layout.Decode(s) })
}

// EncodeFinds encodes known values of finds as variables of the model and a solution with their values. It skips
// finds with value nil, and unknown parts of a [value.Partly]. ok is false if a find can't have its value.
func (p *Problem) EncodeFinds(values []value.Value) (known []model.VarID, s model.Solution, ok bool) {
	s = make(model.Solution, len(p.Model.Vars))
	for i := range s {
		s[i] = unwritten
	}
	for i, f := range p.Finds {
		if values[i] != nil && !encode(f.layout, values[i], s) {
			return nil, nil, false
		}
	}
	for v, x := range s {
		if x != unwritten {
			known = append(known, model.VarID(v))
		}
	}
	return known, s, true
}

// unwritten marks variables without a value.
const unwritten = math.MinInt64

// VariableNames returns the meanings of each find's variables, as in "r1c2 in shaded".
func (p *Problem) VariableNames() (out [][]string) {
	for _, f := range p.Finds {
		if !f.Chosen {
			out = append(out, alg.Map(f.layout.Meanings(f.Name, nil), Meaning.String))
		}
	}
	return out
}

// DecodeRun returns the values of states at the start, and the moves, from a solution of a machine.
func (p *Problem) DecodeRun(s model.Solution) (start []value.Value, moves []int64) {
	start = make([]value.Value, len(p.StateVars))
	for i, state := range p.StateVars {
		start[i] = state.layout.Decode(s)
	}
	return start, s[len(p.Model.Vars):]
}

// Encode returns a state as variables of the model. Hidden variables are those of the current deal.
func (p *Problem) Encode(state []value.Value) model.Solution {
	s := make(model.Solution, len(p.Model.Vars))
	for i, l := range p.StateVars {
		if !encode(l.layout, state[i], s) {
			panic("compile: " + value.String(state[i]) + " is no value of the state " + l.Name)
		}
	}
	for _, hidden := range p.secrets {
		encode(hidden.layout, hidden.known, s)
	}
	return s
}

// MoveName returns the name of a move, an index in Model.Machine.Moves.
func (p *Problem) MoveName(move int64) string { return p.moves.moves[move].node.Name.Text }

// Parameters returns the parameters of a move, in the order of its declaration.
func (p *Problem) Parameters(move int64) []value.Value { return p.moves.moves[move].parameters }

// MoveText formats a move, as in "shift(2, 3)".
func (p *Problem) MoveText(move int64) string { return p.moves.moves[move].String() }

// FindMove finds a move by its name and parameters. ok is false if there is none, or if no state makes it possible.
func (p *Problem) FindMove(name string, parameters []value.Value) (move int64, ok bool) {
	move, ok = p.moves.index[moveKey(name, parameters)]
	return move, ok
}

// Meanings returns the meanings of the variables of finds, choices and states. Helpers have none.
func (p *Problem) Meanings() map[model.VarID]Meaning {
	out := map[model.VarID]Meaning{}
	for _, f := range p.Finds {
		for _, m := range f.layout.Meanings(f.Name, nil) {
			out[m.Var] = m
		}
	}
	for _, s := range p.StateVars {
		for _, m := range s.layout.Meanings(s.Name, nil) {
			out[m.Var] = m
		}
	}
	return out
}

// Written reports whether players write a find on the board. Other finds only help, or others show what they say.
func (p *Problem) Written(find string) bool { return p.program.spec.Written(find) && !p.unsaid(find) }

// Regions reports whether a find cuts a board into areas.
func (p *Problem) Regions(find string) bool {
	for _, f := range p.Finds {
		if f.Name == find {
			_, regions := f.layout.(*regionsLayout)
			return regions
		}
	}
	return false
}

// Split returns the problem with pieces of constraints as separate instances ([model.Model.Split]). A line that may
// cross itself has one for each vertex, too. Facts about a piece are those of its whole instance.
func (p *Problem) Split() *Problem {
	split := *p
	m := p.Model.Split()
	split.Model, split.scopes = m, &scopes{}
	for _, c := range slices.Sorted(maps.Keys(p.crossing)) {
		line := p.crossing[c]
		g := line.Line.Graph.Plain()
		for v, says := range line.At {
			if line.Closed { // so that propagation sees it, too
				edges := lower.EdgesOf(line.Line, g.Out[v])
				if g.Directed {
					edges = append(edges, lower.EdgesOf(line.Line, g.In[v])...)
				}
				terms := []model.Term{{Coef: -2, X: m.ToInt(line.Line.Vertices[v])}}
				for _, e := range edges {
					terms = append(terms, model.Term{Coef: 1, X: m.ToInt(e)})
				}
				says = append(slices.Clip(says), m.LessEq(m.Int(0), m.Sum(terms...)))
			}
			in := m.Instances[m.Constraints[c].Instance]
			in.Piece = &model.Piece{Of: c, Says: model.GoesOn, At: int32(v), Body: model.Assert{B: m.And(says...)}}
			m.Instances = append(m.Instances, in)
			m.Constrain(int32(len(m.Instances)-1), model.True, in.Piece.Body)
		}
	}
	return &split
}

// Crosses reports whether a constraint says that a line that may cross itself is connected, and whether the line is
// closed.
func (p *Problem) Crosses(constraint int32) (closed, ok bool) {
	line, crosses := p.crossing[constraint]
	return line.Closed, crosses
}

// Vertex returns a vertex of the graph of a constraint on a find's structure, by its number ([model.Piece]).
func (p *Problem) Vertex(constraint, vertex int32) value.Value {
	return p.graphs[constraint].Vertices.List()[vertex]
}

// Starts returns where the part of a graph begins to which a helper says that something belongs.
func (p *Problem) Starts(helper model.VarID) []value.Value { return p.starts[helper] }

// Label returns what lines between equal labels join at a vertex, or None.
func (p *Problem) Label(constraint, vertex int32) value.Value { return p.labels[constraint][vertex] }

// StateVar is a state variable. A state has a value for each.
type StateVar struct {
	Name   string
	layout layout
}

// Moving reports whether solutions are runs, and Model has a Machine.
func (p *Problem) Moving() bool { return p.Model.Machine != nil }

// From returns the puzzle started in another state: one value for each state variable. The rules about starts don't
// apply.
func (p *Problem) From(state []value.Value) *Problem {
	at := p.Encode(state)
	from, m, machine, moves := *p, *p.Model, *p.Model.Machine, *p.moves
	m.Constraints = nil // they are about the start
	machine.Start = make([]model.Domain, len(at))
	for v, x := range at {
		machine.Start[v] = model.Range(x, x)
	}
	m.Machine = &machine
	moves.start = slices.Clone(state)
	from.Model, from.moves = &m, &moves
	return &from
}

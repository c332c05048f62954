package compile

import (
	"math"

	"nazo/compile/layout"
	"nazo/model"
	"nazo/value"
)

// Decode reads the values of the finds off a solution of the model.
func (p *Problem) Decode(s model.Solution) []value.Value {
	values := make([]value.Value, len(p.Finds))
	for i, f := range p.Finds {
		values[i] = f.layout.Decode(s)
	}
	return values
}

// EncodeFinds writes known values of finds, in their order, as variables of the model: those that they consist of, in their
// order, and a solution that has their values. A find whose value is nil is left out, as is what is not known of a [value.Partly]; ok is
// false if one can't have its value.
func (p *Problem) EncodeFinds(values []value.Value) (known []model.VarID, s model.Solution, ok bool) {
	s = make(model.Solution, len(p.Model.Vars))
	for i := range s {
		s[i] = unwritten
	}
	for i, f := range p.Finds {
		if values[i] != nil && !f.layout.Encode(values[i], s) {
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

// unwritten is the value of no variable.
const unwritten = math.MinInt64

// VariableNames says what the variables of each find of the model stand for, in their
// order, as in "r1c2 in shaded".
func (p *Problem) VariableNames() [][]string {
	var out [][]string
	for _, f := range p.Finds {
		if !f.Chosen {
			var names []string
			for _, m := range f.layout.Meanings(f.Name, nil) {
				names = append(names, m.String())
			}
			out = append(out, names)
		}
	}
	return out
}

// DecodeRun reads the states at the start and the moves, as indices in
// Model.Machine.Moves, off a solution of a machine.
func (p *Problem) DecodeRun(s model.Solution) (start []value.Value, moves []int64) {
	start = make([]value.Value, len(p.StateVars))
	for i, state := range p.StateVars {
		start[i] = state.layout.Decode(s)
	}
	return start, s[len(p.Model.Vars):]
}

// Encode writes a state as the variables of the model; those that are hidden are as in
// the deal at hand.
func (p *Problem) Encode(state []value.Value) model.Solution {
	s := make(model.Solution, len(p.Model.Vars))
	for i, l := range p.StateVars {
		if !l.layout.(layout.OfState).Encode(state[i], s) {
			panic("compile: " + value.String(state[i]) + " is no value of the state " + l.Name)
		}
	}
	for _, hidden := range p.secrets {
		hidden.layout.Encode(hidden.known, s)
	}
	return s
}

// MoveName is the name of a move, an index in Model.Machine.Moves.
func (p *Problem) MoveName(move int64) string { return p.moves.moves[move].node.Name.Text }

// Parameters are those of a move, in the order of its declaration.
func (p *Problem) Parameters(move int64) []value.Value { return p.moves.moves[move].parameters }

// MoveText shows a move with its parameters, as in "shift(2, 3)".
func (p *Problem) MoveText(move int64) string { return p.moves.moves[move].String() }

// FindMove finds a move by its name and parameters; ok is false if there is none, or if
// no state makes it possible.
func (p *Problem) FindMove(name string, parameters []value.Value) (move int64, ok bool) {
	move, ok = p.moves.index[moveKey(name, parameters)]
	return move, ok
}

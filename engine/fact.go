package engine

import "nazo/model"

// Fact says that a variable has a value, or that it has another. Of truth values the values are 0 and 1.
type Fact struct {
	Var   model.VarID
	Value int64
	Is    bool
}

// Not is the opposite.
func (f Fact) Not() Fact { f.Is = !f.Is; return f }

// Holds reports whether a solution is as the fact says.
func (f Fact) Holds(s model.Solution) bool { return (s[f.Var] == f.Value) == f.Is }

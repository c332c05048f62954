package engine

import (
	"context"

	"nazo/model"
)

// Unit is what reasons are made of: a rule instance, or a part of the structure of a find, such as that a line
// goes on at a vertex ([model.Parted]).
type Unit struct {
	Instance int32 // index in Model.Instances
	// Constraint is the constraint that the part is of, an index in Model.Constraints, and Part its
	// number there; both are -1 for the instance as a whole, less its parts.
	Constraint, Part int32
}

// Whole reports whether the unit is a rule instance, rather than a part.
func (u Unit) Whole() bool { return u.Part < 0 }

// Units are those of a model, in the order of its instances, parts behind their instance. What only says what helpers mean
// is in none: it always holds.
func Units(m *model.Model) []Unit {
	constraints := make([][]int32, len(m.Instances))
	for i, c := range m.Constraints {
		constraints[c.Instance] = append(constraints[c.Instance], int32(i))
	}
	var all []Unit
	for i, own := range constraints {
		if len(own) == 0 || m.Rules[m.Instances[i].Rule].Defines {
			continue
		}
		all = append(all, Unit{int32(i), -1, -1})
		for _, c := range own {
			if b, ok := m.Constraints[c].Body.(model.Parted); ok {
				_, parts := b.Parts()
				for k := range parts {
					all = append(all, Unit{int32(i), c, int32(k)})
				}
			}
		}
	}
	return all
}

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

// Reasoner is a job that tells which units something follows from.
type Reasoner interface {
	Job
	// Reasons begins to reason about the model. The error is that of ctx, or a [Reason] of kind [Unsupported].
	Reasons(ctx context.Context) (Reasons, error)
}

// Reasons answers what follows from some units and some facts, question after question, and keeps what it learns. It is
// for one goroutine.
type Reasons interface {
	// Units are those of the model; the methods count in them.
	Units() []Unit
	// Scope are the variables of finds that a unit is about, ascending.
	Scope(unit int32) []model.VarID
	// Follow draws conclusions from some units and the facts by propagation, so not all that there are; with no units those
	// that follow from the facts by what helpers mean alone, which units do not tell again. The conclusions
	// are about variables of finds, none of them is among the facts, and a variable that has one value left is
	// said to have it. If it comes upon a contradiction there are no conclusions, and ok is false.
	Follow(facts []Fact, units []int32) (conclusions []Fact, ok bool)
	// Refute looks for a solution of some units that is as all facts, those known and those that are supposed, say. It gives up after so many
	// conflicts, or when ctx ends; with none it only propagates. Facts that were handed in must not be changed later.
	Refute(ctx context.Context, known []Fact, units []int32, supposed []Fact, conflicts int64) Refutation
}

// Refutation is what came of looking for a solution.
type Refutation struct {
	// Refuted is true if there is none.
	Refuted bool
	// Units and Known are those that the proof rests on; they need not be the fewest.
	Units []int32
	Known []Fact
	// Solution is one, nil if there is none or the search was given up. Variables that the units are not about may have any
	// value.
	Solution model.Solution
	// Conflicts is how many were met: 0 if propagation alone refuted it.
	Conflicts int64
}

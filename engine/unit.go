package engine

import "nazo/model"

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

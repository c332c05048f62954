package explain

import (
	"fmt"
	"strings"

	"nazo/engine"
	"nazo/model"
	"nazo/value"
)

// Unit says which rule instance, or which part of a find's structure, a unit is: "clue, for c = r3c4".
func (x *Explainer) Unit(u int32) string {
	unit := x.units[u]
	in := x.m.Instances[unit.Instance]
	name := x.m.Rules[in.Rule].Name
	switch {
	case !unit.Whole():
		says, _ := x.m.Constraints[unit.Constraint].Body.(model.Parted).Parts()
		return fmt.Sprintf("%s at %s", says, value.String(x.Problem.Vertex(unit.Constraint, unit.Part)))
	case in.Bindings != nil:
		return name + " for " + in.Bindings.String()
	}
	return name
}

// Fact says what a fact says: "r3c4 in shaded".
func (x *Explainer) Fact(f engine.Fact) string {
	if x.meanings == nil {
		x.meanings = x.Problem.Meanings()
	}
	return x.meanings[f.Var].Says(f.Value, f.Is)
}

// Facts says what several facts say.
func (x *Explainer) Facts(facts []engine.Fact) string {
	var out []string
	for _, f := range facts {
		out = append(out, x.Fact(f))
	}
	return strings.Join(out, ", ")
}

// Asked is how many refutations were asked for so far.
func (x *Explainer) Asked() int64 { return x.asked }

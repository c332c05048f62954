package explain

import (
	"nazo/engine"
	"nazo/value"
)

// Unit says which rule instance, or which part of a find's structure, a unit is: "clue for c = r3c4".
func (x *Explainer) Unit(u int32) string {
	if says, at, part := x.Piece(u); part {
		if at == nil {
			return says
		}
		return says + " at " + value.String(at)
	}
	in := x.m.Instances[u]
	name := x.m.Rules[in.Rule].Name
	if in.Bindings != nil {
		return name + " for " + in.Bindings.String()
	}
	return name
}

// Fact says what a fact says: "r3c4 in shaded".
func (w *Words) Fact(f engine.Fact) string {
	m, _ := w.Meaning(f.Var)
	return m.Says(f.Value, f.Is)
}

// Asked is how many refutations were asked for so far.
func (x *Explainer) Asked() int64 { return x.asked }

package compile

import (
	"nazo/compile/layout"
	"nazo/compile/lower"
	"nazo/dsl"
	"nazo/symmetry"
	"nazo/value"
)

// Symmetric reports whether the spec declares symmetries.
func (p *Problem) Symmetric() bool { return len(p.program.spec.Symmetries) > 0 }

// transformsOf are the symmetries of states that a declaration names, the identity
// among them: permuted(values), permuted(state), or those of a board, a grid or a set of
// cells.
func (ev *evaluator) transformsOf(x dsl.Expr) []symmetry.Transform {
	if form, of := dsl.FormOfSymmetry(x); form == dsl.PermutedForm {
		if name, ok := of.(*dsl.Name); ok {
			if l, keyed := ev.layouts[name.Text].(*layout.Array); keyed {
				return ev.placeChanges(x, name.Text, l)
			}
		}
		return ev.permutations(x, ev.AsKnownSet(of, ev.eval(of, nil)).List())
	}
	v := ev.eval(x, nil)
	if a, ok := v.(*value.Array); ok {
		v = a.Keys
	}
	return symmetry.OfCells(ev.AsKnownSet(x, lower.PlainSet(v)))
}

// permutations are all permutations of some values.
func (ev *evaluator) permutations(at dsl.Node, values []value.Value) []symmetry.Transform {
	out, ok := symmetry.Permutations(values)
	if !ok {
		ev.Fail(at, lower.CodeSize, "%d values have too many permutations", len(values))
	}
	return out
}

// placeChanges are all ways in which the places of a keyed state change among each
// other.
func (ev *evaluator) placeChanges(at dsl.Node, state string, l *layout.Array) []symmetry.Transform {
	out := ev.permutations(at, l.Keys.List())
	for i, t := range out {
		out[i] = symmetry.Transform{Name: "other places of " + state, State: state, Places: t.Permuted}
	}
	return out
}

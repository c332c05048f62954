package compile

import (
	"encoding/binary"
	"math/rand/v2"
	"slices"

	"nazo/dsl"
	"nazo/model"
	"nazo/value"
)

// The symmetries of a machine are the spec's claim. Searches rely on it, so it is
// tried: on what the goal asks of each variable, and on states that moves made at
// random lead to. What passes may still be wrong; what fails surely is.

// symmetryTrials bounds the work for it: the nodes that are evaluated and the
// values of states that are compared.
const symmetryTrials = 50_000

// checkSymmetries ends the compilation if a symmetry does not hold.
func (ev *evaluator) checkSymmetries() {
	symmetries := ev.Model.Machine.Symmetries
	if len(symmetries) == 0 || ev.Problems.HasErrors() {
		return
	}
	declared := ev.program.spec.Symmetries[0]
	ev.Source = declared.Source
	at := declared.Stmt
	for _, s := range symmetries {
		if !ev.keepsGoal(s) {
			ev.Fail(at, "symmetry-broken", "this is no symmetry: with %s, the goal is another one", s.Name)
		}
	}
	random := rand.New(rand.NewPCG(1, 2))
	state := make(model.Solution, len(ev.Model.Vars))
	for i, d := range ev.Model.Machine.Start {
		state[i] = pick(d, random)
	}
	nodes := ev.Model.BoolCount() + len(ev.Model.Ints)
	for spent := 0; spent < symmetryTrials; {
		here := ev.Model.At(state)
		s := symmetries[random.IntN(len(symmetries))]
		ev.trySymmetry(at, s, state, here)
		var possible []int64
		for move := range ev.Model.Machine.Moves {
			if here.Possible(int64(move)) {
				possible = append(possible, int64(move))
			}
		}
		spent += 2*nodes + 4*len(possible)*len(state)
		if len(possible) == 0 {
			return
		}
		state = here.After(possible[random.IntN(len(possible))])
	}
}

// trySymmetry compares what can be done in a state and in its image.
func (ev *evaluator) trySymmetry(at dsl.Node, s model.Permutation, state model.Solution, here model.Step) {
	there := ev.Model.At(imageOf(s, state))
	wrong := func(what string) {
		ev.Fail(at, "symmetry-broken", "this is no symmetry: with %s, %s; as where %s", s.Name, what, ev.describeState(state))
	}
	switch {
	case here.Won() != there.Won():
		wrong("the goal is another one")
	case here.Forbidden() != there.Forbidden():
		wrong("other states are forbidden")
	case here.Forbidden():
	case !slices.Equal(ev.outcomes(here, &s), ev.outcomes(there, nil)):
		wrong("other moves are possible, or they cost something else")
	}
}

// outcomes are the states that moves lead to, or their images, and what they
// cost, sorted.
func (ev *evaluator) outcomes(from model.Step, image *model.Permutation) []string {
	var out []string
	for move := range ev.Model.Machine.Moves {
		if !from.Possible(int64(move)) {
			continue
		}
		after := from.After(int64(move))
		if image != nil {
			after = imageOf(*image, after)
		}
		var key []byte
		for _, v := range append(after, from.Costs(int64(move))...) {
			key = binary.AppendVarint(key, v)
		}
		out = append(out, string(key))
	}
	slices.Sort(out)
	return slices.Compact(out)
}

func imageOf(s model.Permutation, state model.Solution) model.Solution {
	out := make(model.Solution, len(state))
	for i, v := range state {
		if s.Values[i] != nil {
			v = s.Values[i][v]
		}
		out[s.Vars[i]] = v
	}
	return out
}

// keepsGoal reports whether what the goal asks of single variables is asked of their
// images, too.
func (ev *evaluator) keepsGoal(s model.Permutation) bool {
	asked := map[model.VarID]model.Domain{}
	for part := range ev.Model.Conjuncts(ev.Model.Machine.Goal) {
		switch n := ev.Model.Node(part).(type) {
		case model.BoolVar:
			value := int64(1)
			if part.Negated() {
				value = 0
			}
			asked[n.Var] = model.Range(value, value)
		case model.In:
			if v, ok := ev.Model.Ints[n.X].(model.IntVar); ok {
				asked[v.Var] = n.Values
				if part.Negated() {
					asked[v.Var] = ev.Model.Vars[v.Var].Domain.Minus(n.Values)
				}
			}
		}
	}
	for v, values := range asked {
		var image []int64
		for x := range values.Each {
			if s.Values[v] != nil {
				x = s.Values[v][x]
			}
			image = append(image, x)
		}
		if !slices.Equal(asked[s.Vars[v]], model.Values(image...)) {
			return false
		}
	}
	return true
}

// describeState shows a state as in "man = r1c1, boxes = {}".
func (ev *evaluator) describeState(state model.Solution) (text string) {
	for _, name := range ev.program.order {
		if _, ok := ev.program.decls[name].stmt.(*dsl.State); ok {
			if text != "" {
				text += ", "
			}
			text += name + " is " + valueText(ev.layouts[name].Decode(state))
		}
	}
	return text
}

// valueText shows a value in a message, cut short if it is long.
func valueText(v value.Value) string {
	const longest = 60
	text := []rune(value.String(v))
	if len(text) > longest {
		return string(text[:longest-1]) + "…"
	}
	return string(text)
}

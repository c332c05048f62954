package compile

import (
	"encoding/binary"
	"maps"
	"math/rand/v2"
	"slices"

	"nazo/compile/lower"
	"nazo/dsl"
	"nazo/dsl/value"
	"nazo/internal/alg"
	"nazo/internal/model"
)

// transformsOf returns the symmetries that a declaration names, with the identity: permuted(values),
// permuted(state), or those of a board, a grid or a set of cells.
func (ev *evaluator) transformsOf(x dsl.Expr) []value.Transform {
	if form, of := dsl.FormOfSymmetry(x); form == dsl.PermutedForm {
		if name, ok := of.(*dsl.Name); ok {
			if l, keyed := ev.layouts[name.Text].(*arrayLayout); keyed {
				return ev.placeChanges(x, name.Text, l)
			}
		}
		return ev.permutations(x, ev.AsKnownSet(of, ev.eval(of, nil)).List())
	}
	v := ev.eval(x, nil)
	if a, ok := v.(*value.Array); ok {
		v = a.Keys
	}
	return value.CellTransforms(ev.AsKnownSet(x, lower.PlainSet(v)))
}

// permutations returns all permutations of some values.
func (ev *evaluator) permutations(at dsl.Node, values []value.Value) []value.Transform {
	out, ok := value.ValuePermutations(values)
	if !ok {
		ev.Fail(at, lower.CodeSize, "%d values have too many permutations", len(values))
	}
	return out
}

// placeChanges returns all permutations of the places of a keyed state.
func (ev *evaluator) placeChanges(at dsl.Node, state string, l *arrayLayout) []value.Transform {
	out := ev.permutations(at, l.Keys.List())
	for i, t := range out {
		out[i] = value.Transform{Name: "other places of " + state, State: state, Places: t.Permuted}
	}
	return out
}

// maxPermutations and maxPermutedValues bound the symmetry group of a machine, in elements and in variables.
const (
	maxPermutations   = 10_000
	maxPermutedValues = 10_000_000
)

// symmetries generates the group of the declared symmetries as permutations of states, without its identity.
func (ev *evaluator) symmetries(p *Problem) {
	g := &group{known: map[string]int{}}
	g.add(ev.identity())
	for _, s := range ev.program.spec.Symmetries {
		ev.Source = s.Source
		for _, x := range s.Stmt.Of {
			ev.Attempt(func() {
				transforms := ev.transformsOf(x)
				ev.fewSymmetries(x, len(transforms))
				for _, t := range transforms {
					ev.extend(x, g, ev.permutation(p, x, t))
				}
			})
		}
	}
	ev.Model.Machine.Symmetries = g.elements[1:]
}

// group is a group of permutations under construction.
type group struct {
	elements, generators []model.Permutation
	known                map[string]int // from an element's spelling to its index
}

// add adds an element, or shortens the name of an equal one.
func (g *group) add(s model.Permutation) (added bool) {
	key := spellPermutation(s)
	if i, known := g.known[key]; known {
		if len(s.Name) < len(g.elements[i].Name) {
			g.elements[i].Name = s.Name
		}
		return false
	}
	g.known[key] = len(g.elements)
	g.elements = append(g.elements, s)
	return true
}

// extend adds a permutation and closes the group. A permutation that is an element already is dropped. Each other
// at least doubles the group, so there are few generators.
func (ev *evaluator) extend(at dsl.Node, g *group, s model.Permutation) {
	if !g.add(s) {
		return
	}
	g.generators = append(g.generators, s)
	for i := 0; i < len(g.elements); i++ {
		ev.Tick(at)
		for _, by := range g.generators {
			if g.add(compose(by, g.elements[i])) {
				ev.fewSymmetries(at, len(g.elements))
			}
		}
	}
}

func (ev *evaluator) fewSymmetries(at dsl.Node, n int) {
	if n > maxPermutations || n*len(ev.Model.Vars) > maxPermutedValues {
		ev.Fail(at, lower.CodeSize, "there are too many symmetries: %d permutations of states are the most", min(maxPermutations, maxPermutedValues/max(1, len(ev.Model.Vars))))
	}
}

func (ev *evaluator) identity() model.Permutation {
	s := model.Permutation{Vars: make([]model.VarID, len(ev.Model.Vars)), Values: make([]map[int64]int64, len(ev.Model.Vars))}
	for i := range s.Vars {
		s.Vars[i] = model.VarID(i)
	}
	return s
}

// compose returns the permutation that applies b, then a.
func compose(a, b model.Permutation) model.Permutation {
	out := model.Permutation{Name: b.Name, Vars: make([]model.VarID, len(b.Vars)), Values: make([]map[int64]int64, len(b.Vars))}
	switch {
	case b.Name == "":
		out.Name = a.Name
	case a.Name != "" && a.Name != b.Name:
		out.Name = b.Name + " and " + a.Name
	}
	for i, v := range b.Vars {
		out.Vars[i] = a.Vars[v]
		then := a.Values[v]
		switch {
		case b.Values[i] == nil:
			out.Values[i] = then
		case then == nil:
			out.Values[i] = b.Values[i]
		default:
			out.Values[i] = map[int64]int64{}
			for from, to := range b.Values[i] {
				out.Values[i][from] = then[to]
			}
			if unmoved(out.Values[i]) {
				out.Values[i] = nil
			}
		}
	}
	return out
}

// spellPermutation returns a key that identifies a permutation.
func spellPermutation(s model.Permutation) string {
	var out []byte
	for i, v := range s.Vars {
		out = binary.AppendVarint(out, int64(v))
		out = binary.AppendVarint(out, int64(len(s.Values[i])))
		for _, from := range slices.Sorted(maps.Keys(s.Values[i])) {
			out = binary.AppendVarint(out, from)
			out = binary.AppendVarint(out, s.Values[i][from])
		}
	}
	return string(out)
}

// permutation returns the effect of a transform on the variables of a state.
func (ev *evaluator) permutation(p *Problem, at dsl.Node, t value.Transform) model.Permutation {
	out := ev.identity()
	out.Name = t.Name
	for _, s := range p.StateVars {
		if err := s.layout.(stateLayout).Permute(t.Of(s.Name), s.Name, s.layout, &out); err != nil {
			ev.Fail(at, "symmetry-misfit", "this is no symmetry: with %s, %v", t.Name, err)
		}
	}
	taken := make([]bool, len(out.Vars))
	for _, v := range out.Vars {
		if taken[v] {
			ev.Fail(at, "symmetry-misfit", "this is no symmetry: with %s, two places become one", t.Name)
		}
		taken[v] = true
	}
	if spellPermutation(out) == spellPermutation(ev.identity()) {
		out.Name = ""
	}
	return out
}

// The spec claims the symmetries of a machine, and searches rely on them. So they are tested on the goal's
// conditions for each variable, and on states that random moves reach. A failure is certain. A success is not.

// symmetryTrials bounds the tests: nodes evaluated and values compared.
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

// outcomes returns the states that moves lead to, or their images, with the costs, sorted.
func (ev *evaluator) outcomes(from model.Step, image *model.Permutation) (out []string) {
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
	return alg.Set(out)
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

// keepsGoal reports whether the goal's conditions on single variables are the same for their images.
func (ev *evaluator) keepsGoal(s model.Permutation) bool {
	asked := map[model.VarID]model.Domain{}
	for part := range ev.Model.Conjuncts(ev.Model.Machine.Goal) {
		if v, values, single := ev.Model.Literal(part); single {
			asked[v] = values
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

// describeState formats a state as in "man is r1c1, boxes is {}".
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

// valueText formats a value for a message, cut short if it is long.
func valueText(v value.Value) string {
	const longest = 60
	text := []rune(value.String(v))
	if len(text) > longest {
		return string(text[:longest-1]) + "…"
	}
	return string(text)
}

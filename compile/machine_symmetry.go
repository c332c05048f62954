package compile

import (
	"encoding/binary"
	"maps"
	"slices"

	"nazo/compile/layout"
	"nazo/compile/lower"
	"nazo/dsl"
	"nazo/model"
	"nazo/symmetry"
)

// maxPermutations bounds the group of a machine's symmetries, and their size in
// variables.
const (
	maxPermutations   = 10_000
	maxPermutedValues = 10_000_000
)

// symmetries makes what the spec declares permutations of the states: the group
// that they generate, without its identity.
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
	elements   []model.Permutation
	generators []model.Permutation
	known      map[string]int // by its spelling, the place of an element
}

// add adds an element, or gives one that is there a shorter name.
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

// extend adds a permutation, and all that it generates with those that are there.
// One that is there already generates nothing new, so that there are few
// generators: each at least doubles the group.
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

// compose is first b, then a.
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
			if layout.Unmoved(out.Values[i]) {
				out.Values[i] = nil
			}
		}
	}
	return out
}

// spellPermutation writes a permutation so that others are written differently.
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

// permutation is the effect of a transform on the model variables of a state.
func (ev *evaluator) permutation(p *Problem, at dsl.Node, t symmetry.Transform) model.Permutation {
	out := ev.identity()
	out.Name = t.Name
	for _, s := range p.StateVars {
		if err := s.layout.(layout.OfState).Permute(t.Of(s.Name), s.Name, s.layout, &out); err != nil {
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

package explore

import (
	"slices"

	"nazo/machine"
	"nazo/model"
)

// canonicalizer is symmetry reduction by canonical states (Emerson and Sistla 1996): the least
// image of a state under the declared symmetries stands for all its images.
type canonicalizer struct {
	s          *search
	symmetries []*machine.Symmetry
	image      machine.State
	smallest   machine.State
}

// newCanonicalizer compiles the declared symmetries; it returns nil if there are none, or if
// variables have too many values for that.
func newCanonicalizer(s *search, m *model.Model) *canonicalizer {
	g := &canonicalizer{s: s, image: make(machine.State, s.program.Words()), smallest: make(machine.State, s.program.Words())}
	for i := range m.Machine.Symmetries {
		y, ok := s.program.Symmetry(&m.Machine.Symmetries[i])
		if !ok {
			return nil
		}
		g.symmetries = append(g.symmetries, y)
	}
	if len(g.symmetries) == 0 {
		return nil
	}
	return g
}

// canonical is the least image of a state, valid until the next call.
func (g *canonicalizer) canonical(state machine.State) machine.State {
	copy(g.smallest, state)
	for _, y := range g.symmetries {
		if y.Less(state, g.smallest, g.image) {
			g.image, g.smallest = g.smallest, g.image
		}
	}
	return g.smallest
}

const (
	// checkedStates is the number of states on which a declared symmetry is checked,
	// checkedWork bounds their number times that of the symmetries.
	checkedStates = 300
	checkedWork   = 20_000
)

// check tests the declared symmetries on the first states that can be reached: an image must
// meet the goal like the state, and its moves must lead to the images of where the state's lead,
// at the same costs. It returns what is wrong, or "".
func (g *canonicalizer) check(m *model.Model) string {
	b := newBreadthFirst(g.s)
	defer b.close()
	b.pastGoals = true
	wanted := int32(max(8, min(checkedStates, checkedWork/len(g.symmetries))))
	for b.table.count < wanted && b.step(1) == running {
	}
	for id := int32(0); id < min(b.table.count, wanted) && !g.s.stopped(); id++ {
		state := b.table.at(id)
		for i, y := range g.symmetries {
			if fault := g.checkState(state, y); fault != "" {
				return m.Machine.Symmetries[i].Name + " " + fault
			}
		}
	}
	return ""
}

// checkState is the fault of a symmetry in one state, or "".
func (g *canonicalizer) checkState(state machine.State, y *machine.Symmetry) string {
	s, image := g.s, make(machine.State, len(state))
	if !y.Image(state, image) || s.program.Forbidden(image, s.testScratch) {
		return "maps a state to none"
	}
	if s.won(state) != s.won(image) {
		return "does not keep the goal"
	}
	there, ok := g.successors(state, y)
	here, _ := g.successors(image, nil)
	if !ok || !slices.EqualFunc(there, here, slices.Equal) {
		return "does not keep the moves"
	}
	return ""
}

// successors are the states that moves from a state lead to, or their images under y, each
// followed by the cost, in order, none twice. It returns false if one has no image.
func (g *canonicalizer) successors(state machine.State, y *machine.Symmetry) (out []machine.State, ok bool) {
	ok = true
	g.s.expand(state, func(_ int32, next machine.State, cost lexCost) bool {
		image := slices.Clone(next)
		if y != nil {
			ok = y.Image(next, image) && ok
		}
		out = append(out, append(image, uint64(cost)))
		return true
	})
	slices.SortFunc(out, func(a, b machine.State) int { return slices.Compare(a, b) })
	return slices.CompactFunc(out, slices.Equal), ok
}

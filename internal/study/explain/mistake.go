package explain

import (
	"context"
	"slices"

	"nazo/internal/model"
)

// Mistake says what is wrong with what is known, or with the puzzle.
type Mistake struct {
	// Facts are known facts that no solution has together. None can go, as far as counted work shows. Without
	// facts the units contradict each other.
	Facts []model.Fact
	// Units are the reasons. If nothing is known they are those of [Explainer.Conflict], if it finds any.
	Units []int32
	// Step tells why the last of the wrong facts is impossible given the others. It is nil without facts.
	Step *StoryStep
}

// Mistake looks for what is wrong with what is known. It prefers to blame later facts. It returns nil if there is
// a solution or time ran out.
func (x *Explainer) Mistake(ctx context.Context, known []model.Fact) *Mistake {
	if len(known) == 0 {
		if c, found := x.beside(ctx).Conflict(ctx, nil, x.UsualWork()); found {
			return &Mistake{Units: c.Units}
		}
	}
	units, ok := x.Contradiction(ctx, known)
	if !ok {
		return nil
	}
	m := &Mistake{Facts: x.resting(ctx, known, units), Units: units}
	if len(m.Facts) > 0 {
		m.Step = x.refutation(ctx, m)
	}
	return m
}

// Finished reports whether what is known is a solution if nothing else is marked. Players leave a board so: all
// queens are on it, and the other cells have no sign.
func (x *Explainer) Finished(ctx context.Context, known []model.Fact) bool {
	now := x.Begin(known...)
	var rest []model.Fact
	for i := range x.m.Vars {
		switch v := model.VarID(i); {
		case !x.writes(v) || now.fixed[v]:
		case !x.m.Vars[i].Bool:
			return false
		default:
			rest = append(rest, model.Fact{Var: v, Value: 0, Is: true})
		}
	}
	return len(known) > 0 && x.refute(ctx, slices.Concat(known, rest), x.all, nil, model.Unlimited).Solution != nil
}

// refutation tells why one of the facts of a mistake can't be.
func (x *Explainer) refutation(ctx context.Context, m *Mistake) *StoryStep {
	at := len(m.Facts) - 1
	if r := x.refute(ctx, nil, x.all, nil, model.Unlimited); r.Solution != nil {
		for at > 0 && m.Facts[at].Holds(r.Solution) {
			at--
		}
		if m.Facts[at].Holds(r.Solution) { // of several solutions
			at = len(m.Facts) - 1
		}
	}
	rest := slices.Delete(slices.Clone(m.Facts), at, at+1)
	not := normal(x.m, m.Facts[at].Not())
	s := x.telling(rest)
	s.explain(ctx, rest, m.Units, []model.Fact{not}, s.noteCause)
	step := &StoryStep{Facts: []model.Fact{not}}
	step.Chain, _ = s.chain(step.Facts)
	step.Cost = step.Chain.Cost()
	return step
}

// Wrong tells a mistake in sentences.
func (x *Explainer) Wrong(m *Mistake) string {
	if m.Step == nil {
		return "There is no solution: it can't be that " + x.Causes(m.Units) + "."
	}
	text := "There is a mistake in what is known so far: "
	wrong := m.Step.Facts[0].Not()
	if rest := slices.DeleteFunc(slices.Clone(m.Facts), func(f model.Fact) bool { return f.Var == wrong.Var }); len(rest) > 0 {
		text += "as " + x.Say(rest) + ", "
	}
	text += x.Say(m.Step.Facts)
	if why := x.Why(m.Step); why != "" {
		return text + ": " + why + "."
	}
	return text + ", since " + x.Causes(m.Units) + "."
}

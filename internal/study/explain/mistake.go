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
	s := x.telling(ctx, rest)
	s.explain(ctx, rest, m.Units, []model.Fact{not}, s.noteCause)
	step := &StoryStep{Facts: []model.Fact{not}}
	step.Chain, _ = s.chain(step.Facts)
	step.Cost = step.Chain.Cost()
	s.inform(step)
	return step
}

// Wrong tells a mistake in sentences.
func (x *Explainer) Wrong(m *Mistake) string {
	if m.Step == nil {
		return "There is no solution: it can't be that " + x.Causes(m.Units) + "."
	}
	text := x.WrongHead(m)
	if why := x.Why(m.Step); why != "" {
		return text + ": " + why + "."
	}
	return text + ", since " + x.Causes(m.Units) + "."
}

// WrongHead tells what is mistaken, without the reason. It is "" if that is no single fact.
func (x *Explainer) WrongHead(m *Mistake) string {
	if m.Step == nil {
		return ""
	}
	text := "There is a mistake in what is known so far: "
	wrong := m.Step.Facts[0].Not()
	if rest := slices.DeleteFunc(slices.Clone(m.Facts), func(f model.Fact) bool { return f.Var == wrong.Var }); len(rest) > 0 {
		text += "as " + x.Say(rest) + ", "
	}
	return text + x.Say(m.Step.Facts)
}

// Broken is a unit that can't hold whatever else is found. Facts are the known ones that it contradicts, as far as
// propagation shows.
type Broken struct {
	Unit  int32
	Facts []model.Fact
}

// Broken returns the units that contradict known facts, each by itself, as far as propagation shows. A piece stands for
// its unit. refuted says that all units together contradict the facts.
func (x *Explainer) Broken(ctx context.Context, known []model.Fact) (out []Broken, refuted bool) {
	if _, ok := x.reasons.Follow(known, x.all); ok {
		return nil, false
	}
	for _, u := range x.touching(known) {
		if ctx.Err() != nil {
			return out, true
		}
		if x.m.Whole(u) != u && x.pieces[x.m.Whole(u)] != nil {
			continue // it is looked at with its unit
		}
		if _, ok := x.reasons.Follow(known, []int32{u}); ok {
			continue
		}
		broken := []int32{u}
		for _, piece := range x.pieces[u] {
			if _, ok := x.reasons.Follow(known, []int32{piece}); !ok {
				broken = append(broken, piece)
			}
		}
		if len(broken) > 1 {
			broken = broken[1:]
		}
		for _, b := range broken {
			out = append(out, Broken{b, x.contradicted(known, b)})
		}
	}
	return out, true
}

// touching returns the units about some facts, ascending.
func (x *Explainer) touching(known []model.Fact) (units []int32) {
	for _, f := range known {
		units = append(units, x.about[f.Var]...)
	}
	slices.Sort(units)
	return slices.Compact(units)
}

// contradicted returns the known facts with which propagation refutes a unit.
func (x *Explainer) contradicted(known []model.Fact, u int32) (facts []model.Fact) {
	d, ok := x.reasons.Derive(model.Query{Known: known, On: []int32{u}}, nil)
	if !ok || !d.Refuted {
		return nil
	}
	for _, l := range d.Links {
		for _, f := range l.Facts {
			if !slices.Contains(facts, f) {
				facts = append(facts, f)
			}
		}
	}
	return facts
}

// Met reports whether a unit about some known facts leaves nothing to find: all else that it is about must be out, or as
// undrawn says.
func (x *Explainer) Met(known []model.Fact, is map[model.VarID]bool, u int32, undrawn func(model.Fact) bool) bool {
	scope := x.reasons.Scope(u)
	if !slices.ContainsFunc(scope, func(v model.VarID) bool { return is[v] }) {
		return false
	}
	found, ok := x.reasons.Follow(known, []int32{u})
	if !ok {
		return false
	}
	out := map[model.VarID]bool{}
	for _, f := range found {
		if x.m.Vars[f.Var].Bool && (f.Value == 0) == f.Is || undrawn(f) {
			out[f.Var] = true
		}
	}
	return !slices.ContainsFunc(scope, func(v model.VarID) bool { return !is[v] && !out[v] && x.writes(v) })
}

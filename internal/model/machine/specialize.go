package machine

import (
	"cmp"
	"context"
	"slices"

	"nazo/internal/alg"
	"nazo/internal/model"
)

// mostTransitions bounds the transitions of a machine where moves leave a choice. Each move becomes at least one.
const mostTransitions = 200_000

// Transitions specialises the moves of a machine to the values of the variables that decide them (Futamura's
// partial evaluation, one variable at a time). The transitions refer to the returned model. It has the
// variables of m, and m's machine specialised to constant variables. Impossible moves have no transition.
// The order is that of the moves. The error is that of ctx.
func Transitions(ctx context.Context, m *model.Model) (*model.Model, []Transition, error) {
	s := &specializer{ctx: ctx, to: EmptyCopy(m)}
	s.copyMachine(m)
	moves := s.to.Machine.Moves
	for i, move := range moves {
		if err := ctx.Err(); err != nil {
			return nil, nil, err
		}
		s.room = max(1, mostTransitions/len(moves))
		t, possible := s.simplify(Transition{Move: int32(i), Guard: move.Guard, Effects: move.Effects, Costs: move.Costs})
		if possible {
			s.specialize(t)
		}
	}
	return s.to, s.out, ctx.Err()
}

// EmptyCopy returns a model with the variables of m and nothing else.
func EmptyCopy(m *model.Model) *model.Model {
	to := model.New()
	to.Finds = alg.Map(m.Finds, func(f model.Find) model.Find { return model.Find{Name: f.Name} })
	for _, v := range m.Vars {
		if v.Bool {
			to.AddBool(v.Find)
		} else {
			to.AddInt(v.Domain, v.Find, v.Nominal)
		}
	}
	return to
}

// lasting marks the variables that keep the only value that they may begin with. If something is hidden there
// are none, since such a machine is played from many starts.
func lasting(m *model.Model) []bool {
	out := make([]bool, len(m.Vars))
	if len(m.Machine.Hidden) > 0 {
		return out
	}
	for v, d := range m.Machine.Start {
		_, out[v] = d.Single()
	}
	for _, move := range m.Machine.Moves {
		for _, e := range move.Effects {
			out[e.Var] = false
		}
	}
	return out
}

// specializer makes transitions.
type specializer struct {
	ctx context.Context
	to  *model.Model
	out []Transition
	// room is the number of additional transitions that the move may become.
	room int
	residualSize
}

// copyMachine rebuilds the machine of m without variables that never change.
func (s *specializer) copyMachine(m *model.Model) {
	old := m.Machine
	var known []Fact
	for v, lasts := range lasting(m) {
		if lasts {
			known = append(known, Fact{model.VarID(v), old.Start[v].Bounds().Lo})
		}
	}
	r := rewriter(m, s.to, known)
	machine := *old
	machine.Goal, machine.Never = r.Bool(old.Goal), r.Bool(old.Never)
	machine.Moves = make([]model.Move, len(old.Moves))
	for i, move := range old.Moves {
		t := Transition{Guard: move.Guard, Effects: slices.Clone(move.Effects), Costs: move.Costs}
		slices.SortFunc(t.Effects, func(a, b model.Effect) int { return cmp.Compare(a.Var, b.Var) })
		rewrite(r, &t)
		machine.Moves[i] = model.Move{Kind: move.Kind, Parameters: move.Parameters, Guard: t.Guard, Effects: t.Effects, Costs: t.Costs}
	}
	machine.Players = alg.Map(old.Players, r.Player)
	s.to.Machine = &machine
}

// rewriter returns a rewriter that replaces the variables of known facts by their values.
func rewriter(from, to *model.Model, known []Fact) *model.Rewriter {
	values := make(map[model.VarID]int64, len(known))
	for _, f := range known {
		values[f.Var] = f.Value
	}
	return Substitution(from, to, func(v model.VarID) (int64, bool) { value, ok := values[v]; return value, ok })
}

// Substitution returns a rewriter that copies nodes and replaces each variable whose value is known.
func Substitution(from, to *model.Model, known func(model.VarID) (value int64, ok bool)) *model.Rewriter {
	return &model.Rewriter{From: from, To: to,
		BoolVar: func(v model.VarID) model.Bool {
			if value, ok := known(v); ok {
				return model.Const(value != 0)
			}
			return to.BoolVar(v)
		},
		IntVar: func(v model.VarID) model.Int {
			if value, ok := known(v); ok {
				return to.Int(value)
			}
			return to.IntVar(v)
		},
	}
}

// rewrite rewrites a transition in place. An impossible transition does nothing and costs nothing.
func rewrite(r *model.Rewriter, t *Transition) {
	t.Guard = r.Bool(t.Guard)
	if t.Guard == model.False {
		t.Effects, t.Costs = nil, slices.Repeat([]model.Int{r.To.Int(0)}, len(t.Costs))
		return
	}
	t.Effects, t.Costs = alg.Map(t.Effects, r.Effect), alg.Map(t.Costs, r.Int)
}

// under returns a transition with additional needs, which are substituted in the rest.
func (s *specializer) under(t Transition, known []Fact) Transition {
	rewrite(rewriter(s.to, s.to, known), &t)
	t.Needs = slices.Concat(t.Needs, known)
	slices.SortFunc(t.Needs, func(a, b Fact) int { return cmp.Compare(a.Var, b.Var) })
	return t
}

// simplify moves what the guard says about single variables to the needs and substitutes it in the rest, until
// nothing changes. It returns false if the transition is impossible.
func (s *specializer) simplify(t Transition) (Transition, bool) {
	for {
		c := Conjunction{m: s.to}
		if !c.add(t.Guard) {
			return t, false
		}
		facts := c.facts()
		if len(facts) == 0 {
			t.Guard = c.guard()
			break
		}
		t = s.under(t, facts)
		if t.Guard == model.False {
			return t, false
		}
	}
	t.Effects = slices.DeleteFunc(slices.Clone(t.Effects), func(e model.Effect) bool { return s.changesNothing(t, e) })
	return t, true
}

func (s *specializer) changesNothing(t Transition, e model.Effect) bool {
	if old, needed := t.Needed(e.Var); needed {
		value, known := e.Constant(s.to)
		return known && value == old
	}
	return e.Trivial(s.to)
}

// specialize splits a simplified transition as long as that makes it simpler. It appends the results to out.
func (s *specializer) specialize(t Transition) {
	parts, ok := s.split(t)
	if !ok {
		s.out = append(s.out, t)
		return
	}
	s.room -= max(0, len(parts)-1)
	for _, p := range parts {
		s.specialize(p)
	}
}

const (
	// widestSplit is the size of the largest domain that a split goes through.
	widestSplit = 1024
	// candidates is the number of variables that are tried for a split.
	candidates = 4
	// If the parts together are larger than the whole, the largest part must be worthwhileReduction times
	// smaller, and the room spareRoom times the number of parts.
	worthwhileReduction = 3
	spareRoom           = 4
)

// split divides a transition by the values of one variable, if there is room and that makes it simpler: the
// parts together are no larger than the whole, or each is much smaller. The most used variables come first.
func (s *specializer) split(t Transition) ([]Transition, bool) {
	whole := s.measure(s.to, t)
	if whole == 0 {
		return nil, false
	}
	for _, v := range s.mostUsed() {
		if parts, ok := s.splitBy(t, v, whole); ok {
			return parts, true
		}
	}
	return nil, false
}

func (s *specializer) splitBy(t Transition, v model.VarID, whole int) ([]Transition, bool) {
	domain := s.to.Vars[v].Domain
	if domain.Size() > widestSplit {
		return nil, false
	}
	var parts []Transition
	sum, largest := 0, 0
	for value := range domain.Each {
		if s.ctx.Err() != nil {
			return nil, false
		}
		part, possible := s.simplify(s.under(t, []Fact{{v, value}}))
		if !possible {
			continue
		}
		size := s.measure(s.to, part)
		sum, largest = sum+size, max(largest, size)
		parts = append(parts, part)
		if more := len(parts) - 1; more > s.room || sum > whole && (largest*worthwhileReduction > whole || more*spareRoom > s.room) {
			return nil, false
		}
	}
	return parts, true
}

// residualSize measures a transition's residual program, what is left to compute in each state. It counts
// nodes that are neither known, nor a variable, nor a condition on one. A sum counts its terms.
// Overwriting an unknown value by a known one counts, too, since fully known changes can be inverted.
type residualSize struct {
	m    *model.Model
	size int
	// seenBool and seenInt hold the number of the last measuring that met a node.
	seenBool, seenInt []int32
	measuring         int32
	// uses counts how often such a node reads each variable.
	uses map[model.VarID]int
}

func (r *residualSize) measure(m *model.Model, t Transition) int {
	r.m, r.size, r.uses = m, 0, map[model.VarID]int{}
	r.seenBool = append(r.seenBool, make([]int32, m.BoolCount()-len(r.seenBool))...)
	r.seenInt = append(r.seenInt, make([]int32, len(m.Ints)-len(r.seenInt))...)
	r.measuring++
	r.condition(t.Guard)
	for _, e := range t.Effects {
		known := e.B.Node() == 0
		if m.Vars[e.Var].Bool {
			r.bool(e.B, 0)
		} else {
			r.int(e.X, 0)
			_, known = m.Constant(e.X)
		}
		if _, needed := t.Needed(e.Var); known && !needed {
			r.size++
			r.uses[e.Var]++
		}
	}
	for _, x := range t.Costs {
		r.int(x, 0)
	}
	return r.size
}

// condition measures a guard. A conjunction costs nothing by itself.
func (r *residualSize) condition(b model.Bool) {
	if and, ok := r.m.Node(b).(model.And); ok && !b.Negated() {
		for _, a := range and.Args {
			r.condition(a)
		}
		return
	}
	r.bool(b, 0)
}

// bool measures a condition that the parent node uses that many times.
func (r *residualSize) bool(b model.Bool, uses int) {
	n := r.m.Node(b)
	switch n := n.(type) {
	case model.Constant:
		return
	case model.BoolVar:
		r.uses[n.Var] += uses
		return
	case model.In:
		if x, ok := r.m.Ints[n.X].(model.IntVar); ok {
			r.uses[x.Var] += uses
			return
		}
	}
	if r.seenBool[b.Node()] == r.measuring {
		return
	}
	r.seenBool[b.Node()] = r.measuring
	r.size++
	model.EachArg(n, func(b model.Bool) { r.size++; r.bool(b, 1) }, func(x model.Int) { r.size++; r.int(x, 1) })
}

// int measures a number, as bool does a condition.
func (r *residualSize) int(x model.Int, uses int) {
	n := r.m.Ints[x]
	switch n := n.(type) {
	case model.IntConst:
		return
	case model.IntVar:
		r.uses[n.Var] += uses
		return
	}
	if r.seenInt[x] == r.measuring {
		return
	}
	r.seenInt[x] = r.measuring
	r.size++
	if e, ok := n.(model.Element); ok { // known items are a table
		r.int(e.Index, len(e.Items))
		for _, item := range e.Items {
			if _, known := r.m.Constant(item); !known {
				r.size++
				r.int(item, 1)
			}
		}
		return
	}
	model.EachIntArg(n, func(b model.Bool) { r.size++; r.bool(b, 1) }, func(x model.Int) { r.size++; r.int(x, 1) })
}

// mostUsed returns the variables to try for a split of the last measured transition.
func (r *residualSize) mostUsed() (vars []model.VarID) {
	for v, uses := range r.uses {
		if uses > 0 {
			vars = append(vars, v)
		}
	}
	slices.SortFunc(vars, func(a, b model.VarID) int {
		return cmp.Or(cmp.Compare(r.uses[b], r.uses[a]), cmp.Compare(a, b))
	})
	return vars[:min(len(vars), candidates)]
}

// Reachable returns the transitions that are possible in the delete relaxation (Bonet and Geffner 2001). Runs have no
// others. If searches may continue from images of states, or with other hidden values, it returns all.
func Reachable(to *model.Model, ts []Transition) []Transition {
	if leavesRuns(to) {
		return ts
	}
	needing := map[Fact][]int32{} // the transitions that need a fact
	values := make([][]int64, len(to.Vars))
	unmet := make([]int, len(ts))
	var applied []int32
	for i := range ts {
		unmet[i] = len(ts[i].Needs)
		if unmet[i] == 0 {
			applied = append(applied, int32(i))
		}
		for _, f := range ts[i].Needs {
			if needing[f] == nil {
				values[f.Var] = append(values[f.Var], f.Value)
			}
			needing[f] = append(needing[f], int32(i))
		}
	}
	meet := func(f Fact) {
		for _, i := range needing[f] {
			if unmet[i]--; unmet[i] == 0 {
				applied = append(applied, i)
			}
		}
		delete(needing, f)
	}
	for v, d := range to.Machine.Start {
		for _, value := range values[v] {
			if d.Contains(value) {
				meet(Fact{model.VarID(v), value})
			}
		}
	}
	for k := 0; k < len(applied); k++ {
		for _, e := range ts[applied[k]].Effects {
			if value, known := e.Constant(to); known {
				meet(Fact{e.Var, value})
				continue
			}
			for _, value := range values[e.Var] {
				meet(Fact{e.Var, value})
			}
		}
	}
	var out []Transition
	for i := range ts {
		if unmet[i] == 0 {
			out = append(out, ts[i])
		}
	}
	return out
}

// leavesRuns reports whether searches may visit states that no run from the start has: images under a
// symmetry, or states with other hidden values.
func leavesRuns(m *model.Model) bool {
	return len(m.Machine.Symmetries) > 0 || len(m.Machine.Hidden) > 0
}

// PackedFor is like [Packed] for runs by these transitions. Variables that none of them changes have no bits.
func PackedFor(m *model.Model, ts []Transition) *Layout {
	if leavesRuns(m) {
		return Packed(m)
	}
	lasts := make([]bool, len(m.Vars))
	for v, d := range m.Machine.Start {
		_, lasts[v] = d.Single()
	}
	for i := range ts {
		for _, e := range ts[i].Effects {
			lasts[e.Var] = false
		}
	}
	return packed(m, lasts)
}

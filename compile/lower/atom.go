package lower

import (
	"slices"

	"nazo/dsl"
	"nazo/dsl/value"
	"nazo/internal/alg"
	"nazo/internal/model"
)

// atom is the reification of a global constraint, such as "connected". A helper variable stands for it in expressions.
// If all uses are positive, the constraint need only hold where the helper is true (half-reification). If it is used
// negatively, its negation, built from nodes and further helpers, must hold where the helper is false.
type atom struct {
	helper model.Bool
	body   model.Body
	// negation returns a condition that some values of its new helpers satisfy exactly where body does not hold.
	negation func() model.Bool

	constrained, negated bool // already added to the model
}

// newAtom returns the helper for a constraint: the same one for the same constraint.
func (lw *Lowerer) newAtom(body model.Body, negation func() model.Bool) model.Bool {
	if lw.Moving() { // a machine has no helpers, so nodes must express it
		return negation().Not()
	}
	key := body.Key()
	if helper, ok := lw.helpers[key]; ok {
		return helper
	}
	helper := lw.newHelper()
	lw.helpers[key] = helper
	lw.atoms[helper] = &atom{helper: helper, body: body, negation: negation}
	return helper
}

// newDecomposable returns the helper for a constraint that nodes alone can express.
func (lw *Lowerer) newDecomposable(body model.Decomposable) model.Bool {
	at := lw.Calling
	return lw.newAtom(body, func() model.Bool { return lw.And(body.Decompose(foldingLogic{lw.Model, lw, at})...).Not() })
}

// foldingLogic builds conditions as the lowerer does, within its limits.
type foldingLogic struct {
	*model.Model
	lw *Lowerer
	at dsl.Node // the call that needs the conditions
}

// Bool returns the operand itself, as both are in one model.
func (l foldingLogic) Bool(b model.Bool) model.Bool { return b }

// And counts as work, since a decomposition may have millions.
func (l foldingLogic) And(args ...model.Bool) model.Bool {
	l.lw.Tick(l.at)
	return l.lw.And(args...)
}

// Or uses the lowerer's Or.
func (l foldingLogic) Or(args ...model.Bool) model.Bool { return l.lw.Or(args...) }

// newHelper returns a new boolean variable that is no part of the solution.
func (lw *Lowerer) newHelper() model.Bool {
	lw.refuseHelper()
	return lw.Model.BoolVar(lw.Model.AddBool(-1))
}

// refuseHelper fails for a function that needs helpers in a machine, where every variable is a part of states.
func (lw *Lowerer) refuseHelper() {
	if lw.Moving() {
		lw.Fail(lw.Calling, "not-of-states", "%s of what moves is not supported", lw.Calling.Func.Text)
	}
}

// Require adds the constraint that b holds. An atom at the top, or as the conclusion of an implication, becomes its
// constraint directly, with the premises as its guard.
func (lw *Lowerer) Require(b model.Bool) {
	if b == model.True {
		return
	}
	if a, ok := lw.atoms[b]; ok {
		lw.Model.Constrain(lw.Instance, model.True, a.body)
		return
	}
	and, ok := lw.Model.Node(b).(model.And)
	if ok && !b.Negated() {
		lw.Model.Constraints = slices.Grow(lw.Model.Constraints, len(and.Args))
		for _, part := range and.Args {
			lw.Require(part)
		}
		return
	}
	// not (p and q and not atom) is p and q implies atom. Without an And there are no arguments.
	for i, part := range and.Args {
		if a, ok := lw.atoms[part.Not()]; ok {
			premises := slices.Delete(slices.Clone(and.Args), i, i+1)
			lw.Model.Constrain(lw.Instance, lw.And(premises...), a.body)
			return
		}
	}
	lw.Model.Constrain(lw.Instance, model.True, model.Assert{B: b})
}

// PostAtoms adds the constraints of atoms that are still in use. Negations may use new atoms, so it repeats until
// nothing is added.
func (lw *Lowerer) PostAtoms() {
	for {
		uses := lw.polarities()
		added := false
		for i := range lw.Model.BoolCount() { // not the random order of the map
			a, ok := lw.atoms[model.Bool(i<<1)]
			if !ok {
				continue
			}
			if uses[i]&usedPositively != 0 && !a.constrained {
				a.constrained, added = true, true
				lw.define(a.helper, a.body)
			}
			if uses[i]&usedNegatively != 0 && !a.negated {
				a.negated, added = true, true
				// Assert it directly: Require would replace the helper by the atom itself.
				lw.define(model.True, model.Assert{B: lw.Or(a.helper, a.negation())})
			}
		}
		if !added {
			return
		}
	}
}

type polarity uint8

const (
	usedPositively polarity = 1 << iota
	usedNegatively
)

// polarities returns for each boolean node whether constraints use it positively, negatively or both. It walks from
// the constraints down, with a stack.
func (lw *Lowerer) polarities() []polarity {
	seenBool := make([]polarity, lw.Model.BoolCount())
	seenInt := make([]bool, len(lw.Model.Ints))
	var bools []model.Bool // nodes to visit, with the sign in which they are used
	var ints []model.Int
	useBool := func(b model.Bool) {
		p := usedPositively
		if b.Negated() {
			p = usedNegatively
		}
		if seenBool[b.Node()]&p == 0 {
			seenBool[b.Node()] |= p
			if _, leaf := lw.Model.Node(b).(model.BoolVar); !leaf {
				bools = append(bools, b)
			}
		}
	}
	both := func(b model.Bool) { useBool(b); useBool(b.Not()) }
	useInt := func(x model.Int) {
		if !seenInt[x] {
			seenInt[x] = true
			ints = append(ints, x)
		}
	}
	for _, c := range lw.Model.Constraints {
		if c.Guard != model.True {
			useBool(c.Guard.Not())
		}
		if a, ok := c.Body.(model.Assert); ok {
			useBool(a.B)
		} else {
			model.Operands(c.Body, both, useInt)
		}
	}
	for _, o := range lw.Model.Objectives {
		useInt(o.X)
	}
	for len(bools)+len(ints) > 0 {
		if n := len(ints); n > 0 {
			x := ints[n-1]
			ints = ints[:n-1]
			model.EachIntArg(lw.Model.Ints[x], both, useInt)
			continue
		}
		b := bools[len(bools)-1]
		bools = bools[:len(bools)-1]
		node := lw.Model.Node(b)
		onBool := both
		if _, and := node.(model.And); and {
			sign := b & 1
			onBool = func(arg model.Bool) { useBool(arg ^ sign) }
		}
		model.EachArg(node, onBool, useInt)
	}
	return seenBool
}

// Truth returns v as a condition. none counts as false.
func (lw *Lowerer) Truth(v value.Value) model.Bool {
	switch v := v.(type) {
	case value.Bool:
		return model.Bool(v)
	case value.None:
		return model.False
	case value.Choice: // true, false or none
		return lw.oneHolds(v.Alts, lw.Truth)
	}
	panic("lower: a condition is " + value.Kind(v))
}

// And is the conjunction. Constants fold.
func (lw *Lowerer) And(args ...model.Bool) model.Bool {
	lw.Work(len(args))
	if lw.Moving() {
		args = lw.fold(args)
	}
	return lw.Model.And(args...)
}

// Or is the disjunction. Constants fold.
func (lw *Lowerer) Or(args ...model.Bool) model.Bool {
	if lw.Moving() {
		return lw.And(alg.Map(args, func(a model.Bool) model.Bool { return a.Not() })...).Not()
	}
	lw.Work(len(args))
	return lw.Model.Or(args...)
}

// Iff is the condition that both hold or neither does.
func (lw *Lowerer) Iff(a, b model.Bool) model.Bool { return lw.Model.Iff(a, b) }

// Moves use the same few numbers again and again: where something is, and what is there. Some simplifications that
// only help there are made for machines alone.

// Moving reports whether the model is that of a machine.
func (lw *Lowerer) Moving() bool { return lw.Model.Machine != nil }

// fold merges the conditions of a conjunction that restrict the same number.
func (lw *Lowerer) fold(args []model.Bool) []model.Bool {
	var numbers []model.Int
	conditions := 0
	for _, a := range args {
		if in, ok := lw.Model.Node(a).(model.In); ok {
			conditions++
			if !slices.Contains(numbers, in.X) {
				numbers = append(numbers, in.X)
			}
			lw.Work(len(numbers))
		}
	}
	if conditions == len(numbers) {
		return args
	}
	out := make([]model.Bool, 0, len(args))
	domains := alg.Map(numbers, lw.domainOf)
	for _, a := range args {
		in, ok := lw.Model.Node(a).(model.In)
		if !ok {
			out = append(out, a)
			continue
		}
		for i, x := range numbers {
			if x == in.X && a.Negated() {
				domains[i] = domains[i].Minus(in.Values)
			} else if x == in.X {
				domains[i] = domains[i].Intersect(in.Values)
			}
		}
	}
	for i, x := range numbers {
		out = append(out, lw.oneOf(x, domains[i]))
	}
	return out
}

// oneOf is the condition that x has one of the values, in the shorter form.
func (lw *Lowerer) oneOf(x model.Int, values model.Domain) model.Bool {
	all := lw.domainOf(x)
	if 2*values.Size() > all.Size() {
		return lw.Model.In(x, all.Minus(values)).Not()
	}
	return lw.Model.In(x, values)
}

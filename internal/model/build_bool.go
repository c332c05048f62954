package model

import (
	"slices"

	"nazo/dsl/value"
	"nazo/internal/alg"
)

// New returns a model without variables.
func New() *Model {
	m := &Model{}
	m.addFormula(Constant{})
	return m
}

// Reserve makes room for boolean variables with nodes. find is their find, or -1.
func (m *Model) Reserve(bools int, find int32) {
	m.Vars = slices.Grow(m.Vars, bools)
	m.varNode = slices.Grow(m.varNode, bools)
	m.bools = slices.Grow(m.bools, bools)
	if find >= 0 {
		f := &m.Finds[find]
		f.Vars = slices.Grow(f.Vars, bools)
	}
}

// AddBool adds a boolean variable that belongs to the find with the given index, or to none if that is -1.
func (m *Model) AddBool(find int32) VarID {
	if n := len(m.Vars); n > 0 && m.Vars[n-1].Bool && m.Vars[n-1].Find == find {
		return m.addVar(m.Vars[n-1])
	}
	return m.addVar(&Var{Bool: true, Domain: Range(0, 1), Find: find})
}

// AddInt adds an integer variable. The domain must not be empty.
func (m *Model) AddInt(d Domain, find int32, nominal bool) VarID {
	if n := len(m.Vars); n > 0 {
		if v := m.Vars[n-1]; !v.Bool && v.Find == find && v.Nominal == nominal && slices.Equal(v.Domain, d) {
			return m.addVar(v)
		}
	}
	return m.addVar(&Var{Domain: d, Find: find, Nominal: nominal})
}

func (m *Model) addVar(v *Var) VarID {
	id := VarID(len(m.Vars))
	m.Vars = append(m.Vars, v)
	m.varNode = append(m.varNode, -1)
	if v.Find >= 0 {
		f := &m.Finds[v.Find]
		f.Vars = append(f.Vars, id)
	}
	return id
}

// Constrain adds a constraint.
func (m *Model) Constrain(instance int32, guard Bool, body Body) {
	if guard == False {
		return
	}
	m.Constraints = append(m.Constraints, Constraint{Instance: instance, Guard: guard, Body: body})
}

// Const returns True or False.
func Const(v bool) Bool { return value.ConstRef(v) }

// BoolVar is the node of a boolean variable.
func (m *Model) BoolVar(v VarID) Bool {
	if m.varNode[v] < 0 {
		m.varNode[v] = int32(m.BoolCount() << 1)
		m.bools = append(m.bools, int32(v))
	}
	return Bool(m.varNode[v])
}

// And is the conjunction of any number of references.
func (m *Model) And(args ...Bool) Bool {
	flat := make([]Bool, 0, len(args))
	for _, a := range args {
		switch a {
		case True:
		case False:
			return False
		default:
			flat = append(flat, a)
		}
	}
	flat = alg.Set(flat)
	for i := 1; i < len(flat); i++ {
		if flat[i] == flat[i-1].Not() {
			return False
		}
	}
	switch len(flat) {
	case 0:
		return True
	case 1:
		return flat[0]
	}
	h := newHash(hashAnd)
	for _, a := range flat {
		h.add(int64(a))
	}
	return m.shareBool(h, func(n BoolNode) bool {
		and, ok := n.(And)
		return ok && slices.Equal(and.Args, flat)
	}, func() BoolNode { return And{flat} })
}

// Or is the disjunction of any number of references.
func (m *Model) Or(args ...Bool) Bool {
	return m.And(alg.Map(args, func(a Bool) Bool { return a.Not() })...).Not()
}

// Implies is the condition that b holds where a does.
func (m *Model) Implies(a, b Bool) Bool { return m.And(a, b.Not()).Not() }

// Iff is the condition that a and b are equal.
func (m *Model) Iff(a, b Bool) Bool {
	switch {
	case a == True:
		return b
	case a == False:
		return b.Not()
	case b == True:
		return a
	case b == False:
		return a.Not()
	case a == b:
		return True
	case a == b.Not():
		return False
	}
	sign := (a ^ b) & 1
	a, b = a&^1, b&^1
	if b < a {
		a, b = b, a
	}
	h := newHash(hashIff, int64(a), int64(b))
	return sign ^ m.shareBool(h, func(n BoolNode) bool { return n == BoolNode(Iff{a, b}) }, func() BoolNode { return Iff{a, b} })
}

// LessEq is the condition that a <= b.
func (m *Model) LessEq(a, b Int) Bool { return m.atMost(m.Sum(Term{1, a}, Term{-1, b}), 0) }

// Less is the condition that a < b.
func (m *Model) Less(a, b Int) Bool { return m.LessEq(b, a).Not() }

// Equal is the condition that a = b.
func (m *Model) Equal(a, b Int) Bool {
	if a == b {
		return True
	}
	return m.exactly(m.Sum(Term{1, a}, Term{-1, b}), 0)
}

// In is the condition that x takes one of the values.
func (m *Model) In(x Int, values Domain) Bool {
	possible := m.bounds[x]
	values = values.Intersect(Domain{possible})
	switch v := m.Ints[x].(type) {
	case IntVar:
		values = values.Intersect(m.Vars[v.Var].Domain)
		if values.Size() == m.Vars[v.Var].Domain.Size() {
			return True
		}
	case ToInt: // possible is 0..1, so one value is left if any
		if len(values) == 1 && values[0].Size() == 1 {
			if values[0].Lo == 1 {
				return v.B
			}
			return v.B.Not()
		}
	}
	if len(values) == 0 {
		return False
	}
	if values.Size() == possible.Size() {
		return True
	}
	if _, sum := m.Ints[x].(Linear); sum && len(values) == 1 { // one form for each condition on a sum
		if v, single := values.Single(); single {
			return m.exactly(x, v)
		}
		return m.And(m.atMost(x, values[0].Hi), m.atMost(x, values[0].Lo-1).Not())
	}
	h := newHash(hashIn, int64(x))
	for _, i := range values {
		h.add(i.Lo)
		h.add(i.Hi)
	}
	return m.shareBool(h, func(n BoolNode) bool {
		in, ok := n.(In)
		return ok && in.X == x && slices.Equal(in.Values, values)
	}, func() BoolNode { return In{x, values} })
}

// atMost is the condition that sum <= bound, for a node made by Sum.
func (m *Model) atMost(sum Int, bound int64) Bool {
	r := m.bounds[sum]
	if r.Hi <= bound {
		return True
	}
	if r.Lo > bound {
		return False
	}
	terms, constant := m.linear(sum)
	bound -= constant
	if len(terms) == 1 {
		r := m.bounds[terms[0].X]
		if c := terms[0].Coef; c > 0 {
			return m.In(terms[0].X, Range(r.Lo, alg.FloorDiv(bound, c)))
		} else {
			return m.In(terms[0].X, Range(-alg.FloorDiv(bound, -c), r.Hi))
		}
	}
	// Divide by the common factor: 2x + 2y <= 5 is x + y <= 2.
	if g := commonFactor(terms); g > 1 {
		terms = divided(terms, g)
		bound = alg.FloorDiv(bound, g)
	}
	// A sum and its negation give the same condition. Keep the one whose first coefficient is positive.
	if terms[0].Coef < 0 {
		return m.atMostNode(divided(terms, -1), -bound-1).Not()
	}
	return m.atMostNode(terms, bound)
}

func (m *Model) atMostNode(terms []Term, bound int64) Bool {
	h := hashTerms(hashAtMost, terms, bound)
	return m.shareBool(h, func(n BoolNode) bool {
		l, ok := n.(AtMost)
		return ok && l.Bound == bound && slices.Equal(l.Terms, terms)
	}, func() BoolNode { return AtMost{terms, bound} })
}

// exactly is the condition that sum = total, for a node made by Sum.
func (m *Model) exactly(sum Int, total int64) Bool {
	if !m.bounds[sum].Contains(total) {
		return False
	}
	terms, constant := m.linear(sum)
	total -= constant
	if len(terms) == 0 {
		return Const(total == 0)
	}
	if g := commonFactor(terms); g > 1 {
		if total%g != 0 {
			return False
		}
		terms, total = divided(terms, g), total/g
	}
	if terms[0].Coef < 0 {
		terms, total = divided(terms, -1), -total
	}
	if len(terms) == 1 { // the common factor is gone, so the coefficient is 1
		return m.In(terms[0].X, Range(total, total))
	}
	h := hashTerms(hashExactly, terms, total)
	return m.shareBool(h, func(n BoolNode) bool {
		l, ok := n.(Exactly)
		return ok && l.Sum == total && slices.Equal(l.Terms, terms)
	}, func() BoolNode { return Exactly{terms, total} })
}

func commonFactor(terms []Term) (g int64) {
	for _, t := range terms {
		a, b := g, t.Coef
		for b != 0 {
			a, b = b, a%b
		}
		g = max(a, -a)
	}
	return g
}

func divided(terms []Term, by int64) []Term {
	return alg.Map(terms, func(t Term) Term { return Term{t.Coef / by, t.X} })
}

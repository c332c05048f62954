package sat

import (
	"nazo/internal/alg"
	"nazo/internal/model"
)

// polarity is a set of directions in which a literal stands for a node.
type polarity uint8

const (
	positive polarity = 1 << iota // if the literal is true, the node holds
	negative                      // if the literal is false, the node does not hold
	both     = positive | negative
)

func (p polarity) not() polarity { return p>>1 | p<<1&negative }

// literal returns the literal of b, defined in the directions of p. It is the Tseitin transformation with no
// more clauses than each polarity needs (Plaisted and Greenbaum 1986).
func (e *encoder) literal(b model.Bool, p polarity) Lit {
	if b.Negated() {
		return -e.literal(b.Not(), p.not())
	}
	i := b.Node()
	switch n := e.m.BoolNode(i).(type) {
	case model.Constant:
		return litTrue
	case model.BoolVar:
		return e.boolVar(n.Var)
	case model.In:
		if e.bools[i] == 0 {
			e.bools[i] = e.inDomain(e.integer(n.X), n.Values)
		}
		return e.bools[i]
	}
	if e.bools[i] == 0 {
		e.bools[i] = e.newVar()
	}
	l, missing := e.bools[i], p&^e.done[i]
	if missing == 0 {
		return l
	}
	e.done[i] |= p
	if missing&positive != 0 {
		e.require(b, []Lit{-l})
	}
	if missing&negative != 0 {
		e.require(b.Not(), []Lit{l})
	}
	return l
}

func (e *encoder) literals(bs []model.Bool, p polarity) []Lit {
	return alg.Map(bs, func(b model.Bool) Lit { return e.literal(b, p) })
}

// require adds the constraint that b holds or one of the literals in under is true.
func (e *encoder) require(b model.Bool, under []Lit) {
	e.tick()
	switch n := e.m.Node(b).(type) {
	case model.Constant, model.BoolVar, model.In:
		e.clauses(under, []Lit{e.literal(b, positive)})
	case model.And:
		if b.Negated() {
			e.requireSome(b, under)
			return
		}
		for _, a := range n.Args {
			e.require(a, under)
		}
	case model.Iff:
		x, y := e.literal(n.A, both), e.literal(n.B, both)
		if b.Negated() {
			y = -y
		}
		e.clauses(under, []Lit{-x, y})
		e.clauses(under, []Lit{x, -y})
	case model.AtMost:
		sum := e.linear(n.Terms)
		if b.Negated() {
			e.atMost(sum.negated(), -n.Bound-1, under)
		} else {
			e.atMost(sum, n.Bound, under)
		}
	case model.Exactly:
		sum := e.linear(n.Terms)
		if b.Negated() {
			e.notExactly(sum, n.Sum, under)
		} else {
			e.exactly(sum, n.Sum, under)
		}
	default:
		panic("sat: unknown boolean node")
	}
}

// requireSome adds a disjunction and flattens nested ones. One member that is a sum needs no literal: it is
// required under the others.
func (e *encoder) requireSome(b model.Bool, under []Lit) {
	lits := with(under)
	var sum model.Bool
	haveSum := false
	var collect func(b model.Bool)
	collect = func(b model.Bool) {
		switch n := e.m.Node(b).(type) {
		case model.And:
			if b.Negated() {
				for _, a := range n.Args {
					collect(a.Not())
				}
				return
			}
		case model.AtMost, model.Exactly:
			if !haveSum && e.bools[b.Node()] == 0 {
				sum, haveSum = b, true
				return
			}
		}
		lits = append(lits, e.literal(b, positive))
	}
	collect(b)
	if haveSum {
		e.require(sum, lits)
	} else {
		e.clause(lits...)
	}
}

// inDomain returns a literal that is true exactly where x has one of the values.
func (e *encoder) inDomain(x *integer, values model.Domain) Lit {
	if v, single := values.Single(); single {
		return e.equals(x, v)
	}
	if x.values == nil || x.ge != nil && x.eq == nil || len(x.values) > 16 && len(values) == 1 {
		parts := alg.Map(values, func(r model.Interval) Lit { return e.and(e.atLeast(x, r.Lo), -e.atLeast(x, r.Hi+1)) })
		return e.or(parts...)
	}
	var in, out []Lit
	for i, v := range x.values {
		if values.Contains(v) {
			in = append(in, e.equalsAt(x, i))
		} else {
			out = append(out, e.equalsAt(x, i))
		}
	}
	switch {
	case len(in) == 0:
		return litFalse
	case len(out) == 0:
		return litTrue
	case len(out) == 1:
		return -out[0]
	case len(in) == 1:
		return in[0]
	}
	p := e.newVar()
	for _, l := range in {
		e.clause(-l, p)
	}
	for _, l := range out {
		e.clause(-l, -p)
	}
	e.clauses([]Lit{-p}, in)
	e.clauses([]Lit{p}, out)
	return p
}

// and returns a literal for the conjunction of the literals.
func (e *encoder) and(lits ...Lit) Lit {
	var open []Lit
	for _, l := range lits {
		switch e.known(l) {
		case -1:
			return litFalse
		case 0:
			open = append(open, l)
		}
	}
	switch len(open) {
	case 0:
		return litTrue
	case 1:
		return open[0]
	}
	p := e.newVar()
	for _, l := range open {
		e.clause(-p, l)
	}
	e.clauses([]Lit{p}, negations(open))
	return p
}

func (e *encoder) or(lits ...Lit) Lit { return -e.and(negations(lits)...) }

// xor returns a literal for the exclusive or of two literals.
func (e *encoder) xor(a, b Lit) Lit {
	switch {
	case e.known(a) != 0:
		if e.known(a) > 0 {
			return -b
		}
		return b
	case e.known(b) != 0:
		return e.xor(b, a)
	case a == b:
		return litFalse
	case a == -b:
		return litTrue
	}
	p := e.newVar()
	e.clause(-p, a, b)
	e.clause(-p, -a, -b)
	e.clause(p, -a, b)
	e.clause(p, a, -b)
	return p
}

package sat

import (
	"cmp"
	"context"
	"slices"

	"nazo/internal/model"
)

// encoder turns a model into a formula. It encodes only what constraints, objectives and finds refer to, on demand.
type encoder struct {
	*builder
	m     *model.Model
	off   map[int32]bool // the rule instances that are switched off
	uses  uses
	vars  []Lit      // the literal of each boolean variable of the model, 0 if it has none yet
	bools []Lit      // the literal of each boolean node, 0 if it has none yet
	done  []polarity // the directions in which each of these literals is defined
	ints  []*integer // for each integer node, nil if there is none yet
	of    []*integer // for each integer variable
	lazy  []lazy     // constraints that are enforced by cuts
	// keepSums leaves sums as linear constraints instead of writing them in clauses, for exports to
	// solvers that compute with sums.
	keepSums bool
	// spelt is true if "at most one" is always written in clauses.
	spelt bool
	hints [][]Lit // clauses that may remove solutions; see search.enumerate

	positions map[*integer]bool // positions along paths
	// half tells, for each sum and each of its terms, whether the term is in the second half. Hints use it.
	half map[*integer][]bool

	cliques [][]Lit // sets of literals of which at most one is true
	// labelled has the literals of comparisons of integers without a list of values.
	labelled map[comparison]Lit
	counters map[string][]Lit // totalizers by their literals
}

func newEncoder(ctx context.Context, m *model.Model) *encoder {
	e := &encoder{
		builder:   newBuilder(ctx),
		m:         m,
		off:       map[int32]bool{},
		vars:      make([]Lit, len(m.Vars)),
		bools:     make([]Lit, m.BoolCount()),
		done:      make([]polarity, m.BoolCount()),
		ints:      make([]*integer, len(m.Ints)),
		of:        make([]*integer, len(m.Vars)),
		positions: map[*integer]bool{},
		half:      map[*integer][]bool{},
		labelled:  map[comparison]Lit{},
		counters:  map[string][]Lit{},
	}
	return e
}

// encode adds the constraints of the model under the options, restricted to the cubes unless these are nil. The
// variables of finds come first: the solver branches on them first, and prefers false.
func (e *encoder) encode(o model.Options, cubes []model.Cube) {
	for _, i := range o.Off {
		e.off[i] = true
	}
	for i, in := range e.m.Instances { // pieces of what is on are implied
		if in.Piece != nil && !e.off[e.m.Whole(int32(i))] {
			e.off[int32(i)] = true
		}
	}
	e.uses = findUses(e.m, e.off)
	for _, f := range e.m.Finds {
		for _, v := range f.Vars {
			e.number(v)
		}
	}
	for _, f := range o.Within {
		e.clause(e.isWithin(f))
	}
	if cubes != nil {
		e.keepTo(cubes)
	}
	for phase := range phases {
		if phase == sums {
			e.strengthen()
		}
		var now []model.Constraint
		for _, c := range e.m.Constraints {
			if e.phase(c.Body) == phase && !e.off[c.Instance] {
				now = append(now, c)
			}
		}
		if phase == sums { // short ones first: they tell which literals exclude each other
			slices.SortStableFunc(now, func(a, b model.Constraint) int { return cmp.Compare(e.length(a.Body), e.length(b.Body)) })
		}
		for _, c := range now {
			e.constraint(c)
		}
	}
	e.strengthen()
	e.hintBlocks()
}

// Constraints are encoded in this order. Facts make structures simpler. Structures decide how integers are
// represented. Sums come last, when many of their terms may be known.
const (
	facts = iota
	structures
	conditions
	sums
	phases
)

func (e *encoder) phase(b model.Body) int {
	a, isAssert := b.(model.Assert)
	if !isAssert {
		return structures
	}
	switch n := e.m.Node(a.B).(type) {
	case model.BoolVar:
		return facts
	case model.And:
		if !a.B.Negated() && !slices.ContainsFunc(n.Args, func(b model.Bool) bool { _, is := e.m.Node(b).(model.BoolVar); return !is }) {
			return facts
		}
	case model.AtMost, model.Exactly:
		return sums
	}
	return conditions
}

// length returns the number of terms of an asserted sum.
func (e *encoder) length(b model.Body) int {
	switch n := e.m.Node(b.(model.Assert).B).(type) {
	case model.AtMost:
		return len(n.Terms)
	case model.Exactly:
		return len(n.Terms)
	}
	return 0
}

// number makes the literals of a variable of a find.
func (e *encoder) number(v model.VarID) {
	if e.m.Vars[v].Bool {
		e.boolVar(v)
		return
	}
	x := e.intVar(v)
	switch {
	case x.values == nil:
		e.bits(x)
	case e.uses.order[v] && !e.uses.direct[v]:
		e.order(x)
	default:
		e.direct(x)
	}
}

func (e *encoder) boolVar(v model.VarID) Lit {
	if e.vars[v] == 0 {
		e.vars[v] = e.newVar()
	}
	return e.vars[v]
}

// isWithin returns the literal for "the variable has one of the values".
func (e *encoder) isWithin(w model.Within) Lit {
	values := e.m.Vars[w.Var].Domain.Intersect(w.Values)
	value, single := values.Single()
	switch {
	case values.Size() == e.m.Vars[w.Var].Domain.Size():
		return litTrue
	case len(values) == 0:
		return litFalse
	case !e.m.Vars[w.Var].Bool:
		return e.inDomain(e.intVar(w.Var), values)
	case single && value == 0:
		return -e.boolVar(w.Var)
	}
	return e.boolVar(w.Var)
}

// keepTo adds that a solution lies in one of the cubes.
func (e *encoder) keepTo(cubes []model.Cube) {
	in := make([]Lit, len(cubes))
	for i, cube := range cubes {
		in[i] = e.newVar()
		for _, w := range cube {
			e.clause(-in[i], e.isWithin(w))
		}
	}
	e.clause(in...)
}

// constraint adds one constraint under its guard.
func (e *encoder) constraint(c model.Constraint) {
	if e.unsat {
		return
	}
	guard := e.literal(c.Guard, negative)
	var under []Lit
	switch e.known(guard) {
	case -1:
		return
	case 0:
		under = []Lit{-guard}
	}
	switch b := c.Body.(type) {
	case model.Assert:
		e.require(b.B, under)
	case model.Distinct:
		e.distinct(b, under)
	case model.Inverse:
		e.inverse(b, under)
	case model.Regular:
		e.regular(b, under)
	case model.Connected:
		e.connected(b, under)
	case model.Reachable:
		e.reachable(b, under)
	case model.Acyclic:
		e.acyclic(b, under)
	case model.Route:
		e.route(b, under)
	case model.Regions:
		e.regions(b, under)
	case model.ComponentSizes:
		e.componentSizes(b, under)
	case model.SameShape:
		e.sameShape(b, under)
	case model.Links:
		e.links(b, under)
	default:
		panic("sat: unknown constraint")
	}
}

// decode reads the values of the model's variables from an assignment. Variables without literals get their
// least value.
func (e *encoder) decode(value func(Lit) bool) model.Solution {
	s := make(model.Solution, len(e.m.Vars))
	for v := range e.m.Vars {
		switch {
		case e.of[v] != nil:
			s[v] = e.of[v].valueIn(value)
		case e.vars[v] != 0:
			if value(e.vars[v]) {
				s[v] = 1
			}
		default:
			s[v] = e.m.Vars[v].Domain.Bounds().Lo
		}
	}
	return s
}

// uses tells for each variable how its values are used. That decides how it is represented.
type uses struct {
	direct []bool // single values are: distinct, indices, equalities
	order  []bool // comparisons are: sums, least and greatest
}

// useFinder visits what constraints refer to.
type useFinder struct {
	m            *model.Model
	uses         uses
	bools        []bool
	direct, rank []bool // for each integer node, whether it was visited for that use
}

func findUses(m *model.Model, off map[int32]bool) uses {
	f := &useFinder{m: m, bools: make([]bool, m.BoolCount()), direct: make([]bool, len(m.Ints)), rank: make([]bool, len(m.Ints))}
	f.uses = uses{direct: make([]bool, len(m.Vars)), order: make([]bool, len(m.Vars))}
	for _, c := range m.Constraints {
		if off[c.Instance] {
			continue
		}
		f.boolean(c.Guard)
		model.Operands(c.Body, f.boolean, func(x model.Int) { f.integer(x, true) })
	}
	for _, o := range m.Objectives {
		f.integers(false, o.X)
	}
	return f.uses
}

func (f *useFinder) boolean(b model.Bool) {
	if f.bools[b.Node()] {
		return
	}
	f.bools[b.Node()] = true
	switch n := f.m.Node(b).(type) {
	case model.And, model.Iff:
		model.EachArg(n, f.boolean, nil)
	case model.AtMost:
		f.terms(n.Terms, false)
	case model.Exactly:
		f.terms(n.Terms, len(n.Terms) == 2)
	case model.In:
		f.integers(len(n.Values) > 2 || n.Values.Size() <= 2, n.X)
	}
}

func (f *useFinder) terms(terms []model.Term, direct bool) {
	for _, t := range terms {
		f.integers(direct, t.X)
	}
}

func (f *useFinder) integers(direct bool, xs ...model.Int) {
	for _, x := range xs {
		f.integer(x, direct)
	}
}

func (f *useFinder) integer(x model.Int, direct bool) {
	seen := f.rank
	if direct {
		seen = f.direct
	}
	if seen[x] {
		return
	}
	seen[x] = true
	switch n := f.m.Ints[x].(type) {
	case model.IntVar:
		if direct || f.m.Vars[n.Var].Nominal {
			f.uses.direct[n.Var] = true
		} else {
			f.uses.order[n.Var] = true
		}
	case model.ToInt:
		f.boolean(n.B)
	case model.Linear:
		f.terms(n.Terms, direct && len(n.Terms) == 1)
	case model.Product, model.Div, model.Mod:
		model.EachIntArg(n, nil, func(x model.Int) { f.integer(x, true) })
	case model.Min, model.Max:
		model.EachIntArg(n, nil, func(x model.Int) { f.integer(x, false) })
	case model.If:
		f.boolean(n.Cond)
		f.integers(direct, n.Then, n.Else)
	case model.Element:
		f.integers(true, n.Index)
		f.integers(direct, n.Items...)
	}
}

package tour

import (
	"fmt"
	"slices"

	"nazo/engine"
	"nazo/model"
)

// Model is a model that is nothing but one path or cycle through known
// vertices, together with what is known of them.
type Model struct {
	m       *model.Model
	route   *model.Route
	value   []int8 // for each variable 1 if it is known to be true, -1 if false, else 0
	off     []bool // for each instance whether it is switched off
	clauses []clause
	// impossible says that what is known contradicts itself.
	impossible bool

	problem  Problem
	vertices []int32 // for each vertex of the problem that of the route; nil if they are the same
}

// clause is a condition that some constraint asks for: not all of a set of
// literals hold, or only one of them if single is set.
type clause struct {
	instance int32
	lits     []model.Bool
	single   bool
	exactly  bool // exactly one, if single
}

// Recognize takes a model apart in time linear in it. It fails, with a clause
// that says why, if there is more to the model than a path or cycle, which of
// the vertices and edges may be used, and where a path ends.
func Recognize(m *model.Model, o engine.Options) (*Model, error) {
	if len(m.Objectives) > 0 && !o.AnyObjective {
		return nil, fmt.Errorf("it finds a path or cycle, but not the best one")
	}
	w := &Model{m: m, value: make([]int8, len(m.Vars)), off: make([]bool, len(m.Instances))}
	for _, i := range o.Off {
		w.off[i] = true
	}
	for _, f := range o.Fixed {
		if !m.Vars[f.Var].Bool {
			return nil, fmt.Errorf("it can't find %q, only a path or cycle", m.Finds[max(0, m.Vars[f.Var].Find)].Name)
		}
		w.learn(f.Var, f.Value != 0)
	}
	for _, c := range m.Constraints {
		if _, ok := c.Body.(model.Route); !ok || w.off[c.Instance] {
			continue
		}
		if w.route != nil || c.Guard != model.True {
			return nil, fmt.Errorf("it draws one path or cycle that has to be there")
		}
		route := c.Body.(model.Route)
		w.route = &route
	}
	if w.route == nil {
		return nil, fmt.Errorf("the spec finds no path or cycle")
	}
	if err := w.assumeAll(); err != nil {
		return nil, err
	}
	if err := w.onlyRoute(); err != nil {
		return nil, err
	}
	return w, w.draw()
}

// learn gives a variable its value.
func (w *Model) learn(v model.VarID, on bool) {
	value := int8(-1)
	if on {
		value = 1
	}
	w.impossible = w.impossible || w.value[v] == -value
	w.value[v] = value
}

// known is 1 if a literal of a variable or constant is known to hold, -1 if
// not to hold, else 0.
func (w *Model) known(b model.Bool) int8 {
	v := int8(0)
	switch n := w.m.Bools[b.Node()].(type) {
	case model.Constant:
		v = 1
	case model.BoolVar:
		v = w.value[n.Var]
	}
	if b.Negated() {
		return -v
	}
	return v
}

// assumeAll has all constraints hold; what can't be read off at once becomes clauses.
func (w *Model) assumeAll() error {
	for _, c := range w.m.Constraints {
		if w.off[c.Instance] {
			continue
		}
		switch b := c.Body.(type) {
		case model.Route:
		case model.Assert:
			if c.Guard != model.True || !w.assume(b.B, c.Instance) {
				return w.tooMuch(c.Instance)
			}
		default:
			return w.tooMuch(c.Instance)
		}
	}
	for news := true; news; { // until clauses tell nothing about single variables
		news = false
		left := w.clauses[:0]
		for _, c := range w.clauses {
			open, ones := w.open(c)
			switch {
			case c.single && ones > 0: // the others are off
				w.impossible = w.impossible || ones > 1
				for _, l := range open.lits {
					w.assume(l.Not(), c.instance)
					news = true
				}
			case open.lits == nil:
			case !c.single && len(open.lits) == 1:
				w.assume(open.lits[0].Not(), c.instance)
				news = true
			default:
				left = append(left, open)
			}
		}
		w.clauses = left
	}
	return nil
}

// tooMuch says that a rule is beyond the searches.
func (w *Model) tooMuch(instance int32) error {
	rule := w.m.Rules[w.m.Instances[instance].Rule].Name
	return fmt.Errorf("it can't check %q, which says more than where to pass and where a path ends", rule)
}

// assume has b hold; it returns false if b is about anything but variables,
// conjunctions, clauses of variables and sums that ask for one of several.
func (w *Model) assume(b model.Bool, instance int32) bool {
	switch n := w.m.Bools[b.Node()].(type) {
	case model.Constant:
		w.impossible = w.impossible || b.Negated()
	case model.BoolVar:
		w.learn(n.Var, !b.Negated())
	case model.And:
		if b.Negated() {
			if !w.plain(n.Args) {
				return false
			}
			w.clauses = append(w.clauses, clause{instance: instance, lits: n.Args})
			return true
		}
		for _, a := range n.Args {
			if !w.assume(a, instance) {
				return false
			}
		}
	case model.AtMost:
		return !b.Negated() && n.Bound == 1 && w.oneOf(n.Terms, instance, false)
	case model.Exactly:
		return !b.Negated() && n.Sum == 1 && w.oneOf(n.Terms, instance, true)
	default:
		return false
	}
	return true
}

// plain says that literals are those of variables.
func (w *Model) plain(lits []model.Bool) bool {
	return !slices.ContainsFunc(lits, func(b model.Bool) bool {
		_, ok := w.m.Bools[b.Node()].(model.BoolVar)
		return !ok
	})
}

// oneOf notes that of several variables exactly or at most one is true.
func (w *Model) oneOf(terms []model.Term, instance int32, exactly bool) bool {
	lits := make([]model.Bool, 0, len(terms))
	for _, t := range terms {
		n, ok := w.m.Ints[t.X].(model.ToInt)
		if !ok || t.Coef != 1 {
			return false
		}
		lits = append(lits, n.B)
	}
	w.clauses = append(w.clauses, clause{instance, lits, true, exactly})
	return w.plain(lits)
}

// open leaves what is not known of a clause, and counts what is known to be
// true; there are no literals if the clause holds.
func (w *Model) open(c clause) (open clause, ones int) {
	open = c
	open.lits = []model.Bool{}
	zeros := 0
	for _, l := range c.lits {
		switch w.known(l) {
		case 0:
			open.lits = append(open.lits, l)
		case 1:
			ones++
		case -1:
			zeros++
		}
	}
	most := 0 // how many open literals need no clause
	if c.single && !c.exactly {
		most = 1
	}
	switch {
	case c.single && ones > 0:
	case !c.single && zeros > 0:
		open.lits = nil
	case len(open.lits) == 0 && (!c.single || c.exactly):
		w.impossible = true
		open.lits = nil
	case len(open.lits) <= most:
		open.lits = nil
	}
	return open, ones
}

// onlyRoute makes sure that different routes are different solutions, and that
// nothing else is to be found.
func (w *Model) onlyRoute() error {
	if w.route.Positions != nil {
		return fmt.Errorf("it knows no step numbers, which the rules ask for")
	}
	own := make([]bool, len(w.m.Vars))
	for _, list := range [2][]model.Bool{w.route.Edges, w.route.Vertices} {
		for _, b := range list {
			n, ok := w.m.Bools[b.Node()].(model.BoolVar)
			switch {
			case w.known(b) != 0:
			case !ok || own[n.Var]:
				return fmt.Errorf("vertices and edges depend on each other")
			}
			if ok {
				own[n.Var] = true
			}
		}
	}
	for _, b := range w.route.Edges {
		if n, ok := w.m.Bools[b.Node()].(model.BoolVar); ok && w.known(b) == 0 && w.m.Vars[n.Var].Find < 0 {
			return fmt.Errorf("the path or cycle is no part of the solution")
		}
	}
	for _, f := range w.m.Finds {
		for _, v := range f.Vars {
			if !own[v] && w.value[v] == 0 && w.m.Vars[v].Domain.Size() > 1 {
				return fmt.Errorf("it can't find %q, only a path or cycle", f.Name)
			}
		}
	}
	return nil
}

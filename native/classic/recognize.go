package classic

import (
	"fmt"
	"slices"
	"sync/atomic"

	"nazo/internal/alg"
	"nazo/internal/model"
)

// Shape is a path, cycle or links constraint that must hold.
type Shape struct {
	Graph           *alg.Graph
	Edges, Vertices []model.Bool
	// Closed is set for a cycle.
	Closed bool
	// Labels are those of [model.Links]. Nil for a path or cycle.
	Labels []int32
	// Positions are those of [model.Route].
	Positions []model.Int
}

// ShapeOf returns the shape that a constraint demands, if any.
func ShapeOf(b model.Body) (s Shape, ok bool) {
	switch b := b.(type) {
	case model.Route:
		return Shape{b.Graph, b.Edges, b.Vertices, b.Closed, nil, b.Positions}, true
	case model.Links:
		return Shape{b.Graph, b.Edges, b.Vertices, false, b.Labels, nil}, true
	}
	return Shape{}, false
}

// Model is a recognized model, with the known values of its variables. It must not be changed.
type Model struct {
	*model.Model
	Shape
	// Clauses are the remaining conditions, besides the shape and the known values.
	Clauses []Clause
	// Impossible is true if the known values contradict each other.
	Impossible bool

	value []int8         // by variable: 1 if true, -1 if false, 0 if unknown
	node  []int8         // by boolean node: 1 if true, -1 if false, 0 if unknown
	fixed []bool         // by variable: whether its value was given
	base  model.Solution // nil if all have their least values
	below *below         // nil without presolve
}

// Clause is a condition on unknown literals.
type Clause struct {
	Instance int32
	Lits     []model.Bool
	Rule     ClauseRule
}

// ClauseRule is the kind of condition.
type ClauseRule uint8

// The kinds of clauses.
const (
	NotAll ClauseRule = iota
	AtMostOne
	ExactlyOne
)

// Recognizer analyses one model.
type Recognizer struct {
	Model   *model.Model
	Options model.Options
	looks   atomic.Int32
}

// Presolved knows the values of some variables, and of all nodes that depend only on these.
type Presolved interface {
	// Fixed reports whether the value of a variable is known. [Presolved.Solution] then has it.
	Fixed(model.VarID) bool
	Solution() model.Solution
	// Value is 1 if a literal must be true, -1 if it must be false, or else 0.
	Value(model.Bool) int8
}

// Looks counts the analyses.
func (r *Recognizer) Looks() int { return int(r.looks.Load()) }

// Recognize analyses the model. It fails with a [Refusal] unless the model is one path, cycle or links, with at
// most unit facts and clauses besides. With AnyObjective it ignores objectives. Otherwise there must be none. A
// non-nil p adds the values that presolve knows.
func (r *Recognizer) Recognize(p Presolved) (*Model, error) {
	r.looks.Add(1)
	m := r.Model
	w := &Model{Model: m}
	open, err := w.find(r.Options.Off)
	if err != nil {
		return nil, err
	}
	if len(m.Objectives) > 0 && !r.Options.AnyObjective {
		return nil, w.refuse(hasObjective)
	}
	w.value, w.node, w.fixed = make([]int8, len(m.Vars)), make([]int8, m.BoolCount()), make([]bool, len(m.Vars))
	if p != nil {
		w.adopt(p)
	} else {
		w.restrict(r.Options.Within)
	}
	if !w.heeds(r.Options.Within) {
		return nil, w.refuse(restrictsNumbers)
	}
	for _, c := range w.conclude(open) {
		if w.below.closed(c) {
			continue
		}
		if a, ok := c.Body.(model.Assert); !ok || w.Known(c.Guard) <= 0 || !w.clauses(a.B, c.Instance) {
			return nil, w.TooMuch(c.Instance)
		}
	}
	if err := w.nothingElse(); err != nil {
		return nil, err
	}
	return w, nil
}

// find picks the shape from the enabled constraints and returns the others.
func (w *Model) find(off []int32) (open []model.Constraint, err error) {
	isOff := make([]bool, len(w.Instances))
	for _, i := range off {
		isOff[i] = true
	}
	open = make([]model.Constraint, 0, len(w.Constraints))
	for _, c := range w.Constraints {
		if isOff[c.Instance] {
			continue
		}
		s, ok := ShapeOf(c.Body)
		switch {
		case !ok:
			open = append(open, c)
		case w.Graph != nil || c.Guard != model.True:
			return nil, s.refuse(severalShapes)
		default:
			w.Shape = s
		}
	}
	if w.Graph == nil {
		return nil, Refusal{noShape, model.Has[model.Links](w.Model), ""}
	}
	return open, nil
}

// restrict fixes variables that have one value left.
func (w *Model) restrict(within []model.Within) {
	if len(within) > 0 {
		w.base = w.least()
	}
	domains := map[model.VarID]model.Domain{}
	for _, r := range within {
		d, again := domains[r.Var]
		if !again {
			d = w.Vars[r.Var].Domain
		}
		d = d.Intersect(r.Values)
		domains[r.Var] = d
		w.Impossible = w.Impossible || len(d) == 0
		if value, single := d.Single(); single {
			w.give(r.Var, value)
		}
	}
}

// heeds reports whether each restriction fixes a value. A shape has no place for other restrictions on numbers.
func (w *Model) heeds(within []model.Within) bool {
	return w.Impossible || !slices.ContainsFunc(within, func(r model.Within) bool {
		all := w.Vars[r.Var].Domain
		return !w.fixed[r.Var] && all.Intersect(r.Values).Size() < all.Size()
	})
}

// least assigns each variable its least value.
func (w *Model) least() model.Solution {
	return alg.Map(w.Vars, func(x *model.Var) int64 { return x.Domain[0].Lo })
}

// adopt takes over the values from presolve.
func (w *Model) adopt(p Presolved) {
	w.base, w.below = p.Solution(), newBelow(w, p)
	for v := range w.Vars {
		if v := model.VarID(v); p.Fixed(v) {
			w.give(v, w.base[v])
		}
	}
}

// give assigns a value to a variable.
func (w *Model) give(v model.VarID, value int64) {
	w.base[v], w.fixed[v] = value, true
	if w.Vars[v].Bool {
		w.value[v] = int8(2*min(max(value, 0), 1) - 1)
	}
}

// conclude propagates constraints on single variables to a fixpoint. It returns the constraints that are still open.
func (w *Model) conclude(open []model.Constraint) []model.Constraint {
	for news := true; news; {
		w.evaluate()
		open = slices.DeleteFunc(open, func(c model.Constraint) bool {
			a, ok := c.Body.(model.Assert)
			return w.Known(c.Guard) < 0 || ok && w.Known(a.B) > 0
		})
		news = w.switchOffDangling()
		for _, c := range open {
			if a, ok := c.Body.(model.Assert); ok && w.Known(c.Guard) > 0 {
				news = w.assume(a.B) || news
			}
		}
		if w.Impossible {
			return nil
		}
	}
	w.evaluate() // assume records a whole node as true even if parts of it are open
	return open
}

// switchOffDangling switches off edges that have an end off. It reports whether any was open.
func (w *Model) switchOffDangling() (news bool) {
	for i, e := range w.Graph.Edges {
		if w.Known(w.Vertices[e.U]) < 0 || w.Known(w.Vertices[e.V]) < 0 {
			news = w.assume(w.Edges[i].Not()) || news
		}
	}
	return news
}

// clauses turns b into clauses. It returns false if that is impossible.
func (w *Model) clauses(b model.Bool, instance int32) bool {
	switch n := w.Node(b).(type) {
	case model.And:
		if b.Negated() {
			return w.clause(n.Args, instance, NotAll)
		}
		return !slices.ContainsFunc(n.Args, func(a model.Bool) bool { return w.Known(a) <= 0 && !w.clauses(a, instance) })
	case model.AtMost:
		return !b.Negated() && w.oneOf(n.Terms, n.Bound, instance, AtMostOne)
	case model.Exactly:
		return !b.Negated() && w.oneOf(n.Terms, n.Sum, instance, ExactlyOne)
	}
	return false
}

// clause adds a clause of the unknown literals, which must belong to variables.
func (w *Model) clause(lits []model.Bool, instance int32, rule ClauseRule) bool {
	open := make([]model.Bool, 0, len(lits))
	for _, l := range lits {
		if w.Known(l) != 0 {
			continue
		}
		if _, ok := w.Node(l).(model.BoolVar); !ok {
			return false
		}
		open = append(open, l)
	}
	w.Clauses = append(w.Clauses, Clause{instance, open, rule})
	return true
}

// oneOf adds a clause for a sum of literals of which at most one may hold.
func (w *Model) oneOf(terms []model.Term, bound int64, instance int32, rule ClauseRule) bool {
	least, _, ok := w.bounds(terms)
	if !ok || bound-least != 1 {
		return false
	}
	lits := make([]model.Bool, len(terms))
	for i, t := range terms {
		lits[i] = w.Ints[t.X].(model.ToInt).B
		if t.Coef != 1 && w.Known(lits[i]) == 0 {
			return false
		}
	}
	return w.clause(lits, instance, rule)
}

// nothingElse checks that different sets of edges are different solutions, and that the model asks for nothing else.
func (w *Model) nothingElse() error {
	if w.Positions != nil {
		return w.refuse(numbersSteps)
	}
	own := make([]bool, len(w.Vars))
	for i, b := range slices.Concat(w.Edges, w.Vertices) {
		n, ok := w.Node(b).(model.BoolVar)
		switch {
		case w.Known(b) != 0:
		case !ok || own[n.Var]:
			return w.refuse(dependentParts)
		case i < len(w.Edges) && w.Vars[n.Var].Find < 0:
			return w.refuse(helperEdges)
		}
		if ok {
			own[n.Var] = true
		}
	}
	for _, f := range w.Finds {
		for _, v := range f.Vars {
			if !own[v] && w.value[v] == 0 && !w.fixed[v] && w.Vars[v].Domain.Size() > 1 {
				return Refusal{otherFind, w.Labels != nil, f.Name}
			}
		}
	}
	return nil
}

// Base is a solution with the known values. Unknown edges and vertices are off. Other variables have their least
// values.
func (w *Model) Base() model.Solution {
	values := slices.Clone(w.base)
	if values == nil {
		values = w.least()
	}
	for v, known := range w.value {
		if known != 0 && !w.fixed[v] {
			values[v] = int64(max(0, known))
		}
	}
	for _, l := range slices.Concat(w.Edges, w.Vertices) {
		if w.Known(l) == 0 {
			w.Assign(values, l, false)
		}
	}
	return values
}

// Why is the kind of a refusal.
type Why uint8

// The reasons for refusals.
const (
	noShape          Why = iota // no path, cycle or links
	severalShapes               // more than one, or an optional one
	hasObjective                // there is an objective
	otherRule                   // the named rule is not understood
	otherFind                   // the named find is something else
	numbersSteps                // the path is numbered
	dependentParts              // vertices and edges depend on each other
	helperEdges                 // edges are not part of the solution
	restrictsNumbers            // a number is restricted to some values
)

// text has a clause for each reason, for paths and cycles and for links.
var text = [...][2]string{
	noShape:          {"the spec finds no path or cycle", "the spec finds no links"},
	severalShapes:    {"it draws one path or cycle that has to be there", "it draws one set of links that has to be there"},
	hasObjective:     {"it finds a path or cycle, but not the best one", "it finds links, but not the best ones"},
	otherRule:        {"it can't check %q, which says more than where to pass and where a path ends", "it can't check %q, which says more than which vertices and edges are used"},
	otherFind:        {"it can't find %q, only a path or cycle", "it can't find %q, only links"},
	numbersSteps:     {"it knows no step numbers, which the rules ask for", ""},
	dependentParts:   {"vertices and edges depend on each other", "vertices and edges of the links depend on each other"},
	helperEdges:      {"the path or cycle is no part of the solution", "the links are no part of the solution"},
	restrictsNumbers: {"it can't have a number take only some values", "it can't have a number take only some values"},
}

// Refusal is the error for a model that is not recognized. Its text is a clause.
type Refusal struct {
	Why Why
	// Links is set if the caller wanted links.
	Links bool
	// Name is the rule or find that is in the way, if any.
	Name string
}

func (r Refusal) Error() string {
	of := text[r.Why][0]
	if r.Links {
		of = text[r.Why][1]
	}
	if r.Name == "" {
		return of
	}
	return fmt.Sprintf(of, r.Name)
}

func (s *Shape) refuse(why Why) error { return Refusal{why, s.Labels != nil, ""} }

// TooMuch refuses a model because of the rule of an instance.
func (w *Model) TooMuch(instance int32) error {
	return Refusal{otherRule, w.Labels != nil, w.Rules[w.Instances[instance].Rule].Name}
}

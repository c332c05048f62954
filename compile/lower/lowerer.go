// Package lower computes with known and unknown values: sums and comparisons, sets and lists,
// lookups and choices, and the functions of the library. Known values fold. What depends on
// variables becomes nodes of a model. What nodes can't express becomes constraints with helper
// variables (reification).
//
// It evaluates no expression and knows no name, rule or find of a spec; package compile does. A
// syntax node is only the position of a diagnostic.
package lower

import (
	"context"
	"errors"
	"slices"

	"nazo/dsl"
	"nazo/dsl/diag"
	"nazo/dsl/library"
	"nazo/dsl/value"
	"nazo/internal/model"
)

// Lowerer computes with values within limits of time and size.
type Lowerer struct {
	Model    *model.Model
	Context  context.Context
	Problems *diag.List // errors
	Warnings *diag.List
	Source   *diag.Source // of the statement that is being evaluated
	Calling  *dsl.Call    // the call of a library function that is being computed
	Form     int          // which signature it fits, where that matters
	Most     int64        // what its result is compared with, of a bounded function; -1: anything
	// Instance is the rule instance that constraints are charged to.
	Instance int32
	// Structure makes an instance for constraints that hold by themselves. They define helpers and
	// say nothing of the finds, or they hold for something that was made.
	Structure func(name string, defines bool) int32
	// Graphs are those that constraints of a find's structure are about, by the constraint's index in the model.
	Graphs      map[int32]*value.Graph
	definitions int32                        // the instance for the meaning of helpers, plus 1; 0 before there is one
	steppedFrom map[stepsKey]*value.Array    // the numbers along unknown directed cycles
	insides     map[*value.Route]value.Value // what is inside of unknown cycles, as far as it was asked for
	Anchors     map[*value.Route]*Anchor     // of unknown paths and cycles, for their layouts
	// atoms are the conditions that only whole constraints can express, by the node of their helper
	// variable. See atom.go.
	atoms     map[model.Bool]*atom
	helpers   map[string]model.Bool         // of atoms, by what they stand for
	inverses  map[*value.Array]*value.Array // made by the function inverse
	webs      map[webKey]*value.Web
	again     map[sameWeb]*value.Web     // those that were made of the same arguments
	sizes     map[*value.Web][]model.Int // of the parts of a web, for each vertex
	counted   map[*value.Web]*countedParts
	bounds    map[partBound]int64         // how many members a part has at most
	reachable map[string][]model.Bool     // conditions that vertices are in a part, by what else the part is
	figures   map[string]bitmap           // of sets of cells, by what may be in them
	reached   map[reachKey][][]model.Bool // where so many steps from a vertex of a web lead
	members   map[partKey]value.Value
	away      []int64 // of vertices that are being reached; -1 at rest

	// Charged counts the nodes that functions of the library became, by name; nil where nobody asks.
	Charged map[string]int

	Limits   Limits
	steps    int          // expressions evaluated
	Worked   int          // the work done; see Worked
	nextLook int          // the work at which to look whether it must end
	here     dsl.Node     // the source of the work; nil before the first tick
	hereIn   *diag.Source // where that stands
}

// New is a lowerer to a model, without limits yet.
func New(m *model.Model) *Lowerer {
	return &Lowerer{
		Model:       m,
		steppedFrom: map[stepsKey]*value.Array{},
		insides:     map[*value.Route]value.Value{},
		Anchors:     map[*value.Route]*Anchor{},
		atoms:       map[model.Bool]*atom{},
		helpers:     map[string]model.Bool{},
		inverses:    map[*value.Array]*value.Array{},
		webs:        map[webKey]*value.Web{},
		again:       map[sameWeb]*value.Web{},
		sizes:       map[*value.Web][]model.Int{},
		counted:     map[*value.Web]*countedParts{},
		bounds:      map[partBound]int64{},
		figures:     map[string]bitmap{},
		reached:     map[reachKey][][]model.Bool{},
		members:     map[partKey]value.Value{},
		reachable:   map[string][]model.Bool{},
		Graphs:      map[int32]*value.Graph{},
		Most:        -1,
	}
}

// Limits keep a spec from eating the machine.
type Limits struct {
	Nodes    int // nodes, variables and constraints of a model
	Work     int // conditions, members and alternatives gone through; 0 for any number
	Elements int // members of one collection, alternatives of one choice
}

// Stop carries a diagnostic from deep within an evaluation to the statement
// that it began with, by panic and recover within this package.
type Stop struct{ D *diag.Diagnostic }

// Refusal is what to panic with for a diagnostic that Attempt or Guard is to report.
func Refusal(d *diag.Diagnostic) any { return Stop{d} }

// Fail ends the evaluation of the current statement with a diagnostic.
func (lw *Lowerer) Fail(at dsl.Node, code, format string, args ...any) {
	panic(Stop{diag.Errorf(lw.Source, at.Span(), code, format, args...)})
}

// Attempt runs f and turns a stop into a diagnostic; ok says that f ended well.
// After an end of ctx or a limit on size it stops again: those end everything.
func (lw *Lowerer) Attempt(f func()) (ok bool) {
	defer func() {
		switch r := recover().(type) {
		case nil:
		case Abandoned:
		case Stop:
			lw.Problems.Add(r.D)
			if r.D.Code == CodeTime || r.D.Code == CodeSize {
				panic(r)
			}
		default:
			panic(r)
		}
	}()
	f()
	return true
}

// Guard runs f, which may stop for a limit; that has been reported.
func (lw *Lowerer) Guard(f func()) (finished bool) {
	defer func() {
		switch r := recover().(type) {
		case nil, Stop:
		default:
			panic(r)
		}
	}()
	f()
	return true
}

// The codes of diagnostics that mean a limit rather than a mistake.
const (
	CodeTime = "limit-time"
	CodeSize = "limit-size"
)

// maxSteps bounds the expressions that one evaluation computes: definitions
// that call each other twice can mean more work than anyone can wait for.
const maxSteps = 1 << 28

// Tick is called for every expression and every binding.
func (lw *Lowerer) Tick(at dsl.Node) {
	lw.steps++
	lw.here, lw.hereIn = at, lw.Source
	lw.Work(1)
}

// lookEvery is the work between two looks.
const lookEvery = 1024

// Work is called by everything that visits n conditions, members or alternatives, since one
// expression may mean millions of them. From time to time it checks whether the work must end.
func (lw *Lowerer) Work(n int) {
	lw.Worked += n
	if lw.Worked < lw.nextLook || lw.here == nil {
		return
	}
	lw.nextLook = lw.Worked + lookEvery
	source := lw.Source
	lw.Source = lw.hereIn
	lw.look(lw.here)
	lw.Source = source
}

// look ends the work when the context has ended or the model has grown too large.
func (lw *Lowerer) look(at dsl.Node) {
	if lw.steps > maxSteps {
		lw.Fail(at, CodeSize, "more than %d expressions were evaluated", maxSteps)
	}
	if lw.Limits.Work > 0 && lw.Worked > lw.Limits.Work {
		lw.Fail(at, CodeSize, "more than %d steps of work were done", lw.Limits.Work)
	}
	if lw.Context.Err() != nil {
		reason := "interrupted"
		switch cause := context.Cause(lw.Context); {
		case errors.Is(cause, context.DeadlineExceeded):
			reason = "the time limit was reached"
		case !errors.Is(cause, context.Canceled):
			reason = cause.Error()
		}
		lw.Fail(at, CodeTime, "%s while compiling", reason)
	}
	if lw.Size() > lw.Limits.Nodes {
		lw.Fail(at, CodeSize, "the model exceeds %d nodes here", lw.Limits.Nodes)
	}
}

// Size is how many nodes, variables and constraints the model has.
func (lw *Lowerer) Size() int {
	return lw.Model.BoolCount() + len(lw.Model.Ints) + len(lw.Model.Vars) + len(lw.Model.Constraints)
}

// Charge notes by how much the model has grown for a function of the library since it had a size. It is deferred: what a limit ends
// counts, too.
func (lw *Lowerer) Charge(function string, since int) {
	if lw.Charged != nil {
		lw.Charged[function] += lw.Size() - since
	}
}

// TooMany ends the work if a collection of n members would be too large.
func (lw *Lowerer) TooMany(at dsl.Node, n int) {
	if n > lw.Limits.Elements {
		lw.Fail(at, CodeSize, "%d members are more than the limit of %d", n, lw.Limits.Elements)
	}
}

// Warn notes what is surely not meant.
func (lw *Lowerer) Warn(at dsl.Node, code, format string, args ...any) {
	lw.Warnings.Add(diag.Warnf(lw.Source, at.Span(), code, format, args...))
}

// Abandoned gives up a statement that needs something which was already
// reported as wrong.
type Abandoned struct{}

// Reading is the meaning of a function for arguments that are not all known.
type Reading func(lw *Lowerer, x *dsl.Call, args []value.Value) value.Value

// Readings has one for each open function of the library, and for those that take sets decided member by member.
func Readings() map[string]Reading {
	return map[string]Reading{
		"covers":    at((*Lowerer).covers),
		"visits":    at((*Lowerer).visits),
		"length":    at((*Lowerer).length),
		"step":      at((*Lowerer).step),
		"starts_at": endAt(true),
		"ends_at":   endAt(false),
		"inside":    at((*Lowerer).inside),
		"degree":    at((*Lowerer).degree),
		"borders":   at((*Lowerer).borders),
		"connected": at((*Lowerer).connected),
		"reaches":   at((*Lowerer).reaches),
		"acyclic":   at((*Lowerer).acyclic),
		"distance":  at((*Lowerer).distance),
		"part":      at((*Lowerer).part),
		"clues":     at((*Lowerer).clues),
		"inverse":   at((*Lowerer).inverse),
		"size":      size,
		"sum":       aggregate((*Lowerer).Sum),
		"product":   aggregate((*Lowerer).Product),
		"min":       aggregate(extremumOf(false)),
		"max":       aggregate(extremumOf(true)),
		"distinct":  at((*Lowerer).Distinct),
		"reverse":   reverse,
		"rotate":    rotate,
		"runs":      at((*Lowerer).runs),
		"stretches": at((*Lowerer).stretches),
		"matches":   at((*Lowerer).matches),
		"number":    at((*Lowerer).digitsNumber),
		"total":     at((*Lowerer).total),
		"union":     union,
		"push":      push,
		"pop":       pop,
		"top":       top,
		"abs":       abs,
		"congruent": at((*Lowerer).congruent),

		"shape":           figure(true, true),
		"one_sided_shape": figure(true, false),
		"fixed_shape":     figure(false, false),
	}
}

// at fits a function that needs only the place of its call.
func at(f func(*Lowerer, dsl.Node, []value.Value) value.Value) Reading {
	return func(lw *Lowerer, x *dsl.Call, args []value.Value) value.Value { return f(lw, x, args) }
}

// OfKnown is a function of the library for known arguments that the compiler made.
func (lw *Lowerer) OfKnown(name string, at dsl.Node, args ...value.Value) value.Value {
	return lw.Apply(library.Find(name), at, &library.Call{Args: args})
}

// Apply computes a call of a function of the library, within the limits.
func (lw *Lowerer) Apply(f *library.Function, at dsl.Node, call *library.Call) value.Value {
	call.Name, call.Form, call.Most, call.Poll = f.Name, lw.Form, lw.Limits.Elements, func() error {
		lw.look(at)
		return nil
	}
	v, err := f.Apply(call)
	if err == nil {
		switch v := v.(type) {
		case *value.Set:
			lw.Work(v.Len())
		case value.List:
			lw.Work(len(v))
		}
		return v
	}
	var fault *library.Fault
	if !errors.As(err, &fault) {
		panic(err)
	}
	if x, ok := at.(*dsl.Call); ok && fault.Arg >= 0 && fault.Arg < len(x.Args) {
		at = x.Args[fault.Arg]
	}
	lw.Fail(at, fault.Code, "%s", fault.Text)
	return nil
}

// define adds a constraint that says what helpers mean. Whoever needs them first makes them, and others share them, so it is charged to
// no rule: it holds whichever rules are left out.
func (lw *Lowerer) define(guard model.Bool, body model.Body) {
	if lw.definitions == 0 {
		lw.definitions = lw.Structure("what names mean", true) + 1
	}
	lw.Model.Constrain(lw.definitions-1, guard, body)
}

// sharing charges the constraints of f to the thing that was made, such as the inside of a cycle.
// Several rules may use it, so the first of them should not be charged.
func (lw *Lowerer) sharing(name string, f func()) {
	before := lw.Instance
	lw.Instance = lw.Structure(name, false)
	f()
	lw.Instance = before
}

// Effects are the new values of some variables: at most one effect each.
type Effects struct {
	Model *model.Model
	list  []model.Effect
	// index has the place in the list of a variable.
	index map[model.VarID]int
}

// NewEffects has none yet.
func NewEffects(m *model.Model) *Effects {
	return &Effects{Model: m, index: map[model.VarID]int{}}
}

func (e *Effects) add(one model.Effect) {
	if i, again := e.index[one.Var]; again {
		e.list[i] = one
		return
	}
	e.index[one.Var] = len(e.list)
	e.list = append(e.list, one)
}

// SetBool notes what a truth value becomes.
func (e *Effects) SetBool(v model.VarID, b model.Bool) { e.add(model.Effect{Var: v, B: b}) }

// SetInt notes what a number becomes.
func (e *Effects) SetInt(v model.VarID, x model.Int) { e.add(model.Effect{Var: v, X: x}) }

// Of is the new value of a variable: itself where nothing else is noted.
func (e *Effects) Of(v model.VarID) model.Effect {
	if i, ok := e.index[v]; ok {
		return e.list[i]
	}
	if e.Model.Vars[v].Bool {
		return model.Effect{Var: v, B: e.Model.BoolVar(v)}
	}
	return model.Effect{Var: v, X: e.Model.IntVar(v)}
}

// Where adds other effects, which happen only under a condition.
func (e *Effects) Where(lw *Lowerer, cond model.Bool, other *Effects) {
	for _, o := range other.list {
		was := e.Of(o.Var)
		if e.Model.Vars[o.Var].Bool {
			e.SetBool(o.Var, lw.Or(lw.And(cond, o.B), lw.And(cond.Not(), was.B)))
		} else {
			e.SetInt(o.Var, e.Model.If(cond, o.X, was.X))
		}
	}
}

// Changes are the effects, in the order of the variables, that change anything.
func (e *Effects) Changes() []model.Effect {
	var out []model.Effect
	for _, one := range e.list {
		if e.Model.Vars[one.Var].Bool && one.B != e.Model.BoolVar(one.Var) || !e.Model.Vars[one.Var].Bool && one.X != e.Model.IntVar(one.Var) {
			out = append(out, one)
		}
	}
	slices.SortFunc(out, func(a, b model.Effect) int { return int(a.Var - b.Var) })
	return out
}

// Unchanged is the effect by which a variable stays as it is.
func Unchanged(m *model.Model, v model.VarID) model.Effect {
	return (&Effects{Model: m}).Of(v)
}

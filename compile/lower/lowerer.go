// Package lower computes with known and unknown values: sums and comparisons, sets and lists, lookups and choices,
// and the functions of the library. Known values fold. What depends on variables becomes nodes of a model. What
// nodes can't express becomes constraints with helper variables (reification).
//
// It evaluates no expressions and knows no names, rules or finds of a spec. Package compile does. A syntax node is
// only the position of a diagnostic.
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

// Crossing is a line that may cross itself. At has what holds at each vertex.
type Crossing struct {
	Line   *value.Route
	Closed bool
	At     [][]model.Bool
}

// Lowerer computes with values within limits of time and size.
type Lowerer struct {
	Model    *model.Model
	Context  context.Context
	Problems *diag.List // errors
	Warnings *diag.List
	Source   *diag.Source // of the current statement
	Calling  *dsl.Call    // the current call of a library function
	Form     int          // which signature the call fits, if that matters
	Most     int64        // the bound for the result of a bounded function; -1 for none
	// Instance is the rule instance that constraints are charged to.
	Instance int32
	// Structure makes an instance for constraints that do not come from a rule. They define helpers, or hold for
	// something that was made.
	Structure func(name string, defines bool) int32
	// Starts has where the part of a graph begins to which a helper says that something belongs.
	Starts map[model.VarID][]value.Value
	// Graphs has the graphs of constraints on a find's structure, by the constraint's index in the model.
	Graphs map[int32]*value.Graph
	// Labels has what stands at the vertices of lines between equal labels, by the index of their constraint.
	Labels map[int32][]value.Value
	// Crossing has the lines that may cross themselves, by the constraint that each is connected.
	Crossing    map[int32]Crossing
	definitions int32                        // the instance for definitions of helpers, plus 1; 0 if there is none yet
	steppedFrom map[stepsKey]*value.Array    // step numbers along unknown directed cycles
	insides     map[*value.Route]value.Value // insides of unknown cycles
	Anchors     map[*value.Route]*Anchor     // of unknown paths and cycles, for their layouts
	// atoms are conditions that only whole constraints express, by their helpers. See atom.go.
	atoms     map[model.Bool]*atom
	helpers   map[string]model.Bool         // helpers of atoms by the constraint's key
	inverses  map[*value.Array]*value.Array // by the permutation
	webs      map[webKey]*value.Web
	again     map[sameWeb]*value.Web   // by reference to the same arguments
	sizes     map[sizesKey][]model.Int // for each vertex of a web, the size of its part
	counted   map[*value.Web]*countedParts
	divisions []*value.Regions            // those that rules have mentioned
	bounds    map[partBound]int64         // upper bounds of part sizes
	stated    map[partBound]bool          // parts whose size a rule bounds, if only for itself
	reachable map[string][]model.Bool     // conditions that vertices are in a part, by the part's key
	figures   map[string]bitmap           // by the possible members of the set of cells
	reached   map[reachKey][][]model.Bool // vertices of a web by their distance from one
	members   map[partKey]value.Value
	away      []int64 // scratch distances of vertices; -1 at rest

	// Charged counts nodes by library function; nil if not needed.
	Charged map[string]int

	Limits   Limits
	steps    int          // expressions evaluated
	Worked   int          // the work done; see Work
	nextLook int          // the work at which to check the limits again
	here     dsl.Node     // the node being evaluated; nil before the first tick
	hereIn   *diag.Source // the source of here
}

// New returns a lowerer to a model, without limits.
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
		sizes:       map[sizesKey][]model.Int{},
		counted:     map[*value.Web]*countedParts{},
		bounds:      map[partBound]int64{},
		stated:      map[partBound]bool{},
		figures:     map[string]bitmap{},
		reached:     map[reachKey][][]model.Bool{},
		members:     map[partKey]value.Value{},
		reachable:   map[string][]model.Bool{},
		Starts:      map[model.VarID][]value.Value{},
		Graphs:      map[int32]*value.Graph{},
		Labels:      map[int32][]value.Value{},
		Crossing:    map[int32]Crossing{},
		Most:        -1,
	}
}

// Limits bound a compilation.
type Limits struct {
	Nodes    int // nodes, variables and constraints of a model
	Work     int // conditions, members and alternatives visited; 0 for no bound
	Elements int // members of one collection, alternatives of one choice
}

// Stop carries a diagnostic from deep within an evaluation to its statement, by panic and recover.
type Stop struct{ D *diag.Diagnostic }

// Refusal returns the value to panic with, so that Attempt or Guard reports a diagnostic.
func Refusal(d *diag.Diagnostic) any { return Stop{d} }

// Fail ends the evaluation of the current statement with a diagnostic.
func (lw *Lowerer) Fail(at dsl.Node, code, format string, args ...any) {
	panic(Stop{diag.Errorf(lw.Source, at.Span(), code, format, args...)})
}

// Attempt runs f and turns a stop into a diagnostic. ok means that f finished. After the end of ctx or a limit on
// size it panics again, which ends the compilation.
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

// Guard runs f, which may stop for a limit that was reported.
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

// These codes of diagnostics mean a limit rather than a mistake.
const (
	CodeTime = "limit-time"
	CodeSize = "limit-size"
)

// maxSteps bounds the expressions of one compilation. Definitions that call each other twice can mean endless work.
const maxSteps = 1 << 28

// Tick counts an expression or binding.
func (lw *Lowerer) Tick(at dsl.Node) {
	lw.steps++
	lw.here, lw.hereIn = at, lw.Source
	lw.Work(1)
}

// lookEvery is the work between two checks of the limits.
const lookEvery = 1024

// Work counts n visited conditions, members or alternatives, since one expression may mean millions of them. It
// checks the limits from time to time.
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

// look fails if the context has ended or a limit is exceeded.
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

// Size returns the number of nodes, variables and constraints.
func (lw *Lowerer) Size() int {
	return lw.Model.BoolCount() + len(lw.Model.Ints) + len(lw.Model.Vars) + len(lw.Model.Constraints)
}

// Charge records the growth of the model since a size for a library function. Defer it, so that it counts work
// ended by a limit, too.
func (lw *Lowerer) Charge(function string, since int) {
	if lw.Charged != nil {
		lw.Charged[function] += lw.Size() - since
	}
}

// TooMany fails if a collection of n members would be too large.
func (lw *Lowerer) TooMany(at dsl.Node, n int) {
	if n > lw.Limits.Elements {
		lw.Fail(at, CodeSize, "%d members are more than the limit of %d", n, lw.Limits.Elements)
	}
}

// Warn adds a warning.
func (lw *Lowerer) Warn(at dsl.Node, code, format string, args ...any) {
	lw.Warnings.Add(diag.Warnf(lw.Source, at.Span(), code, format, args...))
}

// Abandoned gives up a statement that depends on a reported mistake.
type Abandoned struct{}

// Reading computes a function for arguments that are not all known.
type Reading func(lw *Lowerer, x *dsl.Call, args []value.Value) value.Value

// Readings returns the readings of the library's open functions, and of those that take sets decided member by member.
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
		"accepts":   at((*Lowerer).accepts),
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

// at adapts a function that needs only the position of its call.
func at(f func(*Lowerer, dsl.Node, []value.Value) value.Value) Reading {
	return func(lw *Lowerer, x *dsl.Call, args []value.Value) value.Value { return f(lw, x, args) }
}

// OfKnown calls a library function with known arguments.
func (lw *Lowerer) OfKnown(name string, at dsl.Node, args ...value.Value) value.Value {
	return lw.Apply(library.Find(name), at, &library.Call{Args: args})
}

// Apply calls a library function within the limits.
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

// define adds a constraint that defines helpers. Rules share helpers, so it is charged to no rule and holds
// whichever rules are switched off.
func (lw *Lowerer) define(guard model.Bool, body model.Body) {
	if lw.definitions == 0 {
		lw.definitions = lw.Structure("what names mean", true) + 1
	}
	lw.Model.Constrain(lw.definitions-1, guard, body)
}

// sharing charges the constraints of f to a shared structure, such as the inside of a cycle, rather than to the
// first rule that uses it.
func (lw *Lowerer) sharing(name string, f func()) {
	before := lw.Instance
	lw.Instance = lw.Structure(name, false)
	f()
	lw.Instance = before
}

// Effects are the new values of some variables, at most one each.
type Effects struct {
	Model *model.Model
	list  []model.Effect
	// index has the position of each variable in list.
	index map[model.VarID]int
}

// NewEffects returns no effects.
func NewEffects(m *model.Model) *Effects { return &Effects{Model: m, index: map[model.VarID]int{}} }

func (e *Effects) add(one model.Effect) {
	if i, again := e.index[one.Var]; again {
		e.list[i] = one
		return
	}
	e.index[one.Var] = len(e.list)
	e.list = append(e.list, one)
}

// SetBool sets the new value of a boolean.
func (e *Effects) SetBool(v model.VarID, b model.Bool) { e.add(model.Effect{Var: v, B: b}) }

// SetInt sets the new value of an integer.
func (e *Effects) SetInt(v model.VarID, x model.Int) { e.add(model.Effect{Var: v, X: x}) }

// Of returns the effect on a variable, perhaps none.
func (e *Effects) Of(v model.VarID) model.Effect {
	if i, ok := e.index[v]; ok {
		return e.list[i]
	}
	if e.Model.Vars[v].Bool {
		return model.Effect{Var: v, B: e.Model.BoolVar(v)}
	}
	return model.Effect{Var: v, X: e.Model.IntVar(v)}
}

// Where adds effects that happen under a condition.
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

// Changes returns the effects that change anything, in the order of the variables.
func (e *Effects) Changes() []model.Effect {
	out := slices.DeleteFunc(slices.Clone(e.list), func(one model.Effect) bool { return one.Trivial(e.Model) })
	slices.SortFunc(out, func(a, b model.Effect) int { return int(a.Var - b.Var) })
	return out
}

// Unchanged returns the effect by which a variable stays as it is.
func Unchanged(m *model.Model, v model.VarID) model.Effect { return (&Effects{Model: m}).Of(v) }

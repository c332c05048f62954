package lower

import (
	"context"
	"errors"

	"nazo/dsl"
	"nazo/dsl/diag"
	"nazo/model"
	"nazo/value"
)

// Lowerer computes with values, known or not, within limits: what is known folds to
// values, what depends on variables becomes nodes of a model, and what nodes can't say
// constraints. It knows no expression, name or statement of a spec; a node of the syntax is only
// the place that a diagnostic is about.
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
	// Structure makes an instance to charge what holds by itself to: what helpers mean if it defines them and says nothing
	// of the finds, else what is true of something that was made.
	Structure func(name string, defines bool) int32
	// Graphs are those that constraints of a find's structure are about, by the constraint's index in the model.
	Graphs      map[int32]*value.Graph
	definitions int32                        // the instance of what helpers mean, plus 1; 0 if there is none yet
	steppedFrom map[stepsKey]*value.Array    // the numbers along unknown directed cycles
	insides     map[*value.Route]value.Value // what is inside of unknown cycles, as far as it was asked for
	Anchors     map[*value.Route]*Anchor     // of unknown paths and cycles, for their layouts
	// atoms are the conditions that only whole constraints can express, by the
	// helper variable's node that stands for each; see atom.go.
	atoms    map[model.Bool]*atom
	helpers  map[string]model.Bool         // of atoms, by what they stand for
	inverses map[*value.Array]*value.Array // made by the function inverse
	webs     map[webKey]*value.Web
	again    map[sameWeb]*value.Web     // those that were made of the same arguments
	sizes    map[*value.Web][]model.Int // of the parts of a web, for each vertex
	counted  map[*value.Web]*countedParts
	bounds   map[partBound]int64         // how many members a part has at most
	parts    map[string][]model.Bool     // conditions that vertices are in a part, by what else the part is
	figures  map[string]bitmap           // of sets of cells, by what may be in them
	reached  map[reachKey][][]model.Bool // where so many steps from a vertex of a web lead
	members  map[partKey]value.Value
	away     []int64 // of vertices that are being reached; -1 at rest

	// Charged counts the nodes that functions of the library became, by name; nil where nobody asks.
	Charged map[string]int

	Limits   Limits
	steps    int          // expressions evaluated
	Worked   int          // the work done; see Worked
	nextLook int          // the work at which to look whether it must end
	here     dsl.Node     // what the work is done for; nil before the first tick
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
		parts:       map[string][]model.Bool{},
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

// Work is called by whatever goes through n conditions, members or alternatives, since
// one expression may mean millions of them; it looks now and then whether the
// work must end.
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

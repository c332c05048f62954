package compile

import (
	"context"
	"errors"
	"slices"

	"nazo/dsl"
	"nazo/dsl/check"
	"nazo/dsl/diag"
	"nazo/givens"
	"nazo/library"
	"nazo/model"
	"nazo/value"
)

// evaluator computes expressions: what is known to a value, what mentions a find to
// nodes of a model.
type evaluator struct {
	program     *program
	m           *model.Model
	ctx         context.Context
	diags       *diag.List // errors
	warnings    *diag.List
	source      *diag.Source // of the statement that is being evaluated
	globals     map[string]*global
	input       map[string]*givens.Entry      // values for givens, by name
	layouts     map[string]layout             // of finds, by name
	routes      map[*value.Route]*routeLayout // the layouts of unknown routes
	ruleSources []ruleSource                  // for each rule of the model
	// atoms are the conditions that only whole constraints can express, by the
	// helper variable's node that stands for each; see atom.go.
	atoms map[model.Bool]*atom
	// memo keeps results of library functions; see callLibrary.
	memo     map[memoKey]value.Value
	helpers  map[string]model.Bool         // of atoms, by what they stand for
	inverses map[*value.Array]*value.Array // made by the function inverse
	// instance is the rule instance that constraints are charged to.
	instance  int32
	steps     int            // expressions evaluated
	worked    int            // the work done; see work
	nextLook  int            // the work at which to look whether it must end
	here      dsl.Node       // what the work is done for; nil before the first tick
	hereIn    *diag.Source   // where that stands
	depth     int            // nested calls of defs
	body      check.Instance // of the def whose body is being evaluated
	reading   bool           // a value that was written for a given
	limits    limits
	seed      int64     // of what is drawn at random
	draws     uint64    // how often something was
	secrets   []secret  // the givens that are hidden and unknown
	lint      bool      // look for mistakes that cost time to find
	inputOnly bool      // only the input is at hand: finds and states have no place
	calling   *dsl.Call // the call of a library function that is being computed
}

// limits keep a spec from eating the machine.
type limits struct {
	nodes    int // nodes, variables and constraints of a model
	work     int // conditions, members and alternatives gone through; 0 for any number
	elements int // members of one collection, alternatives of one choice
}

// scope is a local name; scopes form a list that ends in nil.
type scope struct {
	name  string
	value value.Value
	up    *scope
}

func (s *scope) with(name string, v value.Value) *scope { return &scope{name, v, s} }

func (s *scope) lookup(name string) (value.Value, bool) {
	for ; s != nil; s = s.up {
		if s.name == name {
			return s.value, true
		}
	}
	return nil, false
}

// stop carries a diagnostic from deep within an evaluation to the statement
// that it began with, by panic and recover within this package.
type stop struct{ d *diag.Diagnostic }

// fail ends the evaluation of the current statement with a diagnostic.
func (ev *evaluator) fail(at dsl.Node, code, format string, args ...any) {
	panic(stop{diag.Errorf(ev.source, at.Span(), code, format, args...)})
}

// attempt runs f and turns a stop into a diagnostic; ok says that f ended well.
// After an end of ctx or a limit on size it stops again: those end everything.
func (ev *evaluator) attempt(f func()) (ok bool) {
	defer func() {
		switch r := recover().(type) {
		case nil:
		case abandoned:
		case stop:
			ev.diags.Add(r.d)
			if r.d.Code == codeTime || r.d.Code == codeSize {
				panic(r)
			}
		default:
			panic(r)
		}
	}()
	f()
	return true
}

// The codes of diagnostics that mean a limit rather than a mistake.
const (
	codeTime = "limit-time"
	codeSize = "limit-size"
)

// maxSteps bounds the expressions that one evaluation computes: definitions
// that call each other twice can mean more work than anyone can wait for.
const maxSteps = 1 << 28

// tick is called for every expression and every binding.
func (ev *evaluator) tick(at dsl.Node) {
	ev.steps++
	ev.here, ev.hereIn = at, ev.source
	ev.work(1)
}

// lookEvery is the work between two looks.
const lookEvery = 1024

// work is called by whatever goes through n conditions, members or alternatives, since
// one expression may mean millions of them; it looks now and then whether the
// work must end.
func (ev *evaluator) work(n int) {
	ev.worked += n
	if ev.worked < ev.nextLook || ev.here == nil {
		return
	}
	ev.nextLook = ev.worked + lookEvery
	source := ev.source
	ev.source = ev.hereIn
	ev.look(ev.here)
	ev.source = source
}

// look ends the work when the context has ended or the model has grown too large.
func (ev *evaluator) look(at dsl.Node) {
	if ev.steps > maxSteps {
		ev.fail(at, codeSize, "more than %d expressions were evaluated", maxSteps)
	}
	if ev.limits.work > 0 && ev.worked > ev.limits.work {
		ev.fail(at, codeSize, "more than %d steps of work were done", ev.limits.work)
	}
	if err := ev.ctx.Err(); err != nil {
		reason := "interrupted"
		if errors.Is(err, context.DeadlineExceeded) {
			reason = "the time limit was reached"
		}
		ev.fail(at, codeTime, "%s while compiling", reason)
	}
	if len(ev.m.Bools)+len(ev.m.Ints)+len(ev.m.Vars)+len(ev.m.Constraints) > ev.limits.nodes {
		ev.fail(at, codeSize, "the model exceeds %d nodes here", ev.limits.nodes)
	}
}

// tooMany ends the work if a collection of n members would be too large.
func (ev *evaluator) tooMany(at dsl.Node, n int) {
	if n > ev.limits.elements {
		ev.fail(at, codeSize, "%d members are more than the limit of %d", n, ev.limits.elements)
	}
}

// eval computes an expression. Truth values and collections are never none: one
// that is absent, such as what is beyond the end of a list, is false or empty.
func (ev *evaluator) eval(x dsl.Expr, sc *scope) value.Value {
	ev.tick(x)
	v := ev.compute(x, sc)
	switch c := v.(type) {
	case value.None:
		return ev.absentAs(x)
	case value.Choice:
		if i := slices.IndexFunc(c.Alts, func(a value.Alternative) bool { return absent(a.Value) }); i >= 0 {
			if empty := ev.absentAs(x); !absent(empty) {
				alts := slices.Clone(c.Alts)
				alts[i].Value = empty
				return ev.choice(alts)
			}
		}
	}
	return v
}

// absentAs is what an expression is worth where it has no value.
func (ev *evaluator) absentAs(x dsl.Expr) value.Value {
	switch ev.program.spec.Absence(x) {
	case check.AsFalse:
		return value.False
	case check.AsEmptySet:
		return value.NewSet()
	case check.AsEmptyList:
		return value.List(nil)
	}
	return value.None{}
}

func (ev *evaluator) compute(x dsl.Expr, sc *scope) value.Value {
	switch x := x.(type) {
	case *dsl.Name:
		return ev.name(x, sc)
	case *dsl.IntLit:
		return value.FromBig(x.Value)
	case *dsl.BoolLit:
		return value.Of(x.Value)
	case *dsl.NoneLit:
		return value.None{}
	case *dsl.StringLit:
		return value.Text(x.Value)
	case *dsl.Unary:
		return ev.unary(x, sc)
	case *dsl.Binary:
		return ev.binary(x, sc)
	case *dsl.If:
		return ev.conditional(x, sc)
	case *dsl.Call:
		return ev.call(x, sc)
	case *dsl.Index:
		return ev.index(x, sc)
	case *dsl.Quantifier:
		return ev.quantifier(x, sc)
	case *dsl.Tuple:
		return value.Tuple(ev.evalAll(x.Elems, sc))
	case *dsl.SetLit:
		return ev.setLiteral(x, sc)
	case *dsl.ListLit:
		return value.List(ev.evalAll(x.Elems, sc))
	case *dsl.Comprehension:
		return ev.comprehension(x, sc)
	case *dsl.LabelSet:
		return labelSet(x)
	case dsl.DomainForm, *dsl.GridLit:
		ev.fail(x, "misplaced-type", "a type or domain has no value here")
	}
	ev.fail(x, "unreadable", "this expression could not be read")
	return nil
}

func (ev *evaluator) evalAll(xs []dsl.Expr, sc *scope) []value.Value {
	out := make([]value.Value, len(xs))
	for i, x := range xs {
		out[i] = ev.eval(x, sc)
	}
	return out
}

// name looks a name up: locals first, then what the spec declares, then the
// constants of the library.
func (ev *evaluator) name(x *dsl.Name, sc *scope) value.Value {
	if v, ok := sc.lookup(x.Text); ok {
		return v
	}
	if g, ok := ev.globals[x.Text]; ok {
		return ev.force(g, x)
	}
	if v, ok := library.Constant(x.Text); ok {
		return v
	}
	ev.fail(x, "unknown-name", "nothing is called %q", x.Text)
	return nil
}

// labelSet is the set of the labels of an enumeration, in their order.
func labelSet(x *dsl.LabelSet) value.Value {
	labels := make([]value.Value, len(x.Labels))
	for i, l := range x.Labels {
		labels[i] = value.Label{Name: l.Name.Text, Print: l.Print.Value, Rank: i + 1}
	}
	return value.NewSet(labels...)
}

package compile

import (
	"context"
	"errors"

	"nazo/dsl"
	"nazo/dsl/diag"
	"nazo/model"
	"nazo/value"
)

// lowerer computes with values, known or not, within limits: what is known folds to
// values, what depends on variables becomes nodes of a model, and what nodes can't say
// constraints. It knows no expression, name or statement of a spec; a node of the syntax is only
// the place that a diagnostic is about.
type lowerer struct {
	m        *model.Model
	ctx      context.Context
	diags    *diag.List // errors
	warnings *diag.List
	source   *diag.Source // of the statement that is being evaluated
	calling  *dsl.Call    // the call of a library function that is being computed
	// instance is the rule instance that constraints are charged to.
	instance int32
	anchors  map[*value.Route]*anchor // of unknown paths and cycles, for their layouts
	// atoms are the conditions that only whole constraints can express, by the
	// helper variable's node that stands for each; see atom.go.
	atoms    map[model.Bool]*atom
	helpers  map[string]model.Bool         // of atoms, by what they stand for
	inverses map[*value.Array]*value.Array // made by the function inverse

	limits   limits
	steps    int          // expressions evaluated
	worked   int          // the work done; see work
	nextLook int          // the work at which to look whether it must end
	here     dsl.Node     // what the work is done for; nil before the first tick
	hereIn   *diag.Source // where that stands
}

// newLowerer is a lowerer to a model, without limits yet.
func newLowerer(m *model.Model) *lowerer {
	return &lowerer{
		m:        m,
		anchors:  map[*value.Route]*anchor{},
		atoms:    map[model.Bool]*atom{},
		helpers:  map[string]model.Bool{},
		inverses: map[*value.Array]*value.Array{},
	}
}

// limits keep a spec from eating the machine.
type limits struct {
	nodes    int // nodes, variables and constraints of a model
	work     int // conditions, members and alternatives gone through; 0 for any number
	elements int // members of one collection, alternatives of one choice
}

// stop carries a diagnostic from deep within an evaluation to the statement
// that it began with, by panic and recover within this package.
type stop struct{ d *diag.Diagnostic }

// refusal is what to panic with for a diagnostic that attempt or guard is to report.
func refusal(d *diag.Diagnostic) any { return stop{d} }

// fail ends the evaluation of the current statement with a diagnostic.
func (ev *lowerer) fail(at dsl.Node, code, format string, args ...any) {
	panic(stop{diag.Errorf(ev.source, at.Span(), code, format, args...)})
}

// attempt runs f and turns a stop into a diagnostic; ok says that f ended well.
// After an end of ctx or a limit on size it stops again: those end everything.
func (ev *lowerer) attempt(f func()) (ok bool) {
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

// guard runs f, which may stop for a limit; that has been reported.
func (ev *lowerer) guard(f func()) (finished bool) {
	defer func() {
		switch r := recover().(type) {
		case nil, stop:
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
func (ev *lowerer) tick(at dsl.Node) {
	ev.steps++
	ev.here, ev.hereIn = at, ev.source
	ev.work(1)
}

// lookEvery is the work between two looks.
const lookEvery = 1024

// work is called by whatever goes through n conditions, members or alternatives, since
// one expression may mean millions of them; it looks now and then whether the
// work must end.
func (ev *lowerer) work(n int) {
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
func (ev *lowerer) look(at dsl.Node) {
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
func (ev *lowerer) tooMany(at dsl.Node, n int) {
	if n > ev.limits.elements {
		ev.fail(at, codeSize, "%d members are more than the limit of %d", n, ev.limits.elements)
	}
}

// warn notes what is surely not meant.
func (ev *lowerer) warn(at dsl.Node, code, format string, args ...any) {
	ev.warnings.Add(diag.Warnf(ev.source, at.Span(), code, format, args...))
}

// abandoned gives up a statement that needs something which was already
// reported as wrong.
type abandoned struct{}

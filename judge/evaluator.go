package judge

import (
	"context"
	"errors"

	"nazo/dsl"
	"nazo/dsl/check"
	"nazo/dsl/diag"
	"nazo/library"
	"nazo/value"
)

// evaluator computes expressions where everything is known: the values of givens, and
// of finds or states. It remembers what is the same for all answers, and serves one
// goroutine at a time.
type evaluator struct {
	*program
	givens    map[string]value.Value
	constants map[occurrence]value.Value // of expressions that have one value for all answers
	known     map[string]value.Value     // of lets that depend on no find and no state
	memo      memo
	made      *library.Memo
	joins     joins

	ctx    context.Context
	found  map[string]value.Value // the finds or states of the answer at hand
	lets   map[string]value.Value // those that depend on them
	source *diag.Source           // of the statement that is being evaluated
	body   check.Instance         // of the def whose body is being evaluated
	steps  int                    // expressions evaluated
	depth  int                    // nested calls of defs
}

// occurrence is an expression in an instance of the def whose body it belongs to: edges
// in it may be arcs in one and not in another.
type occurrence struct {
	x  dsl.Expr
	in check.Instance
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

// stop carries a diagnostic from deep within an evaluation to where it began, by panic
// and recover within this package.
type stop struct{ d *diag.Diagnostic }

// fail ends the evaluation with a diagnostic.
func (ev *evaluator) fail(at dsl.Node, code, format string, args ...any) {
	panic(stop{diag.Errorf(ev.source, at.Span(), code, format, args...)})
}

// The codes of diagnostics that mean a limit rather than a mistake.
const (
	codeTime = "limit-time"
	codeSize = library.CodeSize
)

const (
	maxSteps   = 1 << 30 // expressions of one evaluation
	maxEndless = 1 << 23 // the same, about a second, if no context can end it
	maxDepth   = 1000    // nested calls of defs; they are not recursive
)

// tick is called for every expression and every binding; it ends the work when the
// context has ended or too much was done.
func (ev *evaluator) tick(at dsl.Node) {
	ev.steps++
	if ev.steps&1023 == 0 {
		ev.look(at)
	}
}

func (ev *evaluator) look(at dsl.Node) {
	most := maxSteps
	if ev.ctx.Done() == nil {
		most = maxEndless
	}
	if ev.steps > most {
		ev.fail(at, codeSize, "more than %d expressions were evaluated", most)
	}
	if ev.ctx.Err() != nil {
		ev.fail(at, codeTime, "%s while judging", endOf(ev.ctx))
	}
}

// endOf says for people why a context has ended.
func endOf(ctx context.Context) string {
	switch cause := context.Cause(ctx); {
	case errors.Is(cause, context.DeadlineExceeded):
		return "the time limit was reached"
	case !errors.Is(cause, context.Canceled):
		return cause.Error()
	}
	return "interrupted"
}

// tooMany ends the work if a collection of n members would be too large.
func (ev *evaluator) tooMany(at dsl.Node, n int) {
	if n > library.DefaultMost {
		ev.fail(at, codeSize, "%d members are more than the limit of %d", n, library.DefaultMost)
	}
}

// eval computes an expression. Truth values and collections are never none: one that
// is absent, such as what is beyond the end of a list, is false or empty.
func (ev *evaluator) eval(x dsl.Expr, sc *scope) value.Value {
	ev.tick(x)
	constant := ev.constant[x]
	if constant {
		if v, done := ev.constants[occurrence{x, ev.body}]; done {
			return v
		}
	}
	v := ev.compute(x, sc)
	if isNone(v) {
		v = ev.absent(x)
	}
	if constant {
		ev.constants[occurrence{x, ev.body}] = v
		ev.memo.keep(v)
	}
	return v
}

// absent is the value of an expression where it has none of its own.
func (ev *evaluator) absent(x dsl.Expr) value.Value {
	switch ev.spec.Absence(x) {
	case check.AsFalse:
		return value.False
	case check.AsEmptySet:
		return value.NewSet()
	case check.AsEmptyList:
		return value.List(nil)
	}
	return value.None{}
}

func isNone(v value.Value) bool {
	_, none := v.(value.None)
	return none
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
		if ev.condition(x.Cond, sc) {
			return ev.eval(x.Then, sc)
		}
		return ev.eval(x.Else, sc)
	case *dsl.Call:
		return ev.call(x, sc)
	case *dsl.Index:
		return ev.index(x, ev.eval(x.X, sc), ev.evalAll(x.Keys, sc))
	case *dsl.Quantifier:
		return ev.quantifier(x, sc)
	case *dsl.Tuple:
		return value.Tuple(ev.evalAll(x.Elems, sc))
	case *dsl.SetLit:
		return setOf(ev.evalAll(x.Elems, sc))
	case *dsl.ListLit:
		return value.List(ev.evalAll(x.Elems, sc))
	case *dsl.Comprehension:
		return ev.comprehension(x, sc)
	case *dsl.LabelSet:
		var labels []value.Value
		for _, l := range labelsOf(x) {
			labels = append(labels, l)
		}
		return value.NewSet(labels...)
	}
	ev.fail(x, "unreadable", "this has no value")
	return nil
}

func (ev *evaluator) evalAll(xs []dsl.Expr, sc *scope) []value.Value {
	out := make([]value.Value, len(xs))
	for i, x := range xs {
		out[i] = ev.eval(x, sc)
	}
	return out
}

// condition is a truth value; none counts as false.
func (ev *evaluator) condition(x dsl.Expr, sc *scope) bool { return ev.eval(x, sc) == value.True }

// name looks a name up: locals first, then what the spec declares, then the constants
// of the library.
func (ev *evaluator) name(x *dsl.Name, sc *scope) value.Value {
	if v, ok := sc.lookup(x.Text); ok {
		return v
	}
	if v, ok := ev.found[x.Text]; ok {
		return v
	}
	if v, ok := ev.givens[x.Text]; ok {
		return v
	}
	if _, ok := ev.program.lets[x.Text]; ok {
		return ev.let(x.Text)
	}
	if v, ok := ev.labels[x.Text]; ok {
		return v
	}
	if v, ok := library.Constant(x.Text); ok {
		return v
	}
	ev.fail(x, "unknown-name", "%q has no value here", x.Text)
	return nil
}

// inside evaluates something in the text of an instance of a def.
func (ev *evaluator) inside(at dsl.Node, src *diag.Source, body check.Instance, f func() value.Value) value.Value {
	if ev.depth++; ev.depth > maxDepth {
		ev.fail(at, codeSize, "definitions nest too deeply here")
	}
	source, outer := ev.source, ev.body
	ev.source, ev.body = src, body
	v := f()
	ev.source, ev.body = source, outer
	ev.depth--
	return v
}

package judge

import (
	"context"
	"errors"
	"fmt"

	"nazo/dsl"
	"nazo/dsl/check"
	"nazo/dsl/diag"
	"nazo/dsl/library"
	"nazo/dsl/value"
	"nazo/internal/alg"
)

// evaluator computes expressions over known values of givens, finds and states. It memoizes what is the same for
// all answers. It serves one goroutine at a time.
type evaluator struct {
	*program
	givens    map[string]value.Value
	constants map[occurrence]value.Value // values of expressions that are the same for all answers
	known     map[string]value.Value     // lets that depend on no find and no state
	memo      memo
	made      *library.Memo
	lookup    check.Lookup[value.Value]

	ctx    context.Context
	found  map[string]value.Value // finds or states of the current answer
	lets   map[string]value.Value // lets that depend on found
	answer *answerMemo            // what else is the same for the current answer, made when it is needed
	source *diag.Source           // of the current statement
	body   check.Instance         // of the def whose body is evaluated
	steps  int                    // expressions evaluated
	depth  int                    // nested calls of defs
}

// occurrence is an expression in an instance of its def. Edges in it may be arcs in one instance and not in another.
type occurrence struct {
	x  dsl.Expr
	in check.Instance
}

type scope = check.Scope

// stop carries a diagnostic from deep within an evaluation to its start, by panic and recover.
type stop struct{ d *diag.Diagnostic }

// fail ends the evaluation with a diagnostic.
func (ev *evaluator) fail(at dsl.Node, code, format string, args ...any) {
	panic(stop{diag.Errorf(ev.source, at.Span(), code, format, args...)})
}

// These codes of diagnostics mean a limit rather than a mistake.
const (
	codeTime = "limit-time"
	codeSize = library.CodeSize
)

const (
	maxSteps   = 1 << 30 // expressions of one evaluation
	maxEndless = 1 << 23 // about a second of expressions, without a context to end it
	maxDepth   = 1000    // nested calls of defs; they are not recursive
)

// tick counts an expression or binding. It fails if the context has ended or too much was done.
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

// tooMany fails if a collection of n members would be too large.
func (ev *evaluator) tooMany(at dsl.Node, n int) {
	if n > library.DefaultMost {
		ev.fail(at, codeSize, "%d members are more than the limit of %d", n, library.DefaultMost)
	}
}

// eval computes an expression. Missing truth values are false and missing collections are empty, such as beyond the
// end of a list. They are never none.
func (ev *evaluator) eval(x dsl.Expr, sc *scope) value.Value {
	ev.tick(x)
	constant := ev.constant[x]
	if constant {
		if v, done := ev.constants[occurrence{x, ev.body}]; done {
			return v
		}
	} else if ev.settled[x] {
		return ev.settledValue(x, sc)
	}
	v := ev.compute(x, sc)
	if value.IsNone(v) {
		v = ev.absent(x)
	}
	if constant {
		ev.constants[occurrence{x, ev.body}] = v
		ev.memo.keep(v)
	}
	return v
}

// absent returns the value of an expression that has none of its own.
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
		return value.NewSet(alg.Map(labelsOf(x), func(l value.Label) value.Value { return l })...)
	}
	ev.fail(x, "unreadable", "this has no value")
	return nil
}

func (ev *evaluator) evalAll(xs []dsl.Expr, sc *scope) []value.Value {
	return alg.Map(xs, func(x dsl.Expr) value.Value { return ev.eval(x, sc) })
}

// condition evaluates a truth value. none counts as false.
func (ev *evaluator) condition(x dsl.Expr, sc *scope) bool { return ev.eval(x, sc) == value.True }

// name looks up locals, then what the spec declares, then the constants of the library.
func (ev *evaluator) name(x *dsl.Name, sc *scope) value.Value {
	if v, ok := sc.Lookup(x.Text); ok {
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

// inside evaluates f in the text of an instance of a def.
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

// Limit is the error of a judgement that did not finish: it took too long, was interrupted, or something grew too
// large. It says nothing about the answer.
type Limit struct {
	// Diagnostic says which limit it was, and where.
	Diagnostic *diag.Diagnostic
	cause      error // of the context, or nil
}

// Error returns the limit with its position.
func (l *Limit) Error() string {
	d, place := l.Diagnostic, ""
	if d.Source != nil {
		at := d.Source.Position(d.Span.Start)
		place = fmt.Sprintf(" (%s:%d:%d)", d.Source.Name, at.Line, at.Column)
	}
	if l.cause != nil {
		return d.Message + place
	}
	return "the judge gives up: " + d.Message + place
}

// Unwrap returns the error of the context that ended the judgement, or nil.
func (l *Limit) Unwrap() error { return l.cause }

// With returns the judge within a context: its calls end with a [Limit] when the context does. Without one,
// evaluating an expression ends after about a second.
func (j *Judge) With(ctx context.Context) *Judge {
	bound := *j
	bound.ctx = ctx
	return &bound
}

// within runs f, one goroutine at a time. The error is a [Limit].
func (j *Judge) within(f func()) (err error) {
	select {
	case j.turn <- struct{}{}: // small tasks are judged even if the context has ended
	default:
		select {
		case j.turn <- struct{}{}:
		case <-j.ctx.Done():
			return j.limit(diag.Errorf(nil, diag.Span{}, codeTime, "%s while waiting to judge", endOf(j.ctx)))
		}
	}
	defer func() {
		<-j.turn
		switch r := recover().(type) {
		case nil:
		case stop:
			err = j.limit(r.d)
		default:
			panic(r)
		}
	}()
	f()
	return nil
}

// limit turns a diagnostic into an error. The compiler accepted these expressions, so anything but a limit is a bug.
func (j *Judge) limit(d *diag.Diagnostic) error {
	err := j.errorOf(d)
	if err != nil && !errors.As(err, new(*Limit)) {
		panic(fmt.Sprintf("judge: %s", d.Text(false)))
	}
	return err
}

// errorOf turns a diagnostic into an error: a [Limit], a list for a mistake, nil for none.
func (j *Judge) errorOf(d *diag.Diagnostic) error {
	switch {
	case d == nil:
		return nil
	case d.Code == codeTime:
		return &Limit{d, context.Cause(j.ctx)}
	case d.Code == codeSize:
		return &Limit{d, nil}
	}
	list := &diag.List{}
	list.Add(d)
	return list
}

// pass stops the surrounding evaluation with a diagnostic.
func pass(d *diag.Diagnostic) {
	if d != nil {
		panic(stop{d})
	}
}

package judge

import (
	"context"
	"errors"
	"fmt"

	"nazo/dsl/diag"
)

// Limit is the error of a judgement that came to no end: it took too long, was
// interrupted, or something in it grew too large. It says nothing about the answer.
type Limit struct {
	// Diagnostic says which limit it was, and where.
	Diagnostic *diag.Diagnostic
	cause      error // of the context, or nil
}

// Error is the limit with its place.
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

// Unwrap is the error of the context that ended the judgement, nil if none did.
func (l *Limit) Unwrap() error { return l.cause }

// With is the same judge within a context: what is asked of it ends when the context
// does, with a [Limit]. Without one, evaluating an expression ends after a second or so.
func (j *Judge) With(ctx context.Context) *Judge {
	bound := *j
	bound.ctx = ctx
	return &bound
}

// within has f evaluate, while no other goroutine does. The error is a [Limit].
func (j *Judge) within(f func()) (err error) {
	select {
	case j.turn <- struct{}{}: // what is small is judged even if the context has ended
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

// limit makes an error of a diagnostic. Compiling the same expressions found no mistake in
// them, so what is no limit is a fault in nazo.
func (j *Judge) limit(d *diag.Diagnostic) error {
	err := j.errorOf(d)
	if err != nil && !errors.As(err, new(*Limit)) {
		panic(fmt.Sprintf("judge: %s", d.Text(false)))
	}
	return err
}

// errorOf makes an error of a diagnostic: a [Limit], a list if it is a mistake, nil for none.
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

// pass stops what is around an evaluation that could not end.
func pass(d *diag.Diagnostic) {
	if d != nil {
		panic(stop{d})
	}
}

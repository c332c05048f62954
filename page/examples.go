package page

import (
	"context"
	"errors"
	"strings"
	"time"

	"nazo/compile"
	"nazo/dsl/diag"
	"nazo/internal/engines"
	"nazo/solve"
)

// exampleTime is how long each engine may take for an example.
const exampleTime = 5 * time.Second

// examples tries the examples of a spec on both engines, one after the other.
func (d *Desk) examples(ctx context.Context, q Question, emit func(Event)) error {
	q.Instance = ""
	t, err := lay(q)
	if err != nil {
		return err
	}
	team, err := engines.Team("both")
	if err != nil {
		return err
	}
	team.Mode, team.TimeEach = solve.InTurn, exampleTime
	for i, e := range compile.Examples(t.spec) {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		out := Example{Name: e.Name, Index: i, From: units(q.Spec, e.Span.Start), To: units(q.Spec, e.Span.End)}
		if err := out.try(ctx, t, e, team); err != nil {
			return err
		}
		emit(Event{Kind: KindExample, Example: &out})
	}
	return nil
}

// try finds out what comes of an example.
func (out *Example) try(ctx context.Context, t *table, e *compile.Example, team solve.Team) error {
	p, problems := solve.Compile(ctx, t.spec, e.Input, compile.Options{})
	if problems.HasErrors() {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		out.Known, out.Text = true, problems.All()[0].Message
		return nil
	}
	trial, err := solve.Try(ctx, p, team, e)
	var mistake *diag.List
	switch {
	case errors.As(err, &mistake):
		out.Known, out.Text = true, mistake.All()[0].Message
		return nil
	case err != nil:
		return err
	}
	out.Pass = trial.Passed()
	out.Known, out.Text = out.Pass || trial.Failed(), strings.Join(trial.Wrong(), "; ")
	return nil
}

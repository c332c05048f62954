package page

import (
	"context"
	"errors"
	"sync"
	"time"

	"nazo/dsl/diag"
	"nazo/engine"
	"nazo/internal/engines"
	"nazo/solve"
)

// Desk answers questions. It may be used by several goroutines at once; what it found out about the last few puzzles it keeps.
type Desk struct {
	// Seconds bounds the work on a question that asks for no bound, or for a longer one.
	Seconds float64
	// Work bounds the search for candidates, and for where solutions differ ([backbone.Options]).
	Work int64
	team solve.Team

	mu   sync.Mutex
	kept []*kept
	laid []*laid // what no question has at hand
}

// usualWork is the work on candidates if no other bound is set: a second or so.
const usualWork = 1_000_000

// NewDesk is a desk whose questions take so many seconds at most.
func NewDesk(seconds float64) *Desk {
	team, err := engines.Team("")
	if err != nil {
		panic(err)
	}
	return &Desk{Seconds: seconds, Work: usualWork, team: team}
}

// problem is the mistake of a question that can't be answered, in words for the person who asks.
type problem string

// Error is the text.
func (p problem) Error() string { return string(p) }

// Answer answers a question, event by event, and ends with one of kind done, unless ctx ends: then it soon returns, whatever was emitted.
// Emit is called by one goroutine at a time.
func (d *Desk) Answer(ctx context.Context, q Question, emit func(Event)) {
	most := d.Seconds
	if q.Seconds > 0 && (q.Seconds < most || most == 0) {
		most = q.Seconds
	}
	within := ctx
	if most > 0 {
		var stop context.CancelFunc
		within, stop = context.WithTimeout(ctx, time.Duration(most*float64(time.Second)))
		defer stop()
	}
	verb, ok := verbs[q.Verb]
	err := error(problem("there is no question `" + q.Verb + "`"))
	if ok {
		err = verb.answer(d, within, q, emit)
	}
	var list *diag.List
	switch {
	case ctx.Err() != nil:
		return
	case within.Err() != nil:
		emit(Event{Kind: KindLimit, Text: engine.Ended(within).String()})
	case errors.As(err, &list):
		emit(Event{Kind: KindDiagnostics, Diagnostics: diagnostics(q, list)})
	case err != nil:
		emit(Event{Kind: KindProblem, Text: err.Error()})
	}
	emit(Event{Kind: KindDone})
}

package lsp

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"runtime/metrics"
	"slices"
	"strings"
	"time"

	"nazo/dsl/diag"
	"nazo/internal/model"
	"nazo/internal/ui/ide"
)

// Limits bound the work that users start. 0 is no bound.
type Limits struct {
	Time   time.Duration // for each run
	Memory int64         // for the whole program during a run, in bytes
	Pause  time.Duration // from the last change until a spec is compiled; 0 is a quarter of a second
}

func (l Limits) pause() time.Duration {
	if l.Pause > 0 {
		return l.Pause
	}
	return pause
}

const commandPrefix = "nazo."

// commands returns the commands for the editor. Each takes the URI of a spec and the number of an example.
func commands() []string {
	return []string{commandPrefix + ide.RunAction, commandPrefix + ide.CountAction, commandPrefix + ide.ShowAction, commandPrefix + ide.AllAction,
		commandPrefix + ide.BoardAction}
}

func (q query) lenses(textDocumentParams) (any, error) {
	out := []codeLens{}
	for _, l := range q.doc.Lenses(q.open.factsOf(q.doc)) {
		if l.Action == ide.BoardAction && q.server.options.Board == nil {
			continue
		}
		out = append(out, codeLens{q.rangeOf(l.Span), command{l.Title, commandPrefix + l.Action, []any{q.open.uri, l.Example}}})
	}
	return out, nil
}

// execute runs the command of a lens. It ends when the editor cancels it or the text changes.
func (s *server) execute(raw json.RawMessage) (answer, error) {
	var p executeCommandParams
	if err := json.Unmarshal(raw, &p); err != nil {
		return nil, invalid(err)
	}
	if !slices.Contains(commands(), p.Command) {
		return nil, invalid("there is no command " + p.Command)
	}
	var uri string
	var example int
	if len(p.Arguments) == 0 || json.Unmarshal(p.Arguments[0], &uri) != nil || len(p.Arguments) > 1 && json.Unmarshal(p.Arguments[1], &example) != nil {
		return nil, invalid("the arguments are the URI of a text and the number of an example, from 0")
	}
	q, ok := s.query(uri)
	if !ok || q.open.written {
		return nil, invalid("no spec is open at " + uri)
	}
	return func(ctx context.Context) (any, error) {
		q.ctx = ctx
		return q.run(strings.TrimPrefix(p.Command, commandPrefix), example)
	}, nil
}

// run waits for its turn and runs a command, within the limits and until the text changes.
func (q query) run(action string, example int) (any, error) {
	ctx, stop := context.WithCancelCause(q.ctx)
	defer stop(nil)
	defer context.AfterFunc(q.alive, func() { stop(context.Canceled) })()
	select {
	case q.server.runs <- struct{}{}:
		defer func() { <-q.server.runs }()
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	l := q.server.options.Limits
	if l.Memory > 0 {
		q.server.work.Go(func() { watchMemory(ctx, l.Memory, stop) })
	}
	q.ctx = ctx
	switch action {
	case ide.AllAction:
		for i := range q.doc.Examples() {
			if _, err := q.runExample(i); err != nil {
				return nil, err
			}
		}
		return nil, nil
	case ide.RunAction:
		return q.runExample(example)
	case ide.BoardAction:
		return q.openBoard(example)
	}
	ctx, end := q.limited()
	defer end()
	var text string
	var err error
	if action == ide.CountAction {
		text, err = Count(ctx, q.doc, example, l.Memory/2)
	} else {
		text, err = Show(ctx, q.doc, example)
	}
	if err != nil {
		return nil, q.why(err)
	}
	q.server.conn.Notify(q.ctx, "window/showMessage", showMessageParams{messageInfo, text})
	return text, nil
}

func (q query) limited() (context.Context, context.CancelFunc) {
	if t := q.server.options.Limits.Time; t > 0 {
		return context.WithTimeout(q.ctx, t)
	}
	return context.WithCancel(q.ctx)
}

// runExample checks an example against its expectation, and has the editor show the outcome.
func (q query) runExample(example int) (any, error) {
	ctx, end := q.limited()
	defer end()
	out, err := Run(ctx, q.doc, example)
	if q.ctx.Err() != nil && context.Cause(q.ctx) == context.Canceled {
		return nil, q.ctx.Err()
	}
	if err != nil {
		if !errors.Is(err, context.DeadlineExceeded) && q.ctx.Err() == nil {
			return nil, q.why(err)
		}
		out = ide.Outcome{Found: model.Ended(ctx).String()}
	}
	meaning := q.doc.Meaning(example)
	q.open.mu.Lock()
	if len(q.open.runs) >= mostOutcomes {
		clear(q.open.runs)
	}
	q.open.runs[meaning] = out
	q.open.mu.Unlock()
	q.open.wakeForNews()
	return out, nil
}

const mostOutcomes = 200 // bounds the kept outcomes of a text, including those of older versions

func (q query) why(err error) error {
	var problems *diag.List
	if errors.As(err, &problems) && problems.Len() > 0 {
		first := problems.All()[0]
		at := first.Position()
		return fmt.Errorf("line %d: %s", at.Line, first.Message)
	}
	return err
}

func (q query) outcomes() (out []diagnostic) {
	facts := q.open.factsOf(q.doc)
	for i, e := range q.doc.Examples() {
		o, ok := facts.Outcomes[i]
		if !ok {
			continue
		}
		first, _, _ := strings.Cut(q.doc.Source.Slice(e.Span()), "\n")
		d := diagnostic{Range: q.rangeOf(ide.Span{Start: e.Start, End: e.Start + len(strings.TrimRight(first, " \t\r"))}),
			Severity: severityHint, Code: "example-passed", Source: "nazo", Message: o.Text()}
		switch {
		case o.Failed:
			d.Severity, d.Code = severityError, "example-failed"
		case !o.Passed:
			d.Severity, d.Code = severityWarning, "example-unfinished"
		}
		if len(o.Wrong) > 0 {
			d.Message = strings.Join(o.Wrong, "\n")
		}
		out = append(out, d)
	}
	return out
}

func watchMemory(ctx context.Context, most int64, stop context.CancelCauseFunc) {
	every := time.NewTicker(20 * time.Millisecond)
	defer every.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-every.C:
			if memoryHeld() > most {
				stop(model.Reason{Kind: model.MemoryLimit})
				return
			}
		}
	}
}

// memoryHeld returns the memory that the runtime holds, in bytes.
func memoryHeld() int64 {
	s := []metrics.Sample{{Name: "/memory/classes/total:bytes"}, {Name: "/memory/classes/heap/released:bytes"}}
	metrics.Read(s)
	return int64(s[0].Value.Uint64() - s[1].Value.Uint64())
}

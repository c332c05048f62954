package solve

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"runtime/debug"
	"sync"
	"time"

	"nazo/engine"
	"nazo/judge"
	"nazo/model"
)

// maxKeys bounds the memory for comparing sets of solutions, at about 50 bytes
// a key. Past it, solutions are compared by a sum of their keys only, which
// tells that two sets differ but not where.
const maxKeys = 1 << 20

// key identifies a solution by the values of its finds, or by its moves.
type key [16]byte

// bench has the state that the engines of one question share.
type bench struct {
	problem  *Problem
	question Question
	mu       sync.Mutex // one solution is judged at a time
}

// worker is one engine at work on a task, and what came of it.
type worker struct {
	*bench
	engine  engine.Engine
	job     engine.Job // nil if the engine refuses the task
	task    engine.Task
	time    time.Duration // 0: no limit of its own
	started bool
	result  engine.Result
	elapsed time.Duration

	count   int
	answers []*judge.Answer
	keys    map[key]struct{} // of the first maxKeys solutions
	sum     [2]uint64        // of the keys of all solutions
	fault   *Fault
	// unjudged is the limit at which the judge gave up on a solution, nil for none
	unjudged error
	crash    *Crash
}

// Crash is a panic of an engine, carried from its goroutine to the caller's.
type Crash struct {
	Engine string
	Value  any
	Stack  []byte
}

// Error says what went wrong and where.
func (c *Crash) Error() string {
	return fmt.Sprintf("while engine %s was at work: %v\n%s", c.Engine, c.Value, c.Stack)
}

// solve runs the engine to its end. A panic in it is kept for rethrow.
func (w *worker) solve(ctx context.Context) {
	start := time.Now()
	defer func() {
		w.elapsed = time.Since(start)
		if r := recover(); r != nil {
			w.crash = &Crash{w.engine.Name(), r, debug.Stack()}
		}
	}()
	w.started = true
	if w.time > 0 {
		var stop context.CancelFunc
		ctx, stop = context.WithTimeout(ctx, w.time)
		defer stop()
	}
	if report := w.question.Progress; report != nil {
		w.task.Progress = func(p engine.Progress) { report(Progress{w.engine.Name(), w.seen(), p}) }
	}
	w.keys = map[key]struct{}{}
	judging, stop := Extended(ctx)
	defer stop()
	take := func(s model.Solution) bool { return w.take(judging, s) }
	w.result = w.job.Solve(ctx, w.task.SolveOptions, take)
	if best := w.result.Best; best != nil && w.count == 0 && w.fault == nil {
		take(best)
		w.count = 0 // it is the best known, not one of the optima
	}
	if w.unjudged != nil {
		w.result.Complete, w.result.Exhausted, w.result.Reason = false, false, unjudgedBecause(w.unjudged)
	}
	if ended := w.question.Ended; ended != nil && w.fault == nil {
		r := w.report()
		r.Elapsed = time.Since(start)
		ended(r)
	}
}

// rethrow panics in the caller's goroutine if the engine did in its own.
func (w *worker) rethrow() {
	if w.crash != nil {
		panic(w.crash)
	}
}

func (w *worker) seen() int {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.count
}

// judgingTime is how long a solution that was found in time may be judged, or drawn, beyond it.
const judgingTime = time.Second

// Extended is the context for what is done with solutions that were found before ctx ended: it
// ends a second after it, for the same cause.
func Extended(ctx context.Context) (context.Context, context.CancelFunc) {
	longer, stop := context.WithCancelCause(context.WithoutCancel(ctx))
	forget := context.AfterFunc(ctx, func() {
		select {
		case <-time.After(judgingTime):
			stop(context.Cause(ctx))
		case <-longer.Done():
		}
	})
	return longer, func() { forget(); stop(nil) }
}

// unjudgedBecause is the reason that a limit of the judge is.
func unjudgedBecause(err error) engine.Reason {
	if r := engine.ReasonOf(err); r.Kind != engine.Other {
		return r
	}
	return engine.Because(engine.TooLarge, "%v", err)
}

// take judges a solution and notes it; false ends the search.
func (w *worker) take(ctx context.Context, s model.Solution) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	k := keyOf(w.problem.Model, s)
	a, v := w.problem.judged(ctx, s)
	if v.Err != nil {
		w.unjudged = v.Err
		return false
	}
	if _, repeated := w.keys[k]; repeated {
		w.fault = &Fault{Kind: Repeated, Engine: w.engine.Name(), Answer: a}
		return false
	}
	if !v.Accepted && len(w.question.Off) == 0 {
		w.fault = &Fault{Kind: Refused, Engine: w.engine.Name(), Answer: a, Violations: v.Violations}
		return false
	}
	if len(w.keys) < maxKeys {
		w.keys[k] = struct{}{}
	}
	w.sum[0] += binary.LittleEndian.Uint64(k[:8])
	w.sum[1] += binary.LittleEndian.Uint64(k[8:])
	w.count++
	if w.question.Keep == 0 || len(w.answers) < w.question.Keep {
		w.answers = append(w.answers, a)
	}
	if w.question.Each != nil {
		w.question.Each(w.engine.Name(), a)
	}
	return true
}

// keyOf is the key of a solution: two differ exactly if a variable of a find does,
// and two runs if the states that they begin with do, or a move.
func keyOf(m *model.Model, s model.Solution) (k key) {
	var buf []byte
	if m.Machine != nil {
		for _, x := range s {
			buf = binary.AppendVarint(buf, x)
		}
	} else {
		for _, f := range m.Finds {
			for _, v := range f.Vars {
				buf = binary.AppendVarint(buf, s[v])
			}
		}
	}
	sum := sha256.Sum256(buf)
	copy(k[:], sum[:])
	return k
}

// Accept judges solutions that an engine gave otherwise than by Solve, where the
// same may come twice; a refused one is a fault. It ends with ctx.
func Accept(ctx context.Context, p *Problem, engine string, solutions []model.Solution) *Report {
	r := &Report{Verdict: Unknown, Complete: true, Engine: engine}
	for _, s := range solutions {
		a, v := p.judged(ctx, s)
		if v.Err != nil {
			r.Complete, r.Reason = false, unjudgedBecause(v.Err)
			return r
		}
		if !v.Accepted {
			r.Fault = &Fault{Kind: Refused, Engine: engine, Answer: a, Violations: v.Violations}
			return r
		}
		r.Verdict = Solved
		r.Count++
		r.Answers = append(r.Answers, a)
	}
	return r
}

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

// trial is one engine at work on a task, and what came of it.
type trial struct {
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
func (t *trial) solve(ctx context.Context) {
	start := time.Now()
	defer func() {
		t.elapsed = time.Since(start)
		if r := recover(); r != nil {
			t.crash = &Crash{t.engine.Name(), r, debug.Stack()}
		}
	}()
	t.started = true
	if t.time > 0 {
		var stop context.CancelFunc
		ctx, stop = context.WithTimeout(ctx, t.time)
		defer stop()
	}
	if report := t.question.Progress; report != nil {
		t.task.Progress = func(s engine.Stats) { report(Progress{t.engine.Name(), t.seen(), s}) }
	}
	t.keys = map[key]struct{}{}
	judging, stop := extended(ctx, judgingTime)
	defer stop()
	take := func(s model.Solution) bool { return t.take(judging, s) }
	t.result = t.job.Solve(ctx, t.task.SolveOptions, take)
	if best := t.result.Best; best != nil && t.count == 0 && t.fault == nil {
		take(best)
		t.count = 0 // it is the best known, not one of the optima
	}
	if t.unjudged != nil {
		t.result.Complete, t.result.Exhausted, t.result.Reason = false, false, unjudgedBecause(t.unjudged)
	}
	if ended := t.question.Ended; ended != nil && t.fault == nil {
		r := t.report()
		r.Elapsed = time.Since(start)
		ended(r)
	}
}

// rethrow panics in the caller's goroutine if the engine did in its own.
func (t *trial) rethrow() {
	if t.crash != nil {
		panic(t.crash)
	}
}

func (t *trial) seen() int {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.count
}

// judgingTime is how long a solution that was found in time may be judged beyond it.
const judgingTime = time.Second

// extended is a context that ends some time after ctx does, for the same cause.
func extended(ctx context.Context, by time.Duration) (context.Context, context.CancelFunc) {
	longer, stop := context.WithCancelCause(context.WithoutCancel(ctx))
	forget := context.AfterFunc(ctx, func() {
		select {
		case <-time.After(by):
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
func (t *trial) take(ctx context.Context, s model.Solution) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	k := keyOf(t.problem.Model, s)
	a, v := t.problem.judged(ctx, s)
	if v.Err != nil {
		t.unjudged = v.Err
		return false
	}
	if _, repeated := t.keys[k]; repeated {
		t.fault = &Fault{Kind: Repeated, Engine: t.engine.Name(), Answer: a}
		return false
	}
	if !v.Accepted {
		t.fault = &Fault{Kind: Refused, Engine: t.engine.Name(), Answer: a, Violations: v.Violations}
		return false
	}
	if len(t.keys) < maxKeys {
		t.keys[k] = struct{}{}
	}
	t.sum[0] += binary.LittleEndian.Uint64(k[:8])
	t.sum[1] += binary.LittleEndian.Uint64(k[8:])
	t.count++
	if t.question.Keep == 0 || len(t.answers) < t.question.Keep {
		t.answers = append(t.answers, a)
	}
	if t.question.Each != nil {
		t.question.Each(t.engine.Name(), a)
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

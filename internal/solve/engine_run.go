package solve

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"runtime/debug"
	"slices"
	"strings"
	"sync"
	"time"

	"nazo/internal/judge"
	"nazo/internal/model"
)

// maxKeys bounds the keys (50 bytes each) to compare solutions by. Beyond it, only sums of keys are compared.
const maxKeys = 1 << 20

// key identifies a solution by the values of its finds, or by its moves.
type key [16]byte

// sharedRun is what the engines of one question share.
type sharedRun struct {
	problem  *Problem
	question Question
	mu       sync.Mutex // held while a solution is judged
}

// engineRun is the work of one engine on a task, and its outcome.
type engineRun struct {
	*sharedRun
	engine  model.Engine
	job     model.Job // nil if the engine refuses the task
	task    model.Task
	time    time.Duration // 0 is no limit
	started bool
	result  model.Result
	elapsed time.Duration

	count    int
	answers  []*judge.Answer
	keys     map[key]struct{} // of the first maxKeys solutions
	sum      [2]uint64        // of the keys of all solutions
	fault    *Fault
	unjudged error // the limit at which the judge gave up on a solution, or nil
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

// solve runs the engine to its end. It keeps a panic for rethrow.
func (w *engineRun) solve(ctx context.Context) {
	start := time.Now()
	defer func() {
		w.elapsed = time.Since(start)
		if r := recover(); r != nil {
			w.crash = &Crash{w.engine.Name(), r, debug.Stack()}
		}
	}()
	w.started = true
	ctx, stop := within(ctx, w.time)
	defer stop()
	if report := w.question.Progress; report != nil {
		w.task.Progress = func(p model.Progress) { report(Progress{w.engine.Name(), w.seen(), p}) }
	}
	w.keys = map[key]struct{}{}
	judging, stopJudging := Extended(ctx)
	defer stopJudging()
	take := func(s model.Solution) bool { return w.take(judging, s) }
	w.result = w.job.Solve(ctx, w.task.SolveOptions, take)
	if best := w.result.Best; best != nil && w.count == 0 && w.fault == nil {
		take(best)
		w.count = 0 // a best known solution is no proved optimum
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

// rethrow repeats the engine's panic in the caller's goroutine.
func (w *engineRun) rethrow() {
	if w.crash != nil {
		panic(w.crash)
	}
}

func (w *engineRun) seen() int {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.count
}

// judgingTime is how long a solution that was found in time may be judged or drawn after that.
const judgingTime = time.Second

// Extended returns a context for work on solutions found before ctx ended. It ends a second later, for the same cause.
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

// within returns a context that ends after a time, if that isn't 0.
func within(ctx context.Context, limit time.Duration) (context.Context, context.CancelFunc) {
	if limit > 0 {
		return context.WithTimeout(ctx, limit)
	}
	return ctx, func() {}
}

// unjudgedBecause turns a limit of the judge into a reason.
func unjudgedBecause(err error) model.Reason {
	if r := model.ReasonOf(err); r.Kind != model.Other {
		return r
	}
	return model.Because(model.TooLarge, "%v", err)
}

// take judges and records a solution. It returns false to end the search.
func (w *engineRun) take(ctx context.Context, s model.Solution) bool {
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

// keyOf returns the key of a solution: its finds, or the first state and the moves of a run.
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

// Accept judges solutions found other than by Solve. Duplicates are allowed, and a refused one is a fault.
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

// FaultKind says how engines, or an engine and the judge, disagree.
type FaultKind uint8

// The kinds of faults.
const (
	// Refused: the judge refuses an answer.
	Refused FaultKind = iota
	// Repeated: an engine gave the same answer twice.
	Repeated
	// Missed: an engine claims to have every solution, but another found one more that the judge accepts.
	Missed
	// Worse: an engine claims an optimum or a shortest run, but another found a better answer.
	Worse
	// Different: both claim all solutions, in equal or large number, but not the same.
	Different
	// Miscounted: an engine counted other solutions than were found.
	Miscounted
	// Recounted: counts of an engine in two orders differ.
	Recounted
	// Unfounded: an engine claims an implication, but another found a counterexample.
	Unfounded
)

// Fault is a disagreement: a bug in an engine or in compiling, never the user's.
type Fault struct {
	Kind FaultKind
	// Engine is at fault. Against shows it; "" is the judge.
	Engine, Against string
	// Answer is the answer in dispute, or nil if none can be named.
	Answer     *judge.Answer
	Violations []judge.Violation // of a refused answer
	// Rules has, for a missed answer, rules that alone make the engine refuse it.
	Rules []string
}

// Error says who disagrees with whom.
func (f *Fault) Error() string {
	switch f.Kind {
	case Refused:
		var rules []string
		for _, v := range f.Violations {
			text := fmt.Sprintf("%q", v.Rule)
			if v.Bindings != "" {
				text += " (" + v.Bindings + ")"
			}
			rules = append(rules, text)
		}
		return fmt.Sprintf("engine %s gave an answer that the rules refuse: %s", f.Engine, strings.Join(rules, ", "))
	case Repeated:
		return fmt.Sprintf("engine %s gave the same answer twice", f.Engine)
	case Missed:
		text := fmt.Sprintf("engine %s misses an answer that engine %s found and the rules accept", f.Engine, f.Against)
		if len(f.Rules) > 0 {
			text += "; it refuses it because of " + strings.Join(f.Rules, ", ")
		}
		return text
	case Worse:
		return fmt.Sprintf("engine %s says that its answer is optimal, but that of engine %s is better", f.Engine, f.Against)
	case Miscounted:
		return fmt.Sprintf("engine %s counted other solutions than engine %s found", f.Engine, f.Against)
	case Recounted:
		return fmt.Sprintf("engine %s counted different numbers along two orders", f.Engine)
	case Unfounded:
		return fmt.Sprintf("engine %s says that a step follows from its reasons, but engine %s found that it does not", f.Engine, f.Against)
	}
	return fmt.Sprintf("engines %s and %s gave different solutions", f.Engine, f.Against)
}

func (b *sharedRun) faultOf(ctx context.Context, workers []*engineRun) *Fault {
	for _, w := range workers {
		if w.fault != nil {
			return w.fault
		}
	}
	for _, w := range workers {
		for _, other := range workers {
			if w == other {
				continue
			}
			if f := w.against(ctx, other); f != nil {
				return f
			}
		}
	}
	return nil
}

// against returns a fault if other found something that w should have found too.
func (w *engineRun) against(ctx context.Context, other *engineRun) *Fault {
	f := &Fault{Engine: w.engine.Name(), Against: other.engine.Name()}
	if w.result.Complete && !w.result.ShorterMayExist && other.order(w) < 0 {
		f.Kind, f.Answer = Worse, other.answers[0]
		return f
	}
	if !w.result.Exhausted || w.optimizes() && !other.result.Complete && len(w.answers) > 0 {
		return nil
	}
	if w.count == other.count && w.sum == other.sum || len(other.answers) == 0 {
		return nil
	}
	if len(w.keys) < maxKeys {
		for k := range other.keys {
			if _, found := w.keys[k]; !found {
				f.Kind = Missed
				f.Answer, f.Rules = w.explain(ctx, other)
				return f
			}
		}
		return nil
	}
	if other.result.Exhausted {
		f.Kind = Different
		return f
	}
	return nil
}

// explainTime bounds the search for a smallest reproducer.
const explainTime = 5 * time.Second

// explain finds the first of other's solutions that w missed, and then a minimal set of rules with which w's engine
// refuses it. It switches off each rule in turn, which stays off if the engine still refuses.
func (w *engineRun) explain(ctx context.Context, other *engineRun) (*judge.Answer, []string) {
	ctx, stop := context.WithTimeout(context.WithoutCancel(ctx), explainTime)
	defer stop()
	m := w.problem.Model
	var missed model.Solution
	other.job.Solve(ctx, other.task.SolveOptions, func(s model.Solution) bool {
		if _, found := w.keys[keyOf(m, s)]; !found {
			missed = slices.Clone(s)
		}
		return missed == nil
	})
	if missed == nil {
		return nil, nil
	}
	a, err := w.problem.Decode(ctx, missed)
	if err != nil {
		return nil, nil
	}
	if m.Machine != nil { // its rules are only about its start
		return a, nil
	}
	probe := model.Options{AnyObjective: true}
	for _, find := range m.Finds {
		for _, v := range find.Vars {
			probe.Within = append(probe.Within, model.Fix(v, missed[v]))
		}
	}
	refuses := func(off []int32) bool {
		probe.Off = off
		job, err := w.engine.Open(ctx, m, probe)
		if err != nil {
			return false
		}
		r := job.Solve(ctx, model.SolveOptions{Limit: 1}, func(model.Solution) bool { return true })
		return r.Exhausted && r.Solutions == 0
	}
	if !refuses(nil) {
		return a, nil
	}
	var off []int32
	var rules []string
	for i, r := range m.Rules {
		without := slices.Clone(off)
		for j, inst := range m.Instances {
			if int(inst.Rule) == i {
				without = append(without, int32(j))
			}
		}
		if !r.Structural && refuses(without) {
			off = without
		} else if !r.Structural {
			rules = append(rules, fmt.Sprintf("%q", r.Name))
		}
	}
	return a, rules
}

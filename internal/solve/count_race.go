package solve

import (
	"context"
	"math/big"
	"sync"
	"time"

	"nazo/internal/judge"
	"nazo/internal/model"
)

// enumeration visits the solutions beside a count, and holds back its answers while the count may come first.
type enumeration struct {
	q       Question // as it was asked
	stop    context.CancelFunc
	done    chan struct{} // closed at the end
	crash   any           // its panic
	report  *Report       // set at the end
	lengths map[int64]*big.Int

	mu      sync.Mutex
	held    []heldAnswer
	most    int  // bound on held
	givenUp bool // only the count goes on
	alone   bool // only the enumeration goes on: answers are passed on
}

// heldAnswer is an answer that is held back.
type heldAnswer struct {
	engine string
	answer *judge.Answer
}

// enumerateBeside starts to enumerate. If the enumeration is conclusive, it calls ended with the time taken.
func (s *Session) enumerateBeside(ctx context.Context, q Question, ended func(took time.Duration)) *enumeration {
	e := &enumeration{q: q, done: make(chan struct{}), most: mostHeld}
	if q.Memory > 0 {
		e.most = int(min(mostHeld, q.Memory/heldBytes))
	}
	ctx, e.stop = context.WithCancel(ctx)
	q.Each = e.found
	if q.Progress != nil {
		q.Progress = func(p Progress) {
			if e.isAlone() {
				e.q.Progress(p)
			}
		}
	}
	if q.Ended != nil {
		q.Ended = func(r *Report) {
			if e.isAlone() {
				e.q.Ended(r)
			}
		}
	}
	go func() {
		start := time.Now()
		defer func() {
			e.crash = recover()
			close(e.done)
			if e.crash != nil || e.conclusive() {
				ended(time.Since(start))
			}
		}()
		e.report = s.Ask(ctx, q)
	}()
	return e
}

// found holds an answer back or passes it on.
func (e *enumeration) found(engine string, a *judge.Answer) {
	e.mu.Lock()
	switch {
	case e.alone || e.givenUp:
	case len(e.held) == e.most:
		e.givenUp = true
		e.stop()
	default:
		e.held = append(e.held, heldAnswer{engine, a})
	}
	alone := e.alone
	e.mu.Unlock()
	if alone && e.q.Each != nil {
		e.q.Each(engine, a)
	}
}

func (e *enumeration) isAlone() bool {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.alone
}

// giveUp stops the enumeration for the sake of the count.
func (e *enumeration) giveUp() {
	e.mu.Lock()
	defer e.mu.Unlock()
	if !e.alone {
		e.givenUp, e.held = true, nil
		e.stop()
	}
}

// end gives up and waits for the end.
func (e *enumeration) end() {
	e.giveUp()
	<-e.done
}

// conclusive reports whether an ended enumeration settles the number of solutions, or shows a fault.
func (e *enumeration) conclusive() bool {
	e.mu.Lock()
	defer e.mu.Unlock()
	return !e.givenUp && e.report != nil && (e.report.Exhausted || e.report.Fault != nil)
}

// within waits a while for a conclusive end. Then it passes on all answers and returns the report, else nil.
func (e *enumeration) within(wait time.Duration) *Report {
	clock := time.NewTimer(wait)
	defer clock.Stop()
	select {
	case <-e.done:
	case <-clock.C:
		select {
		case <-e.done:
		default:
			return nil
		}
	}
	if e.crash != nil {
		panic(e.crash)
	}
	if !e.conclusive() {
		return nil
	}
	e.mu.Lock() // an abandoned engine may still call found
	defer e.mu.Unlock()
	e.lengths = map[int64]*big.Int{}
	for _, t := range e.held {
		if n, ok := Length(t.answer); ok && t.engine == e.report.Engine {
			Tally(e.lengths, n)
		}
	}
	e.tell()
	return e.report
}

// tell passes on the answers held back. The caller holds e.mu.
func (e *enumeration) tell() {
	for _, t := range e.held {
		if e.q.Each != nil {
			e.q.Each(t.engine, t.answer)
		}
	}
	e.held = nil
}

// goOn lets the enumeration find the answer, as the count has ended. It returns nil if it was given up.
func (e *enumeration) goOn() *Report {
	e.mu.Lock()
	if e.givenUp {
		e.mu.Unlock()
		return nil
	}
	e.tell()
	e.alone = true
	e.mu.Unlock()
	<-e.done
	if e.crash != nil {
		panic(e.crash)
	}
	return e.report
}

// contest enumerates and counts side by side. The first to end answers, and the other may check it. The enumeration
// starts alone, since most end in a moment. Then the forecast decides whether to count, and up to which share of the
// count to go on enumerating. A share, unlike a time, does not depend on load.
func (s *Session) contest(ctx context.Context, q Question) *Report {
	start := time.Now()
	counting, stop := context.WithCancel(ctx)
	defer stop()
	var e *enumeration
	plan, by, err := s.plan(ctx, q.watched(func(share float64) {
		if share >= shareBeside && time.Since(start) >= aMoment {
			e.giveUp()
		}
	}), true)
	if err != nil {
		return s.Ask(ctx, q)
	}
	e = s.enumerateBeside(ctx, q, func(took time.Duration) {
		if !checks(plan) {
			stop()
			return
		}
		time.AfterFunc(max(took, leastCheck), stop)
	})
	defer e.end()
	if r := e.within(headStart); r != nil {
		if checks(plan) {
			s.check(q, plan.Count(counting), by, r, e.lengths)
		}
		return r
	}
	if reason := q.takeUp(counting, plan); reason.Kind != model.None {
		if r := e.within(0); r != nil {
			return r
		}
		return s.goOn(ctx, q, e, reason)
	}
	c := s.counted(counting, plan)
	if r := e.within(0); r != nil {
		s.check(q, c, by, r, e.lengths)
		return r
	}
	switch {
	case c.Complete:
		e.end()
		return s.confirmed(ctx, q, c, by, start)
	case ctx.Err() != nil:
		return uncounted(c, by, c.Reason, start)
	}
	return s.goOn(ctx, q, e, c.Reason)
}

// watched returns the question with done called with the share of the count.
func (q Question) watched(done func(share float64)) Question {
	c := q.counting()
	progress := c.Progress
	c.Progress = func(p model.CountProgress) {
		done(p.Share)
		if progress != nil {
			progress(p)
		}
	}
	q.Counting = &c
	return q
}

// goOn tells why there is no count, and lets e find the answer, or a new enumeration if e is nil or given up.
func (s *Session) goOn(ctx context.Context, q Question, e *enumeration, reason model.Reason) *Report {
	if q.Instead != nil && ctx.Err() == nil {
		q.Instead(reason)
	}
	if e != nil {
		if r := e.goOn(); r != nil {
			return r
		}
	}
	return s.Ask(ctx, q)
}

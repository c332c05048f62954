package solve

import (
	"context"
	"math"
	"time"

	"nazo/engine"
)

// Whether solutions are enumerated or counted by frontier-based search is decided here and
// nowhere else. They are found:
//
//   - One by one, with nothing said, if each is wanted, or so many, or that method; and if no
//     engine can count otherwise ([Session.howToCount]).
//   - In both ways side by side, if no count without visiting is asked for, until one ends ([Session.contest]).
//     The forecast decides whether the count begins ([feasible]), and when the enumeration is given up ([shareBeside]).
//     If the count doesn't begin, or comes to nothing, Question.Instead is called with the reason.
//   - Without visiting each, or not at all, if nothing but such a count is an answer ([Question.mustCount]).

// The methods of [Counting].
const (
	Enumerate = "enumerate"
	Frontier  = "frontier"
)

const (
	// mostAlone is the longest count without visiting each solution that is taken
	// up where it is asked for, by the work of its forecast: a month of a usual processor.
	mostAlone = 30 * 24 * 3600
	// leastTogether is how many processors are taken to share a split: there may be as many
	// as parts, and parts are split again.
	leastTogether = 1000
	// mostUnasked is the longest where it isn't asked for: an hour.
	mostUnasked = 3600
	// headStart is how long solutions are enumerated before they are counted otherwise, too, and aMoment how long at least
	// that goes on beside the count. leastCheck is how long a count takes at least that only serves as a check.
	headStart  = 50 * time.Millisecond
	aMoment    = 300 * time.Millisecond
	leastCheck = 50 * time.Millisecond
	// shareBeside is the share of a count, as forecast, after which the enumeration beside it is given up: little is to be gained by then, and the
	// count can use the processor.
	shareBeside = 0.25
	// mostHeld bounds the answers that are held back while both are at it. If memory is bounded, each may take heldBytes of it.
	mostHeld  = 20_000
	heldBytes = 8 << 10
)

// mustCount reports whether solutions found one by one would be no answer.
func (q Question) mustCount() bool {
	c := q.Counting
	return q.Twice || c != nil && (c.Method == Frontier || c.Parts > 0 || c.Checkpoint != "")
}

// howToCount lays out a count without visiting each solution, briefly where nobody asked for it: whatever is not seen to be soon counted then is
// enumerated. Without a plan they are to be
// enumerated; if that would be no answer, the error says why there is no plan.
func (s *Session) howToCount(ctx context.Context, q Question) (plan engine.Plan, by string, err error) {
	must := q.mustCount()
	if !must && (q.Limit > 0 || q.Visit) {
		return nil, "", nil
	}
	plan, by, err = s.plan(ctx, q, !must)
	if err != nil && !must {
		return nil, "", nil
	}
	return plan, by, err
}

// checks reports whether a plan is worth to be carried out as a check of what was
// enumerated: no constraint graph is made for that.
func checks(plan engine.Plan) bool { return !plan.HardToOrder() }

// takeUp says why a count of what stands still is not begun for what it is expected to take;
// none if it is.
func (q Question) takeUp(ctx context.Context, plan engine.Plan) engine.Reason {
	f := plan.Forecast(ctx)
	if f == nil {
		return engine.Reason{}
	}
	_, bounded := ctx.Deadline() // then what is asked for may be tried
	ok := feasible(f, q.Counting, q.mustCount(), bounded)
	if q.Planned != nil {
		q.Planned(f, ok)
	}
	if !ok {
		return engine.Reason{Kind: engine.OutOfReach}
	}
	return engine.Reason{}
}

// feasible reports whether a count is begun that was or wasn't asked for, in bounded time or not.
func feasible(f *engine.Forecast, c *Counting, asked, bounded bool) bool {
	if c != nil && (c.Resume || c.From != "") {
		return true // it was taken up before
	}
	parts := 0
	if c != nil {
		parts = c.Parts
	}
	return asked && (bounded && !math.IsInf(f.Work, 1) || f.Work <= MostWork(parts)) || f.Work <= mostUnasked
}

// MostWork bounds the work of counts without visiting each solution that are taken up where that is asked for,
// in so many parts, or at once if there are 0: what is one part may be split later.
// It is in seconds of a usual processor, as [engine.Forecast] has it.
func MostWork(parts int) float64 {
	if parts == 0 {
		return mostAlone
	}
	return mostAlone * float64(max(parts, leastTogether))
}

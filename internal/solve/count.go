package solve

import (
	"context"
	"math"
	"math/big"
	"slices"
	"sync"
	"time"

	"nazo/dsl/value"
	"nazo/internal/judge"
	"nazo/internal/model"
)

// mostListed is up to how many solutions a number that was counted without going
// through them is confirmed by going through them all the same: runs, and
// solutions of what stands still, which are smaller.
const (
	mostListed      = 1_000
	mostStillListed = 10_000
)

// Count counts all solutions. If an engine counts them without visiting each, Report.Total is that
// number. It is checked against the solutions if they are few, else against a best one; all
// solutions found are judged. Otherwise, or with a limit, Count is Ask. Without moves the work is
// planned first, and Count is also Ask if it is too much. If Question.Counting demands such a
// count, Count is never Ask, and the report says why there is no number.
func (s *Session) Count(ctx context.Context, q Question) *Report {
	plan, by, err := s.howToCount(ctx, q)
	switch {
	case err != nil:
		return &Report{Verdict: Unknown, Reason: model.ReasonOf(err)}
	case plan == nil:
		return s.Ask(ctx, q)
	case !s.problem.Moving():
		return s.countStill(ctx, q, plan, by)
	}
	start := time.Now()
	c := s.counted(ctx, plan)
	if !c.Complete { // what there is can still be listed
		return s.Ask(ctx, q)
	}
	listed := c.N.Cmp(big.NewInt(mostListed)) <= 0
	if !listed {
		q.Limit = 2 // a single run might be any
	}
	r := s.Ask(ctx, q)
	r.Total, r.CountedBy = c.N, by
	if r.Fault == nil && miscounted(r, c, listed) {
		r.Fault = &Fault{Kind: Miscounted, Engine: by, Against: r.Engine}
	}
	r.Elapsed = time.Since(start)
	return r
}

// counted has a plan carried out, within the time of an engine.
func (s *Session) counted(ctx context.Context, plan model.Plan) model.Count {
	if s.team.TimeEach > 0 {
		var stop context.CancelFunc
		ctx, stop = context.WithTimeout(ctx, s.team.TimeEach)
		defer stop()
	}
	return plan.Count(ctx)
}

// miscounted reports whether what was found contradicts a count. Without an end of
// the search, as many as were found must be there at least.
func miscounted(r *Report, c model.Count, listed bool) bool {
	found := big.NewInt(int64(r.Count))
	switch {
	case found.Cmp(c.N) > 0, r.Exhausted && (listed || r.Verdict == NoSolution) && found.Cmp(c.N) != 0:
		return true
	case len(r.Answers) == 0 || !r.Complete || c.Costs == nil:
		return false
	}
	costs := costsOf(r.Answers[0])
	return costs != nil && !slices.Equal(costs, c.Costs)
}

// costsOf are the costs of a run, with its length last; nil for what is no run, or
// where a cost does not fit.
func costsOf(a *judge.Answer) []int64 {
	if a.Run == nil {
		return nil
	}
	var out []int64
	for _, v := range a.Objective {
		n, ok := v.(value.Int)
		if !ok {
			return nil
		}
		out = append(out, int64(n))
	}
	return append(out, int64(len(a.Run.Steps)))
}

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
func (s *Session) howToCount(ctx context.Context, q Question) (plan model.Plan, by string, err error) {
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
func checks(plan model.Plan) bool { return !plan.HardToOrder() }

// takeUp says why a count of what stands still is not begun for what it is expected to take;
// none if it is.
func (q Question) takeUp(ctx context.Context, plan model.Plan) model.Reason {
	f := plan.Forecast(ctx)
	if f == nil {
		return model.Reason{}
	}
	_, bounded := ctx.Deadline() // then what is asked for may be tried
	ok := feasible(f, q.Counting, q.mustCount(), bounded)
	if q.Planned != nil {
		q.Planned(f, ok)
	}
	if !ok {
		return model.Reason{Kind: model.OutOfReach}
	}
	return model.Reason{}
}

// feasible reports whether a count is begun that was or wasn't asked for, in bounded time or not.
func feasible(f *model.Forecast, c *Counting, asked, bounded bool) bool {
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
// It is in seconds of a usual processor, as [model.Forecast] has it.
func MostWork(parts int) float64 {
	if parts == 0 {
		return mostAlone
	}
	return mostAlone * float64(max(parts, leastTogether))
}

// Tallied is a count without visiting each solution, beside a report.
type Tallied struct {
	model.Count
	Elapsed time.Duration
}

// Verdict is the count's outcome in a word.
func (t *Tallied) Verdict() Verdict {
	switch {
	case t.N == nil:
		return Unknown
	case t.N.Sign() == 0:
		return NoSolution
	}
	return Solved
}

// CountBeside counts what engines have been asked for, all solutions, without
// visiting each. What contradicts their report becomes its fault. It is nil if nobody
// of the team can.
func (s *Session) CountBeside(ctx context.Context, q Question, r *Report) *Tallied {
	q.Counting = &Counting{Method: Frontier}
	plan, by, err := s.Plan(ctx, q)
	if err != nil {
		return nil
	}
	if s.team.TimeEach > 0 { // with the plan
		var stop context.CancelFunc
		ctx, stop = context.WithTimeout(ctx, s.team.TimeEach)
		defer stop()
	}
	start := time.Now()
	t := &Tallied{}
	if t.Reason = q.takeUp(ctx, plan); t.Reason.Kind == model.None {
		t.Count = s.counted(ctx, plan)
	}
	t.Elapsed = time.Since(start)
	if !t.Complete {
		t.N = nil
		return t
	}
	for _, run := range r.Attempts {
		found := big.NewInt(int64(run.Solutions))
		wrong := run.Exhausted && found.Cmp(t.N) != 0
		if s.problem.Objectives == 0 || run.Complete { // what was found is not worse than the best
			wrong = wrong || found.Cmp(t.N) > 0
		}
		if wrong && r.Fault == nil {
			r.Fault = &Fault{Kind: Miscounted, Engine: by, Against: run.Engine}
		}
	}
	return t
}

const (
	// listTime is how long solutions that were counted are enumerated at most, unless
	// engines are to be compared, and findTime how long one of very many is looked for, to
	// be judged.
	listTime = time.Second
	findTime = 10 * time.Second
)

// countStill counts the solutions of what stands still by a plan. Unless a count without
// visiting each is asked for, they are enumerated beside it.
func (s *Session) countStill(ctx context.Context, q Question, plan model.Plan, by string) *Report {
	// With hardly any memory the plan comes alone: on a fast machine a moment's enumeration would take all of it.
	if short := q.Memory > 0 && q.Memory < 1<<20; !q.mustCount() && !short {
		return s.contest(ctx, q)
	}
	start := time.Now()
	if reason := q.takeUp(ctx, plan); reason.Kind != model.None {
		if q.mustCount() {
			return &Report{Verdict: Unknown, Reason: reason, Elapsed: time.Since(start)}
		}
		return s.askInstead(ctx, q, reason)
	}
	c := s.counted(ctx, plan)
	if !c.Complete {
		if q.mustCount() || ctx.Err() != nil {
			return &Report{Verdict: Unknown, Engine: by, Reason: c.Reason, Stats: c.Stats, Elapsed: time.Since(start)}
		}
		return s.askInstead(ctx, q, c.Reason)
	}
	return s.confirmed(ctx, q, c, by, start)
}

// CountedBefore is what Count reports on what stands still if a count without visiting comes to c, which is the sum of
// the parts of a split, counted elsewhere: it is held against solutions as Count does it.
func (s *Session) CountedBefore(ctx context.Context, q Question, c model.Count) *Report {
	_, by, err := s.Plan(ctx, q)
	if err != nil {
		return &Report{Verdict: Unknown, Reason: model.ReasonOf(err)}
	}
	start := time.Now()
	if !q.mustCount() {
		e := s.enumerateBeside(ctx, q, func(time.Duration) {})
		defer e.end()
		if r := e.within(aMoment); r != nil {
			s.check(q, c, by, r, e.lengths)
			return r
		}
		e.end()
	}
	return s.confirmed(ctx, q, c, by, start)
}

// confirmed reports on a complete count, once it is held against solutions.
func (s *Session) confirmed(ctx context.Context, q Question, c model.Count, by string, start time.Time) *Report {
	how := &Counted{Method: c.Method, ByLength: c.ByLength, Stats: c.Stats, Elapsed: time.Since(start)}
	if a := q.Counting; a != nil {
		how.Modulo, how.Part, how.Parts = a.Modulo, a.Part, a.Parts
	}
	var fault *Fault
	if q.Twice {
		again := s.countAgain(ctx, q)
		switch how.Twice = again.Complete; {
		case again.Complete && !sameCount(c, again):
			fault = &Fault{Kind: Recounted, Engine: by}
		case !again.Complete:
			return &Report{Verdict: Unknown, Engine: by, Reason: model.Because(model.Other, "the second count did not finish: %s", again.Reason),
				Stats: c.Stats, Elapsed: time.Since(start)}
		}
	}
	r, lengths := s.confirm(ctx, q, c, how)
	r.Total, r.CountedBy, r.Counted = c.N, by, how
	r.Stats.States, r.Stats.Moves = c.Stats.States, c.Stats.Moves
	if fault != nil {
		r.Fault = fault
	} else if r.Fault == nil && contradicted(r, lengths, c, how) {
		r.Fault = &Fault{Kind: Miscounted, Engine: by, Against: r.Engine}
	}
	if q.Twice && r.Fault == nil && !how.Listed {
		how.Cells, r.Fault = s.checkCells(ctx, q, c)
	}
	if r.Verdict == Unknown && c.N.Sign() == 0 && how.Modulo == 0 && how.Parts == 0 {
		r.Verdict = NoSolution
	}
	r.Complete, r.Reason, r.Elapsed = r.Fault == nil, model.Reason{}, time.Since(start)
	return r
}

// askInstead enumerates the solutions, and says why.
func (s *Session) askInstead(ctx context.Context, q Question, reason model.Reason) *Report {
	if q.Instead != nil && ctx.Err() == nil {
		q.Instead(reason)
	}
	return s.Ask(ctx, q)
}

// check holds what was enumerated against a count, if that is complete.
func (s *Session) check(q Question, c model.Count, by string, r *Report, lengths map[int64]*big.Int) {
	how := &Counted{}
	if q.Counting != nil {
		how.Modulo = q.Counting.Modulo
	}
	if c.Complete && r.Fault == nil && contradicted(r, map[string]map[int64]*big.Int{r.Engine: lengths}, c, how) {
		r.Fault = &Fault{Kind: Miscounted, Engine: by, Against: r.Engine}
	}
}

// countAgain counts once more, along another order.
func (s *Session) countAgain(ctx context.Context, q Question) model.Count {
	other := Counting{}
	if q.Counting != nil {
		other = *q.Counting
	}
	other.OrderVariant, other.From, other.Checkpoint, other.Resume = other.OrderVariant+1, "", "", false
	q.Counting = &other
	plan, _, err := s.Plan(ctx, q)
	if err != nil {
		return model.Count{Reason: model.ReasonOf(err)}
	}
	return s.counted(ctx, plan)
}

// sameCount compares two counts, also by length.
func sameCount(a, b model.Count) bool {
	return a.N.Cmp(b.N) == 0 && sameNumbers(a.ByLength, b.ByLength)
}

func sameNumbers(a, b map[int64]*big.Int) bool {
	for _, pair := range [][2]map[int64]*big.Int{{a, b}, {b, a}} {
		for length, n := range pair[0] {
			if other := pair[1][length]; n.Sign() != 0 && (other == nil || other.Cmp(n) != 0) {
				return false
			}
		}
	}
	return true
}

// confirm looks for solutions that were counted, and has them judged: all if they
// are few and soon found, else one. lengths has what was found by engine and length.
func (s *Session) confirm(ctx context.Context, q Question, c model.Count, how *Counted) (r *Report, lengths map[string]map[int64]*big.Int) {
	if how.Parts > 0 { // which of the solutions are in it isn't known
		return &Report{Verdict: Unknown, Stats: c.Stats}, nil
	}
	few := how.Modulo == 0 && c.N.Cmp(big.NewInt(mostStillListed)) <= 0
	allowed := listTime
	if !few {
		allowed, q.Limit = findTime, 1
	}
	if !few || s.team.Mode != Together { // who wants to see engines agree waits for them
		var stop context.CancelFunc
		ctx, stop = context.WithTimeout(ctx, allowed)
		defer stop()
	}
	var mu sync.Mutex
	lengths = map[string]map[int64]*big.Int{}
	each := q.Each
	q.Each = func(engine string, a *judge.Answer) {
		mu.Lock()
		if lengths[engine] == nil {
			lengths[engine] = map[int64]*big.Int{}
		}
		if n, ok := Length(a); ok {
			Tally(lengths[engine], n)
		}
		mu.Unlock()
		if each != nil {
			each(engine, a)
		}
	}
	r = s.Ask(ctx, q)
	how.Listed = r.Exhausted
	mu.Lock() // whoever was left behind may still be at it
	defer mu.Unlock()
	return r, lengths
}

// contradicted reports whether what was found contradicts a count.
func contradicted(r *Report, lengths map[string]map[int64]*big.Int, c model.Count, how *Counted) bool {
	switch {
	case how.Parts > 0:
		return false
	case how.Modulo > 0:
		rest := new(big.Int).Mod(big.NewInt(int64(r.Count)), new(big.Int).SetUint64(how.Modulo))
		return r.Exhausted && rest.Cmp(c.N) != 0
	case c.ByLength != nil && r.Exhausted && !sameNumbers(lengths[r.Engine], c.ByLength):
		return true
	}
	return miscounted(r, c, r.Exhausted)
}

// Length is the number of edges of the paths, cycles and links of an answer; ok is
// false if it has none.
func Length(a *judge.Answer) (length int64, ok bool) {
	for _, v := range a.Values {
		if w, isRoute := v.(*value.Route); isRoute {
			ok = true
			for _, on := range w.Edges {
				if on == model.True {
					length++
				}
			}
		}
	}
	return length, ok
}

// Tally adds one solution of a length to a table.
func Tally(table map[int64]*big.Int, length int64) {
	if table[length] == nil {
		table[length] = new(big.Int)
	}
	table[length].Add(table[length], big.NewInt(1))
}

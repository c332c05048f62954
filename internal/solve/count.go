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

// Up to so many solutions, counts are confirmed by visiting all: runs, and solutions without moves, which are smaller.
const (
	mostListed      = 1_000
	mostStillListed = 10_000
)

// Count counts all solutions. If an engine can count them without visiting each, Report.Total is that number. It is
// checked against the solutions if they are few, else against a best one. All solutions found are judged. Otherwise,
// or with a limit, Count is Ask. Without moves, the count is planned first, and Count is also Ask if it would take too
// long. If Question.Counting demands such a count, Count is never Ask, and the report says why there is no number.
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
	if !c.Complete { // the solutions can still be listed
		return s.Ask(ctx, q)
	}
	listed := c.N.Cmp(big.NewInt(mostListed)) <= 0
	if !listed {
		q.Limit = 2 // more than the one optimal run
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

// counted carries out a plan within the time of an engine.
func (s *Session) counted(ctx context.Context, plan model.Plan) model.Count {
	ctx, stop := within(ctx, s.team.TimeEach)
	defer stop()
	return plan.Count(ctx)
}

// miscounted reports whether found solutions contradict a count. If the search did not end, the count may be larger.
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

// costsOf returns the costs of a run, with its length last, or nil without a run or if a cost does not fit.
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

// This file decides whether solutions are enumerated, or counted by frontier-based search:
//
//   - They are enumerated, without a word, if each is wanted, or a limited number, or that method, or if no engine
//     can count otherwise ([Session.howToCount]).
//   - Both run side by side until one ends if no such count is demanded ([Session.contest]). The forecast decides
//     whether the count begins ([feasible]), and when the enumeration is given up ([shareBeside]). If the count
//     doesn't begin or fails, Question.Instead gets the reason.
//   - They are counted, or not at all, if only such a count is an answer ([Question.mustCount]).

// The methods of [Counting].
const (
	Enumerate = "enumerate"
	Frontier  = "frontier"
)

const (
	// mostAlone is the longest demanded count, by its forecast: a month of a usual processor.
	mostAlone = 30 * 24 * 3600
	// leastTogether is the least number of processors assumed to share a split, whose parts are split again.
	leastTogether = 1000
	// mostUnasked is the longest count that is not demanded: an hour.
	mostUnasked = 3600
	// headStart is how long an enumeration runs alone. It then continues for aMoment at least beside a count. A
	// count that is only a check may take leastCheck at least.
	headStart  = 50 * time.Millisecond
	aMoment    = 300 * time.Millisecond
	leastCheck = 50 * time.Millisecond
	// shareBeside is the share of a count, by its forecast, after which the enumeration beside it is given up. It has
	// little left to gain, and the count can use the processor.
	shareBeside = 0.25
	// mostHeld bounds the answers held back meanwhile. If memory is bounded, each counts as heldBytes.
	mostHeld  = 20_000
	heldBytes = 8 << 10
)

// mustCount reports whether enumerated solutions would be no answer.
func (q Question) mustCount() bool {
	c := q.counting()
	return q.Twice || c.Method == Frontier || c.Parts > 0 || c.Checkpoint != ""
}

// counting returns how to count, without any demands by default.
func (q Question) counting() Counting {
	if q.Counting == nil {
		return Counting{}
	}
	return *q.Counting
}

// howToCount plans a count without visiting each solution. It plans only briefly if that is not demanded. Without a
// plan, solutions are enumerated. If that would be no answer, the error says why there is no plan.
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

// checks reports whether a plan is worth carrying out to check an enumeration. It must not need a constraint graph.
func checks(plan model.Plan) bool { return !plan.HardToOrder() }

// takeUp returns why a planned count is not begun, by its forecast.
func (q Question) takeUp(ctx context.Context, plan model.Plan) model.Reason {
	f := plan.Forecast(ctx)
	if f == nil {
		return model.Reason{}
	}
	_, bounded := ctx.Deadline() // then a demanded count may be tried
	ok := feasible(f, q.counting(), q.mustCount(), bounded)
	if q.Planned != nil {
		q.Planned(f, ok)
	}
	if !ok {
		return model.Reason{Kind: model.OutOfReach}
	}
	return model.Reason{}
}

// feasible reports whether a count begins, which may be demanded, and bounded in time.
func feasible(f *model.Forecast, c Counting, demanded, bounded bool) bool {
	if c.Resume || c.From != "" {
		return true // it has begun before
	}
	return demanded && (bounded && !math.IsInf(f.Work, 1) || f.Work <= MostWork(c.Parts)) || f.Work <= mostUnasked
}

// MostWork bounds the work of demanded counts in so many parts, or 0 for a whole, whose parts may be split later. It
// is in seconds of a usual processor, as in [model.Forecast].
func MostWork(parts int) float64 {
	if parts == 0 {
		return mostAlone
	}
	return mostAlone * float64(max(parts, leastTogether))
}

// Tallied is a count without visiting each solution, which accompanies a report.
type Tallied struct {
	model.Count
	Elapsed time.Duration
}

// Verdict is the outcome of the count.
func (t *Tallied) Verdict() Verdict {
	switch {
	case t.N == nil:
		return Unknown
	case t.N.Sign() == 0:
		return NoSolution
	}
	return Solved
}

// CountBeside counts all solutions without visiting each, and checks a report of engines. A contradiction becomes the
// report's fault. It returns nil if no engine of the team can count.
func (s *Session) CountBeside(ctx context.Context, q Question, r *Report) *Tallied {
	q.Counting = &Counting{Method: Frontier}
	plan, by, err := s.Plan(ctx, q)
	if err != nil {
		return nil
	}
	ctx, stop := within(ctx, s.team.TimeEach) // for planning and counting
	defer stop()
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
		if s.problem.Objectives == 0 || run.Complete { // its solutions are optimal
			wrong = wrong || found.Cmp(t.N) > 0
		}
		if wrong && r.Fault == nil {
			r.Fault = &Fault{Kind: Miscounted, Engine: by, Against: run.Engine}
		}
	}
	return t
}

const (
	// listTime bounds the enumeration of counted solutions, and findTime the search for one of very many.
	listTime = time.Second
	findTime = 10 * time.Second
)

// countStill counts solutions without moves by a plan. Unless that is demanded, they are enumerated beside it.
func (s *Session) countStill(ctx context.Context, q Question, plan model.Plan, by string) *Report {
	// With very little memory only the count runs: an enumeration would take all of it in a moment.
	if short := q.Memory > 0 && q.Memory < 1<<20; !q.mustCount() && !short {
		return s.contest(ctx, q)
	}
	start := time.Now()
	reason := q.takeUp(ctx, plan)
	if reason.Kind != model.None {
		if q.mustCount() {
			return uncounted(model.Count{}, "", reason, start)
		}
		return s.goOn(ctx, q, nil, reason)
	}
	switch c := s.counted(ctx, plan); {
	case c.Complete:
		return s.confirmed(ctx, q, c, by, start)
	case q.mustCount() || ctx.Err() != nil:
		return uncounted(c, by, c.Reason, start)
	default:
		return s.goOn(ctx, q, nil, c.Reason)
	}
}

func uncounted(c model.Count, by string, reason model.Reason, start time.Time) *Report {
	return &Report{Verdict: Unknown, Engine: by, Reason: reason, Stats: c.Stats, Elapsed: time.Since(start)}
}

// CountedBefore reports what Count does when a count without visiting comes to c: the sum of the parts of a split that
// were counted elsewhere. It is checked against solutions in the same way.
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

// confirmed checks a complete count against solutions, and reports on it.
func (s *Session) confirmed(ctx context.Context, q Question, c model.Count, by string, start time.Time) *Report {
	how := &Counted{Method: c.Method, ByLength: c.ByLength, Stats: c.Stats, Elapsed: time.Since(start)}
	a := q.counting()
	how.Modulo, how.Part, how.Parts = a.Modulo, a.Part, a.Parts
	var fault *Fault
	if q.Twice {
		again := s.countAgain(ctx, q)
		switch how.Twice = again.Complete; {
		case again.Complete && !sameCount(c, again):
			fault = &Fault{Kind: Recounted, Engine: by}
		case !again.Complete:
			return uncounted(c, by, model.Because(model.Other, "the second count did not finish: %s", again.Reason), start)
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

// check compares an enumeration with a count, if that is complete.
func (s *Session) check(q Question, c model.Count, by string, r *Report, lengths map[int64]*big.Int) {
	how := &Counted{Modulo: q.counting().Modulo}
	if c.Complete && r.Fault == nil && contradicted(r, map[string]map[int64]*big.Int{r.Engine: lengths}, c, how) {
		r.Fault = &Fault{Kind: Miscounted, Engine: by, Against: r.Engine}
	}
}

// countAgain counts once more, in another order.
func (s *Session) countAgain(ctx context.Context, q Question) model.Count {
	other := q.counting()
	other.OrderVariant, other.From, other.Checkpoint, other.Resume = other.OrderVariant+1, "", "", false
	q.Counting = &other
	plan, _, err := s.Plan(ctx, q)
	if err != nil {
		return model.Count{Reason: model.ReasonOf(err)}
	}
	return s.counted(ctx, plan)
}

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

// confirm finds and judges counted solutions: all if they are few, else one. lengths counts them by engine and length.
func (s *Session) confirm(ctx context.Context, q Question, c model.Count, how *Counted) (r *Report, lengths map[string]map[int64]*big.Int) {
	if how.Parts > 0 { // which solutions are in a part isn't known
		return &Report{Verdict: Unknown, Stats: c.Stats}, nil
	}
	few := how.Modulo == 0 && c.N.Cmp(big.NewInt(mostStillListed)) <= 0
	allowed := listTime
	if !few {
		allowed, q.Limit = findTime, 1
	}
	if !few || s.team.Mode != Together { // a comparison of engines waits for all
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
	mu.Lock() // an abandoned engine may still call Each
	defer mu.Unlock()
	return r, lengths
}

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

// Length returns the number of edges of an answer's paths, cycles and links. ok is false if it has none.
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

// Package solve asks engines one question about a problem, so that the answer can be trusted. It
// runs one engine, lets several race, or compares them, and the judge checks every solution before
// anyone sees it.
//
// Engines are passed in. Reading puzzles and showing answers is left to others.
package solve

import (
	"context"
	"math/big"
	"reflect"
	"slices"
	"sync"
	"time"

	"nazo/compile"
	"nazo/dsl/check"
	"nazo/dsl/diag"
	"nazo/dsl/instance"
	"nazo/dsl/value"
	"nazo/internal/judge"
	"nazo/internal/model"
)

// Question says what to find out.
type Question struct {
	// Limit is the number of solutions after which to stop; 0 asks for all.
	// With objectives the solutions are the optimal ones.
	Limit int
	// Keep is the number of answers to hand back; 0 keeps all.
	Keep int
	// Within lists variables of which more is known, Off rule instances that need not hold: what the rules
	// refuse is then no fault.
	Within []model.Within
	Off    []int32
	// Cubes, if not nil, are where solutions are to lie ([Session.Part]).
	Cubes []model.Cube
	// AnyObjective asks for solutions whatever their objective.
	AnyObjective bool
	// Seed varies the order of the search; 0 is the plain order.
	Seed int64
	// Varied asks for solutions that differ widely, as Seed decides ([model.SolveOptions]). In a race the first engine that can
	// works alone then: what it finds does not depend on the clock.
	Varied bool
	// MaxMoves bounds the length of runs, Memory the bytes for the states that a
	// search for runs keeps; 0 is no bound, and the engine's own choice.
	MaxMoves int
	Memory   int64
	// Counting says how [Session.Count] is to count; nil leaves it to Count.
	Counting *Counting
	// Visit is true if each solution is wanted, so that Count has to enumerate.
	Visit bool
	// Twice has Count count once more, along another order, and compare. What is not enumerated as a whole is enumerated in cells, too.
	Twice bool
	// Planned, if not nil, is called with what a count without visiting each solution is
	// expected to take, and whether Count takes it up.
	Planned func(f *model.Forecast, feasible bool)
	// Instead, if not nil, is called with the reason why Count comes to be Ask though such a count is
	// possible: it is not taken up, or was given up.
	Instead func(reason model.Reason)
	// Progress, if not nil, is called now and then with how far an engine has come,
	// from any goroutine.
	Progress func(Progress)
	// Each, if not nil, is called with every answer of each engine that was judged and
	// accepted, one at a time.
	Each func(engine string, a *judge.Answer)
	// Ended, if not nil, is called with what each engine has found when it ends, from any
	// goroutine: the answer may still have to wait for the others.
	Ended func(r *Report)
}

// Counting says how solutions are to be counted.
type Counting struct {
	// Method is Frontier or Enumerate; "" leaves it to [Session.Count].
	Method string
	model.CountOptions
}

// Progress is how far an engine has come.
type Progress struct {
	Engine    string
	Solutions int
	model.Progress
}

// Team is who works on a question.
type Team struct {
	// Engines in order of preference.
	Engines []model.Engine
	Mode    Mode
	// TimeEach, if not 0, bounds the time of each engine, ChoicesEach what a native one may choose, ConflictsEach the work of engine sat.
	TimeEach                   time.Duration
	ChoicesEach, ConflictsEach int64
}

// Mode says how several engines work on one question.
type Mode uint8

// The modes.
const (
	// Race: the first begins, the others follow after its head start, and the first
	// to finish answers.
	Race Mode = iota
	// Together: all answer, side by side, and what they say is compared.
	Together
	// InTurn: as Together, but one after the other, so that times can be compared.
	InTurn
)

// HeadStart is how long the first engine of a race works alone at least: long enough
// for most small puzzles, short against the time in which a person waits. On a model that took
// long to compile it is HeadStartFactor times that: what a large board takes to be searched grows with
// it, and so does what a second engine spends before it begins.
const (
	HeadStart       = 100 * time.Millisecond
	HeadStartFactor = 4
)

// Verdict is the outcome in a word.
type Verdict string

// The verdicts.
const (
	Solved     Verdict = "solved"
	NoSolution Verdict = "no solution"
	Unknown    Verdict = "unknown"
)

// Report is the answer to a question.
type Report struct {
	Verdict Verdict
	// Complete is true if the question was answered to its end: as many
	// solutions as asked for, or all there are; an optimum, if there is an
	// objective, is then proved.
	Complete bool
	// ShorterMayExist says of the one run that is the answer to a spec without objective
	// that it may not be among the shortest.
	ShorterMayExist bool
	// Exhausted is true if there are no solutions but those counted.
	Exhausted bool
	// Engine is the one whose answer this is; of several that agree, the first.
	Engine string
	// Count is the number of solutions that were found and judged, Answers those
	// that were kept.
	Count   int
	Answers []*judge.Answer
	// Total is the number of all solutions where they were counted without going
	// through them; nil otherwise. If Exhausted is set, Count says the same.
	Total *big.Int
	// CountedBy is the engine that counted Total.
	CountedBy string
	// Counted says how; it is nil if Total is, and for runs.
	Counted *Counted
	// Bounds are, for each objective, what is proved about its optimum.
	Bounds []model.Interval
	// Proof says how it was proved, where that isn't by the search itself.
	Proof string
	// Reason says why the answer is not complete.
	Reason  model.Reason
	Stats   model.Stats
	Elapsed time.Duration
	// Attempts are the work of each engine; one that was not needed is missing.
	Attempts []*Attempt
	// Fault is set if engines, or an engine and the judge, disagree. All else
	// is then not to be trusted.
	Fault *Fault
}

// Counted says how a number of solutions came about that weren't visited one by
// one.
type Counted struct {
	// Method is the engine's, in a few words.
	Method string
	// Modulo, if not 0, says that Total is the rest of the number in a division.
	Modulo uint64
	// Part of Parts: Total is the number of this part; 0 of 0 is the whole.
	Part, Parts int
	// ByLength has the numbers by length, if that was asked for.
	ByLength map[int64]*big.Int
	// Listed is true if all solutions were found and judged, too, and are as many.
	Listed bool
	// Twice is true if a count along another order gave the same. Cells is in how many cells of the count a search then
	// found as many solutions as elimination did, each a few finds wide; 0 if Listed.
	Twice bool
	Cells int
	// Elapsed is the time that the first count took, Stats its work.
	Elapsed time.Duration
	Stats   model.Stats
}

// Attempt is the work of one engine.
type Attempt struct {
	Engine  string
	Verdict Verdict
	model.Result
	// Answer is the first that was judged, if there is any.
	Answer  *judge.Answer
	Elapsed time.Duration
}

// Session is a problem that a team has opened: what its engines find out about the model
// serves all questions.
type Session struct {
	problem *Problem
	team    Team
	mu      sync.Mutex
	jobs    []*opened
}

// opened is the job of an engine, or why it has none.
type opened struct {
	engine  model.Engine
	options model.Options
	job     model.Job
	err     error
}

// Open has a team open a problem, each engine when it is first needed.
func Open(p *Problem, team Team) *Session { return &Session{problem: p, team: team} }

// Problem is what was opened.
func (s *Session) Problem() *Problem { return s.problem }

// By is the session for another team: what was opened for the first stays open.
func (s *Session) By(team Team) *Session {
	s.mu.Lock()
	defer s.mu.Unlock()
	return &Session{problem: s.problem, team: team, jobs: slices.Clone(s.jobs)}
}

// Ask is [Session.Ask] for a single question.
func Ask(ctx context.Context, p *Problem, team Team, q Question) *Report {
	return Open(p, team).Ask(ctx, q)
}

// Count is [Session.Count] for a single question.
func Count(ctx context.Context, p *Problem, team Team, q Question) *Report {
	return Open(p, team).Count(ctx, q)
}

// open is the job of an engine, with the same options always the same one. An engine that
// could not open the model because ctx ended may do so when it is asked again.
func (s *Session) open(ctx context.Context, e model.Engine, o model.Options) (model.Job, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	i := slices.IndexFunc(s.jobs, func(j *opened) bool { return j.engine == e && reflect.DeepEqual(j.options, o) })
	if i >= 0 {
		return s.jobs[i].job, s.jobs[i].err
	}
	job, err := e.Open(ctx, s.problem.Model, o)
	if reason := model.ReasonOf(err); reason.Kind == model.None || reason.Kind == model.Unsupported {
		s.jobs = append(s.jobs, &opened{e, o, job, err})
	}
	return job, err
}

// Refusal says why an engine can't answer a question; none if it can.
func (s *Session) Refusal(ctx context.Context, e model.Engine, q Question) model.Reason {
	t := q.task()
	job, err := s.open(ctx, e, t.Options)
	if err != nil {
		return model.ReasonOf(err)
	}
	return job.Refuses(t.SolveOptions)
}

// Plan has the first engine that can lay out a count without visiting each solution; by is
// its name. If there is none, the error is a reason.
func (s *Session) Plan(ctx context.Context, q Question) (plan model.Plan, by string, err error) {
	return s.plan(ctx, q, false)
}

// plan is Plan, whose order is brief ([model.CountOptions]) or not.
func (s *Session) plan(ctx context.Context, q Question, brief bool) (plan model.Plan, by string, err error) {
	if q.Counting != nil && q.Counting.Method == Enumerate {
		return nil, "", model.Because(model.Unsupported, "solutions are to be enumerated")
	}
	o := model.CountOptions{}
	if q.Counting != nil {
		o = q.Counting.CountOptions
	}
	o.Brief = brief
	o.RunOptions = model.RunOptions{MaxMoves: q.MaxMoves, Memory: q.Memory}
	err = model.Because(model.Unsupported, "of these engines none counts without visiting each solution")
	for _, e := range s.team.Engines {
		job, _ := s.open(ctx, e, q.task().Options)
		c, ok := job.(model.Counter)
		if !ok {
			continue
		}
		if report := q.Progress; report != nil && s.problem.Moving() {
			o.Progress = func(p model.CountProgress) {
				report(Progress{Engine: e.Name(), Progress: model.Progress{Stats: p.Stats}})
			}
		}
		plan, why := c.Plan(ctx, o)
		if why == nil {
			return plan, e.Name(), nil
		}
		err = model.Because(model.Unsupported, "engine %s can't count without visiting each solution: %v", e.Name(), why)
	}
	return nil, "", err
}

// Problem is a compiled problem, for engines, and the judge of its answers, who knows
// nothing of it: both were made of the spec and the values of its givens.
type Problem struct {
	*compile.Problem
	Judge *judge.Judge
	took  time.Duration // to compile
}

// Compile compiles a spec and an input, and calls a judge. Where there are mistakes the
// problem is nil; see compile.Compile.
func Compile(ctx context.Context, spec *check.Spec, in instance.Input, opt compile.Options) (*Problem, *diag.List) {
	start := time.Now()
	p, problems := compile.Compile(ctx, spec, in, opt)
	if problems.HasErrors() {
		return nil, problems
	}
	j, more := judge.New(ctx, spec, p.Givens, p.Memo)
	problems.Merge(more)
	if more.HasErrors() {
		return nil, problems
	}
	return &Problem{p, j, time.Since(start)}, problems
}

// With is the same problem, whose judge works within a context.
func (p *Problem) With(ctx context.Context) *Problem {
	return &Problem{p.Problem, p.Judge.With(ctx), p.took}
}

// Dealt is the same problem for another deal; see compile.Problem.Dealt.
func (p *Problem) Dealt(ctx context.Context, start model.Solution) (*Problem, error) {
	dealt, err := p.Problem.Dealt(start)
	if err != nil {
		return nil, err
	}
	j, problems := p.Judge.Dealt(ctx, dealt.Givens)
	if problems.HasErrors() {
		return nil, problems
	}
	return &Problem{dealt, j, p.took}, nil
}

// From is a puzzle that moves, begun in another state; see compile.Problem.From.
func (p *Problem) From(state []value.Value) *Problem {
	return &Problem{p.Problem.From(state), p.Judge.From(state), p.took}
}

// Decode reads the answer off a solution of the model. A run is what its moves come to
// by the rules. The error is a [judge.Limit].
func (p *Problem) Decode(ctx context.Context, s model.Solution) (*judge.Answer, error) {
	j := p.Judge.With(ctx)
	if !p.Moving() {
		return j.Answer(p.Problem.Decode(s))
	}
	start, indices := p.DecodeRun(s)
	moves := make([]judge.Move, len(indices))
	for i, m := range indices {
		moves[i] = p.Move(m)
	}
	return j.Replay(start, moves)
}

// judged is the answer that a solution of the model is, and what the judge says of it.
func (p *Problem) judged(ctx context.Context, s model.Solution) (*judge.Answer, judge.Verdict) {
	a, err := p.Decode(ctx, s)
	return p.verdict(ctx, a, err)
}

// JudgeValues is the answer with some values, one for each find, and what the judge says of it.
func (p *Problem) JudgeValues(ctx context.Context, values []value.Value) (*judge.Answer, judge.Verdict) {
	a, err := p.Judge.With(ctx).Answer(values)
	return p.verdict(ctx, a, err)
}

// JudgeRun is the answer that makes some moves, as far as they can be made, and what the judge says of it.
func (p *Problem) JudgeRun(ctx context.Context, start []value.Value, moves []judge.Move) (a *judge.Answer, v judge.Verdict) {
	var err error
	if j := p.Judge.With(ctx); j.Admits(start) {
		a, err = j.Replay(start, moves)
	} else {
		a = &judge.Answer{Run: &judge.Run{Start: start}}
	}
	return p.verdict(ctx, a, err)
}

// verdict is what the judge says of an answer. What keeps him from a verdict, or kept others from the answer, is its error.
func (p *Problem) verdict(ctx context.Context, a *judge.Answer, err error) (*judge.Answer, judge.Verdict) {
	if err != nil {
		return nil, judge.Verdict{Err: err}
	}
	return a, p.Judge.With(ctx).Judge(a)
}

// Move is a move of the machine as the rules have it; no such move for an index that no
// move has.
func (p *Problem) Move(i int64) judge.Move {
	if i < 0 || i >= int64(len(p.Model.Machine.Moves)) {
		return judge.Move{}
	}
	return judge.Move{Name: p.MoveName(i), Parameters: p.Parameters(i)}
}

// Legal lists the moves that the rules allow in a state, as indices in
// Model.Machine.Moves; -1 for one that the machine doesn't have. The error is a
// [judge.Limit].
func (p *Problem) Legal(state []value.Value) ([]int64, error) {
	legal, err := p.Judge.Legal(state)
	var out []int64
	for _, m := range legal {
		i, ok := p.FindMove(m.Name, m.Parameters)
		if !ok {
			i = -1
		}
		out = append(out, i)
	}
	return out, err
}

// Make makes a move, an index in Model.Machine.Moves, by the rules; see
// judge.Judge.Make.
func (p *Problem) Make(state []value.Value, move int64) (after, costs []value.Value, err error) {
	return p.Judge.Make(state, p.Move(move))
}

// Won reports whether a state meets the goal, by the rules. The error is a [judge.Limit].
func (p *Problem) Won(state []value.Value) (bool, error) { return p.Judge.Won(state) }

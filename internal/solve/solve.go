// Package solve asks engines a question about a problem so that the answer can be trusted. It runs one engine, lets
// several race, or compares them. The judge checks every solution before anyone sees it.
//
// Engines are passed in. Others read puzzles and show answers.
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
	"nazo/internal/alg"
	"nazo/internal/judge"
	"nazo/internal/model"
)

// Question says what to find out.
type Question struct {
	// Limit is the number of solutions to stop at; 0 asks for all. With objectives, these are optimal solutions.
	Limit int
	// Keep is the number of answers to return; 0 returns all.
	Keep int
	// Within restricts variables. Off has rule instances that need not hold, whose violations are no fault.
	Within []model.Within
	Off    []int32
	// Cubes, if not nil, contain the solutions ([Session.Part]).
	Cubes []model.Cube
	// AnyObjective asks for solutions whatever their objective.
	AnyObjective bool
	// Seed varies the order of the search; 0 is the plain order.
	Seed int64
	// Varied asks for solutions that differ widely, as Seed decides ([model.SolveOptions]). In a race, the first able
	// engine then works alone, so that its solutions don't depend on the clock.
	Varied bool
	// MaxMoves bounds the length of runs, and Memory the bytes of a search for them. 0 leaves both to the engine.
	MaxMoves int
	Memory   int64
	// Counting tells [Session.Count] how to count; nil leaves it to Count.
	Counting *Counting
	// Visit makes Count enumerate, because each solution is wanted.
	Visit bool
	// Twice makes Count count again in another order, and compare. Cells are enumerated if the whole isn't.
	Twice bool
	// Planned, if not nil, receives the forecast of a count without visiting, and whether Count begins it.
	Planned func(f *model.Forecast, feasible bool)
	// Instead, if not nil, receives the reason why Count becomes Ask though such a count was possible.
	Instead func(reason model.Reason)
	// Progress, if not nil, receives an engine's progress now and then, from any goroutine.
	Progress func(Progress)
	// Each, if not nil, receives every accepted answer of each engine, one at a time.
	Each func(engine string, a *judge.Answer)
	// Ended, if not nil, receives what each engine has found when it ends, from any goroutine. Others may still run.
	Ended func(r *Report)
}

// Counting says how to count solutions.
type Counting struct {
	// Method is Frontier or Enumerate; "" leaves it to [Session.Count].
	Method string
	model.CountOptions
}

// Progress is the progress of an engine.
type Progress struct {
	Engine    string
	Solutions int
	model.Progress
}

// Team is the engines that work on a question, and their limits.
type Team struct {
	// Engines in order of preference.
	Engines []model.Engine
	Mode    Mode
	// Limits of each engine, or 0: time, choices of a native one, and conflicts of sat.
	TimeEach                   time.Duration
	ChoicesEach, ConflictsEach int64
}

// Mode says how several engines work on one question.
type Mode uint8

// The modes.
const (
	// Race lets the first to finish answer. The others start after the first one's head start.
	Race Mode = iota
	// Together compares the answers of all, which run side by side.
	Together
	// InTurn is Together one after the other, so that times can be compared.
	InTurn
)

// HeadStart is how long the first engine of a race works alone at least. It is enough for most small puzzles, and
// short for a person who waits. On a model that took long to compile, it is HeadStartFactor times that: the time to
// search a large board grows with it, and so does the second engine's time to open it.
const (
	HeadStart       = 100 * time.Millisecond
	HeadStartFactor = 4
)

// Verdict is the outcome of a question.
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
	// Complete means that all wanted solutions were found, with a proved optimum if there is an objective.
	Complete bool
	// ShorterMayExist means that the one run of an answer without objective may not be a shortest.
	ShorterMayExist bool
	// Exhausted means that there are no solutions but those counted.
	Exhausted bool
	// Engine gave this answer. Of several that agree, it is the first.
	Engine string
	// Count is the number of solutions found and judged. Answers has those kept.
	Count   int
	Answers []*judge.Answer
	// Total is the number of all solutions if they were counted without visiting each, else nil.
	Total *big.Int
	// CountedBy is the engine that counted Total.
	CountedBy string
	// Counted says how. It is nil for runs, or if Total is.
	Counted *Counted
	// Bounds has what is proved about the optimum of each objective.
	Bounds []model.Interval
	// Proof says how it was proved, unless by the search itself.
	Proof string
	// Reason says why the answer is not complete.
	Reason  model.Reason
	Stats   model.Stats
	Elapsed time.Duration
	// Attempts has the work of each engine that was needed.
	Attempts []*Attempt
	// Fault is set if engines, or an engine and the judge, disagree. Nothing else can be trusted then.
	Fault *Fault
}

// Counted says how solutions were counted without visiting each.
type Counted struct {
	// Method is the engine's, in a few words.
	Method string
	// Modulo, if not 0, makes Total the remainder of a division by it.
	Modulo uint64
	// Part of Parts was counted; 0 of 0 is the whole.
	Part, Parts int
	// ByLength has the numbers by length, if asked for.
	ByLength map[int64]*big.Int
	// Listed means that all solutions were also found and judged, with the same number.
	Listed bool
	// Twice means that a count in another order agreed. Cells is the number of cells, each a few finds wide, in which
	// a search then agreed with elimination; 0 if Listed.
	Twice bool
	Cells int
	// Elapsed is the time of the first count, and Stats its work.
	Elapsed time.Duration
	Stats   model.Stats
}

// Attempt is the work of one engine.
type Attempt struct {
	Engine  string
	Verdict Verdict
	model.Result
	// Answer is the first judged answer, or nil.
	Answer  *judge.Answer
	Elapsed time.Duration
}

// Session is a problem opened by a team. What its engines learn about the model serves all questions.
type Session struct {
	problem *Problem
	team    Team
	mu      sync.Mutex
	jobs    []*opened
}

// opened is an engine's job, or why it has none.
type opened struct {
	engine  model.Engine
	options model.Options
	job     model.Job
	err     error
}

// Open opens a problem for a team. Each engine opens it when it is first needed.
func Open(p *Problem, team Team) *Session { return &Session{problem: p, team: team} }

// Problem returns the opened problem.
func (s *Session) Problem() *Problem { return s.problem }

// By returns the session for another team. Jobs that are open stay open.
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

// open returns the job of an engine, which is the same for the same options unless ctx ended the first call.
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

// Refusal returns why an engine can't answer a question.
func (s *Session) Refusal(ctx context.Context, e model.Engine, q Question) model.Reason {
	t := q.task()
	job, err := s.open(ctx, e, t.Options)
	if err != nil {
		return model.ReasonOf(err)
	}
	return job.Refuses(t.SolveOptions)
}

// Plan plans a count without visiting by the first able engine, and names it. Otherwise the error is a model.Reason.
func (s *Session) Plan(ctx context.Context, q Question) (plan model.Plan, by string, err error) {
	return s.plan(ctx, q, false)
}

// plan is Plan with a brief order ([model.CountOptions]) or a full one.
func (s *Session) plan(ctx context.Context, q Question, brief bool) (plan model.Plan, by string, err error) {
	a := q.counting()
	if a.Method == Enumerate {
		return nil, "", model.Because(model.Unsupported, "solutions are to be enumerated")
	}
	o := a.CountOptions
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

// Problem is a compiled problem with an independent judge. Both are made from the spec and the givens.
type Problem struct {
	*compile.Problem
	Judge *judge.Judge
	took  time.Duration // of compiling
}

// Compile compiles a spec and an input, and creates a judge. The problem is nil if there are mistakes.
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

// With returns the problem with a judge that works within a context.
func (p *Problem) With(ctx context.Context) *Problem {
	return &Problem{p.Problem, p.Judge.With(ctx), p.took}
}

// Dealt returns the problem for another deal.
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

// From returns a puzzle with moves in another initial state.
func (p *Problem) From(state []value.Value) *Problem {
	return &Problem{p.Problem.From(state), p.Judge.From(state), p.took}
}

// Decode returns the answer in a solution of the model. A run is replayed by the rules. The error is a [judge.Limit].
func (p *Problem) Decode(ctx context.Context, s model.Solution) (*judge.Answer, error) {
	j := p.Judge.With(ctx)
	if !p.Moving() {
		return j.Answer(p.Problem.Decode(s))
	}
	start, indices := p.DecodeRun(s)
	return j.Replay(start, alg.Map(indices, p.Move))
}

// judged returns the answer in a solution of the model, with the judge's verdict.
func (p *Problem) judged(ctx context.Context, s model.Solution) (*judge.Answer, judge.Verdict) {
	a, err := p.Decode(ctx, s)
	return p.verdict(ctx, a, err)
}

// JudgeValues returns the answer with some values, one for each find, with the judge's verdict.
func (p *Problem) JudgeValues(ctx context.Context, values []value.Value) (*judge.Answer, judge.Verdict) {
	a, err := p.Judge.With(ctx).Answer(values)
	return p.verdict(ctx, a, err)
}

// JudgeRun returns the answer that makes as many of the moves as possible, with the judge's verdict.
func (p *Problem) JudgeRun(ctx context.Context, start []value.Value, moves []judge.Move) (a *judge.Answer, v judge.Verdict) {
	var err error
	if j := p.Judge.With(ctx); j.Admits(start) {
		a, err = j.Replay(start, moves)
	} else {
		a = &judge.Answer{Run: &judge.Run{Start: start}}
	}
	return p.verdict(ctx, a, err)
}

// verdict judges an answer. Its error includes one that prevented the answer.
func (p *Problem) verdict(ctx context.Context, a *judge.Answer, err error) (*judge.Answer, judge.Verdict) {
	if err != nil {
		return nil, judge.Verdict{Err: err}
	}
	return a, p.Judge.With(ctx).Judge(a)
}

// Move returns a move of the machine in terms of the rules, or an empty one for an invalid index.
func (p *Problem) Move(i int64) judge.Move {
	if i < 0 || i >= int64(len(p.Model.Machine.Moves)) {
		return judge.Move{}
	}
	return judge.Move{Name: p.MoveName(i), Parameters: p.Parameters(i)}
}

// Legal lists the legal moves as indices in Model.Machine.Moves, or -1. The error is a [judge.Limit].
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

// Make makes a move, an index in Model.Machine.Moves, by the rules.
func (p *Problem) Make(state []value.Value, move int64) (after, costs []value.Value, err error) {
	return p.Judge.Make(state, p.Move(move))
}

// Won reports whether a state meets the goal, by the rules. The error is a [judge.Limit].
func (p *Problem) Won(state []value.Value) (bool, error) { return p.Judge.Won(state) }

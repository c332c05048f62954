package solve

import (
	"context"
	"reflect"
	"slices"
	"sync"

	"nazo/engine"
)

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
	engine  engine.Engine
	options engine.Options
	job     engine.Job
	err     error
}

// Open has a team open a problem, each engine when it is first needed.
func Open(p *Problem, team Team) *Session { return &Session{problem: p, team: team} }

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
func (s *Session) open(ctx context.Context, e engine.Engine, o engine.Options) (engine.Job, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	i := slices.IndexFunc(s.jobs, func(j *opened) bool { return j.engine == e && reflect.DeepEqual(j.options, o) })
	if i >= 0 {
		return s.jobs[i].job, s.jobs[i].err
	}
	job, err := e.Open(ctx, s.problem.Model, o)
	if reason := engine.ReasonOf(err); reason.Kind == engine.None || reason.Kind == engine.Unsupported {
		s.jobs = append(s.jobs, &opened{e, o, job, err})
	}
	return job, err
}

// Refusal says why an engine can't answer a question; none if it can.
func (s *Session) Refusal(ctx context.Context, e engine.Engine, q Question) engine.Reason {
	t := q.task()
	job, err := s.open(ctx, e, t.Options)
	if err != nil {
		return engine.ReasonOf(err)
	}
	return job.Refuses(t.SolveOptions)
}

// Plan has the first engine that can lay out a count without visiting each solution; by is
// its name. If there is none, the error is a reason.
func (s *Session) Plan(ctx context.Context, q Question) (plan engine.Plan, by string, err error) {
	return s.plan(ctx, q, false)
}

// plan is Plan, whose order is brief ([engine.CountOptions]) or not.
func (s *Session) plan(ctx context.Context, q Question, brief bool) (plan engine.Plan, by string, err error) {
	if q.Counting != nil && q.Counting.Method == Enumerate {
		return nil, "", engine.Because(engine.Unsupported, "solutions are to be enumerated")
	}
	o := engine.CountOptions{}
	if q.Counting != nil {
		o = q.Counting.CountOptions
	}
	o.Brief = brief
	o.RunOptions = engine.RunOptions{MaxMoves: q.MaxMoves, Memory: q.Memory}
	err = engine.Because(engine.Unsupported, "of these engines none counts without visiting each solution")
	for _, e := range s.team.Engines {
		job, _ := s.open(ctx, e, q.task().Options)
		c, ok := job.(engine.Counter)
		if !ok {
			continue
		}
		if report := q.Progress; report != nil && s.problem.Moving() {
			o.Progress = func(p engine.CountProgress) {
				report(Progress{Engine: e.Name(), Progress: engine.Progress{Stats: p.Stats}})
			}
		}
		plan, why := c.Plan(ctx, o)
		if why == nil {
			return plan, e.Name(), nil
		}
		err = engine.Because(engine.Unsupported, "engine %s can't count without visiting each solution: %v", e.Name(), why)
	}
	return nil, "", err
}

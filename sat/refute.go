package sat

import (
	"context"

	"nazo/internal/model"
)

// Refute implements [model.Refuter]. The formula is made once, and facts are unit clauses of a copy. gophersat
// forgets what it learned when it gets assumptions, so each question loads the formula, simplified by them.
func (j *job) Refute(ctx context.Context, all, some []model.Fact, conflicts int64) (refuted, known bool) {
	if j.engine.outside || j.m.Machine != nil {
		return false, false
	}
	refuted, err := j.refute(ctx, all, some, conflicts)
	return refuted, err == nil
}

func (j *job) refute(ctx context.Context, all, some []model.Fact, conflicts int64) (refuted bool, err error) {
	defer caught(&err)
	f, err := j.formula.Get(ctx, j.encode)
	if err != nil {
		return false, err
	}
	// A limit of one would allow hints that lose solutions.
	task := model.Task{Options: j.options, SolveOptions: model.SolveOptions{Limit: 2, Conflicts: conflicts}}
	s := &search{ctx: ctx, m: j.m, task: task, by: searcher{eager: j.engine.eager}, formula: f.begin(ctx)}
	s.e.suppose(all, some)
	s.load(false)
	_, status := s.next(0)
	return status == Unsatisfiable, nil
}

// suppose adds that all of the facts in all hold and, if some is not nil, at least one in some. It uses existing
// literals only, since other copies of the formula share the integers.
func (e *encoder) suppose(all, some []model.Fact) {
	var any []Lit
	for _, f := range some {
		l := e.newVar()
		any = append(any, l)
		e.says(f, []Lit{-l})
	}
	if some != nil {
		e.clause(any...)
	}
	for _, f := range all {
		e.says(f, nil)
	}
}

// says adds that a fact holds, or a literal in under is true.
func (e *encoder) says(f model.Fact, under []Lit) {
	var differs []Lit
	switch v := e.m.Vars[f.Var]; {
	case !v.Domain.Contains(f.Value):
	case !v.Bool:
		differs = e.intVar(f.Var).differsFrom(f.Value)
	case e.vars[f.Var] == 0: // no constraint mentions it
		return
	case f.Value == 1:
		differs = []Lit{-e.vars[f.Var]}
	default:
		differs = []Lit{e.vars[f.Var]}
	}
	switch can := e.m.Vars[f.Var].Domain.Contains(f.Value); {
	case !f.Is && can:
		e.clauses(under, differs)
	case f.Is && !can:
		e.clause(under...)
	case f.Is:
		for _, l := range differs {
			e.clauses(under, []Lit{-l})
		}
	}
}

package sat

import (
	"context"

	"nazo/internal/model"
)

// Refute implements [model.Refuter]. The formula is made once, and facts are unit clauses of a
// copy. gophersat forgets what it learned when it gets assumptions, so each question loads the
// formula without what these decide.
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
	// With a limit of one solution means would be tried that lose solutions.
	task := model.Task{Options: j.options, SolveOptions: model.SolveOptions{Limit: 2, Conflicts: conflicts}}
	s := &search{ctx: ctx, m: j.m, task: task, by: searcher{eager: j.engine.eager}, formula: f.begin(ctx)}
	s.e.suppose(all, some)
	s.load(false)
	_, status := s.next(0)
	return status == Unsatisfiable, nil
}

// suppose adds clauses that say that all of some facts hold and, if there are others, at least one of those. They have only literals that there are,
// as the representations of integers are shared with other copies of the formula.
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

// says adds clauses that say that a fact holds, unless a literal under which it stands is true.
func (e *encoder) says(f model.Fact, under []Lit) {
	var differs []Lit
	switch v := e.m.Vars[f.Var]; {
	case !v.Domain.Contains(f.Value):
	case !v.Bool:
		differs = e.intVar(f.Var).differsFrom(f.Value)
	case e.vars[f.Var] == 0: // nothing is said of it
		return
	case f.Value == 1:
		differs = []Lit{-e.vars[f.Var]}
	default:
		differs = []Lit{e.vars[f.Var]}
	}
	if can := e.m.Vars[f.Var].Domain.Contains(f.Value); !f.Is {
		if can {
			e.clause(with(under, differs...)...)
		}
	} else if !can {
		e.clause(under...)
	} else {
		for _, l := range differs {
			e.clause(with(under, -l)...)
		}
	}
}

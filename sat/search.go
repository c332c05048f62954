package sat

import (
	"context"
	"fmt"
	"slices"
	"time"

	"nazo/engine"
	"nazo/model"
)

// search is the work on one task.
type search struct {
	ctx   context.Context
	m     *model.Model
	task  engine.Task
	yield func(model.Solution) bool

	*formula // with what the search has added to it
	oracle   Oracle
	by       searcher
	// how much of the formula the oracle has
	clauses, sums int

	result engine.Result
	stats  engine.Stats
	told   time.Time // when progress was last told

	antichains []bool  // for each find; nil as long as no one asked
	joins      int     // attempts at joining the pieces of a route
	covers     [][]Lit // hints of a large cycle; see coverHints
}

// encode has the search work on its model, an unrolled machine, for itself. There at most one of many moves is made in a
// step, and simplifying gains more than counts do.
func (s *search) encode() {
	f, err := newFormula(s.ctx, s.m, s.task.Options, nil, true)
	if err != nil {
		panic(stopped{engine.ReasonOf(err)})
	}
	s.formula = f
}

// run answers the task.
func (s *search) run() {
	if len(s.objectives) > 0 {
		for _, o := range s.objectives {
			s.result.Bounds = append(s.result.Bounds, bounds(o.Objective, o))
		}
		s.optimize()
		return
	}
	s.load(s.findsOne())
	s.enumerate()
}

// stop ends the work because the context has ended.
func (s *search) stop() { panic(stopped{engine.Ended(s.ctx)}) }

// findsOne reports whether any one solution is all that is asked for, so that means
// which lose solutions may be tried first.
func (s *search) findsOne() bool { return s.task.Limit == 1 && len(s.objectives) == 0 }

// load gives the whole formula to a new oracle. Hints are clauses that may
// lose solutions; outside solvers do without, as they keep to no budget.
func (s *search) load(withHints bool) {
	s.e.propagate()
	s.oracle = nil
	s.clauses, s.sums, s.e.fresh = len(s.e.ends), len(s.e.sums), nil
	s.stats.Variables = max(s.stats.Variables, int64(len(s.e.value)-1))
	s.stats.Clauses = max(s.stats.Clauses, int64(s.clauses+s.sums))
	if s.e.unsat {
		return
	}
	if s.by.command != nil {
		s.oracle = newOutside(s.ctx, s.e.builder, s.by.command)
		return
	}
	var hints [][]Lit
	if withHints {
		s.findCovers()
		for _, h := range slices.Concat(s.e.hints, s.covers) {
			if open, isTrue := s.e.normal(h); !isTrue {
				hints = append(hints, open)
			}
		}
	}
	f := s.e.loadable(hints)
	o := newStaged(s.ctx, f, s.kept, s.patience(f), s.task.Seed)
	if o == nil {
		s.stop()
	}
	s.oracle = o
}

// flush gives the oracle what has been added to the formula since.
func (s *search) flush() {
	for ; s.clauses < len(s.e.ends); s.clauses++ {
		s.oracle.AddClause(s.e.clauseAt(s.clauses))
	}
	for ; s.sums < len(s.e.sums); s.sums++ {
		c := s.e.sums[s.sums]
		s.oracle.AddAtLeast(c.lits, c.weights, c.bound)
	}
	for _, l := range s.e.fresh {
		s.oracle.AddClause([]Lit{l})
	}
	s.e.fresh = s.e.fresh[:0]
}

// value is the value of a literal in the oracle's assignment.
func (s *search) value(l Lit) bool {
	switch l {
	case litTrue:
		return true
	case litFalse:
		return false
	}
	return s.oracle.Value(l)
}

// next looks for a solution of the formula that meets the lazy constraints
// too. It returns nil if there is none; budget is a number of conflicts, 0 for
// any, beyond which the status is Unknown.
func (s *search) next(budget int64) (model.Solution, Status) {
	for {
		if s.e.unsat {
			return nil, Unsatisfiable
		}
		s.flush()
		status := s.oracle.Solve(s.ctx, s.bounded(budget), s.onConflict)
		s.stats.Solves++
		if s.ctx.Err() != nil {
			s.stop()
		}
		if status == Unknown {
			s.bounded(0)
		}
		if status != Satisfiable {
			return nil, status
		}
		cuts := 0
		for _, c := range s.e.lazy {
			cuts += c.cut(s.e, s.value)
		}
		if cuts == 0 {
			solution := s.e.decode(s.value)
			s.check(solution)
			return solution, Satisfiable
		}
		s.stats.Cuts += int64(cuts)
		if s.findsOne() {
			if solution := s.joined(); solution != nil {
				return solution, Satisfiable
			}
		}
	}
}

// bounded is a budget of conflicts, 0 for any, within the bound of the task; it stops the work when that is met.
func (s *search) bounded(budget int64) int64 {
	if s.task.Conflicts == 0 {
		return budget
	}
	left := s.task.Conflicts - s.stats.Conflicts - s.stats.Solves
	if left <= 0 {
		panic(stopped{engine.Reason{Kind: engine.WorkLimit}})
	}
	if budget == 0 || left < budget {
		return left
	}
	return budget
}

// violated lists the constraints that an assignment of the model violates.
func (s *search) violated(solution model.Solution) []int {
	return model.Evaluate(s.m, solution).Violated(s.task.Off)
}

// check holds an assignment against the model. A violation is a bug.
func (s *search) check(solution model.Solution) {
	if violated := s.violated(solution); len(violated) > 0 {
		c := s.m.Constraints[violated[0]]
		panic(fmt.Sprintf("sat: an assignment of the formula violates constraint %d, %T of instance %d", violated[0], c.Body, c.Instance))
	}
	for v, x := range s.m.Vars {
		if !x.Domain.Contains(solution[v]) {
			panic(fmt.Sprintf("sat: variable %d got %d, which is not in its domain", v, solution[v]))
		}
	}
	for _, f := range s.task.Within {
		if !f.Holds(solution) {
			panic(fmt.Sprintf("sat: variable %d got %d, which is not one of %v", f.Var, solution[f.Var], f.Values))
		}
	}
	if !s.task.InCubes(solution) {
		panic(fmt.Sprintf("sat: a solution lies in none of %v", s.task.Cubes))
	}
}

// onConflict counts conflicts and tells progress, at most ten times a second.
func (s *search) onConflict(n int64) {
	s.stats.Conflicts += n
	if s.task.Progress == nil {
		return
	}
	if now := time.Now(); now.Sub(s.told) >= 100*time.Millisecond {
		s.told = now
		s.task.Progress(engine.Progress{Stats: s.stats, Bounds: slices.Clone(s.result.Bounds)})
	}
}

// findCovers looks for hints of large cycles.
func (s *search) findCovers() {
	for _, c := range s.e.lazy {
		if w, isRoute := c.(*routeCuts); isRoute {
			s.covers = append(s.covers, w.coverHints(s.e)...)
		}
	}
}

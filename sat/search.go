package sat

import (
	"context"
	"fmt"
	"slices"
	"time"

	"nazo/internal/alg"
	"nazo/internal/model"
)

// search is the work on one task.
type search struct {
	ctx   context.Context
	m     *model.Model
	task  model.Task
	yield func(model.Solution) bool

	*formula // with what the search has added
	oracle   Oracle
	by       searcher
	// clauses and sums count what the oracle has of the formula.
	clauses, sums int

	result     model.Result
	stats      model.Stats
	lastReport time.Time // when progress was reported last

	antichains []bool  // for each find; nil until it is needed
	joins      int     // attempts at joining the pieces of a route
	covers     [][]Lit // hints of a large cycle; see coverHints
}

// encode encodes the search's model, an unrolled machine. There, at most one of many moves is made in a step, and
// simplifying gains more than counts do.
func (s *search) encode() {
	f, err := newFormula(s.ctx, s.m, s.task.Options, nil, true)
	if err != nil {
		panic(stopped{model.ReasonOf(err)})
	}
	s.formula = f
}

// run answers the task.
func (s *search) run() {
	if len(s.objectives) > 0 {
		s.result.Bounds = append(s.result.Bounds, alg.Map(s.objectives, (*objective).bounds)...)
		s.optimize()
		return
	}
	s.load(s.findsOne())
	s.enumerate()
}

// stop ends the work because the context has ended.
func (s *search) stop() { panic(stopped{model.Ended(s.ctx)}) }

// findsOne reports whether any one solution will do. Then hints that lose solutions may be tried first.
func (s *search) findsOne() bool { return s.task.Limit == 1 && len(s.objectives) == 0 }

// load gives the whole formula to a new oracle. Hints are clauses that may lose solutions. Outside solvers get
// none, since they keep to no budget.
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
		s.oracle = newExternalSolver(s.ctx, s.e.builder, s.by.command)
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
	o := newStaged(s.ctx, f, s.mentionable, s.patience(f), s.task.Seed)
	if o == nil {
		s.stop()
	}
	s.oracle = o
}

// flush gives the oracle what was added to the formula since.
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

// value returns the value of a literal in the oracle's assignment.
func (s *search) value(l Lit) bool {
	switch l {
	case litTrue:
		return true
	case litFalse:
		return false
	}
	return s.oracle.Value(l)
}

// next looks for a solution of the formula that also meets the lazy constraints. It returns nil if there is none.
// Beyond a budget of conflicts (0 is unlimited) the status is Unknown.
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
			if !slices.ContainsFunc(c.under, s.value) {
				cuts += c.cut(s.e, s.value)
			}
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

// bounded limits a budget of conflicts (0 is unlimited) to the bound of the task. It stops the work when that
// bound is reached.
func (s *search) bounded(budget int64) int64 {
	if s.task.Conflicts == 0 {
		return budget
	}
	left := s.task.Conflicts - s.stats.Conflicts - s.stats.Solves
	if left <= 0 {
		panic(stopped{model.Reason{Kind: model.WorkLimit}})
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

// check tests a solution against the model. A violation is a bug.
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

// onConflict counts conflicts and reports progress, at most ten times a second.
func (s *search) onConflict(n int64) {
	s.stats.Conflicts += n
	if s.task.Progress == nil {
		return
	}
	if now := time.Now(); now.Sub(s.lastReport) >= 100*time.Millisecond {
		s.lastReport = now
		s.task.Progress(model.Progress{Stats: s.stats, Bounds: slices.Clone(s.result.Bounds)})
	}
}

// findCovers looks for hints of large cycles.
func (s *search) findCovers() {
	for _, c := range s.e.lazy {
		if w, isRoute := c.cutter.(*routeCuts); isRoute {
			s.covers = append(s.covers, w.coverHints(s.e)...)
		}
	}
}

// hintBudget bounds the conflicts for which hints are tried. sumHintBudget is the bound for hints about sums along
// a path. These problems are so hard without hints that the time is worth it.
const (
	hintBudget    = 20_000
	sumHintBudget = 150_000
)

// enumerate yields solutions and adds a blocking clause for each, until the limit is reached or there are no
// more. The oracle has been loaded, with hints if one solution will do.
func (s *search) enumerate() {
	budget := int64(0)
	if s.findsOne() && len(s.e.hints)+len(s.covers) > 0 && s.by.command == nil {
		budget = hintBudget
		if len(s.e.half) > 0 {
			budget = sumHintBudget
		}
	}
	for {
		solution, status := s.next(budget)
		if budget > 0 && status != Satisfiable {
			budget = 0 // the hints may be wrong
			s.load(false)
			continue
		}
		if status != Satisfiable {
			s.result.Complete, s.result.Exhausted = true, true
			return
		}
		if !s.deliver(solution) {
			return
		}
		s.block(solution)
		if s.task.VariesAfter(s.result.Solutions) && s.by.command == nil {
			s.task.Seed = int64(alg.SplitMix64(uint64(s.task.Seed))) // the same search would stay near the last solution
			s.load(false)
		}
	}
}

// deliver yields a solution and reports whether to go on.
func (s *search) deliver(solution model.Solution) bool {
	s.result.Solutions++
	if !s.yield(solution) {
		s.result.Reason.Kind = model.Stopped
		return false
	}
	s.result.Complete = s.result.Solutions == s.task.Limit
	return !s.result.Complete
}

// block excludes the values that the finds have in a solution.
func (s *search) block(solution model.Solution) {
	var differs []Lit
	for i, f := range s.m.Finds {
		antichain := s.antichain(int32(i))
		for _, v := range f.Vars {
			if s.m.Vars[v].Bool {
				l := s.e.boolVar(v)
				if solution[v] == 1 {
					differs = append(differs, -l)
				} else if !antichain {
					differs = append(differs, l)
				}
				continue
			}
			differs = append(differs, s.e.intVar(v).differsFrom(solution[v])...)
		}
	}
	s.e.clause(differs...)
}

// differsFrom returns a disjunction, of existing literals, for "x is not v".
func (x *integer) differsFrom(v int64) []Lit {
	i, _ := slices.BinarySearch(x.values, v)
	switch {
	case x.isConstant():
		return nil
	case x.complete:
		return []Lit{-x.eq[i]}
	case x.ge != nil && i+1 < len(x.ge):
		return []Lit{-x.ge[i], x.ge[i+1]}
	case x.ge != nil:
		return []Lit{-x.ge[i]}
	}
	return negations(matching(x.bits, v-x.base))
}

// antichain reports whether no solution's true variables of a find are a proper subset of another's. Then the
// true literals are enough to block a solution. That holds for the edges of a cycle, of links, and of a path
// through all vertices.
func (s *search) antichain(find int32) bool {
	if s.antichains == nil {
		s.antichains = make([]bool, len(s.m.Finds))
		for _, c := range s.m.Constraints {
			if c.Guard == model.True && !s.e.off[c.Instance] {
				s.markAntichain(c.Body)
			}
		}
	}
	return s.antichains[find]
}

// markAntichain marks the find whose variables are the edges of a body, if all are edges and all other edges are
// constants.
func (s *search) markAntichain(b model.Body) {
	structure, ok := b.(model.Structure)
	if !ok || !model.Antichain(structure) {
		return
	}
	_, edges := structure.Chosen()
	isEdge := map[model.VarID]bool{}
	find := int32(-1)
	for _, e := range edges {
		if e.Node() == 0 {
			continue
		}
		v, plain := s.m.Node(e).(model.BoolVar)
		if !plain || e.Negated() || find >= 0 && s.m.Vars[v.Var].Find != find {
			return
		}
		isEdge[v.Var] = true
		find = s.m.Vars[v.Var].Find
	}
	if find < 0 {
		return
	}
	for _, v := range s.m.Finds[find].Vars {
		if !isEdge[v] {
			return
		}
	}
	s.antichains[find] = true
}

// mentionable marks the variables that later clauses may mention: in cuts, bounds of objectives and blocking clauses.
func (s *search) mentionable() []bool {
	marked := make([]bool, len(s.e.value))
	mark := func(lits ...Lit) {
		for _, l := range lits {
			if v := int(l.variable()); v < len(marked) { // else it is a constant
				marked[v] = true
			}
		}
	}
	for _, c := range s.e.lazy {
		mark(c.under...)
		mark(c.mentioned()...)
	}
	for _, o := range s.objectives {
		if o.x == nil {
			lits, _, _ := o.cost.flat()
			mark(lits...)
		} else if o.x.values != nil {
			mark(o.x.ge...)
		} else {
			mark(o.x.bits...)
		}
		if o.trip != nil {
			mark(o.trip.lits...)
		}
	}
	if s.task.Limit == 1 {
		return marked
	}
	for _, f := range s.m.Finds {
		for _, v := range f.Vars {
			if s.m.Vars[v].Bool {
				mark(s.e.boolVar(v))
			} else {
				mark(s.e.intVar(v).literals()...)
			}
		}
	}
	return marked
}

// literals returns the literals of one representation of x, which tell its value.
func (x *integer) literals() []Lit {
	switch {
	case x.isConstant():
		return nil
	case x.complete:
		return x.eq
	case x.ge != nil:
		return x.ge
	}
	return x.bits
}

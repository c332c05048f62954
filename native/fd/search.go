// Package fd searches any model without a machine. It is lazy clause generation: constraint
// propagation over finite domains that learns from conflicts (Ohrimenko, Stuckey and Codish,
// Propagation via lazy clause generation, 2009; Feydy and Stuckey, Lazy clause generation
// reengineered, 2009).
//
// A store holds boolean literals, integer domains, a trail, clauses with watched literals, and a
// queue of propagators. Each kind of constraint has its propagator. An atom is a literal or a
// statement x ≥ v, x ≤ v, x = v or x ≠ v. Each change on the trail has a time and a reason. A
// propagator explains a conclusion when conflict analysis asks for it, by what was known at that
// time. Without an explanation of its own, it gives everything known about its variables. Conflict
// analysis learns a clause of atoms, which become literals.
//
// The search branches by domain size and activity, backjumps, restarts, and probes once. Clauses
// exclude the first solutions, and chronological backtracking further ones. Branch and bound finds
// best solutions.
//
// [Presolve] propagates a model once for all questions. Other searches are handed in as [Guess],
// [Decider] and [Optimizer].
package fd

import (
	"nazo/internal/alg"
	"nazo/internal/model"
)

// Guess is an incomplete search that may find a solution early. It proves nothing.
type Guess interface {
	// Try works about as long as this package's search takes for so many dead ends. It returns a
	// solution or nil.
	Try(deadEnds int64) model.Solution
}

// Decider is another complete method.
type Decider interface {
	// Decide is called before each restart with the number of propagations so far, which measure
	// time better than conflicts. done means that it has delivered all that the task wants, and
	// exhausted that there are no other solutions.
	Decide(propagations int64) (exhausted, done bool)
}

// Optimizer is another way to the best solution.
type Optimizer interface {
	// Improve is called now and then with the number of propagations so far. It returns a solution
	// better than best, or nil. proved means that the best known solution is optimal, or that there
	// is none.
	Improve(propagations int64, best model.Solution) (better model.Solution, proved bool)
}

// Helpers are other searches. Each may be nil.
type Helpers struct {
	Guess     Guess
	Decider   Decider
	Optimizer Optimizer
}

// search is the work on one task, starting from a root.
type search struct {
	*Root
	task model.Task
	d    *model.Delivery
	by   Helpers

	p *poster
	s *store
	b *brancher
	z *analyzer

	path []decision // the current choices
	// assumed literals are chosen before all else.
	assumed []lit
	cubes   []lit // for each requested cube a literal: the solution lies in it
	// chronologicalTo is the level up to which choices are undone one by one. No clause excludes the
	// solutions delivered there.
	chronologicalTo int
	// allHelpers asks for every completion of the helpers, since objectives may depend on them.
	// Otherwise the search wants one for each assignment of the finds.
	allHelpers               bool
	interval                 int64 // the conflicts before the first restart
	reductions               int   // how often learned clauses were deleted
	conflictsWithoutSolution int64 // conflicts since the last solution, or since learning ended
	patience                 int64 // how many such conflicts start learning
	// learning is true while conflicts are analysed. If all solutions are wanted, it begins at the
	// first restart. It ends where it proves useless.
	learning bool
	// analyzed counts the conflicts analysed since learning began. farther counts those of them that
	// undid more than one choice.
	analyzed, farther int64
	lits              []lit // scratch: of a learned clause
	// exhausted is set once the search space is known to be done.
	exhausted bool
}

// outcome is how a part of a search ended.
type outcome int

const (
	spaceDone  outcome = iota // nothing is left
	refuted                   // nothing is left under the assumptions
	enough                    // the receiver stopped it
	cancelled                 // the context ended
	overBudget                // the conflicts were used up
	settled                   // a helper settled the task
)

// Search looks for solutions and reports whether the search space was exhausted. It asks the
// helpers now and then.
func (r *Root) Search(o model.SolveOptions, d *model.Delivery, by Helpers) (exhausted bool) {
	s := r.newSearch(o, d)
	s.by = by
	s.solve()
	d.Result.Stats.Propagations = s.s.propagations
	return s.exhausted
}

func (r *Root) newSearch(o model.SolveOptions, d *model.Delivery) *search {
	s := &search{Root: r, task: model.Task{Options: r.options, SolveOptions: o}, d: d, interval: firstInterval, patience: conflictsUntilLearning,
		learning: o.Limit > 0 || len(r.Objectives()) > 0}
	s.p = r.poster(s.task, &d.Stop)
	s.s = s.p.s
	return s
}

// solve posts the model and searches it.
func (r *search) solve() {
	switch {
	case !r.post() || !r.keepTo(r.task.Cubes):
		r.exhausted = !r.d.Stopped()
	case r.d.Stopped():
	case len(r.Objectives()) > 0:
		r.optimize()
	default:
		r.enumerate()
	}
}

// post posts the model and prepares the search. It returns false if there is no solution, or if the
// search must stop.
func (r *search) post() bool {
	wanted := r.Objectives()
	for _, o := range wanted {
		r.p.int(o.X)
	}
	if !r.p.post(true) || !r.s.propagate() || r.d.Stopped() {
		return false
	}
	for _, o := range wanted {
		r.p.addCosts(o)
		r.p.addLinkCosts(o)
	}
	exact, ok := r.s.coverSums()
	if !ok {
		return false
	}
	r.b = newBrancher(r.p, r.task.Seed)
	r.b.exact = r.p.choosable(exact)
	r.z = &analyzer{s: r.s, seen: r.b.bump}
	return true
}

// firstInterval is the number of conflicts before the first restart.
const firstInterval = 200

// enumerate yields solutions up to the limit. While it finds few, it restarts at Luby's intervals,
// since conflicts suggest better first choices. After the first restart it probes. Where any links
// will do, it tries a guess before each part of the search.
func (r *search) enumerate() {
	guess := r.by.Guess
	if !wantsAnyLinks(r.m, r.task) {
		guess = nil
	}
	for i := 1; ; i++ {
		budget := r.interval * alg.Luby(i)
		if guess != nil {
			if s := guess.Try(budget); s != nil {
				r.d.Deliver(s)
				return
			}
		}
		switch r.run(budget, r.d.Deliver) {
		case spaceDone:
			r.exhausted = true
			return
		case overBudget:
			if r.by.Decider != nil {
				exhausted, done := r.by.Decider.Decide(r.s.propagations)
				if r.exhausted = exhausted; done || r.d.Stopped() {
					return
				}
			}
			if !r.restart(i) || i == 1 && !r.probe() {
				r.exhausted = !r.d.Stopped()
				return
			}
		default:
			return
		}
	}
}

// restart returns to the root after the i-th part of the search. It returns false on a conflict.
func (r *search) restart(i int) bool {
	r.retreat(0)
	r.chronologicalTo, r.learning = 0, true
	return i != hard || r.d.Result.Solutions > excludedByClauses || r.s.totalize()
}

// hard is the number of restarts, about a thousand conflicts, after which a search counts as hard.
const hard = 4

// excludedByClauses is the number of solutions that are excluded by clauses, so that the search may
// backjump. After more solutions it backtracks chronologically, which takes no memory.
const excludedByClauses = 20

// conflictsUntilLearning is the number of conflicts without a solution after which learning begins.
// If solutions come more often, learning costs more than it saves.
const conflictsUntilLearning = 1000

// Learning is useless if few learned clauses undo more than one choice. Chronological backtracking
// then does the same in less time.
const (
	rarely          = 100 // one clause in so many must undo more
	withoutLearning = 250 // conflicts until learning is tried again, as a multiple of those reviewed
)

// review records a learned clause. It suspends learning where that rarely helped.
func (r *search) review(l learnedClause) {
	r.analyzed++
	if l.level < l.last-1 {
		r.farther++
	}
	if r.analyzed%r.interval == 0 && r.farther*rarely <= r.analyzed {
		r.learning = false
		r.conflictsWithoutSolution, r.patience = 0, r.interval*withoutLearning
		r.farther, r.analyzed = 0, 0
	}
}

// run searches from the current state. It ends when nothing is left, when found returns false, or
// when the budget of conflicts is used up and a restart is possible.
func (r *search) run(budget int64, found func(model.Solution) bool) outcome {
	for {
		if !r.s.propagate() {
			if r.d.Stopped() {
				return cancelled
			}
			r.d.Result.Stats.Conflicts++
			if !r.backjump() {
				return spaceDone
			}
			if r.d.Stopped() { // perhaps nothing was learned
				return cancelled
			}
			if !r.learning && r.patience > conflictsUntilLearning {
				continue
			}
			if budget--; budget <= 0 && (r.chronologicalTo == 0 || r.d.Result.Solutions == 0) {
				return overBudget
			}
			continue
		}
		if r.d.Stopped() {
			return cancelled
		}
		if d, any := r.next(); any {
			if r.s.value(d.atom) < 0 { // an assumption fails
				return refuted
			}
			r.take(d)
			continue
		}
		if !found(r.p.solution()) {
			return enough
		}
		if !r.exclude() {
			return spaceDone
		}
	}
}

// next returns the next choice: an assumption, then a cube, then the brancher's.
func (r *search) next() (d decision, any bool) {
	for _, l := range r.assumed {
		if r.s.val[l] <= 0 {
			return decision{atom: litAtom(l)}, true
		}
	}
	if l, open := r.nextCube(); open {
		return decision{atom: litAtom(l)}, true
	}
	return r.b.choose(r.s)
}

// take makes a choice.
func (r *search) take(d decision) {
	r.path = append(r.path, d)
	r.s.push()
	r.s.choices = append(r.s.choices, d.atom)
	r.s.cause = reason{by: byChoice}
	r.s.impose(d.atom)
	r.d.Result.Stats.Nodes++
	r.d.Result.Stats.Propagations = r.s.propagations
	r.d.Tick()
}

// backjump learns from a conflict and returns to the level where the clause asserts a literal. It
// returns false if nothing is left.
func (r *search) backjump() bool {
	if len(r.path) == 0 {
		return false
	}
	r.conflictsWithoutSolution++
	if r.conflictsWithoutSolution > r.patience {
		r.learning = true
	}
	if !r.learning || r.chronologicalTo > 0 && r.conflictsWithoutSolution < conflictsUntilLearning {
		r.z.blame()
		r.b.blame()
		r.chronologicalTo = len(r.path)
		return r.turn()
	}
	l := r.analyze()
	if l.stopped {
		return true
	}
	if l.clause == nil {
		return false
	}
	if l.last <= r.chronologicalTo {
		return r.turn()
	}
	r.review(l)
	r.retreat(max(l.level, r.chronologicalTo))
	r.addLearned(l)
	r.reduce()
	return true
}

// analyze analyses the last conflict.
func (r *search) analyze() learnedClause {
	r.s.age++
	r.b.decay()
	r.b.last = -1
	return r.z.learn()
}

// reduce deletes learned clauses if there are too many.
func (r *search) reduce() {
	if r.s.reductionDue(r.reductions) {
		r.reductions++
		r.s.forget()
	}
}

// addLearned adds a learned clause and asserts its first atom.
func (r *search) addLearned(l learnedClause) {
	s := r.s
	lits := r.lits[:0]
	for _, a := range l.clause {
		lits = append(lits, s.litOf(a))
	}
	r.lits = lits
	s.cause = reason{by: byChoice}
	if len(lits) > 1 {
		s.cause = s.attach(lits, l.lbd)
	} else if len(s.levels) > 0 {
		s.cause = s.remember(nil)
	}
	if !s.set(lits[0]) {
		panic("fd: a learned clause has nothing to say")
	}
}

// exclude continues after a solution. The choices on finds distinguish it from all others.
func (r *search) exclude() bool {
	r.conflictsWithoutSolution = 0
	last := len(r.path)
	for last > 0 && r.path[last-1].helper {
		last--
	}
	if r.allHelpers { // the bound of the objective excludes it
		r.b.refresh(r.s)
		return true
	}
	r.retreat(last)
	if last == 0 {
		return false
	}
	varied := r.task.VariesAfter(r.d.Result.Solutions)
	if !varied && (r.chronologicalTo > 0 || r.d.Result.Solutions >= excludedByClauses) {
		r.chronologicalTo = last
		return r.turn()
	}
	lits := make([]lit, last)
	for i, d := range r.path {
		lits[last-1-i] = r.s.litOf(d.not())
	}
	r.retreat(last - 1)
	r.s.cause = reason{by: byChoice}
	if last > 1 {
		r.s.cause = r.s.attach(lits, 0)
	}
	if !r.s.set(lits[0]) { // which is open, or the choice would not have been one
		return false
	}
	if varied {
		r.retreat(0)
		r.chronologicalTo = 0
		r.b.shuffle()
	}
	return true
}

// turn undoes the last choice and takes its other side, if there is one.
func (r *search) turn() bool {
	for len(r.path) > 0 {
		d := r.path[len(r.path)-1]
		r.retreat(len(r.path) - 1)
		r.chronologicalTo = len(r.path)
		r.s.cause = reason{by: byTurn}
		if r.chronologicalTo == 0 {
			r.s.cause.by = byChoice
		}
		if r.s.impose(d.not()) {
			return true
		}
	}
	return false
}

// retreat undoes choices until a number is left.
func (r *search) retreat(left int) {
	for len(r.path) > left {
		r.path = r.path[:len(r.path)-1]
		r.s.pop()
		r.d.Result.Stats.DeadEnds++
	}
	r.s.choices = r.s.choices[:left]
	r.b.refresh(r.s)
}

// solution reads the values of all variables once everything is decided.
func (p *poster) solution() model.Solution { return solution(p.m, p.slots, p.s.val, p.s.ints) }

func solution(m *model.Model, slots []model.Int, val []int8, ints []intVar) model.Solution {
	values := make(model.Solution, len(m.Vars))
	for v := range values {
		if slot := slots[v]; !m.Vars[v].Bool {
			values[v] = ints[slot].lo
		} else if val[slot] > 0 {
			values[v] = 1
		}
	}
	return values
}

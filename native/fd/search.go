// Package fd is a finite-domain search with propagation that learns from conflicts (CDCL), for any model
// without a machine: lazy clause generation (Ohrimenko, Stuckey and Codish, Propagation via lazy
// clause generation, 2009; Feydy and Stuckey, Lazy clause generation reengineered, 2009).
//
// It works on a store (store.go, domain.go, store.go): boolean literals, integer domains, a trail
// on which changes are undone, clauses and sums that react to each literal, and a queue of
// propagators that react to events. post.go and post.go turn a model into a store, and one
// file for each kind of constraint or node has its propagator. presolve.go is what presolve leaves,
// which others may take up instead of this package.
//
// What is known consists of atoms (atom.go): a literal, or that an integer is at least, at most, equal to or
// different from a number. Each change on the trail has a time and a reason (reason.go), which is a
// small handle; the propagator that it names is asked for an explanation only when analyze.go needs it,
// and then answers for that time: what was known later does not count. The answers stand
// beside the propagators, in files that end in _explain.go where they are long. A propagator without an answer
// of its own is explained by all that was known of what it is about.
//
// Of each conflict analyze.go makes a clause of atoms. Atoms of integers that stand in learned clauses become
// literals (atom.go), as are conditions of the model that are atoms: literal and domain change together.
// clause.go watches clauses and deletes learned ones. sum.go has large sums counted in parts once the search proves hard.
//
// branch.go picks choices by domain size and activity (branch.go), search.go takes them, jumps back (backjumping) to where a learned clause
// tells something new, and restarts. Solutions are excluded by clauses as long as they are few; where they are many, choices are
// taken back one by one. branch.go tries each choice on its own before a hard search goes on, optimize.go looks for best
// solutions by branch and bound. branch.go extends lines, branch.go chooses one of
// several, links.go has links without needless turns tried first. clique.go finds literals
// that exclude each other; clique.go bounds by them how many of a sum can hold. split.go
// parts a search among several, and split.go searches such parts.
//
// The package knows no other search: a [Guess] and a [Decider] are handed in.
package fd

import (
	"nazo/internal/alg"
	"nazo/internal/model"
)

// Guess is an incomplete search that may find a solution soon, and proves nothing.
type Guess interface {
	// Try works for about as long as the search of this package takes to meet so many dead
	// ends, and returns a solution or nil.
	Try(deadEnds int64) model.Solution
}

// Decider knows another way to the solutions, which takes long but comes to an end.
type Decider interface {
	// Decide is asked before each restart, after so many propagations in all, which tell better than conflicts how long the
	// search has taken. It has delivered all that was asked
	// for if it says that it is done, and all that there is if it says that the space is exhausted.
	Decide(propagations int64) (exhausted, done bool)
}

// Optimizer knows another way to the best solution.
type Optimizer interface {
	// Improve is asked now and then, after so many propagations in all. It returns a solution that is better than the best
	// one known, or nil, and whether it is proved that the best one known by now is the best of all; if none is known, that there is none.
	Improve(propagations int64, best model.Solution) (better model.Solution, proved bool)
}

// Helpers are searches that are handed in; each may be nil.
type Helpers struct {
	Guess     Guess
	Decider   Decider
	Optimizer Optimizer
}

// search is the work on one task, from a root on.
type search struct {
	*Root
	task model.Task
	d    *model.Delivery
	by   Helpers

	p *poster
	s *store
	b *brancher
	z *analyzer

	path []decision // the choices that lead to where the search is
	// assumed are literals that are chosen before all else.
	assumed []lit
	cubes   []lit // for each cube that is asked for the literal that says that solutions lie in it
	// chronologicalTo is up to which level choices are taken back one by one, since solutions below
	// their other sides were delivered and are not excluded by clauses.
	chronologicalTo int
	// allHelpers asks for every completion of the helpers, as objectives may
	// depend on them; otherwise one is enough for each assignment of the finds.
	allHelpers               bool
	interval                 int64 // the conflicts before the first restart
	reductions               int   // how often learned clauses were deleted
	conflictsWithoutSolution int64 // conflicts since the last solution, or since learning ended
	patience                 int64 // how many of these are met before learning begins
	// learning says that conflicts are analysed. Where all solutions are asked for that begins with the first restart,
	// which comes if none was found by then; it ends where it proves to be of no use.
	learning bool
	// analyzed is how many conflicts were analysed since they were last reviewed, and farther how many of these led back
	// by more than one choice.
	analyzed, farther int64
	lits              []lit // scratch: of a learned clause
	// exhausted is set once the search space is known to be done.
	exhausted bool
}

// outcome says how a part of a search ended.
type outcome int

const (
	spaceDone  outcome = iota // nothing is left to search
	refuted                   // nor is anything else where what is assumed holds
	enough                    // the receiver of solutions said so
	cancelled                 // the context ended
	overBudget                // as many conflicts as allowed
	settled                   // somebody else came to the end
)

// Search looks for the solutions that are asked for and reports whether the search space was
// exhausted. Helpers are asked now and then.
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
	if !r.post() || !r.keepTo(r.task.Cubes) {
		r.exhausted = !r.d.Stopped()
		return
	}
	if r.d.Stopped() {
		return
	}
	if len(r.Objectives()) > 0 {
		r.optimize()
		return
	}
	r.enumerate()
}

// post posts the model and makes what searches it. It returns false if there is no solution, or the search is to stop.
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

// firstInterval is how many conflicts the search may meet before its first restart.
const firstInterval = 200

// enumerate yields solutions up to the task's limit. As long as it finds few it restarts every now and
// then, since the choices made first are often the worst, and conflicts tell better ones by
// and by. Restarts come at Luby's intervals. After the first, what no choice
// can be is taken away for good.
//
// Where any links will do, a guess comes before each part of the search.
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

// restart goes back to the root after the i-th part of the search. It returns false on a conflict.
func (r *search) restart(i int) bool {
	r.retreat(0)
	r.chronologicalTo, r.learning = 0, true
	return i != hard || r.d.Result.Solutions > excludedByClauses || r.s.totalize()
}

// hard is after how many parts of the search, which are a thousand conflicts, it proves hard.
const hard = 4

// excludedByClauses is how many solutions are excluded by a clause each, after which the search is free
// to go back as far as it likes. Beyond that it takes back choice by choice, which takes no memory.
const excludedByClauses = 20

// conflictsUntilLearning is after how many conflicts without a solution the search learns from them even where solutions
// are many: as long as they come more often than that, learning costs more than it saves.
const conflictsUntilLearning = 1000

// Learned clauses are of no use if no more than one in so many leads back farther than the choice before the last: a search that
// takes back choice by choice does the same in less time. How many conflicts it may meet, as a multiple of those that
// were looked at, before it tries learning again.
const (
	rarely          = 50
	withoutLearning = 250
)

// review notes that a clause was learned, and ends learning for a time if that was rarely of use.
func (r *search) review(l learnedClause) {
	r.analyzed++
	if l.level < l.last-1 {
		r.farther++
	}
	if r.analyzed < r.interval {
		return
	}
	if r.farther*rarely <= r.analyzed {
		r.learning = false
		r.conflictsWithoutSolution, r.patience = 0, r.interval*withoutLearning
	}
	r.farther, r.analyzed = 0, 0
}

// run searches from where the store stands until the space is done, found
// says to stop, or so many conflicts were met while it may restart.
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
			if r.s.value(d.atom()) < 0 { // an assumption fails
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

// next is the next choice: what is assumed, then a cube, then what the brancher says.
func (r *search) next() (d decision, any bool) {
	for _, l := range r.assumed {
		if r.s.val[l] <= 0 {
			return decision{slot: model.Int(l), kind: chooseLit}, true
		}
	}
	if l, open := r.nextCube(); open {
		return decision{slot: model.Int(l), kind: chooseLit}, true
	}
	return r.b.choose(r.s)
}

// take makes a choice.
func (r *search) take(d decision) {
	r.path = append(r.path, d)
	r.s.push()
	r.s.choices = append(r.s.choices, d.atom())
	r.s.cause = reason{by: byChoice}
	d.take(r.s)
	r.d.Result.Stats.Nodes++
	r.d.Result.Stats.Propagations = r.s.propagations
	r.d.Tick()
}

// backjump learns from a conflict and goes back to where that tells something new. It returns false if
// nothing is left to search.
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
	r.s.age++
	r.b.decay()
	r.b.last = -1
	l := r.z.learn()
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
	if r.s.reductionDue(r.reductions) {
		r.reductions++
		r.s.forget()
	}
	return true
}

// addLearned adds a learned clause and makes its first atom true.
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

// exclude has the search go on after a solution. The choices of finds that led to it tell
// the solution from all others.
func (r *search) exclude() bool {
	r.conflictsWithoutSolution = 0
	last := len(r.path)
	for !r.allHelpers && last > 0 && r.path[last-1].helper {
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
		lits[last-1-i] = r.s.litOf(d.atom().not())
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

// turn takes back the last choice and takes its other side, if there is one.
func (r *search) turn() bool {
	for len(r.path) > 0 {
		d := r.path[len(r.path)-1]
		r.retreat(len(r.path) - 1)
		r.chronologicalTo = len(r.path)
		r.s.cause = reason{by: byTurn}
		if r.chronologicalTo == 0 {
			r.s.cause.by = byChoice
		}
		if d.refuse(r.s) {
			return true
		}
	}
	return false
}

// retreat takes choices back until so many are left.
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

// Package engine is the contract between those who ask and the engines: what can be
// asked of a [model.Model], and what comes back. Nothing here knows how an engine works.
package engine

import (
	"context"
	"math/big"
	"nazo/model"
)

// Solver is an engine.
type Solver interface {
	// Name is the engine's name on the command line.
	Name() string
	// Supports says whether the engine can take up the task, and if not, why,
	// as a clause that can follow "engine … can't: ".
	Supports(m *model.Model, t Task) (ok bool, reason string)
	// Solve works on the task until it is done, ctx is cancelled or yield
	// returns false. It calls yield for each solution, in one goroutine, with
	// distinct values of the finds' variables each time; with objectives only
	// for optimal solutions. For a [model.Machine] it yields runs: any, if the task
	// [Task.AsksForAnyRun], else those that are best by costs and then by length
	// (with the limit 1: by costs). The model must not change meanwhile; several calls
	// may run at once. It returns at most 0.1 s after ctx is cancelled.
	Solve(ctx context.Context, m *model.Model, t Task, yield func(model.Solution) bool) Result
}

// Task is a question about a model.
type Task struct {
	// Limit is the number of solutions after which to stop; 0 asks for all.
	// With objectives the solutions are the optimal ones.
	Limit int
	// Seed varies the order of the search; 0 is the plain order. The same seed
	// gives the same solutions in the same order.
	Seed int64
	// Off lists rule instances that are switched off.
	Off []int32
	// Fixed lists variables whose values are given.
	Fixed []Fixed
	// AnyObjective asks for solutions whatever their objective.
	AnyObjective bool
	// MaxMoves bounds the length of runs of a machine; 0 is no bound.
	MaxMoves int
	// Memory bounds the bytes that a search for runs, or a count by eliminating
	// vertices, may take for the states that it keeps, not what it takes beside; 0 is
	// the engine's own choice. A search that meets it ends with the reason [MemoryLimit].
	Memory int64
	// Counting says how to count; nil leaves all of it to the counter.
	Counting *Counting
	// Search names the searches that engine native is to use for a path, cycle,
	// links or run, in the words of its Searches; nil means its own choice. Engines
	// without named searches decline a task that has any.
	Search []string
	// Watch, if not nil, is shown the state of a native search once every
	// WatchEvery choices, in the goroutine of the search, which waits for it.
	Watch      func(Trial)
	WatchEvery int64
	// Progress, if not nil, is told the statistics now and then, from any goroutine.
	Progress func(Stats)
}

// MemoryLimit is the reason of a result that met the bound of Task.Memory.
const MemoryLimit = "memory limit"

// Fixed gives a variable its value.
type Fixed struct {
	Var   model.VarID
	Value int64
}

// Trial is a moment in a search for a path, a cycle or links.
type Trial struct {
	Choices int64
	// Lines are the vertices entered so far, by number, in order: one line for a
	// path or cycle, or its pieces if a search has several, one for each label
	// begun for links. They are only valid during the call.
	Lines [][]int32
}

// Result is what an engine says at the end of a task.
type Result struct {
	// Complete says that the task was answered to its end: the limit on
	// solutions was reached, or there are no more than were yielded. It is
	// false after a cancelled context, a refusal or a yield that returned false.
	Complete bool
	// Exhausted says that every solution was yielded: the search space is done.
	Exhausted bool
	// Solutions is the number of calls of yield.
	Solutions int
	// Best is the best solution known if an optimum was asked for and is not
	// proved; nil otherwise.
	Best model.Solution
	// Bounds are, for each objective, what is proved about its optimum; nil
	// where there is no objective.
	Bounds []model.Interval
	// Reason says why the task was not completed, as in "time limit"; "" if it was.
	Reason string
	Stats  Stats
}

// Stats are counted work; fields that an engine does not know stay 0.
type Stats struct {
	Variables    int64 // of the formula that the engine worked on
	Clauses      int64 // clauses, cardinality and linear constraints of the formula
	Solves       int64 // calls of the SAT solver
	Conflicts    int64
	Cuts         int64 // constraints that were added lazily
	Nodes        int64 // choices that native search made
	DeadEnds     int64 // choices that it took back
	Propagations int64
	States       int64 // distinct states of a machine that were reached
	Moves        int64 // moves of a machine that were tried
	Horizon      int64 // the longest runs that were asked about
}

// Counter is a solver that can count solutions without visiting each.
type Counter interface {
	Solver
	// Counts says whether it can for this task, and if not, why, as Supports does.
	Counts(m *model.Model, t Task) (ok bool, reason string)
	// Count counts all solutions; with objectives, and for machines, the best ones.
	// Task.Limit plays no part.
	Count(ctx context.Context, m *model.Model, t Task) Count
}

// Count is a number of solutions.
type Count struct {
	N *big.Int // nil unless Complete
	// Complete says that N is the number, and not less.
	Complete bool
	// Costs are those of the solutions counted, if they are the best runs of a
	// machine, with the length last.
	Costs []int64
	// ByLength has the numbers of solutions by length, if it was asked for.
	ByLength map[int64]*big.Int
	// Method says how it was counted, in a few words.
	Method string
	Reason string // why it is not complete
	Stats  Stats
}

// Surveyor is a solver that can visit every state of a machine.
type Surveyor interface {
	Solver
	// Survey visits all states that runs may reach within Task.MaxMoves, Goal or
	// not.
	Survey(ctx context.Context, m *model.Model, t Task) Survey
}

// Survey is what there is to be seen of a machine's states.
type Survey struct {
	// ByDistance is the number of states that take so many moves to reach, and no
	// fewer; Goals how many of them meet the goal. Moves lead on from there, too.
	ByDistance, Goals []int64
	// DeadEnds is the number of states from which no run leads to the goal, -1 if
	// it is not known.
	DeadEnds int64
	Complete bool
	Reason   string
	Stats    Stats
}

// AsksForAnyRun says whether a task about the machine is content with any run,
// rather than asking for best ones.
func (t Task) AsksForAnyRun(m *model.Machine) bool {
	return t.AnyObjective || t.Limit == 1 && m.Costs == 0
}

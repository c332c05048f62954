package model

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
	"time"
)

// Engine opens models. It keeps nothing, so one serves many models at once.
type Engine interface {
	// Name is the engine's name on the command line.
	Name() string
	// Open prepares a model, which must not change while the job is in use. What is derived from
	// the model is computed once for all questions, at the latest when first needed. The error is a
	// [Reason] of kind [Unsupported].
	Open(ctx context.Context, m *Model, o Options) (Job, error)
}

// Options say what is to be held of a model in all that a job is asked: lowering depends
// on them.
type Options struct {
	// Search names searches of engine native for a path, cycle, links or run; nil is its own
	// choice. Other engines refuse a model opened with any.
	Search []string
	// Off lists rule instances that are switched off.
	Off []int32
	// Within lists variables that may have certain values only.
	Within []Within
	// AnyObjective asks for solutions whatever their objective, and for runs of any length.
	AnyObjective bool
}

// Within restricts a variable to some values, 0 and 1 for booleans. It may list values that the
// variable can't have.
type Within struct {
	Var    VarID
	Values Domain
}

// Holds reports whether a solution has one of the values.
func (w Within) Holds(s Solution) bool { return w.Values.Contains(s[w.Var]) }

// Fix gives a variable its value.
func Fix(v VarID, value int64) Within { return Within{v, Range(value, value)} }

// Job is a model that an engine has taken up. Its methods may be called several times,
// also at once.
type Job interface {
	// Refuses is of kind [Unsupported] if Solve can't do what o asks for, and None if it
	// can. It takes no time.
	Refuses(o SolveOptions) Reason
	// Solve searches until it is done, ctx is cancelled or yield returns false. It returns at most
	// 0.1 s after ctx ends. It calls yield for each solution, in one goroutine. Solutions differ in
	// the finds' variables. With objectives it yields only optimal solutions.
	//
	// For a [Machine] it yields runs that are best by costs and then by length. If
	// [Task.AsksForAnyRun] the run may be any, and the result reports whether it is known to be a
	// shortest. Some work is spent on that, unless AnyObjective is set.
	Solve(ctx context.Context, o SolveOptions, yield func(Solution) bool) Result
}

// SolveOptions say which solutions are asked for, and how to look for them.
type SolveOptions struct {
	// Limit is the number of solutions after which to stop; 0 means all. With objectives it counts
	// optimal solutions.
	Limit int
	// Cubes, if not nil, restrict solutions to disjoint cubes. It needs a model without a machine.
	Cubes []Cube
	// Seed varies the order of the search; 0 is the plain order. The same seed
	// gives the same solutions in the same order.
	Seed int64
	// Varied asks for widely different solutions. Each of the first [MostVaried] comes from a fresh
	// search in a random order, decided by a nonzero Seed, with the earlier ones excluded.
	// Probabilities are not specified. Runs and named searches ignore it.
	Varied bool
	// Choices, if not 0, limits the choices of a native search, which then ends with [WorkLimit].
	// Unlike a time it is the same on every machine.
	Choices int64
	// Conflicts, if not 0, limits the conflicts and solver calls of engine sat on a model without a
	// machine, in the same way. Outside solvers ignore it.
	Conflicts int64
	RunOptions
	// Watch, if not nil, sees the state of a native search every WatchEvery choices. It runs in the
	// goroutine of the search, which waits.
	Watch      func(Moment)
	WatchEvery int64
	// Progress, if not nil, is called now and then with how far the search has come, from any goroutine.
	Progress func(Progress)
}

// Progress is how far a search has come.
type Progress struct {
	Stats
	// Bounds are what is known of the optimum of each objective so far; nil where none is, or the engine doesn't know.
	Bounds []Interval
}

// MostVaried is how many solutions are looked for afresh each: all of them are excluded by what is kept.
const MostVaried = 1000

// VariesAfter reports whether the search is to begin afresh after so many solutions.
func (o SolveOptions) VariesAfter(solutions int) bool {
	return o.Varied && o.Seed != 0 && solutions < MostVaried
}

// RunOptions bound what is done about a machine.
type RunOptions struct {
	// MaxMoves bounds the length of runs; 0 is no bound.
	MaxMoves int
	// Memory bounds the bytes for the states of a search for runs or of a count; 0 is the engine's
	// default. Other memory is extra. A search that reaches it ends with [MemoryLimit].
	Memory int64
}

// Task is a question to a job with what the job was opened with: all that a search goes by.
type Task struct {
	Options
	SolveOptions
}

// InCubes reports whether a solution lies where the task asks for it.
func (o SolveOptions) InCubes(s Solution) bool {
	return o.Cubes == nil || slices.ContainsFunc(o.Cubes, func(c Cube) bool { return c.Holds(s) })
}

// AsksForAnyRun reports whether a task about the machine is content with any run,
// rather than asking for best ones.
func (t Task) AsksForAnyRun(m *Machine) bool {
	return t.AnyObjective || t.Limit == 1 && m.Costs == 0
}

// Moment is a moment in a search for a path, a cycle or links.
type Moment struct {
	Choices int64
	// Lines are the vertices entered so far, in order: one line for a path or cycle, its pieces if
	// the search has several, or one per started label of links. They are only valid during the
	// call.
	Lines [][]int32
}

// Result is an engine's answer at the end of a task.
type Result struct {
	// Complete means that the task was answered to its end: the limit was reached, or there are no
	// more solutions. It is false after a cancelled context, a refusal or a yield that returned
	// false.
	Complete bool
	// Exhausted is true if every solution was yielded: the search space is done.
	Exhausted bool
	// Solutions is the number of calls of yield.
	Solutions int
	// ShorterMayExist means that the run need not be a shortest one, since the task accepts any
	// ([Task.AsksForAnyRun]).
	ShorterMayExist bool
	// Best is the best solution known if an optimum was asked for and is not
	// proved; nil otherwise.
	Best Solution
	// Bounds are, for each objective, what is proved about its optimum; nil
	// where there is no objective.
	Bounds []Interval
	// Proof says how the optimum was proved, if that isn't by the search itself; a clause that follows "proved optimal".
	Proof string
	// Reason says why the task was not completed; None if it was.
	Reason Reason
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

// Add adds the work of another; the longest horizon counts.
func (s *Stats) Add(o Stats) {
	s.Variables += o.Variables
	s.Clauses += o.Clauses
	s.Solves += o.Solves
	s.Conflicts += o.Conflicts
	s.Cuts += o.Cuts
	s.Nodes += o.Nodes
	s.DeadEnds += o.DeadEnds
	s.Propagations += o.Propagations
	s.States += o.States
	s.Moves += o.Moves
	s.Horizon = max(s.Horizon, o.Horizon)
}

// Work counts what a job does once for all that it is asked, for tests that hold it to that.
type Work struct {
	Recognitions int // the model was looked at for what kind it is of, as it is or as a presolve left it
	Lowerings    int // the model was written anew for a count
	Presolves    int // native: constraints were posted and propagated, before any search
	Encodings    int // sat: the model was written as a formula
	Compilations int // a machine was compiled, or made ready to be unrolled
	Heuristics   int // native: a heuristic was derived from a machine
}

// WorkReporter is a job that tells its work.
type WorkReporter interface {
	Job
	Work() Work
}

// Kind tells reasons apart, for those who act on them.
type Kind uint8

// The kinds of reasons.
const (
	None        Kind = iota // nothing is amiss
	Unsupported             // the engine can't do it; the detail is a clause that can follow "engine … can't: "
	TimeLimit               // the deadline of the context has passed
	Interrupted             // the context was cancelled
	MemoryLimit             // the bound on memory was met
	WorkLimit               // the bound on choices or conflicts was met
	Stopped                 // the receiver of solutions wanted no more
	Lossy                   // the search may lose solutions, so it can't tell that there are no more
	TooLarge                // numbers, or what they are counted with, grew too large on the way
	OutOfReach              // a count was not begun, for what it is expected to take
	CantSave                // a checkpoint can't be written
	Other                   // anything else that the detail says
)

// text is the text of each kind by itself; "" leaves it to the detail.
var text = [...]string{
	TimeLimit: "time limit", Interrupted: "interrupted", MemoryLimit: "memory limit", WorkLimit: "limit of choices", Stopped: "stopped by the receiver",
	OutOfReach: "out of reach", CantSave: "can't save", Other: "",
}

// Reason says why something was refused, or came to no end. The zero Reason is none.
type Reason struct {
	Kind   Kind
	Detail string // for people; "" where the kind says it all
}

// Because is a reason of a kind with its detail.
func Because(kind Kind, format string, args ...any) Reason {
	return Reason{kind, fmt.Sprintf(format, args...)}
}

// String is the reason for people: a clause, "" for none.
func (r Reason) String() string {
	switch t := text[r.Kind]; {
	case t == "":
		return r.Detail
	case r.Detail == "":
		return t
	default:
		return t + ": " + r.Detail
	}
}

// Error is String, so that a reason can be returned as an error.
func (r Reason) Error() string { return r.String() }

// Err is the reason as an error, nil for none.
func (r Reason) Err() error {
	if r.Kind == None {
		return nil
	}
	return r
}

// ReasonOf returns the reason that an error is or wraps. Another error becomes Other with its text,
// and nil becomes none.
func ReasonOf(err error) Reason {
	var r Reason
	switch {
	case err == nil:
	case errors.As(err, &r):
	case errors.Is(err, context.DeadlineExceeded):
		r = Reason{Kind: TimeLimit}
	case errors.Is(err, context.Canceled):
		r = Reason{Kind: Interrupted}
	default:
		r = Reason{Other, err.Error()}
	}
	return r
}

// Refusal makes an error that an engine doesn't support something of its text; nil stays nil.
func Refusal(err error) error {
	if err == nil {
		return nil
	}
	return Reason{Unsupported, err.Error()}
}

// Ended says why a context has ended: the reason it was cancelled for, or else its error. It is
// none if it has not.
func Ended(ctx context.Context) Reason {
	if r, given := errors.AsType[Reason](context.Cause(ctx)); given {
		return r
	}
	return ReasonOf(ctx.Err())
}

// Once is a result that is computed when first needed and then kept. The zero Once is ready, also
// for several goroutines.
type Once[T any] struct {
	mu    sync.Mutex
	busy  chan struct{} // closed when the computation that is under way ends; nil if there is none
	done  bool
	value T
	err   error
	times int
}

// Get returns the value, or why there is none. The first caller computes it; others wait as long as
// their own contexts last. A computation that a context interrupted is not kept, and the next
// caller repeats it.
func (o *Once[T]) Get(ctx context.Context, compute func(context.Context) (T, error)) (T, error) {
	for {
		o.mu.Lock()
		busy := o.busy
		switch {
		case o.done:
			defer o.mu.Unlock()
			return o.value, o.err
		case ctx.Err() != nil:
			o.mu.Unlock()
			var none T
			return none, ctx.Err()
		case busy == nil:
			o.busy = make(chan struct{})
			o.times++
			o.mu.Unlock()
			return o.compute(ctx, compute)
		}
		o.mu.Unlock()
		select {
		case <-busy:
		case <-ctx.Done():
			var none T
			return none, ctx.Err()
		}
	}
}

// compute computes the value and keeps it unless it was interrupted, or panics.
func (o *Once[T]) compute(ctx context.Context, compute func(context.Context) (T, error)) (value T, err error) {
	keep := false
	defer func() {
		o.mu.Lock()
		defer o.mu.Unlock()
		if keep {
			o.done, o.value, o.err = true, value, err
		}
		close(o.busy)
		o.busy = nil
	}()
	value, err = compute(ctx)
	keep = err == nil || ctx.Err() == nil
	return value, err
}

// Times is how often the value was computed so far: more than once only after interruptions.
func (o *Once[T]) Times() int {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.times
}

// Delivery does what every search does for its caller: it yields solutions up to the limit, watches
// the context, reports progress and sums up. It belongs to one goroutine, except Stop.
type Delivery struct {
	// Result is the result of the task so far. The search keeps its Stats up, and Best and
	// Bounds if it looks for an optimum.
	Result Result
	// Stop is set when the context ends.
	Stop atomic.Bool

	ctx      context.Context
	limit    int
	yield    func(Solution) bool
	progress func(Progress)
	release  func() bool
	refused  bool // yield returned false

	choices, mostChoices int64 // 0: as many as it takes

	lastReport time.Time
	untilClock int
}

// NewDelivery begins the delivery of what is asked for; Close must end it.
func NewDelivery(ctx context.Context, o SolveOptions, yield func(Solution) bool) *Delivery {
	d := &Delivery{ctx: ctx, limit: o.Limit, yield: yield, progress: o.Progress, mostChoices: o.Choices, lastReport: time.Now()}
	d.release = context.AfterFunc(ctx, func() { d.Stop.Store(true) })
	if ctx.Err() != nil {
		d.Stop.Store(true)
	}
	return d
}

// Close lets go of the context.
func (d *Delivery) Close() { d.release() }

// Stopped reports whether the context has ended.
func (d *Delivery) Stopped() bool { return d.Stop.Load() }

// Deliver hands a solution over and reports whether to go on.
func (d *Delivery) Deliver(s Solution) bool {
	d.Result.Solutions++
	if !d.yield(s) {
		d.refused = true
		return false
	}
	return d.limit == 0 || d.Result.Solutions < d.limit
}

// Tick reports statistics at most ten times a second, and stops the search at the limit of choices.
// Call it once per choice; it looks at the clock every hundred calls.
func (d *Delivery) Tick() {
	if d.choices++; d.choices == d.mostChoices {
		d.Stop.Store(true)
	}
	if d.untilClock--; d.untilClock > 0 || d.progress == nil {
		return
	}
	d.untilClock = 100
	if now := time.Now(); now.Sub(d.lastReport) >= 100*time.Millisecond {
		d.lastReport = now
		d.progress(Progress{d.Result.Stats, slices.Clone(d.Result.Bounds)})
	}
}

// Finish sums up. Exhausted means that nothing is left to search. The reason says why the search
// ended early; it is none if the context ended it.
func (d *Delivery) Finish(exhausted bool, reason Reason) Result {
	r := d.Result
	limited := d.limit > 0 && r.Solutions >= d.limit
	r.Exhausted = exhausted
	r.Complete = (exhausted || limited) && !d.refused
	switch {
	case r.Complete:
		r.Best = nil
	case d.refused:
		r.Reason.Kind = Stopped
	case reason.Kind != None:
		r.Reason = reason
	case d.mostChoices > 0 && d.choices >= d.mostChoices:
		r.Reason.Kind = WorkLimit
	default:
		r.Reason = Ended(d.ctx)
	}
	return r
}

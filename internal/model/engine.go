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

// Engine opens models. It has no state, so one serves many models at once.
type Engine interface {
	// Name is the engine's name on the command line.
	Name() string
	// Open prepares a model, which must not change while the job is in use. Facts derived from the model are
	// computed at most once. The error is a [Reason] of kind [Unsupported].
	Open(ctx context.Context, m *Model, o Options) (Job, error)
}

// Options hold for all questions to a job. They affect how the model is lowered.
type Options struct {
	// Search names searches of engine native for a path, cycle, links or run. nil leaves the choice to it. Other
	// engines refuse any name.
	Search []string
	// Off lists rule instances that are switched off.
	Off []int32
	// Within lists variables that may have certain values only.
	Within []Within
	// AnyObjective asks for solutions whatever their objective, and for runs of any length.
	AnyObjective bool
}

// Within restricts a variable to some values, 0 and 1 for booleans. Values outside its domain are allowed.
type Within struct {
	Var    VarID
	Values Domain
}

// Holds reports whether a solution has one of the values.
func (w Within) Holds(s Solution) bool { return w.Values.Contains(s[w.Var]) }

// Fix gives a variable its value.
func Fix(v VarID, value int64) Within { return Within{v, Range(value, value)} }

// Job is a model opened by an engine. Several goroutines may call its methods.
type Job interface {
	// Refuses returns a reason of kind [Unsupported] if Solve can't do what o asks for. It takes no time.
	Refuses(o SolveOptions) Reason
	// Solve searches until it is done, ctx is cancelled or yield returns false. It returns at most 0.1 s after ctx
	// ends. It calls yield for each solution, in one goroutine. Solutions differ in the variables of finds. With
	// objectives it yields only optimal solutions.
	//
	// For a [Machine] it yields the runs that are best by costs and then by length. If [Task.AsksForAnyRun] it may
	// yield any run. The result then reports whether that is known to be a shortest one. Some work is spent on that,
	// unless AnyObjective is set.
	Solve(ctx context.Context, o SolveOptions, yield func(Solution) bool) Result
}

// SolveOptions say which solutions to find, and how.
type SolveOptions struct {
	// Limit is the number of solutions after which to stop. 0 means all. With objectives it counts optimal solutions.
	Limit int
	// Cubes, if not nil, restrict solutions to disjoint cubes. It needs a model without a machine.
	Cubes []Cube
	// Seed varies the order of the search. 0 is the plain order. The same seed gives the same solutions in the same
	// order.
	Seed int64
	// Varied asks for widely different solutions. Each of the first [MostVaried] comes from a fresh search in a
	// random order, if Seed is not 0. Earlier solutions are excluded. Runs and named searches ignore it.
	Varied bool
	// Choices, if not 0, limits the choices of a native search, which then ends with [WorkLimit]. Unlike a time
	// limit it is the same on every machine.
	Choices int64
	// Conflicts, if not 0, limits the conflicts and solver calls of engine sat on a model without a machine. Outside
	// solvers ignore it.
	Conflicts int64
	RunOptions
	// Watch, if not nil, sees the state of a native search every WatchEvery choices. It runs in the
	// goroutine of the search, which waits.
	Watch      func(Moment)
	WatchEvery int64
	// Progress, if not nil, is called now and then, from any goroutine.
	Progress func(Progress)
}

// Progress is how far a search has come.
type Progress struct {
	Stats
	// Bounds are proved bounds for each objective; nil if there are no objectives or the engine doesn't know.
	Bounds []Interval
}

// MostVaried bounds the solutions that get a fresh search each. The engine keeps all of them to exclude them.
const MostVaried = 1000

// VariesAfter reports whether to start a fresh search after so many solutions.
func (o SolveOptions) VariesAfter(solutions int) bool {
	return o.Varied && o.Seed != 0 && solutions < MostVaried
}

// RunOptions bound the work on a machine.
type RunOptions struct {
	// MaxMoves bounds the length of runs; 0 is no bound.
	MaxMoves int
	// Memory bounds the bytes for the states of a search for runs or of a count. 0 is the engine's default. Other
	// memory is extra. A search that reaches the bound ends with [MemoryLimit].
	Memory int64
}

// Task is a question to a job, with the options the job was opened with.
type Task struct {
	Options
	SolveOptions
}

// InCubes reports whether a solution lies in one of the cubes.
func (o SolveOptions) InCubes(s Solution) bool {
	return o.Cubes == nil || slices.ContainsFunc(o.Cubes, func(c Cube) bool { return c.Holds(s) })
}

// AsksForAnyRun reports whether any run of the machine will do, rather than a best one.
func (t Task) AsksForAnyRun(m *Machine) bool { return t.AnyObjective || t.Limit == 1 && m.Costs == 0 }

// Moment is a moment in a search for a path, a cycle or links.
type Moment struct {
	Choices int64
	// Lines are the vertices entered so far, in order. A path or cycle has one line, or its pieces. Links have a
	// line for each label that was started. They are only valid during the call.
	Lines [][]int32
}

// Result is an engine's answer to a task.
type Result struct {
	// Complete means that the limit was reached, or that there are no more solutions. It is false after a cancelled
	// context, a refusal or a yield that returned false.
	Complete bool
	// Exhausted means that the whole search space is done.
	Exhausted bool
	// Solutions is the number of calls of yield.
	Solutions int
	// ShorterMayExist means that the run need not be a shortest one; see [Task.AsksForAnyRun].
	ShorterMayExist bool
	// Best is the best solution found if its optimality is not proved; else nil.
	Best Solution
	// Bounds are proved bounds for each objective; nil if there are none.
	Bounds []Interval
	// Proof says how the optimum was proved, if not by the search itself. It is a clause that follows "proved optimal".
	Proof string
	// Reason says why the task was not completed; None if it was.
	Reason Reason
	Stats  Stats
}

// Stats count work. Fields that an engine does not know stay 0.
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
	Horizon      int64 // the length of the longest runs searched for
}

// Add adds the work of another. Horizon becomes the longer one.
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

// Work counts what a job computes once for all questions, for tests.
type Work struct {
	Recognitions int // classifications of the model, as it is or after presolve
	Lowerings    int // rewritings of the model for a count
	Presolves    int // native: root propagations
	Encodings    int // sat: translations of the model into a formula
	Compilations int // compilations of a machine, or preparations for unrolling it
	Heuristics   int // native: heuristics derived from a machine
}

// WorkReporter is a job that reports its work.
type WorkReporter interface {
	Job
	Work() Work
}

// Kind is the kind of a reason.
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
	Lossy                   // the search may lose solutions, so it can't exclude others
	TooLarge                // numbers, or the tables behind them, grew too large
	OutOfReach              // a count was not begun, since it would take too long
	CantSave                // a checkpoint can't be written
	Other                   // see the detail
)

// text is the text of each kind by itself; "" leaves it to the detail.
var text = [Other + 1]string{
	TimeLimit: "time limit", Interrupted: "interrupted", MemoryLimit: "memory limit", WorkLimit: "limit of choices",
	Stopped: "stopped by the receiver", OutOfReach: "out of reach", CantSave: "can't save",
}

// Reason says why a task was refused or not completed. The zero Reason is none.
type Reason struct {
	Kind   Kind
	Detail string // for people; "" if the kind says enough
}

// Because returns a reason of a kind with its detail.
func Because(kind Kind, format string, args ...any) Reason {
	return Reason{kind, fmt.Sprintf(format, args...)}
}

// String returns the reason as a clause for people, "" for none.
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

// Err returns the reason as an error, nil for none.
func (r Reason) Err() error {
	if r.Kind == None {
		return nil
	}
	return r
}

// ReasonOf returns the reason that an error is or wraps. Any other error becomes Other with its text, and nil
// becomes none.
func ReasonOf(err error) (r Reason) {
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

// Refusal turns an error into a reason of kind Unsupported. nil stays nil.
func Refusal(err error) error {
	if err == nil {
		return nil
	}
	return Reason{Unsupported, err.Error()}
}

// Ended returns why a context has ended: the reason it was cancelled for, or else its error. It returns none for a
// context that has not ended.
func Ended(ctx context.Context) Reason {
	if r, given := errors.AsType[Reason](context.Cause(ctx)); given {
		return r
	}
	return ReasonOf(ctx.Err())
}

// Once is a result that is computed when first needed and then kept. Several goroutines may use it. The zero Once
// is ready.
type Once[T any] struct {
	mu    sync.Mutex
	busy  chan struct{} // closed when the running computation ends; nil if none runs
	done  bool
	value T
	err   error
	times int
}

// Get returns the value or the error. The first caller computes it; others wait as long as their own contexts last.
// A computation that a context interrupted is not kept, and the next caller repeats it.
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

// Times returns how often the value was computed: more than once only after interruptions.
func (o *Once[T]) Times() int {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.times
}

// Delivery does what every search does for its caller. It yields solutions up to the limit, watches the context and
// reports progress. It belongs to one goroutine, except Stop.
type Delivery struct {
	// Result is the result so far. The search updates its Stats, and with objectives Best and Bounds.
	Result Result
	// Stop is set when the context ends.
	Stop atomic.Bool

	ctx      context.Context
	limit    int
	yield    func(Solution) bool
	progress func(Progress)
	release  func() bool
	refused  bool // yield returned false

	choices, mostChoices int64 // of mostChoices, if not 0

	lastReport time.Time
	untilClock int
}

// NewDelivery starts a delivery. Close must end it.
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

// Deliver yields a solution and reports whether to go on.
func (d *Delivery) Deliver(s Solution) bool {
	d.Result.Solutions++
	if !d.yield(s) {
		d.refused = true
		return false
	}
	return d.limit == 0 || d.Result.Solutions < d.limit
}

// Tick reports statistics at most ten times a second, and stops the search at the limit of choices. Call it once
// per choice. It looks at the clock every hundred calls.
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

// Finish returns the result. Exhausted means that nothing is left to search. The reason says why the search ended
// early; it is none if the context ended it.
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

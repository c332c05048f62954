// Package sat answers questions about models by SAT: it turns a
// [model.Model] into clauses, has a SAT solver look for assignments, and reads
// solutions from them. It offers an [model.Engine].
//
// It leaves syntax, boards and the comparison of engines to others, and the
// search itself to an [Oracle], which is gophersat (oracle.go is the only
// file that knows its terms) or an outside solver (outside.go). [Export] writes
// the formula for whoever wants to search himself.
//
// # From model to clauses
//
// An encoder makes literals for boolean nodes and representations for integer
// nodes when something asks for them. An integer has up to three: direct (a
// literal for each value), order (a literal for each "at least"), binary (bits),
// chosen by its domain and by how it is used, and tied together where it has
// several. A builder keeps the clauses in normal form: it drops what is true,
// leaves out what is false and propagates units, since gophersat wants that.
// A job encodes its model once (engine.go); each search adds cuts, blocked
// solutions and bounds to a copy of its own.
//
// Routes, links, connected and acyclic sets are encoded by their degrees only.
// That they are in one piece, or without cycles, is checked on each assignment;
// where it fails, clauses are added that exclude the like (cuts.go), and the
// search goes on. Cuts hold in all solutions and carry the constraint's guard.
// An export, which no one can add cuts to, says the same by numbered levels
// (levels.go) or a constraint for every set (levels.go).
//
// A formula that gophersat has searched for a while in vain is simplified (package simplify), and
// the search begins anew; assignments are mapped back (staged.go). Variables that cuts, bounds and blocking
// clauses may mention stay (search.go).
//
// # From assignments to answers
//
// Every assignment is held against the whole model by [model.Evaluate] before
// anyone sees it; a violation is a bug of this package, and a panic. To find
// further solutions the values of the finds are blocked, never those of
// helpers. Objectives are bounded from outside: by clauses that ask for better
// until there is nothing better; the length of a round trip also from below, by
// trees (roundtrip.go). Where any one solution will do, the pieces of a
// route are joined, and hints are tried that may lose solutions; neither is ever
// used to count, to optimise or to conclude that there is no solution.
//
// # Machines
//
// A machine is unrolled to a horizon (package unroll), and the still model that
// this gives is answered as any other (runs.go). The horizon is swept (sweep.go): it
// grows in rounds, with a budget of conflicts for each, until there is a run that
// fits; from above, and from below by horizons that are proved too short, the
// shortest length is then closed in. Other costs are minimised at a horizon, which
// grows until no longer run can be cheaper (runs.go). Where one run will do,
// moves that don't interfere share a step.
//
// That there is no run is concluded only where lengths are bounded: by the task, by
// a sum that falls with every move, by the number of states (sweep.go), or where
// steps make nothing new possible. Else the sweep goes on until time or room end.
//
// # Stopping, and several searches at once
//
// gophersat can't be interrupted, and keeps a buffer in a package variable, so
// that two searches in one process corrupt each other. So a search runs in a
// goroutine of its own, behind a lock of this package, and we watch the context. To
// leave a search we return at once and have the solver write a certificate, into a
// channel that is closed: what it learns next makes it panic, which ends the goroutine
// and frees the lock (oracle.go). A search that is not left pays nothing for that. Until
// its next conflict, which is rarely a millisecond away, a search that was left still
// holds the lock, and other searches wait for it as they wait for any other.
// Loading, too, happens in a goroutine that is left behind if need be; encoding looks
// at the context itself.
package sat

import (
	"context"
	"slices"

	"nazo/internal/model"
)

// Engine answers questions about models by SAT. It has no state, so one serves
// many solves at once.
type Engine struct {
	// outside is true if command searches, and not gophersat.
	outside bool
	command string
	// eager is for tests: every formula is simplified before it is searched.
	eager bool
}

// New makes the engine that has gophersat search.
func New() *Engine { return &Engine{} }

// searcher is who searches formulas.
type searcher struct {
	command *command // an outside solver; nil for gophersat
	eager   bool     // whether gophersat has every formula simplified
	spent   int64    // conflicts of earlier searches for the same task
}

// External makes the engine that has a command search, as in "minisat" or
// "cadical -q". The command gets the name of a file in DIMACS format as its last
// word, or the formula on standard input if its own last word is "<". It answers
// on standard output as in the SAT competitions, or, if it only says there that
// there is an assignment, by a file named after the first as minisat does; exit
// codes 10 and 20 count as answers. A command that fails or isn't understood
// ends the work with a reason. Seeds make no difference to it.
func External(command string) *Engine { return &Engine{outside: true, command: command} }

// Name is "sat", or "dimacs:" and the command of an outside solver.
func (g *Engine) Name() string {
	if g.outside {
		return "dimacs:" + g.command
	}
	return "sat"
}

// maxProduct bounds what multiplication adds up on the way to its result.
const maxProduct = 1 << 60

// Open refuses named searches, and models whose numbers are too large to compute with.
func (g *Engine) Open(_ context.Context, m *model.Model, o model.Options) (model.Job, error) {
	if len(o.Search) > 0 {
		return nil, model.Because(model.Unsupported, "it has no named searches")
	}
	for i, n := range m.Ints {
		if !m.Representable(model.Int(i)) {
			return nil, model.Because(model.Unsupported, "a number could exceed 2^53")
		}
		var a, b model.Interval
		switch n := n.(type) {
		case model.Product:
			a, b = m.Bounds(n.A), m.Bounds(n.B)
		case model.Div:
			a, b = m.Bounds(model.Int(i)), m.Bounds(n.B)
		case model.Mod:
			a, b = m.Bounds(n.A), m.Bounds(n.B)
			if b.Lo > 0 {
				continue
			}
		}
		if float64(max(a.Hi, -a.Lo))*float64(max(b.Hi, -b.Lo)) > maxProduct {
			return nil, model.Because(model.Unsupported, "a product on the way could exceed 2^60")
		}
	}
	return &job{engine: g, m: m, options: o}, nil
}

// job is a model that can be encoded: once, for all that it is asked.
type job struct {
	engine  *Engine
	m       *model.Model
	options model.Options
	formula model.Once[*formula]  // of a model without a machine
	machine model.Once[*prepared] // the machine
}

// Work tells what was done once for all questions.
func (j *job) Work() model.Work {
	return model.Work{Encodings: j.formula.Times(), Compilations: j.machine.Times()}
}

// Refuses is none: all that can be asked of a model can be encoded.
func (*job) Refuses(model.SolveOptions) model.Reason { return model.Reason{} }

// Solve encodes the model, if no question has before, and searches, as [model.Job] says.
func (j *job) Solve(ctx context.Context, o model.SolveOptions, yield func(model.Solution) bool) (result model.Result) {
	by := searcher{eager: j.engine.eager}
	if j.engine.outside {
		var err error
		if by.command, err = newCommand(j.engine.command); err != nil {
			return model.Result{Reason: model.ReasonOf(err)}
		}
	}
	task := model.Task{Options: j.options, SolveOptions: o}
	if j.m.Machine != nil {
		r := &runs{ctx: ctx, m: j.m, task: task, yield: yield, by: by}
		defer func() { result = ended(r.result, r.stats, recover()) }()
		r.take(j)
		r.run()
		return r.result
	}
	var f *formula
	var err error
	if o.Cubes == nil {
		f, err = j.formula.Get(ctx, j.encode)
	} else { // who asks for a part asks once
		f, err = newFormula(ctx, j.m, j.options, o.Cubes, false)
	}
	if err != nil {
		return model.Result{Reason: model.ReasonOf(err)}
	}
	s := &search{ctx: ctx, m: j.m, task: task, yield: yield, by: by, formula: f.begin(ctx)}
	defer func() { result = ended(s.result, s.stats, recover()) }()
	s.run()
	return s.result
}

// encode makes the formula for all questions but those for a part.
func (j *job) encode(ctx context.Context) (*formula, error) {
	return newFormula(ctx, j.m, j.options, nil, false)
}

// ended is the result of work that came to its end, or threw a reason to stop.
func ended(result model.Result, stats model.Stats, thrown any) model.Result {
	result.Stats = stats
	if thrown == nil {
		return result
	}
	stop, isStop := thrown.(stopped)
	if !isStop {
		panic(thrown)
	}
	result.Complete, result.Exhausted, result.Reason = false, false, stop.reason
	return result
}

// caught is deferred where work that throws a reason to stop returns it as an error.
func caught(err *error) {
	thrown := recover()
	if stop, isStop := thrown.(stopped); isStop {
		*err = stop.reason
	} else if thrown != nil {
		panic(thrown)
	}
}

// formula is a model encoded for all that may be asked of it. It does not change, so searches can
// begin from it at once: each adds its cuts and bounds to a copy.
type formula struct {
	e          *encoder
	objectives []*objective // in order of importance
}

// newFormula encodes a model, of which only what lies in some cubes is asked for, nil for all; spelt says that "at most one" is always said in clauses. The error is a [model.Reason].
func newFormula(ctx context.Context, m *model.Model, o model.Options, cubes []model.Cube, spelt bool) (f *formula, err error) {
	defer caught(&err)
	f = &formula{e: newEncoder(ctx, m)}
	f.e.spelt = spelt
	f.e.encode(o, cubes)
	if !o.AnyObjective {
		f.objectives = f.e.objectives()
	}
	f.e.propagate()
	return f, nil
}

// begin is what a search works with: what it adds, and learns of objectives, is its own.
func (f *formula) begin(ctx context.Context) *formula {
	e := *f.e
	e.builder = e.fork(ctx)
	own := &formula{e: &e}
	for _, o := range f.objectives {
		o := *o
		if o.trip != nil {
			trip := *o.trip
			o.trip = &trip
		}
		own.objectives = append(own.objectives, &o)
	}
	return own
}

// fork is a copy of a builder. Clauses are shared as long as the copy has none of its own.
func (b *builder) fork(ctx context.Context) *builder {
	c := *b
	c.ctx = ctx
	c.value, c.stamp, c.fresh = slices.Clone(b.value), slices.Clone(b.stamp), slices.Clone(b.fresh)
	c.lits, c.ends, c.sums = slices.Clip(b.lits), slices.Clip(b.ends), slices.Clip(b.sums)
	c.shared = true
	return &c
}

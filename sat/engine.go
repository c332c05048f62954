// Package sat is the engine that answers questions by SAT. It encodes a model in clauses, lets a solver search
// assignments, and decodes solutions. The search itself is an [Oracle]: gophersat or an outside solver.
// [Export] writes formulas for others.
//
// # From model to clauses
//
// An encoder makes literals for boolean nodes and representations for integers on demand. An integer is encoded
// directly (a literal per value), by order (a literal per "at least") or in binary, as its domain and uses
// suggest. A builder drops true clauses and false literals and propagates units. A job encodes its model once.
// Each search adds cuts, blocking clauses and bounds to a copy.
//
// Routes, links, connected and acyclic sets are encoded by degrees only. Subtours and separate components are cut
// off lazily: an assignment that violates them adds clauses. Cuts hold in all solutions and carry the
// constraint's guard. Exports use numbered levels, or a constraint for every set, instead.
//
// A formula that is not solved soon is simplified, and the search starts again. Variables of possible later
// clauses are frozen.
//
// # From assignments to answers
//
// Every assignment is checked by [model.Evaluate]. A violation is a bug and panics. Further solutions are found by
// blocking the values of finds. Objectives are bounded by clauses that ask for better until there is nothing
// better, and the length of round trips also by 1-trees. If any one solution will do, separate cycles are
// joined, and hints are tried that may lose solutions. Neither is used to count, to optimise or to refute.
//
// # Machines
//
// A machine is unrolled to a horizon, and the resulting model is solved as any other. The horizon grows in rounds, with
// a budget of conflicts for each, until there is a run. Then the shortest length is found by bisection. Other costs are
// minimised at a horizon that grows until longer runs can't be cheaper. If any run will do, moves that don't interfere
// share a step. "No run" is concluded only if lengths are bounded or nothing new becomes reachable.
//
// # Stopping
//
// gophersat can't be interrupted, and two searches at once would corrupt each other. The functions solve and leave
// say how a search is abandoned all the same.
package sat

import (
	"context"
	"slices"

	"nazo/internal/model"
)

// Engine answers questions about models by SAT. It has no state, so one serves many solves at once.
type Engine struct {
	outside bool // command searches, not gophersat
	command string
	eager   bool // for tests: every formula is simplified before the search
}

// New makes an engine that searches with gophersat.
func New() *Engine { return &Engine{} }

// searcher tells how formulas are searched.
type searcher struct {
	command *command // an outside solver; nil for gophersat
	eager   bool     // whether gophersat has every formula simplified
	spent   int64    // conflicts of earlier searches for the same task
}

// External makes an engine that runs a command, such as "minisat" or "cadical -q". The command gets the name of a
// DIMACS file as its last word, or the formula on standard input if its own last word is "<". It answers on
// standard output as in the SAT competitions, or in a second file as minisat does. Exit codes 10 and 20 count
// as answers. A command that fails or isn't understood ends the work with a reason. Seeds have no effect.
func External(command string) *Engine { return &Engine{outside: true, command: command} }

// Name returns "sat", or "dimacs:" and the command of an outside solver.
func (g *Engine) Name() string {
	if g.outside {
		return "dimacs:" + g.command
	}
	return "sat"
}

// maxProduct bounds the intermediate results of multiplication.
const maxProduct = 1 << 60

// Open refuses named searches, and models with too large numbers.
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

// job is a model that is encoded at most once, for all questions.
type job struct {
	engine  *Engine
	m       *model.Model
	options model.Options
	formula model.Once[*formula]  // of a model without a machine
	machine model.Once[*prepared] // the machine
}

// Work tells how often the model was encoded or its machine prepared.
func (j *job) Work() model.Work {
	return model.Work{Encodings: j.formula.Times(), Compilations: j.machine.Times()}
}

// Refuses returns no reason: every question can be encoded.
func (*job) Refuses(model.SolveOptions) model.Reason { return model.Reason{} }

// Solve encodes the model, if no earlier question did, and searches, as [model.Job] describes.
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
	} else { // each part is asked about once
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

// encode makes the formula for all questions except those about a part.
func (j *job) encode(ctx context.Context) (*formula, error) {
	return newFormula(ctx, j.m, j.options, nil, false)
}

// ended returns the result of work, which ended or threw a reason to stop.
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

// caught is deferred to return a thrown reason to stop as an error.
func caught(err *error) {
	thrown := recover()
	if stop, isStop := thrown.(stopped); isStop {
		*err = stop.reason
	} else if thrown != nil {
		panic(thrown)
	}
}

// formula is an encoded model. It is immutable. Each search adds cuts and bounds to a copy.
type formula struct {
	e          *encoder
	objectives []*objective // in order of importance
}

// newFormula encodes a model, restricted to some cubes unless they are nil. With spelt, every "at most one" is
// written in clauses. The error is a [model.Reason].
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

// begin returns a copy for one search, which may add clauses and tighten objectives.
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

// fork returns a copy of a builder. Both share clauses until the copy changes them.
func (b *builder) fork(ctx context.Context) *builder {
	c := *b
	c.ctx = ctx
	c.value, c.stamp, c.fresh = slices.Clone(b.value), slices.Clone(b.stamp), slices.Clone(b.fresh)
	c.lits, c.ends, c.sums = slices.Clip(b.lits), slices.Clip(b.ends), slices.Clip(b.sums)
	c.shared = true
	return &c
}

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

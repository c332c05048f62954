package sat

import (
	"context"

	"nazo/engine"
	"nazo/model"
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
func (g *Engine) Open(_ context.Context, m *model.Model, o engine.Options) (engine.Job, error) {
	if len(o.Search) > 0 {
		return nil, engine.Because(engine.Unsupported, "it has no named searches")
	}
	for i, n := range m.Ints {
		if !m.Representable(model.Int(i)) {
			return nil, engine.Because(engine.Unsupported, "a number could exceed 2^53")
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
			return nil, engine.Because(engine.Unsupported, "a product on the way could exceed 2^60")
		}
	}
	return &job{engine: g, m: m, options: o}, nil
}

// job is a model that can be encoded: once, for all that it is asked.
type job struct {
	engine  *Engine
	m       *model.Model
	options engine.Options
	formula engine.Once[*formula]  // of a model without a machine
	machine engine.Once[*prepared] // the machine
}

// Work tells what was done once for all questions.
func (j *job) Work() engine.Work {
	return engine.Work{Encodings: j.formula.Times(), Compilations: j.machine.Times()}
}

// Refuses is none: all that can be asked of a model can be encoded.
func (*job) Refuses(engine.SolveOptions) engine.Reason { return engine.Reason{} }

// Solve encodes the model, if no question has before, and searches, as [engine.Job] says.
func (j *job) Solve(ctx context.Context, o engine.SolveOptions, yield func(model.Solution) bool) (result engine.Result) {
	by := searcher{eager: j.engine.eager}
	if j.engine.outside {
		var err error
		if by.command, err = newCommand(j.engine.command); err != nil {
			return engine.Result{Reason: engine.ReasonOf(err)}
		}
	}
	task := engine.Task{Options: j.options, SolveOptions: o}
	if j.m.Machine != nil {
		r := &runs{ctx: ctx, m: j.m, task: task, yield: yield, by: by}
		defer func() { result = ended(r.result, r.stats, recover()) }()
		r.take(j)
		r.run()
		return r.result
	}
	encode := func(ctx context.Context) (*formula, error) { return newFormula(ctx, j.m, j.options, o.Cubes, false) }
	var f *formula
	var err error
	if o.Cubes == nil {
		f, err = j.formula.Get(ctx, encode)
	} else { // who asks for a part asks once
		f, err = encode(ctx)
	}
	if err != nil {
		return engine.Result{Reason: engine.ReasonOf(err)}
	}
	s := &search{ctx: ctx, m: j.m, task: task, yield: yield, by: by, formula: f.begin(ctx)}
	defer func() { result = ended(s.result, s.stats, recover()) }()
	s.run()
	return s.result
}

// ended is the result of work that came to its end, or threw a reason to stop.
func ended(result engine.Result, stats engine.Stats, thrown any) engine.Result {
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

package sat

import (
	"context"

	"nazo/engine"
	"nazo/model"
)

// Engine answers questions about models by SAT. It has no state, so one serves
// many solves at once.
type Engine struct {
	// outside says that command searches, and not gophersat.
	outside bool
	command string
}

// New makes the engine that has gophersat search.
func New() *Engine { return &Engine{} }

// External makes the engine that has a command search, as in "minisat" or
// "cadical -q". The command gets the name of a file in DIMACS format as its last
// word, or the formula on standard input if its own last word is "<". It answers
// on standard output as in the SAT competitions, or, if it only says there that
// there is an assignment, by a file named after the first as minisat does; exit
// codes 10 and 20 count as answers. A command that fails or isn't understood
// ends the work with a reason. Seeds make no difference to it.
func External(command string) *Engine { return &Engine{outside: true, command: command} }

var _ engine.Solver = (*Engine)(nil)

// Name is "sat", or "dimacs:" and the command of an outside solver.
func (g *Engine) Name() string {
	if g.outside {
		return "dimacs:" + g.command
	}
	return "sat"
}

// maxProduct bounds what multiplication adds up on the way to its result.
const maxProduct = 1 << 60

// Supports refuses named searches, and models whose numbers are too large to
// compute with.
func (*Engine) Supports(m *model.Model, t engine.Task) (ok bool, reason string) {
	if len(t.Search) > 0 {
		return false, "it has no named searches"
	}
	for i, n := range m.Ints {
		if !m.Representable(model.Int(i)) {
			return false, "a number could exceed 2^53"
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
			return false, "a product on the way could exceed 2^60"
		}
	}
	return true, ""
}

// Solve works on the task as [engine.Solver] says. A model that Supports
// refuses gives a result that is not complete, with the reason.
func (g *Engine) Solve(ctx context.Context, m *model.Model, t engine.Task, yield func(model.Solution) bool) (result engine.Result) {
	if ok, reason := g.Supports(m, t); !ok {
		return engine.Result{Reason: reason}
	}
	var c *command
	if g.outside {
		var err error
		if c, err = newCommand(g.command); err != nil {
			return engine.Result{Reason: err.Error()}
		}
	}
	if m.Machine != nil {
		r := &runs{ctx: ctx, m: m, task: t, yield: yield, command: c}
		defer func() { result = ended(r.result, r.stats, recover()) }()
		r.run()
		return r.result
	}
	s := &search{ctx: ctx, m: m, task: t, yield: yield, command: c}
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

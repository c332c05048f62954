package sat

import (
	"context"

	"nazo/compile/model"
)

// Engine answers questions about models by SAT.
type Engine struct{}

// New makes the engine. It has no state, so one serves many solves at once.
func New() *Engine { return &Engine{} }

var _ model.Solver = (*Engine)(nil)

// Name is "sat".
func (*Engine) Name() string { return "sat" }

// maxProduct bounds what multiplication adds up on the way to its result.
const maxProduct = 1 << 60

// Supports refuses models whose numbers are too large to compute with.
func (*Engine) Supports(m *model.Model, _ model.Task) (ok bool, reason string) {
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

// Solve works on the task as [model.Solver] says. A model that Supports
// refuses gives a result that is not complete, with the reason.
func (g *Engine) Solve(ctx context.Context, m *model.Model, t model.Task, yield func(model.Solution) bool) (result model.Result) {
	if ok, reason := g.Supports(m, t); !ok {
		return model.Result{Reason: reason}
	}
	s := &search{ctx: ctx, m: m, task: t, yield: yield}
	defer func() {
		result = s.result
		result.Stats = s.stats
		if thrown := recover(); thrown != nil {
			stop, isStop := thrown.(stopped)
			if !isStop {
				panic(thrown)
			}
			result.Complete, result.Exhausted, result.Reason = false, false, stop.reason
		}
	}()
	s.run()
	return s.result
}

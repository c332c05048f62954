package explore

import (
	"context"
	"math/rand/v2"
	"slices"

	"nazo/engine"
	"nazo/machine"
	"nazo/model"
	"nazo/native/plan/heuristic"
)

// Machine is a model with a machine whose states are to be searched. What is derived from the
// machine is kept for all that is asked.
type Machine struct {
	m         *model.Model
	options   engine.Options
	compiled  engine.Once[*compiled]
	heuristic engine.Once[*heuristic.Heuristic] // nil if there is none
	inverse   engine.Once[*machine.Program]     // of inverse transitions; nil if there are moves that can't be taken back
}

// compiled is a machine made ready for searches. It does not change.
type compiled struct {
	program *machine.Program
	// program was made from specialized and transitions, in some order; programs of the same layout
	// have states in the same form.
	specialized *model.Model
	transitions []machine.Transition
	encoding    *costEncoding
}

// compile makes the program of the machine.
func (j *Machine) compile(ctx context.Context) (*compiled, error) {
	return j.compiled.Get(ctx, func(ctx context.Context) (*compiled, error) {
		to, ts, err := machine.Transitions(ctx, j.m)
		if err != nil {
			return nil, err
		}
		ts = machine.Reachable(to, ts)
		return &compiled{machine.Assemble(machine.PackedFor(j.m, ts), to, ts), to, ts, newCostEncoding(to, ts)}, nil
	})
}

// shuffled is the machine with a program of its transitions in another order.
func (c *compiled) shuffled(seed int64) *compiled {
	other := *c
	other.program = machine.Assemble(c.program.Layout, c.specialized, shuffled(c.transitions, seed))
	return &other
}

// shuffled are transitions in the order of a seed; 0 leaves them as they are.
func shuffled(ts []machine.Transition, seed int64) []machine.Transition {
	if seed == 0 {
		return ts
	}
	ts = slices.Clone(ts)
	random := rand.New(rand.NewPCG(uint64(seed), 0))
	random.Shuffle(len(ts), func(i, k int) { ts[i], ts[k] = ts[k], ts[i] })
	return ts
}

// deriveHeuristic is the heuristic of the compiled machine; nil if there is none, or if ctx is done.
func (j *Machine) deriveHeuristic(ctx context.Context, c *compiled) *heuristic.Heuristic {
	h, _ := j.heuristic.Get(ctx, func(ctx context.Context) (*heuristic.Heuristic, error) {
		return heuristic.New(ctx, c.specialized, c.program.Layout, c.transitions), ctx.Err()
	})
	return h
}

// invert is the program of the inverse transitions; nil if there are moves that can't be taken
// back, or if ctx is done.
func (j *Machine) invert(ctx context.Context, c *compiled) *machine.Program {
	p, _ := j.inverse.Get(ctx, func(ctx context.Context) (*machine.Program, error) {
		to := c.specialized.Clone() // others may read it
		back, ok := inverseTransitions(ctx, to, c.transitions)
		if !ok {
			return nil, ctx.Err()
		}
		return machine.Assemble(c.program.Layout, to, back), nil
	})
	return p
}

// Work tells what was done once for all questions.
func (j *Machine) Work() engine.Work {
	return engine.Work{Compilations: j.compiled.Times(), Heuristics: j.heuristic.Times()}
}

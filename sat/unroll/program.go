package unroll

import (
	"context"

	"nazo/model"
)

// Program is a machine prepared for unrolling. Any number of goroutines may unroll it at once; only
// [Program.States] adds to it, and is to be used up before.
type Program struct {
	// model has the variables and expressions of the machine, and no constraints.
	model   *model.Model
	machine *model.Machine // with Goal and Never in terms of model; its moves are not used
	rules   []model.Rule
	// instances and constraints are about the start.
	instances   []model.Instance
	constraints []model.Constraint
	actions     []action
	fluent      []bool // for each variable: some move may change it
}

// action is a ground action: a move, or a part of one.
type action struct {
	move    int // index in Machine.Moves
	guard   model.Bool
	effects []effect
	costs   []model.Int
	reads   []model.VarID
}

// effect is the new value of one variable.
type effect struct {
	v model.VarID
	b model.Bool // of boolean variables
	x model.Int  // of others
	// rises is the condition that a boolean variable changes from false to true, falls that it
	// changes from true to false.
	rises, falls model.Bool
	// cases are the conditions under which a variable of another kind changes, with its new
	// values.
	cases []guardedValue
}

// guardedValue is a value under a condition.
type guardedValue struct {
	when model.Bool
	x    model.Int
}

// Prepare copies a machine and splits its moves into actions. The error is that of ctx.
func Prepare(ctx context.Context, m *model.Model) (*Program, error) {
	to := model.New()
	to.Finds = make([]model.Find, len(m.Finds))
	for _, v := range m.Vars {
		if v.Bool {
			to.AddBool(v.Find)
		} else {
			to.AddInt(v.Domain, v.Find, v.Nominal)
		}
	}
	machine := *m.Machine
	p := &Program{model: to, machine: &machine, rules: m.Rules, instances: m.Instances, fluent: make([]bool, len(m.Vars))}
	r := p.rewriter(m, -1, 0)
	machine.Goal, machine.Never = r.Bool(machine.Goal), r.Bool(machine.Never)
	for _, c := range m.Constraints {
		p.constraints = append(p.constraints, model.Constraint{Instance: c.Instance, Guard: r.Bool(c.Guard), Body: c.Body.Rewrite(r)})
	}
	s := &splitter{Program: p, ctx: ctx, partsLeft: maxActions}
	for i, move := range m.Machine.Moves {
		whole := movePart{guard: r.Bool(move.Guard)}
		for _, e := range move.Effects {
			if m.Vars[e.Var].Bool {
				e.B = r.Bool(e.B)
			} else {
				e.X = r.Int(e.X)
			}
			whole.effects = append(whole.effects, e)
		}
		for _, x := range move.Costs {
			whole.costs = append(whole.costs, r.Int(x))
		}
		for _, part := range s.split(whole) {
			a := action{move: i, guard: part.guard, costs: part.costs}
			for _, e := range part.effects {
				if out, changes := p.effect(e); changes {
					a.effects = append(a.effects, out)
					p.fluent[e.Var] = true
				}
			}
			p.actions = append(p.actions, a)
		}
	}
	for i := range p.actions {
		p.actions[i].reads = p.reads(&p.actions[i])
	}
	return p, ctx.Err()
}

// Nodes is the number of expressions that all moves, the goal and what may never be take
// together: about as many each step of an unrolling has.
func (p *Program) Nodes() int { return p.model.BoolCount() + len(p.model.Ints) }

// rewriter copies expressions with the value of one variable known; -1 for none.
func (p *Program) rewriter(from *model.Model, known model.VarID, value int64) *model.Rewriter {
	return &model.Rewriter{From: from, To: p.model,
		BoolVar: func(v model.VarID) model.Bool {
			if v == known {
				return model.Const(value == 1)
			}
			return p.model.BoolVar(v)
		},
		IntVar: func(v model.VarID) model.Int {
			if v == known {
				return p.model.Int(value)
			}
			return p.model.IntVar(v)
		},
		In: p.inByCases,
	}
}

// maxInCases bounds the cases of an expression for which a condition on it is written case by
// case.
const maxInCases = 200

// inByCases is the condition that an expression has one of the values. It is composed of the
// expression's cases, if it has any, so that the number itself is not needed.
func (p *Program) inByCases(x model.Int, values model.Domain) model.Bool {
	m := p.model
	if cases := p.cases(nil, x, model.True); 1 < len(cases) && len(cases) < maxInCases {
		var some []model.Bool
		for _, c := range cases {
			some = append(some, m.And(c.when, m.In(c.x, values)))
		}
		return m.Or(some...)
	}
	return m.In(x, values)
}

// effect finds the conditions under which an effect changes anything, and returns false if there
// are none.
func (p *Program) effect(e model.Effect) (effect, bool) {
	out := effect{v: e.Var, b: e.B, x: e.X}
	if p.model.Vars[e.Var].Bool {
		out.rises = p.rewriter(p.model, e.Var, 0).Bool(e.B)
		out.falls = p.rewriter(p.model, e.Var, 1).Bool(e.B).Not()
		return out, out.rises != model.False || out.falls != model.False
	}
	out.cases = p.cases(nil, e.X, model.True)
	old := p.model.IntVar(e.Var)
	kept := out.cases[:0]
	for _, c := range out.cases {
		if c.x != old {
			kept = append(kept, c)
		}
	}
	out.cases = kept
	return out, len(kept) > 0
}

// maxCases bounds the cases of one effect.
const maxCases = 200

// cases appends the cases of an expression to out.
func (p *Program) cases(out []guardedValue, x model.Int, when model.Bool) []guardedValue {
	m := p.model
	if len(out) < maxCases && when != model.False {
		switch n := m.Ints[x].(type) {
		case model.If:
			out = p.cases(out, n.Then, m.And(when, n.Cond))
			return p.cases(out, n.Else, m.And(when, n.Cond.Not()))
		case model.Element:
			inside := model.Range(n.Base, n.Base+int64(len(n.Items))-1)
			for i, item := range n.Items {
				at := n.Base + int64(i)
				out = p.cases(out, item, m.And(when, m.In(n.Index, model.Range(at, at))))
			}
			return p.cases(out, m.Int(0), m.And(when, m.In(n.Index, inside).Not()))
		}
	}
	if when == model.False {
		return out
	}
	return append(out, guardedValue{when, x})
}

package sat

import (
	"context"
	"slices"

	"nazo/internal/alg"
	"nazo/internal/model"
	"nazo/internal/model/machine"
)

// UnrollProgram is a machine prepared for unrolling. Any number of goroutines may unroll it at once. Only
// [UnrollProgram.States] changes it, and must end before.
type UnrollProgram struct {
	// model has the variables and expressions of the machine, and no constraints.
	model   *model.Model
	machine *model.Machine // Goal and Never are nodes of model; its moves are not used
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
	// rises is the condition that a boolean variable changes from false to true, falls the opposite.
	rises, falls model.Bool
	// cases are the conditions under which another variable changes, with its new values.
	cases []guardedValue
}

// guardedValue is a value under a condition.
type guardedValue struct {
	when model.Bool
	x    model.Int
}

// PrepareUnrolling copies a machine and splits its moves into actions. The error is that of ctx.
func PrepareUnrolling(ctx context.Context, m *model.Model) (*UnrollProgram, error) {
	of := *m.Machine
	p := &UnrollProgram{model: machine.EmptyCopy(m), machine: &of, rules: m.Rules, instances: m.Instances, fluent: make([]bool, len(m.Vars))}
	r := p.rewriter(m, -1, 0)
	of.Goal, of.Never = r.Bool(of.Goal), r.Bool(of.Never)
	for _, c := range m.Constraints {
		p.constraints = append(p.constraints, model.Constraint{Instance: c.Instance, Guard: r.Bool(c.Guard), Body: c.Body.Rewrite(r)})
	}
	s := &splitter{UnrollProgram: p, ctx: ctx, splitsLeft: maxActions}
	for i, move := range m.Machine.Moves {
		for _, part := range s.split(splitMove{move.Guard, move.Effects, move.Costs}.rewritten(r)) {
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

// Nodes returns the number of nodes of all moves, the goal and the forbidden condition. Each step of an unrolling has
// about as many.
func (p *UnrollProgram) Nodes() int { return p.model.BoolCount() + len(p.model.Ints) }

// rewriter returns a rewriter that replaces one variable by its value. -1 replaces none.
func (p *UnrollProgram) rewriter(from *model.Model, known model.VarID, value int64) *model.Rewriter {
	r := machine.Substitution(from, p.model, func(v model.VarID) (int64, bool) { return value, v == known })
	r.In = p.inByCases
	return r
}

// maxInCases bounds the cases of an expression for which a condition on it is written case by case.
const maxInCases = 200

// inByCases returns the condition that an expression has one of the values. It is composed of the expression's cases,
// if there are any, so that the number itself is not needed.
func (p *UnrollProgram) inByCases(x model.Int, values model.Domain) model.Bool {
	m := p.model
	if cases := p.cases(nil, x, model.True); 1 < len(cases) && len(cases) < maxInCases {
		return m.Or(alg.Map(cases, func(c guardedValue) model.Bool { return m.And(c.when, m.In(c.x, values)) })...)
	}
	return m.In(x, values)
}

// effect finds the conditions under which an effect changes anything. It returns false if there are none.
func (p *UnrollProgram) effect(e model.Effect) (effect, bool) {
	out := effect{v: e.Var, b: e.B, x: e.X}
	if p.model.Vars[e.Var].Bool {
		out.rises = p.rewriter(p.model, e.Var, 0).Bool(e.B)
		out.falls = p.rewriter(p.model, e.Var, 1).Bool(e.B).Not()
		return out, out.rises != model.False || out.falls != model.False
	}
	out.cases = p.cases(nil, e.X, model.True)
	old := p.model.IntVar(e.Var)
	out.cases = slices.DeleteFunc(out.cases, func(c guardedValue) bool { return c.x == old })
	return out, len(out.cases) > 0
}

// maxCases bounds the cases of one effect.
const maxCases = 200

// cases appends the cases of an expression to out.
func (p *UnrollProgram) cases(out []guardedValue, x model.Int, when model.Bool) []guardedValue {
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

// splitMove is a move of the machine in some of the states in which it is possible.
type splitMove struct {
	guard   model.Bool
	effects []model.Effect
	costs   []model.Int
}

// rewritten returns the move with rewritten nodes. An impossible move has no effects.
func (p splitMove) rewritten(r *model.Rewriter) splitMove {
	out := splitMove{guard: r.Bool(p.guard)}
	if out.guard == model.False {
		return out
	}
	out.effects, out.costs = alg.Map(p.effects, r.Effect), alg.Map(p.costs, r.Int)
	return out
}

// splitter splits moves by the values of variables on which much depends. A move that pushes "the next crate" becomes
// one move for each place of the man, in which most is known.
type splitter struct {
	*UnrollProgram
	ctx context.Context
	// bools and ints have the number of the last visit of each node.
	bools, ints []int32
	visit       int32
	splitsLeft  int // how many more parts there may be
}

const (
	// maxValues bounds the values of a variable by which a move is split.
	maxValues = 128
	// maxGrowth bounds the size of all parts of a move, in multiples of its size.
	maxGrowth = 8
	// maxActions bounds the additional parts of all moves.
	maxActions = 20_000
)

// split splits a move as long as that pays.
func (s *splitter) split(whole splitMove) []splitMove {
	size, v := s.weigh(whole)
	if v < 0 {
		return []splitMove{whole}
	}
	var parts []splitMove
	total := 0
	for value := range s.model.Vars[v].Domain.Each {
		if s.ctx.Err() != nil {
			return nil
		}
		p := whole.rewritten(s.rewriter(s.model, v, value))
		if p.guard == model.False {
			continue
		}
		p.guard = s.model.And(p.guard, is(s.model, s.model.IntVar(v), value))
		n, _ := s.weigh(p)
		total += n
		parts = append(parts, p)
	}
	if total > maxGrowth*size || len(parts) > s.splitsLeft {
		return []splitMove{whole}
	}
	s.splitsLeft -= max(0, len(parts)-1)
	var out []splitMove
	for _, p := range parts {
		out = append(out, s.split(p)...)
	}
	return out
}

// weigh estimates the number of clauses of a move. It also returns the variable whose single values most expressions
// use, or -1.
func (s *splitter) weigh(p splitMove) (size int, most model.VarID) {
	m := s.model
	s.visit++
	s.bools = append(s.bools, make([]int32, m.BoolCount()-len(s.bools))...)
	s.ints = append(s.ints, make([]int32, len(m.Ints)-len(s.ints))...)
	uses := map[model.VarID]int{}
	turn := func(x model.Int, by int) {
		if n, isVar := m.Ints[x].(model.IntVar); isVar {
			uses[n.Var] += by
		}
	}
	var boolean func(model.Bool)
	var integer func(model.Int)
	boolean = func(b model.Bool) {
		if s.bools[b.Node()] == s.visit {
			return
		}
		s.bools[b.Node()] = s.visit
		if in, isIn := m.Node(b).(model.In); isIn {
			turn(in.X, 1)
		}
		model.EachArg(m.Node(b), func(b model.Bool) { size++; boolean(b) }, func(x model.Int) { size += s.values(x); integer(x) })
	}
	integer = func(x model.Int) {
		if s.ints[x] == s.visit {
			return
		}
		s.ints[x] = s.visit
		if element, isElement := m.Ints[x].(model.Element); isElement {
			turn(element.Index, len(element.Items))
		}
		model.EachIntArg(m.Ints[x], func(b model.Bool) { size++; boolean(b) }, func(x model.Int) { size += s.values(x); integer(x) })
	}
	boolean(p.guard)
	for _, e := range p.effects {
		size++
		if m.Vars[e.Var].Bool {
			boolean(e.B)
		} else if m.Ints[e.X] != model.IntNode(model.IntVar{Var: e.Var}) {
			size += s.values(e.X)
			integer(e.X)
		}
	}
	for _, x := range p.costs {
		integer(x)
	}
	most = -1
	for v, n := range uses {
		if n > 2 && m.Vars[v].Domain.Size() <= maxValues && (most < 0 || n > uses[most] || n == uses[most] && v < most) {
			most = v
		}
	}
	return size, most
}

// values returns the number of values of an expression, at most maxValues.
func (s *splitter) values(x model.Int) int {
	b := s.model.Bounds(x)
	return int(min(b.Size(), maxValues))
}

// forbidInterference excludes interfering moves from a step. At most one of the moves that write a variable occurs, and
// with it none that only reads the variable (∀-step semantics; Rintanen, Heljanko and Niemelä 2006). The
// number of clauses is that of readers and writers.
func (u *Unrolling) forbidInterference(candidates []candidate) {
	unrolled := u.Model
	readers, writers := make([][]model.Bool, len(u.program.fluent)), make([][]model.Bool, len(u.program.fluent))
	for _, c := range candidates {
		writes := map[model.VarID]bool{}
		for _, e := range c.effects {
			writes[e.v] = true
			writers[e.v] = append(writers[e.v], c.occurs)
		}
		for _, v := range c.reads {
			if !writes[v] {
				readers[v] = append(readers[v], c.occurs)
			}
		}
	}
	for v, ws := range writers {
		if len(ws) == 0 {
			continue
		}
		if len(ws) > 1 {
			terms := alg.Map(ws, func(w model.Bool) model.Term { return model.Term{Coef: 1, X: unrolled.ToInt(w)} })
			u.Require(unrolled.LessEq(unrolled.Sum(terms...), unrolled.Int(1)))
		}
		if len(readers[v]) == 0 {
			continue
		}
		written := ws[0]
		if len(ws) > 1 && len(readers[v]) > 1 {
			written = unrolled.BoolVar(unrolled.AddBool(-1))
			for _, w := range ws {
				u.Require(unrolled.Implies(w, written))
			}
		} else if len(ws) > 1 {
			written = unrolled.Or(ws...)
		}
		for _, r := range readers[v] {
			u.Require(unrolled.Implies(r, written.Not()))
		}
	}
}

// reads lists the variables that an action reads, if some move may change them.
func (p *UnrollProgram) reads(a *action) []model.VarID {
	bools, ints := []model.Bool{a.guard}, []model.Int(nil)
	for _, e := range a.effects {
		if p.model.Vars[e.v].Bool {
			bools = append(bools, e.b)
		} else {
			ints = append(ints, e.x)
		}
	}
	return slices.DeleteFunc(p.model.VarsBelow(bools, ints), func(v model.VarID) bool { return !p.fluent[v] })
}

// UnrollParallel reports whether moves of a machine may share a step: no variable is changed by all moves.
func UnrollParallel(m *model.Model) bool {
	writers := make([]int, len(m.Vars))
	for _, move := range m.Machine.Moves {
		for _, e := range move.Effects {
			if writers[e.Var]++; writers[e.Var] == len(m.Machine.Moves) {
				return false
			}
		}
	}
	return true
}

// UnrolledStates is a model of any one state of a machine, whether runs may reach it or not.
type UnrolledStates struct {
	// Model has the variables of the machine. Those that no move changes have a value of the start.
	Model *model.Model
	// Goal is the condition that the state meets the goal.
	Goal model.Bool

	program *UnrollProgram
}

// UnrollMeasure is a weighted sum over the variables of a state, and tells how moves may change it. If every move
// decreases it, it is a ranking function.
type UnrollMeasure struct {
	Sum model.Int
	// MayNotDecrease is the condition that some possible move does not decrease the sum.
	// MayDropMore is the condition that some possible move decreases it by more than 1.
	MayNotDecrease, MayDropMore model.Bool
	// Changes is false if no move can change the sum.
	Changes bool
}

// States makes the model of any one state. It uses the model of the program.
func (p *UnrollProgram) States() *UnrolledStates {
	s := &UnrolledStates{Model: p.model, Goal: p.machine.Goal, program: p}
	m := s.Model
	m.Rules, m.Instances, m.Constraints = []model.Rule{{Name: "states", Structural: true}}, []model.Instance{{}}, nil
	for v, fluent := range p.fluent {
		if !fluent {
			m.Constrain(0, model.True, model.Assert{B: m.In(s.value(model.VarID(v)), p.machine.Start[v])})
		}
	}
	return s
}

// value returns a variable as a number. Booleans are 0 or 1.
func (s *UnrolledStates) value(v model.VarID) model.Int {
	if s.Model.Vars[v].Bool {
		return s.Model.ToInt(s.Model.BoolVar(v))
	}
	return s.Model.IntVar(v)
}

// Measure measures the sum of some variables, times a factor.
func (s *UnrolledStates) Measure(vars []model.VarID, factor int64) UnrollMeasure {
	m := s.Model
	counted := make([]bool, len(m.Vars))
	var sum []model.Term
	for _, v := range vars {
		counted[v] = true
		sum = append(sum, model.Term{Coef: factor, X: s.value(v)})
	}
	out := UnrollMeasure{Sum: m.Sum(sum...)}
	var rests, leaps []model.Bool
	for _, a := range s.program.actions {
		var change []model.Term
		for _, e := range a.effects {
			if counted[e.v] {
				after := e.x
				if m.Vars[e.v].Bool {
					after = m.ToInt(e.b)
				}
				change = append(change, model.Term{Coef: factor, X: after}, model.Term{Coef: -factor, X: s.value(e.v)})
			}
		}
		by := m.Sum(change...)
		out.Changes = out.Changes || m.Bounds(by) != model.Interval{}
		rests = append(rests, m.And(a.guard, m.LessEq(m.Int(0), by)))
		leaps = append(leaps, m.And(a.guard, m.LessEq(by, m.Int(-2))))
	}
	out.MayNotDecrease, out.MayDropMore = m.Or(rests...), m.Or(leaps...)
	return out
}

// Only adds a condition. It returns the instances of the conditions that it added before.
func (s *UnrolledStates) Only(b model.Bool) (off []int32) {
	m := s.Model
	for i := range m.Instances[1:] {
		off = append(off, int32(i)+1)
	}
	m.Instances = append(m.Instances, model.Instance{})
	m.Constrain(int32(len(m.Instances)-1), model.True, model.Assert{B: b})
	return off
}

// Package machine compiles the machine of a model into fast functions on state vectors: which moves are possible, where
// they lead, what they cost, whether the goal is met. Searches and players use them.
//
// A [Compiler] turns nodes into closures (closure generation) over a state in some [Layout]: packed bit fields for
// searches that store many states, or a word per variable for playing. Shared expressions are computed once per state.
// Expressions over few small variables become lookup tables.
//
// A [Program] is a whole machine over packed states. [Transitions] specialises each move to the values of the variables
// that decide it (partial evaluation). [Assemble] turns facts into masked comparisons, constants into masked writes,
// and puts the transitions into a successor generator, a decision tree over preconditions (Helmert 2006).
package machine

import (
	"cmp"
	"math"
	"slices"

	"nazo/internal/model"
)

// Program is a machine over packed states. It is immutable. Any number of goroutines may use it, each with a
// [Scratch] of its own.
type Program struct {
	*Layout
	slots int // the number of cached values of an evaluation

	transitions []compiledTransition
	// all leads to the possible transitions, ofMove to those of one move.
	all         *node
	ofMove      []*node
	goal, never Condition
	free        bool // no state is forbidden
}

// Assemble makes the program of a machine from transitions and the model to that they refer to. The layout is
// of that model or of another with the same variables. The transitions need not be those of [Transitions].
// Where a state has several of one move, Each calls yield for all of them, and Possible and Apply know one.
func Assemble(layout *Layout, to *model.Model, ts []Transition) *Program {
	p := &Program{Layout: layout, ofMove: make([]*node, len(layout.m.Machine.Moves))}
	c := NewCompiler(to, p.Layout)
	mentionMachine(c, ts)
	p.goal, p.never = c.Condition(to.Machine.Goal), c.Condition(to.Machine.Never)
	p.free = to.Machine.Never == model.False
	var all []indexed
	ofMove := make([][]indexed, len(p.ofMove))
	for i := range ts {
		t, possible := compileTransition(c, &ts[i])
		if !possible {
			continue
		}
		p.transitions = append(p.transitions, t)
		e := indexed{int32(len(p.transitions) - 1), ts[i].Needs}
		all = append(all, e)
		ofMove[t.move] = append(ofMove[t.move], e)
	}
	p.slots = c.slots
	p.all = p.index(all)
	for move, of := range ofMove {
		p.ofMove[move] = p.index(of)
	}
	return p
}

// Scratch is the working memory of programs, one for each goroutine.
type Scratch struct {
	here, there Evaluation // of a state, and of one that it leads to
	next        State
	costs       []int64
}

// NewScratch makes what one goroutine needs to run the program.
func (p *Program) NewScratch() *Scratch {
	s := &Scratch{next: make(State, p.words), costs: make([]int64, p.m.Machine.Costs)}
	s.here.reserve(p.slots)
	s.there.reserve(p.slots)
	return s
}

// Won reports whether a state meets the goal.
func (p *Program) Won(s State, scratch *Scratch) bool { return p.goal(scratch.there.enter(s)) }

// Forbidden reports whether runs must avoid a state.
func (p *Program) Forbidden(s State, scratch *Scratch) bool {
	return !p.free && p.never(scratch.there.enter(s))
}

// Each calls yield for every possible move that does not lead to a forbidden state, until yield
// returns false; Each then returns false, too. The order depends only on program and state. The
// next state and the costs are only valid during the call, and yield must not use scratch.
func (p *Program) Each(s State, scratch *Scratch, yield func(move int32, next State, costs []int64) bool) bool {
	scratch.here.enter(s)
	return p.each(p.all, s, scratch, yield)
}

// Apply makes a move: into, which must not be s, becomes the next state, which may be forbidden. The costs are
// valid until scratch is used again. It returns false, and does nothing, if the move is impossible.
func (p *Program) Apply(s State, move int32, into State, scratch *Scratch) (costs []int64, ok bool) {
	scratch.here.enter(s)
	t := p.find(p.ofMove[move], s, scratch)
	if t == nil {
		return nil, false
	}
	t.apply(s, into, scratch)
	return t.cost(scratch), true
}

// mentionMachine mentions all that a program of the transitions computes.
func mentionMachine(c *Compiler, ts []Transition) {
	c.Mention(c.m.Machine.Goal)
	c.Mention(c.m.Machine.Never)
	for i := range ts {
		c.Mention(ts[i].Guard)
		mention(c, &ts[i])
	}
}

// mention mentions what a transition does and costs.
func mention(c *Compiler, t *Transition) {
	for _, e := range t.Effects {
		if c.m.Vars[e.Var].Bool {
			c.Mention(e.B)
		} else {
			c.MentionNumber(e.X)
		}
	}
	for _, x := range t.Costs {
		c.MentionNumber(x)
	}
}

// Transition is a move restricted to certain values of some variables, which are substituted in the rest. A
// move that pushes "the next crate" becomes one transition for each place of the man.
type Transition struct {
	Move int32 // index in Machine.Moves
	// Needs has each variable at most once, ascending. Two transitions of one move need different values
	// of some variable, so a state allows at most one.
	Needs []Fact
	// Guard is the condition that must also hold. It may be model.True.
	Guard model.Bool
	// Effects are the changes, in ascending order of the variables. Effects that are known to change
	// nothing are left out.
	Effects []model.Effect
	Costs   []model.Int
}

// Fact is the condition that a variable has a value. Booleans are 0 or 1.
type Fact struct {
	Var   model.VarID
	Value int64
}

// Needed returns the needed value of a variable, if there is one.
func (t *Transition) Needed(v model.VarID) (value int64, ok bool) {
	i, ok := slices.BinarySearchFunc(t.Needs, v, func(f Fact, v model.VarID) int { return cmp.Compare(f.Var, v) })
	if !ok {
		return 0, false
	}
	return t.Needs[i].Value, true
}

// Requirement is what must hold in a state for something to be possible there: facts, and perhaps a guard.
type Requirement struct {
	first test   // an empty test if there are no facts
	more  []test // of other words
	guard *BoolProgram
}

// Requirement compiles facts and a guard. ok is false if they can't hold.
func (c *Compiler) Requirement(needs []Fact, guard model.Bool) (r Requirement, ok bool) {
	all, ok := tests(c.layout.fields, needs)
	if len(all) > 0 {
		r.first, r.more = all[0], all[1:]
	}
	if guard != model.True {
		r.guard = c.BoolProgram(guard)
	}
	return r, ok && guard != model.False
}

// Facts reports whether the facts hold in a state.
func (r *Requirement) Facts(s State) bool {
	return s[r.first.word]&r.first.mask == r.first.value && (len(r.more) == 0 || holdAll(r.more, s))
}

// Guarded reports whether there is a guard besides the facts.
func (r *Requirement) Guarded() bool { return r.guard != nil }

// Guard reports whether the guard holds in a state.
func (r *Requirement) Guard(s State, scratch *Scratch) bool {
	return r.guard == nil || r.guard.Holds(s, scratch)
}

// Step is a transition that is compiled alone.
type Step struct {
	Requirement
	does  compiledTransition
	slots int
}

// Step compiles a transition for use with any Scratch of a program of the compiler's layout. ok is false if it
// is never possible.
func (c *Compiler) Step(t *Transition) (s Step, ok bool) {
	s.Requirement, ok = c.Requirement(t.Needs, t.Guard)
	mention(c, t)
	s.does, _ = compileTransition(c, &Transition{Move: t.Move, Guard: model.True, Effects: t.Effects, Costs: t.Costs})
	s.slots = c.slots
	return s, ok
}

// Take makes the step in a state that meets its requirement. The next state and the costs are valid until
// scratch is used again.
func (s *Step) Take(state State, scratch *Scratch) (next State, costs []int64) {
	scratch.here.reserve(s.slots)
	scratch.here.enter(state)
	s.does.apply(state, scratch.next, scratch)
	return scratch.next, s.does.cost(scratch)
}

// compiledTransition is a transition as a program.
type compiledTransition struct {
	move   int32
	guard  Condition // nil if only needs must hold
	writes []write
	copies []copying
	sets   []setting
	// costs are the costs if all are known. Otherwise costNumbers compute them.
	costs       []int64
	costNumbers []Number
}

// write sets the bits under clear to set.
type write struct {
	word       int32
	clear, set uint64
}

// copying gives a variable the value of another.
type copying struct{ to, from field }

// setting gives a variable a computed value. Either number or truth is nil.
type setting struct {
	to     field
	number Number
	truth  Condition
}

// compileTransition compiles a transition. It returns false if the transition is never possible.
func compileTransition(c *Compiler, t *Transition) (compiledTransition, bool) {
	if _, possible := tests(c.layout.fields, t.Needs); !possible || t.Guard == model.False {
		return compiledTransition{}, false
	}
	out := compiledTransition{move: t.Move, costs: make([]int64, len(t.Costs))}
	if t.Guard != model.True {
		out.guard = c.Condition(t.Guard)
	}
	for _, e := range t.Effects {
		out.effect(c, e)
	}
	for i, x := range t.Costs {
		value, known := c.m.Constant(x)
		if out.costs[i] = value; !known {
			out.costNumbers = make([]Number, len(t.Costs))
		}
	}
	if out.costNumbers != nil {
		for i, x := range t.Costs {
			out.costNumbers[i] = c.Number(x)
		}
	}
	return out, true
}

func (t *compiledTransition) effect(c *Compiler, e model.Effect) {
	m, fields := c.m, c.layout.fields
	f := fields[e.Var]
	if m.Vars[e.Var].Bool {
		n, plain := m.Node(e.B).(model.BoolVar)
		switch {
		case e.B.Node() == 0:
			t.write(f, bit(e.B == model.True))
		case plain && !e.B.Negated() && fields[n.Var].mask != 0:
			t.copies = append(t.copies, copying{f, fields[n.Var]})
		default:
			t.sets = append(t.sets, setting{to: f, truth: c.Condition(e.B)})
		}
		return
	}
	value, known := m.Constant(e.X)
	n, plain := m.Ints[e.X].(model.IntVar)
	switch {
	case known:
		t.write(f, value)
	case plain:
		t.copies = append(t.copies, copying{f, fields[n.Var]})
	default:
		t.sets = append(t.sets, setting{to: f, number: c.Number(e.X)})
	}
}

func (t *compiledTransition) write(f field, value int64) {
	i := 0
	for i < len(t.writes) && t.writes[i].word != f.word {
		i++
	}
	if i == len(t.writes) {
		t.writes = append(t.writes, write{word: f.word})
	}
	t.writes[i].clear |= f.mask << f.shift
	t.writes[i].set |= (uint64(value-f.low) & f.mask) << f.shift
}

// apply sets next to the state after s, the state of scratch.here.
func (t *compiledTransition) apply(s, next State, scratch *Scratch) {
	copy(next, s)
	for i := range t.writes {
		w := &t.writes[i]
		next[w.word] = next[w.word]&^w.clear | w.set
	}
	for i := range t.copies {
		c := &t.copies[i]
		c.to.put(next, c.from.get(s))
	}
	for i := range t.sets {
		e := &t.sets[i]
		if e.truth != nil {
			e.to.put(next, bit(e.truth(&scratch.here)))
		} else {
			e.to.put(next, e.number(&scratch.here))
		}
	}
}

// cost returns the cost of the transition in the state of scratch.here.
func (t *compiledTransition) cost(scratch *Scratch) []int64 {
	if t.costNumbers == nil {
		return t.costs
	}
	for i, x := range t.costNumbers {
		scratch.costs[i] = x(&scratch.here)
	}
	return scratch.costs
}

// Effects are all changes of a move.
type Effects struct {
	sets    []setting
	choices []choice
}

// choice gives a value to the variable that an index chooses, such as the top of a stack. In the grounded
// machine that is an effect on each variable: "if the index is i then the value, else the old value".
type choice struct {
	index Number
	base  int64
	to    []field // by index minus base; the word is -1 where there is no variable
	value Number
}

// Effects compiles the effects of a move.
func (c *Compiler) Effects(effects []model.Effect) *Effects {
	type key struct{ index, value model.Int }
	places := map[key]map[int64]model.VarID{}
	var order []key
	out := &Effects{}
	for _, e := range effects {
		to := c.layout.fields[e.Var]
		if c.m.Vars[e.Var].Bool {
			out.sets = append(out.sets, setting{to: to, truth: c.Condition(e.B)})
			continue
		}
		index, at, value, ok := c.chosen(e)
		k := key{index, value}
		if _, twice := places[k][at]; !ok || twice {
			out.sets = append(out.sets, setting{to: to, number: c.Number(e.X)})
			continue
		}
		if places[k] == nil {
			places[k] = map[int64]model.VarID{}
			order = append(order, k)
		}
		places[k][at] = e.Var
	}
	for _, k := range order {
		out.choices = append(out.choices, c.choice(k.index, k.value, places[k]))
	}
	return out
}

// chosen recognises the effect "if index = at then value, else the old value".
func (c *Compiler) chosen(e model.Effect) (index model.Int, at int64, value model.Int, ok bool) {
	n, isIf := c.m.Ints[e.X].(model.If)
	if !isIf {
		return 0, 0, 0, false
	}
	cond, then, otherwise := n.Cond, n.Then, n.Else
	if cond.Negated() {
		cond, then, otherwise = cond.Not(), otherwise, then
	}
	in, isIn := c.m.Node(cond).(model.In)
	was, isVar := c.m.Ints[otherwise].(model.IntVar)
	if !isIn || !isVar || was.Var != e.Var {
		return 0, 0, 0, false
	}
	at, single := in.Values.Single()
	return in.X, at, then, single && c.m.Bounds(in.X).Size() <= widestChoice
}

// widestChoice bounds the range of a choice's indices.
const widestChoice = 1 << 16

func (c *Compiler) choice(index, value model.Int, places map[int64]model.VarID) choice {
	lo, hi := int64(math.MaxInt64), int64(math.MinInt64)
	for at := range places {
		lo, hi = min(lo, at), max(hi, at)
	}
	out := choice{index: c.Number(index), base: lo, value: c.Number(value), to: make([]field, hi-lo+1)}
	for i := range out.to {
		out.to[i].word = -1
		if v, ok := places[lo+int64(i)]; ok {
			out.to[i] = c.layout.fields[v]
		}
	}
	return out
}

// Make makes the move in the state of e. It computes all values before it writes any. room keeps the values,
// and may be of any length.
func (m *Effects) Make(e *Evaluation, room []int64) []int64 {
	values := room[:0]
	for i := range m.sets {
		if s := &m.sets[i]; s.number != nil {
			values = append(values, s.number(e))
		} else {
			values = append(values, bit(s.truth(e)))
		}
	}
	for i := range m.choices {
		c := &m.choices[i]
		target, value := int64(-1), int64(0)
		if at := c.index(e) - c.base; 0 <= at && at < int64(len(c.to)) && c.to[at].word >= 0 {
			target, value = at, c.value(e)
		}
		values = append(values, target, value)
	}
	for i := range m.sets {
		m.sets[i].to.put(e.State, values[i])
	}
	chosen := values[len(m.sets):]
	for i := range m.choices {
		if target := chosen[2*i]; target >= 0 {
			m.choices[i].to[target].put(e.State, chosen[2*i+1])
		}
	}
	e.Changed()
	return values
}

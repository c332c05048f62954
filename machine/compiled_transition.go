package machine

import "nazo/model"

// compiledTransition is a transition as a program.
type compiledTransition struct {
	move   int32
	guard  Condition // nil if the needs are all
	writes []write
	copies []copying
	sets   []setting
	// costs are its costs, as far as they are known; costNumbers compute them if not.
	costs       []int64
	costNumbers []Number
}

// write puts known values into a word.
type write struct {
	word       int32
	clear, set uint64
}

// copying gives a variable the value of another.
type copying struct{ to, from field }

// setting gives a variable a value that is computed: one of number and truth does.
type setting struct {
	to     field
	number Number
	truth  Condition
}

// compileTransition compiles a transition. It returns false if it is never possible.
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

// apply makes next the state after s, which scratch.here is of.
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

// cost is the cost of the transition in the state of scratch.here.
func (t *compiledTransition) cost(scratch *Scratch) []int64 {
	if t.costNumbers == nil {
		return t.costs
	}
	for i, x := range t.costNumbers {
		scratch.costs[i] = x(&scratch.here)
	}
	return scratch.costs
}

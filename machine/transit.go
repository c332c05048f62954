package machine

import "nazo/model"

// transit is a transition as a program.
type transit struct {
	move   int32
	guard  *BoolProgram // nil if the needs are all
	writes []write
	copies []copying
	sets   []setting
	// costs are what it costs, as far as that is known; prices computes it if it is not.
	costs  []int64
	prices []*IntProgram
}

// write puts known values into a word.
type write struct {
	word       int32
	clear, set uint64
}

// copying gives a variable the value of another.
type copying struct{ to, from field }

// setting gives a variable a value that is computed: one of the two programs.
type setting struct {
	to     field
	number *IntProgram
	truth  *BoolProgram
}

// transit compiles a transition. It returns false if it is never possible.
func (p *Program) transit(m *model.Model, t *Transition) (transit, bool) {
	if _, possible := tests(p.fields, t.Needs); !possible || t.Guard == model.False {
		return transit{}, false
	}
	out := transit{move: t.Move, costs: make([]int64, len(t.Costs))}
	if t.Guard != model.True {
		out.guard = boolProgram(m, p.fields, t.Guard)
	}
	for _, e := range t.Effects {
		p.effect(&out, m, e)
	}
	for i, x := range t.Costs {
		value, known := m.Constant(x)
		if out.costs[i] = value; !known {
			out.prices = make([]*IntProgram, len(t.Costs))
		}
	}
	if out.prices != nil {
		for i, x := range t.Costs {
			out.prices[i] = intProgram(m, p.fields, x)
		}
	}
	return out, true
}

func (p *Program) effect(out *transit, m *model.Model, e model.Effect) {
	f := p.fields[e.Var]
	if m.Vars[e.Var].Bool {
		n, plain := m.Bools[e.B.Node()].(model.BoolVar)
		switch {
		case e.B.Node() == 0:
			out.write(f, bit(e.B == model.True))
		case plain && !e.B.Negated() && p.fields[n.Var].mask != 0:
			out.copies = append(out.copies, copying{f, p.fields[n.Var]})
		default:
			out.sets = append(out.sets, setting{to: f, truth: boolProgram(m, p.fields, e.B)})
		}
		return
	}
	value, known := m.Constant(e.X)
	n, plain := m.Ints[e.X].(model.IntVar)
	switch {
	case known:
		out.write(f, value)
	case plain:
		out.copies = append(out.copies, copying{f, p.fields[n.Var]})
	default:
		out.sets = append(out.sets, setting{to: f, number: intProgram(m, p.fields, e.X)})
	}
}

func (t *transit) write(f field, value int64) {
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

// apply makes next the state after s.
func (t *transit) apply(s, next State, scratch *Scratch) {
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
			e.to.put(next, bit(e.truth.Holds(s, scratch)))
		} else {
			e.to.put(next, e.number.Value(s, scratch))
		}
	}
}

// price is what the transit costs in s.
func (t *transit) price(s State, scratch *Scratch) []int64 {
	if t.prices == nil {
		return t.costs
	}
	for i, x := range t.prices {
		scratch.costs[i] = x.Value(s, scratch)
	}
	return scratch.costs
}

package play

import "nazo/model"

// change is what a move does to a board.
type change struct {
	sets    []set
	choices []choice
}

// set gives a variable a value: one of the two closures computes it.
type set struct {
	of model.VarID
	x  number
	is condition
}

// choice gives a value to the one of several variables that an index chooses: the
// top of a stack, the place that something moves to. Grounded, that is an effect
// on each of them, "if the index is i then the value, else what it was".
type choice struct {
	index number
	base  int64
	vars  []model.VarID // by index less base; -1 where there is none
	x     number
}

// change codes the effects of a move.
func (c *coder) change(effects []model.Effect) *change {
	type key struct{ index, value model.Int }
	places := map[key]map[int64]model.VarID{}
	var order []key
	out := &change{}
	for _, e := range effects {
		if c.m.Vars[e.Var].Bool {
			out.sets = append(out.sets, set{of: e.Var, is: c.bool(e.B)})
			continue
		}
		index, at, value, ok := c.chosen(e)
		k := key{index, value}
		if _, twice := places[k][at]; !ok || twice {
			out.sets = append(out.sets, set{of: e.Var, x: c.int(e.X)})
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

// chosen recognises the effect "if index = at then value, else what it was".
func (c *coder) chosen(e model.Effect) (index model.Int, at int64, value model.Int, ok bool) {
	n, isIf := c.m.Ints[e.X].(model.If)
	if !isIf {
		return 0, 0, 0, false
	}
	cond, then, otherwise := n.Cond, n.Then, n.Else
	if cond.Negated() {
		cond, then, otherwise = cond.Not(), otherwise, then
	}
	in, isIn := c.m.Bools[cond.Node()].(model.In)
	was, isVar := c.m.Ints[otherwise].(model.IntVar)
	if !isIn || !isVar || was.Var != e.Var {
		return 0, 0, 0, false
	}
	at, single := in.Values.Single()
	return in.X, at, then, single && c.m.Bounds(in.X).Size() <= widestChoice
}

// widestChoice is how far apart the indices of a choice may be.
const widestChoice = 1 << 16

func (c *coder) choice(index, value model.Int, places map[int64]model.VarID) choice {
	first := true
	var lo, hi int64
	for at := range places {
		if first {
			lo, hi, first = at, at, false
		}
		lo, hi = min(lo, at), max(hi, at)
	}
	out := choice{index: c.int(index), base: lo, x: c.int(value), vars: make([]model.VarID, hi-lo+1)}
	for i := range out.vars {
		out.vars[i] = -1
		if v, ok := places[lo+int64(i)]; ok {
			out.vars[i] = v
		}
	}
	return out
}

// room is the number of values that make needs.
func (ch *change) room() int { return len(ch.sets) + 2*len(ch.choices) }

// make makes the move on a board; values holds what is to be written.
func (ch *change) make(b *board, values []int64) {
	values = values[:0]
	for i := range ch.sets {
		s := &ch.sets[i]
		switch {
		case s.x != nil:
			values = append(values, s.x(b))
		case s.is(b):
			values = append(values, 1)
		default:
			values = append(values, 0)
		}
	}
	for i := range ch.choices {
		c := &ch.choices[i]
		target, value := int64(-1), int64(0)
		if at := c.index(b) - c.base; 0 <= at && at < int64(len(c.vars)) && c.vars[at] >= 0 {
			target, value = int64(c.vars[at]), c.x(b)
		}
		values = append(values, target, value)
	}
	for i := range ch.sets {
		b.vars[ch.sets[i].of] = values[i]
	}
	for i := len(ch.sets); i < len(values); i += 2 {
		if values[i] >= 0 {
			b.vars[values[i]] = values[i+1]
		}
	}
	b.changed()
}

package machine

import (
	"math"

	"nazo/model"
)

// Effects are the changes that a move makes in a state, for which it makes no other.
type Effects struct {
	sets    []setting
	choices []choice
}

// choice gives a value to the one of several variables that an index chooses: the
// top of a stack, the place that something moves to. Grounded, that is an effect
// on each of them, "if the index is i then the value, else what it was".
type choice struct {
	index Number
	base  int64
	to    []field // by index less base; of no word where there is none
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

// chosen recognises the effect "if index = at then value, else what it was".
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

// widestChoice is how far apart the indices of a choice may be.
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

// Make makes the move in the state of e. All values are computed before any is
// written; room keeps them, and may be of any length.
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

package machine

import (
	"nazo/model"
	"nazo/numbers"
)

// Number compiles a number, a node of the compiler's model.
func (c *Compiler) Number(x model.Int) Number {
	f, ok := c.ints[x]
	if !ok {
		if f = c.numberTable(x); f == nil {
			n := c.m.Ints[x]
			f = c.numberNode(n)
			if c.intUses[x] > 1 && worthKeeping(n) {
				f = c.keep(f)
			}
		}
		c.ints[x] = f
	}
	return f
}

// worthKeeping reports whether it takes longer to compute a number than to look up
// whether it was computed.
func worthKeeping(n model.IntNode) bool {
	switch n := n.(type) {
	case model.IntConst, model.IntVar, model.ToInt:
		return false
	case model.Linear:
		return len(n.Terms) > 1
	}
	return true
}

func (c *Compiler) numberNode(n model.IntNode) Number {
	switch n := n.(type) {
	case model.IntConst:
		return func(*Evaluation) int64 { return n.Value }
	case model.IntVar:
		return c.layout.fields[n.Var].number()
	case model.ToInt:
		is := c.Condition(n.B)
		return func(e *Evaluation) int64 { return bit(is(e)) }
	case model.Linear:
		return c.sum(n.Terms, n.Const)
	case model.Product:
		x, y := c.Number(n.A), c.Number(n.B)
		return func(e *Evaluation) int64 { return x(e) * y(e) }
	case model.Div:
		x, y := c.Number(n.A), c.Number(n.B)
		return func(e *Evaluation) int64 { return numbers.Quotient(x(e), y(e)) }
	case model.Mod:
		x, y := c.Number(n.A), c.Number(n.B)
		return func(e *Evaluation) int64 { return numbers.Remainder(x(e), y(e)) }
	case model.Min:
		parts := c.numbers(n.Args)
		return func(e *Evaluation) int64 {
			least := parts[0](e)
			for _, f := range parts[1:] {
				least = min(least, f(e))
			}
			return least
		}
	case model.Max:
		parts := c.numbers(n.Args)
		return func(e *Evaluation) int64 {
			greatest := parts[0](e)
			for _, f := range parts[1:] {
				greatest = max(greatest, f(e))
			}
			return greatest
		}
	case model.If:
		return c.choose(n)
	case model.Element:
		return c.element(n)
	}
	panic("machine: unknown integer node")
}

// number is the value of the field.
func (f field) number() Number {
	word, shift, mask, low := f.word, f.shift, f.mask, f.low
	switch {
	case mask == 0:
		return func(*Evaluation) int64 { return low }
	case f.whole():
		return func(e *Evaluation) int64 { return int64(e.State[word]) }
	}
	return func(e *Evaluation) int64 { return low + int64(e.State[word]>>shift&mask) }
}

func (c *Compiler) numbers(xs []model.Int) []Number {
	out := make([]Number, len(xs))
	for i, x := range xs {
		out[i] = c.Number(x)
	}
	return out
}

// element takes one of several items: out of a table if all are known.
func (c *Compiler) element(n model.Element) Number {
	index, base, size := c.Number(n.Index), n.Base, int64(len(n.Items))
	if table, ok := c.constants(n.Items); ok {
		return func(e *Evaluation) int64 {
			if i := index(e) - base; 0 <= i && i < size {
				return table[i]
			}
			return 0
		}
	}
	if fields, ok := c.variables(n.Items); ok {
		return func(e *Evaluation) int64 {
			if i := index(e) - base; 0 <= i && i < size {
				return fields[i].get(e.State)
			}
			return 0
		}
	}
	items := c.numbers(n.Items)
	return func(e *Evaluation) int64 {
		if i := index(e) - base; 0 <= i && i < size {
			return items[i](e)
		}
		return 0
	}
}

// constants are the values of items that are all known.
func (c *Compiler) constants(items []model.Int) ([]int64, bool) {
	out := make([]int64, len(items))
	for i, x := range items {
		value, known := c.m.Constant(x)
		if !known {
			return nil, false
		}
		out[i] = value
	}
	return out, true
}

// variables are where the items lie, if all of them are variables.
func (c *Compiler) variables(items []model.Int) ([]field, bool) {
	out := make([]field, len(items))
	for i, x := range items {
		v, ok := c.m.Ints[x].(model.IntVar)
		if !ok {
			return nil, false
		}
		out[i] = c.layout.fields[v.Var]
	}
	return out, true
}

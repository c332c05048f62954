package play

import "nazo/model"

// int is the closure of a number.
func (c *coder) int(x model.Int) number {
	f, ok := c.ints[x]
	if !ok {
		if table, place := c.tableOf(c.digestInt(x), func(l *look) int64 { return l.int(x) }); table != nil {
			f = func(b *board) int64 { return int64(table[place(b)]) }
			c.ints[x] = f
			return f
		}
		f = c.intNode(c.m.Ints[x])
		if c.uses[x] > 1 && dear(c.m.Ints[x]) {
			f = c.keep(f)
		}
		c.ints[x] = f
	}
	return f
}

// dear tells whether it takes longer to compute a number than to look up whether
// it was computed.
func dear(n model.IntNode) bool {
	switch n := n.(type) {
	case model.IntConst, model.IntVar, model.ToInt:
		return false
	case model.Linear:
		return len(n.Terms) > 1
	}
	return true
}

// keep computes a number once in a state.
func (c *coder) keep(f number) number {
	slot := c.slots
	c.slots++
	return func(b *board) int64 {
		if b.at[slot] == b.now {
			return b.kept[slot]
		}
		x := f(b)
		b.at[slot], b.kept[slot] = b.now, x
		return x
	}
}

func (c *coder) intNode(n model.IntNode) number {
	switch n := n.(type) {
	case model.IntConst:
		return func(*board) int64 { return n.Value }
	case model.IntVar:
		return func(b *board) int64 { return b.vars[n.Var] }
	case model.ToInt:
		is := c.bool(n.B)
		return func(b *board) int64 {
			if is(b) {
				return 1
			}
			return 0
		}
	case model.Linear:
		return c.sum(n.Terms, n.Const)
	case model.Product:
		x, y := c.int(n.A), c.int(n.B)
		return func(b *board) int64 { return x(b) * y(b) }
	case model.Div:
		x, y := c.int(n.A), c.int(n.B)
		return func(b *board) int64 { q, _ := divide(x(b), y(b)); return q }
	case model.Mod:
		x, y := c.int(n.A), c.int(n.B)
		return func(b *board) int64 { _, r := divide(x(b), y(b)); return r }
	case model.Min:
		return c.extremum(n.Args, func(a, b int64) bool { return a < b })
	case model.Max:
		return c.extremum(n.Args, func(a, b int64) bool { return a > b })
	case model.If:
		if f := c.chain(n); f != nil {
			return f
		}
		cond, then, otherwise := c.bool(n.Cond), c.int(n.Then), c.int(n.Else)
		return func(b *board) int64 {
			if cond(b) {
				return then(b)
			}
			return otherwise(b)
		}
	case model.Element:
		return c.element(n)
	}
	panic("play: unknown integer node")
}

func (c *coder) extremum(args []model.Int, better func(a, b int64) bool) number {
	parts := c.numbers(args)
	return func(b *board) int64 {
		best := parts[0](b)
		for _, f := range parts[1:] {
			if x := f(b); better(x, best) {
				best = x
			}
		}
		return best
	}
}

func (c *coder) numbers(xs []model.Int) []number {
	out := make([]number, len(xs))
	for i, x := range xs {
		out[i] = c.int(x)
	}
	return out
}

// sum adds up terms.
func (c *coder) sum(terms []model.Term, constant int64) number {
	switch len(terms) {
	case 0:
		return func(*board) int64 { return constant }
	case 1:
		k, x := terms[0].Coef, c.int(terms[0].X)
		return func(b *board) int64 { return constant + k*x(b) }
	case 2:
		k, x, l, y := terms[0].Coef, c.int(terms[0].X), terms[1].Coef, c.int(terms[1].X)
		return func(b *board) int64 { return constant + k*x(b) + l*y(b) }
	}
	coefs, parts := make([]int64, len(terms)), make([]number, len(terms))
	for i, t := range terms {
		coefs[i], parts[i] = t.Coef, c.int(t.X)
	}
	return func(b *board) int64 {
		s := constant
		for i, f := range parts {
			s += coefs[i] * f(b)
		}
		return s
	}
}

// element takes one of several items: out of a table if all are known.
func (c *coder) element(n model.Element) number {
	index, base, size := c.int(n.Index), n.Base, int64(len(n.Items))
	if table, ok := c.table(n.Items); ok {
		return func(b *board) int64 {
			if i := index(b) - base; 0 <= i && i < size {
				return table[i]
			}
			return 0
		}
	}
	if vars, ok := c.variables(n.Items); ok {
		return func(b *board) int64 {
			if i := index(b) - base; 0 <= i && i < size {
				return b.vars[vars[i]]
			}
			return 0
		}
	}
	items := c.numbers(n.Items)
	return func(b *board) int64 {
		if i := index(b) - base; 0 <= i && i < size {
			return items[i](b)
		}
		return 0
	}
}

// variables are those that items are, if all of them are variables.
func (c *coder) variables(items []model.Int) ([]model.VarID, bool) {
	out := make([]model.VarID, len(items))
	for i, x := range items {
		v, ok := c.m.Ints[x].(model.IntVar)
		if !ok {
			return nil, false
		}
		out[i] = v.Var
	}
	return out, true
}

const (
	// shortestChain is how many tests of one number are worth a table.
	shortestChain = 3
	// widestChain is how many values the number may have.
	widestChain = 4096
)

// chain codes "if x is 1 then a, else if x is 2 then b, else …" as a table of x;
// nil if it is nothing of the kind.
func (c *coder) chain(n model.If) number {
	var tests []model.In
	var items []model.Int
	otherwise := model.Int(-1)
	for {
		in, ok := c.m.Bools[n.Cond.Node()].(model.In)
		if !ok || len(tests) > 0 && in.X != tests[0].X {
			break
		}
		then, rest := n.Then, n.Else
		if n.Cond.Negated() {
			then, rest = rest, then
		}
		tests, items, otherwise = append(tests, in), append(items, then), rest
		if n, ok = c.m.Ints[rest].(model.If); !ok {
			break
		}
	}
	if len(tests) < shortestChain {
		return nil
	}
	bounds := c.m.Bounds(tests[0].X)
	if bounds.Size() > widestChain {
		return nil
	}
	all := make([]model.Int, bounds.Size())
	for i := range all {
		all[i] = otherwise
	}
	for i := len(tests) - 1; i >= 0; i-- {
		for v := range tests[i].Values.Each {
			if bounds.Contains(v) {
				all[v-bounds.Lo] = items[i]
			}
		}
	}
	return c.element(model.Element{Index: tests[0].X, Base: bounds.Lo, Items: all})
}

// table has the values of items that are all known.
func (c *coder) table(items []model.Int) ([]int64, bool) {
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

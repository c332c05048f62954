package machine

import (
	"cmp"
	"math/bits"
	"slices"

	"nazo/internal/model"
)

// Much of what guards and preferences compute depends on two or three small numbers, such as a rank or the
// height of a pile. Such an expression becomes a table.

const (
	mostArguments = 3       // numbers that a table may depend on
	largestTable  = 2048    // entries
	leastWeight   = 3       // nodes that a table must save
	mostEntries   = 1 << 20 // of all tables of a compiler
)

// argument is a node that a table depends on: a variable, or an expression that is too complex for a table.
type argument struct {
	isBool bool
	node   int32
}

// dependence lists the arguments that a node depends on.
type dependence struct {
	arguments []argument // ascending; the node itself if it is too complex
	// weight is the number of nodes above the arguments, 0 for an argument.
	weight int
}

func (a argument) values(m *model.Model) model.Interval {
	if a.isBool {
		return model.Interval{Lo: 0, Hi: 1}
	}
	return m.Bounds(model.Int(a.node))
}

func (c *Compiler) dependenceOfBool(b model.Bool) dependence {
	n := c.m.Node(b)
	_, isVar := n.(model.BoolVar)
	return c.dependence(argument{true, int32(b.Node())}, isVar, func(onBool func(model.Bool), onInt func(model.Int)) { model.EachArg(n, onBool, onInt) })
}

func (c *Compiler) dependenceOfInt(x model.Int) dependence {
	n := c.m.Ints[x]
	_, isVar := n.(model.IntVar)
	return c.dependence(argument{false, int32(x)}, isVar, func(onBool func(model.Bool), onInt func(model.Int)) { model.EachIntArg(n, onBool, onInt) })
}

// dependence joins the dependences of a node's operands, which each lists.
func (c *Compiler) dependence(self argument, isVar bool, each func(onBool func(model.Bool), onInt func(model.Int))) dependence {
	if d, ok := c.dependences[self]; ok {
		return d
	}
	out := dependence{weight: 1}
	add := func(d dependence) {
		out.weight += d.weight
		for _, a := range d.arguments {
			if i, known := slices.BinarySearchFunc(out.arguments, a, compareArguments); !known && len(out.arguments) <= mostArguments {
				out.arguments = slices.Insert(out.arguments, i, a)
			}
		}
	}
	if !isVar {
		each(func(b model.Bool) { add(c.dependenceOfBool(b)) }, func(x model.Int) { add(c.dependenceOfInt(x)) })
	}
	if isVar || len(out.arguments) > mostArguments || c.entries(out.arguments) > largestTable {
		out = dependence{arguments: []argument{self}}
	}
	c.dependences[self] = out
	return out
}

func compareArguments(a, b argument) int {
	return cmp.Or(cmp.Compare(bit(b.isBool), bit(a.isBool)), cmp.Compare(a.node, b.node))
}

// entries returns the size of a table of some arguments, or more than largestTable.
func (c *Compiler) entries(arguments []argument) int64 {
	n := int64(1)
	for _, a := range arguments {
		size := a.values(c.m).Size()
		if n *= min(size, largestTable+1); n > largestTable {
			break
		}
	}
	return n
}

// worthTable reports whether a node of that dependence becomes a table.
func (c *Compiler) worthTable(d dependence) bool {
	return d.weight >= leastWeight && len(d.arguments) > 0 && c.entries(d.arguments) <= c.room
}

// conditionTable compiles a condition that becomes a table. It returns nil for others.
func (c *Compiler) conditionTable(b model.Bool) Condition {
	d := c.dependenceOfBool(b)
	if !c.worthTable(d) {
		return nil
	}
	holds := make([]bool, 0, c.entries(d.arguments))
	c.eachEntry(d.arguments, func(e *model.Evaluation) bool {
		holds = append(holds, e.Bool(b))
		return true
	})
	c.room -= int64(len(holds))
	place := c.place(d.arguments)
	return func(e *Evaluation) bool { return holds[place(e)] }
}

// numberTable compiles a number that becomes a table. It returns nil for others.
func (c *Compiler) numberTable(x model.Int) Number {
	d := c.dependenceOfInt(x)
	if !c.worthTable(d) {
		return nil
	}
	table, fits := make([]int32, 0, c.entries(d.arguments)), true
	c.eachEntry(d.arguments, func(e *model.Evaluation) bool {
		v := e.Int(x)
		table = append(table, int32(v))
		fits = int64(int32(v)) == v
		return fits
	})
	if !fits {
		return nil
	}
	c.room -= int64(len(table))
	place := c.place(d.arguments)
	return func(e *Evaluation) int64 { return int64(table[place(e)]) }
}

// eachEntry calls yield with all values of the arguments, in the order of a table, until yield returns false.
// yield may evaluate only what depends on the arguments alone.
func (c *Compiler) eachEntry(arguments []argument, yield func(*model.Evaluation) bool) {
	if c.filler == nil {
		c.filler = model.NewEvaluation(c.m, nil, func(model.VarID) int64 { panic("machine: a table depends on more than its arguments") })
	}
	e := c.filler
	for i := range c.entries(arguments) {
		e.Changed()
		rest := i
		for _, a := range arguments {
			values := a.values(c.m)
			v := values.Lo + rest%values.Size()
			rest /= values.Size()
			if a.isBool {
				e.AssumeBool(int(a.node), v == 1)
			} else {
				e.AssumeInt(model.Int(a.node), v)
			}
		}
		if !yield(e) {
			return
		}
	}
}

// place compiles the index of the table entry for some arguments.
func (c *Compiler) place(arguments []argument) Number {
	parts, strides := make([]Number, len(arguments)), make([]int64, len(arguments))
	base, stride := int64(0), int64(1)
	for i, a := range arguments {
		values := a.values(c.m)
		base -= values.Lo * stride
		strides[i] = stride
		stride *= values.Size()
		if a.isBool {
			is := c.Condition(model.Bool(a.node << 1))
			parts[i] = func(e *Evaluation) int64 { return bit(is(e)) }
		} else {
			parts[i] = c.Number(model.Int(a.node))
		}
	}
	switch len(parts) {
	case 1:
		x := parts[0]
		return func(e *Evaluation) int64 { return base + x(e) }
	case 2:
		x, y, s := parts[0], parts[1], strides[1]
		return func(e *Evaluation) int64 { return base + x(e) + s*y(e) }
	}
	x, y, z, s, t := parts[0], parts[1], parts[2], strides[1], strides[2]
	return func(e *Evaluation) int64 { return base + x(e) + s*y(e) + t*z(e) }
}

const (
	// shortestChain is the number of tests of one number that are worth a table.
	shortestChain = 3
	// widestChain is the number of values that the number may have.
	widestChain = 4096
)

// choose compiles "if c then a else b".
func (c *Compiler) choose(n model.If) Number {
	if chain, ok := c.chain(n); ok {
		return c.element(chain)
	}
	cond, then, otherwise := c.Condition(n.Cond), c.Number(n.Then), c.Number(n.Else)
	return func(e *Evaluation) int64 {
		if cond(e) {
			return then(e)
		}
		return otherwise(e)
	}
}

// chain recognises "if x is 1 then a, else if x is 2 then b, else …". It is an element with index x.
func (c *Compiler) chain(n model.If) (model.Element, bool) {
	var tests []model.In
	var items []model.Int
	otherwise := model.Int(-1)
	for {
		in, ok := c.m.Node(n.Cond).(model.In)
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
		return model.Element{}, false
	}
	bounds := c.m.Bounds(tests[0].X)
	if bounds.Size() > widestChain {
		return model.Element{}, false
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
	return model.Element{Index: tests[0].X, Base: bounds.Lo, Items: all}, true
}

// count is a coefficient times the number of bits under a mask.
type count struct {
	coef int64
	word int32
	mask uint64
}

// sum compiles a sum of terms. Boolean variables in one word with the same coefficient are counted at once.
func (c *Compiler) sum(terms []model.Term, constant int64) Number {
	counts, others, constant := c.counts(terms, constant)
	coefs, parts := make([]int64, len(others)), make([]Number, len(others))
	for i, t := range others {
		coefs[i], parts[i] = t.Coef, c.Number(t.X)
	}
	if len(counts) == 0 {
		switch len(parts) {
		case 0:
			return func(*Evaluation) int64 { return constant }
		case 1:
			k, x := coefs[0], parts[0]
			return func(e *Evaluation) int64 { return constant + k*x(e) }
		case 2:
			k, x, l, y := coefs[0], parts[0], coefs[1], parts[1]
			return func(e *Evaluation) int64 { return constant + k*x(e) + l*y(e) }
		}
		return func(e *Evaluation) int64 {
			total := constant
			for i, f := range parts {
				total += coefs[i] * f(e)
			}
			return total
		}
	}
	return func(e *Evaluation) int64 {
		total := constant
		for i := range counts {
			c := &counts[i]
			total += c.coef * int64(bits.OnesCount64(e.State[c.word]&c.mask))
		}
		for i, f := range parts {
			total += coefs[i] * f(e)
		}
		return total
	}
}

// counts returns the terms that are boolean variables, and the other terms. Variables that never change are
// added to the constant.
func (c *Compiler) counts(terms []model.Term, constant int64) (counts []count, others []model.Term, known int64) {
	at := map[count]int{} // coefficient and word → index in counts
	for _, t := range terms {
		f, ok := c.truthField(t.X)
		switch {
		case !ok:
			others = append(others, t)
			continue
		case f.mask == 0:
			constant += t.Coef * f.low
			continue
		}
		key := count{coef: t.Coef, word: f.word}
		i, met := at[key]
		if !met {
			i = len(counts)
			at[key] = i
			counts = append(counts, key)
		}
		counts[i].mask |= 1 << f.shift
	}
	return counts, others, constant
}

// truthField returns the field of a boolean variable if x is its truth value as a number.
func (c *Compiler) truthField(x model.Int) (field, bool) {
	if n, ok := c.m.Ints[x].(model.ToInt); ok {
		if v, ok := c.m.Node(n.B).(model.BoolVar); ok && !n.B.Negated() {
			return c.layout.fields[v.Var], true
		}
	}
	return field{}, false
}

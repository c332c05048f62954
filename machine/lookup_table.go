package machine

import (
	"slices"

	"nazo/model"
)

// Much of what guards and preferences compute depends on two or three small numbers:
// a rank, the height of a pile. Such an expression becomes a table of them.

const (
	mostArguments = 3       // numbers that a table may depend on
	largestTable  = 2048    // entries
	leastWeight   = 3       // nodes that a table has to save
	mostEntries   = 1 << 20 // of all tables of a compiler
)

// argument is a node that a table depends on: a variable, or an expression that is too
// complex for a table.
type argument struct {
	isBool bool
	node   int32
}

// dependence lists the variables that a node depends on.
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

// dependenceOfBool is the dependence of the node of b.
func (c *Compiler) dependenceOfBool(b model.Bool) dependence {
	self := argument{true, int32(b.Node())}
	d, ok := c.dependences[self]
	if !ok {
		n := c.m.Node(b)
		if _, isVar := n.(model.BoolVar); isVar {
			d = dependence{arguments: []argument{self}}
		} else {
			d = c.join(self, func(onBool func(model.Bool), onInt func(model.Int)) { model.EachArg(n, onBool, onInt) })
		}
		c.dependences[self] = d
	}
	return d
}

func (c *Compiler) dependenceOfInt(x model.Int) dependence {
	self := argument{false, int32(x)}
	d, ok := c.dependences[self]
	if !ok {
		n := c.m.Ints[x]
		if _, isVar := n.(model.IntVar); isVar {
			d = dependence{arguments: []argument{self}}
		} else {
			d = c.join(self, func(onBool func(model.Bool), onInt func(model.Int)) { model.EachIntArg(n, onBool, onInt) })
		}
		c.dependences[self] = d
	}
	return d
}

// join is the dependence of a node from those of its operands.
func (c *Compiler) join(self argument, each func(onBool func(model.Bool), onInt func(model.Int))) dependence {
	out := dependence{weight: 1}
	add := func(d dependence) {
		out.weight += d.weight
		for _, a := range d.arguments {
			if i, known := slices.BinarySearchFunc(out.arguments, a, compareArguments); !known && len(out.arguments) <= mostArguments {
				out.arguments = slices.Insert(out.arguments, i, a)
			}
		}
	}
	each(func(b model.Bool) { add(c.dependenceOfBool(b)) }, func(x model.Int) { add(c.dependenceOfInt(x)) })
	if len(out.arguments) > mostArguments || c.entries(out.arguments) > largestTable {
		return dependence{arguments: []argument{self}}
	}
	return out
}

func compareArguments(a, b argument) int {
	if a.isBool != b.isBool {
		if a.isBool {
			return -1
		}
		return 1
	}
	return int(a.node) - int(b.node)
}

// entries is the size of a table of some arguments, or something larger than any.
func (c *Compiler) entries(arguments []argument) int64 {
	n := int64(1)
	for _, a := range arguments {
		size := a.values(c.m).Size()
		if size > largestTable {
			return largestTable + 1
		}
		if n *= size; n > largestTable {
			return n
		}
	}
	return n
}

// worthTable reports whether a node of that dependence becomes a table.
func (c *Compiler) worthTable(d dependence) bool {
	return d.weight >= leastWeight && len(d.arguments) > 0 && c.entries(d.arguments) <= c.room
}

// conditionTable is the closure of a condition that becomes a table; nil for others.
func (c *Compiler) conditionTable(b model.Bool) Condition {
	d := c.dependenceOfBool(b)
	if !c.worthTable(d) {
		return nil
	}
	holds := make([]bool, 0, c.entries(d.arguments))
	c.eachEntry(d.arguments, func(l *LazyEvaluator) bool {
		holds = append(holds, l.Bool(b))
		return true
	})
	c.room -= int64(len(holds))
	place := c.place(d.arguments)
	return func(e *Evaluation) bool { return holds[place(e)] }
}

// numberTable is the closure of a number that becomes a table; nil for others.
func (c *Compiler) numberTable(x model.Int) Number {
	d := c.dependenceOfInt(x)
	if !c.worthTable(d) {
		return nil
	}
	table, fits := make([]int32, 0, c.entries(d.arguments)), true
	c.eachEntry(d.arguments, func(l *LazyEvaluator) bool {
		v := l.Int(x)
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

// eachEntry calls yield with all values of the arguments, in the order of a table, until
// yield returns false. What depends on nothing but the arguments may then be evaluated.
func (c *Compiler) eachEntry(arguments []argument, yield func(*LazyEvaluator) bool) {
	if c.filler == nil {
		c.filler = NewLazyEvaluator(c.m, nothingHidden(c.m), func(model.VarID) int64 { panic("machine: a table depends on more than its arguments") })
	}
	l := c.filler
	for i := range c.entries(arguments) {
		l.Changed()
		rest := i
		for _, a := range arguments {
			values := a.values(c.m)
			v := values.Lo + rest%values.Size()
			rest /= values.Size()
			if a.isBool {
				l.bools[a.node], l.boolAt[a.node] = v == 1, l.now
			} else {
				l.ints[a.node], l.intAt[a.node] = v, l.now
			}
		}
		if !yield(l) {
			return
		}
	}
}

// place is the closure of the place in a table of some arguments.
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

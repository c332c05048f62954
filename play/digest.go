package play

import (
	"slices"

	"nazo/model"
)

// Much of what guards and scores compute depends on two or three small numbers: a
// rank, the height of a pile. Such an expression becomes a table of them.

const (
	mostAtoms    = 3    // numbers that a table may depend on
	largestTable = 2048 // entries
	leastWeight  = 3    // nodes that a table has to save
)

// atom is a node that a table depends on: a variable, or an expression that is too
// complex for a table.
type atom struct {
	isBool bool
	node   int32
}

// digest tells what a node depends on.
type digest struct {
	atoms []atom // ascending; the node itself if it is too complex
	// weight is the number of nodes above the atoms, 0 for an atom.
	weight int
}

func (a atom) values(m *model.Model) model.Interval {
	if a.isBool {
		return model.Interval{Lo: 0, Hi: 1}
	}
	return m.Bounds(model.Int(a.node))
}

// digestBool is the digest of the node of b.
func (c *coder) digestBool(b model.Bool) digest {
	self := atom{true, int32(b.Node())}
	d, ok := c.digests[self]
	if !ok {
		n := c.m.Bools[b.Node()]
		if _, isVar := n.(model.BoolVar); isVar {
			d = digest{atoms: []atom{self}}
		} else {
			d = c.join(self, func(onBool func(model.Bool), onInt func(model.Int)) { model.EachArg(n, onBool, onInt) })
		}
		c.digests[self] = d
	}
	return d
}

func (c *coder) digestInt(x model.Int) digest {
	self := atom{false, int32(x)}
	d, ok := c.digests[self]
	if !ok {
		n := c.m.Ints[x]
		switch n.(type) {
		case model.IntVar:
			d = digest{atoms: []atom{self}}
		default:
			d = c.join(self, func(onBool func(model.Bool), onInt func(model.Int)) { model.EachIntArg(n, onBool, onInt) })
		}
		c.digests[self] = d
	}
	return d
}

// join is the digest of a node from those of its arguments.
func (c *coder) join(self atom, each func(onBool func(model.Bool), onInt func(model.Int))) digest {
	out := digest{weight: 1}
	add := func(d digest) {
		out.weight += d.weight
		for _, a := range d.atoms {
			if i, known := slices.BinarySearchFunc(out.atoms, a, compareAtoms); !known && len(out.atoms) <= mostAtoms {
				out.atoms = slices.Insert(out.atoms, i, a)
			}
		}
	}
	each(func(b model.Bool) { add(c.digestBool(b)) }, func(x model.Int) { add(c.digestInt(x)) })
	if len(out.atoms) > mostAtoms || c.entries(out.atoms) > largestTable {
		return digest{atoms: []atom{self}}
	}
	return out
}

func compareAtoms(a, b atom) int {
	if a.isBool != b.isBool {
		if a.isBool {
			return -1
		}
		return 1
	}
	return int(a.node) - int(b.node)
}

// entries is the size of a table of some atoms, or something larger than any.
func (c *coder) entries(atoms []atom) int64 {
	n := int64(1)
	for _, a := range atoms {
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

// tableOf is a table of all values that a node may have, and the closure of the
// place in it; nil if a table is not worth it.
func (c *coder) tableOf(d digest, value func(l *look) int64) (table []int32, place number) {
	if d.weight < leastWeight || len(d.atoms) == 0 {
		return nil, nil
	}
	if c.filler == nil {
		open := &veil{make([]bool, len(c.m.Bools)), make([]bool, len(c.m.Ints)), make([]bool, len(c.m.Vars))}
		c.filler = newLook(c.m, open, func(model.VarID) int64 { panic("play: a table depends on more than its atoms") })
	}
	l := c.filler
	table = make([]int32, c.entries(d.atoms))
	for i := range table {
		l.again()
		rest := int64(i)
		for _, a := range d.atoms {
			values := a.values(c.m)
			v := values.Lo + rest%values.Size()
			rest /= values.Size()
			if a.isBool {
				l.bools[a.node], l.boolAt[a.node] = v == 1, l.now
			} else {
				l.ints[a.node], l.intAt[a.node] = v, l.now
			}
		}
		v := value(l)
		if int64(int32(v)) != v {
			return nil, nil
		}
		table[i] = int32(v)
	}
	return table, c.place(d.atoms)
}

// place is the closure of the place in a table of some atoms.
func (c *coder) place(atoms []atom) number {
	parts, lows, strides := make([]number, len(atoms)), make([]int64, len(atoms)), make([]int64, len(atoms))
	stride := int64(1)
	for i, a := range atoms {
		values := a.values(c.m)
		lows[i], strides[i] = values.Lo, stride
		stride *= values.Size()
		if a.isBool {
			is := c.bool(model.Bool(a.node << 1))
			parts[i] = func(b *board) int64 {
				if is(b) {
					return 1
				}
				return 0
			}
		} else {
			parts[i] = c.int(model.Int(a.node))
		}
	}
	base := int64(0)
	for i := range atoms {
		base -= lows[i] * strides[i]
	}
	switch len(parts) {
	case 1:
		x := parts[0]
		return func(b *board) int64 { return base + x(b) }
	case 2:
		x, y, s := parts[0], parts[1], strides[1]
		return func(b *board) int64 { return base + x(b) + s*y(b) }
	}
	x, y, z, s, t := parts[0], parts[1], parts[2], strides[1], strides[2]
	return func(b *board) int64 { return base + x(b) + s*y(b) + t*z(b) }
}

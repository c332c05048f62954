package machine

import (
	"nazo/model"
)

// assembler writes code for nodes of a model.
type assembler struct {
	m      *model.Model
	fields []field
	code   code
	bools  map[int]int32 // node → register
	ints   map[model.Int]int32
}

func newAssembler(m *model.Model, fields []field) *assembler {
	return &assembler{m: m, fields: fields, bools: map[int]int32{}, ints: map[model.Int]int32{}}
}

// emit adds a step with a register of its own.
func (a *assembler) emit(s step) int32 {
	s.to = int32(a.code.registers)
	a.code.registers++
	a.code.steps = append(a.code.steps, s)
	return s.to
}

// bool is the argument that stands for b.
func (a *assembler) bool(b model.Bool) int32 {
	r, done := a.bools[b.Node()]
	if !done {
		r = a.emit(a.boolStep(model.Bool(b.Node() << 1)))
		a.bools[b.Node()] = r
	}
	if b.Negated() {
		return r<<1 | 1
	}
	return r << 1
}

// int is the argument that stands for x.
func (a *assembler) int(x model.Int) int32 {
	r, done := a.ints[x]
	if !done {
		r = a.emit(a.intStep(x))
		a.ints[x] = r
	}
	return r << 1
}

// literal is what a condition says about one variable, if it says that it has a
// certain value.
func literal(m *model.Model, b model.Bool) (Fact, bool) {
	switch n := m.Bools[b.Node()].(type) {
	case model.BoolVar:
		if b.Negated() {
			return Fact{n.Var, 0}, true
		}
		return Fact{n.Var, 1}, true
	case model.In:
		if x, ok := m.Ints[n.X].(model.IntVar); ok {
			d := n.Values
			if b.Negated() {
				d = m.Vars[x.Var].Domain.Minus(d)
			}
			value, single := d.Single()
			return Fact{x.Var, value}, single
		}
	}
	return Fact{}, false
}

func (a *assembler) boolStep(b model.Bool) step {
	switch n := a.m.Bools[b.Node()].(type) {
	case model.Constant:
		return step{op: opConstant, imm: 1}
	case model.BoolVar:
		return step{op: opField, field: a.fields[n.Var]}
	case model.And:
		return a.and(n.Args)
	case model.Iff:
		return step{op: opIff, args: []int32{a.bool(n.A), a.bool(n.B)}}
	case model.AtMost:
		return step{op: opAtMost, imm: n.Bound, args: []int32{a.emit(a.sum(n.Terms, 0)) << 1}}
	case model.Exactly:
		return step{op: opEqual, imm: n.Sum, args: []int32{a.emit(a.sum(n.Terms, 0)) << 1}}
	case model.In:
		return a.in(n)
	}
	panic("machine: unknown boolean node")
}

// and tests what single variables are word by word.
func (a *assembler) and(args []model.Bool) step {
	var facts []Fact
	var rest []int32
	for _, b := range args {
		if f, ok := literal(a.m, b); ok {
			facts = append(facts, f)
		} else {
			rest = append(rest, a.bool(b))
		}
	}
	all, possible := tests(a.fields, facts)
	first := step{op: opTests, tests: all}
	if !possible {
		return step{op: opConstant}
	}
	if len(rest) == 0 {
		return first
	}
	if len(all) > 0 {
		rest = append(rest, a.emit(first)<<1)
	}
	return step{op: opAnd, args: rest}
}

// sum counts boolean variables with the same coefficient word by word.
func (a *assembler) sum(terms []model.Term, constant int64) step {
	s := step{op: opSum, imm: constant}
	at := map[count]int{} // coefficient and word → index in s.counts
	for _, t := range terms {
		if n, ok := a.m.Ints[t.X].(model.ToInt); ok {
			if v, ok := a.m.Bools[n.B.Node()].(model.BoolVar); ok {
				f := a.fields[v.Var]
				if f.mask == 0 {
					s.imm += t.Coef * f.low
					continue
				}
				key := count{coef: t.Coef, word: f.word}
				i, known := at[key]
				if !known {
					i = len(s.counts)
					at[key] = i
					s.counts = append(s.counts, key)
				}
				s.counts[i].mask |= 1 << f.shift
				continue
			}
		}
		s.coefs = append(s.coefs, t.Coef)
		s.args = append(s.args, a.int(t.X))
	}
	return s
}

func (a *assembler) in(n model.In) step {
	args := []int32{a.int(n.X)}
	if b := n.Values.Bounds(); b.Size() <= 64 {
		s := step{op: opAmong, imm: b.Lo, args: args}
		for v := range n.Values.Each {
			s.set |= 1 << (v - b.Lo)
		}
		return s
	}
	return step{op: opIn, domain: n.Values, args: args}
}

func (a *assembler) all(xs []model.Int) []int32 {
	out := make([]int32, len(xs))
	for i, x := range xs {
		out[i] = a.int(x)
	}
	return out
}

func (a *assembler) intStep(x model.Int) step {
	switch n := a.m.Ints[x].(type) {
	case model.IntConst:
		return step{op: opConstant, imm: n.Value}
	case model.IntVar:
		return step{op: opField, field: a.fields[n.Var]}
	case model.ToInt: // the argument is positive
		return step{op: opSum, coefs: []int64{1}, args: []int32{a.bool(n.B)}}
	case model.Linear:
		return a.sum(n.Terms, n.Const)
	case model.Product:
		return step{op: opProduct, args: a.all([]model.Int{n.A, n.B})}
	case model.Div:
		return step{op: opDiv, args: a.all([]model.Int{n.A, n.B})}
	case model.Mod:
		return step{op: opMod, args: a.all([]model.Int{n.A, n.B})}
	case model.Min:
		return step{op: opMin, args: a.all(n.Args)}
	case model.Max:
		return step{op: opMax, args: a.all(n.Args)}
	case model.If:
		cond := a.bool(n.Cond)
		return step{op: opIf, args: []int32{cond, a.int(n.Then), a.int(n.Else)}}
	case model.Element:
		return a.element(n)
	}
	panic("machine: unknown integer node")
}

func (a *assembler) element(n model.Element) step {
	index := a.int(n.Index)
	table := make([]int64, len(n.Items))
	known := true
	for i, x := range n.Items {
		value, ok := a.m.Constant(x)
		table[i] = value
		known = known && ok
	}
	if known {
		return step{op: opTable, imm: n.Base, table: table, args: []int32{index}}
	}
	return step{op: opElement, imm: n.Base, args: append([]int32{index}, a.all(n.Items)...)}
}

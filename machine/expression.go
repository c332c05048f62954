package machine

import "nazo/model"

// BoolProgram computes a condition on a state.
type BoolProgram struct {
	// tests and members come first: where one fails the condition is not met.
	tests   []test
	members []member
	code    code
	// otherwise is the result where the code is left by no exit.
	otherwise bool
}

// IntProgram computes a number from a state.
type IntProgram struct {
	constant bool
	value    int64
	field    field
	code     code
}

// BoolProgram compiles a condition, a node of m: the model that the program was
// compiled from, or another with the same variables. It may be used with any Scratch
// of the program.
func (p *Program) BoolProgram(m *model.Model, b model.Bool) *BoolProgram {
	return boolProgram(m, p.fields, b)
}

// IntProgram compiles a number, as BoolProgram does.
func (p *Program) IntProgram(m *model.Model, x model.Int) *IntProgram {
	return intProgram(m, p.fields, x)
}

// boolProgram compiles conjunctions and disjunctions so that what decides them
// ends the work.
func boolProgram(m *model.Model, fields []field, b model.Bool) *BoolProgram {
	out := &BoolProgram{}
	a := newAssembler(m, fields)
	n := m.Bools[b.Node()]
	args, all := []model.Bool{b}, true // whether all of args must hold, or any
	if and, ok := n.(model.And); ok && !b.Negated() {
		args = and.Args
	} else if ok {
		all, args = false, nil
		for _, arg := range and.Args {
			args = append(args, arg.Not())
		}
	}
	out.otherwise = all
	var facts []Fact
	for _, arg := range args {
		if f, ok := literal(m, arg); ok && all {
			facts = append(facts, f)
			continue
		}
		if all {
			if arg == model.True {
				continue
			}
			if m, ok := membership(m, fields, arg); ok {
				out.members = append(out.members, m)
				continue
			}
		}
		exit := step{op: opExit, args: []int32{a.bool(arg)}, set: 1}
		if all {
			exit.set = 0
		}
		a.code.steps = append(a.code.steps, exit)
	}
	var possible bool
	if out.tests, possible = tests(fields, facts); !possible {
		return &BoolProgram{}
	}
	out.code = a.code
	return out
}

// member says that a variable has one of some values: the bits of set, the least
// of its domain first.
type member struct {
	word  int32
	shift uint8
	mask  uint64
	set   uint64
}

// membership is what a condition says about one variable with at most 64 values, if
// it speaks of nothing else.
func membership(m *model.Model, fields []field, b model.Bool) (member, bool) {
	n, ok := m.Bools[b.Node()].(model.In)
	if !ok {
		return member{}, false
	}
	x, ok := m.Ints[n.X].(model.IntVar)
	if !ok {
		return member{}, false
	}
	f := fields[x.Var]
	if f.mask > 63 || f.mask == 0 {
		return member{}, false
	}
	out := member{word: f.word, shift: f.shift, mask: f.mask}
	for v := range m.Vars[x.Var].Domain.Each {
		if n.Values.Contains(v) != b.Negated() {
			out.set |= 1 << (v - f.low)
		}
	}
	return out, true
}

// Holds says whether the condition is met.
func (p *BoolProgram) Holds(s State, scratch *Scratch) bool {
	if !holdAll(p.tests, s) {
		return false
	}
	for i := range p.members {
		m := &p.members[i]
		if m.set>>(s[m.word]>>m.shift&m.mask)&1 == 0 {
			return false
		}
	}
	if len(p.code.steps) == 0 {
		return p.otherwise
	}
	if result, left := p.code.run(s, scratch); left {
		return result
	}
	return p.otherwise
}

func intProgram(m *model.Model, fields []field, x model.Int) *IntProgram {
	switch n := m.Ints[x].(type) {
	case model.IntConst:
		return &IntProgram{constant: true, value: n.Value}
	case model.IntVar:
		return &IntProgram{field: fields[n.Var]}
	}
	a := newAssembler(m, fields)
	a.int(x) // its register is the last
	return &IntProgram{code: a.code}
}

// Value is the number.
func (p *IntProgram) Value(s State, scratch *Scratch) int64 {
	switch {
	case p.constant:
		return p.value
	case len(p.code.steps) == 0:
		return p.field.get(s)
	}
	p.code.run(s, scratch)
	return scratch.registers[p.code.registers-1]
}

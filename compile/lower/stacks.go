package lower

import (
	"slices"

	"nazo/dsl"
	"nazo/dsl/value"
	"nazo/internal/model"
)

// These are the readings of push, pop and top. A stack is a list whose last member is on top. An unknown stack
// keeps its form: its size and one slot change.

func push(lw *Lowerer, x *dsl.Call, args []value.Value) value.Value {
	s, unknown := lw.unknownStack(x, args[0])
	if !unknown {
		return value.List(append(slices.Clone(lw.stackMembers(x, args[0])), args[1]))
	}
	slots := make([]value.Value, len(s.Slots)+1)
	for i := range slots {
		slots[i] = lw.ifValue(x, lw.sizeIs(s, i), args[1], s.slot(i))
	}
	return value.Stack{Size: lw.Model.Plus(s.Size, lw.Model.Int(1)), Slots: slots, Blank: s.Blank}
}

// pop returns the stack without its top. An empty stack stays empty.
func pop(lw *Lowerer, x *dsl.Call, args []value.Value) value.Value {
	s, unknown := lw.unknownStack(x, args[0])
	if !unknown {
		list := lw.stackMembers(x, args[0])
		return value.List(slices.Clone(list[:max(0, len(list)-1)]))
	}
	slots := make([]value.Value, len(s.Slots))
	for i := range slots {
		slots[i] = lw.ifValue(x, lw.sizeIs(s, i+1), s.Blank, s.Slots[i])
	}
	empty := lw.sizeIs(s, 0)
	return value.Stack{Size: lw.Model.If(empty, lw.Model.Int(0), lw.Model.Minus(s.Size, lw.Model.Int(1))), Slots: slots, Blank: s.Blank}
}

// top returns the last member, or none for an empty stack.
func top(lw *Lowerer, x *dsl.Call, args []value.Value) value.Value {
	s, unknown := lw.unknownStack(x, args[0])
	if !unknown {
		list := lw.stackMembers(x, args[0])
		if len(list) == 0 {
			return value.None{}
		}
		return list[len(list)-1]
	}
	return lw.atStack(x, s.Stack, value.Unknown{X: s.Size, Defined: model.True})
}

// stack adds methods to an unknown stack.
type stack struct{ value.Stack }

// slot returns the value of a slot, blank beyond the last.
func (s stack) slot(i int) value.Value {
	if i < len(s.Slots) {
		return s.Slots[i]
	}
	return s.Blank
}

func (lw *Lowerer) sizeIs(s stack, n int) model.Bool {
	return lw.Model.In(s.Size, model.Range(int64(n), int64(n)))
}

func (lw *Lowerer) ifValue(at dsl.Node, cond model.Bool, then, otherwise value.Value) value.Value {
	return lw.Choose(at, []value.Alternative{{Guard: cond, Value: then}, {Guard: cond.Not(), Value: otherwise}})
}

// stackMembers returns the members of a fixed list.
func (lw *Lowerer) stackMembers(at dsl.Node, v value.Value) []value.Value {
	members, _ := lw.Members(at, v)
	return valuesOf(members)
}

// unknownStack converts v to a stack if its length is unknown.
func (lw *Lowerer) unknownStack(at dsl.Node, v value.Value) (s stack, unknown bool) {
	switch v := v.(type) {
	case value.Stack:
		return stack{v}, true
	case value.Guarded, value.Choice:
		if s, ok := lw.AsStack(at, v, value.None{}); ok {
			return stack{s}, true
		}
		lw.Fail(at, "not-a-stack", "expected a stack, found %s", value.Kind(v))
	}
	return s, false
}

// AsStack converts a list to a stack with a certain value in unused slots. ok is false for other values.
func (lw *Lowerer) AsStack(at dsl.Node, v value.Value, blank value.Value) (s value.Stack, ok bool) {
	switch v := v.(type) {
	case value.Stack:
		if value.Equal(v.Blank, blank) {
			return v, true
		}
		s = value.Stack{Size: v.Size, Slots: make([]value.Value, len(v.Slots)), Blank: blank}
		for i, x := range v.Slots {
			s.Slots[i] = lw.ifValue(at, lw.Model.LessEq(lw.Model.Int(int64(i+1)), v.Size), x, blank)
		}
		return s, true
	case value.None:
		return value.Stack{Size: lw.Model.Int(0), Blank: blank}, true
	case value.List:
		return value.Stack{Size: lw.Model.Int(int64(len(v))), Slots: v, Blank: blank}, true
	}
	if !IsCollection(v) || IsSet(v) {
		return s, false
	}
	members, _ := lw.Members(at, v)
	s.Slots, s.Blank = make([]value.Value, len(members)), blank
	s.Size, _ = lw.Number(at, lw.Count(at, guardsOf(members)))
	whole := value.Guarded{Members: members}
	for i := range s.Slots {
		inUse := lw.Model.LessEq(lw.Model.Int(int64(i+1)), s.Size)
		s.Slots[i] = lw.ifValue(at, inUse, lw.atGuarded(at, whole, value.Int(i+1)), blank)
	}
	return s, true
}

// stackAsList converts an unknown stack to a list with guarded members.
func (lw *Lowerer) stackAsList(s value.Stack) value.Guarded {
	out := value.Guarded{Members: make([]value.Alternative, 0, len(s.Slots))}
	for i, v := range s.Slots {
		if inUse := lw.Model.LessEq(lw.Model.Int(int64(i+1)), s.Size); inUse != model.False {
			out.Members = append(out.Members, value.Alternative{Guard: inUse, Value: v})
		}
	}
	return out
}

// atStack returns the member at an index, from 1.
func (lw *Lowerer) atStack(at dsl.Node, s value.Stack, key value.Value) value.Value {
	if len(s.Slots) == 0 {
		return value.None{}
	}
	slots := value.List(s.Slots)
	if i, known := key.(value.Int); known {
		if i < 1 || int64(i) > int64(len(slots)) {
			return value.None{}
		}
		return lw.ifValue(at, lw.Model.LessEq(lw.Model.Int(int64(i)), s.Size), slots[i-1], value.None{})
	}
	x, defined := lw.Number(at, key)
	if defined == model.False {
		return value.None{}
	}
	v := lw.At(at, slots, key)
	if x == s.Size { // the top
		return v
	}
	return lw.ifValue(at, lw.Model.LessEq(x, s.Size), v, value.None{})
}

// chooseStacks returns the stack of the alternative that is taken. ok is false unless all alternatives are lists,
// and at least one is an unknown stack.
func (lw *Lowerer) chooseStacks(at dsl.Node, alts []value.Alternative) (v value.Value, ok bool) {
	var blank value.Value
	for _, a := range alts {
		switch v := a.Value.(type) {
		case value.Stack:
			if blank == nil {
				blank = v.Blank
			}
		case value.List, value.Guarded, value.None:
		default:
			return nil, false
		}
	}
	if blank == nil {
		return nil, false
	}
	sizes := make([]value.Alternative, len(alts))
	stacks := make([]stack, len(alts))
	most := 0
	for i, a := range alts {
		s, isList := lw.AsStack(at, a.Value, blank)
		if !isList {
			return nil, false
		}
		stacks[i], most = stack{s}, max(most, len(s.Slots))
		sizes[i] = value.Alternative{Guard: a.Guard, Value: value.Unknown{X: s.Size, Defined: model.True}}
	}
	out := value.Stack{Slots: make([]value.Value, most), Blank: blank}
	out.Size, _ = lw.Number(at, lw.Choose(at, sizes))
	for k := range out.Slots {
		column := slices.Clone(alts)
		for i := range alts {
			column[i].Value = stacks[i].slot(k)
		}
		out.Slots[k] = lw.Choose(at, column)
	}
	return out, true
}

// equalStacks compares an unknown stack with another list. ok is false if neither is a stack.
func (lw *Lowerer) equalStacks(at dsl.Node, a, b value.Value) (same model.Bool, ok bool) {
	s, ok := a.(value.Stack)
	if !ok {
		if s, ok = b.(value.Stack); !ok {
			return 0, false
		}
		a, b = b, a
	}
	other, isList := lw.AsStack(at, b, s.Blank)
	if !isList || Absent(b) {
		return model.False, true
	}
	all := []model.Bool{lw.Model.Equal(s.Size, other.Size)}
	for i := range max(len(s.Slots), len(other.Slots)) {
		all = append(all, lw.Equal(at, stack{s}.slot(i), stack{other}.slot(i)))
	}
	return lw.And(all...), true
}

package judge

import (
	"nazo/dsl"
	"nazo/library"
	"nazo/value"
)

// StackShape is a list of UpTo values at most, each of the shape Of.
type StackShape struct {
	Of   *ScalarShape
	UpTo int
}

// Admits reports whether a value is such a list.
func (s *StackShape) Admits(v value.Value) bool {
	list, ok := v.(value.List)
	if !ok || len(list) > s.UpTo {
		return false
	}
	for _, x := range list {
		if !s.Of.Admits(x) {
			return false
		}
	}
	return true
}

func (s *StackShape) stored(v value.Value) value.Value {
	if ring, ok := v.(value.Ring); ok {
		return value.List(ring)
	}
	if isNone(v) {
		return value.List(nil)
	}
	return v
}

func (s *StackShape) empty() value.Value { return value.List(nil) }

func (ev *evaluator) stack(x *dsl.StackOf, sc *scope) Shape {
	values, optional := ev.values(x.Of, sc)
	most, ok := ev.eval(x.Cap, sc).(value.Int)
	if !ok || most < 0 || most > library.DefaultMost {
		ev.fail(x.Cap, "bad-bound", "a stack has room for a known number of values, 0 or more")
	}
	if size(values) == 0 && !optional {
		most = 0
	}
	return &StackShape{Of: &ScalarShape{Values: values, Optional: optional}, UpTo: int(most)}
}

package judge

import (
	"nazo/value"
)

// ScalarShape is one of some values, or none if it is optional.
type ScalarShape struct {
	Values   value.Value // a *value.Set or a value.Range, which is not spelt out
	Optional bool
}

// Admits reports whether a value is one of those.
func (s *ScalarShape) Admits(v value.Value) bool {
	return isNone(v) && s.Optional || contains(s.Values, v)
}

func (s *ScalarShape) stored(v value.Value) value.Value { return v }
func (s *ScalarShape) empty() value.Value               { return nil }

// contains reports whether a value is one of a set or a range.
func contains(s, v value.Value) bool {
	if r, ok := s.(value.Range); ok {
		n, isInt := v.(value.Int)
		return isInt && r.Lo <= int64(n) && int64(n) <= r.Hi
	}
	return s.(*value.Set).Contains(v)
}

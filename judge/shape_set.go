package judge

import (
	"nazo/value"
)

// SetShape is a set of some of the members.
type SetShape struct{ Members *value.Set }

// Admits reports whether a value is a set without other members.
func (s *SetShape) Admits(v value.Value) bool {
	set, ok := v.(*value.Set)
	if !ok {
		return false
	}
	for _, m := range set.List() {
		if !s.Members.Contains(m) {
			return false
		}
	}
	return true
}

// stored is the set that a collection makes: of a list without none.
func (s *SetShape) stored(v value.Value) value.Value {
	switch c := v.(type) {
	case value.None:
		return value.NewSet()
	case value.Range:
		if c.Hi-c.Lo > int64(s.Members.Len()) {
			return v // too many to be spelt out
		}
		return value.NewSet(value.Elements(c)...)
	case *value.Board, value.List, *value.Route:
		members, _ := value.Members(c)
		return value.NewSet(members...)
	}
	return v
}

func (s *SetShape) empty() value.Value { return nil }

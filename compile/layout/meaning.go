package layout

import (
	"fmt"

	"nazo/model"
	"nazo/value"
)

// Meaning is what a variable stands for.
type Meaning struct {
	Var model.VarID
	// Of is what the variable is a part of, with its key: "grid[r1c2]".
	Of string
	// Key is the innermost key under which it stands, nil if there is none.
	Key value.Value
	// Member, if not nil, is what the variable says is in a set, or on a line; of regions an edge whose ends are in one.
	Member value.Value
	// OnLine says that the member is a vertex of a path, a cycle or links, which edges pass wherever there are any.
	OnLine bool
	// Values reads values of the variable, for all but members.
	Values func(int64) value.Value
}

// String is a name for the variable: "r1c2 in shaded", "grid[r1c2]".
func (m Meaning) String() string {
	if m.Member != nil {
		return value.String(m.Member) + " in " + m.Of
	}
	return m.Of
}

// Says is what it means that the variable has a value, or has it not: "r1c2 not in shaded", "grid[r1c2] = 5".
func (m Meaning) Says(v int64, is bool) string {
	switch {
	case m.Member != nil && (v == 1) == is:
		return m.String()
	case m.Member != nil:
		return value.String(m.Member) + " not in " + m.Of
	case is:
		return fmt.Sprintf("%s = %s", m.Of, value.String(m.Values(v)))
	}
	return fmt.Sprintf("%s ≠ %s", m.Of, value.String(m.Values(v)))
}

// memberships are the meanings of variables that follow one another, each of which says that a value is in something.
func memberships(of string, key value.Value, first model.VarID, values []value.Value) []Meaning {
	out := make([]Meaning, len(values))
	for i, v := range values {
		out[i] = Meaning{Var: first + model.VarID(i), Of: of, Key: key, Member: v}
	}
	return out
}

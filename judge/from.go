package judge

import (
	"slices"

	"nazo/value"
)

// From is the judge of runs that begin in another state, whatever the rules say of a start.
func (j *Judge) From(state []value.Value) *Judge {
	from := *j
	from.start, from.anyStart = slices.Clone(state), true
	return &from
}

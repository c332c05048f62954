package library

import (
	"slices"

	"nazo/value"
)

// runs lists the runs in a line: runs(line, set) the lengths of the stretches of places
// that are in the set, runs(values) the lengths and values of the stretches of equal
// values, none being a gap. A cyclic line has no ends.
func runs(c *Call) value.Value {
	line := slices.Clone(c.members(0))
	plain := len(c.Args) == 2
	if plain {
		in := c.contains(1)
		for i, v := range line {
			line[i] = value.None{}
			if in(v) {
				line[i] = value.True
			}
		}
	}
	if _, cyclic := c.Args[0].(value.Ring); cyclic { // begin after a place where one run ends
		for i, v := range line {
			if previous := line[(i+len(line)-1)%len(line)]; isNone(v) || !value.Equal(v, previous) {
				line = slices.Concat(line[i:], line[:i])
				break
			}
		}
	}
	var out value.List
	for i := 0; i < len(line); {
		j := i
		for j < len(line) && value.Equal(line[i], line[j]) {
			j++
		}
		switch {
		case isNone(line[i]):
		case plain:
			out = append(out, value.Int(j-i))
		default:
			out = append(out, value.Tuple{value.Int(j - i), line[i]})
		}
		i = j
	}
	return out
}

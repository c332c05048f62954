package library

import (
	"slices"

	"nazo/value"
)

// runs lists the runs in a line: runs(line, set) the lengths of the stretches of places
// that are in the set, runs(values) the lengths and values of the stretches of equal
// values, none being a gap. A cyclic line has no ends.
func runs(c *Call) value.Value {
	var out value.List
	c.eachRun(func(run []value.Value) {
		if len(c.Args) == 2 {
			out = append(out, value.Int(len(run)))
		} else {
			out = append(out, value.Tuple{value.Int(len(run)), run[0]})
		}
	})
	return out
}

// stretches lists what stands in the runs of a line in a set.
func stretches(c *Call) value.Value {
	var out value.List
	c.eachRun(func(run []value.Value) { out = append(out, value.List(run)) })
	return out
}

// eachRun finds the runs of the first argument in the second, or of equal values, and has what stands in each.
func (c *Call) eachRun(yield func([]value.Value)) {
	places := slices.Clone(c.members(0))
	marks := slices.Clone(places) // equal where a run goes on
	if len(c.Args) == 2 {
		in := c.contains(1)
		for i, v := range marks {
			marks[i] = value.None{}
			if in(v) {
				marks[i] = value.True
			}
		}
	}
	if _, cyclic := c.Args[0].(value.Ring); cyclic { // begin after a place where one run ends
		for i, v := range marks {
			if previous := marks[(i+len(marks)-1)%len(marks)]; isNone(v) || !value.Equal(v, previous) {
				marks, places = slices.Concat(marks[i:], marks[:i]), slices.Concat(places[i:], places[:i])
				break
			}
		}
	}
	for i := 0; i < len(marks); {
		j := i
		for j < len(marks) && value.Equal(marks[i], marks[j]) {
			j++
		}
		if !isNone(marks[i]) {
			yield(places[i:j])
		}
		i = j
	}
}

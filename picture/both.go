package picture

import (
	"slices"
	"strings"

	"nazo/draw"
	"nazo/judge"
	"nazo/solve"
	"nazo/value"
)

// Both draws two answers or more as one, with a mark on what not all of them have. It is nil where they have no common picture: runs
// have none.
func (d Drawer) Both(p *solve.Problem, first *judge.Answer, more ...*judge.Answer) []draw.Section {
	if first.Run != nil {
		return nil
	}
	items := d.items(p, first)
	for _, a := range more {
		others := d.items(p, a)
		if len(items) != len(others) {
			return nil
		}
		for i, other := range others {
			if items[i].Title != other.Title {
				return nil
			}
			items[i].Others = append(items[i].Others, other.Value)
		}
	}
	for i, it := range items {
		same := func(v value.Value) bool { return value.Equal(v, it.Value) }
		if it.Given || len(slices.DeleteFunc(slices.Clone(it.Others), same)) == 0 {
			items[i].Others = nil
		} else if !draw.Common(it) {
			return nil
		}
	}
	return []draw.Section{{Items: items, Options: d.options()}}
}

// Difference is a place of a find where answers differ, and what they have there.
type Difference struct {
	Find string
	value.Variation
}

// Differences are the places where answers that are no runs differ.
func Differences(j *judge.Judge, answers ...*judge.Answer) (out []Difference) {
	for i, f := range j.Finds {
		if f.Chosen {
			continue
		}
		values := make([]value.Value, len(answers))
		for k, a := range answers {
			values[k] = a.Values[i]
		}
		for _, at := range value.Variations(values...) {
			out = append(out, Difference{f.Name, at})
		}
	}
	return out
}

// String says it in a clause: "digit[r1c2] is 3, 4 or 7".
func (d Difference) String() string {
	at := func() string { return value.String(d.At) }
	switch d.Of {
	case value.Whole:
		return d.Find + " is " + anyOf(d.Values)
	case value.Element:
		return at() + " is in " + d.Find + " or not"
	case value.Together:
		return at() + " is within a part of " + d.Find + " or not"
	}
	return d.Find + "[" + at() + "] is " + anyOf(d.Values)
}

// anyOf lists values: "3, 4 or 7".
func anyOf(values []value.Value) string {
	texts := make([]string, len(values))
	for i, v := range values {
		texts[i] = value.String(v)
	}
	last := len(texts) - 1
	return strings.Join(texts[:last], ", ") + " or " + texts[last]
}

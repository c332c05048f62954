package picture

import (
	"nazo/draw"
	"nazo/judge"
	"nazo/solve"
	"nazo/value"
)

// Both draws two answers as one, with a mark on what only one of them has. It is nil where they have no common picture: runs
// have none.
func (d Drawer) Both(p *solve.Problem, a, b *judge.Answer) []draw.Section {
	if a.Run != nil {
		return nil
	}
	items, others := d.items(p, a), d.items(p, b)
	if len(items) != len(others) {
		return nil
	}
	for i, other := range others {
		if items[i].Given || value.Equal(items[i].Value, other.Value) {
			continue
		}
		if items[i].Other = other.Value; items[i].Title != other.Title || !draw.Common(items[i]) {
			return nil
		}
	}
	return []draw.Section{{Items: items, Options: d.options()}}
}

// Difference is a place of a find where two answers differ.
type Difference struct {
	Find string
	value.Difference
}

// Differences are the places where two answers that are no runs differ.
func Differences(j *judge.Judge, a, b *judge.Answer) (out []Difference) {
	for i, f := range j.Finds {
		if f.Chosen {
			continue
		}
		for _, at := range value.Differences(a.Values[i], b.Values[i]) {
			out = append(out, Difference{f.Name, at})
		}
	}
	return out
}

// String says it in a clause: "digit[r1c2] is 3 or 4".
func (d Difference) String() string {
	at := func() string { return value.String(d.At) }
	switch d.Of {
	case value.Whole:
		return d.Find + " is " + value.String(d.A) + " or " + value.String(d.B)
	case value.Element:
		return at() + " is in " + d.Find + " or not"
	case value.Together:
		return at() + " is within a part of " + d.Find + " or not"
	}
	return d.Find + "[" + at() + "] is " + value.String(d.A) + " or " + value.String(d.B)
}

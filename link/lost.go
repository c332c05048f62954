package link

import (
	"fmt"
	"slices"

	"nazo/dsl"
	"nazo/dsl/check"
	"nazo/givens"
	"nazo/link/format"
	"nazo/value"
)

// lost is the name of the first given that an address doesn't keep, of the values that were written as it and those that it was
// read as; empty if all are the same. Names of rooms may change, and the place of a clue within its room.
func lost(spec *check.Spec, u format.URL, written, read []givens.Given) string {
	after := map[string]value.Value{}
	for _, g := range read {
		after[g.Name] = g.Value
	}
	again, err := Of(spec, read)
	same := err == nil && again.Path() == u.Path()
	for _, g := range written {
		if same && inRooms(spec, u.Type, g.Name) {
			continue
		}
		if hasHoles(spec, u.Type) {
			g.Value = withoutHoles(g.Value, after[g.Name])
		}
		blank := blanks(spec, u.Type, g.Name)
		if before, now := comparable(spec, g, blank), comparable(spec, givens.Given{Name: g.Name, Value: after[g.Name]}, blank); before != now {
			return g.Name
		}
	}
	return ""
}

// withoutHoles are the words of rooms as an address has them that says of other cells that they are in no room: what word stands there
// in the instance means nothing.
func withoutHoles(written, read value.Value) value.Value {
	a, ok := written.(*value.Array)
	b, okRead := read.(*value.Array)
	if !ok || !okRead || !isWords(a) || len(a.Values) != len(b.Values) {
		return written
	}
	values := slices.Clone(a.Values)
	for i, w := range b.Values {
		if isNone(w) {
			values[i] = w
		}
	}
	return value.NewArray(a.Keys, values, a.Board)
}

// hasHoles reports whether a link of a type says which cells are in no room.
func hasHoles(spec *check.Spec, id string) bool {
	return slices.ContainsFunc(Statements(spec), func(s *Statement) bool { return s.Names(id) && slices.ContainsFunc(s.Parts, isHoles) })
}

// blanks reports of elements of a list whether a table says the same for them as for nothing, so that a link leaves them out.
func blanks(spec *check.Spec, id, name string) func(value.Value) bool {
	return func(v value.Value) bool {
		for _, s := range Statements(spec) {
			for _, p := range s.Parts {
				for _, target := range p.Targets {
					if x, ok := target.(*dsl.Name); ok && x.Text == name && s.Names(id) {
						if mark, said := written(p.Table, v); said && isNone(mark) {
							return true
						}
					}
				}
			}
		}
		return false
	}
}

// comparable is a text that is the same for values that a link may take for each other, on whatever board they are; blank is what
// may be left out of lists in a list.
func comparable(spec *check.Spec, g givens.Given, blank func(value.Value) bool) string {
	switch v := g.Value.(type) {
	case *value.Array:
		if !isWords(v) {
			break
		}
		text, number := "", map[value.Key]int{}
		for _, w := range v.Values {
			n, met := number[value.KeyOf(w)]
			if isNone(w) {
				n = -1
			} else if !met {
				n = len(number)
				number[value.KeyOf(w)] = n
			}
			text += fmt.Sprint(n, " ")
		}
		return text
	case value.List:
		clues, some := make(value.List, len(v)), false
		for i, w := range v {
			l, nested := w.(value.List)
			if nested {
				w = slices.DeleteFunc(slices.Clone(l), blank)
			}
			clues[i] = w
			some = some || !isNone(w) && (!nested || len(w.(value.List)) > 0)
		}
		if some {
			return givens.Text(spec, []givens.Given{{Name: g.Name, Value: clues}})
		}
		return "" // no clues, however long the side is
	}
	return givens.Text(spec, []givens.Given{g})
}

// inRooms reports whether a link of a type has a given by rooms.
func inRooms(spec *check.Spec, id, name string) bool {
	for _, s := range Statements(spec) {
		for _, p := range s.Parts {
			for _, target := range p.Targets {
				if x, ok := target.(*dsl.Name); ok && x.Text == name && s.Names(id) && domainOf(p) == "rooms" {
					return true
				}
			}
		}
	}
	return false
}

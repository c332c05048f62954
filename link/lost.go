package link

import (
	"fmt"

	"nazo/dsl"
	"nazo/dsl/check"
	"nazo/givens"
	"nazo/link/format"
	"nazo/value"
)

// Lost is the name of the first given that an address doesn't keep, of the values that were written as it and those that it was
// read as; empty if all are the same. Names of rooms may change, and the place of a clue within its room.
func Lost(spec *check.Spec, u format.URL, written, read []givens.Given) string {
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
		if before, now := comparable(spec, g), comparable(spec, givens.Given{Name: g.Name, Value: after[g.Name]}); before != now {
			return g.Name
		}
	}
	return ""
}

// comparable is a text that is the same for values that a link may take for each other, on whatever board they are.
func comparable(spec *check.Spec, g givens.Given) string {
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
		for _, w := range v {
			if l, nested := w.(value.List); !isNone(w) && (!nested || len(l) > 0) {
				return givens.Text(spec, []givens.Given{g})
			}
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

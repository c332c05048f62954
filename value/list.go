package value

import "strings"

// Tuple is a fixed number of values, of kinds that may differ.
type Tuple []Value

func (v Tuple) rank() rank              { return tupleRank }
func (v Tuple) noun() string            { return "a tuple" }
func (v Tuple) known() bool             { return allKnown(v) }
func (v Tuple) text() string            { return "(" + join(v) + ")" }
func (v Tuple) key() Key                { return spelt(v) }
func (v Tuple) spell(out []byte) []byte { return spellAll(out, v...) }
func (v Tuple) members() []Value        { return v }
func (v Tuple) elements() []Value       { return v }

func (v Tuple) mapped(m Mapping) (Value, bool) {
	parts, ok := mapAll(v, m)
	return Tuple(parts), ok
}

func (v Tuple) compare(w Value) int {
	if w, ok := w.(Tuple); ok {
		return compareSlices(v, w)
	}
	return compareKinds(tupleRank, w)
}

// List is a sequence of values, known or not, of known length.
type List []Value

func (v List) rank() rank              { return listRank }
func (v List) noun() string            { return "a list" }
func (v List) known() bool             { return allKnown(v) }
func (v List) text() string            { return "[" + join(v) + "]" }
func (v List) compare(w Value) int     { return compareLists(v, w) }
func (v List) key() Key                { return spelt(v) }
func (v List) spell(out []byte) []byte { return spellAll(out, v...) }
func (v List) members() []Value        { return v }
func (v List) elements() []Value       { return v }

func (v List) mapped(m Mapping) (Value, bool) {
	parts, ok := mapAll(v, m)
	return List(parts), ok
}

// Ring is a cyclic list: what ring(c) gives where nothing is cut off.
type Ring []Value

func (v Ring) rank() rank              { return listRank }
func (v Ring) noun() string            { return "a list" }
func (v Ring) known() bool             { return allKnown(v) }
func (v Ring) text() string            { return "[" + join(v) + "]" }
func (v Ring) compare(w Value) int     { return compareLists(v, w) }
func (v Ring) key() Key                { return spelt(v) }
func (v Ring) spell(out []byte) []byte { return spellAll(out, v...) }
func (v Ring) members() []Value        { return v }
func (v Ring) elements() []Value       { return v }

func compareLists(a []Value, b Value) int {
	switch b := b.(type) {
	case List:
		return compareSlices(a, b)
	case Ring:
		return compareSlices(a, b)
	}
	return compareKinds(listRank, b)
}

func join(vs []Value) string {
	parts := make([]string, len(vs))
	for i, v := range vs {
		parts[i] = String(v)
	}
	return strings.Join(parts, ", ")
}

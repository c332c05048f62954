package value

import "slices"

// Difference is a place where two values of one kind differ.
type Difference struct {
	// Of says what At is.
	Of DifferenceKind
	At Value
	// A and B are what the values have there; truth values unless they have a value for At.
	A, B Value
}

// DifferenceKind is the kind of a place where two values differ.
type DifferenceKind uint8

// The kinds of places.
const (
	Whole    DifferenceKind = iota // the values themselves; At is nil
	AtKey                          // a key of arrays
	Element                        // what is in one set, or an edge that is in one route
	Together                       // an edge whose ends are in one part of one partition
)

// Differences are the places where two known values differ, in the order of their keys.
func Differences(a, b Value) (out []Difference) {
	switch a := a.(type) {
	case *Array:
		b, ok := b.(*Array)
		if !ok || !Equal(a.Keys, b.Keys) {
			break
		}
		for i, k := range a.Keys.List() {
			if !Equal(a.Values[i], b.Values[i]) {
				out = append(out, Difference{AtKey, k, a.Values[i], b.Values[i]})
			}
		}
		return out
	case *Set:
		b, ok := b.(*Set)
		if !ok {
			break
		}
		for _, v := range NewSet(append(append([]Value{}, a.List()...), b.List()...)...).Sorted() {
			if in := a.Contains(v); in != b.Contains(v) {
				out = append(out, Difference{Element, v, Of(in), Of(!in)})
			}
		}
		return out
	case *Route:
		if b, ok := b.(*Route); ok && a.Graph.Size() == b.Graph.Size() {
			if out = differentEdges(Element, a.Graph, a.Edges, b.Edges); out != nil {
				return out
			}
		}
	case *Regions:
		if b, ok := b.(*Regions); ok && a.Graph.Size() == b.Graph.Size() {
			return differentEdges(Together, a.Graph, a.Same, b.Same)
		}
	}
	if Equal(a, b) {
		return nil
	}
	return []Difference{{A: a, B: b}}
}

// differentEdges are the edges of a graph of which only one list says that they are on.
func differentEdges(kind DifferenceKind, g *Graph, a, b []BoolRef) (out []Difference) {
	for i := range a {
		if a[i] != b[i] {
			out = append(out, Difference{kind, g.Edge(i), Bool(a[i]), Bool(b[i])})
		}
	}
	return out
}

// Variation is a place where several values of one kind are not all the same, and what they have there, ascending.
type Variation struct {
	Of     DifferenceKind
	At     Value // nil if Of is Whole
	Values []Value
}

// Variations are the places where known values of one kind are not all the same, in the order of their keys: of two values their
// differences.
func Variations(all ...Value) (out []Variation) {
	type place struct {
		of DifferenceKind
		at Key
	}
	index := map[place]int{}
	for _, other := range all[min(1, len(all)):] {
		for _, d := range Differences(all[0], other) {
			p := place{of: d.Of}
			if d.At != nil {
				p.at = KeyOf(d.At)
			}
			i, met := index[p]
			if !met {
				i = len(out)
				index[p] = i
				out = append(out, Variation{d.Of, d.At, []Value{d.A}})
			}
			if has := func(v Value) bool { return Equal(v, d.B) }; !slices.ContainsFunc(out[i].Values, has) {
				out[i].Values = append(out[i].Values, d.B)
			}
		}
	}
	for _, v := range out {
		slices.SortFunc(v.Values, Compare)
	}
	slices.SortStableFunc(out, func(a, b Variation) int {
		if a.At == nil || b.At == nil || a.Of != b.Of {
			return int(a.Of) - int(b.Of)
		}
		return Compare(a.At, b.At)
	})
	return out
}

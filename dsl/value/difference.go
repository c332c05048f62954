package value

import "slices"

// Difference is a part in which two values of one kind differ.
type Difference struct {
	// Of is the kind of At.
	Of DifferenceKind
	At Value
	// A and B are the values of that part. They are truth values unless At is a key or nil.
	A, B Value
}

// DifferenceKind is the kind of a part in which two values differ.
type DifferenceKind uint8

// The kinds of parts.
const (
	Whole    DifferenceKind = iota // the values themselves; At is nil
	AtKey                          // a key of arrays
	Element                        // a member of one set, or an edge of one route
	Together                       // an edge whose ends are in one part of one partition
)

// Differences returns the differences between two known values, in the order of their keys.
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
		for _, v := range NewSet(slices.Concat(a.List(), b.List())...).Sorted() {
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

func differentEdges(kind DifferenceKind, g *Graph, a, b []BoolRef) (out []Difference) {
	for i := range a {
		if a[i] != b[i] {
			out = append(out, Difference{kind, g.Edge(i), Bool(a[i]), Bool(b[i])})
		}
	}
	return out
}

// Variation is a part in which several values of one kind are not all equal, with its distinct values, ascending.
type Variation struct {
	Of     DifferenceKind
	At     Value // nil if Of is Whole
	Values []Value
}

// Variations returns the variations between known values of one kind, in the order of their keys. Those
// of two values are their differences.
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

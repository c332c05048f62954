package value

import "slices"

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

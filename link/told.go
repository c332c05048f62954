package link

import (
	"maps"

	"nazo/link/format"
	"nazo/value"
)

// fillTold takes for drawn what `by NAME` says need not be: the value of that name tells it.
func (f *finder) fillTold(by value.Value) {
	n, _, ok := f.number(value.True)
	if !ok {
		return
	}
	with := maps.Clone(f.drawn)
	if with == nil {
		with = map[format.Place]int{}
	}
	for _, p := range f.told(by) {
		if _, drawn := with[p]; !drawn {
			with[p] = n
		}
	}
	f.drawn = with
}

// told are the places where a value tells that something stands: cells that have a clue or are members, or, for borders, the sides
// between two cells that have different clues, or of which one is a member.
func (f *finder) told(by value.Value) (out []format.Place) {
	if partly, ok := by.(*value.Partly); ok {
		by = partly.At
	}
	at := map[format.Place]value.Value{}
	member := value.Value(nil) // of a set, what stands in other cells
	switch by := by.(type) {
	case *value.Array:
		for i, k := range by.Keys.List() {
			v := by.Values[i]
			if l, label := v.(value.Label); v == nil || isNone(v) || f.property() == border && label && l.Print == unknown.Print {
				continue
			}
			if p, ok := f.placeOf(k); ok {
				at[p] = v
			}
		}
	case *value.Set:
		member = value.False
		for _, m := range by.List() {
			if p, ok := f.placeOf(m); ok {
				at[p] = value.True
			}
		}
	}
	for p, v := range at {
		if f.property() != border {
			out = append(out, p)
			continue
		}
		for _, q := range []format.Place{{X: p.X - 2, Y: p.Y}, {X: p.X + 2, Y: p.Y}, {X: p.X, Y: p.Y - 2}, {X: p.X, Y: p.Y + 2}} {
			w, there := at[q]
			if !there {
				w = member
			}
			onBoard := q.X > 0 && q.X < 2*f.Columns && q.Y > 0 && q.Y < 2*f.Rows
			if onBoard && w != nil && !value.Equal(v, w) {
				out = append(out, format.Place{X: (p.X + q.X) / 2, Y: (p.Y + q.Y) / 2})
			}
		}
	}
	return out
}

package draw

import (
	"maps"

	"nazo/value"
)

// Mark says how something on a board stands out from the rest.
type Mark uint8

// The marks.
const (
	Unmarked Mark = iota
	// Doubtful is what need not be so, such as what only one of two answers has: lines are dotted, shades lighter, and a text
	// has a question mark or what may stand there instead.
	Doubtful
	// New is what a step finds: cells in brackets, heavy lines. Used is where it comes from: cells in parentheses. Items with these
	// marks are sets of places, which they mark, and draw nothing else.
	New
	Used
)

// stress marks all of a layer.
func (l *layer) stress(m Mark) {
	for i := range l.strokes {
		l.strokes[i].mark = m
	}
	for i := range l.borders {
		l.borders[i].mark = m
	}
	for c, text := range l.texts.each() {
		l.put(c, text+"?")
	}
	if l.shaded != nil {
		l.doubts, l.shaded = l.shaded, map[spotOn]bool{}
	}
}

// Common reports whether both values of an item, Value and Other, can be drawn in one picture.
func Common(it Item) bool {
	if layerOf(it, Options{}) != nil {
		return true
	}
	a, b := it, it
	a.Other, b.Value, b.Other = nil, it.Other, nil
	return layerOf(a, Options{}) == nil && layerOf(b, Options{}) == nil && mixed(it.Value, it.Other) != nil
}

// differingLayer is the layer of an item with two values; nil if they have no common picture.
func differingLayer(it Item, opt Options) *layer {
	first, second := it, it
	first.Other, second.Value, second.Other = nil, it.Other, nil
	a, b := layerOf(first, opt), layerOf(second, opt)
	switch {
	case a == nil && b == nil:
		return nil
	case a == nil && isEmpty(it.Value):
		a = b.blank()
	case b == nil && isEmpty(it.Other):
		b = a.blank()
	}
	if a == nil || b == nil || !a.differ(b) {
		return nil
	}
	return a
}

func isEmpty(v value.Value) bool {
	s, ok := v.(*value.Set)
	return ok && s.Len() == 0
}

// blank is a layer of the same board with nothing on it.
func (l *layer) blank() *layer {
	return &layer{title: l.title, given: l.given, top: l.top, small: l.small, rows: l.rows, cols: l.cols}
}

// differ makes the layer one of what both have, and of what one of them has, with a mark. It is false where no picture shows
// that.
func (l *layer) differ(o *layer) bool {
	if l.rows != o.rows || l.cols != o.cols || !maps.Equal(l.marks, o.marks) ||
		!maps.Equal(l.bars, o.bars) || (l.areas == nil) != (o.areas == nil) {
		return false
	}
	l.differTexts(o)
	l.strokes, l.borders = differentStrokes(l.strokes, o.strokes), differentStrokes(l.borders, o.borders)
	if !maps.Equal(l.areas, o.areas) {
		l.others = o.areas
	}
	l.doubts = map[spotOn]bool{}
	for _, pair := range [][2]*layer{{l, o}, {o, l}} {
		for c := range pair[0].shaded {
			if !pair[1].shaded[c] {
				l.doubts[c] = true
			}
		}
	}
	both := maps.Clone(l.shaded)
	maps.DeleteFunc(both, func(c spotOn, _ bool) bool { return l.doubts[c] })
	if both == nil && len(l.doubts) > 0 {
		both = map[spotOn]bool{}
	}
	l.shaded = both
	l.differEnds(o)
	l.differSlants(o)
	return true
}

// differTexts writes both texts of a cell that has two, with · for none.
func (l *layer) differTexts(o *layer) {
	for row := 1; row <= l.rows; row++ {
		for col := 1; col <= l.cols; col++ {
			c := spotOn{row, col}
			if a, b := l.texts.at(c), o.texts.at(c); a != b {
				l.put(c, orDot(a)+"/"+orDot(b))
			}
		}
	}
}

func orDot(text string) string {
	if text == "" {
		return "·"
	}
	return text
}

// differentStrokes are the strokes of two lists; those that only one has are doubtful.
func differentStrokes(as, bs []stroke) (out []stroke) {
	type place struct{ from, to spotOn }
	at := func(k stroke) place {
		if k.to.row < k.from.row || k.to.row == k.from.row && k.to.col < k.from.col {
			return place{k.to, k.from}
		}
		return place{k.from, k.to}
	}
	weights := map[place]uint8{}
	for _, k := range bs {
		weights[at(k)] = k.weight
	}
	for _, k := range as {
		if weights[at(k)] != k.weight {
			k.mark = Doubtful
		}
		delete(weights, at(k))
		out = append(out, k)
	}
	for _, k := range bs {
		if _, left := weights[at(k)]; left {
			k.mark = Doubtful
			out = append(out, k)
		}
	}
	return out
}

// differEnds keeps the ends of lines that both have.
func (l *layer) differEnds(o *layer) {
	in := map[spotOn]bool{}
	for _, c := range o.ends {
		in[c] = true
	}
	var both []spotOn
	for _, c := range l.ends {
		if in[c] {
			both = append(both, c)
		}
	}
	l.ends = both
}

// unsureSlant is a place where two answers have different diagonals, or only one has any.
const unsureSlant = "?"

// differSlants keeps the diagonals that both have.
func (l *layer) differSlants(o *layer) {
	for _, slants := range []map[spotOn]string{l.slants, o.slants} {
		for c := range slants {
			if a, b := l.slants[c], o.slants[c]; a != b {
				if l.slants == nil {
					l.slants = map[spotOn]string{}
				}
				l.slants[c] = unsureSlant
			}
		}
	}
}

// border is how two neighbouring cells are parted by rooms: not at all, by both answers, or by one.
func (l *layer) border(a, b spotOn) (parted bool, mark Mark) {
	one := l.areas != nil && l.areas[a] != l.areas[b]
	if l.others == nil {
		return one, Unmarked
	}
	if other := l.others[a] != l.others[b]; one != other {
		return true, Doubtful
	}
	return one, Unmarked
}

// mixed is a value that shows two that live on no board: "3/5", of arrays for each key; nil if there is none.
func mixed(a, b value.Value) value.Value {
	if b == nil || value.Equal(a, b) {
		return a
	}
	switch a := a.(type) {
	case *value.Array:
		b, ok := b.(*value.Array)
		if !ok || !value.Equal(a.Keys, b.Keys) {
			return nil
		}
		values := make([]value.Value, len(a.Values))
		for i := range values {
			if values[i] = mixed(a.Values[i], b.Values[i]); values[i] == nil {
				return nil
			}
		}
		return value.NewArray(a.Keys, values, a.Board)
	case *value.Route, *value.Regions:
		return nil
	}
	return value.Text(short(a) + "/" + short(b))
}

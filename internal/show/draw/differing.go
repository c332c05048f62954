package draw

import (
	"cmp"
	"maps"
	"slices"
	"strings"
	"unicode/utf8"

	"nazo/dsl/value"
)

// stress marks all of a layer as doubtful.
func (l *layer) stress() {
	for i := range l.strokes {
		l.strokes[i].mark = Doubtful
	}
	for i := range l.borders {
		l.borders[i].mark = Doubtful
	}
	for c, text := range l.texts.each() {
		l.doubtText(c, text+"?")
	}
	if l.shaded != nil {
		l.doubts, l.shaded = l.shaded, map[spotOn]bool{}
	}
}

// values are all values of an item: that of the first answer, and those of the others.
func (it Item) values() []value.Value { return append([]value.Value{it.Value}, it.Others...) }

// each has an item for each of the values.
func (it Item) each() []Item {
	all := make([]Item, 0, 1+len(it.Others))
	for _, v := range it.values() {
		one := it
		one.Value, one.Others = v, nil
		all = append(all, one)
	}
	return all
}

// Common reports whether all values of an item, Value and Others, can be drawn in one picture.
func Common(it Item) bool {
	onBoard := func(one Item) bool { return layerOf(one, Options{}) != nil }
	return layerOf(it, Options{}) != nil || !slices.ContainsFunc(it.each(), onBoard) && mixed(it.values()) != nil
}

// differingLayer is the layer of an item with several values; nil if they have no common picture.
func differingLayer(it Item, opt Options) *layer {
	all := it.each()
	layers := make([]*layer, len(all))
	var some *layer
	for i, one := range all {
		if layers[i] = layerOf(one, opt); some == nil {
			some = layers[i]
		}
	}
	if some == nil {
		return nil
	}
	for i, l := range layers {
		switch {
		case l != nil:
		case isEmpty(all[i].Value):
			layers[i] = some.blank()
		default:
			return nil
		}
	}
	for _, other := range layers[1:] {
		if !layers[0].differ(other) {
			return nil
		}
	}
	layers[0].spellVariants()
	return layers[0]
}

func isEmpty(v value.Value) bool {
	s, ok := v.(*value.Set)
	return ok && s.Len() == 0
}

// blank is a layer of the same board with nothing on it.
func (l *layer) blank() *layer {
	return &layer{title: l.title, given: l.given, top: l.top, small: l.small, rows: l.rows, cols: l.cols}
}

// differ merges another layer into this one. What both have stays, and what only one has gets a
// mark. It is false if no picture can show that.
func (l *layer) differ(o *layer) bool {
	if l.rows != o.rows || l.cols != o.cols || !maps.Equal(l.marks, o.marks) ||
		!maps.Equal(l.bars, o.bars) || (l.areas == nil) != (o.areas == nil) {
		return false
	}
	l.differTexts(o)
	l.strokes, l.borders = differentStrokes(l.strokes, o.strokes), differentStrokes(l.borders, o.borders)
	if !maps.Equal(l.areas, o.areas) {
		l.others = append(l.others, o.areas)
	}
	if l.doubts == nil {
		l.doubts = map[spotOn]bool{}
	}
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

// differTexts collects the texts of each cell that has several.
func (l *layer) differTexts(o *layer) {
	for row := 1; row <= l.rows; row++ {
		for col := 1; col <= l.cols; col++ {
			c := spotOn{row, col}
			a, b := l.texts.at(c), o.texts.at(c)
			if a == b && l.variants[c] == nil {
				continue
			}
			if l.variants == nil {
				l.variants = map[spotOn][]string{}
			}
			if l.variants[c] == nil {
				l.variants[c] = []string{orDot(a)}
			}
			if !slices.Contains(l.variants[c], orDot(b)) {
				l.variants[c] = append(l.variants[c], orDot(b))
			}
		}
	}
}

// spellVariants writes the texts of cells that have several.
func (l *layer) spellVariants() {
	for c, texts := range l.variants {
		l.doubtText(c, spelt(texts))
	}
}

// spelt joins up to three texts, 1/2/3. Of more it has the first and the last, 1/…/5. It sorts
// three or more.
func spelt(texts []string) string {
	if len(texts) > 2 {
		texts = slices.SortedFunc(slices.Values(texts), func(a, b string) int {
			return cmp.Or(cmp.Compare(utf8.RuneCountInString(a), utf8.RuneCountInString(b)), strings.Compare(a, b))
		})
	}
	if len(texts) > 3 {
		texts = []string{texts[0], "…", texts[len(texts)-1]}
	}
	return strings.Join(texts, "/")
}

// doubtText writes a text that says that it need not be so.
func (l *layer) doubtText(c spotOn, text string) {
	l.put(c, text)
	if l.unsure == nil {
		l.unsure = map[value.Spot]bool{}
	}
	l.unsure[spotIn(c)] = true
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
	for _, other := range l.others {
		if one != (other[a] != other[b]) {
			return true, Doubtful
		}
	}
	return one, Unmarked
}

// mixed is one value that shows several, for values on no board: "3/5", or for arrays one such text
// for each key. It is nil if there is none.
func mixed(all []value.Value) value.Value {
	first := all[0]
	same := func(v value.Value) bool { return value.Equal(v, first) }
	if len(slices.DeleteFunc(slices.Clone(all), same)) == 0 {
		return first
	}
	switch a := first.(type) {
	case *value.Array:
		values := make([]value.Value, len(a.Values))
		for i := range values {
			var here []value.Value
			for _, v := range all {
				b, ok := v.(*value.Array)
				if !ok || !value.Equal(a.Keys, b.Keys) {
					return nil
				}
				here = append(here, b.Values[i])
			}
			if values[i] = mixed(here); values[i] == nil {
				return nil
			}
		}
		return value.NewArray(a.Keys, values, a.Board)
	case *value.Route, *value.Regions:
		return nil
	}
	var texts []string
	for _, v := range all {
		if text := short(v); !slices.Contains(texts, text) {
			texts = append(texts, text)
		}
	}
	return value.Text(spelt(texts))
}

package draw

import (
	"cmp"
	"maps"
	"slices"
	"strings"
	"unicode/utf8"

	"nazo/dsl/value"
)

// Partly known answers: what is in, out and open, and the places of a step.

// Mark says how something on a board stands out.
type Mark uint8

// The marks.
const (
	Unmarked Mark = iota
	// Doubtful marks what need not hold, such as differences between answers. Lines are dotted, shades
	// lighter, and a text has a question mark or its alternatives.
	Doubtful
	// New marks what a step finds: cells in brackets, heavy lines. Used marks where it comes from: cells in
	// parentheses. Items with these marks are sets of places, and draw nothing else.
	New
	Used
	// Wrong marks places where a rule is broken. They are drawn as the item says, and framed on a page.
	Wrong
)

const outSign = "×" // stands on what is known to be out

// soFar draws a partly known set. What is out gets a sign, or a wall if apart says so.
func (l *layer) soFar(in, out *value.Set, as string, apart bool) bool {
	if in.Len() > 0 && !l.set(in, as) {
		return false
	}
	for _, v := range out.List() {
		at, ok := l.place(v)
		switch {
		case !ok:
			continue // no sign fits on a diagonal
		case !at.Side() && !at.Corner():
			l.put(cellAt(at), outSign)
		case apart && at.Side():
			add(&l.bars, at, true)
		default:
			add(&l.marks, at, outSign)
		}
	}
	return l.rows > 0
}

// ring marks places: cells, edges and points.
func (l *layer) ring(places *value.Set, m Mark) bool {
	l.rings = map[value.Spot]Mark{}
	for _, v := range places.List() {
		if at, ok := l.place(v); ok {
			l.rings[at] = m
		}
	}
	return len(l.rings) > 0
}

// ringed returns strokes with the marks of their places. New ones are heavy.
func (p *layeredBoard) ringed(strokes []stroke, points bool) []stroke {
	out := make([]stroke, len(strokes))
	for i, k := range strokes {
		if p.rings[k.middle(points)] == New && k.mark == Unmarked {
			k.weight, k.mark = heavy, New
		}
		out[i] = k
	}
	return out
}

// middle returns the spot in the middle of a stroke between neighbouring points or cells.
func (k stroke) middle(points bool) value.Spot {
	at := value.Spot{Y: k.from.row + k.to.row - 1, X: k.from.col + k.to.col - 1}
	if points {
		return value.Spot{Y: at.Y - 1, X: at.X - 1}
	}
	return at
}

// brackets has the characters on both sides of a marked cell.
var brackets = map[Mark][2]rune{New: {'[', ']'}, Used: {'(', ')'}}

var penOfMark = map[Mark]pen{New: ink + 3, Used: ink + 1}

// ringsOn puts brackets round marked cells and rings on marked points.
func (s *textBoard) ringsOn() {
	for _, at := range sortedSpots(s.rings) {
		m := s.rings[at]
		p := penOfMark[m]
		switch {
		case at.Side():
			if s.marks[at] != "" {
				x, y := s.at(at)
				s.text(x, y, s.marks[at], p)
			}
		case at.Corner():
			x, y := s.at(at)
			s.text(x, y, "○", p)
		default:
			c := cellAt(at)
			x, y := s.x(c.col), s.y(c.row)
			left, right := x, x+s.cell-1
			if s.lines == 0 {
				left, right = x-1, x+s.cell
			}
			s.text(left, y, string(brackets[m][0]), p)
			s.text(right, y, string(brackets[m][1]), p)
		}
	}
}

func (p *layeredBoard) cellRings() bool {
	return slices.ContainsFunc(slices.Collect(maps.Keys(p.rings)), func(at value.Spot) bool { return !at.Side() && !at.Corner() })
}

// Unmark returns the text of a cell without the brackets of a mark.
func Unmark(text string) string {
	for _, b := range brackets {
		if inner, ok := strings.CutPrefix(text, string(b[0])); ok {
			if inner, ok := strings.CutSuffix(inner, string(b[1])); ok {
				return strings.TrimSpace(inner)
			}
		}
	}
	return text
}

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

func (it Item) values() []value.Value { return append([]value.Value{it.Value}, it.Others...) }

func (it Item) each() []Item {
	all := make([]Item, 0, 1+len(it.Others))
	for _, v := range it.values() {
		one := it
		one.Value, one.Others = v, nil
		all = append(all, one)
	}
	return all
}

// Common reports whether one picture can show all values of an item, Value and Others.
func Common(it Item) bool {
	return OnBoard(it) || !slices.ContainsFunc(it.each(), OnBoard) && mixed(it.values()) != nil
}

// differingLayer returns the layer of an item with several values, or nil if they have no common picture.
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
		case value.Equal(all[i].Value, value.NewSet()):
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
	for c, texts := range layers[0].variants {
		layers[0].doubtText(c, spelt(texts))
	}
	return layers[0]
}

func (l *layer) blank() *layer {
	return &layer{title: l.title, given: l.given, top: l.top, small: l.small, rows: l.rows, cols: l.cols}
}

// differ merges another layer into this one, and marks differences. It is false if no picture can show them.
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
	for _, pair := range [][2]*layer{{l, o}, {o, l}} {
		for c := range pair[0].shaded {
			if !pair[1].shaded[c] {
				add(&l.doubts, c, true)
			}
		}
	}
	l.shaded = maps.Clone(l.shaded)
	maps.DeleteFunc(l.shaded, func(c spotOn, _ bool) bool { return l.doubts[c] })
	if l.shaded == nil && len(l.doubts) > 0 {
		l.shaded = map[spotOn]bool{}
	}
	l.ends = slices.DeleteFunc(l.ends, func(c spotOn) bool { return !slices.Contains(o.ends, c) })
	for _, slants := range []map[spotOn]string{l.slants, o.slants} {
		for c := range slants {
			if l.slants[c] != o.slants[c] {
				add(&l.slants, c, unsureSlant)
			}
		}
	}
	return true
}

func (l *layer) differTexts(o *layer) {
	for c := range cellsOf(l.rows, l.cols) {
		a, b := l.texts.at(c), o.texts.at(c)
		if a == b && l.variants[c] == nil {
			continue
		}
		if l.variants[c] == nil {
			add(&l.variants, c, []string{orDot(a)})
		}
		if !slices.Contains(l.variants[c], orDot(b)) {
			l.variants[c] = append(l.variants[c], orDot(b))
		}
	}
}

// spelt joins up to three texts, 1/2/3. Of more it keeps the first and the last, 1/…/5. It sorts three or more.
func spelt(texts []string) string {
	if len(texts) > 2 {
		texts = slices.SortedFunc(slices.Values(texts), func(a, b string) int {
			return cmp.Or(utf8.RuneCountInString(a)-utf8.RuneCountInString(b), strings.Compare(a, b))
		})
	}
	if len(texts) > 3 {
		texts = []string{texts[0], "…", texts[len(texts)-1]}
	}
	return strings.Join(texts, "/")
}

func (l *layer) doubtText(c spotOn, text string) {
	l.put(c, text)
	add(&l.unsure, spotIn(c), true)
}

func orDot(text string) string {
	if text == "" {
		return "·"
	}
	return text
}

// differentStrokes merges two lists of strokes. Strokes that only one has are doubtful.
func differentStrokes(as, bs []stroke) (out []stroke) {
	type place struct{ from, to spotOn }
	at := func(k stroke) place {
		from, to := k.ends()
		return place{from, to}
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

const unsureSlant = "?" // marks a place where answers have different diagonals, or not all have one

// border reports whether rooms part two neighbouring cells. It is Doubtful if answers differ.
func (l *layer) border(a, b spotOn) (parted bool, mark Mark) {
	one := l.areas != nil && l.areas[a] != l.areas[b]
	for _, other := range l.others {
		if one != (other[a] != other[b]) {
			return true, Doubtful
		}
	}
	return one, Unmarked
}

// mixed returns one value for several on no board: "3/5", or an array of such texts. It may be nil.
func mixed(all []value.Value) value.Value {
	first := all[0]
	if !slices.ContainsFunc(all, func(v value.Value) bool { return !value.Equal(v, first) }) {
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

package draw

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"nazo/dsl/value"
	"nazo/internal/alg"
)

// Sizes of what stands in cells and on sides.
const (
	textSize  = 20
	smallSize = 13.5 // in a corner of a cell, or beside a diagonal
	signSize  = 15   // on a side or a corner
	leastSize = 10   // of a list in one line
	roundness = 13   // the radius of circles and dots in cells
	dotSize   = 6    // the radius of those on sides and corners

	baseRadius = 15   // of a circle below a text in a cell
	sideRadius = 10   // of one on a side or a corner
	stripe     = 0.62 // the width of a character, relative to the size of its font
)

// widthOf returns about how wide a text is, relative to the size of its font.
func widthOf(text string) float64 {
	w := 0.0
	for _, r := range text {
		switch {
		case r >= 0x1100 && r != '★':
			w += 1.05
		case r >= 0x2190:
			w += 0.85
		default:
			w += stripe
		}
	}
	return w
}

// fitting returns the largest size of font, up to most, at which a text has room.
func fitting(text string, most, room float64) float64 {
	return min(most, room/max(widthOf(text), stripe))
}

// contents draws the things in the cells over the lines.
func (e *svgBoard) contents() {
	below, above := e.diagonal()
	e.tokens()
	for c := range cellsOf(e.rows, e.cols) {
		var shapes, texts, under []part
		for _, p := range e.inCells[c] {
			switch {
			case p.under && p.shape != block:
				under = append(under, p)
			case p.shape == block || isSlant(p.text) || p.shape == written && strings.TrimSpace(p.text) == "":
			case p.shape != written:
				shapes = append(shapes, p)
			default:
				texts = append(texts, p)
			}
		}
		if below != nil && len(texts) > 0 && e.block(c) != nil {
			e.onDiagonal(c, texts, below, above)
			continue
		}
		for _, s := range shapes {
			radius := roundness
			switch {
			case s.base:
				radius = baseRadius
			case len(s.of.marks) > 0: // as large as those between cells
				radius = dotSize
			}
			e.round(s, fmt.Sprintf(` data-place="r%dc%d"`, c.row, c.col), start(c.col)+cellSize/2, start(c.row)+cellSize/2, radius)
		}
		if len(texts) > 0 {
			e.text(c, shapes, texts)
		}
		for _, p := range under {
			e.beneath(c, p)
		}
	}
}

func (e *svgBoard) round(p part, at string, x, y, radius int) {
	class := "ring"
	if p.shape == disc {
		class = "disc"
	}
	if p.of.role() == "found" {
		class += " found"
	}
	e.add(`<circle class="%s"%s%s cx="%d" cy="%d" r="%d"/>`, class, at, p.of.source(), x, y, radius)
}

// text writes the text of a cell, smaller if it is long. If a line runs through the cell, the text gets a
// plate. A clue of a room, or a text on a shape or shade, moves to the corner instead.
func (e *svgBoard) text(c spotOn, shapes, texts []part) {
	x, y := start(c.col)+cellSize/2, start(c.row)+cellSize/2
	if slices.ContainsFunc(e.inCells[c], func(p part) bool { return p.under && p.shape != block }) { // the corner is taken
		x, y = x+3, y+3
	}
	said := spans(texts)
	size, class, plain := fitting(said, textSize, cellSize-4), e.ground(c, shapes), 0
	switch {
	case said == "★":
		size = 27
	case len(shapes) > 0:
		size = fitting(said, 16, 2*roundness-5)
	case e.crossed[c] && (class != "" || e.areas != nil && texts[len(texts)-1].of.given):
		e.words(c, "corner"+class, texts, start(c.col)+4, start(c.row)+10, fitting(said, smallSize, cellSize/2-6))
		return
	case e.crossed[c]:
		size = fitting(said, 18, cellSize-12)
		plain = int(max(11, size*widthOf(said)/2+3))
	}
	if plain > 0 {
		e.add(`<rect class="plate" x="%d" y="%d" width="%d" height="24" rx="11"/>`, x-plain, y-12, 2*plain)
	}
	if size < leastSize && len(texts) == 1 && strings.Contains(said, ",") {
		e.list(c, strings.TrimSpace(texts[0].role()+class), texts[0], x, y)
		return
	}
	e.words(c, strings.TrimSpace(class), texts, x, y, size)
}

func (e *svgBoard) list(c spotOn, class string, p part, x, y int) {
	items := strings.Split(p.text, ",")
	for i, item := range items {
		if item == "none" { // the value, not a label that contains the word
			items[i] = "–"
		}
	}
	n := int(math.Ceil(math.Sqrt(float64(len(items)))))
	var lines []string
	size := float64(signSize)
	for chunk := range slices.Chunk(items, n) {
		line := strings.Join(chunk, " ")
		lines, size = append(lines, line), min(size, fitting(line, signSize, cellSize-4))
	}
	size = min(size, float64(cellSize-4)/float64(len(lines)))
	var out strings.Builder
	for i, line := range lines {
		fmt.Fprintf(&out, `<tspan x="%d" y="%.4g">%s</tspan>`, x, float64(y)+size*(float64(i)-float64(len(lines)-1)/2), escaped(line))
	}
	e.add(`<text class="%s" data-place="r%dc%d"%s font-size="%.4g">%s</text>`, class, c.row, c.col, p.of.source(), size, out.String())
}

// words writes parts in a line, each with its class and its source.
func (e *svgBoard) words(c spotOn, class string, texts []part, x, y int, size float64) {
	at := fmt.Sprintf(`data-place="r%dc%d" x="%d" y="%d" font-size="%.4g"`, c.row, c.col, x, y, size)
	if p := texts[0]; len(texts) == 1 {
		e.add(`<text class="%s"%s %s>%s</text>`, strings.TrimSpace(p.role()+" "+class), p.of.source(), at, escaped(p.text))
		return
	}
	var out strings.Builder
	for i, p := range texts {
		if i > 0 {
			out.WriteString(escaped(joint(texts[i-1], p)))
		}
		fmt.Fprintf(&out, `<tspan class="%s"%s>%s</tspan>`, strings.TrimSpace(p.role()+" "+class), p.of.source(), escaped(p.text))
	}
	e.add(`<text class="%s" %s>%s</text>`, class, at, out.String())
}

// role returns the class of a part in SVG. It is that of its layer, or "maybe" if what it shows is not sure.
func (p part) role() string {
	if p.unsure {
		return "maybe"
	}
	return p.of.role()
}

// ground returns the class of a text for what it stands on, after a blank.
func (e *svgBoard) ground(c spotOn, shapes []part) string {
	switch b := e.block(c); {
	case len(shapes) > 0:
		return onShape(shapes[len(shapes)-1].shape)
	case b != nil && (b.given || b.small):
		return " on-wall"
	case b != nil || e.shaded[c]:
		return " on-shade"
	}
	return ""
}

// onShape returns the class of a text on a shape, after a blank.
func onShape(s shape) string {
	if s == disc {
		return " on-disc"
	}
	return " on-ring"
}

// spans returns parts as a line of text.
func spans(texts []part) string {
	var out strings.Builder
	for i, p := range texts {
		if i > 0 {
			out.WriteString(joint(texts[i-1], p))
		}
		out.WriteString(p.text)
	}
	return out.String()
}

// joint returns the text between two parts in a line.
func joint(a, b part) string {
	switch {
	case !b.of.given:
		return " "
	case isDigit(a.text[len(a.text)-1]) && isDigit(b.text[0]):
		return "\\"
	}
	return ""
}

// diagonal returns the two givens whose numbers share walls. The one that the spec names first stands below
// the diagonal. They are nil unless there are exactly two.
func (e *svgBoard) diagonal() (below, above *layer) {
	in := map[*layer]bool{}
	for c, parts := range e.inCells {
		if b := e.block(c); b == nil || !b.given {
			continue
		}
		for _, p := range parts {
			if strings.ContainsAny(p.text, "↑→↓←") { // it belongs to the number beside it
				return nil, nil
			}
			if p.shape == written {
				in[p.of] = true
			}
		}
	}
	all := alg.Filter(e.layers, func(l *layer) bool { return in[l] })
	if len(all) != 2 || !all[0].given || !all[1].given {
		return nil, nil
	}
	return all[0], all[1]
}

func (e *svgBoard) onDiagonal(c spotOn, texts []part, below, above *layer) {
	x, y := start(c.col), start(c.row)
	e.add(`<path class="cut" d="M%d %dl%d %[3]d"/>`, x, y, cellSize)
	for _, p := range texts {
		dx, dy := 12, 29
		if p.of == above {
			dx, dy = 28, 12
		}
		e.add(`<text class="given on-wall" data-place="r%dc%d"%s x="%d" y="%d" font-size="%.4g">%s</text>`, c.row, c.col, p.of.source(), x+dx, y+dy,
			fitting(p.text, 14, cellSize/2-1), escaped(p.text))
	}
}

// rowsOf parts a long list between cells into two rows.
func rowsOf(text string) []string {
	words := strings.Split(text, ",")
	if len(text) <= 3 || len(words) < 2 {
		return []string{text}
	}
	half := (len(words) + 1) / 2
	return []string{strings.Join(words[:half], " "), strings.Join(words[half:], " ")}
}

// radiusOf returns the radius of a circle round a text between cells.
func radiusOf(text string) int {
	if len(rowsOf(text)) > 1 {
		return roundness
	}
	return sideRadius
}

func (e *svgBoard) sign(p part, at value.Spot) {
	const half = cellSize / 2
	x, y := at.X*half, at.Y*half
	switch p.shape {
	case ring, disc:
		e.round(p, " "+e.place(at), x, y, dotSize)
		return
	case block:
		p.text = wallSign
	}
	class, size := "halo "+p.of.role(), fitting(p.text, signSize, half)
	switch s, based := p.of.base[at]; {
	case p.of.wrong:
		class = "halo given wrong"
	case based:
		class = p.of.role() + onShape(s)
		radius := radiusOf(p.text)
		if rows := rowsOf(p.text); len(rows) > 1 {
			size := min(fitting(rows[0], signSize-1, float64(2*radius-7)), fitting(rows[1], signSize-1, float64(2*radius-7)))
			for i, row := range rows {
				e.add(`<text class="%s" %s%s x="%d" y="%.4g" font-size="%.4g">%s</text>`, class, e.place(at), p.of.source(), x, float64(y)+(float64(i)-.5)*size, size, escaped(row))
			}
			return
		}
		size = fitting(p.text, signSize-1, float64(2*radius-3))
	}
	e.add(`<text class="%s" %s%s x="%d" y="%d" font-size="%.4g">%s</text>`, class, e.place(at), p.of.source(), x, y, size, escaped(p.text))
}

// A page shows each thing in a cell by itself with its source, and signs as shapes.

// shape is the form in which a page draws a sign.
type shape uint8

const (
	written shape = iota
	block         // fills its cell: #
	ring          // o
	disc          // *, of a label
)

// glyph is what a page shows for a printed value.
type glyph struct {
	text  string // "" for a shape
	shape shape
}

var arrows = map[string]string{"^": "↑", ">": "→", "v": "↓", "<": "←"}

// glyphOf returns the glyph for a value with this text, by default the text itself.
func glyphOf(v value.Value, text string) glyph {
	_, label := v.(value.Label)
	_, direction := v.(value.Direction)
	switch {
	case direction && arrows[text] != "":
		return glyph{text: arrows[text]}
	case label && text == "*":
		return glyph{shape: disc}
	case label && text == ".":
		return glyph{text: "•"}
	}
	return setGlyph(text)
}

// setGlyph returns the glyph for a member of a set that is drawn as a text.
func setGlyph(as string) glyph {
	switch as {
	case "#":
		return glyph{shape: block}
	case "o":
		return glyph{shape: ring}
	case pointSign:
		return glyph{shape: disc}
	case "*":
		return glyph{text: "★"}
	}
	return glyph{text: as}
}

// Sign returns the text by which a page draws the members of a set that is shown as a character. It is "" for shading.
func Sign(as string) string {
	switch g := setGlyph(as); g.shape {
	case block:
		return ""
	case ring:
		return "○"
	case disc:
		return "●"
	default:
		return g.text
	}
}

// part is one of the things in a cell, or on a side or corner.
type part struct {
	glyph
	of     *layer
	base   bool // a text stands on it
	unsure bool // another answer has something else there
	under  bool // something else stands on it
}

// source returns the attribute that names the given, find or state of a layer.
func (l *layer) source() string {
	switch {
	case l.title == "":
		return ""
	case l.small:
		return ` data-state="` + escaped(l.title) + `"`
	case l.given:
		return ` data-given="` + escaped(l.title) + `"`
	}
	return ` data-find="` + escaped(l.title) + `"`
}

// role returns the class that says what a layer shows: a piece, a given or something found.
func (l *layer) role() string {
	switch {
	case l.small:
		return "piece"
	case l.given:
		return "given"
	}
	return "found"
}

// glyph notes what a page shows at a spot, as long as the layer has this text there.
func (l *layer) glyph(at value.Spot, v value.Value, text string) {
	if g := glyphOf(v, text); g.text != text {
		l.setGlyph(at, g)
	}
}

func (l *layer) setGlyph(at value.Spot, g glyph) { add(&l.glyphs, at, g) }

// partAt returns the thing with this text that a layer has at a spot.
func (l *layer) partAt(at value.Spot, text string) part {
	p := part{glyph: glyph{text: text}, of: l, unsure: l.unsure[at]}
	if g, ok := l.glyphs[at]; ok && !p.unsure {
		p.glyph = g
	}
	return p
}

func spotIn(c spotOn) value.Spot { return value.Spot{Y: 2*c.row - 1, X: 2*c.col - 1} }

// parts returns the things in each cell in the order of their layers, like the texts of the board.
func (p *layeredBoard) parts() map[spotOn][]part {
	out := map[spotOn][]part{}
	texts := newTexts(p.rows, p.cols)
	for _, l := range p.layers {
		for at, s := range l.base {
			if !at.Side() && !at.Corner() {
				out[cellAt(at)] = append(out[cellAt(at)], part{glyph: glyph{shape: s}, of: l, base: true})
			}
		}
		for c, text := range l.texts.each() {
			old := texts.at(c)
			switch {
			case l.wrong || old == text && old != "":
				continue
			case old == "":
			case l.top:
				for i := range out[c] {
					out[c][i].under = true
				}
			default:
				text = together(old, text, l.given)
			}
			texts.put(c, text)
			out[c] = append(out[c], l.partAt(spotIn(c), l.texts.at(c)))
		}
	}
	return out
}

func (p *layeredBoard) marksAt() map[value.Spot]part {
	out := map[value.Spot]part{}
	for _, l := range p.layers {
		for at, text := range l.marks {
			out[at] = l.partAt(at, text)
		}
	}
	return out
}

// only returns the last layer with a property, or nil. A board has at most one layer of most kinds.
func (p *layeredBoard) only(has func(*layer) bool) *layer {
	for _, l := range slices.Backward(p.layers) {
		if has(l) {
			return l
		}
	}
	return nil
}

func (p part) says() string {
	if p.text != "" {
		return p.text
	}
	return shapeNames[p.shape]
}

var shapeNames = map[shape]string{block: "filled", ring: "circle", disc: "dot"}

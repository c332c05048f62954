package draw

import (
	"fmt"
	"slices"
	"strings"
	"sync"

	"nazo/dsl/diag"
	"nazo/dsl/value"
	"nazo/internal/alg"
)

// Style is how a show statement wants something to be drawn.
type Style struct{ Word, Colour string }

// The words of styles.
const (
	Wall    = "wall"
	Circle  = "circle"
	Dot     = "dot"
	Between = "text"
	Outside = "outside"
	Cage    = "cage"
	Thermo  = "thermo"
	Arrow   = "arrow"
	Line    = "line"
	Fog     = "fog"
	Square  = "square"
	Cards   = "cards"
)

// StyleOf returns the style of some words.
func StyleOf(words []string) (s Style) {
	if len(words) > 0 {
		s.Word = words[0]
	}
	if len(words) > 1 {
		s.Colour = words[1]
	}
	return s
}

// shape returns what stands below the texts of a style. It is written if nothing does.
func (s Style) shape() shape {
	switch {
	case s.Word == Wall:
		return block
	case (s.Word == Circle || s.Word == Dot) && s.Colour == "black":
		return disc
	case s.Word == Circle || s.Word == Dot:
		return ring
	}
	return written
}

// Titled reports whether the title of an item stands beside its picture.
func (s Style) Titled() bool { return s.Word == Cards || s.drawsFigures() }

// drawsFigures reports whether a style draws cells in a row, rather than what stands at a place.
func (s Style) drawsFigures() bool {
	switch s.Word {
	case Dot, Between, Outside, Cage, Thermo, Arrow, Line, Fog, Square:
		return true
	}
	return false
}

// figure is cells in a row, or some cells, as one thing, with a text if it has one.
type figure struct {
	style Style
	cells []spotOn
	text  string
}

// figures draws figures over a board. It is false if a value is none, so that it is drawn as usual.
func (l *layer) drawFigures(v value.Value, s Style) bool {
	for _, one := range figuresIn(v, s) {
		cells, text := one, ""
		if t, ok := one.(value.Tuple); ok {
			var texts []string
			for _, part := range t {
				if isCells(part) {
					cells = part
				} else {
					texts = append(texts, textOf(part))
				}
			}
			text = strings.Join(texts, "")
		}
		at, ok := l.cells(value.Elements(cells))
		if !ok {
			return false
		}
		if s.Word == Dot || s.Word == Between {
			if ok = l.amid(at, s, text); !ok {
				return false
			}
			continue
		}
		if s.Word == Outside {
			if ok = l.looks(at, text); !ok {
				return false
			}
			continue
		}
		l.figures = append(l.figures, figure{s, at, text})
	}
	return l.rows > 0
}

func textOf(v value.Value) string {
	if isNone(v) {
		return ""
	}
	return printed(v)
}

// figuresIn returns the figures of a value that is one, or has several. The areas of a grid are cages.
func figuresIn(v value.Value, s Style) []value.Value {
	if isCells(v) {
		return []value.Value{v}
	}
	if t, ok := v.(value.Tuple); ok {
		return []value.Value{t}
	}
	a, ok := v.(*value.Array)
	if !ok {
		switch v.(type) {
		case value.List, *value.Set:
			return value.Elements(v)
		}
		return nil
	}
	if a.Board == nil {
		return a.Values
	}
	var out []value.Value
	at := map[string]int{}
	for i, k := range a.Keys.List() {
		if isNone(a.Values[i]) {
			continue
		}
		name := value.String(a.Values[i])
		n, met := at[name]
		if !met {
			n = len(out)
			at[name] = n
			out = append(out, value.List(nil))
		}
		out[n] = append(out[n].(value.List), k)
	}
	return out
}

func isCells(v value.Value) bool {
	switch v.(type) {
	case value.List, *value.Set:
		all := value.Elements(v)
		return len(all) > 0 && !slices.ContainsFunc(all, func(c value.Value) bool { _, ok := c.(value.Cell); return !ok })
	}
	return false
}

// amid puts a sign or a text between cells: on the side of two, or the corner of four. It is false for others.
func (l *layer) amid(cells []spotOn, s Style, text string) bool {
	y, x := 0, 0
	for _, c := range cells {
		y, x = y+2*c.row-1, x+2*c.col-1
	}
	if y%len(cells) != 0 || x%len(cells) != 0 {
		return false
	}
	at := value.Spot{Y: y / len(cells), X: x / len(cells)}
	if !at.Side() && !at.Corner() {
		return false
	}
	if shape := s.shape(); shape != written {
		add(&l.base, at, shape)
	}
	if text != "" {
		add(&l.marks, at, text)
	}
	return true
}

// legend tells the figures of a board in words, since text has no room for them.
func (p *layeredBoard) legend(opt Options) string {
	var out strings.Builder
	for _, l := range p.layers {
		if len(l.figures) > 0 {
			out.WriteString(wrap(l.title+": ", alg.Map(l.figures, figure.says), ", ", opt))
		}
	}
	return out.String()
}

// says names the cells of a figure, and its text. Of fog it says how many there are.
func (f figure) says() string {
	if f.style.Word == Fog {
		return diag.Count(len(f.cells), "cell") + " in fog, which Nazo does not lift"
	}
	said := strings.Join(alg.Map(f.cells, cellName), " ")
	if f.text != "" {
		said = f.text + " at " + said
	}
	return said
}

// tones are the colours of figures, which lie below texts.
var tones = []colour{
	{"tone-grey", "#cdd6e0", "#39465a"},
	{"tone-red", "#ffc9c9", "#6b2737"},
	{"tone-orange", "#ffd8a8", "#6b4418"},
	{"tone-yellow", "#ffec99", "#5c4f12"},
	{"tone-green", "#b2f2bb", "#1f5a34"},
	{"tone-blue", "#a5d8ff", "#1c4f7a"},
	{"tone-purple", "#eebefa", "#5f2f70"},
}

// dashes are the patterns of lines in these tones where there is no colour. They are in the order of tones.
var dashes = []string{"", "2 3", "14 3", "2 6", "6 6", "16 4 3 4", "9 3"}

var figureStyle = sync.OnceValue(makeFigureStyle)

func makeFigureStyle() string {
	out, use := sheet(tones, "")
	out += ".nazo .figures,.nazo .cage{pointer-events:none}\n" + use(".cage", "stroke", "ink", "stroke-width:1.5;stroke-dasharray:4 4;stroke-linecap:butt") +
		use(".tube", "stroke", "tone-grey", "stroke-width:14") + use(".tube circle", "fill", "tone-grey", "stroke:none") +
		use(".shaft", "stroke", "dot", "stroke-width:2.5") + use(".shaft circle", "fill", "paper", "") + use(".stripe", "stroke", "tone-grey", "stroke-width:10") + use(".fog,.nazo .square", "fill", "tone-grey", "stroke:none")
	grey := "@media print,(monochrome),(prefers-contrast:more){.nazo .square{stroke:currentColor;stroke-width:2}"
	for i, t := range tones {
		out += use("."+t.name, "stroke", t.name, "") + use(".tube."+t.name+" circle,.nazo .square."+t.name, "fill", t.name, "")
		if dashes[i] != "" {
			grey += fmt.Sprintf(".nazo .%s{stroke-dasharray:%s;stroke-linecap:butt}", t.name, dashes[i])
		}
	}
	return out + grey + "}\n"
}

// lineFigures draws the figures of a layer that lie below everything else on a page: squares, or what lies over these.
func (e *svgBoard) lineFigures(l *layer, squares bool) {
	below := alg.Filter(l.figures, func(f figure) bool { return f.style.Word != Cage && (f.style.Word == Square) == squares })
	if len(below) == 0 {
		return
	}
	e.needs(figureStyle())
	e.add(`<g class="figures"%s>`, l.source())
	for _, f := range below {
		var d strings.Builder
		for i, c := range f.cells {
			command := "L"
			if i == 0 {
				command = "M"
			}
			fmt.Fprintf(&d, "%s%d %d", command, start(c.col)+cellSize/2, start(c.row)+cellSize/2)
		}
		first := f.cells[0]
		x, y := start(first.col)+cellSize/2, start(first.row)+cellSize/2
		colour := colourClass(f.style.Colour)
		switch f.style.Word {
		case Square, Fog:
			d.Reset()
			off := inset
			if f.style.Word == Fog {
				off = 0
			}
			for _, c := range f.cells {
				fmt.Fprintf(&d, "M%d %dh%[3]dv%[3]dh-%[3]dz", start(c.col)+off, start(c.row)+off, cellSize-2*off)
			}
			e.add(`<path class="%s%s" d="%s"/>`, f.style.Word, colour, d.String())
		case Thermo:
			e.add(`<g class="tube%s"><circle cx="%d" cy="%d" r="15"/><path d="%s"/></g>`, colour, x, y, d.String())
		case Arrow:
			e.add(`<g class="shaft"><path d="%s%s"/><circle cx="%d" cy="%d" r="16"/></g>`, d.String(), arrowHead(f.cells), x, y)
		default:
			e.add(`<g class="stripe%s"><path d="%s"/></g>`, colour, d.String())
		}
		if f.text != "" {
			e.add(`<text class="corner given" x="%d" y="%d" font-size="11">%s</text>`, x-cellSize/2+3, y-cellSize/2+8, escaped(f.text))
		}
	}
	e.add("</g>")
}

func colourClass(colour string) string {
	if colour == "" {
		return ""
	}
	return " tone-" + colour
}

// arrowHead returns the path of the head of an arrow along some cells.
func arrowHead(cells []spotOn) string {
	if len(cells) < 2 {
		return ""
	}
	last, before := cells[len(cells)-1], cells[len(cells)-2]
	to := before.towards(last)
	x, y := start(last.col)+cellSize/2, start(last.row)+cellSize/2
	dx, dy := 7*to.col, 7*to.row
	if dx != 0 && dy != 0 {
		dx, dy = 5*to.col, 5*to.row
	}
	return fmt.Sprintf("M%d %dL%d %dL%d %d", x-dx-dy, y-dy+dx, x, y, x-dx+dy, y-dy-dx)
}

const inset = 4 // of the outline of a cage from the sides of its cells

// cages draws the outlines of cages, dashed, within their cells, with the text in the first cell's corner.
func (e *svgBoard) cages(l *layer) {
	for _, f := range l.figures {
		if f.style.Word != Cage {
			continue
		}
		e.needs(figureStyle())
		in := map[spotOn]bool{}
		for _, c := range f.cells {
			in[c] = true
		}
		corner := slices.MinFunc(f.cells, spotOn.compare)
		var d strings.Builder
		for _, c := range sortedKeys(in) {
			outline(&d, in, c)
		}
		e.add(`<path class="cage"%s d="%s"/>`, l.source(), d.String())
		if f.text != "" {
			e.add(`<text class="corner given halo" x="%d" y="%d" font-size="%.4g">%s</text>`, start(corner.col)+3, start(corner.row)+8, fitting(f.text, 11, cellSize-8), escaped(f.text))
		}
	}
}

// outline adds the sides of a cell that belong to the outline of the cells around it.
func outline(d *strings.Builder, in map[spotOn]bool, c spotOn) {
	for _, out := range fourSteps {
		if in[c.plus(out)] {
			continue
		}
		along := spotOn{out.col * out.col, out.row * out.row} // right, or down
		// end returns how far an end of the side lies from the end of the cell, inwards.
		end := func(way int) int {
			beside := spotOn{c.row + way*along.row, c.col + way*along.col}
			switch {
			case !in[beside]:
				return inset
			case in[beside.plus(out)]:
				return -inset
			}
			return 0
		}
		x, y := start(c.col)+inset, start(c.row)+inset
		if out.col > 0 {
			x = start(c.col+1) - inset
		}
		if out.row > 0 {
			y = start(c.row+1) - inset
		}
		if along.col > 0 {
			fmt.Fprintf(d, "M%d %dH%d", start(c.col)+end(-1), y, start(c.col+1)-end(1))
		} else {
			fmt.Fprintf(d, "M%d %dV%d", x, start(c.row)+end(-1), start(c.row+1)-end(1))
		}
	}
}

// style puts the shape of a style below what a layer has on its places.
func (l *layer) style(s Style) {
	below := s.shape()
	if below == written {
		return
	}
	for c := range l.texts.each() {
		add(&l.base, spotIn(c), below)
	}
	for c := range l.shaded {
		add(&l.base, spotIn(c), below)
	}
	l.shaded = nil
	for at, text := range l.marks {
		if add(&l.base, at, below); text == pointSign {
			delete(l.marks, at)
		}
	}
	if below != block { // walls stand on sides anyway
		for at := range l.bars {
			add(&l.base, at, below)
		}
		l.bars = nil
	}
}

// shapeSigns are the texts of shapes without a text.
var shapeSigns = map[shape]string{block: wallSign, ring: "o", disc: pointSign}

// signs writes the sign of a shape on a place without a text.
func (p *layeredBoard) signs(at value.Spot, s shape) {
	switch c := cellAt(at); {
	case at.Side() || at.Corner():
		if p.marks[at] == "" {
			add(&p.marks, at, shapeSigns[s])
		}
	case p.texts.at(c) == "":
		p.put(c, shapeSigns[s])
		add(&p.fixed, c, shapeSigns[s])
	}
}

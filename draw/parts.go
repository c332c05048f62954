package draw

import (
	"slices"
	"strings"

	"nazo/value"
)

// What a page shows of the things in a cell that a line of text can't: each by itself, where it comes from, and signs as the shapes that
// they stand for.

// shape is what a page draws for a sign.
type shape uint8

const (
	written shape = iota
	block         // fills its cell: #
	ring          // o
	disc          // *, of a label
)

// glyph is what a page shows for a value that a board prints.
type glyph struct {
	text  string // "" for a shape
	shape shape
}

// arrows are the signs of directions.
var arrows = map[string]string{"^": "↑", ">": "→", "v": "↓", "<": "←"}

// glyphOf is the glyph for a value that is printed so; its text if it has none of its own.
func glyphOf(v value.Value, text string) glyph {
	if _, ok := v.(value.Direction); ok && arrows[text] != "" {
		return glyph{text: arrows[text]}
	}
	if _, ok := v.(value.Label); ok && text == "*" {
		return glyph{shape: disc}
	}
	if _, ok := v.(value.Label); ok && text == "." {
		return glyph{text: "•"}
	}
	return setGlyph(text)
}

// setGlyph is the glyph for a member of a set that is drawn so.
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

// part is one of the things that stand in a cell, or on a side or corner.
type part struct {
	glyph
	of     *layer
	unsure bool // another answer has something else there
	under  bool // something else stands on it
}

// source is the attribute that says where something comes from.
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

// kept is the class of what is given, or found, or is there in a state.
func (l *layer) kept() string {
	switch {
	case l.small:
		return "piece"
	case l.given:
		return "given"
	}
	return "found"
}

// glyph notes what a page shows at a spot, while it has the text that the layer has there now.
func (l *layer) glyph(at value.Spot, v value.Value, text string) {
	if g := glyphOf(v, text); g.text != text {
		l.setGlyph(at, g)
	}
}

func (l *layer) setGlyph(at value.Spot, g glyph) {
	if l.glyphs == nil {
		l.glyphs = map[value.Spot]glyph{}
	}
	l.glyphs[at] = g
}

// partAt is what a layer has at a spot, with this text.
func (l *layer) partAt(at value.Spot, text string) part {
	p := part{glyph: glyph{text: text}, of: l, unsure: l.unsure[at]}
	if g, ok := l.glyphs[at]; ok && !p.unsure {
		p.glyph = g
	}
	return p
}

// spotIn is the middle of a cell.
func spotIn(c spotOn) value.Spot { return value.Spot{Y: 2*c.row - 1, X: 2*c.col - 1} }

// parts are the things in each cell, in the order in which they were laid there: as the texts of the picture are made of theirs.
func (p *picture) parts() map[spotOn][]part {
	out := map[spotOn][]part{}
	texts := newTexts(p.rows, p.cols)
	for _, l := range p.layers {
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

// marksAt are the things on sides and corners.
func (p *picture) marksAt() map[value.Spot]part {
	out := map[value.Spot]part{}
	for _, l := range p.layers {
		for at, text := range l.marks {
			out[at] = l.partAt(at, text)
		}
	}
	return out
}

// only is the last layer of which something is true; nil if there is none. Of much there is one layer on a picture at most.
func (p *picture) only(has func(*layer) bool) *layer {
	for _, l := range slices.Backward(p.layers) {
		if has(l) {
			return l
		}
	}
	return nil
}

// textOfParts is how some parts read in a line.
func textOfParts(parts []part) string {
	var out []string
	for _, p := range parts {
		switch {
		case p.text != "":
			out = append(out, p.text)
		default:
			out = append(out, shapeNames[p.shape])
		}
	}
	return strings.Join(out, " ")
}

// shapeNames are the words for shapes.
var shapeNames = map[shape]string{block: "filled", ring: "circle", disc: "dot"}

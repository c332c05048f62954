package sites

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"nazo/internal/alg"
)

// padder makes the drawing of a document for SudokuPad.
type padder struct {
	*Document
	keys map[string]any
}

// writeSudokuPad returns the JSON of SudokuPad, packed. What is recognised when such a link is read is drawn in that
// form. The error says what the site can't have.
func writeSudokuPad(d *Document) (string, error) {
	p := &padder{Document: d, keys: map[string]any{"cellSize": 50}}
	for _, list := range []string{"cages", "lines", "arrows", "underlays", "overlays"} { // the site's check of the form wants all
		p.keys[list] = []any{}
	}
	cells := emptyCells(d.Board)
	meta := map[string]any{}
	for key, text := range map[string]string{"title": d.Title, "author": d.Author, "rules": d.Rules} {
		if text != "" {
			meta[key] = text
		}
	}
	if text := padSolution(d.Solution); text != "" {
		meta["solution"] = text
	}
	regions, order := map[Value][]any{}, []Value{}
	for _, it := range d.Items {
		at, _ := it.Fields["cell"].(Place)
		switch {
		case it.Kind == "given" && d.Has(at):
			cells[at.Y/2][at.X/2]["value"] = fmt.Sprint(it.Fields["value"])
		case it.Kind == "region" && d.Has(at):
			name := it.Fields["value"]
			if regions[name] == nil {
				order = append(order, name)
			}
			regions[name] = append(regions[name], []int{at.Y / 2, at.X / 2})
		case slices.ContainsFunc(padFlags, it.Is):
			meta[it.Kind] = true
		default:
			if !p.draw(it) {
				return "", failf("SudokuPad has no form for `%s`", it.Kind)
			}
		}
	}
	all := []any{}
	for _, name := range order {
		all = append(all, regions[name])
	}
	p.keys["cells"], p.keys["regions"], p.keys["metadata"] = cells, all, meta
	text, err := json.Marshal(p.keys)
	return packLZ(string(text)), err
}

// padSolution returns a solution as a text with a character for each cell, or "" if some number has several.
func padSolution(all []Value) string {
	var out strings.Builder
	for _, v := range all {
		n, ok := v.(int)
		switch {
		case !ok:
			out.WriteByte('.')
		case n < 0 || n > 9:
			return ""
		default:
			out.WriteByte('0' + byte(n))
		}
	}
	return out.String()
}

func (p *padder) put(list string, thing map[string]any) {
	all, _ := p.keys[list].([]any)
	p.keys[list] = append(all, thing)
}

// padForm is how a thing is drawn: where, as a rectangle or an ellipse, and with which size of text.
type padForm struct {
	list          string
	width, height float64
	rounded       bool
	fill, border  string
	size          int
}

// shape puts a shape at a place. A text may be "".
func (p *padder) shape(f padForm, at [2]float64, text any) map[string]any {
	thing := map[string]any{"center": at, "width": f.width, "height": f.height, "rounded": f.rounded}
	for key, v := range map[string]string{"backgroundColor": f.fill, "borderColor": f.border} {
		if v != "" {
			thing[key] = v
		}
	}
	if text != nil && text != "" {
		thing["text"], thing["fontSize"] = fmt.Sprint(text), f.size
	}
	p.put(f.list, thing)
	return thing
}

func (p *padder) line(list string, points [][2]float64, colour string, thickness float64) {
	thing := map[string]any{"wayPoints": points, "color": colour, "thickness": thickness}
	if list == "arrows" {
		thing["headLength"] = 0.3
	}
	p.put(list, thing)
}

func padMiddle(p Place) [2]float64 { return [2]float64{float64(p.Y) / 2, float64(p.X) / 2} }

// PlacesIn returns the places in the value of a field.
func PlacesIn(v Value) (out []Place) {
	switch v := v.(type) {
	case Place:
		return []Place{v}
	case []Value:
		for _, x := range v {
			out = append(out, PlacesIn(x)...)
		}
	}
	return out
}

// linesIn returns the lines of a field.
func linesIn(v Value) (out [][]Place) {
	list, _ := v.([]Value)
	for _, x := range list {
		if one := PlacesIn(x); len(one) > 1 {
			out = append(out, one)
		}
	}
	return out
}

func padPoints(line []Place) [][2]float64 { return alg.Map(line, padMiddle) }

// towards moves a point by a part of the way to another, at most a cell.
func towards(from, to [2]float64, by float64) [2]float64 {
	step := func(d float64) float64 { return by * max(-1, min(1, d)) }
	return [2]float64{from[0] + step(to[0]-from[0]), from[1] + step(to[1]-from[1])}
}

// padForms returns the forms of kinds that are one shape, with the value as its text.
func padForms() map[string]padForm {
	return map[string]padForm{
		"ratio":       {"overlays", 0.3, 0.3, true, padBlack, padBlack, 12},
		"difference":  {"overlays", 0.3, 0.3, true, padWhite, padBlack, 12},
		"xv":          {"overlays", 0.25, 0.25, false, padWhite, padWhite, 21},
		"odd":         {"underlays", 0.7, 0.7, true, padGrey, padGrey, 0},
		"even":        {"underlays", 0.7, 0.7, false, padGrey, padGrey, 0},
		"quadruple":   {"overlays", 0.7, 0.7, true, padWhite, padBlack, 14},
		"sandwichsum": {"overlays", 0.25, 0.25, false, padWhite, padWhite, 32},
		"text":        {"overlays", 0.25, 0.25, false, "", "", 24},
	}
}

// draw draws an item. It is false for kinds without a form.
func (p *padder) draw(it Item) bool {
	cells, lines := PlacesIn(it.Fields["cells"]), linesIn(it.Fields["lines"])
	value := it.Fields["value"]
	at, single := it.Fields["cell"].(Place)
	middle := padMiddle(at)
	if !single && len(cells) > 0 {
		for _, c := range cells {
			middle[0], middle[1] = middle[0]+float64(c.Y)/2/float64(len(cells)), middle[1]+float64(c.X)/2/float64(len(cells))
		}
	}
	kind, _, _ := strings.Cut(it.Kind, " ")
	if form, ok := padForms()[kind]; ok {
		if kind == "quadruple" {
			value = strings.Join(alg.Map(listOf(it.Fields["values"]), func(v Value) string { return fmt.Sprint(v) }), " ")
		}
		if thing := p.shape(form, middle, value); kind == "text" && it.Fields["colour"] != nil {
			thing["color"] = it.Fields["colour"]
		}
		return true
	}
	switch kind {
	case "killercage", "cage", "extraregion", "hiddencage":
		p.cage(kind, cells, value)
	case "thermometer", "palindrome", "betweenline", "line":
		for _, line := range lines {
			p.through(it, padPoints(line))
		}
	case "arrow":
		return p.arrow(lines, cells, middle)
	case "diagonal+", "diagonal-":
		points := [][2]float64{{0, 0}, {float64(p.Rows), float64(p.Columns)}}
		if kind == "diagonal+" {
			points[0][0], points[1][0] = points[1][0], 0
		}
		p.line("lines", points, padDiagonal, 2)
	case "clone":
		for _, c := range append(cells, PlacesIn(it.Fields["cloneCells"])...) {
			p.shape(padForm{"underlays", 1, 1, false, padGrey, padGrey, 0}, padMiddle(c), nil)
		}
	case "littlekillersum":
		return p.diagonal(cells, value)
	case "circle", "underlay", "overlay":
		p.plain(it, middle)
	case "fog":
		if p.keys["foglight"] == nil {
			p.keys["foglight"] = alg.Map(p.unfogged(), func(c Place) [2]int { return [2]int{c.Y / 2, c.X / 2} })
		}
	case "minimum", "maximum":
		p.extreme(middle, kind == "minimum")
	default:
		return false
	}
	return true
}

// plain draws a shape without a meaning.
func (p *padder) plain(it Item, middle [2]float64) {
	kind, colour, _ := strings.Cut(it.Kind, " ")
	form := padForm{kind + "s", 1, 1, false, colour, "", 0}
	if kind == "circle" {
		form.list, form.rounded, form.border = "underlays", true, padBlack
	}
	for name, size := range map[string]*float64{"width": &form.width, "height": &form.height} {
		if n, ok := it.Fields[name].(int); ok {
			*size = float64(n) / 100
		}
	}
	p.shape(form, middle, nil)
}

// through draws a line through cells, and what is at its ends.
func (p *padder) through(it Item, points [][2]float64) {
	last := len(points) - 1
	kind, colour, _ := strings.Cut(it.Kind, " ")
	switch kind {
	case "thermometer":
		p.shape(padForm{"underlays", 0.85, 0.85, true, padGrey, padGrey, 0}, points[0], nil)
		p.line("lines", points, padGrey, 21)
	case "palindrome":
		p.line("lines", points, padGrey, 16)
	case "betweenline":
		circle := padForm{"overlays", 0.8, 0.8, true, padWhite, padGrey, 0}
		p.shape(circle, points[0], nil)
		p.shape(circle, points[last], nil)
		points[0], points[last] = towards(points[0], points[1], 0.4), towards(points[last], points[last-1], 0.4)
		p.line("lines", points, padGrey, 2)
	default:
		for custom, name := range customs {
			if it.Kind == name {
				colour = custom
			}
		}
		thickness, given := it.Fields["thickness"].(int)
		if !given {
			thickness = 10
		}
		p.line("lines", points, colour, float64(thickness))
	}
}

// cage draws cells in a dashed border, and the shade of an extra region.
func (p *padder) cage(kind string, cells []Place, value Value) {
	squares := make([][2]int, len(cells))
	for i, c := range cells {
		squares[i] = [2]int{c.Y / 2, c.X / 2}
		if kind == "extraregion" {
			p.shape(padForm{"underlays", 1, 1, false, "rgba(207, 207, 207, 0.95)", "", 0}, padMiddle(c), nil)
		}
	}
	thing := map[string]any{"cells": squares}
	if kind == "killercage" {
		thing["unique"] = true
		if value != nil {
			thing["sum"] = value
		}
	}
	if value != nil {
		thing["value"] = fmt.Sprint(value)
	}
	p.put("cages", thing)
}

// arrow draws the shafts of an arrow and the circle or pill with its sum. It is false for cells in no row or column.
func (p *padder) arrow(shafts [][]Place, cells []Place, middle [2]float64) bool {
	for _, line := range shafts {
		points := padPoints(line)
		points[0] = towards(points[0], points[1], 0.3)
		p.line("arrows", points, padArrow, 5)
	}
	if len(cells) == 0 {
		return false
	}
	width, height := 0.75, 0.75
	for _, c := range cells {
		width, height = max(width, 0.75+float64(abs(c.X-cells[0].X))/2), max(height, 0.75+float64(abs(c.Y-cells[0].Y))/2)
	}
	if width > 1 && height > 1 {
		return false
	}
	p.shape(padForm{"overlays", width, height, true, padWhite, padArrow, 0}, middle, nil)
	return true
}

// diagonal draws the sum of a diagonal, and a small arrow along it, outside of its first cell.
func (p *padder) diagonal(cells []Place, value Value) bool {
	if len(cells) == 0 {
		return false
	}
	first, step := cells[0], Place{X: 2, Y: 2}
	if len(cells) > 1 {
		step = cells[1].Minus(first)
	} else { // a corner: from outside of it
		if first.X > 1 {
			step.X = -2
		}
		if first.Y > 1 {
			step.Y = -2
		}
	}
	from := padMiddle(first.Minus(step))
	p.line("arrows", [][2]float64{towards(from, padMiddle(first), 0.3), towards(from, padMiddle(first), 0.48)}, "#000000", 2)
	p.shape(padForm{"overlays", 0.25, 0.25, false, padWhite, padWhite, 28}, from, value)
	return true
}

// extreme draws a grey cell with a small angle at each side towards another cell of the board.
func (p *padder) extreme(at [2]float64, inwards bool) {
	p.shape(padForm{"underlays", 1, 1, false, "#CCCCCC", "", 0}, at, nil)
	outer, inner := 0.39, 0.44
	if inwards {
		outer, inner = inner, outer
	}
	for _, d := range [][2]float64{{-1, 0}, {0, 1}, {1, 0}, {0, -1}} {
		if y, x := at[0]+d[0], at[1]+d[1]; y < 0 || x < 0 || y > float64(p.Rows) || x > float64(p.Columns) {
			continue
		}
		p.line("lines", [][2]float64{
			{at[0] + d[0]*outer + 0.1*d[1], at[1] + d[1]*outer + 0.1*d[0]},
			{at[0] + d[0]*inner, at[1] + d[1]*inner},
			{at[0] + d[0]*outer - 0.1*d[1], at[1] + d[1]*outer - 0.1*d[0]},
		}, "#000000", 1)
	}
}

func listOf(v Value) []Value {
	list, _ := v.([]Value)
	return list
}

package sites

import (
	"encoding/json"
	"fmt"
	"strings"
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
		case it.Is("antiknight"), it.Is("antiking"), it.Is("norowcol"):
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

// shape puts a shape at a place. A text may be "".
func (p *padder) shape(list string, at [2]float64, width, height float64, rounded bool, fill, border string, text any, size int) {
	thing := map[string]any{"center": at, "width": width, "height": height, "rounded": rounded}
	for key, v := range map[string]string{"backgroundColor": fill, "borderColor": border} {
		if v != "" {
			thing[key] = v
		}
	}
	if text != nil && text != "" {
		thing["text"], thing["fontSize"] = fmt.Sprint(text), size
	}
	p.put(list, thing)
}

func (p *padder) line(list string, points [][2]float64, colour string, thickness float64) {
	thing := map[string]any{"wayPoints": points, "color": colour, "thickness": thickness}
	if list == "arrows" {
		thing["headLength"] = 0.3
	}
	p.put(list, thing)
}

func padMiddle(p Place) [2]float64 { return [2]float64{float64(p.Y) / 2, float64(p.X) / 2} }

// placesIn returns the places of a field that has one or several.
func placesIn(v Value) (out []Place) {
	switch v := v.(type) {
	case Place:
		return []Place{v}
	case []Value:
		for _, x := range v {
			out = append(out, placesIn(x)...)
		}
	}
	return out
}

// linesIn returns the lines of a field.
func linesIn(v Value) (out [][]Place) {
	list, _ := v.([]Value)
	for _, x := range list {
		if one := placesIn(x); len(one) > 1 {
			out = append(out, one)
		}
	}
	return out
}

func padPoints(line []Place) (points [][2]float64) {
	for _, p := range line {
		points = append(points, padMiddle(p))
	}
	return points
}

// towards moves a point by a part of the way to another, at most a cell.
func towards(from, to [2]float64, by float64) [2]float64 {
	step := func(d float64) float64 { return by * max(-1, min(1, d)) }
	return [2]float64{from[0] + step(to[0]-from[0]), from[1] + step(to[1]-from[1])}
}

// draw draws an item. It is false for kinds without a form.
func (p *padder) draw(it Item) bool {
	cells, lines := placesIn(it.Fields["cells"]), linesIn(it.Fields["lines"])
	value := it.Fields["value"]
	var middle [2]float64
	at, single := it.Fields["cell"].(Place)
	if middle = padMiddle(at); !single && len(cells) > 0 {
		for _, c := range cells {
			middle[0], middle[1] = middle[0]+float64(c.Y)/2/float64(len(cells)), middle[1]+float64(c.X)/2/float64(len(cells))
		}
	}
	kind, colour, _ := strings.Cut(it.Kind, " ")
	grey := func(width, height float64, rounded bool) {
		p.shape("underlays", middle, width, height, rounded, padGrey, padGrey, nil, 0)
	}
	switch kind {
	case "killercage", "cage", "extraregion", "hiddencage":
		p.cage(kind, cells, value)
	case "thermometer":
		for _, line := range lines {
			p.shape("underlays", padMiddle(line[0]), 0.85, 0.85, true, padGrey, padGrey, nil, 0)
			p.line("lines", padPoints(line), padGrey, 21)
		}
	case "palindrome":
		for _, line := range lines {
			p.line("lines", padPoints(line), padGrey, 16)
		}
	case "betweenline":
		for _, line := range lines {
			points := padPoints(line)
			last := len(points) - 1
			p.shape("overlays", points[0], 0.8, 0.8, true, "#FFFFFF", padGrey, nil, 0)
			p.shape("overlays", points[last], 0.8, 0.8, true, "#FFFFFF", padGrey, nil, 0)
			points[0], points[last] = towards(points[0], points[1], 0.4), towards(points[last], points[last-1], 0.4)
			p.line("lines", points, padGrey, 2)
		}
	case "line":
		for custom, name := range customs {
			if it.Kind == name {
				colour = custom
			}
		}
		thickness, given := it.Fields["thickness"].(int)
		if !given {
			thickness = 10
		}
		for _, line := range lines {
			p.line("lines", padPoints(line), colour, float64(thickness))
		}
	case "arrow":
		return p.arrow(lines, cells, middle)
	case "diagonal+", "diagonal-":
		points := [][2]float64{{0, 0}, {float64(p.Rows), float64(p.Columns)}}
		if kind == "diagonal+" {
			points[0][0], points[1][0] = points[1][0], 0
		}
		p.line("lines", points, padDiagonal, 2)
	case "ratio":
		p.shape("overlays", middle, 0.3, 0.3, true, "#000000", "#000000", value, 12)
	case "difference":
		p.shape("overlays", middle, 0.3, 0.3, true, "#FFFFFF", "#000000", value, 12)
	case "xv":
		p.shape("overlays", middle, 0.25, 0.25, false, "#FFFFFF", "#FFFFFF", value, 21)
	case "odd", "even":
		grey(0.7, 0.7, kind == "odd")
	case "quadruple":
		var words []string
		for _, v := range listOf(it.Fields["values"]) {
			words = append(words, fmt.Sprint(v))
		}
		p.shape("overlays", middle, 0.7, 0.7, true, "#FFFFFF", "#000000", strings.Join(words, " "), 14)
	case "clone":
		for _, c := range append(cells, placesIn(it.Fields["cloneCells"])...) {
			p.shape("underlays", padMiddle(c), 1, 1, false, padGrey, padGrey, nil, 0)
		}
	case "littlekillersum":
		return p.diagonal(cells, value)
	case "sandwichsum":
		p.shape("overlays", middle, 0.25, 0.25, false, "#FFFFFF", "#FFFFFF", value, 32)
	case "text":
		p.shape("overlays", middle, 0.25, 0.25, false, "", "", value, 24)
		if colour, ok := it.Fields["colour"].(string); ok {
			all := p.keys["overlays"].([]any)
			all[len(all)-1].(map[string]any)["color"] = colour
		}
	case "circle", "underlay", "overlay":
		size := func(name string, usual float64) float64 {
			if n, ok := it.Fields[name].(int); ok {
				return float64(n) / 100
			}
			return usual
		}
		list, fill := "underlays", colour
		if kind == "overlay" {
			list = "overlays"
		}
		border := ""
		if kind == "circle" {
			border = "#000000"
		}
		p.shape(list, middle, size("width", 1), size("height", 1), kind == "circle", fill, border, nil, 0)
	case "minimum", "maximum":
		p.extreme(middle, kind == "minimum")
	default:
		return false
	}
	return true
}

// cage draws cells in a dashed border, and the shade of an extra region.
func (p *padder) cage(kind string, cells []Place, value Value) {
	squares := make([][2]int, len(cells))
	for i, c := range cells {
		squares[i] = [2]int{c.Y / 2, c.X / 2}
		if kind == "extraregion" {
			p.shape("underlays", padMiddle(c), 1, 1, false, "rgba(207, 207, 207, 0.95)", "", nil, 0)
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
	p.shape("overlays", middle, width, height, true, "#FFFFFF", padArrow, nil, 0)
	return true
}

// diagonal draws the sum of a diagonal, and a small arrow along it, outside of its first cell.
func (p *padder) diagonal(cells []Place, value Value) bool {
	if len(cells) == 0 {
		return false
	}
	first, second := cells[0], cells[0]
	if len(cells) > 1 {
		second = cells[1]
	}
	step := Place{X: second.X - first.X, Y: second.Y - first.Y}
	if len(cells) == 1 { // a corner: from outside of it
		step = Place{X: 2, Y: 2}
		if first.X > 1 {
			step.X = -2
		}
		if first.Y > 1 {
			step.Y = -2
		}
	}
	from := padMiddle(Place{X: first.X - step.X, Y: first.Y - step.Y})
	p.line("arrows", [][2]float64{towards(from, padMiddle(first), 0.3), towards(from, padMiddle(first), 0.48)}, "#000000", 2)
	p.shape("overlays", from, 0.25, 0.25, false, "#FFFFFF", "#FFFFFF", value, 28)
	return true
}

// extreme draws a grey cell with a small angle at each side towards another cell of the board.
func (p *padder) extreme(at [2]float64, inwards bool) {
	p.shape("underlays", at, 1, 1, false, "#CCCCCC", "", nil, 0)
	outer, inner := 0.39, 0.44
	if inwards {
		outer, inner = 0.44, 0.39
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

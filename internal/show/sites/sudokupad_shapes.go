package sites

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"nazo/dsl/linkformat"
	"nazo/internal/alg"
)

// recognizer finds in a drawing of SudokuPad the things that the site draws in a form of their own when it opens a
// puzzle of f-puzzles. These have their kinds. All else has kinds of drawings: "line green", "text", "circle white".
type recognizer struct {
	*Document
	*padPuzzle
	cells  int            // of lines so far
	custom map[string]int // lines that have a meaning only by custom
}

const (
	mostLineCells = 50_000 // bounds the cells of all lines of a link
	mostUnder     = 1000   // bounds the cells under a shape
	padGrey       = "#CFCFCF"
	padBlack      = "#000000"
	padWhite      = "#FFFFFF"
	padArrow      = "#A1A1A1"
	padDiagonal   = "#34BBE6"
	thinLine      = 4 // the most that a thin line measures
)

// customs are colours of lines that setters use for one meaning each, with the kinds of these lines.
var customs = map[string]string{"#F067F0": "line f067f0", "#67F067": "line 67f067", "#2ECBFF": "line 2ecbff"}

// sized reports whether both sides of a shape are within bounds.
func (s *padShape) sized(least, most float64) bool {
	return s.Width >= least && s.Width <= most && s.Height >= least && s.Height <= most
}

// empty reports whether nothing of a shape but its text can be seen: it has no colour, or is small and white.
func (s *padShape) empty() bool {
	fill, border := padColourOf(s.Fill), padColourOf(s.Border)
	plain := func(c colour) bool { return !c.seen() || c.word() == "white" }
	return plain(fill) && plain(border) && (s.sized(0, 0.5) || !fill.seen() && !border.seen())
}

// at reports whether the middle of a shape is at a place.
func (s *padShape) at(p Place) bool {
	return math.Abs(2*s.Center[1]-float64(p.X)) < 0.25 && math.Abs(2*s.Center[0]-float64(p.Y)) < 0.25
}

// shape returns the first unused shape that fits.
func (r *recognizer) shape(fits func(s *padShape) bool) *padShape {
	for _, all := range [][]*padShape{r.Overlays, r.Underlays} {
		if i := slices.IndexFunc(all, func(s *padShape) bool { return !s.used && fits(s) }); i >= 0 {
			return all[i]
		}
	}
	return nil
}

// all adds the items of the drawing.
func (r *recognizer) all() error {
	r.custom = map[string]int{}
	for _, step := range []func() error{r.extremes, r.littleSums, r.arrows, r.lines, r.shapes, r.clones, r.rest} {
		if err := step(); err != nil {
			return err
		}
	}
	for _, colour := range slices.Backward(slices.Sorted(maps.Keys(customs))) {
		if n := r.custom[colour]; n > 0 {
			r.Notes = append(r.Notes, fmt.Sprintf("the link does not say what a line of colour %s means: %d such are read as setters use them", colour, n))
		}
	}
	return nil
}

// path returns the cells along a line, also those between its points. It is nil if the line leaves the board, or does
// not run from cell to cell.
func (r *recognizer) path(l *padLine) (cells []Value, err error) {
	for i, p := range l.Points {
		at, ok := p.cell()
		if !ok || !r.Has(at) {
			return nil, nil
		}
		if i == 0 {
			cells = append(cells, at)
			continue
		}
		last := cells[len(cells)-1].(Place)
		dx, dy := at.X-last.X, at.Y-last.Y
		if dx != 0 && dy != 0 && dx != dy && dx != -dy {
			return nil, nil
		}
		for last != at {
			last = last.Plus(Place{X: 2 * cmp.Compare(dx, 0), Y: 2 * cmp.Compare(dy, 0)})
			cells = append(cells, last)
		}
		if r.cells+len(cells) > mostLineCells {
			return nil, failf("the lines of the link have more than %d cells", mostLineCells)
		}
	}
	r.cells += len(cells)
	return cells, nil
}

// extremes finds cells that are smaller or larger than their neighbours: grey squares, with a small angle towards each
// of them.
func (r *recognizer) extremes() error {
	type tip struct {
		cell    Place
		inwards bool
	}
	tips := map[tip][]*padLine{}
	for _, l := range r.Lines {
		if len(l.Points) != 3 || l.Thickness > thinLine {
			continue
		}
		cell, ok := l.Points[1].cell()
		if !ok {
			continue
		}
		away := func(p padPoint) float64 {
			return max(math.Abs(p[0]-float64(cell.Y)/2), math.Abs(p[1]-float64(cell.X)/2))
		}
		inner, outer := away(l.Points[1]), away(l.Points[0])
		if inner > 0.35 && outer > 0.35 && math.Abs(inner-outer) > 0.03 && math.Abs(outer-away(l.Points[2])) < 0.01 {
			tips[tip{cell, inner < outer}] = append(tips[tip{cell, inner < outer}], l)
		}
	}
	for _, s := range r.Underlays {
		cell := s.Center.place()
		kind, lines := "minimum", tips[tip{cell, true}]
		if len(lines) == 0 {
			kind, lines = "maximum", tips[tip{cell, false}]
		}
		if len(lines) > 0 && s.sized(0.95, 1.05) && s.at(cell) && padColourOf(s.Fill).grey() {
			s.used = true
			for _, l := range lines {
				l.used = true
			}
			r.add(kind, "cell", cell)
		}
	}
	return nil
}

// littleSums finds sums beside the board with an arrow along a diagonal.
func (r *recognizer) littleSums() error {
	for _, a := range r.Arrows {
		if len(a.Points) < 2 {
			continue
		}
		from, to := a.Points[0], a.Points[len(a.Points)-1]
		start, _ := from.cell()
		dy, dx := to[0]-from[0], to[1]-from[1]
		if r.Has(start) || math.Abs(dx) > 1.5 || math.Abs(math.Abs(dx)-math.Abs(dy)) > 0.2 || math.Abs(dx) < 0.05 {
			continue
		}
		step := Place{X: 2 * int(math.Copysign(1, dx)), Y: 2 * int(math.Copysign(1, dy))}
		cells := valuesOf(r.Ray(start.Plus(step), step))
		if len(cells) == 0 {
			continue
		}
		var value Value
		if s := r.shape(func(s *padShape) bool { return s.Text != "" && s.at(start) }); s != nil {
			if value = scalar(string(s.Text)); value == "_" || value == "?" {
				value = nil
			}
			s.used = true
		}
		a.used = true
		r.add("littlekillersum", "value", value, "cell", start, "cells", cells)
	}
	return nil
}

// arrows finds arrows that begin in a circle, or in a longer round shape.
func (r *recognizer) arrows() error {
	bulbs := map[*padShape]bool{}
	for _, a := range r.Arrows {
		if a.used || len(a.Points) < 2 {
			continue
		}
		cells, err := r.path(a)
		if err != nil {
			return err
		}
		if len(cells) < 2 {
			continue
		}
		var pill []Value
		s := r.shape(func(s *padShape) bool {
			if !s.Rounded || s.Text != "" || !padColourOf(s.Border).seen() || min(s.Width, s.Height) < 0.6 || min(s.Width, s.Height) > 1 || max(s.Width, s.Height) > 5 {
				return false
			}
			if fill := padColourOf(s.Fill); fill.seen() && fill.word() != "white" {
				return false
			}
			pill = r.under(s)
			return slices.Contains(pill, cells[0])
		})
		if s != nil {
			a.used, bulbs[s] = true, true
			r.add("arrow", "cells", pill, "lines", []Value{cells})
		}
	}
	for s := range bulbs {
		s.used = true
	}
	return nil
}

// under returns the cells whose middles a shape covers, in reading order.
func (r *recognizer) under(s *padShape) (cells []Value) {
	if s.Width*s.Height > mostUnder {
		return nil
	}
	top, left := s.Center[0]-s.Height/2, s.Center[1]-s.Width/2
	for y := max(0, math.Floor(top)); y < min(float64(r.Rows), top+s.Height); y++ {
		for x := max(0, math.Floor(left)); x < min(float64(r.Columns), left+s.Width); x++ {
			if math.Abs(y+0.5-s.Center[0]) < s.Height/2 && math.Abs(x+0.5-s.Center[1]) < s.Width/2 {
				cells = append(cells, linkformat.Cell(int(y)+1, int(x)+1))
			}
		}
	}
	return cells
}

// lines finds thermometers, palindromes, lines between circles, diagonals, and lines that have a meaning by custom.
func (r *recognizer) lines() error {
	ends := map[*padShape]bool{}
	ended := func(at Value, fits func(s *padShape) bool) *padShape {
		p, _ := at.(Place)
		return r.shape(func(s *padShape) bool { return s.Rounded && s.Text == "" && s.at(p) && fits(s) })
	}
	for _, l := range r.Lines {
		if l.used || len(l.Points) < 2 {
			continue
		}
		if kind := r.diagonal(l); kind != "" {
			l.used = true
			r.add(kind)
			continue
		}
		cells, err := r.path(l)
		if err != nil {
			return err
		}
		if len(cells) < 2 {
			continue
		}
		first, last := cells[0], cells[len(cells)-1]
		bulb := func(s *padShape) bool {
			return s.sized(0.75, 1) && strings.EqualFold(s.Fill, l.Colour)
		}
		circle := func(s *padShape) bool {
			return s.sized(0.6, 1) && padColourOf(s.Fill).word() == "white" && padColourOf(s.Border).grey()
		}
		grey := padColourOf(l.Colour).grey()
		at, other := ended(first, bulb), ended(last, bulb)
		if at == nil && other != nil {
			at, other = other, nil
			slices.Reverse(cells)
		}
		from, to := ended(first, circle), ended(last, circle)
		kind := customs[strings.ToUpper(l.Colour)]
		switch {
		case strings.EqualFold(l.Colour, padGrey) && l.Thickness == 16:
			kind = "palindrome"
		case grey && at != nil && other == nil && l.Thickness > thinLine:
			ends[at] = true
			kind = "thermometer"
		case grey && from != nil && to != nil && from != to:
			ends[from], ends[to] = true, true
			kind = "betweenline"
		case kind != "":
			r.custom[strings.ToUpper(l.Colour)]++
		}
		if kind != "" {
			l.used = true
			r.add(kind, "lines", []Value{cells})
		}
	}
	for s := range ends {
		s.used = true
	}
	return nil
}

// diagonal returns the kind of a line from corner to corner of the board.
func (r *recognizer) diagonal(l *padLine) string {
	if len(l.Points) != 2 || !strings.EqualFold(l.Colour, padDiagonal) {
		return ""
	}
	a, b := l.Points[0].place(), l.Points[1].place()
	if a.X > b.X {
		a, b = b, a
	}
	width, height := 2*r.Columns, 2*r.Rows
	switch {
	case a == Place{} && b == Place{X: width, Y: height}:
		return "diagonal-"
	case a == Place{Y: height} && b == Place{X: width}:
		return "diagonal+"
	}
	return ""
}

// shapes finds dots, X and V, circles with digits, signs of parity, and sums beside the board.
func (r *recognizer) shapes() error {
	for _, s := range slices.Concat(r.Underlays, r.Overlays) {
		at := s.Center.place()
		if s.used || !s.at(at) {
			continue
		}
		text, fill, border := scalar(string(s.Text)), padColourOf(s.Fill), padColourOf(s.Border)
		pair, quad := r.pair(at), r.quad(at)
		dot := pair != nil && s.Rounded && s.sized(0.1, 0.5) && isCount(text)
		kind, fields := "", []any{"cells", pair, "value", text}
		switch {
		case dot && fill.is("black"):
			kind = "ratio"
		case dot && fill.is("white") && border.is("black"):
			kind = "difference"
		case pair != nil && !s.Rounded && s.sized(0, 0.5) && fill.is("white") && (text == "X" || text == "V"):
			kind = "xv"
		case s.Rounded && s.sized(0.4, 1) && border.is("black") && quad != nil:
			if values := r.digitsIn(string(s.Text)); values != nil {
				kind, fields = "quadruple", []any{"cells", quad, "values", values}
			}
		case r.Has(at) && text == nil && s.sized(0.6, 0.8) && fill.grey() && (!border.seen() || border.grey()):
			if kind, fields = "even", []any{"cell", at}; s.Rounded {
				kind = "odd"
			}
		case !r.Has(at) && at.X%2 != 0 && at.Y%2 != 0 && s.Size == 32 && strings.EqualFold(s.Fill, padWhite) && strings.EqualFold(s.Border, padWhite) && isCount(text) && text != nil:
			kind, fields = "sandwichsum", []any{"cell", at, "value", text}
		}
		if kind != "" {
			s.used = true
			r.add(kind, fields...)
		}
	}
	return nil
}

func isCount(v Value) bool {
	_, number := v.(int)
	return number || v == nil
}

// pair returns the two cells of a side between two.
func (r *recognizer) pair(at Place) []Value {
	a, b := at.Beside()
	if (at.X^at.Y)&1 == 0 || !r.Has(a) || !r.Has(b) {
		return nil
	}
	return []Value{a, b}
}

// quad returns the four cells around a corner.
func (r *recognizer) quad(at Place) (cells []Value) {
	for _, by := range []Place{{X: -1, Y: -1}, {X: 1, Y: -1}, {X: -1, Y: 1}, {X: 1, Y: 1}} {
		c := at.Plus(by)
		if !r.Has(c) {
			return nil
		}
		cells = append(cells, c)
	}
	return cells
}

// digitsIn returns the numbers in a text of nothing else. On a board with numbers below 10 each digit is one.
func (r *recognizer) digitsIn(text string) (out []Value) {
	for _, word := range strings.Fields(text) {
		n, ok := number(word)
		switch {
		case !ok:
			return nil
		case len(word) == 1 || max(r.Rows, r.Columns) >= 10:
			out = append(out, n)
		case strings.Trim(word, "123456789") == "":
			out = append(out, alg.Map([]byte(word), func(c byte) Value { return digitOf(c) })...)
		}
	}
	return out
}

// clones finds cells with the same numbers as others: two groups of grey squares, one a moved copy of the other.
func (r *recognizer) clones() error {
	var all []*padShape
	for _, s := range r.Underlays {
		if !s.used && !s.Rounded && s.Text == "" && s.sized(0.99, 1.01) && s.at(s.Center.place()) && r.Has(s.Center.place()) &&
			strings.EqualFold(s.Fill, padGrey) && strings.EqualFold(s.Border, padGrey) {
			all = append(all, s)
		}
	}
	half := len(all) / 2
	if half == 0 || len(all)%2 != 0 {
		return nil
	}
	var cells, copies []Value
	first, second := all[0].Center.place(), all[half].Center.place()
	for i := range half {
		a, b := all[i].Center.place(), all[half+i].Center.place()
		if b.Minus(a) != second.Minus(first) {
			return nil
		}
		cells, copies = append(cells, a), append(copies, b)
	}
	for _, s := range all {
		s.used = true
	}
	r.add("clone", "cells", cells, "cloneCells", copies)
	r.Notes = append(r.Notes, "the link does not say what grey cells mean: two groups of one form are read as `clone`")
	return nil
}

// rest adds what was not recognised, as drawings.
func (r *recognizer) rest() error {
	for i, all := range [][]*padLine{r.Lines, r.Arrows} {
		for _, l := range all {
			if l.used || len(l.Points) == 0 || !padColourOf(l.Colour).seen() {
				continue
			}
			cells, err := r.path(l)
			if err != nil {
				return err
			}
			if cells == nil {
				for _, p := range l.Points {
					cells = append(cells, p.place())
				}
			}
			r.add([]string{"line", "drawnarrow"}[i]+" "+padColourOf(l.Colour).word(), "lines", []Value{cells}, "thickness", int(l.Thickness))
		}
	}
	for i, all := range [][]*padShape{r.Underlays, r.Overlays} {
		for _, s := range all {
			at, fill := s.Center.place(), padColourOf(s.Fill)
			text := scalar(string(s.Text))
			if s.used || text == nil && s.empty() {
				continue
			}
			if text != nil {
				r.add(strings.TrimSpace("text "+r.Where(at)), "cell", at, "value", text)
			}
			if s.empty() {
				continue
			}
			kind := []string{"underlay", "overlay"}[i]
			if s.Rounded {
				kind = "circle"
			}
			if !fill.seen() {
				fill = padColourOf(s.Border)
			}
			r.add(kind+" "+fill.word(), "cell", at, "cells", r.under(s), "width", int(math.Round(100*s.Width)), "height", int(math.Round(100*s.Height)))
		}
	}
	return nil
}

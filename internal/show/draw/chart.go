package draw

import (
	"math"
	"slices"
	"strings"
	"unicode/utf8"

	"nazo/dsl/value"
	"nazo/internal/alg"
)

// Charts draw values that are on no board for a page, as things stacked in columns: discs on pegs, cards
// in piles, beads in a row. The kind of a value and the number of possible values ([Item.Among]) choose
// the form, since nothing else says what a value means.

// Sizes of a chart, in pixels, and its limits.
const (
	tokenHeight = 28
	tokenWidth  = 34  // at least
	barWidth    = 110 // of the largest number, where widths show numbers
	levelWidth  = 46
	levelHigh   = 120 // of the greatest possible number
	mostTokens  = 16  // in a column, and columns in a chart
	mostFigures = 5   // in a row
	mostText    = 14  // characters in a token
)

// chart is a value as columns of tokens.
type chart struct {
	title   string
	state   bool // the value belongs to a state
	columns []column
	flat    bool // columns have no floor
}

// column is a stack of tokens, from the top down, or the level of a number.
type column struct {
	name, place string
	tokens      []token
	level, full int64 // full is 0 for a stack
	room        int   // the greatest possible number of tokens
}

// token is a thing in a column. Its share, if not 0, is its width as a part of 1.
type token struct {
	text, place string
	share       float64
	missing     bool        // possible but absent
	figure      value.Shape // drawn instead of the text, "" for none
}

// chartOf returns an item as a chart, or nil if lines of text show it better.
func chartOf(it Item) *chart {
	c := &chart{title: it.Title, state: it.Top}
	among := members(it.Among)
	switch v := it.Value.(type) {
	case *value.Array:
		if it.Among == nil && !slices.ContainsFunc(v.Values, isList) {
			return nil
		}
		// Numbers from 1 on name places. Those from 0 on are amounts.
		lo, hi, numbers := bounds(it.Among)
		if numbers && lo == 1 && hi == int64(len(among)) && allNumbers(v.Values) && allNumbers(v.Keys.List()) {
			c.things(v, among)
		} else {
			c.places(v, it.Among)
		}
	case value.List:
		c.flat = true
		c.columns = []column{{tokens: tokensOf(v, v), room: len(v)}}
		if figures, ok := figuresOf(v); ok {
			c.columns = figures
		}
	case *value.Set:
		if len(among) == 0 {
			return nil
		}
		c.flat = true
		for _, m := range among {
			b := token{text: short(m), place: ChartPlace(it.Title, m), missing: !v.Contains(m)}
			c.columns = append(c.columns, column{tokens: []token{b}, room: 1})
		}
	default:
		return nil
	}
	if !c.fits() {
		return nil
	}
	return c
}

// ChartPlace names the place in a chart of a key of a state, or of a member of it.
func ChartPlace(state string, key value.Value) string { return state + "[" + value.String(key) + "]" }

// ChartColumn names the column of a chart for a value of a state.
func ChartColumn(state string, v value.Value) string { return state + "=" + value.String(v) }

// members returns the values of a set or a short range.
func members(v value.Value) []value.Value {
	switch v := v.(type) {
	case *value.Set:
		return v.List()
	case value.Range:
		if v.Hi-v.Lo < mostTokens {
			var all []value.Value
			for n := v.Lo; n <= v.Hi; n++ {
				all = append(all, value.Int(n))
			}
			return all
		}
	}
	return nil
}

func isList(v value.Value) bool { _, list := v.(value.List); return list }
func allNumbers(all []value.Value) bool {
	return !slices.ContainsFunc(all, func(v value.Value) bool { _, number := v.(value.Int); return !number })
}

// things draws keys as things in the columns that are their values. The largest is at the bottom.
func (c *chart) things(v *value.Array, among []value.Value) {
	shares := shares(v.Keys.List(), v.Keys.List())
	for _, place := range among {
		col := column{name: short(place), place: ChartColumn(c.title, place), room: v.Keys.Len()}
		for i, key := range v.Keys.List() {
			if value.Equal(v.Values[i], place) {
				col.tokens = append(col.tokens, token{text: short(key), place: ChartPlace(c.title, key), share: shares[i]})
			}
		}
		c.columns = append(c.columns, col)
	}
}

// places draws keys as columns that contain their values.
func (c *chart) places(v *value.Array, among value.Value) {
	var listed []value.Value
	for _, x := range v.Values {
		if list, ok := x.(value.List); ok {
			listed = append(listed, list...)
		}
	}
	for i, key := range v.Keys.List() {
		col := column{name: short(key), place: ChartPlace(c.title, key), room: 1}
		switch x := v.Values[i].(type) {
		case value.None:
		case value.List:
			col.tokens, col.room = tokensOf(x, listed), max(1, len(x))
		case *value.Set:
			for _, m := range x.List() {
				col.tokens = append(col.tokens, token{text: short(m)})
			}
			col.room = max(1, x.Len())
		default:
			lo, hi, ok := bounds(among)
			if n, number := x.(value.Int); number && ok && lo == 0 && hi > 1 {
				col.level, col.full = int64(n), hi
			} else {
				col.tokens = []token{{text: short(x)}}
			}
		}
		c.columns = append(c.columns, col)
	}
}

// bounds returns the least and the greatest number of a range or a set of numbers.
func bounds(v value.Value) (lo, hi int64, ok bool) {
	switch v := v.(type) {
	case value.Range:
		return v.Lo, v.Hi, true
	case *value.Set:
		return extremes(v.List())
	}
	return 0, 0, false
}

// extremes returns the least and the greatest of some numbers. ok is false for other values and for none.
func extremes(all []value.Value) (lo, hi int64, ok bool) {
	if len(all) == 0 || !allNumbers(all) {
		return 0, 0, false
	}
	lo, hi = math.MaxInt64, math.MinInt64
	for _, v := range all {
		lo, hi = min(lo, int64(v.(value.Int))), max(hi, int64(v.(value.Int)))
	}
	return lo, hi, true
}

// tokensOf returns the members of a list, a stack whose top is last. Widths are relative to all.
func tokensOf(list value.List, all []value.Value) []token {
	shares := shares(list, all)
	out := make([]token, len(list))
	for i, v := range list {
		out[len(list)-1-i] = token{text: short(v), share: shares[i]}
	}
	return out
}

// figuresOf returns shapes as figures, in rows of at most mostFigures. ok is false for other values and for none.
func figuresOf(list value.List) (columns []column, ok bool) {
	rows := (len(list) + mostFigures - 1) / mostFigures
	for i, v := range list {
		s, ok := v.(value.Shape)
		if !ok {
			return nil, false
		}
		if i < mostFigures {
			columns = append(columns, column{room: rows})
		}
		col := &columns[i%mostFigures]
		col.tokens = append(col.tokens, token{text: short(v), figure: s})
	}
	for i := range columns { // shorter columns begin at the top, too
		for len(columns[i].tokens) < rows {
			columns[i].tokens = append(columns[i].tokens, token{})
		}
	}
	return columns, len(columns) > 0
}

// shares returns the widths of numbers as parts of the largest of all, and 0 for other values.
func shares(some, all []value.Value) []float64 {
	out := make([]float64, len(some))
	lo, hi, ok := extremes(all)
	if !ok || len(all) < 2 || lo < 0 || hi == 0 {
		return out
	}
	for i, v := range some {
		out[i] = .2 + .8*float64(v.(value.Int))/float64(hi)
	}
	return out
}

// fits reports whether a chart is small enough to take in at a glance.
func (c *chart) fits() bool {
	short := func(text string) bool { return utf8.RuneCountInString(text) <= mostText }
	if len(c.columns) == 0 || len(c.columns) > mostTokens || !short(c.title) {
		return false
	}
	return !slices.ContainsFunc(c.columns, func(col column) bool {
		return col.room > mostTokens || !short(col.name) || slices.ContainsFunc(col.tokens, func(b token) bool { return !short(b.text) })
	})
}

func (col column) width() int {
	w := tokenWidth
	if col.full > 0 {
		w = levelWidth
	}
	for _, b := range col.tokens {
		w = max(w, b.natural())
		if b.share > 0 {
			w = max(w, barWidth)
		}
	}
	return max(w, charWidth*utf8.RuneCountInString(col.name)+charWidth)
}

// natural returns the width that the text of a token needs.
func (b *token) natural() int {
	if b.figure != "" {
		_, cols, size := b.squares()
		return cols*size + apart
	}
	return max(tokenWidth, int(16*widthOf(b.text))+charWidth)
}

// squares returns the cells of a figure, how many columns they take, and how large they are drawn.
func (b *token) squares() (cells []value.Cell, cols, size int) {
	cells, rows := b.figure.Cells(), 1
	for _, c := range cells {
		rows, cols = max(rows, c.Row+1), max(cols, c.Col+1)
	}
	return cells, cols, min(tokenHeight/3, tokenHeight/rows)
}

func (c *chart) high() int {
	high := tokenHeight
	for _, col := range c.columns {
		high = max(high, col.room*(tokenHeight+2))
		if col.full > 0 {
			high = max(high, levelHigh)
		}
	}
	return high
}

const apart = 8

// widths returns the widths of the columns. Stacks side by side are all as wide as the widest.
func (c *chart) widths() []int {
	out := alg.Map(c.columns, column.width)
	if !c.flat {
		return slices.Repeat([]int{slices.Max(out)}, len(out))
	}
	return out
}

// extent returns the size of a chart with its title and the names of its columns.
func (c *chart) extent() (width, height int) {
	for _, w := range c.widths() {
		width += w + apart
	}
	return max(width, charWidth*utf8.RuneCountInString(c.title)), c.high() + 2*lineHeight + margin
}

func (c *chart) draw(p *page, x, y int) {
	p.chart(c.title, c.title, c.state, x, y)
	floor := y + lineHeight + c.high()
	widths := c.widths()
	for i, col := range c.columns {
		w := widths[i]
		p.add(`<g%s><rect class="bay" x="%d" y="%d" width="%d" height="%d"/>`, placeOf(col.place), x, floor-c.high(), w, c.high())
		if !c.flat {
			p.add(`<path class="floor" d="M%d %dh%d"/>`, x, floor+1, w)
		}
		if col.full > 0 {
			h := int(col.level * levelHigh / col.full)
			p.add(`<rect class="vessel" x="%d" y="%d" width="%d" height="%d"/><rect class="level" x="%[1]d" y="%[5]d" width="%[3]d" height="%[6]d"/>`, x+6, floor-levelHigh, w-12, levelHigh, floor-h, h)
			p.add(`<text class="piece halo" x="%d" y="%d" font-size="16">%d</text>`, x+w/2, floor-max(h/2, 12), col.level)
		}
		for k, b := range col.tokens {
			p.token(b, x, floor-(len(col.tokens)-k)*(tokenHeight+2)+1, w)
		}
		if col.name != "" {
			p.add(`<text class="named" x="%d" y="%d" font-size="14">%s</text>`, x+w/2, floor+lineHeight-8, escaped(col.name))
		}
		p.add("</g>")
		x += w + apart
	}
	p.add("</g>")
}

// chart writes the title of a chart and begins its group.
func (p *page) chart(title, of string, state bool, x, y int) {
	p.says(title, x, y)
	from := "find"
	if state {
		from = "state"
	}
	p.add(`<g class="chart" data-%s="%s">`, from, escaped(of))
}

func (p *page) token(b token, x, y, width int) {
	switch {
	case b.figure != "":
		p.figure(b, x, y)
		return
	case b.text == "":
		return
	}
	w := min(width, b.natural())
	if b.share > 0 {
		w = max(int(b.share*float64(width)), min(width, tokenWidth-8))
	}
	class, textClass := "token", "piece"
	if b.missing {
		class, textClass = "token missing", "missing"
	}
	p.add(`<g%s><rect class="%s" x="%d" y="%d" width="%d" height="%d" rx="6"/>`, placeOf(b.place), class, x+(width-w)/2, y, w, tokenHeight)
	p.add(`<text class="%s" x="%d" y="%d" font-size="%.4g">%s</text></g>`, textClass, x+width/2, y+tokenHeight/2, fitting(b.text, 16, float64(w-4)), escaped(b.text))
}

// placeOf returns the attribute for the name of a place, if it has one.
func placeOf(name string) string {
	if name == "" {
		return ""
	}
	return ` data-place="` + escaped(name) + `"`
}

func (p *page) figure(b token, x, y int) {
	p.add(`<g><title>%s</title>`, escaped(b.text))
	cells, _, size := b.squares()
	for _, c := range cells {
		p.add(`<rect class="token" x="%d" y="%d" width="%d" height="%d"/>`, x+c.Col*size+apart/2, y+c.Row*size, size, size)
	}
	p.add("</g>")
}

// describe writes the contents of a chart in words, a line for each column.
func (c *chart) describe() string {
	var out strings.Builder
	for _, col := range c.columns {
		if c.flat && len(c.columns) > 1 {
			continue
		}
		all := alg.Map(col.tokens, func(b token) string { return b.text })
		switch {
		case col.full > 0:
			all = []string{value.String(value.Int(col.level))}
		case len(all) == 0:
			all = []string{"nothing"}
		}
		name := c.title
		if col.name != "" {
			name += " " + col.name
		}
		out.WriteString(name + ": " + strings.Join(all, ", ") + "\n")
	}
	if out.Len() == 0 {
		var there, missing []string
		for _, col := range c.columns {
			for _, b := range col.tokens {
				if b.missing {
					missing = append(missing, b.text)
				} else if b.text != "" {
					there = append(there, b.text)
				}
			}
		}
		out.WriteString(c.title + ": " + strings.Join(there, ", "))
		if len(missing) > 0 {
			out.WriteString("; not " + strings.Join(missing, ", "))
		}
		out.WriteString("\n")
	}
	return out.String()
}

// Package draw shows values as text or as SVG. Boards look like squared paper, everything else like
// tables and lines. It is pure: values in, text out.
//
// All values of one board share one picture: clues, digits, borders of rooms, shaded cells, paths and
// loops. The caller chooses what to draw.
package draw

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"nazo/dsl/value"
	"nazo/internal/alg"
)

// Item is a known value to draw.
type Item struct {
	Title string
	Of    string // the only find or state that Value depends on, if that is not Title
	As    string // draws the members of a set of cells; "" shades them
	Style Style
	Value value.Value
	// Others are the values of further answers. The picture marks the differences.
	Others []value.Value
	// Out, if not nil, holds what is known not to be in Value, a set that is only partly known.
	Out *value.Set
	// Apart says that Out holds edges between different parts. They are drawn as walls.
	Apart bool
	Mark  Mark // how the item stands out from the rest
	Given bool // the puzzle prints it, rather than that it is found
	Top   bool // it hides whatever else stands in its cells
	// Among, if not nil, has the possible values of Value or its parts. A page then draws a chart.
	Among value.Value
	Whole bool // the cells of a key are one thing
	// Layers, if there are some, replace the item on a page. Later ones are drawn over earlier ones.
	Layers []Item
	Side   Side // where on Board the value stands
	Board  *value.Board
}

// Options describe the paper.
type Options struct {
	// Color is the escape sequence that begins each colour ("\x1b[" on a terminal). "" means no colours.
	Color string
	// Width is the number of available columns. A wider board gets narrower cells and, if need be, is
	// cut into pieces. 0 is no limit, but boards over 100 columns get narrow cells.
	Width int
	// Empty, if not 0, asks for small pictures without paper, because many follow one another. A board
	// that needs one character for each cell is a grid with this one in its empty cells.
	Empty rune
}

// columns returns the number of columns to stay within if possible.
func (o Options) columns() int {
	if o.Width == 0 {
		return 100
	}
	return o.Width
}

// Text draws the items, givens below the others. An item that fits on none of the boards gets a
// picture of its own. Givens on no board are left out, unless there are only givens.
func Text(items []Item, opt Options) string {
	boards, others := arranged(items, opt)
	var parts []string
	for _, p := range boards {
		text := p.render(opt) + p.legend(opt)
		if len(boards) > 1 || len(others) > 0 && opt.Empty == 0 {
			text = p.title() + "\n" + text
		}
		parts = append(parts, text)
	}
	parts = append(parts, alg.Map(others, func(it Item) string { return plainText(it, opt) })...)
	return strings.Join(spaced(parts, opt.Empty != 0), "")
}

// arranged lays the items over boards. It returns the items that are on no board as others.
func arranged(items []Item, opt Options) (boards []*layeredBoard, others []Item) {
	found := slices.ContainsFunc(items, func(it Item) bool { return !it.Given })
	for _, given := range []bool{true, false} {
		for _, it := range items {
			if it.Given != given {
				continue
			}
			if l := layerOf(it, opt); l != nil {
				boards = place(boards, l)
			} else if !given || !found {
				it.Value = mixed(it.values())
				others = append(others, it)
			}
		}
	}
	if !found {
		return boards, others
	}
	// Beside a found value on no board, such as a tour by name, a table of givens only distracts.
	beside := opt.Empty == 0 && slices.ContainsFunc(boards, func(p *layeredBoard) bool { return p.found })
	return slices.DeleteFunc(slices.Clone(boards), func(p *layeredBoard) bool { return !p.found && (!beside || p.repeated(boards)) }), others
}

// OnBoard reports whether an item is drawn on a board.
func OnBoard(it Item) bool { return layerOf(it, Options{}) != nil }

// spaced puts an empty line around each part of several lines. If tight, it puts one only between two such parts.
func spaced(parts []string, tight bool) []string {
	out := make([]string, 0, 2*len(parts))
	several := func(part string) bool { return strings.Count(part, "\n") > 1 }
	for i, p := range parts {
		if i > 0 && (several(p) && several(parts[i-1]) || !tight && (several(p) || several(parts[i-1]))) {
			out = append(out, "\n")
		}
		out = append(out, p)
	}
	return out
}

func plainText(it Item, opt Options) string {
	if t := tableOf(it); t != nil {
		return t.text(opt)
	}
	switch v := it.Value.(type) {
	case *value.Array:
		return arrayText(it.Title, v, opt)
	case *value.Route:
		return routeText(it.Title, v, opt)
	}
	return wrap(it.Title+" = ", []string{short(it.Value)}, "", opt)
}

func short(v value.Value) string {
	if l, ok := v.(value.Label); ok {
		return l.Print
	}
	return value.String(v)
}

func routeText(title string, w *value.Route, opt Options) string {
	var out strings.Builder
	for _, line := range w.Ordered() {
		parts := alg.Map(line, short)
		if w.Kind == value.Cycle {
			parts = append(parts, parts[0])
		}
		out.WriteString(wrap(title+": ", parts, " → ", opt))
	}
	return out.String()
}

// wrap writes parts after a head, in as many lines as needed.
func wrap(head string, parts []string, between string, opt Options) string {
	var out strings.Builder
	out.WriteString(head)
	column := utf8.RuneCountInString(head)
	for i, p := range parts {
		if i > 0 {
			out.WriteString(between)
			column += utf8.RuneCountInString(between)
		}
		n := utf8.RuneCountInString(p)
		if column > len(head) && column+n > opt.columns() {
			out.WriteString("\n    ")
			column = 4
		}
		out.WriteString(p)
		column += n
	}
	return strings.ReplaceAll(out.String(), " \n", "\n") + "\n"
}

// arrayText writes an array without cells. Pairs make a table, numbers from 1 two lines, other keys a line each.
func arrayText(title string, a *value.Array, opt Options) string {
	keys := a.Keys.List()
	if text, ok := pairs(title, a, opt); ok {
		return text
	}
	head, body := make([]string, len(keys)), make([]string, len(keys))
	counting := true
	for i, k := range keys {
		head[i], body[i] = short(k), short(a.Values[i])
		counting = counting && value.Equal(k, value.Int(i+1))
	}
	if counting {
		if text := columns([][]string{head, body}); longest(strings.Split(text, "\n")) <= opt.columns() {
			return title + "\n" + text
		}
	}
	width := longest(head)
	var out strings.Builder
	fmt.Fprintln(&out, title)
	for i, h := range head {
		fmt.Fprintf(&out, "  %s%s  %s\n", h, strings.Repeat(" ", width-utf8.RuneCountInString(h)), body[i])
	}
	return out.String()
}

// pairs writes an array whose keys are all pairs of two sets as a table. ok is false if it does not fit.
func pairs(title string, a *value.Array, opt Options) (text string, ok bool) {
	var down, across []value.Value
	for _, k := range a.Keys.List() {
		t, isTuple := k.(value.Tuple)
		if !isTuple || len(t) != 2 {
			return "", false
		}
		down, across = append(down, t[0]), append(across, t[1])
	}
	rows, cols := value.NewSet(down...), value.NewSet(across...)
	if rows.Len()*cols.Len() != a.Keys.Len() {
		return "", false
	}
	table := [][]string{append([]string{""}, alg.Map(cols.List(), short)...)}
	for _, r := range rows.List() {
		line := []string{short(r)}
		for _, c := range cols.List() {
			v, _ := a.At(value.Tuple{r, c})
			line = append(line, short(v))
		}
		table = append(table, line)
	}
	text = columns(table)
	return title + "\n" + text, longest(strings.Split(text, "\n")) <= opt.columns()
}

func columns(table [][]string) string {
	width := make([]int, len(table[0]))
	for _, row := range table {
		for i, cell := range row {
			width[i] = max(width[i], utf8.RuneCountInString(cell))
		}
	}
	var out strings.Builder
	for _, row := range table {
		for i, cell := range row {
			out.WriteString(strings.Repeat(" ", width[i]-utf8.RuneCountInString(cell)+2))
			out.WriteString(cell)
		}
		out.WriteByte('\n')
	}
	return out.String()
}

func longest(texts []string) (n int) {
	for _, text := range texts {
		n = max(n, utf8.RuneCountInString(text))
	}
	return n
}

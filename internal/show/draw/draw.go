// Package draw shows values as text, or as SVG: boards as on squared paper, everything
// else as tables and lines. It is pure: values in, text out.
//
// What belongs to one board is laid over one picture: clues, digits, the
// borders of rooms, shaded cells, and paths and loops as lines. What to draw is
// the caller's choice.
package draw

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"nazo/dsl/value"
)

// Item is a known value to draw.
type Item struct {
	Title string
	// As draws the members of a set of cells; "" shades them.
	As    string
	Value value.Value
	// Others are what further answers have in place of Value: what not all of them have is marked.
	Others []value.Value
	// Out, if not nil, has what is known not to be in Value, a set that is known as far as it goes. Apart says that they are edges whose ends
	// are apart, with a wall between them.
	Out   *value.Set
	Apart bool
	// Mark is how it stands out from what has no mark.
	Mark Mark
	// Given marks what is printed in the puzzle rather than found.
	Given bool
	// Top marks what hides whatever else stands in its cells.
	Top bool
	// Among, if not nil, are the possible values of Value or of its parts: a set or a range. A page
	// then draws more of items on no board.
	Among value.Value
	// Whole says that the cells of a key are one thing, not several.
	Whole bool
	// Layers, if there are some, are what a page draws in place of it, one over the other.
	Layers []Item
	// Side, if it is not Within, is the side of Board on which the value stands; see Side.
	Side  Side
	Board *value.Board
}

// Options say for what kind of paper to draw.
type Options struct {
	// Color begins what sets a colour, as "\x1b[" does on a terminal; "" draws without colours.
	Color string
	// Width is the number of available columns. A wider board gets narrower cells, and if that is
	// not enough, it is cut into pieces. 0 is no limit, but a board of more than 100 columns has
	// narrow cells.
	Width int
	// Empty, if not 0, asks for small pictures, because many follow one another. They have no
	// paper. If single characters are enough, a board is drawn as a grid with this character for an
	// empty cell.
	Empty rune
}

// columns is the number of columns that are to be kept if they can.
func (o Options) columns() int {
	if o.Width == 0 {
		return 100
	}
	return o.Width
}

// Text draws the items. Givens are the ground for the others. An item that fits on none of the
// boards gets a picture of its own. Givens on no board are left out, unless there are only givens.
func Text(items []Item, opt Options) string {
	boards, others := arranged(items, opt)
	var parts []string
	for _, p := range boards {
		text := p.render(opt)
		if len(boards) > 1 || len(others) > 0 && opt.Empty == 0 {
			text = p.title() + "\n" + text
		}
		parts = append(parts, text)
	}
	for _, it := range others {
		parts = append(parts, plainText(it, opt))
	}
	return strings.Join(spaced(parts, opt.Empty != 0), "")
}

// arranged lays the items over boards; others live on none.
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
	// Beside what was found on no board, such as a tour by name, a table is no picture to look at.
	beside := opt.Empty == 0 && slices.ContainsFunc(boards, func(p *layeredBoard) bool { return p.found })
	return slices.DeleteFunc(slices.Clone(boards), func(p *layeredBoard) bool { return !p.found && (!beside || p.repeated(boards)) }), others
}

// OnBoard reports whether an item is drawn on a board.
func OnBoard(it Item) bool { return layerOf(it, Options{}) != nil }

// spaced puts an empty line around every part of several lines. If there is little room, it puts
// one only between two such parts.
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

// plainText writes what lives on no board.
func plainText(it Item, opt Options) string {
	switch v := it.Value.(type) {
	case *value.Array:
		return arrayText(it.Title, v, opt)
	case *value.Route:
		return routeText(it.Title, v, opt)
	}
	return wrap(it.Title+" = ", []string{short(it.Value)}, "", opt)
}

// short writes a value as people would in a line.
func short(v value.Value) string {
	if l, ok := v.(value.Label); ok {
		return l.Print
	}
	return value.String(v)
}

// routeText writes the vertices of each line in order.
func routeText(title string, w *value.Route, opt Options) string {
	var out strings.Builder
	for _, line := range w.Ordered() {
		var parts []string
		for _, v := range line {
			parts = append(parts, short(v))
		}
		if w.Kind == value.Cycle {
			parts = append(parts, parts[0])
		}
		out.WriteString(wrap(title+": ", parts, " → ", opt))
	}
	return out.String()
}

// wrap writes parts after a head, in as many lines as it takes.
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

// arrayText writes an array whose keys are no cells: as a grid if the keys are pairs, in two lines
// if they count, else in a line for each key.
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
		if text := columns([][]string{head, body}); widest(text) <= opt.columns() {
			return title + "\n" + text
		}
	}
	width := 0
	for _, h := range head {
		width = max(width, utf8.RuneCountInString(h))
	}
	var out strings.Builder
	fmt.Fprintln(&out, title)
	for i, h := range head {
		fmt.Fprintf(&out, "  %s%s  %s\n", h, strings.Repeat(" ", width-utf8.RuneCountInString(h)), body[i])
	}
	return out.String()
}

// pairs writes an array whose keys are all pairs of two sets as a table.
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
	table := [][]string{{""}}
	for _, c := range cols.List() {
		table[0] = append(table[0], short(c))
	}
	for _, r := range rows.List() {
		line := []string{short(r)}
		for _, c := range cols.List() {
			v, _ := a.At(value.Tuple{r, c})
			line = append(line, short(v))
		}
		table = append(table, line)
	}
	text = columns(table)
	return title + "\n" + text, widest(text) <= opt.columns()
}

// columns lines the cells of a table up to the right.
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

func widest(text string) int {
	n := 0
	for line := range strings.Lines(text) {
		n = max(n, utf8.RuneCountInString(line)-1)
	}
	return n
}

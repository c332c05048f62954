package draw

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"nazo/value"
)

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

// arrayText writes an array over other keys than cells: as a grid where the
// keys are pairs, in two lines where they count, else a line for each key.
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

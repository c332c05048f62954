package dsl

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// blank reports whether a byte separates the cells of a grid.
func blank(b byte) bool { return b == ' ' || b == '\t' || b == '\r' }

// splitWords cuts a row that begins at offset start into cells at its blanks.
func splitWords(row string, start int) []GridCell {
	var cells []GridCell
	for i := 0; i < len(row); {
		if blank(row[i]) {
			i++
			continue
		}
		end := i
		for end < len(row) && !blank(row[end]) {
			end++
		}
		cells = append(cells, GridCell{At{start + i, start + end}, row[i:end]})
		i = end
	}
	return cells
}

// splitRunes cuts a row without blanks into its characters.
func splitRunes(row string, start int) []GridCell {
	cells := make([]GridCell, 0, len(row))
	for i, c := range row {
		text := row[i : i+len(string(c))]
		cells = append(cells, GridCell{At{start + i, start + i + len(text)}, text})
	}
	return cells
}

// NewGrid reads the raw grid in text, which begins at offset start of its
// source; at is the place of the whole literal.
func NewGrid(text string, start int, at At) *GridLit {
	g := &GridLit{At: at}
	margin := len(text)
	for line := range strings.Lines(text) {
		left := len(line) - len(strings.TrimLeft(line, " \t\r\n"))
		row := strings.TrimRight(line[left:], " \t\r\n")
		if row != "" {
			from := start + left
			g.Rows = append(g.Rows, GridRow{At: At{from, from + len(row)}, Text: row, indent: left})
			margin = min(margin, left)
			g.Spaced = g.Spaced || strings.ContainsAny(row, " \t")
		}
		start += len(line)
	}
	for i, row := range g.Rows {
		g.Rows[i].indent -= margin
		if g.Spaced {
			g.Rows[i].Cells = splitWords(row.Text, row.Start)
		} else {
			g.Rows[i].Cells = splitRunes(row.Text, row.Start)
		}
	}
	return g
}

// GridLit is a raw grid: """…""" in a spec, or a block in an instance file. The
// type of the given decides what its cells mean, so they are kept as text.
// Rows may differ in length; whoever types the grid reports that.
type GridLit struct {
	At
	Rows []GridRow // without empty ones
	// Spaced tells how rows were split into cells: at blanks, or, if no row has
	// a blank inside, into single characters.
	Spaced bool
}

// GridRow is one row of a raw grid.
type GridRow struct {
	At
	Text  string // without the blanks around it
	Cells []GridCell
	// words are what Words returns if it isn't the row's text that says it.
	words []GridCell
	// indent is how many blanks stand before the text and not before every other
	// row of the grid.
	indent int
}

// GridCell is one cell of a raw grid as it is written; "." is none.
type GridCell struct {
	At
	Text string
}

// Words splits the row at blanks even if the grid as a whole is not spaced, for
// rows that are lists of numbers rather than cells.
func (r GridRow) Words() []GridCell {
	if r.words != nil {
		return r.words
	}
	return splitWords(r.Text, r.Start)
}

// Map is the grid with other texts in its cells, and in the words of its rows,
// each at the place of the old one.
func (g *GridLit) Map(text func(string) string) *GridLit {
	replace := func(cells []GridCell) []GridCell {
		out := slices.Clone(cells)
		for i := range out {
			out[i].Text = text(out[i].Text)
		}
		return out
	}
	out := *g
	out.Rows = slices.Clone(g.Rows)
	for i, r := range g.Rows {
		out.Rows[i].Cells, out.Rows[i].words = replace(r.Cells), replace(r.Words())
	}
	return &out
}

// Characters is the grid with its rows split into single characters, for grids in which a blank is
// a cell. The left margin of the whole grid is dropped. Short rows are filled up with blanks.
func (g *GridLit) Characters() *GridLit {
	out := &GridLit{At: g.At, Rows: make([]GridRow, len(g.Rows))}
	width := 0
	for i, row := range g.Rows {
		from := row.Start - row.indent
		row.Cells = splitRunes(strings.Repeat(" ", row.indent)+row.Text, from)
		row.At = At{from, row.End}
		out.Rows[i] = row
		width = max(width, len(row.Cells))
	}
	for i, row := range out.Rows {
		for len(out.Rows[i].Cells) < width {
			out.Rows[i].Cells = append(out.Rows[i].Cells, GridCell{At{row.End, row.End}, " "})
		}
	}
	return out
}

func (*GridLit) isExpr() {}

// showGrid returns the lines of a grid literal. A block has its rows on lines of their own,
// indented below a line that begins at column indent. If all rows have as many cells, blanks align
// these in columns, unless blanks must stay as they are.
func showGrid(g *GridLit, block, exact bool, indent int) []string {
	const quotes = gridQuotes
	if len(g.Rows) == 0 {
		return []string{quotes + quotes}
	}
	rows := make([]string, len(g.Rows))
	widths := columnWidths(g)
	for i, row := range g.Rows {
		if exact {
			rows[i] = strings.Repeat(" ", row.indent) + row.Text
		} else {
			rows[i] = showRow(row, widths, g.Spaced)
		}
	}
	if !block {
		return []string{quotes + strings.TrimLeft(rows[0], " ") + quotes}
	}
	margin := strings.Repeat(" ", indent)
	out := []string{quotes}
	for _, row := range rows {
		out = append(out, margin+formatIndent+row)
	}
	return append(out, margin+quotes)
}

// columnWidths returns how wide each column of cells is, or nil if the rows differ
// in length: then they are lists, not a board.
func columnWidths(g *GridLit) []int {
	widths := make([]int, len(g.Rows[0].Cells))
	for _, row := range g.Rows {
		if len(row.Cells) != len(widths) {
			return nil
		}
		for i, cell := range row.Cells {
			widths[i] = max(widths[i], utf8.RuneCountInString(cell.Text))
		}
	}
	return widths
}

func showRow(row GridRow, widths []int, spaced bool) string {
	if !spaced {
		return row.Text
	}
	var b strings.Builder
	for i, cell := range row.Cells {
		if i > 0 {
			b.WriteByte(' ')
		}
		if widths != nil {
			b.WriteString(strings.Repeat(" ", widths[i]-utf8.RuneCountInString(cell.Text)))
		}
		b.WriteString(cell.Text)
	}
	return b.String()
}

// blanksMayBeCells reports whether a blank may be a cell of the file's grids: where
// a label prints as a blank, or as the dot that else is none, or where the labels
// are another spec's.
func blanksMayBeCells(file *File) bool {
	found := false
	Visit(file, func(n Node) bool {
		switch n := n.(type) {
		case *Use:
			found = true
		case *Label:
			found = found || n.Print != nil && (n.Print.Value == " " || n.Print.Value == ".")
		}
		return !found
	})
	return found
}

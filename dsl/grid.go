package dsl

import (
	"slices"
	"strings"
	"unicode/utf8"

	"nazo/internal/alg"
)

// blank reports whether a byte separates cells of a grid.
func blank(b byte) bool { return b == ' ' || b == '\t' || b == '\r' }

// splitWords splits a row, which begins at offset start, at blanks.
func splitWords(row string, start int) (cells []GridCell) {
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

// splitRunes splits a row into its characters.
func splitRunes(row string, start int) []GridCell {
	cells := make([]GridCell, 0, len(row))
	for i, c := range row {
		text := row[i : i+len(string(c))]
		cells = append(cells, GridCell{At{start + i, start + i + len(text)}, text})
	}
	return cells
}

// NewGrid reads the raw grid in text, which begins at offset start. at is the place of the whole literal.
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

// GridLit is a raw grid: """…""" in a spec, or a block in an instance file. Its cells are texts, since the type of the
// given determines their meaning. Rows may differ in length: the reader of the value reports that.
type GridLit struct {
	At
	Rows []GridRow // without the empty rows
	// Spaced is true if rows are split at blanks. Without any blank inside, they are split into characters.
	Spaced bool
}

// GridRow is one row of a raw grid.
type GridRow struct {
	At
	Text  string // without surrounding blanks
	Cells []GridCell
	// words overrides the result of Words if not nil.
	words []GridCell
	// indent is the number of blanks before the text beyond the margin of the grid.
	indent int
}

// GridCell is the text of one cell. "." is none.
type GridCell struct {
	At
	Text string
}

// Words splits the row at blanks even in a grid that is not spaced, for rows that are lists of numbers.
func (r GridRow) Words() []GridCell {
	if r.words != nil {
		return r.words
	}
	return splitWords(r.Text, r.Start)
}

// Map returns the grid with other texts in its cells and words, at the same places.
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

// Characters returns the grid split into characters, for grids in which a blank is a cell. It drops the
// margin of the whole grid and fills up short rows with blanks.
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

// showGrid formats a grid literal and returns its lines. A block has its rows on lines of their own,
// indented below a line that begins at column indent. Rows of equal length are aligned in columns,
// unless exact keeps blanks as they are.
func showGrid(g *GridLit, block, exact bool, indent int) []string {
	if len(g.Rows) == 0 {
		return []string{gridQuotes + gridQuotes}
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
		return []string{gridQuotes + strings.TrimLeft(rows[0], " ") + gridQuotes}
	}
	margin := strings.Repeat(" ", indent)
	out := []string{gridQuotes}
	out = append(out, alg.Map(rows, func(row string) string { return margin + formatIndent + row })...)
	return append(out, margin+gridQuotes)
}

// columnWidths returns the width of each column. It is nil if rows differ in length, so are lists.
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

// blanksMayBeCells reports whether a blank may be a cell of the file's grids. A label may print as a
// blank, or as the dot of none, or be declared in another spec.
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

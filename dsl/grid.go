package dsl

import "strings"

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

package dsl

import (
	"strings"
	"unicode/utf8"
)

// showGrid returns the lines of a grid literal. A block has its rows on lines of
// their own, indented below a line that begins at column indent; cells that are
// separated by blanks stand in columns, if all rows have as many, unless blanks are
// to stay exactly as they are.
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

package command

import (
	"strings"
	"unicode/utf8"
)

// alignColumns lines up a table: the first columns to the left, the others to
// the right.
func alignColumns(rows [][]string, toTheLeft int) string {
	width := make([]int, len(rows[0]))
	for _, row := range rows {
		for i, cell := range row {
			width[i] = max(width[i], utf8.RuneCountInString(cell))
		}
	}
	var out strings.Builder
	for _, row := range rows {
		line := ""
		for i, cell := range row {
			pad := strings.Repeat(" ", width[i]-utf8.RuneCountInString(cell))
			if i < toTheLeft {
				line += cell + pad + "  "
			} else {
				line += pad + cell + "  "
			}
		}
		out.WriteString(strings.TrimRight(line, " ") + "\n")
	}
	return out.String()
}

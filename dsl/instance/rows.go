package instance

import (
	"slices"
	"strings"

	"nazo/dsl"
	"nazo/dsl/diag"
)

// ParseRows reads a file of nothing but grids, as collections of boards are
// published: the rows of a grid up to an empty line, and lines that begin with a
// semicolon, which are the title of the grid that follows. Each grid makes an
// instance that gives it to the names. It is nil for a file with anything else in
// it, which [Parse] reads.
func ParseRows(src *diag.Source, names ...string) []*Instance {
	r, ok := newReader(src)
	if !ok {
		return nil
	}
	title := ""
	for r.at < len(src.Text) {
		from, end := r.at, r.lineEnd(r.at)
		switch line := strings.TrimSpace(src.Text[from:end]); {
		case line == "":
			r.at = end + 1
		case line[0] == ';':
			title, r.at = strings.TrimSpace(strings.TrimLeft(line, ";")), end+1
		default:
			grid := r.plainRows()
			if grid == nil {
				return nil
			}
			e := &dsl.Assign{At: grid.At, Value: grid}
			for _, name := range names {
				e.Names = append(e.Names, &dsl.Name{At: grid.At, Text: name})
			}
			r.instances = append(r.instances, &Instance{At: grid.At, Source: src, Title: title, Entries: []*dsl.Assign{e}})
			title = ""
		}
	}
	return r.instances
}

// plainRows reads the rows at r.at; nil if one of them is no row.
func (r *reader) plainRows() *dsl.GridLit {
	first, last := r.at, r.at
	for r.at < len(r.src.Text) {
		end := r.lineEnd(r.at)
		text := r.src.Text[r.at:end]
		line := strings.TrimSpace(text)
		if line == "" || line[0] == ';' {
			break
		}
		if separates(text) || isWord(line[0]) && strings.ContainsAny(line, "=:") {
			return nil
		}
		last, r.at = end, end+1
	}
	grid := dsl.NewGrid(r.src.Text[first:last], first, dsl.At{})
	grid.At = dsl.At{Start: grid.Rows[0].Start, End: grid.Rows[len(grid.Rows)-1].End}
	return grid
}

// leastInLine is the number of cells from which on a row is a square board: shorter ones may be the boards of puzzles that are
// played in a row.
const leastInLine = 36

// Square cuts the grids of one row without blanks that are square boards in one line, as collections of Sudokus have them, into
// the boards' rows: those with 36 cells or more, if their number is a square.
func Square(all []*Instance) {
	for _, i := range all {
		for _, e := range i.Entries {
			if grid, ok := e.Value.(*dsl.GridLit); ok {
				square(grid)
			}
		}
	}
}

func square(g *dsl.GridLit) {
	cells := g.Rows[0].Cells
	side := 1
	for side*side < len(cells) {
		side++
	}
	if len(g.Rows) > 1 || g.Spaced || len(cells) < leastInLine || side*side != len(cells) {
		return
	}
	g.Rows = nil
	for row := range slices.Chunk(cells, side) {
		var text strings.Builder
		for _, cell := range row {
			text.WriteString(cell.Text)
		}
		at := dsl.At{Start: row[0].Start, End: row[side-1].End}
		g.Rows = append(g.Rows, dsl.GridRow{At: at, Text: text.String(), Cells: row})
	}
}

// isWord reports whether a name may begin with a byte.
func isWord(b byte) bool { return b == '_' || 'a' <= b|0x20 && b|0x20 <= 'z' }

package dsl

import (
	"slices"
	"strings"
)

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

// Characters is the grid with its rows split into single characters, blanks among
// them, for grids in which a blank is a cell. The margin of the whole grid is none;
// rows are filled up with blanks to the length of the longest.
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

package dsl

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
}

// GridCell is one cell of a raw grid as it is written; "." is none.
type GridCell struct {
	At
	Text string
}

// Words splits the row at blanks even if the grid as a whole is not spaced, for
// rows that are lists of numbers rather than cells.
func (r GridRow) Words() []GridCell { return splitWords(r.Text, r.Start) }

func (*GridLit) isExpr() {}

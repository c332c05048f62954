// Package tsplib reads distance tables from files in the format of TSPLIB, the
// collection of travelling salesman problems by G. Reinelt ("TSPLIB, a
// traveling salesman problem library", ORSA Journal on Computing 3, 1991), and
// makes instances of them: a grid of whole numbers for one given.
//
// It reads symmetric problems whose distances are written out or follow from
// coordinates. What is done with the table is left to the spec.
package tsplib

import (
	"strconv"

	"nazo/dsl"
	"nazo/dsl/diag"
	"nazo/dsl/instance"
)

// Ending is how the names of such files end.
const Ending = ".tsp"

// Table is a symmetric table of distances.
type Table struct {
	Name    string
	Comment string // the first, if there are several
	source  *diag.Source
	size    int
	cells   []cell // row by row
}

// cell is a distance and the place in the file that it comes from.
type cell struct {
	distance int64
	at       diag.Span
}

// Size is the number of rows.
func (t *Table) Size() int { return t.size }

// At is the distance from place i to place j, counted from 0.
func (t *Table) At(i, j int) int64 { return t.cells[i*t.size+j].distance }

// Instance gives the table to the given of that name. Every number stands where
// the file has it, or the coordinates that it follows from, for the diagnostics
// of whoever does not like it.
func (t *Table) Instance(given string) *instance.Instance {
	whole := dsl.At{Start: 0, End: len(t.source.Text)}
	grid := &dsl.GridLit{At: whole, Spaced: true}
	for i := range t.size {
		row := dsl.GridRow{}
		for _, c := range t.cells[i*t.size : (i+1)*t.size] {
			at := dsl.At{Start: c.at.Start, End: c.at.End}
			text := strconv.FormatInt(c.distance, 10)
			if row.Text += text + " "; len(row.Cells) == 0 {
				row.At = at
			}
			row.Cells = append(row.Cells, dsl.GridCell{At: at, Text: text})
		}
		grid.Rows = append(grid.Rows, row)
	}
	name := &dsl.Name{At: dsl.At{}, Text: given}
	return &instance.Instance{At: whole, Source: t.source, Title: t.Name,
		Entries: []*dsl.Assign{{At: whole, Names: []*dsl.Name{name}, Value: grid}}}
}

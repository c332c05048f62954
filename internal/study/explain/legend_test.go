package explain

import (
	"testing"

	"nazo/dsl/value"
)

// TestLegend names corners and sides of a board of two rows and three columns.
func TestLegend(t *testing.T) {
	points, cells := &value.Board{Rows: 3, Cols: 4, Points: true}, &value.Board{Rows: 2, Cols: 3}
	at := func(b *value.Board, row, col int) value.Cell { return value.Cell{Board: b, Row: row, Col: col} }
	edge := func(b *value.Board, row, col, row2, col2 int) value.Value {
		return value.Edge{A: at(b, row, col), B: at(b, row2, col2)}
	}
	for _, c := range []struct {
		place value.Value
		want  string
	}{
		{at(points, 1, 1), "p1,1 is the upper left corner of r1c1"},
		{at(points, 2, 3), "p2,3 is the upper left corner of r2c3"},
		{at(points, 3, 2), "p3,2 is the lower left corner of r2c2"},
		{at(points, 1, 4), "p1,4 is the upper right corner of r1c3"},
		{at(points, 3, 4), "p3,4 is the lower right corner of r2c3"},
		{edge(points, 2, 2, 2, 3), "p2,2 is the upper left corner of r2c2, and p2,2-p2,3 the side between r1c2 and r2c2"},
		{edge(points, 1, 2, 1, 3), "p1,2 is the upper left corner of r1c2, and p1,2-p1,3 the upper side of r1c2"},
		{edge(points, 3, 2, 3, 3), "p3,2 is the lower left corner of r2c2, and p3,2-p3,3 the lower side of r2c2"},
		{edge(points, 1, 2, 2, 2), "p1,2 is the upper left corner of r1c2, and p1,2-p2,2 the side between r1c1 and r1c2"},
		{edge(points, 1, 1, 2, 1), "p1,1 is the upper left corner of r1c1, and p1,1-p2,1 the left side of r1c1"},
		{edge(points, 2, 4, 3, 4), "p2,4 is the upper right corner of r2c3, and p2,4-p3,4 the right side of r2c3"},
		{edge(points, 1, 1, 2, 2), "p1,1 is the upper left corner of r1c1"},
		{at(cells, 1, 1), ""},
		{edge(cells, 1, 1, 1, 2), ""},
		{value.Int(3), ""},
		{nil, ""},
	} {
		if got := legend(c.place); got != c.want {
			t.Errorf("got %q, want %q", got, c.want)
		}
	}
}

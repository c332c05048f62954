package lower

import (
	"slices"

	"nazo/dsl"
	"nazo/model"
	"nazo/value"
)

// bitmap has for each place of a rectangle the condition that it is part of a figure.
type bitmap struct {
	rows, columns int
	in            []model.Bool       // row by row
	corners       map[[2]bool]bitmap // moved into a corner, as far as that was asked for
}

func newBitmap(rows, columns int) bitmap {
	return bitmap{rows, columns, slices.Repeat([]model.Bool{model.False}, rows*columns), map[[2]bool]bitmap{}}
}

// figure is the smallest rectangle that has all cells which may be in a set. It is made once for a set.
func (lw *Lowerer) figure(at dsl.Node, f value.Figure) bitmap {
	members, _ := lw.Members(at, f.Of)
	key := spellAlternatives(members)
	if b, ok := lw.figures[key]; ok {
		return b
	}
	cells := make([]value.Cell, len(members))
	var top, left, bottom, right int
	for i, m := range members {
		c, ok := m.Value.(value.Cell)
		if !ok {
			lw.Fail(at, "wrong-argument", "expected cells, found %s", value.Kind(m.Value))
		}
		if cells[i] = c; i == 0 {
			top, left, bottom, right = c.Row, c.Col, c.Row, c.Col
		}
		top, left, bottom, right = min(top, c.Row), min(left, c.Col), max(bottom, c.Row), max(right, c.Col)
	}
	b := newBitmap(0, 0)
	if len(cells) > 0 {
		b = newBitmap(bottom-top+1, right-left+1)
	}
	for i, m := range members {
		place := &b.in[(cells[i].Row-top)*b.columns+cells[i].Col-left]
		*place = lw.Or(*place, m.Guard)
	}
	lw.figures[key] = b
	return b
}

// at is the condition of a place; none is outside.
func (b bitmap) at(row, column int) model.Bool {
	if row >= b.rows || column >= b.columns {
		return model.False
	}
	return b.in[row*b.columns+column]
}

func (b bitmap) empty(lw *Lowerer) model.Bool { return lw.Or(b.in...).Not() }

func (b bitmap) transposed() bitmap {
	t := newBitmap(b.columns, b.rows)
	for row := range b.rows {
		for column := range b.columns {
			t.in[column*t.columns+row] = b.at(row, column)
		}
	}
	return t
}

// moved is the figure with its first row as row 0, or, upwards, its last row as row 0, the one above as row 1 and so on; and likewise
// its columns. Rows are moved first, then columns, so that it takes a place times the rows and the columns, not times the places.
func (b bitmap) moved(lw *Lowerer, at dsl.Node, upwards, leftwards bool) bitmap {
	key := [2]bool{upwards, leftwards}
	if m, ok := b.corners[key]; ok {
		return m
	}
	rows := b.shifted(lw, at, upwards)
	m := rows.transposed().shifted(lw, at, leftwards).transposed()
	b.corners[key] = m
	return m
}

// shifted moves the first row that has something to row 0, or, upwards, the last one, with the others counted backwards.
func (b bitmap) shifted(lw *Lowerer, at dsl.Node, upwards bool) bitmap {
	row := func(i int) int {
		if upwards {
			return b.rows - 1 - i
		}
		return i
	}
	first := make([]model.Bool, b.rows) // this row is the first one
	before := model.False
	for i := range first {
		some := lw.Or(b.in[row(i)*b.columns : (row(i)+1)*b.columns]...)
		first[i] = lw.And(some, before.Not())
		before = lw.Or(before, some)
	}
	out := newBitmap(b.rows, b.columns)
	for i := range b.rows {
		for column := range b.columns {
			var ways []model.Bool
			for by := 0; i+by < b.rows; by++ {
				lw.Tick(at)
				ways = append(ways, lw.And(first[by], b.at(row(i+by), column)))
			}
			out.in[i*b.columns+column] = lw.Or(ways...)
		}
	}
	return out
}

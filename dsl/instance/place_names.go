package instance

import (
	"fmt"
	"strconv"
	"strings"

	"nazo/dsl"
	"nazo/dsl/value"
)

// placeName returns the name of a cell, r2c3, or a corner, p2c3, in an input.
func placeName(c value.Cell) string {
	if c.Board != nil && c.Board.Points {
		return fmt.Sprintf("p%dc%d", c.Row, c.Col)
	}
	return value.String(c)
}

// place evaluates the name of a place on the board of a type's values: a cell or a corner, or an edge between two
// of these, as A-B or edge(A, B). The type need not have the place.
func (t OneOf) place(x dsl.Expr) (v value.Value, ok bool) {
	on, directed := t.placedOn()
	if on == nil {
		return nil, false
	}
	switch x := x.(type) {
	case *dsl.Name:
		return cellNamed(x.Text, on)
	case *dsl.Binary:
		if x.Op == dsl.OpSub {
			return edgeNamed(x.X, x.Y, on, directed)
		}
	case *dsl.Call:
		if x.Func.Text == "edge" && len(x.Args) == 2 {
			return edgeNamed(x.Args[0], x.Args[1], on, directed)
		}
	}
	return nil, false
}

// placedOn returns the board of a type's values, or nil, and whether they have a direction.
func (t OneOf) placedOn() (on *value.Board, directed bool) {
	if _, isRange := t.Values.(value.Range); isRange || t.Values.Len() == 0 {
		return nil, false
	}
	first := t.Values.List()[0]
	if e, ok := first.(value.Edge); ok {
		first, directed = e.A, e.Directed
	}
	c, _ := first.(value.Cell)
	return c.Board, directed
}

func edgeNamed(a, b dsl.Expr, on *value.Board, directed bool) (value.Value, bool) {
	from, okA := a.(*dsl.Name)
	to, okB := b.(*dsl.Name)
	if !okA || !okB {
		return nil, false
	}
	u, okU := cellNamed(from.Text, on)
	v, okV := cellNamed(to.Text, on)
	if !okU || !okV {
		return nil, false
	}
	return value.MakeEdge(u, v, directed), true
}

// cellNamed returns the cell or corner of a board with a name.
func cellNamed(name string, on *value.Board) (value.Value, bool) {
	row, col, ok := strings.Cut(strings.TrimLeft(name, "rp"), "c")
	r, errRow := strconv.Atoi(row)
	c, errCol := strconv.Atoi(col)
	if !ok || errRow != nil || errCol != nil || !on.Has(r, c) {
		return nil, false
	}
	cell := value.Cell{Board: on, Row: r, Col: c}
	return cell, placeName(cell) == name
}

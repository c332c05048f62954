package explain

import (
	"fmt"

	"nazo/engine"
	"nazo/value"
)

// Legend says what names of corners and sides mean, by those of the first fact that is about one: "p8,3 is the upper left corner of r8c3, and p8,3-p8,4 the side
// between r7c3 and r8c3". It is "" where all facts are about something else.
func (x *Explainer) Legend(facts []engine.Fact) string {
	for _, f := range facts {
		m, ok := x.Meaning(f.Var)
		if !ok {
			continue
		}
		for _, place := range []value.Value{m.Member, m.Key} {
			if text := legend(place); text != "" {
				return text
			}
		}
	}
	return ""
}

func legend(place value.Value) string {
	switch place := place.(type) {
	case value.Cell:
		if place.Board != nil && place.Board.Points {
			return fmt.Sprintf("%s is %s", value.String(place), corner(place))
		}
	case value.Edge:
		a, points := place.A.(value.Cell)
		text := ""
		if points {
			text = legend(a)
		}
		if where := side(place); text != "" && where != "" {
			text += fmt.Sprintf(", and %s %s", value.String(place), where)
		}
		return text
	}
	return ""
}

// cellBy is the name of a cell.
func cellBy(row, col int) string { return value.String(value.Cell{Row: row, Col: col}) }

// corner is where a grid point is: points have the row and column of the cell to the right and below, where there is one.
func corner(p value.Cell) string {
	row, col := min(p.Row, p.Board.Rows-1), min(p.Col, p.Board.Cols-1)
	vertical, horizontal := "upper", "left"
	if row < p.Row {
		vertical = "lower"
	}
	if col < p.Col {
		horizontal = "right"
	}
	return fmt.Sprintf("the %s %s corner of %s", vertical, horizontal, cellBy(row, col))
}

// side is where an edge of grid points is that is a side of cells; "" for another.
func side(e value.Edge) string {
	a, _ := e.A.(value.Cell)
	b, _ := e.B.(value.Cell)
	if a.Row > b.Row || a.Col > b.Col {
		a, b = b, a
	}
	var before, behind value.Cell // the cells above and below, or on the left and on the right
	var names [2]string
	var last bool
	switch {
	case a.Row == b.Row && b.Col == a.Col+1:
		before, behind = value.Cell{Row: a.Row - 1, Col: a.Col}, value.Cell{Row: a.Row, Col: a.Col}
		names, last = [2]string{"upper", "lower"}, a.Row == a.Board.Rows
	case a.Col == b.Col && b.Row == a.Row+1:
		before, behind = value.Cell{Row: a.Row, Col: a.Col - 1}, value.Cell{Row: a.Row, Col: a.Col}
		names, last = [2]string{"left", "right"}, a.Col == a.Board.Cols
	default:
		return ""
	}
	switch {
	case before.Row == 0 || before.Col == 0:
		return fmt.Sprintf("the %s side of %s", names[0], value.String(behind))
	case last:
		return fmt.Sprintf("the %s side of %s", names[1], value.String(before))
	}
	return fmt.Sprintf("the side between %s and %s", value.String(before), value.String(behind))
}

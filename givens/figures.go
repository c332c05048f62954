package givens

import (
	"cmp"
	"slices"

	"nazo/dsl"
	"nazo/dsl/diag"
	"nazo/value"
)

// figures reads a picture of shapes: cells of "#" that hang together by their sides are one shape, dots
// are between them. They are listed by their first cells, column by column within
// the rows that a line of shapes takes, as one reads a row of pictures.
func (r *reader) figures(x *dsl.GridLit) value.List {
	at := map[value.Cell]bool{} // whether it is in a shape already
	var cells []value.Cell
	for i, row := range x.Characters().Rows {
		end := len(row.Cells)
		for end > 0 && row.Cells[end-1].Text == " " {
			end--
		}
		for j, cell := range row.Cells[:end] {
			switch cell.Text {
			case "#":
				c := value.Cell{Row: i, Col: j}
				at[c] = false
				cells = append(cells, c)
			case ".":
			default:
				panic(fault{diag.Errorf(r.source, cell.Span(), "outside-given", "%q is no part of a picture of shapes", cell.Text).
					Expect("# for the cells of shapes, dots between them")})
			}
		}
	}
	if len(cells) == 0 {
		r.fail(x, "empty-grid", "there is no shape in this picture; # is a cell of one")
	}
	type figure struct {
		cells       []value.Cell
		top, bottom int
		left        int
	}
	var all []figure
	for _, c := range cells {
		if at[c] {
			continue
		}
		at[c] = true
		f := figure{cells: []value.Cell{c}, top: c.Row, bottom: c.Row, left: c.Col}
		for i := 0; i < len(f.cells); i++ {
			for _, d := range value.Directions() {
				next := value.Cell{Row: f.cells[i].Row + d.DRow, Col: f.cells[i].Col + d.DCol}
				if taken, on := at[next]; on && !taken {
					at[next] = true
					f.cells = append(f.cells, next)
					f.bottom, f.left = max(f.bottom, next.Row), min(f.left, next.Col)
				}
			}
		}
		all = append(all, f)
	}
	// A line of shapes ends above a row in which no shape that began earlier has a cell.
	line, end := 0, -1
	lines := make([]int, len(all)) // all are in the order of their first cells, so of their tops
	for i, f := range all {
		if f.top > end {
			line++
		}
		end = max(end, f.bottom)
		lines[i] = line
	}
	order := make([]int, len(all))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int {
		return cmp.Or(cmp.Compare(lines[a], lines[b]), cmp.Compare(all[a].left, all[b].left))
	})
	out := make(value.List, len(all))
	for i, k := range order {
		out[i], _ = value.ShapeOf(all[k].cells)
	}
	return out
}

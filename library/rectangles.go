package library

import "nazo/value"

// rectangles lists them by their first corner in reading order, then by height and width.
func rectangles(c *Call) value.Value {
	cells := c.board(0)
	top, left, bottom, right := value.Extent(cells.List())
	first, last := value.Cell{Row: top, Col: left}, value.Cell{Row: bottom, Col: right}
	if c.Only != nil && c.Only.Has != nil {
		has, ok := c.Only.Has.(value.Cell)
		if !ok || !cells.Contains(has) {
			return value.List{}
		}
		last = has
		if n := c.Only.Size; n >= 0 {
			first.Row, first.Col = max(top, has.Row-n+1), max(left, has.Col-n+1)
		}
	}
	var out value.List
	total := 0
	for row := first.Row; row <= last.Row; row++ {
		for col := first.Col; col <= last.Col; col++ {
			widest := right - col + 1
			for h := 1; row+h-1 <= bottom && widest > 0; h++ {
				for w, most := c.widths(row, col, h, widest); w <= most; w++ {
					r := rectangle(cells, row, col, h, w)
					if r == nil {
						widest = w - 1
						break
					}
					total += len(r)
					c.tooMany(total / 8) // what counts is memory: cells, not rectangles
					out = append(out, value.NewSet(r...))
				}
			}
		}
	}
	return out
}

// widths are the least and the greatest width that matter of rectangles with that corner and
// height: of one size there is at most one.
func (c *Call) widths(row, col, h, widest int) (least, most int) {
	least, most = 1, widest
	if c.Only == nil {
		return least, most
	}
	if has, ok := c.Only.Has.(value.Cell); ok {
		if row+h <= has.Row {
			return 1, 0
		}
		least = has.Col - col + 1
	}
	if n := c.Only.Size; n >= 0 {
		if n%h != 0 {
			return 1, 0
		}
		least, most = max(least, n/h), min(most, n/h)
	}
	return least, most
}

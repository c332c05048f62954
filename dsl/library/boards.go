package library

import (
	"maps"
	"slices"

	"nazo/dsl/value"
	"nazo/internal/alg"
)

// The board argument may be a board, a grid, or any collection of cells.
var boards = []Function{
	{Name: "grid", Signatures: []string{"(rows: known int, columns: known int): board"},
		Doc: "an empty board", Lasting: true, apply: grid},
	{Name: "cells", Signatures: []string{"(b: known board): set of cell"},
		Doc: "its cells in reading order", Board: 1, apply: cells},
	{Name: "cell", Signatures: []string{"(b: board, row: int, column: int): cell?"},
		Doc: "the cell at a place", Board: 1, Unknowns: Lifted, apply: cell},
	{Name: "row", Signatures: []string{"(b: board, i: int): list of cell", "(c: cell): int"},
		Doc: "the cells of row i, or the row of a cell", Board: 1, Unknowns: Lifted, apply: line(rowOf)},
	{Name: "column", Signatures: []string{"(b: board, j: int): list of cell", "(c: cell): int"},
		Doc: "the cells of column j, or the column of a cell", Board: 1, Unknowns: Lifted, apply: line(columnOf)},
	{Name: "rows", Signatures: []string{"(b: board): list of list of cell"},
		Doc: "all rows, from the top", Board: 1, Unknowns: Lifted, Absent: EmptyList, apply: lines(rowOf)},
	{Name: "columns", Signatures: []string{"(b: board): list of list of cell"},
		Doc: "all columns, from the left", Board: 1, Unknowns: Lifted, Absent: EmptyList, apply: lines(columnOf)},
	{Name: "diagonals", Signatures: []string{"(b: board): list of list of cell"},
		Doc: "all diagonals of both directions", Board: 1, Unknowns: Lifted, Absent: EmptyList, apply: lines(fallingOf, risingOf)},
	{Name: "boxes", Signatures: []string{"(b: board, height: known int, width: known int): list of list of cell"},
		Doc: "the board cut into boxes", Board: 1, Unknowns: Lifted, Absent: EmptyList, apply: windows(true)},
	{Name: "blocks", Signatures: []string{"(b: board, height: known int, width: known int): list of list of cell"},
		Doc: "all windows of a size", Board: 1, Unknowns: Lifted, Absent: EmptyList, apply: windows(false)},
	{Name: "lines", Signatures: []string{"(b: known board, d: direction): list of list of cell"},
		Doc: "rows or columns, each as one sees it when looking in a direction", Board: 1, Unknowns: Lifted, Absent: EmptyList, apply: linesTowards},
	{Name: "rectangles", Signatures: []string{"(b: board): list of set of cell"},
		Doc: "all rectangles of cells", Board: 1, Unknowns: Lifted, Absent: EmptyList, Selects: true, apply: rectangles},
	{Name: "width", Signatures: []string{"(b: board): int"},
		Doc: "how many columns", Board: 1, Unknowns: Lifted, apply: extent(columnOf)},
	{Name: "height", Signatures: []string{"(b: board): int"},
		Doc: "how many rows", Board: 1, Unknowns: Lifted, apply: extent(rowOf)},
	{Name: "rim", Signatures: []string{"(b: board): set of cell"},
		Doc: "the cells with fewer than four others at their sides: those at the edge of a board", Board: 1, Unknowns: Lifted, Absent: EmptySet, apply: rim},
	{Name: "areas", Signatures: []string{"(g: known grid of T): list of set of cell"},
		Doc: "for each value of a grid, the cells that have it", apply: areas},
	{Name: "values", Signatures: []string{"(g: known array K to T): set of T"},
		Doc: "the different values of a grid", apply: values},
	{Name: "clues", Signatures: []string{"(g: known grid of T): set of cell"},
		Doc: "the cells of a grid that are not none", Unknowns: Open, apply: func(c *Call) value.Value { return c.clues() }},
	{Name: "ray", Signatures: []string{"(c: cell, d: direction): list of cell"},
		Doc: "the cells from c, itself not included, to the edge", Unknowns: Lifted, Absent: EmptyList, apply: ray},
	{Name: "next", Signatures: []string{"(c: cell, d: direction): cell?"},
		Doc: "the cell beside c, or none at the edge", Unknowns: Lifted, apply: next},
	{Name: "opposite", Signatures: []string{"(d: direction): direction"},
		Doc: "the direction back", Unknowns: Lifted, apply: opposite},
	{Name: "ring", Signatures: []string{"(c: cell): list of cell"},
		Doc: "the cells around c, in order", Unknowns: Lifted, Absent: EmptyList, apply: ring},
	{Name: "distance", Signatures: []string{"(a: cell, b: cell): int", "(a: V, b: V, g: known graph of V): int?", "(a: cell, b: cell, s: open set of cell): int?",
		"(a: V, b: V, e: open set of edge of V): int?", "(a: V, b: V, s: open set of V, g: known graph of V): int?", "(a: V, b: V, s: open set of V, e: open set of edge of V): int?"},
		Doc:      "steps from a to b: along rows and columns; in a graph; within a set, by the sides of cells, in a graph or by edges; by edges alone. None if no way leads there, or an end is not in the set",
		Unknowns: Open, ByForm: true, Near: nearby, Bounded: true, apply: distance,
		Cheaper: "the way is followed step by step from each start, so ask for few starts, say that it is at most a known number, or ask only whether there is a way: b in part(a, s)"},
}

// MaxCells bounds a board. Nothing larger than a million cells can be solved.
const MaxCells = 1 << 20

func grid(c *Call) value.Value {
	rows, cols := c.int(0), c.int(1)
	if rows < 1 || cols < 1 {
		c.fail(-1, "bad-board", "a board of %d rows and %d columns has no cells", rows, cols)
	}
	if rows > MaxCells || cols > MaxCells || rows*cols > MaxCells {
		c.fail(-1, CodeSize, "a board of %d rows and %d columns is larger than the limit of %d cells", rows, cols, MaxCells)
	}
	return &value.Board{Rows: rows, Cols: cols}
}

// board returns the cells of argument i: a board, a grid, or a collection of cells.
func (c *Call) board(i int) *value.Set {
	switch v := c.Args[i].(type) {
	case *value.Board:
		return value.BoardSet(v)
	case *value.Array:
		return c.onlyCells(i, v.Keys)
	}
	return c.onlyCells(i, c.set(i))
}

func (c *Call) onlyCells(i int, s *value.Set) *value.Set {
	for _, v := range s.List() {
		if _, ok := v.(value.Cell); !ok {
			c.wrong(i, "cells", v)
		}
	}
	return s
}

func cells(c *Call) value.Value { return c.board(0) }

func rim(c *Call) value.Value {
	cells := c.board(0)
	var out []value.Value
	for _, v := range cells.List() {
		inside := alg.Count(bySides(v), cells.Contains)
		if inside < len(sideSteps) {
			out = append(out, v)
		}
	}
	return value.NewSet(out...)
}

// These numbers group cells into lines.
func rowOf(c value.Cell) int     { return c.Row }
func columnOf(c value.Cell) int  { return c.Col }
func fallingOf(c value.Cell) int { return c.Col - c.Row }
func risingOf(c value.Cell) int  { return c.Row + c.Col }

// grouped splits cells into lists by a number of each, in ascending order of that number.
func grouped(cells []value.Value, number func(value.Cell) int) []value.Value {
	groups := map[int]value.List{}
	for _, v := range cells {
		n := number(v.(value.Cell))
		groups[n] = append(groups[n], v)
	}
	return alg.Map(slices.Sorted(maps.Keys(groups)), func(n int) value.Value { return groups[n] })
}

// lines makes a function that splits a board into lists of cells, in one way after another.
func lines(ways ...func(value.Cell) int) func(*Call) value.Value {
	return func(c *Call) value.Value {
		cells := c.board(0).Sorted()
		out := value.List{}
		for _, number := range ways {
			out = append(out, grouped(cells, number)...)
		}
		return out
	}
}

// line makes row and column: the number of a cell, or the cells with a number.
func line(number func(value.Cell) int) func(*Call) value.Value {
	return func(c *Call) value.Value {
		if len(c.Args) == 1 {
			return value.Int(number(c.cell(0)))
		}
		n := c.int(1)
		return value.List(alg.Filter(c.board(0).Sorted(), func(v value.Value) bool { return number(v.(value.Cell)) == n }))
	}
}

// linesTowards lists the lines of a board as seen from its edge in a direction.
func linesTowards(c *Call) value.Value {
	cells, d := c.board(0).Sorted(), c.direction(1)
	lines := grouped(cells, rowOf)
	if d.DRow != 0 {
		lines = grouped(cells, columnOf)
	}
	if d.DRow+d.DCol < 0 {
		for _, l := range lines {
			slices.Reverse(l.(value.List))
		}
	}
	return value.List(lines)
}

// windows makes boxes, which tile the board, and blocks, which are all windows of a size. Both give
// only windows that lie wholly on the board.
func windows(tiling bool) func(*Call) value.Value {
	return func(c *Call) value.Value {
		cells, h, w := c.board(0), c.int(1), c.int(2)
		if h < 1 || w < 1 {
			c.fail(-1, "bad-window", "a window of %d by %d has no cells", h, w)
		}
		minRow, minCol, maxRow, maxCol := value.Extent(cells.List())
		if tiling && cells.Len() > 0 && ((maxRow-minRow+1)%h != 0 || (maxCol-minCol+1)%w != 0) {
			c.fail(-1, "bad-window", "boxes of %d by %d do not tile a board of %d by %d", h, w, maxRow-minRow+1, maxCol-minCol+1)
		}
		down, right := 1, 1
		if tiling {
			down, right = h, w
		}
		var out value.List
		for row := minRow; row+h-1 <= maxRow; row += down {
			for col := minCol; col+w-1 <= maxCol; col += right {
				if window := rectangle(cells, row, col, h, w); window != nil {
					out = append(out, value.List(window))
				}
			}
		}
		return out
	}
}

// rectangle lists the cells of a rectangle. It is nil if one is missing.
func rectangle(cells *value.Set, row, col, h, w int) []value.Value {
	if cells.Len() == 0 {
		return nil
	}
	board := cells.List()[0].(value.Cell).Board
	out := make([]value.Value, 0, h*w)
	for r := row; r < row+h; r++ {
		for k := col; k < col+w; k++ {
			place := value.Cell{Board: board, Row: r, Col: k}
			if !cells.Contains(place) {
				return nil
			}
			out = append(out, place)
		}
	}
	return out
}

// extent makes width and height: the span from the least to the greatest number.
func extent(number func(value.Cell) int) func(*Call) value.Value {
	return func(c *Call) value.Value {
		cells := c.board(0).List()
		if len(cells) == 0 {
			return value.Int(0)
		}
		least, greatest := number(cells[0].(value.Cell)), number(cells[0].(value.Cell))
		for _, v := range cells {
			n := number(v.(value.Cell))
			least, greatest = min(least, n), max(greatest, n)
		}
		return value.Int(greatest - least + 1)
	}
}

// areas lists the sets of cells with equal values, in the order of first occurrence.
func areas(c *Call) value.Value {
	g := c.array(0)
	index := map[value.Key]int{}
	var groups [][]value.Value
	for i, v := range g.Values {
		if value.IsNone(v) {
			continue
		}
		k := value.KeyOf(v)
		n, seen := index[k]
		if !seen {
			n = len(groups)
			index[k] = n
			groups = append(groups, nil)
		}
		groups[n] = append(groups[n], g.Keys.List()[i])
	}
	return value.List(alg.Map(groups, func(cells []value.Value) value.Value { return value.NewSet(cells...) }))
}

func values(c *Call) value.Value { return ascending(c.array(0).Values) }

// ascending makes a set whose order is ascending.
func ascending(vs []value.Value) *value.Set {
	s := value.NewSet(vs...)
	if slices.IsSortedFunc(s.List(), value.Compare) {
		return s
	}
	return value.NewSet(s.Sorted()...)
}

// clues returns the cells of a grid that are not none.
func (c *Call) clues() *value.Set {
	g := c.array(0)
	var out []value.Value
	for i, k := range g.Keys.List() {
		if !value.IsNone(g.Values[i]) {
			out = append(out, k)
		}
	}
	return ascending(out)
}

func ray(c *Call) value.Value      { return value.List(c.cell(0).Ray(c.direction(1))) }
func next(c *Call) value.Value     { return c.cell(0).Step(c.direction(1)) }
func opposite(c *Call) value.Value { return c.direction(0).Opposite() }

// ring is cyclic unless a side of the board cuts it off.
func ring(c *Call) value.Value {
	places, cyclic := c.cell(0).Ring()
	if cyclic {
		return value.Ring(places)
	}
	return value.List(places)
}

// nearby lists the places within a number of steps around a cell: cells and points, on boards of any size.
func nearby(v value.Value, most int64) (near []value.Value, ok bool) {
	c, ok := v.(value.Cell)
	if !ok || most > int64(c.Board.Rows+c.Board.Cols) {
		return nil, false
	}
	other := &value.Board{Rows: c.Board.Rows, Cols: c.Board.Cols, Points: !c.Board.Points}
	n := int(max(most, -1))
	for row := max(1, c.Row-n); row <= c.Row+n; row++ {
		wide := n - max(row-c.Row, c.Row-row)
		for col := max(1, c.Col-wide); col <= c.Col+wide; col++ {
			near = append(near, value.Cell{Board: c.Board, Row: row, Col: col}, value.Cell{Board: other, Row: row, Col: col})
		}
	}
	return near, true
}

func cell(c *Call) value.Value {
	cells, row, col := c.board(0), c.int(1), c.int(2)
	if cells.Len() == 0 {
		return value.None{}
	}
	place := value.Cell{Board: cells.List()[0].(value.Cell).Board, Row: row, Col: col}
	if !cells.Contains(place) {
		return value.None{}
	}
	return place
}

// rectangles lists rectangles by their first corner in reading order, then by height and width.
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
					c.tooMany(total / 8) // memory is the limit: count cells, not rectangles
					out = append(out, value.NewSet(r...))
				}
			}
		}
	}
	return out
}

// widths returns the least and the greatest relevant width of rectangles with a corner and height. For
// a given size there is at most one.
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

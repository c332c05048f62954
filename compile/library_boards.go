package compile

import (
	"slices"

	"nazo/dsl"
	"nazo/value"
)

// maxCells bounds a board: a million cells is as much as anything can be solved
// on.
const maxCells = 1 << 20

func gridOf(ev *evaluator, x *dsl.Call, args []value.Value) value.Value {
	r, c := ev.intArg(x, args, 0), ev.intArg(x, args, 1)
	if r < 1 || c < 1 {
		ev.fail(x, "bad-board", "a board of %d rows and %d columns has no cells", r, c)
	}
	if r > maxCells || c > maxCells || r*c > maxCells {
		ev.fail(x, codeSize, "a board of %d rows and %d columns is larger than the limit of %d cells", r, c, maxCells)
	}
	return &value.Board{Rows: r, Cols: c}
}

// boardCells are the cells of a board, a grid, or a known collection of cells.
func (ev *evaluator) boardCells(x *dsl.Call, args []value.Value, i int) *value.Set {
	switch v := args[i].(type) {
	case *value.Board:
		return value.BoardSet(v)
	case *value.Array:
		return ev.onlyCells(x, i, v.Keys)
	case value.None:
		return value.NewSet()
	default:
		return ev.onlyCells(x, i, ev.asKnownSet(x.Args[i], v))
	}
}

func (ev *evaluator) onlyCells(x *dsl.Call, i int, s *value.Set) *value.Set {
	for _, v := range s.List() {
		if _, ok := v.(value.Cell); !ok {
			ev.wrong(x, i, "cells", v)
		}
	}
	return s
}

func cellsOf(ev *evaluator, x *dsl.Call, args []value.Value) value.Value {
	return ev.boardCells(x, args, 0)
}

// grouped puts cells into lists by a number that each has, in ascending order
// of that number.
func grouped(cells []value.Value, number func(value.Cell) int) []value.Value {
	groups := map[int]value.List{}
	var numbers []int
	for _, v := range cells {
		n := number(v.(value.Cell))
		if groups[n] == nil {
			numbers = append(numbers, n)
		}
		groups[n] = append(groups[n], v)
	}
	slices.Sort(numbers)
	out := make([]value.Value, len(numbers))
	for i, n := range numbers {
		out[i] = groups[n]
	}
	return out
}

func rowsOf(cells []value.Value) []value.Value {
	return grouped(cells, func(c value.Cell) int { return c.Row })
}

func columnsOf(cells []value.Value) []value.Value {
	return grouped(cells, func(c value.Cell) int { return c.Col })
}

func diagonalsOf(cells []value.Value) []value.Value {
	falling := grouped(cells, func(c value.Cell) int { return c.Col - c.Row })
	rising := grouped(cells, func(c value.Cell) int { return c.Row + c.Col })
	return append(falling, rising...)
}

// linesOf makes a function that cuts a board into lists of cells.
func linesOf(cut func([]value.Value) []value.Value) func(*evaluator, *dsl.Call, []value.Value) value.Value {
	return func(ev *evaluator, x *dsl.Call, args []value.Value) value.Value {
		return value.List(cut(ev.boardCells(x, args, 0).Sorted()))
	}
}

// rowOrColumn makes row and column: of a cell its number, of a board and a
// number the cells there.
func rowOrColumn(row bool) func(*evaluator, *dsl.Call, []value.Value) value.Value {
	number := func(c value.Cell) int { return c.Col }
	if row {
		number = func(c value.Cell) int { return c.Row }
	}
	return func(ev *evaluator, x *dsl.Call, args []value.Value) value.Value {
		if len(args) == 1 {
			return value.Int(number(ev.cellArg(x, args, 0)))
		}
		n := ev.intArg(x, args, 1)
		var line value.List
		for _, v := range ev.boardCells(x, args, 0).Sorted() {
			if number(v.(value.Cell)) == n {
				line = append(line, v)
			}
		}
		return line
	}
}

// windows makes boxes, which tile the board, and blocks, which are all windows
// of a size; both have only windows that lie on the board as a whole.
func windows(tiling bool) func(*evaluator, *dsl.Call, []value.Value) value.Value {
	return func(ev *evaluator, x *dsl.Call, args []value.Value) value.Value {
		cells := ev.boardCells(x, args, 0)
		h, w := ev.intArg(x, args, 1), ev.intArg(x, args, 2)
		if h < 1 || w < 1 {
			ev.fail(x, "bad-window", "a window of %d by %d has no cells", h, w)
		}
		minRow, minCol, maxRow, maxCol := value.Extent(cells.List())
		if tiling && cells.Len() > 0 && ((maxRow-minRow+1)%h != 0 || (maxCol-minCol+1)%w != 0) {
			ev.fail(x, "bad-window", "boxes of %d by %d do not tile a board of %d by %d", h, w, maxRow-minRow+1, maxCol-minCol+1)
		}
		down, right := 1, 1
		if tiling {
			down, right = h, w
		}
		var out value.List
		for r := minRow; r+h-1 <= maxRow; r += down {
			for c := minCol; c+w-1 <= maxCol; c += right {
				if block := rectangle(cells, r, c, h, w); block != nil {
					out = append(out, value.List(block))
				}
			}
		}
		return out
	}
}

// rectangle lists the cells of a rectangle, nil unless all are there.
func rectangle(cells *value.Set, row, col, h, w int) []value.Value {
	board := cells.List()[0].(value.Cell).Board
	out := make([]value.Value, 0, h*w)
	for r := row; r < row+h; r++ {
		for c := col; c < col+w; c++ {
			place := value.Cell{Board: board, Row: r, Col: c}
			if !cells.Contains(place) {
				return nil
			}
			out = append(out, place)
		}
	}
	return out
}

func rectangles(ev *evaluator, x *dsl.Call, args []value.Value) value.Value {
	cells := ev.boardCells(x, args, 0)
	minRow, minCol, maxRow, maxCol := value.Extent(cells.List())
	var out value.List
	total := 0
	for _, v := range cells.Sorted() {
		corner := v.(value.Cell)
		widest := maxCol - minCol + 1
		for h := 1; corner.Row+h-1 <= maxRow && h <= maxRow-minRow+1; h++ {
			for w := 1; w <= widest && corner.Col+w-1 <= maxCol; w++ {
				r := rectangle(cells, corner.Row, corner.Col, h, w)
				if r == nil {
					widest = w - 1
					break
				}
				total += len(r)
				ev.tooMany(x, total/8) // what counts is memory: cells, not rectangles
				out = append(out, value.NewSet(r...))
			}
		}
	}
	return out
}

// linesTowards are the lines of a board as seen from its edge in a direction.
func linesTowards(ev *evaluator, x *dsl.Call, args []value.Value) value.Value {
	cells := ev.boardCells(x, args, 0).Sorted()
	d := ev.directionArg(x, args, 1)
	lines := rowsOf(cells)
	if d.DRow != 0 {
		lines = columnsOf(cells)
	}
	if d.DRow+d.DCol < 0 {
		for _, l := range lines {
			slices.Reverse(l.(value.List))
		}
	}
	return value.List(lines)
}

// extentOf makes width and height.
func extentOf(height bool) func(*evaluator, *dsl.Call, []value.Value) value.Value {
	return func(ev *evaluator, x *dsl.Call, args []value.Value) value.Value {
		cells := ev.boardCells(x, args, 0)
		if cells.Len() == 0 {
			return value.Int(0)
		}
		minRow, minCol, maxRow, maxCol := value.Extent(cells.List())
		if height {
			return value.Int(maxRow - minRow + 1)
		}
		return value.Int(maxCol - minCol + 1)
	}
}

// areas are the sets of the cells that carry the same value.
func areas(ev *evaluator, x *dsl.Call, args []value.Value) value.Value {
	g := ev.arrayArg(x, args, 0)
	if !value.Known(g) {
		ev.fail(x, "must-be-known", "areas needs a grid that is known")
	}
	index := map[value.Key]int{}
	var groups [][]value.Value
	for i, v := range g.Values {
		if absent(v) {
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
	out := make(value.List, len(groups))
	for i, cells := range groups {
		out[i] = value.NewSet(cells...)
	}
	return out
}

func valuesOf(ev *evaluator, x *dsl.Call, args []value.Value) value.Value {
	return ev.guarded(x, always(ev.arrayArg(x, args, 0).Values), true)
}

// clues are the cells of a grid that are not none.
func clues(ev *evaluator, x *dsl.Call, args []value.Value) value.Value {
	g := ev.arrayArg(x, args, 0)
	var out []value.Alternative
	for i, k := range g.Keys.List() {
		out = append(out, value.Alternative{Guard: ev.equal(x, g.Values[i], value.None{}).Not(), Value: k})
	}
	return ev.guarded(x, out, true)
}

func ray(ev *evaluator, x *dsl.Call, args []value.Value) value.Value {
	return value.List(ev.cellArg(x, args, 0).Ray(ev.directionArg(x, args, 1)))
}

func next(ev *evaluator, x *dsl.Call, args []value.Value) value.Value {
	return ev.cellArg(x, args, 0).Step(ev.directionArg(x, args, 1))
}

func opposite(ev *evaluator, x *dsl.Call, args []value.Value) value.Value {
	return ev.directionArg(x, args, 0).Opposite()
}

func ring(ev *evaluator, x *dsl.Call, args []value.Value) value.Value {
	places, cyclic := ev.cellArg(x, args, 0).Ring()
	if cyclic {
		return value.Ring(places)
	}
	return value.List(places)
}

func distance(ev *evaluator, x *dsl.Call, args []value.Value) value.Value {
	a, b := ev.cellArg(x, args, 0), ev.cellArg(x, args, 1)
	return value.Int(max(a.Row-b.Row, b.Row-a.Row) + max(a.Col-b.Col, b.Col-a.Col))
}

func cell(ev *evaluator, x *dsl.Call, args []value.Value) value.Value {
	cells := ev.boardCells(x, args, 0)
	r, c := ev.intArg(x, args, 1), ev.intArg(x, args, 2)
	if cells.Len() == 0 {
		return value.None{}
	}
	place := value.Cell{Board: cells.List()[0].(value.Cell).Board, Row: r, Col: c}
	if !cells.Contains(place) {
		return value.None{}
	}
	return place
}

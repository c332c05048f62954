package value

import (
	"cmp"
	"fmt"
	"slices"
	"sync/atomic"
)

// Board is a rectangle of places: the cells of a grid, or the points at their
// corners.
type Board struct {
	Rows, Cols int
	Points     bool // grid points rather than cells
	rays       rays
	places     atomic.Pointer[Set] // made when it is first asked for
}

// kind separates cells from points when they are compared; b may be nil.
func (b *Board) kind() int {
	if b != nil && b.Points {
		return 1
	}
	return 0
}

// Has reports whether the board has a place at that row and column.
func (b *Board) Has(row, col int) bool {
	return 1 <= row && row <= b.Rows && 1 <= col && col <= b.Cols
}

// At is the place at that row and column, or None off the board.
func (b *Board) At(row, col int) Value {
	if !b.Has(row, col) {
		return None{}
	}
	return Cell{b, row, col}
}

// Cells are all places in reading order; read only.
func (b *Board) Cells() []Value { return BoardSet(b).list }

func (b *Board) newCells() []Value {
	out := make([]Value, 0, b.Rows*b.Cols)
	for r := 1; r <= b.Rows; r++ {
		for c := 1; c <= b.Cols; c++ {
			out = append(out, Cell{b, r, c})
		}
	}
	return out
}

// Extent is the smallest rectangle of rows and columns that holds the cells;
// all zero for none.
func Extent(cells []Value) (minRow, minCol, maxRow, maxCol int) {
	for i, v := range cells {
		c := v.(Cell)
		if i == 0 {
			minRow, minCol, maxRow, maxCol = c.Row, c.Col, c.Row, c.Col
			continue
		}
		minRow, maxRow = min(minRow, c.Row), max(maxRow, c.Row)
		minCol, maxCol = min(minCol, c.Col), max(maxCol, c.Col)
	}
	return
}

// BoardOf is the board that all members of a set are places of, nil if there is none.
func BoardOf(s *Set) *Board {
	var board *Board
	for _, v := range s.List() {
		c, ok := v.(Cell)
		if !ok || board != nil && c.Board.compare(board) != 0 {
			return nil
		}
		board = c.Board
	}
	return board
}

// SortCells puts cells into reading order.
func SortCells(cells []Value) { slices.SortFunc(cells, Compare) }

func (b *Board) rank() rank       { return boardRank }
func (b *Board) noun() string     { return "a board" }
func (b *Board) known() bool      { return true }
func (b *Board) text() string     { return fmt.Sprintf("grid(%d, %d)", b.Rows, b.Cols) }
func (b *Board) members() []Value { return b.Cells() }

func (b *Board) compare(v Value) int {
	c, ok := v.(*Board)
	if !ok {
		return compareKinds(boardRank, v)
	}
	return cmp.Or(cmp.Compare(b.kind(), c.kind()), cmp.Compare(b.Rows, c.Rows), cmp.Compare(b.Cols, c.Cols))
}

func (b *Board) key() Key                { return spelt(b) }
func (b *Board) spell(out []byte) []byte { return spellInts(out, b.kind(), b.Rows, b.Cols) }

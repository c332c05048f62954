package value

import "slices"

// Board is a rectangle of places: the cells of a grid, or the points at their
// corners.
type Board struct {
	Rows, Cols int
	Points     bool // grid points rather than cells
}

// kind separates cells from points when they are compared; b may be nil.
func (b *Board) kind() int {
	if b != nil && b.Points {
		return 1
	}
	return 0
}

// Has says whether the board has a place at that row and column.
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

// Cells are all places in reading order.
func (b *Board) Cells() []Value {
	out := make([]Value, 0, b.Rows*b.Cols)
	for r := 1; r <= b.Rows; r++ {
		for c := 1; c <= b.Cols; c++ {
			out = append(out, Cell{b, r, c})
		}
	}
	return out
}

// The four directions, clockwise from north.
var (
	North = Direction{Name: "north", Print: "^", DRow: -1, Rank: 0}
	East  = Direction{Name: "east", Print: ">", DCol: 1, Rank: 1}
	South = Direction{Name: "south", Print: "v", DRow: 1, Rank: 2}
	West  = Direction{Name: "west", Print: "<", DCol: -1, Rank: 3}
)

// Directions are the four directions, clockwise from north.
func Directions() []Direction { return []Direction{North, East, South, West} }

// Opposite is the direction straight back.
func (d Direction) Opposite() Direction { return Directions()[(d.Rank+2)%4] }

// Step is the place one step from c in direction d, or None off the board.
func (c Cell) Step(d Direction) Value { return c.Board.At(c.Row+d.DRow, c.Col+d.DCol) }

// Ray are the places beyond c in direction d, nearest first.
func (c Cell) Ray(d Direction) []Value {
	var out []Value
	for r, k := c.Row+d.DRow, c.Col+d.DCol; c.Board.Has(r, k); r, k = r+d.DRow, k+d.DCol {
		out = append(out, Cell{c.Board, r, k})
	}
	return out
}

// around are the eight neighbours clockwise from north-west.
var around = [8][2]int{{-1, -1}, {-1, 0}, {-1, 1}, {0, 1}, {1, 1}, {1, 0}, {1, -1}, {0, -1}}

// Ring are the places round c, each next to the one before it: all eight,
// whose last is next to the first, and cyclic is true; or those that a side of
// the board leaves, in one stretch where there is one.
func (c Cell) Ring() (places []Value, cyclic bool) {
	start := 0
	for i := range around { // begin after a place that is missing
		if r, k := c.Row+around[i][0], c.Col+around[i][1]; !c.Board.Has(r, k) {
			start = i + 1
			if next := around[start%8]; c.Board.Has(c.Row+next[0], c.Col+next[1]) {
				break
			}
		}
	}
	for i := range around {
		step := around[(start+i)%8]
		if p := c.Board.At(c.Row+step[0], c.Col+step[1]); p != (None{}) {
			places = append(places, p)
		}
	}
	return places, len(places) == 8
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
		if !ok || board != nil && *c.Board != *board {
			return nil
		}
		board = c.Board
	}
	return board
}

// Ring is a cyclic list: what ring(c) gives where nothing is cut off.
type Ring []Value

func (Ring) value() {}

// Shifted is the place n rows and m columns from c, or None off the board.
func (c Cell) Shifted(rows, cols int) Value { return c.Board.At(c.Row+rows, c.Col+cols) }

// SortCells puts cells into reading order.
func SortCells(cells []Value) { slices.SortFunc(cells, Compare) }

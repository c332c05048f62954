package value

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"sync/atomic"
)

// Board is a rectangle of places: the cells of a grid, or the points at their corners.
type Board struct {
	Rows, Cols int
	Points     bool // grid points rather than cells
	rays       rays
	places     atomic.Pointer[Set] // made on first use
}

// kind distinguishes cells from points. b may be nil.
func (b *Board) kind() int {
	if b != nil && b.Points {
		return 1
	}
	return 0
}

// Has reports whether the board has a place at a row and column.
func (b *Board) Has(row, col int) bool { return 1 <= row && row <= b.Rows && 1 <= col && col <= b.Cols }

// At returns the place at a row and column, or None off the board.
func (b *Board) At(row, col int) Value {
	if !b.Has(row, col) {
		return None{}
	}
	return Cell{b, row, col}
}

// Cells returns all places in reading order. It is read only.
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

// Extent returns the smallest rectangle that contains the cells. It is all zero without cells.
func Extent(cells []Value) (minRow, minCol, maxRow, maxCol int) {
	for i, v := range cells {
		c := v.(Cell)
		if i == 0 {
			minRow, minCol, maxRow, maxCol = c.Row, c.Col, c.Row, c.Col
		}
		minRow, maxRow = min(minRow, c.Row), max(maxRow, c.Row)
		minCol, maxCol = min(minCol, c.Col), max(maxCol, c.Col)
	}
	return minRow, minCol, maxRow, maxCol
}

// BoardOf returns the board that contains all members of a set, or nil.
func BoardOf(s *Set) (board *Board) {
	for _, v := range s.List() {
		c, ok := v.(Cell)
		if !ok || board != nil && c.Board.compare(board) != 0 {
			return nil
		}
		board = c.Board
	}
	return board
}

// SortCells sorts cells into reading order.
func SortCells(cells []Value) { slices.SortFunc(cells, Compare) }

func (b *Board) rank() rank       { return boardRank }
func (b *Board) known() bool      { return true }
func (b *Board) text() string     { return fmt.Sprintf("grid(%d, %d)", b.Rows, b.Cols) }
func (b *Board) members() []Value { return b.Cells() }

func (b *Board) compare(v Value) int {
	c := v.(*Board)
	return cmp.Or(cmp.Compare(b.kind(), c.kind()), cmp.Compare(b.Rows, c.Rows), cmp.Compare(b.Cols, c.Cols))
}

func (b *Board) key() Key                { return spelt(b) }
func (b *Board) spell(out []byte) []byte { return spellInts(out, b.kind(), b.Rows, b.Cols) }

// Cell is a place on a board. Rows and columns count from 1. Cells are equal if their rows, columns and
// kinds of board are.
type Cell struct {
	Board    *Board
	Row, Col int
}

// Step returns the place one step from c in direction d, or None off the board.
func (c Cell) Step(d Direction) Value { return c.Board.At(c.Row+d.DRow, c.Col+d.DCol) }

// Ray returns the places beyond c in direction d, nearest first. It is read only.
func (c Cell) Ray(d Direction) []Value {
	if !c.Board.Has(c.Row, c.Col) {
		return nil
	}
	return c.Board.raysTowards(d)[(c.Row-1)*c.Board.Cols+c.Col-1]
}

// around are the offsets of the eight neighbours, clockwise from north-west.
var around = [8][2]int{{-1, -1}, {-1, 0}, {-1, 1}, {0, 1}, {1, 1}, {1, 0}, {1, -1}, {0, -1}}

// Ring returns the places around c, each next to the one before. If all eight exist, the last is next
// to the first, and cyclic is true. At the edge of the board it is one stretch, if possible.
func (c Cell) Ring() (places []Value, cyclic bool) {
	start := 0
	for i := range around { // begin after a missing place
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

// Shifted returns the place at an offset from c, or None off the board.
func (c Cell) Shifted(rows, cols int) Value { return c.Board.At(c.Row+rows, c.Col+cols) }

func (c Cell) rank() rank  { return cellRank }
func (c Cell) known() bool { return true }

func (c Cell) text() string {
	if c.Board.kind() == 1 {
		return fmt.Sprintf("p%d,%d", c.Row, c.Col)
	}
	return fmt.Sprintf("r%dc%d", c.Row, c.Col)
}

func (c Cell) compare(v Value) int {
	d := v.(Cell)
	return cmp.Or(cmp.Compare(c.Board.kind(), d.Board.kind()), cmp.Compare(c.Row, d.Row), cmp.Compare(c.Col, d.Col))
}

func (c Cell) key() Key                { return cellKey(c.Board, c.Row, c.Col) }
func (c Cell) spell(out []byte) []byte { return spellInts(out, c.Board.kind(), c.Row, c.Col) }

func cellKey(b *Board, row, col int) Key {
	return Key{rank: cellRank, a: int64(row)<<32 | int64(uint32(col)), b: int64(b.kind())}
}

// Direction is a step on a board.
type Direction struct {
	Name             string
	Print            string // its arrow in a grid
	DRow, DCol, Rank int
}

// The four directions, clockwise from north.
var (
	North = Direction{Name: "north", Print: "^", DRow: -1, Rank: 0}
	East  = Direction{Name: "east", Print: ">", DCol: 1, Rank: 1}
	South = Direction{Name: "south", Print: "v", DRow: 1, Rank: 2}
	West  = Direction{Name: "west", Print: "<", DCol: -1, Rank: 3}
)

// Directions returns the four directions, clockwise from north.
func Directions() []Direction { return []Direction{North, East, South, West} }

// Opposite returns the opposite direction.
func (d Direction) Opposite() Direction { return Directions()[(d.Rank+2)%4] }

func (d Direction) rank() rank              { return directionRank }
func (d Direction) known() bool             { return true }
func (d Direction) text() string            { return d.Name }
func (d Direction) key() Key                { return Key{rank: directionRank, a: int64(d.Rank)} }
func (d Direction) spell(out []byte) []byte { return strconv.AppendInt(out, int64(d.Rank), 10) }
func (d Direction) compare(v Value) int     { return cmp.Compare(d.Rank, v.(Direction).Rank) }

// Edge joins two vertices of a graph. An undirected one has its ends in ascending order.
type Edge struct {
	A, B     Value
	Directed bool
}

// MakeEdge joins two values. It sorts the ends of an undirected edge.
func MakeEdge(a, b Value, directed bool) Edge {
	if !directed && Compare(a, b) > 0 {
		a, b = b, a
	}
	return Edge{a, b, directed}
}

func (e Edge) rank() rank  { return edgeRank }
func (e Edge) known() bool { return true }

func (e Edge) text() string {
	if e.Directed {
		return String(e.A) + ">" + String(e.B)
	}
	return String(e.A) + "-" + String(e.B)
}

func (e Edge) compare(v Value) int {
	f := v.(Edge)
	return cmp.Or(Compare(e.A, f.A), Compare(e.B, f.B), compareBools(e.Directed, f.Directed))
}

func (e Edge) key() Key {
	a, okA := e.A.(Cell)
	b, okB := e.B.(Cell)
	if okA && okB && !e.Directed && a.Board.kind() == b.Board.kind() && small(a) && small(b) {
		return Key{
			rank: edgeRank,
			a:    int64(a.Row)<<48 | int64(a.Col)<<32 | int64(b.Row)<<16 | int64(b.Col),
			b:    int64(a.Board.kind()),
		}
	}
	return spelt(e)
}

func small(c Cell) bool { return 0 <= c.Row && c.Row < 1<<15 && 0 <= c.Col && c.Col < 1<<15 }

func (e Edge) spell(out []byte) []byte {
	out = append(strconv.AppendBool(out, e.Directed), '2', ' ')
	return Spell(append(Spell(out, e.A), ' '), e.B)
}

func (e Edge) mapped(m Mapping) (Value, bool) {
	a, okA := m.Apply(e.A)
	b, okB := m.Apply(e.B)
	return MakeEdge(a, b, e.Directed), okA && okB
}

// rays contains for each direction the places beyond each place of a board, in reading order. All rays of a line share
// one slice, so together they take no more space than the board. They are made on first use.
type rays [4]atomic.Pointer[[][]Value]

// raysTowards returns the rays in a direction. Concurrent first calls make equal ones.
func (b *Board) raysTowards(d Direction) [][]Value {
	at := &b.rays[d.Rank]
	if made := at.Load(); made != nil {
		return *made
	}
	made := b.newRays(d)
	at.Store(&made)
	return made
}

func (b *Board) newRays(d Direction) [][]Value {
	cells := b.Cells()
	out := make([][]Value, len(cells))
	for _, v := range cells {
		c := v.(Cell)
		if b.Has(c.Row-d.DRow, c.Col-d.DCol) {
			continue // not the start of a line
		}
		var line []Value
		for ; b.Has(c.Row, c.Col); c.Row, c.Col = c.Row+d.DRow, c.Col+d.DCol {
			line = append(line, cells[(c.Row-1)*b.Cols+c.Col-1])
		}
		for k, v := range line {
			c := v.(Cell)
			out[(c.Row-1)*b.Cols+c.Col-1] = line[k+1 : len(line) : len(line)]
		}
	}
	return out
}

// Spot is a place on squared paper, in half cells from the upper left corner. In the middle of a cell
// both numbers are odd, on a corner both are even, on a side one is.
type Spot struct{ Y, X int }

// Corner reports whether the spot is a corner of cells.
func (s Spot) Corner() bool { return s.Y%2 == 0 && s.X%2 == 0 }

// Side reports whether the spot is the side of a cell.
func (s Spot) Side() bool { return s.Y%2 != s.X%2 }

// Noun names the kind of spot.
func (s Spot) Noun() string {
	switch {
	case s.Corner():
		return "a corner"
	case s.Side():
		return "a side"
	}
	return "a cell"
}

// SpotOf returns the spot and board of a cell, a point, or an undirected edge between neighbours in a
// row or column. ok is false for other values.
func SpotOf(v Value) (at Spot, board *Board, ok bool) {
	switch v := v.(type) {
	case Cell:
		if v.Board == nil {
			return Spot{}, nil, false
		}
		at = Spot{2*v.Row - 1, 2*v.Col - 1}
		if v.Board.Points {
			at = Spot{2*v.Row - 2, 2*v.Col - 2}
		}
		return at, v.Board, true
	case Edge:
		a, board, okA := SpotOf(v.A)
		b, other, okB := SpotOf(v.B)
		dy, dx := b.Y-a.Y, b.X-a.X
		if !okA || !okB || v.Directed || board.compare(other) != 0 || dy*dy+dx*dx != 4 {
			return Spot{}, nil, false
		}
		return Spot{(a.Y + b.Y) / 2, (a.X + b.X) / 2}, board, true
	}
	return Spot{}, nil, false
}

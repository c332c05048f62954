package value

import (
	"cmp"
	"fmt"
)

// Cell is a place on a board; rows and columns count from 1. Two cells are
// equal if their rows, columns and kinds of board are.
type Cell struct {
	Board    *Board
	Row, Col int
}

// Step is the place one step from c in direction d, or None off the board.
func (c Cell) Step(d Direction) Value { return c.Board.At(c.Row+d.DRow, c.Col+d.DCol) }

// Ray are the places beyond c in direction d, nearest first; read only.
func (c Cell) Ray(d Direction) []Value {
	if !c.Board.Has(c.Row, c.Col) {
		return nil
	}
	return c.Board.raysTowards(d)[(c.Row-1)*c.Board.Cols+c.Col-1]
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

// Shifted is the place n rows and m columns from c, or None off the board.
func (c Cell) Shifted(rows, cols int) Value { return c.Board.At(c.Row+rows, c.Col+cols) }

func (c Cell) rank() rank   { return cellRank }
func (c Cell) noun() string { return "a cell" }
func (c Cell) known() bool  { return true }

func (c Cell) text() string {
	if c.Board.kind() == 1 {
		return fmt.Sprintf("p%d,%d", c.Row, c.Col)
	}
	return fmt.Sprintf("r%dc%d", c.Row, c.Col)
}

func (c Cell) compare(v Value) int {
	d, ok := v.(Cell)
	if !ok {
		return compareKinds(cellRank, v)
	}
	return cmp.Or(cmp.Compare(c.Board.kind(), d.Board.kind()), cmp.Compare(c.Row, d.Row), cmp.Compare(c.Col, d.Col))
}

func (c Cell) key() Key                { return cellKey(c.Board, c.Row, c.Col) }
func (c Cell) spell(out []byte) []byte { return spellInts(out, c.Board.kind(), c.Row, c.Col) }

func cellKey(b *Board, row, col int) Key {
	return Key{rank: cellRank, a: int64(row)<<32 | int64(uint32(col)), b: int64(b.kind())}
}

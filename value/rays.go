package value

import "sync/atomic"

// rays has for each direction the places beyond each place of a board, in reading order. They
// are parts of as many lists as the board has lines, so that all of them together take no more
// room than the board; made when they are first asked for.
type rays [4]atomic.Pointer[[][]Value]

// raysTowards are the rays in a direction. Who comes at the same time makes the same ones.
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
			continue // no line begins here
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

package linkformat

import (
	"cmp"
	"slices"
	"strings"
	"sync"
)

// A Board is the size of a board in cells.
type Board struct{ Columns, Rows int }

// A Place is a cell, a side, a corner of cells or a place outside of the board. It is measured in half
// cells from the top left corner of the board. The cell of row r and column c, counted from 1, is
// {2c-1, 2r-1}. The side between two cells is their mean, and so is the corner of four. The first place
// outside above a column has Y = -1, the next one outward -3, and likewise on the other sides.
type Place struct{ X, Y int }

// Cell returns the place of a cell by row and column, counted from 1.
func Cell(row, column int) Place { return Place{2*column - 1, 2*row - 1} }

// Plus returns a place that is moved by a step.
func (p Place) Plus(step Place) Place { return Place{p.X + step.X, p.Y + step.Y} }

// Minus returns the step from another place to this one.
func (p Place) Minus(q Place) Place { return Place{p.X - q.X, p.Y - q.Y} }

// Compare compares places in reading order.
func (p Place) Compare(q Place) int { return cmp.Or(p.Y-q.Y, p.X-q.X) }

// Beside returns the cells on both sides of a side.
func (p Place) Beside() (before, after Place) {
	step := Place{1 - p.X&1, 1 - p.Y&1}
	return p.Minus(step), p.Plus(step)
}

// Ends returns the corners at the ends of a side.
func (p Place) Ends() (a, b Place) {
	step := Place{p.X & 1, 1 - p.X&1}
	return p.Minus(step), p.Plus(step)
}

// Has reports whether a place is a cell of the board.
func (b Board) Has(p Place) bool {
	return p.X > 0 && p.Y > 0 && p.X < 2*b.Columns && p.Y < 2*b.Rows && p.X%2 != 0 && p.Y%2 != 0
}

// Ray returns the cells of the board from a cell on, as long as steps lead from one to the next.
func (b Board) Ray(from, step Place) (cells []Place) {
	for ; b.Has(from); from = from.Plus(step) {
		cells = append(cells, from)
	}
	return cells
}

// Cells returns the cells in reading order.
func (b Board) Cells() []Place { return b.cells(1) }

// cells returns all cells in reading order, each repeated a number of times.
func (b Board) cells(times int) []Place {
	places := make([]Place, 0, times*b.Columns*b.Rows)
	for y := 1; y < 2*b.Rows; y += 2 {
		for x := 1; x < 2*b.Columns; x += 2 {
			for range times {
				places = append(places, Place{x, y})
			}
		}
	}
	return places
}

// grid returns the places from one corner to the other, inclusive, in steps.
func grid(x0, y0, x1, y1, step int) (places []Place) {
	for y := y0; y <= y1; y += step {
		for x := x0; x <= x1; x += step {
			places = append(places, Place{x, y})
		}
	}
	return places
}

// sides returns the sides between two cells of a row, row by row, then those between two cells of a column.
func (b Board) sides() []Place {
	return append(grid(2, 1, 2*b.Columns-2, 2*b.Rows-1, 2), grid(1, 2, 2*b.Columns-1, 2*b.Rows-2, 2)...)
}

// frame returns the places beside the rim of the board at a distance of d: top, bottom, left, right.
func (b Board) frame(d int) []Place {
	w, h := 2*b.Columns, 2*b.Rows
	return slices.Concat(grid(1, -d, w-1, -d, 2), grid(1, h+d, w-1, h+d, 2), grid(-d, 1, -d, h-1, 2), grid(w+d, 1, w+d, h-1, 2))
}

// outside returns the places for clues above the columns, then to the left of the rows: several for
// each, from the board outward.
func (b Board) outside(above, left int) []Place {
	places := make([]Place, 0, above*b.Columns+left*b.Rows)
	for x := 1; x < 2*b.Columns; x += 2 {
		for k := range above {
			places = append(places, Place{x, -1 - 2*k})
		}
	}
	for y := 1; y < 2*b.Rows; y += 2 {
		for k := range left {
			places = append(places, Place{-1 - 2*k, y})
		}
	}
	return places
}

// A domain is an ordered set of places.
type domain struct {
	// name names the places in messages.
	name string
	// of returns the places of a board.
	of func(scene) []Place
	// core is the number of places that are always written. The others are omitted if empty. Nil: all.
	core func(Board) int
	// wrong returns a mistake in the body that makes the domain invalid, or "". Nil: never.
	wrong func(scene) string
}

// scene is what places depend on: the board and the earlier parts of the body.
type scene struct {
	Board
	// borders are the marked sides, holes the cells outside of all rooms.
	borders, holes map[Place]bool
	// before are the places of the last part, with its marks. count is the last count.
	before []Place
	marks  []Mark
	count  int
}

// domains maps words to domains.
var domains = sync.OnceValue(func() map[string]domain {
	return map[string]domain{
		"cells":        {name: "cells", of: func(s scene) []Place { return s.cells(1) }},
		"cellsbutlast": {name: "cells", of: func(s scene) []Place { all := s.cells(1); return all[:len(all)-1] }},
		"celltwice":    {name: "halves of cells", of: func(s scene) []Place { return s.cells(2) }},
		"cellquarters": {name: "quarters of cells", of: func(s scene) []Place { return s.cells(4) }},
		"cellsaround":  {name: "cells and clues outside", of: func(s scene) []Place { return append(s.cells(1), s.frame(1)...) }},
		"bricks":       {name: "bricks", of: func(s scene) []Place { return s.bricks() }, wrong: wrongBricks},
		"rooms":        {name: "rooms", of: func(s scene) []Place { return s.rooms() }},
		"sides":        {name: "sides", of: func(s scene) []Place { return s.sides() }},
		"allsides": {name: "sides", of: func(s scene) []Place { return append(s.sides(), s.frame(0)...) },
			core: func(b Board) int { return (b.Columns-1)*b.Rows + b.Columns*(b.Rows-1) }},
		"points":      {name: "points", of: func(s scene) []Place { return grid(0, 0, 2*s.Columns, 2*s.Rows, 2) }},
		"innerpoints": {name: "inner points", of: func(s scene) []Place { return grid(2, 2, 2*s.Columns-2, 2*s.Rows-2, 2) }},
		"halves":      {name: "places", of: func(s scene) []Place { return grid(1, 1, 2*s.Columns-1, 2*s.Rows-1, 1) }},
		"outside":     {name: "clues outside", of: func(s scene) []Place { return s.outside(1, 1) }},
		"outside2":    {name: "clues outside", of: func(s scene) []Place { return s.outside(2, 2) }},
		"outside4":    {name: "clues outside", of: func(s scene) []Place { return s.outside(4, 4) }},
		"outsidehalf": {name: "clues outside", of: func(s scene) []Place { return s.outside((s.Rows+1)/2, (s.Columns+1)/2) }},
		"around":      {name: "clues outside", of: func(s scene) []Place { return s.frame(1) }},
		// These depend on the part before.
		"ones": {name: "marked cells", of: func(s scene) []Place {
			last := s.last()
			return slices.DeleteFunc(s.cells(1), func(p Place) bool { n, _ := last[p].single(); return n != 1 })
		}},
		"outsideopen": {name: "clues outside", of: func(s scene) []Place {
			last := s.last()
			return slices.DeleteFunc(s.outside(1, 1), func(p Place) bool { return !last[Place{max(p.X, 1), max(p.Y, 1)}].Empty() })
		}},
	}
})

// bricks returns cells with every second row shifted to the right by half a cell. The last count tells which, and how
// long. With 0 the second, fourth … row are shifted and one cell shorter, with 1 they have full length. With 2 the
// first, third … row are shifted and have full length, and with 3 the others are one cell longer.
func (s scene) bricks() (places []Place) {
	for r := range s.Rows {
		x, long := 1, s.Columns
		if moved := s.count >= 2; moved == (r%2 == 0) {
			x = 2
		}
		if r%2 == 1 && s.count == 0 {
			long--
		}
		if r%2 == 1 && s.count == 3 {
			long++
		}
		for range long {
			places = append(places, Place{x, 2*r + 1})
			x += 2
		}
	}
	return places
}

func wrongBricks(s scene) string {
	if s.count < 0 || s.count > 3 {
		return "the number that says which rows are moved is 0 to 3"
	}
	return ""
}

// last maps the places of the last part to its marks.
func (s scene) last() map[Place]Mark {
	last := make(map[Place]Mark, len(s.before))
	for i, p := range s.before {
		last[p] = s.marks[i]
	}
	return last
}

// rooms returns the first cell of each room, in reading order.
func (s scene) rooms() []Place {
	room := Rooms(s.Board, s.borders, s.holes)
	var first []Place
	for r, row := range room {
		for c, n := range row {
			if n == len(first) {
				first = append(first, Cell(r+1, c+1))
			}
		}
	}
	return first
}

// Rooms numbers the rooms of a board from 0, by their first cells. A row of the result is a row of the
// board. A border separates cells. Holes belong to no room and have -1.
func Rooms(b Board, borders, holes map[Place]bool) [][]int {
	room := make([][]int, b.Rows)
	for r := range room {
		room[r] = slices.Repeat([]int{-1}, b.Columns)
	}
	rooms := 0
	var queue []Place
	for _, first := range b.cells(1) {
		if at(room, first) >= 0 || holes[first] {
			continue
		}
		room[first.Y/2][first.X/2] = rooms
		queue = append(queue[:0], first)
		for len(queue) > 0 {
			p := queue[len(queue)-1]
			queue = queue[:len(queue)-1]
			for _, d := range []Place{{1, 0}, {-1, 0}, {0, 1}, {0, -1}} {
				q := Place{p.X + 2*d.X, p.Y + 2*d.Y}
				if q.X < 0 || q.Y < 0 || q.X > 2*b.Columns || q.Y > 2*b.Rows ||
					borders[Place{p.X + d.X, p.Y + d.Y}] || at(room, q) >= 0 || holes[q] {
					continue
				}
				room[q.Y/2][q.X/2] = rooms
				queue = append(queue, q)
			}
		}
		rooms++
	}
	return room
}

func at(room [][]int, p Place) int { return room[p.Y/2][p.X/2] }

// A Part is one piece of a body: marks in a format for the places of a domain.
type Part struct {
	// Format is one of the words of Formats.
	Format string
	// Domain is one of the words of Domains. It is empty for the format's default, and for formats without places.
	Domain string
	// Optional parts are left out if they are empty and only such parts follow.
	Optional bool
}

// String formats the part as in a link statement: "num16 rooms".
func (p Part) String() string { return strings.TrimSpace(p.Format + " " + p.Domain) }

// A Group is a position relative to the board, for domains with places outside.
type Group uint8

// The groups of places.
const (
	Inside Group = iota
	Above
	Below
	Left
	Right
)

// GroupsOf returns the groups of a domain, in the order of a part of a link. It is nil if its places are one group.
func GroupsOf(domain string) []Group {
	switch domain {
	case "outside", "outside2", "outside4", "outsidehalf", "outsideopen":
		return []Group{Above, Left}
	case "around":
		return []Group{Above, Below, Left, Right}
	case "cellsaround":
		return []Group{Inside, Above, Below, Left, Right}
	}
	return nil
}

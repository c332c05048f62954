package linkformat

import (
	"fmt"
	"sync"
)

// A Board is the size of a board in cells.
type Board struct{ Columns, Rows int }

// A Place is a cell, a side, a corner of cells or a place outside of the board. It is measured in
// half cells from the top left corner of the board. The cell of row r and column c, counted from 1,
// is {2c-1, 2r-1}. The side between two cells is their mean, and so is the corner of four. The
// first place outside above a column has Y = -1, the next one outward -3, and likewise on the other
// sides.
type Place struct{ X, Y int }

// Cell is the place of a cell by row and column, counted from 1.
func Cell(row, column int) Place { return Place{2*column - 1, 2*row - 1} }

// cells are all cells in reading order, times over in succession.
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

// grid are the places from one corner to the other, both with them, in steps.
func grid(x0, y0, x1, y1, step int) []Place {
	var places []Place
	for y := y0; y <= y1; y += step {
		for x := x0; x <= x1; x += step {
			places = append(places, Place{x, y})
		}
	}
	return places
}

// sides are those between two cells of a row, row by row, then those between two cells of a column.
func (b Board) sides() []Place {
	return append(grid(2, 1, 2*b.Columns-2, 2*b.Rows-1, 2), grid(1, 2, 2*b.Columns-1, 2*b.Rows-2, 2)...)
}

// rim are the sides on the rim of the board: top, bottom, left, right.
func (b Board) rim() []Place {
	w, h := 2*b.Columns, 2*b.Rows
	rim := append(grid(1, 0, w-1, 0, 2), grid(1, h, w-1, h, 2)...)
	return append(append(rim, grid(0, 1, 0, h-1, 2)...), grid(w, 1, w, h-1, 2)...)
}

// outside are the places for clues above the columns, then to the left of the rows: so many for each, from the board outward.
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

// around are the places all around the board: above, below, left, right.
func (b Board) around() []Place {
	w, h := 2*b.Columns, 2*b.Rows
	places := append(grid(1, -1, w-1, -1, 2), grid(1, h+1, w-1, h+1, 2)...)
	return append(append(places, grid(-1, 1, -1, h-1, 2)...), grid(w+1, 1, w+1, h-1, 2)...)
}

// A domain says which places are counted, and in which order.
type domain struct {
	// name names the places in messages.
	name string
	// of are the places of a board.
	of func(scene) []Place
	// core is how many of the places are always written: those behind are left out if nothing stands there. Nil: all.
	core func(Board) int
	// wrong says what is wrong with the domain where the body makes it so; nil: nothing can be.
	wrong func(scene) string
}

// scene is what places depend on: the board, and what earlier parts of the body said.
type scene struct {
	Board
	// borders are the marked sides, holes the cells that belong to no room.
	borders, holes map[Place]bool
	// before are the places of the part before, with its marks; count is the number of the last count.
	before []Place
	marks  []Mark
	count  int
}

// domains is the table of domains by their words.
var domains = sync.OnceValue(func() map[string]domain {
	return map[string]domain{
		"cells":        {name: "cells", of: func(s scene) []Place { return s.cells(1) }},
		"cellsbutlast": {name: "cells", of: func(s scene) []Place { all := s.cells(1); return all[:len(all)-1] }},
		"celltwice":    {name: "halves of cells", of: func(s scene) []Place { return s.cells(2) }},
		"cellquarters": {name: "quarters of cells", of: func(s scene) []Place { return s.cells(4) }},
		"cellsaround":  {name: "cells and clues outside", of: func(s scene) []Place { return append(s.cells(1), s.around()...) }},
		"bricks":       {name: "bricks", of: func(s scene) []Place { return s.bricks() }, wrong: wrongBricks},
		"rooms":        {name: "rooms", of: func(s scene) []Place { return s.rooms() }},
		"sides":        {name: "sides", of: func(s scene) []Place { return s.sides() }},
		"allsides": {name: "sides", of: func(s scene) []Place { return append(s.sides(), s.rim()...) },
			core: func(b Board) int { return (b.Columns-1)*b.Rows + b.Columns*(b.Rows-1) }},
		"points":      {name: "points", of: func(s scene) []Place { return grid(0, 0, 2*s.Columns, 2*s.Rows, 2) }},
		"innerpoints": {name: "inner points", of: func(s scene) []Place { return grid(2, 2, 2*s.Columns-2, 2*s.Rows-2, 2) }},
		"halves":      {name: "places", of: func(s scene) []Place { return s.halves() }},
		"outside":     {name: "clues outside", of: func(s scene) []Place { return s.outside(1, 1) }},
		"outside2":    {name: "clues outside", of: func(s scene) []Place { return s.outside(2, 2) }},
		"outside4":    {name: "clues outside", of: func(s scene) []Place { return s.outside(4, 4) }},
		"outsidehalf": {name: "clues outside", of: func(s scene) []Place { return s.outside((s.Rows+1)/2, (s.Columns+1)/2) }},
		"around":      {name: "clues outside", of: func(s scene) []Place { return s.around() }},
		// What the part before decides.
		"ones": {name: "marked cells", of: func(s scene) []Place {
			last := s.last()
			return filter(s.cells(1), func(p Place) bool { n, _ := last[p].single(); return n == 1 })
		}},
		"outsideopen": {name: "clues outside", of: func(s scene) []Place {
			last := s.last()
			return filter(s.outside(1, 1), func(p Place) bool { return last[Place{max(p.X, 1), max(p.Y, 1)}].Empty() })
		}},
	}
})

// halves are the places of cells, of the sides between them and of the corners within the board, in reading order.
func (b Board) halves() []Place { return grid(1, 1, 2*b.Columns-1, 2*b.Rows-1, 1) }

// bricks are cells of which every second row is moved by half a cell. The count before says which,
// and how wide. With 0 the second, fourth … row are moved to the right and one cell shorter, with 1
// they are as long. With 2 the first, third … row are moved and as long, and with 3 the others are
// one cell longer.
func (s scene) bricks() []Place {
	var places []Place
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

// last has the marks of the part before by their places.
func (s scene) last() map[Place]Mark {
	last := make(map[Place]Mark, len(s.before))
	for i, p := range s.before {
		last[p] = s.marks[i]
	}
	return last
}

func filter(places []Place, keep func(Place) bool) []Place {
	kept := places[:0]
	for _, p := range places {
		if keep(p) {
			kept = append(kept, p)
		}
	}
	return kept
}

// rooms are the first cells, in reading order, of the rooms.
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

// Rooms numbers the rooms of a board from 0, in the order of their first cells. A row of the result
// is a row of the board. A side with a border parts its cells. Holes belong to no room and have -1.
func Rooms(b Board, borders, holes map[Place]bool) [][]int {
	room := make([][]int, b.Rows)
	for r := range room {
		room[r] = make([]int, b.Columns)
		for c := range room[r] {
			room[r][c] = -1
		}
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

// at is the number of a cell's room.
func at(room [][]int, p Place) int { return room[p.Y/2][p.X/2] }

// A Part is one piece of a body: marks in a format for the places of a domain.
type Part struct {
	// Format is one of the words of Formats.
	Format string
	// Domain is one of the words of Domains. It is empty for the format's own domain ("sides" for
	// borders, "cells" for most), and for formats without places.
	Domain string
	// Optional: the part is left out where it says nothing and only such parts follow.
	Optional bool
}

// String is the part as a link statement has it: "num16 rooms".
func (p Part) String() string {
	if p.Domain == "" {
		return p.Format
	}
	return fmt.Sprintf("%s %s", p.Format, p.Domain)
}

// A Group is where places lie, for domains some of whose places are outside of the board.
type Group uint8

// The groups of places of a board and around it.
const (
	Inside Group = iota
	Above
	Below
	Left
	Right
)

// GroupsOf are the groups of a domain, in the order in which a part of a link names them. It is nil
// if its places are one group.
func GroupsOf(domain string) []Group {
	switch domain {
	case "outside", "outside2", "outside4", "outsidehalf", "outsideopen":
		return []Group{Above, Left}
	case "around":
		return []Group{Above, Below, Left, Right}
	case "cellsaround":
		return []Group{Inside, Above, Below, Left, Right}
	case "cellsoutside":
		return []Group{Inside, Above, Left}
	}
	return nil
}

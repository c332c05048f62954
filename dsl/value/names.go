package value

import (
	"fmt"
	"slices"
	"strings"

	"nazo/internal/alg"
)

// Names gives places the names that players use: R3C5, the top of R3C5, row 5, box 2, the room at R1C1.
// The zero value knows no areas.
type Names struct {
	areas map[string]string // names of areas, by their cells
	from  []Cell            // see From
}

const boxName = "box %d" // they are numbered from 1, row by row

// From returns names in which the sides and corners of some cells are named by these, the first ones first.
func (n *Names) From(cells []Cell) *Names { return &Names{areas: n.areas, from: cells} }

// near returns the first of the places whose cell is one of those in from, or else the first one on the board.
func (n *Names) near(places []side) string {
	for _, c := range n.from {
		for _, s := range places {
			if s.row == c.Row && s.col == c.Col {
				return s.name()
			}
		}
	}
	return places[0].name()
}

// side is a side or a corner of a cell.
type side struct {
	of       string
	row, col int
}

func (s side) name() string { return s.of + " of " + cellName(s.row, s.col) }

// AddAreas names the areas of a given. An area is the cells with one label. Areas that are the boxes of a sudoku have
// names already.
func (n *Names) AddAreas(given string, v Value) {
	grid, ok := v.(*Array)
	if !ok {
		return
	}
	areas := map[Key][]Value{}
	for i, k := range grid.Keys.List() {
		_, cell := k.(Cell)
		_, label := grid.Values[i].(Label)
		if !cell || !label {
			return
		}
		key := KeyOf(grid.Values[i])
		areas[key] = append(areas[key], k)
	}
	boxes := true
	for _, cells := range areas {
		name, _ := (&Names{}).Line(cells)
		_, err := fmt.Sscanf(name, boxName, new(int))
		boxes = boxes && err == nil
	}
	if boxes {
		return
	}
	if n.areas == nil {
		n.areas = map[string]string{}
	}
	for _, cells := range areas {
		n.areas[spelled(cells)] = fmt.Sprintf("the %s at %s", strings.ReplaceAll(given, "_", " "), n.Of(cells[0]))
	}
}

func spelled(places []Value) string { return join(NewSet(places...).Sorted()) }

// Named returns the name of a value without known areas.
func Named(v Value) string { return (&Names{}).Of(v) }

// Of returns the name of a value.
func (n *Names) Of(v Value) string {
	switch v := v.(type) {
	case Cell:
		if v.Board != nil && v.Board.Points {
			return "the " + n.cornerOf(v)
		}
		return cellName(v.Row, v.Col)
	case Edge:
		if name, ok := n.sideOf(v); ok {
			return name
		}
		mark := "–"
		if v.Directed {
			mark = "→"
		}
		return n.Of(v.A) + mark + n.Of(v.B)
	case Tuple, List, Ring, *Set:
		return n.List(Elements(v))
	}
	return String(v)
}

func cellName(row, col int) string { return fmt.Sprintf("R%dC%d", row, col) }

// cornerOf describes a grid point as a corner of the cell below and right of it, if that exists, or of a nearer one.
func (n *Names) cornerOf(p Cell) string {
	var places []side
	for _, v := range []side{{"top", p.Row, 0}, {"bottom", p.Row - 1, 0}} {
		for _, h := range []side{{"left", 0, p.Col}, {"right", 0, p.Col - 1}} {
			if v.row > 0 && v.row < p.Board.Rows && h.col > 0 && h.col < p.Board.Cols {
				places = append(places, side{v.of + " " + h.of + " corner", v.row, h.col})
			}
		}
	}
	return n.near(places)
}

// sideOf describes an edge between neighbouring grid points as the side of a cell.
func (n *Names) sideOf(e Edge) (string, bool) {
	a, isCell := e.A.(Cell)
	b, _ := e.B.(Cell)
	if !isCell || a.Board == nil || !a.Board.Points {
		return "", false
	}
	if a.Row > b.Row || a.Col > b.Col {
		a, b = b, a
	}
	var places []side
	switch {
	case a.Row == b.Row && b.Col == a.Col+1:
		places = []side{{"top", a.Row, a.Col}, {"bottom", a.Row - 1, a.Col}}
	case a.Col == b.Col && b.Row == a.Row+1:
		places = []side{{"left", a.Row, a.Col}, {"right", a.Row, a.Col - 1}}
	}
	places = slices.DeleteFunc(places, func(s side) bool {
		return s.row < 1 || s.row >= a.Board.Rows || s.col < 1 || s.col >= a.Board.Cols
	})
	if len(places) == 0 {
		return "", false
	}
	return n.near(places), true
}

// List returns the name of several values.
func (n *Names) List(all []Value) string {
	if len(all) == 0 {
		return "none"
	}
	if name, ok := n.areas[spelled(all)]; ok {
		return name
	}
	if len(all) == 1 {
		return n.Of(all[0])
	}
	if name, ok := n.Line(all); ok {
		return name
	}
	return And(alg.Map(all, n.Of))
}

// MostNamed bounds how many things are named one by one.
const MostNamed = 12

// And joins names in a sentence. It counts the names beyond MostNamed.
func And(names []string) string {
	if len(names) > MostNamed {
		names = append(slices.Clone(names[:MostNamed-1]), fmt.Sprintf("%d more", len(names)-MostNamed+1))
	}
	if len(names) < 2 {
		return strings.Join(names, "")
	}
	return strings.Join(names[:len(names)-1], ", ") + " and " + names[len(names)-1]
}

// Line returns the name of cells that are a row, a column, a box, an area or a part of a line.
func (n *Names) Line(all []Value) (string, bool) {
	cells := make([]Cell, len(all))
	for i, v := range all {
		c, ok := v.(Cell)
		if !ok || c.Board == nil || c.Board.Points {
			return "", false
		}
		cells[i] = c
	}
	if name, ok := n.areas[spelled(all)]; ok && len(all) > 1 {
		return name, true
	}
	board := cells[0].Board
	top, left, bottom, right := Extent(all)
	high, wide := bottom-top+1, right-left+1
	if different := NewSet(all...).Len(); high*wide != different || different != len(cells) {
		return "", false
	}
	switch {
	case high == 1 && wide == board.Cols && wide > 1:
		return fmt.Sprintf("row %d", top), true
	case wide == 1 && high == board.Rows && high > 1:
		return fmt.Sprintf("column %d", left), true
	case high > 1 && wide > 1 && high*wide == max(board.Rows, board.Cols) && board.Rows%high == 0 && board.Cols%wide == 0 && (top-1)%high == 0 && (left-1)%wide == 0:
		return fmt.Sprintf(boxName, (top-1)/high*(board.Cols/wide)+(left-1)/wide+1), true
	case len(cells) > 2 && (high == 1 || wide == 1):
		return fmt.Sprintf("%s to %s", n.Of(cells[0]), n.Of(cells[len(cells)-1])), true
	case high > 1 && wide > 1 && len(cells) > 4:
		return fmt.Sprintf("the cells from %s to %s", cellName(top, left), cellName(bottom, right)), true
	}
	return "", false
}

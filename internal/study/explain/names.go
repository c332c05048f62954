package explain

import (
	"fmt"
	"slices"
	"strings"

	"nazo/dsl/value"
)

// Names are the names that players give to places: R3C5, the top of R3C5, row 5, box 2, the room at
// R1C1.
type Names struct {
	rows, cols int
	areas      map[string]string // the names of areas, by their cells
}

// namesOf finds the areas of a problem's givens: cells with one label are one.
func (w *Words) namesOf() *Names {
	if w.names != nil {
		return w.names
	}
	n := &Names{areas: map[string]string{}}
	for _, g := range w.Problem.Givens {
		grid, ok := g.Value.(*value.Array)
		if !ok {
			continue
		}
		areas := map[value.Key][]value.Value{}
		labels := true
		for i, k := range grid.Keys.List() {
			if _, cell := k.(value.Cell); !cell {
				labels = false
				break
			}
			if _, label := grid.Values[i].(value.Label); !label {
				labels = false
				break
			}
			key := value.KeyOf(grid.Values[i])
			areas[key] = append(areas[key], k)
		}
		if !labels {
			continue
		}
		for _, cells := range areas {
			n.areas[spelled(cells)] = fmt.Sprintf("the %s at %s", strings.ReplaceAll(g.Name, "_", " "), n.Of(cells[0]))
		}
	}
	w.names = n
	return n
}

// spelled is a key for a set of places.
func spelled(places []value.Value) string {
	sorted := slices.Clone(places)
	slices.SortFunc(sorted, value.Compare)
	var b strings.Builder
	for _, p := range sorted {
		b.WriteString(value.String(p))
		b.WriteByte(' ')
	}
	return b.String()
}

// Of is the name of a value.
func (n *Names) Of(v value.Value) string {
	switch v := v.(type) {
	case value.Cell:
		if v.Board != nil && v.Board.Points {
			return "the " + cornerOf(v)
		}
		return cellName(v.Row, v.Col)
	case value.Edge:
		if name, ok := sideOf(v); ok {
			return name
		}
		mark := "–"
		if v.Directed {
			mark = "→"
		}
		return n.Of(v.A) + mark + n.Of(v.B)
	case value.Tuple, value.List, value.Ring, *value.Set:
		return n.list(value.Elements(v))
	}
	return value.String(v)
}

// cellName is the name of a cell.
func cellName(row, col int) string { return fmt.Sprintf("R%dC%d", row, col) }

// cornerOf is where a grid point is, by the cell below it on the right where there is one.
func cornerOf(p value.Cell) string {
	row, col := min(p.Row, p.Board.Rows-1), min(p.Col, p.Board.Cols-1)
	vertical, horizontal := "top", "left"
	if row < p.Row {
		vertical = "bottom"
	}
	if col < p.Col {
		horizontal = "right"
	}
	return fmt.Sprintf("%s %s corner of %s", vertical, horizontal, cellName(row, col))
}

// sideOf is the name of an edge between grid points that are beside each other: the side of a cell.
func sideOf(e value.Edge) (string, bool) {
	a, isCell := e.A.(value.Cell)
	b, _ := e.B.(value.Cell)
	if !isCell || a.Board == nil || !a.Board.Points {
		return "", false
	}
	if a.Row > b.Row || a.Col > b.Col {
		a, b = b, a
	}
	switch {
	case a.Row == b.Row && b.Col == a.Col+1 && a.Row == a.Board.Rows:
		return "bottom of " + cellName(a.Row-1, a.Col), true
	case a.Row == b.Row && b.Col == a.Col+1:
		return "top of " + cellName(a.Row, a.Col), true
	case a.Col == b.Col && b.Row == a.Row+1 && a.Col == a.Board.Cols:
		return "right of " + cellName(a.Row, a.Col-1), true
	case a.Col == b.Col && b.Row == a.Row+1:
		return "left of " + cellName(a.Row, a.Col), true
	}
	return "", false
}

// list is the name of several values.
func (n *Names) list(all []value.Value) string {
	if len(all) == 0 {
		return "none"
	}
	if len(all) == 1 {
		return n.Of(all[0])
	}
	if name, ok := n.line(all); ok {
		return name
	}
	return n.listed(all)
}

// listed names values one by one, of many the first ones.
func (n *Names) listed(all []value.Value) string {
	var names []string
	for _, v := range all {
		names = append(names, n.Of(v))
	}
	return and(names)
}

// mostNamed is how many things are named one by one.
const mostNamed = 12

// and joins names in a sentence; of many it says how many more there are.
func and(names []string) string {
	if len(names) > mostNamed {
		names = append(slices.Clone(names[:mostNamed-1]), fmt.Sprintf("%d more", len(names)-mostNamed+1))
	}
	if len(names) < 2 {
		return strings.Join(names, "")
	}
	return strings.Join(names[:len(names)-1], ", ") + " and " + names[len(names)-1]
}

// line is the name of cells that are a row, a column, a box, an area or a part of a line.
func (n *Names) line(all []value.Value) (string, bool) {
	cells := make([]value.Cell, len(all))
	for i, v := range all {
		c, ok := v.(value.Cell)
		if !ok || c.Board == nil || c.Board.Points {
			return "", false
		}
		cells[i] = c
	}
	if name, ok := n.areas[spelled(all)]; ok && len(all) > 1 {
		return name, true
	}
	board := cells[0].Board
	top, left, bottom, right := cells[0].Row, cells[0].Col, cells[0].Row, cells[0].Col
	met := map[[2]int]bool{}
	for _, c := range cells {
		top, bottom = min(top, c.Row), max(bottom, c.Row)
		left, right = min(left, c.Col), max(right, c.Col)
		met[[2]int{c.Row, c.Col}] = true
	}
	high, wide := bottom-top+1, right-left+1
	if high*wide != len(met) || len(met) != len(cells) {
		return "", false
	}
	switch {
	case high == 1 && wide == board.Cols && wide > 1:
		return fmt.Sprintf("row %d", top), true
	case wide == 1 && high == board.Rows && high > 1:
		return fmt.Sprintf("column %d", left), true
	case high > 1 && wide > 1 && high*wide == max(board.Rows, board.Cols) && board.Rows%high == 0 && board.Cols%wide == 0 && (top-1)%high == 0 && (left-1)%wide == 0:
		return fmt.Sprintf("box %d", (top-1)/high*(board.Cols/wide)+(left-1)/wide+1), true
	case len(cells) > 2 && (high == 1 || wide == 1):
		return fmt.Sprintf("%s to %s", n.Of(cells[0]), n.Of(cells[len(cells)-1])), true
	case high > 1 && wide > 1 && len(cells) > 4:
		return fmt.Sprintf("the cells from %s to %s", cellName(top, left), cellName(bottom, right)), true
	}
	return "", false
}

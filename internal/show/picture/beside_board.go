package picture

import (
	"nazo/dsl"
	"nazo/dsl/check"
	"nazo/dsl/instance"
	"nazo/dsl/linkformat"
	"nazo/dsl/value"
	"nazo/internal/alg"
	"nazo/internal/judge"
	"nazo/internal/show/draw"
	"nazo/internal/show/link"
)

// sides tells on which side of the board each given stands. Its keys are names, or names with a key such as
// "seen[north]". A link statement says so. Without one, the rules do: a list whose index is also that of a row
// stands beside the rows.
type sides map[string]draw.Side

// towards is the side of a given whose keys are directions. A list stands on the side from which one looks in
// its direction, and its elements belong to the lines as seen from there.
const towards = draw.Right + 1

var groups = map[linkformat.Group]draw.Side{linkformat.Above: draw.Above, linkformat.Below: draw.Below, linkformat.Left: draw.Left, linkformat.Right: draw.Right}

// lookingFrom has the side from which one looks in a direction.
var lookingFrom = map[value.Direction]draw.Side{value.South: draw.Above, value.North: draw.Below, value.East: draw.Left, value.West: draw.Right}

// sidesOf reads the sides of the givens of a spec.
func sidesOf(spec *check.Spec) sides {
	out := sides{}
	for _, r := range spec.Rules {
		out.rule(r.Stmt)
	}
	for target, group := range link.Outside(spec) {
		out[target] = groups[group]
	}
	return out
}

// of returns the items of a given beside the first board with as many columns or rows.
func (s sides) of(g instance.Given, boards []*value.Board) (items []draw.Item) {
	add := func(v value.Value, side draw.Side) {
		for _, b := range boards {
			it := draw.Item{Value: v, Given: true, Side: side, Board: b}
			if side != draw.Within && draw.OnBoard(it) {
				items = append(items, it)
				return
			}
		}
	}
	a, keyed := g.Value.(*value.Array)
	if !keyed {
		if s[g.Name] != towards {
			add(g.Value, s[g.Name])
		}
		return items
	}
	for i, k := range a.Keys.List() {
		d, ok := k.(value.Direction)
		if !ok {
			return nil
		}
		add(a.Values[i], s.facing(g.Name, d))
	}
	return items
}

// facing returns the side of the list of a given for a direction.
func (s sides) facing(given string, d value.Direction) draw.Side {
	side := s[given+"["+d.Name+"]"]
	if side == draw.Within && s[given] == towards {
		side = lookingFrom[d]
	}
	return side
}

// rule notes lists that a rule puts beside lines: list[i] beside row(b, i), rows(b)[i] or lines(b, d)[i], and
// pairs such as (list, rows(b)).
func (s sides) rule(r *dsl.Rule) {
	lines := map[string]draw.Side{}  // of each index; Within if it counts rows and columns
	lists := map[string][]dsl.Expr{} // with each index
	note := func(index string, side draw.Side) {
		if old, ok := lines[index]; ok && old != side {
			side = draw.Within
		}
		lines[index] = side
	}
	dsl.VisitMeaning(r, func(n dsl.Node) bool {
		switch n := n.(type) {
		case *dsl.Call:
			if side := lineSide(n); side != draw.Within && len(n.Args) == 2 && n.Func.Text != "lines" {
				if i, ok := n.Args[1].(*dsl.Name); ok {
					note(i.Text, side)
				}
			}
		case *dsl.Index:
			i, ok := n.Keys[0].(*dsl.Name)
			if !ok || len(n.Keys) != 1 {
				break
			}
			if of, call := n.X.(*dsl.Call); call && lineSide(of) != draw.Within {
				note(i.Text, lineSide(of))
			} else {
				lists[i.Text] = append(lists[i.Text], n.X)
			}
		case *dsl.Tuple:
			s.pair(n)
		}
		return true
	})
	for index, side := range lines {
		for _, list := range lists[index] {
			switch list := list.(type) {
			case *dsl.Name:
				if side != towards {
					s.set(list.Text, side)
				}
			case *dsl.Index:
				if name, ok := list.X.(*dsl.Name); ok && side == towards {
					s.set(name.Text, side)
				}
			}
		}
	}
}

// pair notes a list that forms a tuple with the lines it stands beside.
func (s sides) pair(t *dsl.Tuple) {
	var list string
	side := draw.Within
	for _, x := range t.Elems {
		switch x := x.(type) {
		case *dsl.Name:
			list = x.Text
		case *dsl.Call:
			if of := lineSide(x); of != towards {
				side = of
			}
		}
	}
	if len(t.Elems) == 2 && list != "" && side != draw.Within {
		s.set(list, side)
	}
}

// set notes a side. A list at two sides is beside none.
func (s sides) set(name string, side draw.Side) {
	if old, ok := s[name]; ok && old != side {
		side = draw.Within
	}
	s[name] = side
}

// lineSide returns the side of the clues of the lines that a call returns, or Within.
func lineSide(c *dsl.Call) draw.Side {
	switch c.Func.Text {
	case "row", "rows":
		return draw.Left
	case "column", "columns":
		return draw.Above
	case "lines":
		return towards
	}
	return draw.Within
}

var sideNames = map[draw.Side]string{draw.Above: "above", draw.Below: "below", draw.Left: "left", draw.Right: "right"}

// Sides returns on which sides of a board a given stands: above, below, left or right. The key is the name of
// the direction that is the given's key, or "". Sides is empty if the given stands beside no board.
func Sides(spec *check.Spec, given string) map[string]string {
	s, out := sidesOf(spec), map[string]string{}
	if name, ok := sideNames[s[given]]; ok {
		out[""] = name
	}
	for _, d := range value.Directions() {
		if name, ok := sideNames[s.facing(given, d)]; ok {
			out[d.Name] = name
		}
	}
	return out
}

// A lattice says where the cells of a given grid lie on a board, in halves of a cell from the rim. The first row
// is at start, and each next one is step further, up to start before the other rim.
type lattice struct{ start, step int }

// lattices are corners, then cells, sides and corners in turn, each with or without the rim.
var lattices = []lattice{{0, 2}, {2, 2}, {0, 1}, {1, 1}}

// fits reports whether a grid with so many rows or columns has this lattice on a board of so many cells.
func (l lattice) fits(lines, cells int) bool { return l.start+l.step*(lines-1) == 2*cells-l.start }

// latticeOn finds by its size how a grid lies on the boards of the finds, and returns the cells of that board. ok
// is false if the grid has the size of a board itself or fits in several ways.
func latticeOn(rows, cols int, boards []*value.Board) (on lattice, of *value.Board, ok bool) {
	for _, b := range boards {
		cells := &value.Board{}
		cells.Rows, cells.Cols = draw.SizeOf(b)
		if rows == cells.Rows && cols == cells.Cols {
			return lattice{}, nil, false
		}
		var kinds []lattice
		for _, l := range lattices {
			if l.fits(rows, cells.Rows) && l.fits(cols, cells.Cols) {
				kinds = append(kinds, l)
			}
		}
		if len(kinds) == 1 && !ok {
			on, of, ok = kinds[0], cells, true
		}
	}
	return on, of, ok
}

// Lattice returns where the cells of a finer grid lie on the board of the finds, in halves of a cell: the first at
// start, each next one step further.
func Lattice(j *judge.Judge, rows, cols int) (start, step int, ok bool) {
	l, _, ok := latticeOn(rows, cols, boardsOf(j))
	return l.start, l.step, ok
}

// Place returns where a value is drawn. A cell of a finer grid lies on a cell, a side or a corner.
func Place(j *judge.Judge, v value.Value) value.Value {
	c, ok := v.(value.Cell)
	if !ok || c.Board == nil || c.Board.Points {
		return v
	}
	if l, cells, ok := latticeOn(c.Board.Rows, c.Board.Cols, boardsOf(j)); ok {
		return l.at(c, cells)
	}
	return v
}

// between converts a given grid to values on the cells, sides and corners of a board of the finds, if its size fits
// in just one way. Otherwise it returns the grid itself.
func between(v value.Value, boards []*value.Board) value.Value {
	a, ok := v.(*value.Array)
	if !ok || a.Board == nil || a.Board.Points {
		return v
	}
	l, cells, ok := latticeOn(a.Board.Rows, a.Board.Cols, boards)
	if !ok {
		return v
	}
	keys := alg.Map(a.Keys.List(), func(k value.Value) value.Value { return l.at(k.(value.Cell), cells) })
	return value.NewArray(value.NewSet(keys...), a.Values, nil)
}

// at returns the place on a board of a cell of the grid.
func (l lattice) at(c value.Cell, cells *value.Board) value.Value {
	points := &value.Board{Rows: cells.Rows + 1, Cols: cells.Cols + 1, Points: true}
	at := value.Spot{Y: l.start + l.step*(c.Row-1), X: l.start + l.step*(c.Col-1)}
	corner := points.At(at.Y/2+1, at.X/2+1) // the upper left one
	switch {
	case at.Corner():
		return corner
	case !at.Side():
		return cells.At(at.Y/2+1, at.X/2+1)
	}
	return value.MakeEdge(corner, points.At((at.Y+1)/2+1, (at.X+1)/2+1), false)
}

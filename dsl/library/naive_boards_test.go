package library_test

import (
	"slices"

	"nazo/dsl/value"
	"pgregory.net/rapid"
)

// with draws arguments one after the other.
func with(draw ...func(*rapid.T) value.Value) func(*rapid.T) []value.Value {
	return func(t *rapid.T) []value.Value {
		var out []value.Value
		for _, d := range draw {
			out = append(out, d(t))
		}
		return out
	}
}

func small(t *rapid.T) value.Value     { return ints(t, 1, 5) }
func direction(t *rapid.T) value.Value { return some(t, value.Directions()) }
func cellOf(t *rapid.T) value.Value    { return some(t, square(t).Cells()) }
func gridArg(t *rapid.T) value.Value   { return gridOn(t, square(t)) }

func number(v value.Value) int { return int(v.(value.Int)) }

// steps of the four directions.
func stepOf(d value.Value) (rows, cols int) {
	switch d.(value.Direction).Name {
	case "north":
		return -1, 0
	case "south":
		return 1, 0
	case "east":
		return 0, 1
	}
	return 0, -1
}

// onBoard is the cell at a place of the board of c, or none.
func onBoard(c value.Cell, row, col int) value.Value {
	if row < 1 || col < 1 || row > c.Board.Rows || col > c.Board.Cols {
		return value.None{}
	}
	return value.Cell{Board: c.Board, Row: row, Col: col}
}

func boardDefinitions() map[string][]definition {
	rowsOf := func(v value.Value) (out value.List) {
		cells := cellsOf(v)
		top, _, bottom, _ := extent(cells)
		for r := top; r <= bottom; r++ {
			if line := those(cells, func(c value.Cell) bool { return c.Row == r }); line != nil {
				out = append(out, line)
			}
		}
		return out
	}
	columnsOf := func(v value.Value) (out value.List) {
		cells := cellsOf(v)
		_, left, _, right := extent(cells)
		for k := left; k <= right; k++ {
			if line := those(cells, func(c value.Cell) bool { return c.Col == k }); line != nil {
				out = append(out, line)
			}
		}
		return out
	}
	clues := func(v value.Value) (out []value.Value) {
		g := v.(*value.Array)
		for i, k := range g.Keys.List() {
			if g.Values[i] != (value.None{}) {
				out = append(out, k)
			}
		}
		return out
	}
	return map[string][]definition{
		"grid": {{args: with(small, small), want: func(a []value.Value) value.Value {
			return &value.Board{Rows: number(a[0]), Cols: number(a[1])}
		}}},
		"cells": {{args: with(board), want: func(a []value.Value) value.Value {
			return set(those(cellsOf(a[0]), func(value.Cell) bool { return true }))
		}}},
		"rim": {{args: with(board), want: func(a []value.Value) value.Value {
			all := cellsOf(a[0])
			return set(those(all, func(c value.Cell) bool {
				return len(those(all, func(d value.Cell) bool { return distance(c.Row-d.Row)+distance(c.Col-d.Col) == 1 })) < 4
			}))
		}}},
		"cell": {{args: with(board, small, small), want: func(a []value.Value) value.Value {
			if found := those(cellsOf(a[0]), func(c value.Cell) bool { return isCell(c, number(a[1]), number(a[2])) }); len(found) > 0 {
				return found[0]
			}
			return value.None{}
		}}},
		"row": {
			{args: with(board, small), want: func(a []value.Value) value.Value {
				return those(cellsOf(a[0]), func(c value.Cell) bool { return c.Row == number(a[1]) })
			}},
			{args: with(cellOf), want: func(a []value.Value) value.Value { return value.Int(a[0].(value.Cell).Row) }},
		},
		"column": {
			{args: with(board, small), want: func(a []value.Value) value.Value {
				return those(cellsOf(a[0]), func(c value.Cell) bool { return c.Col == number(a[1]) })
			}},
			{args: with(cellOf), want: func(a []value.Value) value.Value { return value.Int(a[0].(value.Cell).Col) }},
		},
		"rows":    {{args: with(board), want: func(a []value.Value) value.Value { return rowsOf(a[0]) }}},
		"columns": {{args: with(board), want: func(a []value.Value) value.Value { return columnsOf(a[0]) }}},
		"diagonals": {{args: with(board), anyOrder: true, want: func(a []value.Value) value.Value {
			var out value.List
			cells := cellsOf(a[0])
			for _, sign := range []int{1, -1} {
				for k := -10; k <= 10; k++ {
					if line := those(cells, func(c value.Cell) bool { return c.Row+sign*c.Col == k }); line != nil {
						out = append(out, line)
					}
				}
			}
			return out
		}}},
		"boxes": {{args: func(t *rapid.T) []value.Value {
			h, w := rapid.IntRange(1, 3).Draw(t, "h"), rapid.IntRange(1, 3).Draw(t, "w")
			b := &value.Board{Rows: h * rapid.IntRange(1, 2).Draw(t, "down"), Cols: w * rapid.IntRange(1, 2).Draw(t, "across")}
			return []value.Value{b, value.Int(h), value.Int(w)}
		}, want: func(a []value.Value) value.Value {
			var out value.List
			b, h, w := a[0].(*value.Board), number(a[1]), number(a[2])
			for box := range b.Rows / h * (b.Cols / w) {
				out = append(out, those(cellsOf(b), func(c value.Cell) bool { return (c.Row-1)/h*(b.Cols/w)+(c.Col-1)/w == box }))
			}
			return out
		}}},
		"blocks": {{args: with(board, small, small), want: func(a []value.Value) value.Value {
			var out value.List
			cells := cellsOf(a[0])
			for r := range 6 {
				for k := range 6 {
					if block := inside(cells, r, k, number(a[1]), number(a[2])); block != nil {
						out = append(out, block)
					}
				}
			}
			return out
		}}},
		"lines": {{args: with(board, direction), want: func(a []value.Value) value.Value {
			lines := rowsOf(a[0])
			if rows, _ := stepOf(a[1]); rows != 0 {
				lines = columnsOf(a[0])
			}
			if rows, cols := stepOf(a[1]); rows+cols < 0 {
				for _, l := range lines {
					slices.Reverse(l.(value.List))
				}
			}
			return lines
		}}},
		"rectangles": {{args: with(board), anyOrder: true, want: func(a []value.Value) value.Value {
			var out value.List
			cells := cellsOf(a[0])
			for _, c := range cells {
				for h := 1; h <= 4; h++ {
					for w := 1; w <= 4; w++ {
						if r := inside(cells, c.Row, c.Col, h, w); r != nil {
							out = append(out, set(r))
						}
					}
				}
			}
			return out
		}}},
		"width": {{args: with(board), want: func(a []value.Value) value.Value {
			_, left, _, right := extent(cellsOf(a[0]))
			return value.Int(right - left + 1)
		}}},
		"height": {{args: with(board), want: func(a []value.Value) value.Value {
			top, _, bottom, _ := extent(cellsOf(a[0]))
			return value.Int(bottom - top + 1)
		}}},
		"areas": {{args: with(gridArg), anyOrder: true, want: func(a []value.Value) value.Value {
			var out value.List
			g := a[0].(*value.Array)
			for n := 1; n <= 3; n++ {
				var cells []value.Value
				for i, k := range g.Keys.List() {
					if g.Values[i] == value.Value(value.Int(n)) {
						cells = append(cells, k)
					}
				}
				if cells != nil {
					out = append(out, set(cells))
				}
			}
			return out
		}}},
		"values": {{args: with(gridArg), want: func(a []value.Value) value.Value {
			var out []value.Value
			for n := 1; n <= 3; n++ {
				if contains(a[0].(*value.Array).Values, value.Int(n)) {
					out = append(out, value.Int(n))
				}
			}
			return set(out)
		}}},
		"clues": {{args: with(gridArg), want: func(a []value.Value) value.Value { return set(clues(a[0])) }}},
		"ray": {{args: with(cellOf, direction), want: func(a []value.Value) value.Value {
			var out value.List
			c := a[0].(value.Cell)
			rows, cols := stepOf(a[1])
			for n := 1; n <= 4; n++ {
				if next := onBoard(c, c.Row+n*rows, c.Col+n*cols); next != (value.None{}) {
					out = append(out, next)
				}
			}
			return out
		}}},
		"next": {{args: with(cellOf, direction), want: func(a []value.Value) value.Value {
			c := a[0].(value.Cell)
			rows, cols := stepOf(a[1])
			return onBoard(c, c.Row+rows, c.Col+cols)
		}}},
		"opposite": {{args: with(direction), check: func(a []value.Value, got value.Value) string {
			rows, cols := stepOf(a[0])
			if backRows, backCols := stepOf(got); rows+backRows != 0 || cols+backCols != 0 {
				return "it does not lead back"
			}
			return ""
		}}},
		"ring": {{args: with(cellOf), check: ringOf}},
		"distance": {{args: func(t *rapid.T) []value.Value {
			cells := square(t).Cells()
			return []value.Value{some(t, cells), some(t, cells)}
		}, want: func(a []value.Value) value.Value {
			p, q := a[0].(value.Cell), a[1].(value.Cell)
			return value.Int(distance(p.Row-q.Row) + distance(p.Col-q.Col))
		}}, {args: func(t *rapid.T) []value.Value {
			return []value.Value{small(t), small(t), anyGraph(t)}
		}, want: func(a []value.Value) value.Value {
			g := a[2].(*value.Graph)
			return farAway(a[0], a[1], g.Vertices.List(), g.EdgeList())
		}}, {form: 1, args: func(t *rapid.T) []value.Value {
			cells := square(t).Cells()
			return []value.Value{some(t, cells), some(t, cells), set(part(t, cells))}
		}, want: func(a []value.Value) value.Value {
			sides := joinCells(a[2], func(r, c int) bool { return distance(r)+distance(c) == 1 }).(*value.Graph)
			return farAway(a[0], a[1], elements(a[2]), sides.EdgeList())
		}}, {form: 2, args: func(t *rapid.T) []value.Value {
			return append([]value.Value{small(t), small(t)}, someEdges(t)...)
		}, want: func(a []value.Value) value.Value {
			return farAway(a[0], a[1], []value.Value{value.Int(1), value.Int(2), value.Int(3), value.Int(4), value.Int(5), a[0]}, elements(a[2]))
		}}, {args: func(t *rapid.T) []value.Value {
			of := graphAnd(setOfVertices)(t)
			return []value.Value{small(t), small(t), of[1], of[0]}
		}, want: func(a []value.Value) value.Value {
			return farAway(a[0], a[1], elements(a[2]), a[3].(*value.Graph).EdgeList())
		}}, {args: func(t *rapid.T) []value.Value {
			return append([]value.Value{small(t), small(t), set(part(t, []value.Value{value.Int(1), value.Int(2), value.Int(3), value.Int(4)}))}, someEdges(t)...)
		}, want: func(a []value.Value) value.Value { return farAway(a[0], a[1], elements(a[2]), elements(a[3])) }}},
		"sightlines": {{args: with(gridArg), want: func(a []value.Value) value.Value {
			all := clues(a[0])
			return join(all, func(a, b value.Value) bool {
				p, q := a.(value.Cell), b.(value.Cell)
				between := func(c value.Cell) bool {
					return c.Row >= p.Row && c.Row <= q.Row && c.Col >= p.Col && c.Col <= q.Col
				}
				n := 0
				for _, c := range all {
					if between(c.(value.Cell)) {
						n++
					}
				}
				return (p.Row == q.Row || p.Col == q.Col) && n == 2
			})
		}}},
	}
}

// ringOf: the ring has the cells around c, clockwise; where they are one stretch it
// begins at the end of that, and where none is missing it is closed.
func ringOf(a []value.Value, got value.Value) string {
	c := a[0].(value.Cell)
	var clockwise []value.Value
	for _, o := range [][2]int{{-1, 0}, {-1, 1}, {0, 1}, {1, 1}, {1, 0}, {1, -1}, {0, -1}, {-1, -1}} {
		if p := onBoard(c, c.Row+o[0], c.Col+o[1]); p != (value.None{}) {
			clockwise = append(clockwise, p)
		}
	}
	items := elements(got)
	if _, closed := got.(value.Ring); closed != (len(clockwise) == 8) {
		return "it is closed, or not, where it shouldn't"
	}
	breaks := func(vs []value.Value) (n int) {
		for i := 1; i < len(vs); i++ {
			p, q := vs[i-1].(value.Cell), vs[i].(value.Cell)
			if distance(p.Row-q.Row)+distance(p.Col-q.Col) != 1 {
				n++
			}
		}
		return n
	}
	turned, least := len(clockwise) == 0 && len(items) == 0, 8
	for i := range clockwise {
		way := slices.Concat(clockwise[i:], clockwise[:i])
		turned = turned || slices.EqualFunc(way, items, value.Equal)
		least = min(least, breaks(way))
	}
	switch {
	case !turned:
		return "these are not the cells around it, clockwise"
	case len(items) > 0 && breaks(items) != least:
		return "it is not in one stretch"
	}
	return ""
}

// farAway spreads from a over some vertices, step by step, until b is met or nothing is new.
func farAway(a, b value.Value, within, edges []value.Value) value.Value {
	if !contains(within, a) || !contains(within, b) {
		return value.None{}
	}
	met := []value.Value{a}
	for steps := 0; ; steps++ {
		if contains(met, b) {
			return value.Int(steps)
		}
		next := slices.Clone(met)
		for _, e := range edges {
			e := e.(value.Edge)
			if contains(met, e.A) && contains(within, e.B) {
				next = append(next, e.B)
			}
			if !e.Directed && contains(met, e.B) && contains(within, e.A) {
				next = append(next, e.A)
			}
		}
		if len(set(next).(*value.Set).List()) == len(set(met).(*value.Set).List()) {
			return value.None{}
		}
		met = next
	}
}

package library_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"nazo/dsl/library"
	"nazo/dsl/value"
	"pgregory.net/rapid"
)

// definition is a function of the library once more, as its line of documentation says
// it: arguments to try, and what comes of them. It shares no code with the function.
type definition struct {
	args func(*rapid.T) []value.Value
	// Of want and check one is set. check says what is wrong with a result, "" for
	// nothing.
	want  func(args []value.Value) value.Value
	check func(args []value.Value, got value.Value) string
	// form is the signature that the arguments fit, for functions that ask.
	form int
	// anyOrder says that the documentation names no order of a list.
	anyOrder bool
}

// TestAgainstNaiveDefinitions holds each function against its definition. One without a
// definition for each number of arguments fails.
func TestAgainstNaiveDefinitions(t *testing.T) {
	all := definitions()
	for _, f := range library.All() {
		t.Run(f.Name, func(t *testing.T) {
			tried := map[int]bool{}
			for _, d := range all[f.Name] {
				rapid.Check(t, func(t *rapid.T) {
					args := d.args(t)
					tried[len(args)] = true
					got, err := f.Apply(&library.Call{Name: f.Name, Args: args, Form: d.form, Draw: rand.NewPCG(1, 1)})
					if err != nil {
						t.Fatalf("%s%s: %v", f.Name, value.String(value.Tuple(args)), err)
					}
					if d.check != nil {
						if wrong := d.check(args, got); wrong != "" {
							t.Fatalf("%s%s is %s: %s", f.Name, value.String(value.Tuple(args)), value.String(got), wrong)
						}
						return
					}
					if want := d.want(args); plain(got, d.anyOrder) != plain(want, d.anyOrder) {
						t.Fatalf("%s%s is %s, want %s", f.Name, value.String(value.Tuple(args)), plain(got, d.anyOrder), plain(want, d.anyOrder))
					}
				})
			}
			for n := range 5 {
				if f.Takes(n) && !tried[n] {
					t.Errorf("there is no naive definition of %s of %d arguments", f.Name, n)
				}
			}
		})
		delete(all, f.Name)
	}
	for name := range all {
		t.Errorf("%s is no function of the library", name)
	}
}

// plain spells a value so that equal ones are spelt alike: sets and graphs in order,
// and lists too, if they have none.
func plain(v value.Value, anyOrder bool) string {
	switch v := v.(type) {
	case *value.Set:
		return "set " + spelt(v.List(), true)
	case value.Range:
		return "set " + spelt(value.Elements(v), true)
	case value.List:
		return "list " + spelt(v, anyOrder)
	case value.Ring:
		return "ring " + spelt(v, anyOrder)
	case *value.Graph:
		return fmt.Sprintf("graph %v %s %s", v.Directed, spelt(v.Vertices.List(), true), spelt(v.EdgeList(), true))
	case *value.Array:
		var entries []value.Value
		for i, k := range v.Keys.List() {
			entries = append(entries, value.Tuple{k, v.Values[i]})
		}
		return "array " + spelt(entries, true)
	}
	return string(value.Spell(nil, v))
}

func spelt(vs []value.Value, sorted bool) string {
	var texts []string
	for _, v := range vs {
		texts = append(texts, plain(v, false))
	}
	if sorted {
		slices.Sort(texts)
	}
	return fmt.Sprintf("%q", texts)
}

// The arguments.

func ints(t *rapid.T, least, greatest int) value.Value {
	return value.Int(rapid.IntRange(least, greatest).Draw(t, "n"))
}

func some[T any](t *rapid.T, of []T) T { return rapid.SampledFrom(of).Draw(t, "one") }

// square is an empty board.
func square(t *rapid.T) *value.Board {
	return &value.Board{Rows: rapid.IntRange(1, 4).Draw(t, "rows"), Cols: rapid.IntRange(1, 4).Draw(t, "columns")}
}

// board is a board, a grid on it, or some of its cells.
func board(t *rapid.T) value.Value {
	b := square(t)
	switch rapid.IntRange(0, 2).Draw(t, "kind of board") {
	case 0:
		return b
	case 1:
		return gridOn(t, b)
	}
	return value.NewSet(part(t, b.Cells())...)
}

// gridOn has a small number or none in each cell.
func gridOn(t *rapid.T, b *value.Board) *value.Array {
	values := make([]value.Value, b.Rows*b.Cols)
	for i := range values {
		if values[i] = ints(t, 0, 3); values[i] == value.Value(value.Int(0)) {
			values[i] = value.None{}
		}
	}
	return value.NewArray(value.NewSet(b.Cells()...), values, b)
}

// part draws some of several, at least one, in another order.
func part[T any](t *rapid.T, of []T) []T {
	mixed := rapid.Permutation(of).Draw(t, "order")
	return mixed[:rapid.IntRange(min(1, len(of)), len(of)).Draw(t, "how many")]
}

// numbers is a collection of small numbers; a list may have none in it.
func numbers(t *rapid.T) value.Value {
	list := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) value.Value { return ints(t, -3, 4) }), 0, 6).Draw(t, "numbers")
	switch rapid.IntRange(0, 3).Draw(t, "kind of collection") {
	case 0:
		return value.NewSet(list...)
	case 1:
		lo := rapid.Int64Range(-2, 3).Draw(t, "lo")
		return value.Range{Lo: lo, Hi: lo + rapid.Int64Range(-1, 4).Draw(t, "length")}
	case 2:
		if len(list) > 0 {
			list[0] = value.None{}
		}
	}
	return value.List(list)
}

// graph is a small graph on numbers, with or without directions.
func graphOf(t *rapid.T, directed bool) *value.Graph {
	n := rapid.IntRange(1, 5).Draw(t, "vertices")
	var vertices []value.Value
	var edges []value.Edge
	for i := range n {
		vertices = append(vertices, value.Int(i+1))
		for j := range n {
			if i != j && rapid.Bool().Draw(t, "joined") {
				edges = append(edges, value.MakeEdge(value.Int(i+1), value.Int(j+1), directed))
			}
		}
	}
	return value.NewGraph(value.NewSet(vertices...), edges, directed)
}

func anyGraph(t *rapid.T) *value.Graph { return graphOf(t, rapid.Bool().Draw(t, "directed")) }

// path is a path in a small graph, and its vertices in order.
func path(t *rapid.T) (*value.Route, []value.Value) {
	g := anyGraph(t)
	line := []value.Value{some(t, g.Vertices.List())}
	for len(line) < 5 {
		var next []value.Value
		for _, e := range g.EdgeList() {
			e := e.(value.Edge)
			for _, ends := range [][2]value.Value{{e.A, e.B}, {e.B, e.A}} {
				if value.Equal(ends[0], line[len(line)-1]) && !slices.ContainsFunc(line, func(v value.Value) bool { return value.Equal(v, ends[1]) }) {
					next = append(next, ends[1])
				}
				if e.Directed {
					break
				}
			}
		}
		if len(next) == 0 || rapid.IntRange(0, 4).Draw(t, "stop") == 0 {
			break
		}
		line = append(line, some(t, next))
	}
	w := &value.Route{Kind: value.Path, Graph: g, Known: true, First: line[0], Edges: off(g.Size()), Vertices: off(g.Vertices.Len())}
	for i, v := range line {
		w.Vertices[g.Vertices.Index(v)] = value.TrueRef
		if i > 0 {
			w.Edges[g.EdgeIndex(value.MakeEdge(line[i-1], v, g.Directed))] = value.TrueRef
		}
	}
	return w, line
}

// off are conditions that don't hold.
func off(n int) []value.BoolRef { return slices.Repeat([]value.BoolRef{value.FalseRef}, n) }

// The definitions' own tools.

func cellsOf(v value.Value) []value.Cell {
	var out []value.Cell
	add := func(vs []value.Value) {
		for _, c := range vs {
			out = append(out, c.(value.Cell))
		}
	}
	switch v := v.(type) {
	case *value.Board:
		for i := range v.Rows {
			for k := range v.Cols {
				out = append(out, value.Cell{Board: v, Row: i + 1, Col: k + 1})
			}
		}
	case *value.Array:
		add(v.Keys.List())
	case *value.Set:
		add(v.List())
	}
	slices.SortFunc(out, func(a, b value.Cell) int {
		if a.Row != b.Row {
			return a.Row - b.Row
		}
		return a.Col - b.Col
	})
	return out
}

func isCell(c value.Cell, row, col int) bool { return c.Row == row && c.Col == col }

func has(cells []value.Cell, row, col int) bool {
	return slices.ContainsFunc(cells, func(c value.Cell) bool { return isCell(c, row, col) })
}

// extent has the least and greatest rows and columns.
func extent(cells []value.Cell) (top, left, bottom, right int) {
	for i, c := range cells {
		if i == 0 {
			top, left, bottom, right = c.Row, c.Col, c.Row, c.Col
		}
		top, left, bottom, right = min(top, c.Row), min(left, c.Col), max(bottom, c.Row), max(right, c.Col)
	}
	return
}

// those are the cells that pass, as a list.
func those(cells []value.Cell, pass func(value.Cell) bool) value.List {
	var out value.List
	for _, c := range cells {
		if pass(c) {
			out = append(out, c)
		}
	}
	return out
}

// inside are the cells of a rectangle, nil if one is missing.
func inside(cells []value.Cell, row, col, h, w int) value.List {
	out := those(cells, func(c value.Cell) bool { return c.Row >= row && c.Row < row+h && c.Col >= col && c.Col < col+w })
	if len(out) != h*w {
		return nil
	}
	return out
}

// join makes the graph of all pairs of vertices that pass.
func join(vertices []value.Value, pass func(a, b value.Value) bool) value.Value {
	var edges []value.Edge
	for i, a := range vertices {
		for _, b := range vertices[i+1:] {
			if pass(a, b) || pass(b, a) {
				edges = append(edges, value.MakeEdge(a, b, false))
			}
		}
	}
	return value.NewGraph(value.NewSet(vertices...), edges, false)
}

// joinCells joins the cells whose distances in rows and columns pass.
func joinCells(v value.Value, pass func(rows, cols int) bool) value.Value {
	var vertices []value.Value
	for _, c := range cellsOf(v) {
		vertices = append(vertices, c)
	}
	return join(vertices, func(a, b value.Value) bool {
		return pass(a.(value.Cell).Row-b.(value.Cell).Row, a.(value.Cell).Col-b.(value.Cell).Col)
	})
}

func distance(n int) int {
	if n < 0 {
		return -n
	}
	return n
}

// elements are the members of a collection one by one.
func elements(v value.Value) []value.Value {
	switch v := v.(type) {
	case *value.Set:
		return v.Sorted()
	case *value.Array:
		return v.Values
	case *value.Route:
		return v.EdgesOn()
	case value.List:
		return v
	case value.Ring:
		return v
	case value.Range:
		var out []value.Value
		for n := v.Lo; n <= v.Hi; n++ {
			out = append(out, value.Int(n))
		}
		return out
	}
	return nil
}

func contains(vs []value.Value, v value.Value) bool {
	return slices.ContainsFunc(vs, func(w value.Value) bool { return value.Equal(v, w) })
}

// present are the elements that are not none, as Go's numbers.
func present(v value.Value) (out []int64) {
	for _, e := range elements(v) {
		if n, ok := e.(value.Int); ok {
			out = append(out, int64(n))
		}
	}
	return out
}

// reach reports whether edges, in whatever direction, lead from a to b.
func reach(edges []value.Value, a, b value.Value) bool {
	met := []value.Value{a}
	for i := 0; i < len(met); i++ {
		for _, e := range edges {
			e := e.(value.Edge)
			if value.Equal(e.A, met[i]) && !contains(met, e.B) {
				met = append(met, e.B)
			}
			if value.Equal(e.B, met[i]) && !contains(met, e.A) {
				met = append(met, e.A)
			}
		}
	}
	return contains(met, b)
}

// hangTogether reports whether each of some vertices reaches each by edges between them.
func hangTogether(vertices, edges []value.Value) bool {
	var inside []value.Value
	for _, e := range edges {
		if contains(vertices, e.(value.Edge).A) && contains(vertices, e.(value.Edge).B) {
			inside = append(inside, e)
		}
	}
	for _, a := range vertices {
		for _, b := range vertices {
			if !reach(inside, a, b) {
				return false
			}
		}
	}
	return true
}

// partOf is what v, one of some vertices, hangs together with by edges between them.
func partOf(v value.Value, vertices, edges []value.Value) value.Value {
	var out []value.Value
	for _, w := range vertices {
		var inside []value.Value
		for _, e := range edges {
			if contains(vertices, e.(value.Edge).A) && contains(vertices, e.(value.Edge).B) {
				inside = append(inside, e)
			}
		}
		if contains(vertices, v) && reach(inside, v, w) {
			out = append(out, w)
		}
	}
	return set(out)
}

func set(vs []value.Value) value.Value { return value.NewSet(vs...) }

// reachesAll reports whether from each of the vertices a[0] one of a[1] is reached by edges between them.
func reachesAll(a []value.Value, edges []value.Value) value.Value {
	for _, v := range elements(a[0]) {
		if !slices.ContainsFunc(elements(partOf(v, elements(a[0]), edges)), func(w value.Value) bool { return contains(elements(a[1]), w) }) {
			return value.False
		}
	}
	return value.True
}

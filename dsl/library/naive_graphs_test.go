package library_test

import (
	"slices"

	"nazo/dsl/value"
	"pgregory.net/rapid"
)

func graphArg(t *rapid.T) value.Value { return anyGraph(t) }

// graphAnd draws a graph, and a vertex or a set of vertices.
func graphAnd(pick func(*rapid.T, []value.Value) value.Value) func(*rapid.T) []value.Value {
	return func(t *rapid.T) []value.Value {
		g := anyGraph(t)
		return []value.Value{g, pick(t, g.Vertices.List())}
	}
}

func vertexOf(t *rapid.T, vs []value.Value) value.Value { return some(t, vs) }

func setOfVertices(t *rapid.T, vs []value.Value) value.Value { return set(part(t, vs)) }

// pairArgs draws vertices and pairs of them, as tuples, sets or lists.
func pairArgs(t *rapid.T) []value.Value {
	vertices := []value.Value{value.Int(1), value.Int(2), value.Int(3), value.Int(4)}
	var pairs value.List
	for _, a := range vertices {
		for _, b := range vertices {
			if a != b && rapid.Bool().Draw(t, "joined") {
				pairs = append(pairs, value.Tuple{a, b})
			}
		}
	}
	return []value.Value{set(vertices), pairs}
}

// edgesThat are the edges of a graph that pass.
func edgesThat(g value.Value, pass func(a, b value.Value) bool) value.Value {
	var out []value.Value
	for _, e := range g.(*value.Graph).EdgeList() {
		if pass(e.(value.Edge).A, e.(value.Edge).B) {
			out = append(out, e)
		}
	}
	return set(out)
}

// members has one vertex, or those of a set.
func members(v value.Value) []value.Value {
	if s, ok := v.(*value.Set); ok {
		return s.List()
	}
	return []value.Value{v}
}

func graphDefinitions() map[string][]definition {
	neighbors := func(a []value.Value) value.Value {
		var out []value.Value
		for _, e := range a[0].(*value.Graph).EdgeList() {
			e := e.(value.Edge)
			in := members(a[1])
			if contains(in, e.A) && !contains(in, e.B) {
				out = append(out, e.B)
			}
			if !e.Directed && contains(in, e.B) && !contains(in, e.A) {
				out = append(out, e.A)
			}
		}
		return set(out)
	}
	explicit := func(directed bool) func(a []value.Value) value.Value {
		return func(a []value.Value) value.Value {
			var edges []value.Edge
			for _, p := range elements(a[1]) {
				p := p.(value.Tuple)
				if e := value.MakeEdge(p[0], p[1], directed); !slices.Contains(edges, e) {
					edges = append(edges, e)
				}
			}
			return value.NewGraph(a[0].(*value.Set), edges, directed)
		}
	}
	return map[string][]definition{
		"orthogonal": {{args: with(board), want: func(a []value.Value) value.Value {
			return joinCells(a[0], func(r, c int) bool { return distance(r)+distance(c) == 1 })
		}}},
		"king": {{args: with(board), want: func(a []value.Value) value.Value {
			return joinCells(a[0], func(r, c int) bool { return max(distance(r), distance(c)) == 1 })
		}}},
		"leaper": {
			{args: with(board, small, small), want: func(a []value.Value) value.Value {
				return joinCells(a[0], func(r, c int) bool {
					p, q := number(a[1]), number(a[2])
					return distance(r) == p && distance(c) == q || distance(r) == q && distance(c) == p
				})
			}},
			{args: func(t *rapid.T) []value.Value {
				var steps value.List
				for range rapid.IntRange(1, 3).Draw(t, "steps") {
					steps = append(steps, value.Tuple{ints(t, -2, 2), ints(t, -2, 2)})
				}
				return []value.Value{board(t), steps}
			}, want: func(a []value.Value) value.Value {
				return joinCells(a[0], func(r, c int) bool {
					return (r != 0 || c != 0) && contains(elements(a[1]), value.Tuple{value.Int(r), value.Int(c)})
				})
			}},
		},
		"lattice": {{args: with(board), want: func(a []value.Value) value.Value {
			var points []value.Value
			cells := cellsOf(a[0])
			for r := 1; r <= 5; r++ {
				for c := 1; c <= 5; c++ {
					if has(cells, r, c) || has(cells, r-1, c) || has(cells, r, c-1) || has(cells, r-1, c-1) {
						points = append(points, value.Cell{Board: &value.Board{Rows: 5, Cols: 5, Points: true}, Row: r, Col: c})
					}
				}
			}
			return join(points, func(a, b value.Value) bool {
				p, q := a.(value.Cell), b.(value.Cell)
				down := q.Col == p.Col && q.Row == p.Row+1 && (has(cells, p.Row, p.Col) || has(cells, p.Row, p.Col-1))
				right := q.Row == p.Row && q.Col == p.Col+1 && (has(cells, p.Row, p.Col) || has(cells, p.Row-1, p.Col))
				return down || right
			})
		}}},
		"complete": {{args: with(numbers), want: func(a []value.Value) value.Value {
			var vertices []value.Value
			for _, v := range elements(a[0]) {
				if v != (value.None{}) && !contains(vertices, v) {
					vertices = append(vertices, v)
				}
			}
			return join(vertices, func(a, b value.Value) bool { return true })
		}}},
		"within": {{args: graphAnd(setOfVertices), want: func(a []value.Value) value.Value {
			g, keep := a[0].(*value.Graph), members(a[1])
			var edges []value.Edge
			for _, e := range elements(edgesThat(g, func(p, q value.Value) bool { return contains(keep, p) && contains(keep, q) })) {
				edges = append(edges, e.(value.Edge))
			}
			return value.NewGraph(value.NewSet(keep...), edges, g.Directed)
		}}},
		"graph":   {{args: pairArgs, want: explicit(false)}},
		"digraph": {{args: pairArgs, want: explicit(true)}},
		"vertices": {{args: with(graphArg), want: func(a []value.Value) value.Value {
			return set(a[0].(*value.Graph).Vertices.Sorted())
		}}},
		"edges": {{args: with(graphArg), want: func(a []value.Value) value.Value {
			return edgesThat(a[0], func(p, q value.Value) bool { return true })
		}}},
		"edge": {{args: with(small, small), check: func(a []value.Value, got value.Value) string {
			e, ok := got.(value.Edge)
			if !ok || e.Directed || !value.Equal(set([]value.Value{e.A, e.B}), set(a)) {
				return "it does not join them"
			}
			return ""
		}}},
		"neighbors": {{args: graphAnd(vertexOf), want: neighbors}, {args: graphAnd(setOfVertices), want: neighbors}},
		"incident": {{args: graphAnd(vertexOf), want: func(a []value.Value) value.Value {
			return edgesThat(a[0], func(p, q value.Value) bool { return p == a[1] || q == a[1] })
		}}},
		"border": {{args: graphAnd(setOfVertices), want: func(a []value.Value) value.Value {
			in := members(a[1])
			return edgesThat(a[0], func(p, q value.Value) bool { return contains(in, p) != contains(in, q) })
		}}},
		"sides": {{args: with(cellOf), want: func(a []value.Value) value.Value {
			c := a[0].(value.Cell)
			var out []value.Value
			points := &value.Board{Rows: 5, Cols: 5, Points: true}
			corners := []value.Value{points.At(c.Row, c.Col), points.At(c.Row, c.Col+1), points.At(c.Row+1, c.Col+1), points.At(c.Row+1, c.Col)}
			for i := range corners {
				out = append(out, value.MakeEdge(corners[i], corners[(i+1)%4], false))
			}
			return set(out)
		}}},
		"along": {{args: func(t *rapid.T) []value.Value {
			return []value.Value{value.List(rapid.Permutation([]value.Value{value.Int(1), value.Int(2), value.Int(3), value.Int(4)}).Draw(t, "order"))}
		}, want: func(a []value.Value) value.Value {
			list := elements(a[0])
			return set([]value.Value{value.MakeEdge(list[0], list[1], false), value.MakeEdge(list[1], list[2], false), value.MakeEdge(list[2], list[3], false)})
		}}},
		"crossings": {{anyOrder: true, args: func(t *rapid.T) []value.Value {
			cells := (&value.Board{Rows: 3, Cols: 4}).Cells()
			var edges []value.Edge
			for range rapid.IntRange(0, 6).Draw(t, "edges") {
				edges = append(edges, value.MakeEdge(some(t, cells), some(t, cells), false))
			}
			return []value.Value{value.NewGraph(value.NewSet(cells...), edges, false)}
		}, want: func(a []value.Value) value.Value {
			var out value.List
			all := a[0].(*value.Graph).EdgeList()
			for i, e := range all {
				for _, f := range all[:i] {
					if cross(e.(value.Edge), f.(value.Edge)) {
						out = append(out, set([]value.Value{e, f}))
					}
				}
			}
			return out
		}}},
	}
}

// cross solves for the point that two lines have in common, and asks whether it lies
// between the ends of both; on one line it asks whether they share more than a point.
func cross(e, f value.Edge) bool {
	p, q, r, s := e.A.(value.Cell), e.B.(value.Cell), f.A.(value.Cell), f.B.(value.Cell)
	dx, dy, ex, ey := q.Col-p.Col, q.Row-p.Row, s.Col-r.Col, s.Row-r.Row
	det := dx*ey - dy*ex
	bx, by := r.Col-p.Col, r.Row-p.Row
	if det != 0 { // p + t d = r + u e
		t, u := bx*ey-by*ex, bx*dy-by*dx
		if det < 0 {
			t, u, det = -t, -u, -det
		}
		return 0 < t && t < det && 0 < u && u < det
	}
	if bx*dy-by*dx != 0 {
		return false
	}
	place := func(c value.Cell) int { return 100*c.Row + c.Col } // in order along any line
	lo, hi := max(min(place(p), place(q)), min(place(r), place(s))), min(max(place(p), place(q)), max(place(r), place(s)))
	return lo < hi
}

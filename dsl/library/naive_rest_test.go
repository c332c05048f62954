package library_test

import (
	"fmt"
	"maps"
	"math"
	"regexp"
	"slices"
	"strings"

	"nazo/dsl/value"
	"pgregory.net/rapid"
)

func definitions() map[string][]definition {
	all := map[string][]definition{}
	for _, part := range []map[string][]definition{boardDefinitions(), shapeDefinitions(), graphDefinitions(), findDefinitions(), collectionDefinitions()} {
		maps.Copy(all, part)
	}
	return all
}

// routeAnd draws a path, which a definition finds by its key, and what pick draws of the
// vertices of its graph.
func routeAnd(pick func(*rapid.T, []value.Value) value.Value) func(*rapid.T) []value.Value {
	return func(t *rapid.T) []value.Value {
		w, _ := path(t)
		if pick == nil {
			return []value.Value{w}
		}
		return []value.Value{w, pick(t, w.Graph.Vertices.List())}
	}
}

// partition is that of a small graph into the parts that some of its edges make.
func partition(t *rapid.T) value.Value {
	g := graphOf(t, false)
	part := make([]int32, g.Vertices.Len())
	for i := range part {
		part[i] = int32(i)
	}
	for _, e := range g.Plain().Edges {
		if rapid.Bool().Draw(t, "on") {
			from, to := part[e.U], part[e.V]
			for i := range part {
				if part[i] == from {
					part[i] = to
				}
			}
		}
	}
	return value.OfParts(g, part)
}

// lineOf follows a path from its first vertex.
func lineOf(v value.Value) []value.Value {
	w := v.(*value.Route)
	line := []value.Value{w.First}
	for grown := true; grown; {
		grown = false
		for _, e := range w.EdgesOn() {
			e, last := e.(value.Edge), line[len(line)-1]
			if e.A == last && !contains(line, e.B) {
				line, grown = append(line, e.B), true
				break
			}
			if !e.Directed && e.B == last && !contains(line, e.A) {
				line, grown = append(line, e.A), true
				break
			}
		}
	}
	return line
}

func someEdges(t *rapid.T) []value.Value {
	g := anyGraph(t)
	var some []value.Value
	for _, e := range g.EdgeList() {
		if rapid.Bool().Draw(t, "on") {
			some = append(some, e)
		}
	}
	return []value.Value{set(some)}
}

func findDefinitions() map[string][]definition {
	end := func(last bool) []definition {
		return []definition{{args: routeAnd(vertexOf), want: func(a []value.Value) value.Value {
			line := lineOf(a[0])
			if last {
				return value.Of(line[len(line)-1] == a[1])
			}
			return value.Of(line[0] == a[1])
		}}}
	}
	degree := func(a []value.Value) value.Value {
		n := 0
		for _, e := range elements(a[0]) {
			if e.(value.Edge).A == a[1] || e.(value.Edge).B == a[1] {
				n++
			}
		}
		return value.Int(n)
	}
	return map[string][]definition{
		"covers": {{args: routeAnd(setOfVertices), want: func(a []value.Value) value.Value {
			for _, v := range members(a[1]) {
				if !contains(lineOf(a[0]), v) {
					return value.False
				}
			}
			return value.True
		}}},
		"inside": {
			{args: fenced, want: func(a []value.Value) value.Value { // what both ways out of a cell meet an odd number of times
				w := a[0].(*value.Route)
				var out []value.Value
				b := value.BoardOf(w.Graph.Vertices)
				for row := 1; row < b.Rows; row++ {
					for col := 1; col < b.Cols; col++ {
						n := 0
						for right := col + 1; right <= b.Cols; right++ {
							if w.HasEdge(value.MakeEdge(b.At(row, right), b.At(row+1, right), false)) {
								n++
							}
						}
						if n%2 == 1 {
							out = append(out, value.Cell{Board: &value.Board{Rows: b.Rows - 1, Cols: b.Cols - 1}, Row: row, Col: col})
						}
					}
				}
				return value.NewSet(out...)
			}},
			{args: ring, want: func(a []value.Value) value.Value { // what is within the rectangle
				w := a[0].(*value.Route)
				top, left, bottom, right := extent(cellsOf(value.NewSet(w.VerticesOn()...)))
				var out []value.Value
				b := value.BoardOf(w.Graph.Vertices)
				for row := top + 1; row < bottom; row++ {
					for col := left + 1; col < right; col++ {
						out = append(out, b.At(row, col))
					}
				}
				return value.NewSet(out...)
			}},
		},
		"visits":    {{args: routeAnd(nil), want: func(a []value.Value) value.Value { return set(lineOf(a[0])) }}},
		"length":    {{args: routeAnd(nil), want: func(a []value.Value) value.Value { return value.Int(len(lineOf(a[0])) - 1) }}},
		"starts_at": end(false),
		"ends_at":   end(true),
		"step": {{args: routeAnd(nil), want: func(a []value.Value) value.Value {
			line, vertices := lineOf(a[0]), a[0].(*value.Route).Graph.Vertices
			var out []value.Value
			for _, v := range vertices.List() {
				var step value.Value = value.None{}
				for i, w := range line {
					if w == v {
						step = value.Int(i + 1)
					}
				}
				out = append(out, step)
			}
			return value.NewArray(vertices, out, nil)
		}}, {args: round, want: func(a []value.Value) value.Value {
			w := a[0].(*value.Route)
			var out []value.Value
			for _, v := range w.Graph.Vertices.List() {
				var step value.Value = value.None{}
				if at := a[1]; w.HasVertex(a[1]) && w.HasVertex(v) {
					n := 1
					for ; !value.Equal(at, v); n++ {
						for _, e := range w.EdgesOn() {
							if value.Equal(e.(value.Edge).A, at) {
								at = e.(value.Edge).B
								break
							}
						}
					}
					step = value.Int(n)
				}
				out = append(out, step)
			}
			return value.NewArray(w.Graph.Vertices, out, nil)
		}}},
		"degree": {{args: routeAnd(vertexOf), want: degree}, {args: func(t *rapid.T) []value.Value { return append(someEdges(t), small(t)) }, want: degree}},
		"borders": {{args: with(partition), want: func(a []value.Value) value.Value {
			r := a[0].(*value.Regions)
			within := value.NewSet(r.Graph.EdgeList()...).Sorted()
			for _, part := range r.Parts() {
				within = slices.DeleteFunc(within, func(e value.Value) bool { return contains(part, e.(value.Edge).A) && contains(part, e.(value.Edge).B) })
			}
			return set(within)
		}}},
		"connected": {
			{args: with(func(t *rapid.T) value.Value { return set(part(t, square(t).Cells())) }), want: func(a []value.Value) value.Value {
				return value.Of(hangTogether(elements(a[0]), joinCells(a[0], func(r, c int) bool { return distance(r)+distance(c) == 1 }).(*value.Graph).EdgeList()))
			}},
			{args: func(t *rapid.T) []value.Value {
				a := graphAnd(setOfVertices)(t)
				return []value.Value{a[1], a[0]}
			}, want: func(a []value.Value) value.Value {
				return value.Of(hangTogether(elements(a[0]), a[1].(*value.Graph).EdgeList()))
			}},
			{args: func(t *rapid.T) []value.Value {
				return append([]value.Value{set(part(t, []value.Value{value.Int(1), value.Int(2), value.Int(3), value.Int(4)}))}, someEdges(t)...)
			}, want: func(a []value.Value) value.Value { return value.Of(hangTogether(elements(a[0]), elements(a[1]))) }},
		},
		"reaches": {
			{args: func(t *rapid.T) []value.Value {
				cells := square(t).Cells()
				return []value.Value{set(part(t, cells)), set(part(t, cells))}
			}, want: func(a []value.Value) value.Value {
				return reachesAll(a, joinCells(a[0], func(r, c int) bool { return distance(r)+distance(c) == 1 }).(*value.Graph).EdgeList())
			}},
			{args: func(t *rapid.T) []value.Value {
				a := graphAnd(setOfVertices)(t)
				return []value.Value{a[1], setOfVertices(t, a[0].(*value.Graph).Vertices.List()), a[0]}
			}, want: func(a []value.Value) value.Value { return reachesAll(a, a[2].(*value.Graph).EdgeList()) }},
			{args: func(t *rapid.T) []value.Value {
				numbers := []value.Value{value.Int(1), value.Int(2), value.Int(3), value.Int(4)}
				return append([]value.Value{set(part(t, numbers)), set(part(t, numbers))}, someEdges(t)...)
			}, want: func(a []value.Value) value.Value { return reachesAll(a, elements(a[2])) }},
		},
		"acyclic": {{args: someEdges, want: func(a []value.Value) value.Value {
			edges := elements(a[0])
			for i, e := range edges { // a ring leads from one end to the other without e
				others := slices.Concat(edges[:i], edges[i+1:])
				if reach(others, e.(value.Edge).A, e.(value.Edge).B) {
					return value.False
				}
			}
			return value.True
		}}},
		"part": {
			{args: func(t *rapid.T) []value.Value {
				cells := square(t).Cells()
				return []value.Value{some(t, cells), set(part(t, cells))}
			}, want: func(a []value.Value) value.Value {
				return partOf(a[0], elements(a[1]), joinCells(a[1], func(r, c int) bool { return distance(r)+distance(c) == 1 }).(*value.Graph).EdgeList())
			}},
			{args: func(t *rapid.T) []value.Value {
				a := graphAnd(setOfVertices)(t)
				return []value.Value{small(t), a[1], a[0]}
			}, want: func(a []value.Value) value.Value {
				return partOf(a[0], elements(a[1]), a[2].(*value.Graph).EdgeList())
			}},
			{args: func(t *rapid.T) []value.Value {
				return append([]value.Value{small(t), set(part(t, []value.Value{value.Int(1), value.Int(2), value.Int(3), value.Int(4)}))}, someEdges(t)...)
			}, want: func(a []value.Value) value.Value { return partOf(a[0], elements(a[1]), elements(a[2])) }},
			{args: func(t *rapid.T) []value.Value { return append([]value.Value{small(t)}, someEdges(t)...) }, form: 1, want: func(a []value.Value) value.Value {
				inside := []value.Value{a[0]}
				for _, e := range elements(a[1]) {
					inside = append(inside, e.(value.Edge).A, e.(value.Edge).B)
				}
				return partOf(a[0], inside, elements(a[1]))
			}},
			{args: func(t *rapid.T) []value.Value { return append([]value.Value{small(t)}, routeAnd(nil)(t)...) }, form: 2, want: func(a []value.Value) value.Value {
				return partOf(a[0], lineOf(a[1]), elements(a[1]))
			}},
			{args: func(t *rapid.T) []value.Value { return []value.Value{small(t), partition(t)} }, form: 3, want: func(a []value.Value) value.Value {
				for _, part := range a[1].(*value.Regions).Parts() {
					if contains(part, a[0]) {
						return set(part)
					}
				}
				return value.NewSet()
			}},
		},
		"inverse": {{args: func(t *rapid.T) []value.Value {
			keys := []value.Value{value.Int(1), value.Int(2), value.Int(3), value.Int(4)}
			return []value.Value{value.NewArray(value.NewSet(keys...), rapid.Permutation(keys).Draw(t, "values"), nil)}
		}, check: func(a []value.Value, got value.Value) string {
			p, q := a[0].(*value.Array), got.(*value.Array)
			for _, k := range p.Keys.List() {
				v, _ := p.At(k)
				if back, _ := q.At(v); back != k {
					return fmt.Sprintf("%s is at %s", value.String(v), value.String(k))
				}
			}
			return ""
		}}},
	}
}

func stack(t *rapid.T) value.Value {
	list := rapid.SliceOfN(rapid.Custom(small), 0, 4).Draw(t, "stack")
	return value.List(list)
}

func collectionDefinitions() map[string][]definition {
	extremum := func(better func(a, b int64) bool) []definition {
		return []definition{{args: with(numbers), want: func(a []value.Value) value.Value {
			all := present(a[0])
			for _, n := range all {
				if !slices.ContainsFunc(all, func(m int64) bool { return better(m, n) }) {
					return value.Int(n)
				}
			}
			return value.None{}
		}}}
	}
	distinctOnes := func(v value.Value) (out []value.Value) {
		for _, e := range elements(v) {
			if e != (value.None{}) && !contains(out, e) {
				out = append(out, e)
			}
		}
		return out
	}
	withoutNone := func(t *rapid.T) value.Value {
		return value.List(rapid.SliceOfN(rapid.Custom(func(t *rapid.T) value.Value { return ints(t, 0, 4) }), 0, 6).Draw(t, "list"))
	}
	line := func(t *rapid.T) value.Value {
		list := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) value.Value {
			if n := ints(t, 0, 2); n != value.Value(value.Int(0)) {
				return n
			}
			return value.None{}
		}), 0, 8).Draw(t, "line")
		if rapid.Bool().Draw(t, "cyclic") {
			return value.Ring(list)
		}
		return value.List(list)
	}
	table := func(t *rapid.T) value.Value {
		var rows value.List
		for range 5 {
			row := value.List{}
			for range 5 {
				row = append(row, ints(t, 0, 9))
			}
			rows = append(rows, row)
		}
		switch rapid.IntRange(0, 2).Draw(t, "kind of table") {
		case 0:
			return rows
		case 1: // a grid
			b := &value.Board{Rows: 5, Cols: 5}
			var values []value.Value
			for _, r := range rows {
				values = append(values, r.(value.List)...)
			}
			return value.NewArray(value.NewSet(b.Cells()...), values, b)
		}
		var keys, values []value.Value // for each two ends
		for i, r := range rows {
			for k, v := range r.(value.List) {
				keys, values = append(keys, value.Tuple{value.Int(i + 1), value.Int(k + 1)}), append(values, v)
			}
		}
		return value.NewArray(value.NewSet(keys...), values, nil)
	}
	total := func(a []value.Value) value.Value {
		n := 0
		for _, e := range elements(a[1]) {
			row, col := number(e.(value.Edge).A), number(e.(value.Edge).B)
			switch cost := a[0].(type) {
			case value.List:
				n += number(cost[row-1].(value.List)[col-1])
			case *value.Array:
				n += number(cost.Values[5*(row-1)+col-1])
			}
		}
		return value.Int(n)
	}
	return map[string][]definition{
		"size": {{args: with(numbers), want: func(a []value.Value) value.Value { return value.Int(len(elements(a[0]))) }}},
		"sum": {{args: with(numbers), want: func(a []value.Value) value.Value {
			n := int64(0)
			for _, v := range present(a[0]) {
				n += v
			}
			return value.Int(n)
		}}},
		"product": {{args: with(numbers), want: func(a []value.Value) value.Value {
			n := int64(1)
			for _, v := range present(a[0]) {
				n *= v
			}
			return value.Int(n)
		}}},
		"min": extremum(func(a, b int64) bool { return a < b }),
		"max": extremum(func(a, b int64) bool { return a > b }),
		"distinct": {{args: with(numbers), want: func(a []value.Value) value.Value {
			return value.Of(len(distinctOnes(a[0])) == len(present(a[0])))
		}}},
		"pairs": {{args: with(numbers), anyOrder: true, want: func(a []value.Value) value.Value {
			var out value.List
			for i, v := range distinctOnes(a[0]) {
				for _, w := range distinctOnes(a[0])[:i] {
					out = append(out, set([]value.Value{v, w}))
				}
			}
			return out
		}}},
		"subsets": {{args: with(numbers), anyOrder: true, want: func(a []value.Value) value.Value {
			all := [][]value.Value{{}}
			for _, v := range distinctOnes(a[0]) {
				for _, s := range all {
					all = append(all, append(slices.Clone(s), v))
				}
			}
			var out value.List
			for _, s := range all {
				out = append(out, set(s))
			}
			return out
		}}},
		"union": {{args: func(t *rapid.T) []value.Value { return []value.Value{value.List{numbers(t), numbers(t)}} }, want: func(a []value.Value) value.Value {
			two := a[0].(value.List)
			return set(slices.Concat(distinctOnes(two[0]), distinctOnes(two[1])))
		}}},
		"sorted": {{args: with(withoutNone), want: func(a []value.Value) value.Value {
			var out value.List
			for n := range 5 {
				for _, v := range elements(a[0]) {
					if number(v) == n {
						out = append(out, v)
					}
				}
			}
			return out
		}}},
		"reverse": {{args: with(numbers), want: func(a []value.Value) value.Value {
			var out value.List
			for _, v := range elements(a[0]) {
				out = append(value.List{v}, out...)
			}
			return out
		}}},
		"rotate": {{args: with(numbers, func(t *rapid.T) value.Value { return ints(t, -9, 9) }), want: func(a []value.Value) value.Value {
			list := value.List(elements(a[0]))
			for range max(number(a[1]), 0) {
				if len(list) > 0 {
					list = append(slices.Clone(list[1:]), list[0])
				}
			}
			for range max(-number(a[1]), 0) {
				if n := len(list); n > 0 {
					list = append(value.List{list[n-1]}, list[:n-1]...)
				}
			}
			return list
		}}},
		"index": {{args: with(withoutNone, small), want: func(a []value.Value) value.Value {
			var place value.Value = value.None{}
			list := elements(a[0])
			for i := len(list) - 1; i >= 0; i-- {
				if list[i] == a[1] {
					place = value.Int(i + 1)
				}
			}
			return place
		}}},
		"shuffled": {{args: with(withoutNone), check: func(a []value.Value, got value.Value) string {
			if plain(a[0], true) != plain(got, true) {
				return "these are not the same elements"
			}
			return ""
		}}},
		"push": {{args: with(stack, small), want: func(a []value.Value) value.Value {
			return slices.Insert(slices.Clone(a[0].(value.List)), len(a[0].(value.List)), a[1])
		}}},
		"pop": {{args: with(stack), want: func(a []value.Value) value.Value {
			if s := a[0].(value.List); len(s) > 0 {
				return s[:len(s)-1]
			}
			return value.List{}
		}}},
		"top": {{args: with(stack), want: func(a []value.Value) value.Value {
			if s := a[0].(value.List); len(s) > 0 {
				return s[len(s)-1]
			}
			return value.None{}
		}}},
		"runs": {
			{args: with(line), want: func(a []value.Value) value.Value {
				return runsOf(a[0], func(v value.Value) bool { return v != (value.None{}) }, true)
			}},
			{args: with(line, func(t *rapid.T) value.Value {
				return set(part(t, []value.Value{value.Int(1), value.Int(2), value.Int(3)}))
			}), want: func(a []value.Value) value.Value {
				return runsOf(a[0], func(v value.Value) bool { return contains(elements(a[1]), v) }, false)
			}},
		},
		"stretches": {{args: with(line, func(t *rapid.T) value.Value {
			return set(part(t, []value.Value{value.Int(1), value.Int(2), value.Int(3)}))
		}), want: func(a []value.Value) value.Value { return stretchesOf(a[0], elements(a[1])) }}},
		"matches": {{args: wildly(1), want: matched}, {args: wildly(2), want: matched}},
		"accepts": {{args: moving, want: moved}},
		"number": {{args: with(withoutNone, func(t *rapid.T) value.Value { return ints(t, 2, 10) }), want: func(a []value.Value) value.Value {
			sum, digits := 0.0, elements(a[0])
			for i, d := range digits {
				sum += float64(number(d)) * math.Pow(float64(number(a[1])), float64(len(digits)-1-i))
			}
			return value.Int(sum)
		}}},
		"total": {
			{args: func(t *rapid.T) []value.Value { return append([]value.Value{table(t)}, someEdges(t)...) }, want: total},
			{args: func(t *rapid.T) []value.Value { return append([]value.Value{table(t)}, routeAnd(nil)(t)...) }, want: total},
		},
		"abs": {{args: with(func(t *rapid.T) value.Value { return ints(t, -9, 9) }), want: func(a []value.Value) value.Value { return value.Int(distance(number(a[0]))) }}},
		"gcd": {{args: with(func(t *rapid.T) value.Value { return ints(t, -12, 12) }, func(t *rapid.T) value.Value { return ints(t, -12, 12) }), want: func(a []value.Value) value.Value {
			for d := 12; d > 0; d-- {
				if number(a[0])%d == 0 && number(a[1])%d == 0 && (number(a[0]) != 0 || number(a[1]) != 0) {
					return value.Int(d)
				}
			}
			return value.Int(0)
		}}},
		"isqrt": {{args: with(func(t *rapid.T) value.Value { return ints(t, -2, 99) }), want: func(a []value.Value) value.Value {
			for root := 10; root >= 0; root-- {
				if root*root <= number(a[0]) {
					return value.Int(root)
				}
			}
			return value.None{}
		}}},
	}
}

// runsOf finds each place where a run begins, and how far it goes: as far as there are
// places in it, of one value if values count.
func runsOf(line value.Value, in func(value.Value) bool, values bool) value.Value {
	places := elements(line)
	n := len(places)
	_, cyclic := line.(value.Ring)
	same := func(i, k int) bool { // two neighbouring places are of one run
		i, k = (i+n)%n, (k+n)%n
		return in(places[i]) && in(places[k]) && (!values || places[i] == places[k])
	}
	var out value.List
	add := func(start, length int) {
		if values {
			out = append(out, value.Tuple{value.Int(length), places[start]})
		} else {
			out = append(out, value.Int(length))
		}
	}
	starts := func(i int) bool { return in(places[i]) && (i == 0 && !cyclic || !same(i-1, i)) }
	first := 0 // of a ring: a place where no run goes on from the one before
	for cyclic && first < n && same(first-1, first) {
		first++
	}
	if cyclic && first == n && n > 0 { // one run all around
		add(0, n)
		return out
	}
	for k := range n {
		i := (first + k) % n
		if !starts(i) {
			continue
		}
		length := 1
		for length < n && (cyclic || i+length < n) && same(i+length-1, i+length) {
			length++
		}
		add(i, length)
	}
	return out
}

// walked is a cycle, or several, of the edges between neighbours on a board that are on.
func walked(b *value.Board, on func(a, b value.Cell) bool) *value.Route {
	var edges []value.Edge
	for _, v := range b.Cells() {
		c := v.(value.Cell)
		for _, to := range []value.Value{b.At(c.Row, c.Col+1), b.At(c.Row+1, c.Col)} {
			if to, ok := to.(value.Cell); ok {
				edges = append(edges, value.MakeEdge(c, to, false))
			}
		}
	}
	w := &value.Route{Kind: value.Cycle, Known: true, Graph: value.NewGraph(value.NewSet(b.Cells()...), edges, false)}
	w.Vertices = slices.Repeat([]value.BoolRef{value.FalseRef}, w.Graph.Vertices.Len())
	for i := range w.Graph.Size() {
		e := w.Graph.Edge(i)
		isOn := on(e.A.(value.Cell), e.B.(value.Cell))
		w.Edges = append(w.Edges, map[bool]value.BoolRef{true: value.TrueRef, false: value.FalseRef}[isOn])
		if isOn {
			w.Vertices[w.Graph.Vertices.Index(e.A)], w.Vertices[w.Graph.Vertices.Index(e.B)] = value.TrueRef, value.TrueRef
		}
	}
	return w
}

// fenced is what fences some cells in, along their sides.
func fenced(t *rapid.T) []value.Value {
	b := square(t)
	in := value.NewSet(part(t, b.Cells())...)
	points := &value.Board{Rows: b.Rows + 1, Cols: b.Cols + 1, Points: true}
	return []value.Value{walked(points, func(p, q value.Cell) bool {
		beside := value.Cell{Board: b, Row: p.Row - 1, Col: p.Col} // above, or to the left
		if p.Row != q.Row {
			beside = value.Cell{Board: b, Row: p.Row, Col: p.Col - 1}
		}
		return in.Contains(beside) != in.Contains(value.Cell{Board: b, Row: p.Row, Col: p.Col})
	})}
}

// ring is a rectangle through cells.
func ring(t *rapid.T) []value.Value {
	b := &value.Board{Rows: 5, Cols: 6}
	top, left := rapid.IntRange(1, 4).Draw(t, "top"), rapid.IntRange(1, 5).Draw(t, "left")
	bottom, right := rapid.IntRange(top+1, 5).Draw(t, "bottom"), rapid.IntRange(left+1, 6).Draw(t, "right")
	within := func(c value.Cell) bool { return top <= c.Row && c.Row <= bottom && left <= c.Col && c.Col <= right }
	return []value.Value{walked(b, func(p, q value.Cell) bool {
		along := p.Row == q.Row && (p.Row == top || p.Row == bottom) || p.Col == q.Col && (p.Col == left || p.Col == right)
		return along && within(p) && within(q)
	})}
}

// round is a directed cycle, and a vertex that may be on it.
func round(t *rapid.T) []value.Value {
	n := rapid.IntRange(2, 6).Draw(t, "vertices")
	var vertices []value.Value
	var arcs []value.Edge
	for i := range n {
		vertices = append(vertices, value.Int(i))
		for j := range n {
			if i != j {
				arcs = append(arcs, value.MakeEdge(value.Int(i), value.Int(j), true))
			}
		}
	}
	w := &value.Route{Kind: value.Cycle, Known: true, Graph: value.NewGraph(value.NewSet(vertices...), arcs, true)}
	w.Edges = slices.Repeat([]value.BoolRef{value.FalseRef}, w.Graph.Size())
	w.Vertices = slices.Repeat([]value.BoolRef{value.FalseRef}, n)
	line := part(t, vertices[1:])
	line = append(line[:len(line):len(line)], vertices[0])
	for i, v := range line {
		w.Vertices[w.Graph.Vertices.Index(v)] = value.TrueRef
		w.Edges[w.Graph.EdgeIndex(value.MakeEdge(v, line[(i+1)%len(line)], true))] = value.TrueRef
	}
	return []value.Value{w, some(t, vertices)}
}

// stretchesOf goes through all pairs of places between which all are in a set, and goes no further; round a ring
// from the first place where none goes on.
func stretchesOf(line value.Value, in []value.Value) value.Value {
	places := elements(line)
	n := len(places)
	var out value.List
	if _, cyclic := line.(value.Ring); cyclic {
		for first := range n {
			if !contains(in, places[(first+n-1)%n]) || !contains(in, places[first]) {
				places = slices.Concat(places[first:], places[:first])
				break
			}
		}
	}
	inside := func(i int) bool { return i >= 0 && i < n && contains(in, places[i]) }
	for from := range n {
		for to := from; to < n && inside(to); to++ {
			if !inside(from-1) && !inside(to+1) {
				out = append(out, value.List(places[from:to+1]))
			}
		}
	}
	return out
}

// wildly draws numbers, some in pairs, and a pattern of such with wild cards of several kinds.
func wildly(kinds int) func(*rapid.T) []value.Value {
	one, many := value.Value(value.Label{Name: "one"}), value.Value(value.Label{Name: "many"})
	return func(t *rapid.T) []value.Value {
		small := func(t *rapid.T) value.Value { return ints(t, 1, 2) }
		wild := func(t *rapid.T) value.Value { return some(t, []value.Value{one, one, value.Int(1), value.Int(2)}) }
		element := func(of func(*rapid.T) value.Value) func(*rapid.T) value.Value {
			return func(t *rapid.T) value.Value {
				if rapid.IntRange(0, 2).Draw(t, "pair") == 0 {
					return value.Tuple{of(t), of(t)}
				}
				return of(t)
			}
		}
		list := rapid.SliceOfN(rapid.Custom(element(small)), 0, 4).Draw(t, "list")
		pattern := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) value.Value {
			if kinds == 2 && rapid.IntRange(0, 3).Draw(t, "many") == 0 {
				return many
			}
			return element(wild)(t)
		}), 0, 4).Draw(t, "pattern")
		return []value.Value{value.List(list), value.List(pattern), one, many}[:2+kinds]
	}
}

// matched spells the list, and the pattern as a regular expression.
func matched(a []value.Value) value.Value {
	var text, expression strings.Builder
	for _, v := range elements(a[0]) {
		fmt.Fprintf(&text, "<%s>", value.String(v))
	}
	for _, v := range elements(a[1]) {
		if len(a) > 3 && value.Equal(v, a[3]) {
			expression.WriteString("(<[^>]*>)*")
			continue
		}
		quoted := regexp.QuoteMeta(value.String(v))
		if value.Equal(v, a[2]) {
			quoted = "[^>]*"
		}
		expression.WriteString("<" + strings.ReplaceAll(quoted, "one", "[0-9]") + ">")
	}
	return value.Of(regexp.MustCompile("^" + expression.String() + "$").MatchString(text.String()))
}

// moving draws a list, the moves of an automaton with three states, and ends.
func moving(t *rapid.T) []value.Value {
	move := rapid.Custom(func(t *rapid.T) value.Value {
		return value.Tuple{ints(t, 1, 3), ints(t, 1, 2), ints(t, 1, 3)}
	})
	return []value.Value{
		value.List(rapid.SliceOfN(rapid.Custom(func(t *rapid.T) value.Value { return ints(t, 1, 2) }), 0, 4).Draw(t, "list")),
		value.List(rapid.SliceOfN(move, 0, 8).Draw(t, "moves")),
		value.List(rapid.SliceOfN(rapid.Custom(func(t *rapid.T) value.Value { return ints(t, 1, 3) }), 0, 2).Draw(t, "ends")),
	}
}

// moved tries every way through the states.
func moved(a []value.Value) value.Value {
	list := elements(a[0])
	var from func(state, k int) bool
	from = func(state, k int) bool {
		if k == len(list) {
			return contains(elements(a[2]), value.Int(state))
		}
		for q := 1; q <= 3; q++ {
			if contains(elements(a[1]), value.Tuple{value.Int(state), list[k], value.Int(q)}) && from(q, k+1) {
				return true
			}
		}
		return false
	}
	return value.Of(from(1, 0))
}

package fd

import (
	"nazo/internal/alg"
	"nazo/internal/model"
)

// pathGraph joins 0-1-2-…; ringGraph joins the last with the first too.
func pathGraph(n int) *alg.Graph {
	var edges []alg.Edge
	for v := range n - 1 {
		edges = append(edges, alg.Edge{U: int32(v), V: int32(v + 1)})
	}
	return alg.NewGraph(n, edges, false)
}

func ringGraph(n int) *alg.Graph {
	edges := append(pathGraph(n).Edges, alg.Edge{U: 0, V: int32(n - 1)})
	return alg.NewGraph(n, edges, false)
}

// ladder is the grid of two rows and n columns, row by row: first the rungs,
// then the edges of the upper row, then those of the lower.
func ladder(n int) *alg.Graph {
	var edges []alg.Edge
	for c := range n {
		edges = append(edges, alg.Edge{U: int32(c), V: int32(n + c)})
	}
	for r := range 2 {
		for c := range n - 1 {
			edges = append(edges, alg.Edge{U: int32(r*n + c), V: int32(r*n + c + 1)})
		}
	}
	return alg.NewGraph(2*n, edges, false)
}

// Truth values are those of the vertices, then those of the edges.
var graphDeductions = []deduction{
	{"connected, what lies between", func(b *builder) {
		v := b.switches(5)
		b.post(model.Connected{Graph: pathGraph(5), Vertices: v})
		b.must(v[1])
		b.must(v[3])
	}, "?111?"},
	{"connected, what is cut off", func(b *builder) {
		v := b.switches(5)
		b.post(model.Connected{Graph: pathGraph(5), Vertices: v})
		b.must(v[0])
		b.must(v[2].Not())
	}, "1?000"},
	{"connected, an edge without which nothing goes", func(b *builder) {
		v, e := b.switches(4), b.switches(4)
		b.post(model.Connected{Graph: ringGraph(4), Vertices: v, Edges: e})
		b.must(b.And(v[0], v[2], e[0].Not()))
	}, "1?110?11"},
	{"acyclic", func(b *builder) {
		e := b.switches(4)
		b.post(model.Acyclic{Graph: ringGraph(4), Edges: e})
		b.must(b.And(e[0], e[1], e[2]))
	}, "1110"},
	{"cycle, no early end", func(b *builder) {
		v, e := b.switches(6), b.switches(7)
		b.post(model.Route{Graph: ladder(3), Vertices: v, Edges: e, Closed: true})
		b.must(b.And(v[0], v[2]))
	}, "11" + "1" + "111" + "101" + "1111"},
	{"cycle, not over a bridge", func(b *builder) { // two triangles and an edge between them
		v, e := b.switches(6), b.switches(7)
		g := alg.NewGraph(6, []alg.Edge{{U: 0, V: 1}, {U: 1, V: 2}, {U: 0, V: 2}, {U: 2, V: 3},
			{U: 3, V: 4}, {U: 4, V: 5}, {U: 3, V: 5}}, false)
		b.post(model.Route{Graph: g, Vertices: v, Edges: e, Closed: true})
		b.must(v[0])
	}, "111000" + "111" + "0" + "000"},
	{"cycle, colours", func(b *builder) {
		v, e := b.switches(5), b.switches(4)
		b.post(model.Route{Graph: pathGraph(5), Vertices: v, Edges: e, Closed: true})
		b.must(v[0])
	}, "no"},
	{"path, both ends known", func(b *builder) {
		v, e := b.switches(4), b.switches(3)
		b.post(model.Route{Graph: pathGraph(4), Vertices: v, Edges: e})
		b.must(b.And(v[0], v[3]))
	}, "1111" + "111"},
	{"path of one direction", func(b *builder) {
		v, e := b.switches(3), b.switches(3)
		g := alg.NewGraph(3, []alg.Edge{{U: 0, V: 1}, {U: 1, V: 2}, {U: 0, V: 2}}, true)
		b.post(model.Route{Graph: g, Vertices: v, Edges: e})
		b.must(b.And(v...))
	}, "111" + "110"},
	{"path with positions", func(b *builder) {
		v, e := b.switches(4), b.switches(3)
		xs := []model.Int{b.from(0, 9), b.from(0, 9), b.from(0, 9), b.from(0, 9)}
		b.post(model.Route{Graph: pathGraph(4), Vertices: v, Edges: e, Positions: xs})
		b.must(b.And(v...))
		b.must(b.Equal(xs[0], b.Int(4)))
	}, "4; 3; 2; 1; " + "1111" + "111"},
	{"links, what one label needs", func(b *builder) {
		v, e := b.switches(6), b.switches(7)
		b.post(model.Links{Graph: ladder(3), Vertices: v, Edges: e, Labels: []int32{0, -1, 0, 1, -1, 1}})
	}, "111111" + "000" + "11" + "11"},
	{"links that block each other", func(b *builder) {
		v, e := b.switches(5), b.switches(4)
		b.post(model.Links{Graph: pathGraph(5), Vertices: v, Edges: e, Labels: []int32{0, 1, 0, -1, 1}})
	}, "no"},
	{"links, a dead end is no one's", func(b *builder) {
		v, e := b.switches(4), b.switches(3)
		g := alg.NewGraph(4, []alg.Edge{{U: 0, V: 1}, {U: 1, V: 2}, {U: 1, V: 3}}, false)
		b.post(model.Links{Graph: g, Vertices: v, Edges: e, Labels: []int32{0, -1, 0, -1}})
	}, "1110" + "110"},
}

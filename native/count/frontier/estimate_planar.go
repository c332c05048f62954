package frontier

import (
	"nazo/graph"
	"slices"
)

// largestDrawn bounds the graphs that are tried: the time grows with the square.
const largestDrawn = 2000

// planar says that the graph is small and can be drawn in the plane without crossings:
// block by block, by the method of Demoucron, Malgrange and Pertuiset ("Graphes planaires:
// reconnaissance et construction de représentations planaires topologiques", 1964).
func planar(g *graph.Graph) bool {
	if len(g.Out) > largestDrawn {
		return false
	}
	for _, block := range biconnected(g) {
		if !newDrawing(block).complete() {
			return false
		}
	}
	return true
}

// biconnected lists the edges of each block (Hopcroft and Tarjan 1973).
// Opposite arcs are one edge.
func biconnected(g *graph.Graph) [][]graph.Edge {
	near := make([][]int32, len(g.Out))
	for _, e := range g.Edges {
		if !slices.Contains(near[e.U], e.V) {
			near[e.U], near[e.V] = append(near[e.U], e.V), append(near[e.V], e.U)
		}
	}
	var out [][]graph.Edge
	var open []graph.Edge
	clock := int32(0)
	entered, low := make([]int32, len(near)), make([]int32, len(near))
	var visit func(v, from int32)
	visit = func(v, from int32) {
		clock++
		entered[v], low[v] = clock, clock
		for _, u := range near[v] {
			switch {
			case u == from:
			case entered[u] == 0:
				mark := len(open)
				open = append(open, graph.Edge{U: v, V: u})
				visit(u, v)
				low[v] = min(low[v], low[u])
				if low[u] >= entered[v] {
					out = append(out, slices.Clone(open[mark:]))
					open = open[:mark]
				}
			case entered[u] < entered[v]:
				open = append(open, graph.Edge{U: v, V: u})
				low[v] = min(low[v], entered[u])
			}
		}
	}
	for v := range near {
		if entered[v] == 0 {
			visit(int32(v), -1)
		}
	}
	return out
}

// drawing is a part of a biconnected graph that is drawn in the plane.
type drawing struct {
	near  [][]int32
	edges int               // still to be drawn
	drawn []bool            // by vertex
	done  map[[2]int32]bool // edges, both ways
	faces [][]int32         // the vertices around each
	at    [][]int           // by vertex: its faces
}

// fragment is what hangs together by vertices that aren't drawn: a part between
// attachments, which are.
type fragment struct {
	attachments []int32
	inner       []int32 // none: it is the edge between two attachments
}

func newDrawing(edges []graph.Edge) *drawing {
	d := &drawing{edges: len(edges), done: map[[2]int32]bool{}}
	names := map[int32]int32{}
	name := func(v int32) int32 {
		if _, ok := names[v]; !ok {
			names[v] = int32(len(names))
			d.near = append(d.near, nil)
		}
		return names[v]
	}
	for _, e := range edges {
		u, v := name(e.U), name(e.V)
		d.near[u], d.near[v] = append(d.near[u], v), append(d.near[v], u)
	}
	d.drawn, d.at = make([]bool, len(d.near)), make([][]int, len(d.near))
	return d
}

// complete draws all edges, or says that it can't be done.
func (d *drawing) complete() bool {
	n := len(d.near)
	if d.edges < 9 {
		return true // fewer than the least graphs have that aren't planar
	}
	if d.edges > 3*n-6 {
		return false
	}
	d.begin()
	for d.edges > 0 {
		var chosen *fragment
		face := -1
		for _, f := range d.fragments() {
			count, some := d.admissible(f.attachments)
			if count == 0 {
				return false
			}
			if chosen == nil || count == 1 {
				chosen, face = &f, some
			}
			if count == 1 {
				break
			}
		}
		d.add(d.path(chosen), face)
	}
	return true
}

// begin draws some cycle.
func (d *drawing) begin() {
	walk, place := []int32{0}, map[int32]int{0: 0}
	for {
		v := walk[len(walk)-1]
		next := d.near[v][0]
		if len(walk) > 1 && next == walk[len(walk)-2] {
			next = d.near[v][1]
		}
		if i, met := place[next]; met {
			walk = walk[i:]
			break
		}
		place[next] = len(walk)
		walk = append(walk, next)
	}
	d.faces = [][]int32{walk, slices.Clone(walk)}
	for i, v := range walk {
		d.drawn[v] = true
		d.at[v] = []int{0, 1}
		d.draw(v, walk[(i+1)%len(walk)])
	}
}

func (d *drawing) draw(u, v int32) {
	d.done[[2]int32{u, v}], d.done[[2]int32{v, u}] = true, true
	d.edges--
}

func (d *drawing) fragments() []fragment {
	var out []fragment
	seen := make([]bool, len(d.near))
	for v := range d.near {
		if d.drawn[v] {
			for _, u := range d.near[v] {
				if d.drawn[u] && int32(v) < u && !d.done[[2]int32{int32(v), u}] {
					out = append(out, fragment{attachments: []int32{int32(v), u}})
				}
			}
			continue
		}
		if seen[v] {
			continue
		}
		seen[v] = true
		f := fragment{inner: []int32{int32(v)}}
		for i := 0; i < len(f.inner); i++ {
			for _, u := range d.near[f.inner[i]] {
				switch {
				case d.drawn[u]:
					if !slices.Contains(f.attachments, u) {
						f.attachments = append(f.attachments, u)
					}
				case !seen[u]:
					seen[u] = true
					f.inner = append(f.inner, u)
				}
			}
		}
		out = append(out, f)
	}
	return out
}

// admissible counts the faces that have all of the attachments, and is one of them.
func (d *drawing) admissible(attachments []int32) (count, face int) {
	face = -1
	for _, f := range d.at[attachments[0]] {
		all := true
		for _, v := range attachments[1:] {
			if all = slices.Contains(d.at[v], f); !all {
				break
			}
		}
		if all {
			count++
			face = f
		}
	}
	return count, face
}

// path is a shortest one through the fragment, from its first attachment to another.
func (d *drawing) path(f *fragment) []int32 {
	if len(f.inner) == 0 {
		return f.attachments
	}
	start := f.attachments[0]
	before := map[int32]int32{start: -1}
	queue := []int32{start}
	for {
		v := queue[0]
		queue = queue[1:]
		for _, u := range d.near[v] {
			if _, met := before[u]; met || v == start && !slices.Contains(f.inner, u) {
				continue
			}
			before[u] = v
			if d.drawn[u] {
				var path []int32
				for ; u >= 0; u = before[u] {
					path = append(path, u)
				}
				return path
			}
			queue = append(queue, u)
		}
	}
}

// add draws a path across a face.
func (d *drawing) add(path []int32, face int) {
	around := d.faces[face]
	i, j := slices.Index(around, path[0]), slices.Index(around, path[len(path)-1])
	middle := slices.Clone(path[1 : len(path)-1])
	// From the path's end on to its begin, and back along it; and the other side.
	one, other := arc(around, j, i), arc(around, i, j)
	one = append(one, middle...)
	slices.Reverse(middle)
	other = append(other, middle...)
	for _, v := range around {
		d.at[v] = slices.DeleteFunc(d.at[v], func(f int) bool { return f == face })
	}
	d.faces[face] = one
	d.faces = append(d.faces, other)
	for _, v := range one {
		d.at[v] = append(d.at[v], face)
	}
	for _, v := range other {
		d.at[v] = append(d.at[v], len(d.faces)-1)
	}
	for k, v := range path {
		d.drawn[v] = true
		if k > 0 {
			d.draw(path[k-1], v)
		}
	}
}

// arc is the part of a cyclic list from place i to place j, both included.
func arc(list []int32, i, j int) []int32 {
	out := []int32{list[i]}
	for i != j {
		i = (i + 1) % len(list)
		out = append(out, list[i])
	}
	return out
}

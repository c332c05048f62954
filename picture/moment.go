package picture

import (
	"slices"
	"strconv"
	"strings"

	"nazo/draw"
	"nazo/engine"
	"nazo/judge"
	"nazo/model"
	"nazo/solve"
	"nazo/value"
)

// Moments draws the moments of a search for a path, a cycle or links.
type Moments struct {
	// Base is that in which the steps of a path are numbered.
	Base int

	graph  *value.Graph
	kind   value.RouteKind
	givens []draw.Item
}

// NewMoments is for the searches of a problem; ok is false if it looks for no path, cycle or links.
func NewMoments(p *solve.Problem, base int) (m *Moments, ok bool) {
	m = &Moments{Base: base}
	for _, f := range p.Judge.Finds {
		if shape, route := f.Shape.(*judge.RouteShape); route && m.graph == nil {
			m.graph, m.kind = shape.Graph, shape.Kind
		}
	}
	for _, g := range p.Givens {
		m.givens = append(m.givens, draw.Item{Title: g.Name, Value: g.Value, Given: true})
	}
	return m, m.graph != nil
}

// Links reports whether the search is for links, rather than for a path or a cycle.
func (m *Moments) Links() bool { return m.kind.Several() }

// Section draws links as lines, and numbers the steps of a path or cycle.
func (m *Moments) Section(t engine.Moment) draw.Section {
	item := draw.Item{Title: "search", Value: m.steps(t.Lines)}
	if m.kind.Several() {
		item.Value = m.lines(t.Lines)
	}
	return draw.Section{Items: append(m.givens[:len(m.givens):len(m.givens)], item)}
}

// steps has for each cell the number of the step that enters it, or none; other
// vertices it lists in the order of the steps.
func (m *Moments) steps(lines [][]int32) value.Value {
	vertices := m.graph.Vertices.List()
	if _, isCell := vertices[0].(value.Cell); !isCell {
		var visited value.List
		for _, v := range slices.Concat(lines...) {
			visited = append(visited, vertices[v])
		}
		return visited
	}
	at := make([]value.Value, m.graph.Vertices.Len())
	for i := range at {
		at[i] = value.None{}
	}
	for _, line := range lines {
		for i, v := range line {
			at[v] = value.Label{Print: strings.ToUpper(strconv.FormatInt(int64(i+1), m.Base))}
		}
	}
	return value.NewArray(m.graph.Vertices, at, nil)
}

// lines are links as far as they have been drawn.
func (m *Moments) lines(lines [][]int32) value.Value {
	route := &value.Route{Kind: m.kind, Graph: m.graph,
		Edges: make([]model.Bool, m.graph.Size()), Vertices: make([]model.Bool, m.graph.Vertices.Len())}
	for i := range route.Edges {
		route.Edges[i] = model.False
	}
	for i := range route.Vertices {
		route.Vertices[i] = model.False
	}
	vertices := m.graph.Vertices.List()
	for _, line := range lines {
		for i, v := range line {
			route.Vertices[v] = model.True
			if i > 0 {
				e := value.MakeEdge(vertices[line[i-1]], vertices[v], m.graph.Directed)
				route.Edges[m.graph.EdgeIndex(e)] = model.True
			}
		}
	}
	return route
}

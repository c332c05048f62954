package main

import (
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/alecthomas/kong"

	"nazo/draw"
	"nazo/engine"
	"nazo/judge"
	"nazo/model"
	"nazo/solve"
	"nazo/value"
)

// watchEvery is after how many choices the board is drawn if no number is given.
const watchEvery = 100_000

// watchFlag is --watch or --watch=N.
type watchFlag struct {
	on       bool
	every    int64
	explicit bool // N was given
}

// IsBool reports whether the flag may stand without a value.
func (w *watchFlag) IsBool() bool { return true }

// Decode reads the value, if there is one.
func (w *watchFlag) Decode(ctx *kong.DecodeContext) error {
	*w = watchFlag{on: true, every: watchEvery}
	if ctx.Scan.Peek().Type != kong.FlagValueToken {
		return nil
	}
	text := fmt.Sprint(ctx.Scan.Pop().Value)
	n, err := strconv.ParseInt(strings.ReplaceAll(text, ",", ""), 10, 64)
	if err != nil || n < 1 {
		return fmt.Errorf("%q is no number of choices", text)
	}
	w.every, w.explicit = n, true
	return nil
}

// watcher draws the state of a search: over the last drawing on a terminal,
// below it elsewhere.
type watcher struct {
	to      io.Writer
	every   int64
	base    int
	inPlace bool

	graph  *value.Graph
	kind   value.RouteKind
	givens []draw.Item
	height int // lines of the last drawing
}

// newWatcher is nil if nothing is to be watched, or nobody is there to see it.
func (s *session) newWatcher(f watchFlag, base int) *watcher {
	terminal := s.errTerminal
	if !f.on || !terminal && !f.explicit {
		return nil
	}
	s.progress.end() // the watcher needs the screen
	return &watcher{to: s.errs, every: f.every, base: base, inPlace: terminal}
}

// begin takes up a problem.
func (w *watcher) begin(p *solve.Problem) {
	w.graph, w.givens = nil, nil
	for _, f := range p.Judge.Finds {
		if shape, ok := f.Shape.(*judge.RouteShape); ok && w.graph == nil {
			w.graph, w.kind = shape.Graph, shape.Kind
		}
	}
	for _, g := range p.Givens {
		w.givens = append(w.givens, draw.Item{Title: g.Name, Value: g.Value, Given: true})
	}
}

// show draws a moment of the search.
func (w *watcher) show(t engine.Moment) {
	if w.graph == nil {
		return
	}
	text := fmt.Sprintf("%s choices\n%s", thousands(t.Choices), w.picture(t.Lines))
	if w.inPlace && w.height > 0 {
		text = fmt.Sprintf("\x1b[%dA\x1b[J", w.height) + text
	}
	w.height = strings.Count(text, "\n")
	fmt.Fprint(w.to, text)
}

// picture draws links as lines, and numbers the steps of a path or cycle.
func (w *watcher) picture(lines [][]int32) string {
	item := draw.Item{Title: "search", Value: w.steps(lines)}
	if w.kind.Several() {
		item.Value = w.lines(lines)
	}
	return draw.Text(append(w.givens[:len(w.givens):len(w.givens)], item), draw.Options{})
}

// steps has for each cell the number of the step that enters it, or none; other
// vertices it lists in the order of the steps.
func (w *watcher) steps(lines [][]int32) value.Value {
	vertices := w.graph.Vertices.List()
	if _, isCell := vertices[0].(value.Cell); !isCell {
		var visited value.List
		for _, v := range slices.Concat(lines...) {
			visited = append(visited, vertices[v])
		}
		return visited
	}
	at := make([]value.Value, w.graph.Vertices.Len())
	for i := range at {
		at[i] = value.None{}
	}
	for _, line := range lines {
		for i, v := range line {
			at[v] = value.Label{Print: strings.ToUpper(strconv.FormatInt(int64(i+1), w.base))}
		}
	}
	return value.NewArray(w.graph.Vertices, at, nil)
}

// lines are links as far as they have been drawn.
func (w *watcher) lines(lines [][]int32) value.Value {
	route := &value.Route{Kind: w.kind, Graph: w.graph,
		Edges: make([]model.Bool, w.graph.Size()), Vertices: make([]model.Bool, w.graph.Vertices.Len())}
	for i := range route.Edges {
		route.Edges[i] = model.False
	}
	for i := range route.Vertices {
		route.Vertices[i] = model.False
	}
	vertices := w.graph.Vertices.List()
	for _, line := range lines {
		for i, v := range line {
			route.Vertices[v] = model.True
			if i > 0 {
				e := value.MakeEdge(vertices[line[i-1]], vertices[v], w.graph.Directed)
				route.Edges[w.graph.EdgeIndex(e)] = model.True
			}
		}
	}
	return route
}

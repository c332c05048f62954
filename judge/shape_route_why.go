package judge

import (
	"fmt"
	"slices"

	"nazo/ref"
	"nazo/value"
)

// Why says what keeps a known route from being one that the shape admits, and which vertices this is about; "" if it admits it,
// or it can't say.
func (s *RouteShape) Why(w *value.Route) (text string, about []value.Value) {
	if s.Admits(w) {
		return "", nil
	}
	if len(w.EdgesOn()) == 0 && s.Kind != value.Links {
		return "there is no line", nil
	}
	degree := make([]int, s.Graph.Vertices.Len())
	for i, on := range w.Edges {
		if on == ref.True {
			e := s.Graph.Plain().Edges[i]
			degree[e.U]++
			degree[e.V]++
		}
	}
	labelled := func(i int) bool { return s.Labels != nil && !isNone(s.Labels[i]) }
	ends := 0
	for i, v := range s.Graph.Vertices.List() {
		at, about := value.String(v), []value.Value{v}
		switch n := degree[i]; {
		case n == 0 && labelled(i):
			return fmt.Sprintf("no line begins at %s", at), about
		case n > 1 && labelled(i):
			return fmt.Sprintf("%d lines meet at %s, where one ends", n, at), about
		case n > 2 && (s.Crossing == nil || !s.Crossing.Contains(v)):
			return fmt.Sprintf("%d lines meet at %s", n, at), about
		case n > 2 && n != 4:
			return fmt.Sprintf("%d lines meet at %s, where four may", n, at), about
		case n == 1 && !labelled(i) && s.Kind != value.Path:
			return fmt.Sprintf("the line ends at %s", at), about
		case n == 1:
			ends++
		}
	}
	switch lines := w.Ordered(); {
	case s.Kind == value.Links || s.Crossing != nil || s.Graph.Directed:
		return s.whyLabels(w)
	case len(lines) > 1:
		least := slices.MinFunc(lines, func(a, b []value.Value) int { return len(a) - len(b) })
		return fmt.Sprintf("there are %d lines that don't hang together", len(lines)), least
	case s.Kind == value.Path && ends == 0:
		return "the line is closed", nil
	}
	return "", nil
}

// whyNot is Why of any value.
func (s *RouteShape) whyNot(v value.Value) (text string, about []value.Value) {
	w, ok := v.(*value.Route)
	if !ok || w.Kind != s.Kind || !w.Known || !s.equal(w.Graph, s.Graph) {
		return "", nil
	}
	return s.Why(w)
}

// whyLabels names a line of links that leads from one label to another.
func (s *RouteShape) whyLabels(w *value.Route) (text string, about []value.Value) {
	if s.Kind != value.Links {
		return "", nil
	}
	for _, line := range w.Ordered() {
		from, to := line[0], line[len(line)-1]
		if a, b := s.label(from), s.label(to); !value.Equal(a, b) {
			return fmt.Sprintf("a line leads from %s at %s to %s at %s", value.String(a), value.String(from), value.String(b), value.String(to)), []value.Value{from, to}
		}
	}
	return "", nil
}

func (s *RouteShape) label(v value.Value) value.Value { return s.Labels[s.Graph.Vertices.Index(v)] }

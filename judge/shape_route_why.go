package judge

import (
	"fmt"

	"nazo/ref"
	"nazo/value"
)

// Why says what keeps a known route from being one that the shape admits; "" if it admits it, or it can't say.
func (s *RouteShape) Why(w *value.Route) string {
	if s.Admits(w) {
		return ""
	}
	if len(w.EdgesOn()) == 0 && s.Kind != value.Links {
		return "there is no line"
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
		at := value.String(v)
		switch n := degree[i]; {
		case n == 0 && labelled(i):
			return fmt.Sprintf("no line begins at %s", at)
		case n > 1 && labelled(i):
			return fmt.Sprintf("%d lines meet at %s, where one ends", n, at)
		case n > 2 && (s.Crossing == nil || !s.Crossing.Contains(v)):
			return fmt.Sprintf("%d lines meet at %s", n, at)
		case n > 2 && n != 4:
			return fmt.Sprintf("%d lines meet at %s, where four may", n, at)
		case n == 1 && !labelled(i) && s.Kind != value.Path:
			return fmt.Sprintf("the line ends at %s", at)
		case n == 1:
			ends++
		}
	}
	switch lines := len(w.Ordered()); {
	case s.Kind == value.Links || s.Crossing != nil || s.Graph.Directed:
	case lines > 1:
		return fmt.Sprintf("there are %d lines that don't hang together", lines)
	case s.Kind == value.Path && ends == 0:
		return "the line is closed"
	}
	return ""
}

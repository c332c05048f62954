package compile

import (
	"nazo/model"
	"nazo/value"
)

// direction is how an undirected path is given the direction that rules about
// its start, its end or its steps need. It is no part of the solution.
type direction uint8

const (
	// undirected: no rule asks.
	undirected direction = iota
	// anchored: one rule names the start, one the end, or both; it is enough
	// that these are ends.
	anchored
	// pointed: a variable says which end is the start.
	pointed
	// numbered: variables number all vertices.
	numbered
)

// point makes the variable that says where an undirected path begins.
func (l *routeLayout) point(ev *lowerer, w *value.Route) {
	n := len(w.Vertices)
	if n == 0 {
		return
	}
	l.start = ev.m.AddInt(model.Range(0, int64(n-1)), -1, true)
	x := ev.m.IntVar(l.start)
	w.Start = make([]model.Bool, n)
	for v := range w.Start {
		w.Start[v] = ev.m.In(x, model.Range(int64(v), int64(v)))
		ev.require(ev.or(w.Start[v].Not(), isAnEnd(ev, w, v, true)))
	}
}

// first is the end where a decoded undirected path begins, nil if no rule asks.
func (l *routeLayout) first(s model.Solution, w *value.Route) value.Value {
	vertices := l.graph.Vertices.List()
	switch l.direction {
	case numbered:
		for v, id := range l.positions {
			if s[id] == 1 {
				return vertices[v]
			}
		}
	case pointed:
		if len(vertices) > 0 {
			return vertices[s[l.start]]
		}
	case anchored:
		if l.anchor.start != nil {
			return l.anchor.start
		}
		if lines := w.Ordered(); l.anchor.end != nil && len(lines) == 1 {
			if line := lines[0]; value.Equal(line[0], l.anchor.end) {
				return line[len(line)-1]
			}
			return lines[0][0]
		}
	}
	return nil
}

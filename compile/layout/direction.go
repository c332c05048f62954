package layout

import (
	"nazo/compile/lower"
	"nazo/model"
	"nazo/value"
)

// Direction is how an undirected path is given the direction that rules about
// its start, its end or its steps need. It is no part of the solution.
type Direction uint8

const (
	// Undirected: no rule asks.
	Undirected Direction = iota
	// Anchored: one rule names the start, one the end, or both; it is enough
	// that these are ends.
	Anchored
	// Pointed: a variable says which end is the start.
	Pointed
	// Numbered: variables number all vertices.
	Numbered
)

// point makes the variable that says where an undirected path begins.
func (l *Route) point(lw *lower.Lowerer, w *value.Route) {
	n := len(w.Vertices)
	if n == 0 {
		return
	}
	l.start = lw.Model.AddInt(model.Range(0, int64(n-1)), -1, true)
	x := lw.Model.IntVar(l.start)
	w.Start = make([]model.Bool, n)
	for v := range w.Start {
		w.Start[v] = lw.Model.In(x, model.Range(int64(v), int64(v)))
		lw.Require(lw.Or(w.Start[v].Not(), lower.IsAnEnd(lw, w, v, true)))
	}
}

// first is the end where a decoded undirected path begins, nil if no rule asks.
func (l *Route) first(s model.Solution, w *value.Route) value.Value {
	vertices := l.Graph.Vertices.List()
	switch l.Direction {
	case Numbered:
		for v, id := range l.positions {
			if s[id] == 1 {
				return vertices[v]
			}
		}
	case Pointed:
		if len(vertices) > 0 {
			return vertices[s[l.start]]
		}
	case Anchored:
		if l.anchor.Start != nil {
			return l.anchor.Start
		}
		if lines := w.Ordered(); l.anchor.End != nil && len(lines) == 1 {
			if line := lines[0]; value.Equal(line[0], l.anchor.End) {
				return line[len(line)-1]
			}
			return lines[0][0]
		}
	}
	return nil
}

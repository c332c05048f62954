package draw

import (
	"cmp"
	"maps"
	"slices"

	"nazo/dsl/value"
)

// place returns where a place lies, and notes its board.
func (l *layer) place(v value.Value) (value.Spot, bool) {
	at, _, ok := value.SpotOf(v)
	for e, isEdge := v.(value.Edge); isEdge; e, isEdge = v.(value.Edge) {
		v = e.A
	}
	c, _ := v.(value.Cell)
	return at, ok && l.on(c)
}

const wallSign = "#" // the text of a wall on a side

// marked draws a value for each side or corner, perhaps also for cells: a wall or a text.
func (l *layer) marked(places, values []value.Value) bool {
	marks, bars := map[value.Spot]string{}, map[value.Spot]bool{}
	put := func(at value.Spot, text string) {
		switch {
		case !at.Side() && !at.Corner():
			l.put(cellAt(at), text)
		case at.Side() && text == wallSign:
			bars[at] = true
		default:
			marks[at] = text
		}
	}
	for i, p := range places {
		at, ok := l.place(p)
		if !ok {
			return false
		}
		switch v := values[i].(type) {
		case value.None:
		case value.Bool:
			switch {
			case v == value.True && at.Side():
				bars[at] = true
			case v == value.True:
				put(at, pointSign)
			}
		case *value.Array, *value.Route, *value.Board, *value.Graph:
			return false
		default:
			put(at, printed(v))
			l.glyph(at, v, printed(v))
		}
	}
	l.marks, l.bars = marks, bars
	return true
}

const pointSign = "●" // marks a corner that is in a set

func (l *layer) points(vs []value.Value, as string) bool {
	marks := map[value.Spot]string{}
	for _, v := range vs {
		at, ok := l.place(v)
		if !ok || !at.Corner() {
			return false
		}
		if marks[at] = pointSign; as != "" {
			marks[at] = as
		}
		l.setGlyph(at, setGlyph(marks[at]))
	}
	l.marks = marks
	return len(marks) > 0
}

// walls draws a given set of edges between cells as walls on the sides between them.
func (l *layer) walls(vs []value.Value) bool {
	bars := map[value.Spot]bool{}
	for _, v := range vs {
		at, ok := l.place(v)
		if _, board, _ := value.SpotOf(v); !ok || !at.Side() || board.Points {
			return false
		}
		bars[at] = true
	}
	l.bars = bars
	return len(bars) > 0
}

// clear reports whether no mark of a layer covers one of the board.
func (p *layeredBoard) clear(l *layer) bool {
	for at := range l.marks {
		if p.marks[at] != "" || p.bars[at] {
			return false
		}
	}
	for at := range l.bars {
		if p.marks[at] != "" {
			return false
		}
	}
	return true
}

func (p *layeredBoard) hasSides() bool { return len(p.marks)+len(p.bars) > 0 }

func (s *textBoard) walls() {
	for at := range s.bars {
		x, y := s.at(at)
		if at.Y%2 == 1 {
			s.line(x, y-1, x, y+1, heavy, plain, Unmarked)
		} else {
			s.line(s.x(at.X/2+1)-1, y, s.x(at.X/2+2)-1, y, heavy, plain, Unmarked)
		}
	}
}

func sortedSpots[V any](m map[value.Spot]V) []value.Spot {
	return slices.SortedFunc(maps.Keys(m), func(a, b value.Spot) int { return cmp.Or(a.Y-b.Y, a.X-b.X) })
}

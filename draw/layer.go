package draw

import (
	"nazo/value"
)

// spotOn is a cell, or a point where lattices are drawn; both count from 1.
type spotOn struct{ row, col int }

// stroke is a line between two cells or two points of one row or column.
type stroke struct {
	from, to spotOn
	weight   uint8
	ink      int
	mark     Mark
}

// layer is what one item puts on its board.
type layer struct {
	title      string
	given, top bool
	small      bool
	rows, cols int // of cells
	texts      texts
	areas      map[spotOn]string // cells of one area have the same text
	shaded     map[spotOn]bool
	strokes    []stroke              // through the middles of cells
	borders    []stroke              // from point to point
	slants     map[spotOn]string     // between a cell and its neighbours down and right: ╲ or ╱
	ends       []spotOn              // where an open path ends
	marks      map[value.Spot]string // on sides and corners
	bars       map[value.Spot]bool   // sides that are walls
	outside    outside
	others     []map[spotOn]string  // the areas of further answers, if they are different
	variants   map[spotOn][]string  // the texts of cells that have several, · for none
	doubts     map[spotOn]bool      // cells that are shaded with a mark
	rings      map[value.Spot]Mark  // places that are marked
	lattice    bool                 // lines run along the sides of cells, so their corners are dots
	glyphs     map[value.Spot]glyph // what a page shows instead of texts
	unsure     map[value.Spot]bool  // texts that need not be so
	wrong      bool                 // its texts mark what is wrong
	joined     bool                 // cells side by side with the same text are one thing
}

// layerOf is the layer of an item, or nil if it does not live on a board. That of a board is empty.
func layerOf(it Item, opt Options) *layer {
	if len(it.Others) > 0 {
		return differingLayer(it, opt)
	}
	l := &layer{title: it.Title, given: it.Given, top: it.Top, small: opt.Empty != 0, joined: it.Whole}
	if set, ok := it.Value.(*value.Set); ok && (it.Out != nil || it.Mark == New || it.Mark == Used) {
		if it.Out != nil && l.soFar(set, it.Out, it.As, it.Apart) || it.Out == nil && l.ring(set, it.Mark) {
			return l
		}
		return nil
	}
	if it.Side != Within {
		if !l.beside(it.Value, it.Board, it.Side) {
			return nil
		}
		return l
	}
	ok := false
	switch v := it.Value.(type) {
	case *value.Board:
		l.rows, l.cols = sizeOf(v)
		l.lattice, ok = v.Points, true
	case *value.Array:
		ok = l.array(v)
	case *value.Set:
		ok = l.set(v, it.As)
	case *value.Route:
		ok = l.route(v)
	case *value.Regions:
		ok = l.regions(v)
	case value.List:
		ok = !l.small && l.parts(v)
	case value.Cell:
		ok = l.set(value.NewSet(v), it.As)
	}
	if !ok {
		return nil
	}
	if it.Mark == Doubtful {
		l.stress()
	}
	l.wrong = it.Mark == Wrong
	return l
}

// on notes the board of a cell or point; all cells of a layer must agree.
func (l *layer) on(c value.Cell) bool {
	if c.Board == nil {
		return false
	}
	rows, cols := sizeOf(c.Board)
	if l.rows == 0 {
		l.rows, l.cols = rows, cols
	}
	return l.rows == rows && l.cols == cols
}

// cells takes values as cells of one board; ok is false if they are not, or
// if there are none.
func (l *layer) cells(vs []value.Value) (cells []spotOn, ok bool) {
	cells = make([]spotOn, 0, len(vs))
	for _, v := range vs {
		c, isCell := v.(value.Cell)
		if !isCell || c.Board == nil || c.Board.Points || !l.on(c) {
			return nil, false
		}
		cells = append(cells, spotOn{c.Row, c.Col})
	}
	return cells, len(cells) > 0
}

// set takes a set of cells, or of edges between cells or points.
func (l *layer) set(s *value.Set, as string) bool {
	if cells, ok := l.cells(s.List()); ok {
		for _, c := range cells {
			l.mark(c, as)
		}
		return true
	}
	l.rows, l.cols = 0, 0
	if l.given && l.walls(s.List()) || l.points(s.List(), as) {
		return true
	}
	for _, v := range s.List() {
		e, ok := v.(value.Edge)
		if !ok || !l.edge(e, light, 0) {
			return false
		}
	}
	return s.Len() > 0
}

// mark puts a member of a set on its cell.
func (l *layer) mark(c spotOn, as string) {
	if as != "" {
		l.put(c, as)
		l.setGlyph(spotIn(c), setGlyph(as))
		return
	}
	if l.shaded == nil {
		l.shaded = map[spotOn]bool{}
	}
	l.shaded[c] = true
}

func (l *layer) put(c spotOn, text string) {
	if l.texts.list == nil {
		l.texts = newTexts(l.rows, l.cols)
	}
	l.texts.put(c, text)
}

// edge draws an edge between two cells or points of one row or column, or the
// diagonal of a cell. An arc has a direction that no line shows, so it is not drawn.
func (l *layer) edge(e value.Edge, weight uint8, color int) bool {
	a, okA := e.A.(value.Cell)
	b, okB := e.B.(value.Cell)
	if e.Directed || !okA || !okB || !l.on(a) || !l.on(b) || a.Board.Points != b.Board.Points {
		return false
	}
	s := stroke{from: spotOn{a.Row, a.Col}, to: spotOn{b.Row, b.Col}, weight: weight, ink: color}
	switch {
	case a.Row == b.Row || a.Col == b.Col:
		if a.Board.Points {
			l.borders = append(l.borders, s)
		} else {
			l.strokes = append(l.strokes, s)
		}
		return true
	case abs(a.Row-b.Row) == 1 && abs(a.Col-b.Col) == 1:
		l.slant(spotOn{min(a.Row, b.Row), min(a.Col, b.Col)}, (a.Row < b.Row) == (a.Col < b.Col), a.Board.Points)
		return true
	}
	return false
}

// slant draws a diagonal from the upper left corner, or from the upper right
// one: within a cell if the corners are points, else between four cells.
func (l *layer) slant(at spotOn, fromLeft, points bool) {
	text := "╱"
	if fromLeft {
		text = "╲"
	}
	if points {
		l.put(at, text)
		return
	}
	if l.slants == nil {
		l.slants = map[spotOn]string{}
	}
	if old := l.slants[at]; old != "" && old != text {
		text = "╳"
	}
	l.slants[at] = text
}

// route draws a path, cycle or links as lines where its edges lie in rows and
// columns, and numbers its steps elsewhere.
func (l *layer) route(w *value.Route) bool {
	straight := true
	for i := range w.Graph.Size() {
		e := w.Graph.Edge(i)
		a, okA := e.A.(value.Cell)
		b, okB := e.B.(value.Cell)
		if !okA || !okB || !l.on(a) || !l.on(b) {
			return false
		}
		straight = straight && (a.Row == b.Row || a.Col == b.Col)
	}
	if w.Graph.Size() == 0 {
		return false
	}
	lines := w.Ordered()
	if !straight {
		return l.steps(lines, w.Kind)
	}
	for i, line := range lines {
		for j := range line {
			next := j + 1
			if next == len(line) {
				if w.Kind != value.Cycle {
					break
				}
				next = 0
			}
			l.edge(value.Edge{A: line[j], B: line[next]}, light, i)
		}
		if w.Kind == value.Path {
			for _, v := range []value.Value{line[0], line[len(line)-1]} {
				c := v.(value.Cell)
				if !c.Board.Points {
					l.ends = append(l.ends, spotOn{c.Row, c.Col})
				}
			}
		}
	}
	return true
}

// steps numbers the cells along a path, or names the line of each cell.
func (l *layer) steps(lines [][]value.Value, kind value.RouteKind) bool {
	for i, line := range lines {
		for j, v := range line {
			c := v.(value.Cell)
			if c.Board.Points {
				return false
			}
			n := j + 1
			if kind.Several() {
				n = i + 1
			}
			l.put(spotOn{c.Row, c.Col}, value.String(value.Int(n)))
		}
	}
	return true
}

func abs(n int) int { return max(n, -n) }

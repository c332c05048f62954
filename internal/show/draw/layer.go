package draw

import (
	"cmp"
	"iter"
	"maps"
	"slices"
	"strconv"
	"strings"

	"nazo/dsl/value"
	"nazo/internal/alg"
)

// spotOn is a cell, or a point of a lattice. Both coordinates count from 1.
type spotOn struct{ row, col int }

// plus returns a place that is moved by a step.
func (c spotOn) plus(step spotOn) spotOn { return spotOn{c.row + step.row, c.col + step.col} }

// compare compares places in reading order.
func (c spotOn) compare(d spotOn) int { return cmp.Or(c.row-d.row, c.col-d.col) }

// fourSteps lead to the neighbours of a cell.
var fourSteps = []spotOn{{-1, 0}, {1, 0}, {0, -1}, {0, 1}}

// cellsOf yields the cells of a board in reading order.
func cellsOf(rows, cols int) iter.Seq[spotOn] {
	return func(yield func(spotOn) bool) {
		for row := 1; row <= rows; row++ {
			for col := 1; col <= cols; col++ {
				if !yield(spotOn{row, col}) {
					return
				}
			}
		}
	}
}

// stroke is a line between two cells, or two points, of one row or column.
type stroke struct {
	from, to spotOn
	weight   uint8
	ink      int
	mark     Mark
}

// ends returns the ends of a stroke in reading order.
func (k stroke) ends() (a, b spotOn) {
	if k.to.compare(k.from) < 0 {
		return k.to, k.from
	}
	return k.from, k.to
}

// layer is what one item draws on its board.
type layer struct {
	title             string
	given, top, small bool
	rows, cols        int // of cells
	texts             texts
	areas             map[spotOn]string // cells of one area have the same text
	shaded            map[spotOn]bool
	strokes           []stroke              // between middles of cells
	borders           []stroke              // between points
	slants            map[spotOn]string     // ╲ or ╱ between a cell and its neighbours down and right
	ends              []spotOn              // of open paths
	marks             map[value.Spot]string // on sides and corners
	bars              map[value.Spot]bool   // sides that are walls
	outside           outside
	others            []map[spotOn]string  // the areas of further answers, if they differ
	variants          map[spotOn][]string  // the texts of cells that have several, · for none
	doubts            map[spotOn]bool      // cells that only some answers shade
	rings             map[value.Spot]Mark  // marked places
	lattice           bool                 // lines run along the sides of cells, so their corners are dots
	glyphs            map[value.Spot]glyph // what a page shows instead of texts
	unsure            map[value.Spot]bool  // texts that only some answers have
	wrong             bool                 // its texts mark mistakes
	figures           []figure
	joined            bool                 // neighbours with the same text are one thing
	base              map[value.Spot]shape // stands below the text of a place
}

// layerOf returns the layer of an item, or nil if the item is not on a board. A board has an empty layer.
func layerOf(it Item, opt Options) *layer {
	if len(it.Others) > 0 {
		return differingLayer(it, opt)
	}
	if it.Style.Word == Cards {
		return nil
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
	if it.Style.drawsFigures() && l.drawFigures(it.Value, it.Style) {
		return l
	}
	switch v := it.Value.(type) {
	case *value.Board:
		l.rows, l.cols = SizeOf(v)
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
	l.style(it.Style)
	if it.Mark == Doubtful {
		l.stress()
	}
	l.wrong = it.Mark == Wrong
	return l
}

// on notes the board of a cell or point. It is false if an earlier one lies on a board of another size.
func (l *layer) on(c value.Cell) bool {
	if c.Board == nil {
		return false
	}
	rows, cols := SizeOf(c.Board)
	if l.rows == 0 {
		l.rows, l.cols = rows, cols
	}
	return l.rows == rows && l.cols == cols
}

// cells returns values as cells of one board. ok is false if they are anything else, or none.
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

func (l *layer) mark(c spotOn, as string) {
	if as != "" {
		l.put(c, as)
		l.setGlyph(spotIn(c), setGlyph(as))
		return
	}
	add(&l.shaded, c, true)
}

// add puts an entry into a map, which may be nil.
func add[K comparable, V any](m *map[K]V, key K, v V) {
	if *m == nil {
		*m = map[K]V{}
	}
	(*m)[key] = v
}

func (l *layer) put(c spotOn, text string) {
	if l.texts.list == nil {
		l.texts = newTexts(l.rows, l.cols)
	}
	l.texts.put(c, text)
}

// edge draws an edge of a row, a column or a diagonal. It refuses an arc, since a line shows no direction.
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

// slant draws a diagonal: within a cell if its ends are points, else between four cells.
func (l *layer) slant(at spotOn, fromLeft, points bool) {
	text := "╱"
	if fromLeft {
		text = "╲"
	}
	if points {
		l.put(at, text)
		return
	}
	if old := l.slants[at]; old != "" && old != text {
		text = "╳"
	}
	add(&l.slants, at, text)
}

// route draws a path, cycle or links as lines, or numbers the steps if some edge is in no row or column.
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
		for j := 1; j < len(line); j++ {
			l.edge(value.Edge{A: line[j-1], B: line[j]}, light, i)
		}
		if w.Kind == value.Cycle {
			l.edge(value.Edge{A: line[len(line)-1], B: line[0]}, light, i)
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

// steps numbers the cells along a path. Of several lines it writes the number of the line.
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

// array draws an array with a value for each cell, a value for each edge, or a set of cells for each key.
func (l *layer) array(a *value.Array) bool {
	keys := a.Keys.List()
	cells, ok := l.cells(keys)
	if ok && l.grid(cells, a.Values) {
		return true
	}
	l.rows, l.cols = 0, 0
	if len(keys) > 0 && !ok {
		if _, ok := keys[0].(value.Edge); ok && !l.given && l.weights(keys, a.Values) {
			return true
		}
		if l.marked(keys, a.Values) {
			return true
		}
	}
	l.texts = texts{}
	if l.small {
		return l.places(keys, a.Values)
	}
	return l.pieces(keys, a.Values)
}

// places writes each key on the cell or the cells that are its value.
func (l *layer) places(keys, values []value.Value) bool {
	l.rows, l.cols = 0, 0
	for i, v := range values {
		var at []value.Value
		switch v := v.(type) {
		case value.None:
		case value.Cell:
			at = []value.Value{v}
		case *value.Set:
			at = v.List()
		default:
			return false
		}
		if len(at) == 0 {
			continue
		}
		cells, ok := l.cells(at)
		for _, c := range cells {
			ok = ok && l.texts.at(c) == "" // no picture shows an overlap
			l.put(c, short(keys[i]))
		}
		if !ok {
			return false
		}
	}
	return l.rows > 0
}

// grid draws a value for each cell. Connected rooms become areas, other values text.
func (l *layer) grid(cells []spotOn, values []value.Value) bool {
	areas := map[spotOn]string{}
	texts := newTexts(l.rows, l.cols)
	homes, sets := false, 0
	for i, v := range values {
		switch v := v.(type) {
		case value.None:
		case value.Bool:
			if v == value.True {
				l.mark(cells[i], "")
			}
		case value.Label:
			texts.put(cells[i], v.Print)
			l.glyph(spotIn(cells[i]), v, v.Print)
			if v.Print == v.Name && !l.small {
				areas[cells[i]] = v.Name
			}
		case value.Cell:
			homes = true
			texts.put(cells[i], value.String(v))
			areas[cells[i]] = value.String(v)
		case *value.Set:
			sets++
			areas[cells[i]] = value.String(v)
		case *value.Array, *value.Route, *value.Board, *value.Graph:
			return false
		default:
			texts.put(cells[i], printed(v))
			l.glyph(spotIn(cells[i]), v, printed(v))
		}
	}
	if len(areas) != texts.count+sets || !rooms(areas) {
		l.texts = texts
		return sets == 0
	}
	l.areas = areas
	if homes { // shade the cells that belong to no home
		for _, c := range cells {
			if areas[c] == "" {
				l.mark(c, "")
			}
		}
	}
	return true
}

// printed writes a value as grids do.
func printed(v value.Value) string {
	switch v := v.(type) {
	case value.Label:
		return v.Print
	case value.Direction:
		return v.Print
	case value.Shape:
		return v.Print()
	case value.List, value.Tuple:
		return commas(value.Elements(v))
	}
	return value.String(v)
}

func commas(vs []value.Value) string { return strings.Join(alg.Map(vs, printed), ",") }

// rooms reports whether areas are connected, and some have several cells. Only then do borders draw them well.
func rooms(areas map[spotOn]string) bool {
	met, large, seen := map[string]bool{}, false, map[spotOn]bool{}
	for c, name := range areas {
		if seen[c] {
			continue
		}
		if met[name] {
			return false
		}
		met[name], seen[c] = true, true
		for todo := []spotOn{c}; len(todo) > 0; {
			c := todo[len(todo)-1]
			todo = todo[:len(todo)-1]
			for _, d := range fourSteps {
				if n := c.plus(d); areas[n] == name && !seen[n] {
					seen[n], large = true, true
					todo = append(todo, n)
				}
			}
		}
	}
	return large
}

// weights draws a number or truth value for each edge as the weight of a line.
func (l *layer) weights(edges, values []value.Value) bool {
	for i, k := range edges {
		e, ok := k.(value.Edge)
		if !ok {
			return false
		}
		weight := uint8(0)
		switch v := values[i].(type) {
		case value.None:
		case value.Bool:
			if v == value.True {
				weight = light
			}
		case value.Int:
			if v < 0 || v > heavy {
				return false
			}
			weight = uint8(v)
		default:
			return false
		}
		if weight > 0 && !l.edge(e, weight, 0) {
			return false
		}
		if a, ok := e.A.(value.Cell); !ok || !l.on(a) {
			return false
		}
	}
	return true
}

// pieces draws a set of cells for each key as areas. It shades them if they leave cells over.
func (l *layer) pieces(keys, values []value.Value) bool {
	areas := map[spotOn]string{}
	for i, v := range values {
		s, ok := v.(*value.Set)
		if !ok {
			return false
		}
		if s.Len() == 0 {
			continue
		}
		cells, ok := l.cells(s.List())
		name := value.String(keys[i])
		if _, home := keys[i].(value.Cell); home {
			name = value.String(s) // several cells may have the same piece
		}
		for _, c := range cells {
			ok = ok && (areas[c] == "" || areas[c] == name) // no picture shows an overlap
			areas[c] = name
		}
		if !ok {
			return false
		}
	}
	if len(areas) == 0 {
		return false
	}
	l.areas = areas
	if len(areas) < l.rows*l.cols {
		for c := range areas {
			l.mark(c, "")
		}
	}
	return true
}

// parts draws a list of lists or sets of cells, such as boxes, as pieces.
func (l *layer) parts(list value.List) bool {
	keys, pieces := make([]value.Value, len(list)), make([]value.Value, len(list))
	for i, v := range list {
		keys[i], pieces[i] = value.Int(i+1), v
		if part, ok := v.(value.List); ok {
			pieces[i] = value.NewSet(part...)
		}
	}
	return l.pieces(keys, pieces)
}

func sortedKeys[V any](m map[spotOn]V) []spotOn {
	return slices.SortedFunc(maps.Keys(m), spotOn.compare)
}

func (l *layer) regions(r *value.Regions) bool {
	cells, ok := l.cells(r.Graph.Vertices.List())
	if !ok {
		return false
	}
	l.areas = map[spotOn]string{}
	for i, part := range r.Numbers() {
		l.areas[cells[i]] = strconv.Itoa(int(part))
	}
	return true
}

// texts holds the text of each cell of a board, "" for none. The zero value holds none.
type texts struct {
	cols  int
	list  []string // row by row
	count int      // of the texts that are not empty
}

func newTexts(rows, cols int) texts { return texts{cols: cols, list: make([]string, rows*cols)} }

func (t *texts) at(c spotOn) string {
	if t.list == nil {
		return ""
	}
	return t.list[(c.row-1)*t.cols+c.col-1]
}

func (t *texts) put(c spotOn, text string) {
	at := &t.list[(c.row-1)*t.cols+c.col-1]
	if *at == "" && text != "" {
		t.count++
	}
	*at = text
}

func (t *texts) each() iter.Seq2[spotOn, string] {
	return func(yield func(spotOn, string) bool) {
		for i, text := range t.list {
			if text != "" && !yield(spotOn{i/t.cols + 1, i%t.cols + 1}, text) {
				return
			}
		}
	}
}

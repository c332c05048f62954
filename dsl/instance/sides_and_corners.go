package instance

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"nazo/dsl"
	"nazo/dsl/diag"
	"nazo/dsl/library"
	"nazo/dsl/value"
	"nazo/internal/alg"
)

// Givens for sides and corners are printed as pictures: words as they lie on the board, with alternating rows of
// cells and of sides. This file reads them. write.go writes them.

// corner marks corners without a value, also in pictures of cells or sides.
const corner = "+"

// mark is the type for whether a place is in a set.
type mark struct{}

// markSigns are the signs of a place in a set: first for cells and corners, then for sides.
var markSigns = []string{"#", "|", "-", "x", "*", "o"}

// FromText implements [Type].
func (mark) FromText(text string) (value.Value, bool) {
	in := slices.Contains(markSigns, text) || text == "true"
	return value.Of(in), in || text == "." || text == "false"
}

// Fits implements [Type].
func (mark) Fits(v value.Value) (value.Value, bool) { return Bool{}.Fits(v) }

// Describe implements [Type].
func (mark) Describe() string { return "# (or | and - for sides), or . where nothing is" }

// declaresCorner reports whether a label of a type prints as a corner does.
func declaresCorner(t Type) bool {
	switch t := t.(type) {
	case Optional:
		return declaresCorner(t.Of)
	case List:
		return declaresCorner(t.Of)
	case Set:
		return declaresCorner(t.Of)
	case Tuple:
		return slices.ContainsFunc(t.Parts, declaresCorner)
	case Union:
		return slices.ContainsFunc(t.Parts, declaresCorner)
	}
	return prints(t, corner)
}

// places returns the places of a given and the type of each. ok is false if it has no picture.
func places(t Type) (keys []value.Value, of []Type, s sheet, ok bool) {
	switch t := t.(type) {
	case Keyed:
		keys, of = t.Keys.List(), t.Of
	case Set:
		one, finite := t.Of.(OneOf)
		if _, isRange := one.Values.(value.Range); !finite || isRange {
			return nil, nil, sheet{}, false
		}
		keys = one.Values.List()
	case Optional:
		return places(t.Of)
	}
	s, ok = sheetOf(keys)
	if !ok {
		return nil, nil, s, false
	}
	marks := make([]Type, len(keys))
	for i := range marks {
		marks[i] = mark{}
		if of != nil && of[i] != Type(Bool{}) {
			marks[i] = of[i]
		}
	}
	return keys, marks, s, true
}

// pictured reports whether a raw grid is a picture of a given with places, rather than words: the members of a set,
// or one row for each key.
func pictured(x *dsl.GridLit, t Type) bool {
	_, _, s, ok := places(t)
	if !ok || len(x.Rows) == 0 {
		return false
	}
	switch t := t.(type) {
	case Set:
		_, named := t.Of.FromText(x.Rows[0].Words()[0].Text)
		return !named
	case Keyed:
		return len(x.Rows) == s.rows || len(x.Rows) != t.Keys.Len()
	}
	return true
}

// part is a given in a picture.
type part struct {
	name  string
	keys  []value.Value
	types []Type
	at    map[value.Spot]int // indices of keys
	sheet sheet
}

func partOf(name string, t Type) (*part, bool) {
	p := &part{name: name, at: map[value.Spot]int{}}
	var ok bool
	if p.keys, p.types, p.sheet, ok = places(t); !ok {
		return nil, false
	}
	for i, k := range p.keys {
		at, _, _ := value.SpotOf(k)
		p.at[at] = i
	}
	return p, true
}

// hasCells reports whether cells are among the places.
func (p *part) hasCells() bool {
	for at := range p.at {
		if !at.Corner() && !at.Side() {
			return true
		}
	}
	return false
}

// picture reads the values of one of several givens whose places are printed together. With grids, the cells belong
// to grids, which are read elsewhere.
func (r *valueReader) picture(x *dsl.GridLit, parts []*part, of int, grids bool) []value.Value {
	s := parts[0].sheet
	for _, p := range parts[1:] {
		var ok bool
		if s, ok = s.joined(p.sheet); !ok {
			r.fail(x, "joint-picture", "%s and %s are for boards of different sizes", parts[0].name, p.name)
		}
	}
	if grids {
		rows, cols := s.board()
		s, _ = s.joined(sheet{1, 2, rows, cols})
	}
	r.checkSize(x, s)
	words := Tuple{Parts: alg.Map(parts, func(p *part) Type { return p.types[0] })}
	x = plain(x, words)
	values := make([]value.Value, len(parts[of].keys))
	for row := range x.Rows {
		for col, word := range x.Rows[row].Cells {
			at := s.spot(row, col)
			var here []Type
			place, key := -1, -1
			for i, p := range parts {
				if k, ok := p.at[at]; ok {
					if i == of {
						place, key = len(here), k
					}
					here = append(here, p.types[k])
				}
			}
			switch {
			case key >= 0:
				values[key] = r.pictureWord(word, at, parts[of].keys[key], here)[place]
			case len(here) == 0 && of == 0 && (!grids || at.Corner() || at.Side()):
				r.nothing(word, at)
			}
		}
	}
	return values
}

// checkSize fails if a picture has not the size of its sheet.
func (r *valueReader) checkSize(x *dsl.GridLit, s sheet) {
	fail := func(at diag.Span, format string, args ...any) {
		panic(fault{diag.Errorf(r.source, at, "wrong-picture", format, args...).Expect(s.describe())})
	}
	if len(x.Rows) != s.rows {
		fail(x.Span(), "this picture has %s", diag.Count(len(x.Rows), "row"))
	}
	for i, row := range x.Rows {
		if len(row.Cells) != s.cols {
			fail(row.Span(), "row %d of this picture has %d words", i+1, len(row.Cells))
		}
	}
}

// pictureWord reads a word as values of the givens that have its place.
func (r *valueReader) pictureWord(word dsl.GridCell, at value.Spot, key value.Value, here []Type) []value.Value {
	text := word.Text
	if text == corner && at.Corner() && !slices.ContainsFunc(here, declaresCorner) {
		text = "."
	}
	if len(here) == 1 {
		if v, ok := here[0].FromText(text); ok {
			return []value.Value{v}
		}
	} else if out, ok := splitText(text, here); ok {
		return out
	}
	of := Type(Tuple{here})
	if len(here) == 1 {
		of = here[0]
	}
	panic(fault{diag.Errorf(r.source, word.Span(), "outside-given", "%q does not fit on %s: %s", word.Text, at.Noun(), written(key)).Expect(of.Describe())})
}

// nothing fails if a word has a meaning where no given has a place.
func (r *valueReader) nothing(word dsl.GridCell, at value.Spot) {
	if word.Text == "." || word.Text == corner && at.Corner() {
		return
	}
	d := diag.Errorf(r.source, word.Span(), "no-place", "%q stands on %s where nothing is given", word.Text, at.Noun())
	if at.Corner() {
		panic(fault{d.Expect("+")})
	}
	panic(fault{d.Expect(".").Helpf("columns of cells and of sides take turns, and so do rows")})
}

// convertPicture reads the picture of one given.
func (r *valueReader) convertPicture(x *dsl.GridLit, t Type) value.Value {
	p, _ := partOf("", t)
	return p.value(t, r.picture(x, []*part{p}, 0, false))
}

// value assembles a given from the values of its places.
func (p *part) value(t Type, values []value.Value) value.Value {
	if keyed, ok := t.(Keyed); ok {
		return value.NewArray(keyed.Keys, values, value.BoardOf(keyed.Keys))
	}
	var members []value.Value
	for i, in := range values {
		if in == value.Value(value.True) {
			members = append(members, p.keys[i])
		}
	}
	return value.NewSet(members...)
}

// cellsOf returns the cells of a picture in which grids are printed together with givens for sides and corners.
// Empty corners tell whether the picture begins with a cell or with a corner.
func (r *valueReader) cellsOf(x *dsl.GridLit, types []Type) *dsl.GridLit {
	if len(x.Rows) == 0 {
		r.fail(x, "empty-grid", "a picture needs at least one row")
	}
	if slices.ContainsFunc(types, declaresCorner) {
		r.fail(x, "joint-picture", "in a picture with sides %s is a corner, and here it may stand in a cell, too; give each by itself", corner)
	}
	s := sheet{first: -1, step: 1, rows: len(x.Rows), cols: len(x.Rows[0].Cells)}
	if s.rows == 1 || s.cols == 1 {
		s.first = 1 // too small for corners
	}
	for i, row := range x.Rows {
		for j, word := range row.Cells {
			first := i % 2 // corners lie at even spots
			switch {
			case word.Text != corner:
			case i%2 != j%2 || s.first >= 0 && s.first != first:
				panic(fault{diag.Errorf(r.source, word.Span(), "no-place", "this corner stands where another row has cells or sides").
					Helpf("columns of cells and of sides take turns, and so do rows")})
			default:
				s.first = first
			}
		}
	}
	if s.first < 0 {
		r.fail(x, "joint-picture", "a picture of cells and sides has corners, which tell where its cells are, and this one has none; write %s for a corner with nothing, or give each by itself", corner)
	}
	if s.rows%2 == 0 || s.cols%2 == 0 {
		r.fail(x, "wrong-picture", "this picture has %s of %d; both are odd where cells and sides take turns", diag.Count(s.rows, "row"), s.cols)
	}
	rows, cols := s.board()
	if rows == 0 || cols == 0 || rows > library.MaxCells/cols {
		r.fail(x, library.CodeSize, "a picture has from 1 to %d cells", library.MaxCells)
	}
	r.checkSize(x, s)
	out := &dsl.GridLit{At: x.At, Spaced: x.Spaced}
	for i := 1 - s.first; i < s.rows; i += 2 {
		row := x.Rows[i]
		row.Cells = nil
		for j := 1 - s.first; j < s.cols; j += 2 {
			row.Cells = append(row.Cells, x.Rows[i].Cells[j])
		}
		out.Rows = append(out.Rows, row)
	}
	return out
}

// sheet is the part of squared paper that a picture shows, with its rows and columns of spots. The first spot is
// the same in both directions, and so is the step of one or two.
type sheet struct{ first, step, rows, cols int }

// sheetOf returns the sheet for places. Cells alone are a grid of cells, and corners alone a grid of corners. With
// sides, all three alternate. The rim is included if corners are, or sides between corners. It is false for values
// that are not places of one board, and for places on top of each other.
func sheetOf(places []value.Value) (sheet, bool) {
	var on *value.Board
	step := 2
	var taken []bool
	for _, v := range places {
		at, board, ok := value.SpotOf(v)
		if !ok || on != nil && value.Compare(on, board) != 0 {
			return sheet{}, false
		}
		width := 2*board.Cols + 3
		if on == nil {
			on, taken = board, make([]bool, width*(2*board.Rows+3))
		}
		if i := at.Y*width + at.X; taken[i] {
			return sheet{}, false
		} else {
			taken[i] = true
		}
		if at.Side() {
			step = 1
		}
	}
	if on == nil {
		return sheet{}, false
	}
	s := sheet{1, step, on.Rows, on.Cols}
	if on.Points {
		s.first = 0
	}
	if step == 1 {
		s.rows, s.cols = 2*on.Rows-1, 2*on.Cols-1
	}
	return s, true
}

// joined returns the sheet that includes two sheets. It is false for boards of different sizes.
func (s sheet) joined(t sheet) (sheet, bool) {
	rows, cols := s.board()
	if r, c := t.board(); r != rows || c != cols {
		return sheet{}, false
	}
	out := sheet{first: min(s.first, t.first), step: 1}
	if s.first == t.first {
		out.step = min(s.step, t.step)
	}
	out.rows, out.cols = rows+1-out.first, cols+1-out.first // corners, or cells
	if out.step == 1 {
		out.rows, out.cols = 2*out.rows-1, 2*out.cols-1
	}
	return out, true
}

// board returns the numbers of rows and columns of cells.
func (s sheet) board() (rows, cols int) {
	rows, cols = s.rows, s.cols
	if s.step == 1 {
		rows, cols = (rows+1)/2, (cols+1)/2
	}
	return rows - 1 + s.first, cols - 1 + s.first
}

// spot returns the spot at a row and column, from 0.
func (s sheet) spot(row, col int) value.Spot {
	return value.Spot{Y: s.first + row*s.step, X: s.first + col*s.step}
}

// describe describes a picture on the sheet.
func (s sheet) describe() string {
	rows, cols := s.board()
	size := fmt.Sprintf("%s of %d", diag.Count(s.rows, "row"), s.cols)
	switch {
	case s.step == 1 && s.first == 1:
		return fmt.Sprintf("%s, for %d by %d cells: rows of cells and the sides between them, and in between rows of sides and corners, which are +", size, rows, cols)
	case s.step == 1:
		return fmt.Sprintf("%s, for %d by %d cells: rows of corners, which are +, and sides, and in between rows of sides and cells", size, rows, cols)
	case s.first == 0:
		return size + ", one word for each corner"
	}
	return size + ", one word for each cell"
}

// figures reads a picture of shapes. Cells of "#" that share sides are one shape, and dots separate shapes. Shapes are
// listed as one reads a row of pictures: by their first cells, column by column within the rows of one line of shapes.
func (r *valueReader) figures(x *dsl.GridLit) value.List {
	at := map[value.Cell]bool{} // the cells, and whether they are in a shape already
	var cells []value.Cell
	for i, row := range x.Characters().Rows {
		end := len(row.Cells)
		for end > 0 && row.Cells[end-1].Text == " " {
			end--
		}
		for j, cell := range row.Cells[:end] {
			switch cell.Text {
			case "#":
				c := value.Cell{Row: i, Col: j}
				at[c] = false
				cells = append(cells, c)
			case ".":
			default:
				panic(fault{diag.Errorf(r.source, cell.Span(), "outside-given", "%q is no part of a picture of shapes", cell.Text).
					Expect("# for the cells of shapes, dots between them")})
			}
		}
	}
	if len(cells) == 0 {
		r.fail(x, "empty-grid", "there is no shape in this picture; # is a cell of one")
	}
	type figure struct {
		cells       []value.Cell
		top, bottom int
		left        int
	}
	var all []figure
	for _, c := range cells {
		if at[c] {
			continue
		}
		at[c] = true
		f := figure{cells: []value.Cell{c}, top: c.Row, bottom: c.Row, left: c.Col}
		for i := 0; i < len(f.cells); i++ {
			for _, d := range value.Directions() {
				next := value.Cell{Row: f.cells[i].Row + d.DRow, Col: f.cells[i].Col + d.DCol}
				if taken, on := at[next]; on && !taken {
					at[next] = true
					f.cells = append(f.cells, next)
					f.bottom, f.left = max(f.bottom, next.Row), min(f.left, next.Col)
				}
			}
		}
		all = append(all, f)
	}
	// A line of shapes ends above a row in which no shape that began earlier has a cell.
	line, end := 0, -1
	lines := make([]int, len(all)) // all is sorted by first cells, so by tops
	for i, f := range all {
		if f.top > end {
			line++
		}
		end = max(end, f.bottom)
		lines[i] = line
	}
	order := make([]int, len(all))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int {
		return cmp.Or(cmp.Compare(lines[a], lines[b]), cmp.Compare(all[a].left, all[b].left))
	})
	out := make(value.List, len(all))
	for i, k := range order {
		out[i], _ = value.ShapeOf(all[k].cells)
	}
	return out
}

// placeName returns the name of a cell, r2c3, or a corner, p2c3, in an input.
func placeName(c value.Cell) string {
	if c.Board != nil && c.Board.Points {
		return fmt.Sprintf("p%dc%d", c.Row, c.Col)
	}
	return value.String(c)
}

// place evaluates the name of a place on the board of a type's values: a cell or a corner, or an edge between two
// of these, as A-B or edge(A, B). The type need not have the place.
func (t OneOf) place(x dsl.Expr) (v value.Value, ok bool) {
	on, directed := t.placedOn()
	if on == nil {
		return nil, false
	}
	switch x := x.(type) {
	case *dsl.Name:
		return cellNamed(x.Text, on)
	case *dsl.Binary:
		if x.Op == dsl.OpSub {
			return edgeNamed(x.X, x.Y, on, directed)
		}
	case *dsl.Call:
		if x.Func.Text == "edge" && len(x.Args) == 2 {
			return edgeNamed(x.Args[0], x.Args[1], on, directed)
		}
	}
	return nil, false
}

// placedOn returns the board of a type's values, or nil, and whether they have a direction.
func (t OneOf) placedOn() (on *value.Board, directed bool) {
	if _, isRange := t.Values.(value.Range); isRange || t.Values.Len() == 0 {
		return nil, false
	}
	first := t.Values.List()[0]
	if e, ok := first.(value.Edge); ok {
		first, directed = e.A, e.Directed
	}
	c, _ := first.(value.Cell)
	return c.Board, directed
}

func edgeNamed(a, b dsl.Expr, on *value.Board, directed bool) (value.Value, bool) {
	from, okA := a.(*dsl.Name)
	to, okB := b.(*dsl.Name)
	if !okA || !okB {
		return nil, false
	}
	u, okU := cellNamed(from.Text, on)
	v, okV := cellNamed(to.Text, on)
	if !okU || !okV {
		return nil, false
	}
	return value.MakeEdge(u, v, directed), true
}

// cellNamed returns the cell or corner of a board with a name.
func cellNamed(name string, on *value.Board) (value.Value, bool) {
	row, col, ok := strings.Cut(strings.TrimLeft(name, "rp"), "c")
	r, errRow := strconv.Atoi(row)
	c, errCol := strconv.Atoi(col)
	if !ok || errRow != nil || errCol != nil || !on.Has(r, c) {
		return nil, false
	}
	cell := value.Cell{Board: on, Row: r, Col: c}
	return cell, placeName(cell) == name
}

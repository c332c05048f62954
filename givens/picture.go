package givens

import (
	"slices"

	"nazo/dsl"
	"nazo/dsl/diag"
	"nazo/library"
	"nazo/value"
)

// Givens for sides and corners are printed as pictures: words as they lie on the board, rows of cells and of sides in turn. This
// file reads them; write.go has the way back.

// corner stands where corners are, in pictures of cells or sides as well, and says that there is nothing.
const corner = "+"

// mark is the type of what tells whether a place is in a set.
type mark struct{}

// markSigns are the signs of a place that is in a set: the first is for cells and corners, the others for sides, as they lie.
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

// places are the places that a given of a type has values for, and the type of each; false if it has no picture.
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

// pictured reports whether a raw grid is meant as the picture of a given with places. What has words in rows is none: members of a set, or one
// row for each key.
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

// part is a given that is in a picture.
type part struct {
	name  string
	keys  []value.Value
	types []Type
	at    map[value.Spot]int // the keys' numbers
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

// picture reads what a picture says of one of several givens whose places are printed together. If there are grids among them, which
// are read by another, cells are left to those.
func (r *reader) picture(x *dsl.GridLit, parts []*part, of int, grids bool) []value.Value {
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
	words := Tuple{}
	for _, p := range parts {
		words.Parts = append(words.Parts, p.types[0])
	}
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

// checkSize ends a given whose picture has not the size of its sheet.
func (r *reader) checkSize(x *dsl.GridLit, s sheet) {
	fail := func(at diag.Span, format string, args ...any) {
		panic(fault{diag.Errorf(r.source, at, "wrong-picture", format, args...).Expect(s.describe())})
	}
	if len(x.Rows) != s.rows {
		fail(x.Span(), "this picture has %d rows", len(x.Rows))
	}
	for i, row := range x.Rows {
		if len(row.Cells) != s.cols {
			fail(row.Span(), "row %d of this picture has %d words", i+1, len(row.Cells))
		}
	}
}

// pictureWord is what a word says for the places that lie there.
func (r *reader) pictureWord(word dsl.GridCell, at value.Spot, key value.Value, here []Type) []value.Value {
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

// nothing ends a given with something where it has no place.
func (r *reader) nothing(word dsl.GridCell, at value.Spot) {
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
func (r *reader) convertPicture(x *dsl.GridLit, t Type) value.Value {
	p, _ := partOf("", t)
	return p.value(t, r.picture(x, []*part{p}, 0, false))
}

// value is the value of a given of a type with values for its places.
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

// cellsOf are the cells of a picture in which grids are printed together with givens for sides and corners. Corners where
// nothing stands tell whether the picture begins with a cell or with a corner.
func (r *reader) cellsOf(x *dsl.GridLit, types []Type) *dsl.GridLit {
	if len(x.Rows) == 0 {
		r.fail(x, "empty-grid", "a picture needs at least one row")
	}
	if slices.ContainsFunc(types, declaresCorner) {
		r.fail(x, "joint-picture", "in a picture with sides %s is a corner, and here it may stand in a cell, too; give each by itself", corner)
	}
	s := sheet{first: -1, step: 1, rows: len(x.Rows), cols: len(x.Rows[0].Cells)}
	if s.rows == 1 || s.cols == 1 {
		s.first = 1 // too little for corners
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
		r.fail(x, "wrong-picture", "this picture has %d rows of %d; both are odd where cells and sides take turns", s.rows, s.cols)
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

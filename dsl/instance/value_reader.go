package instance

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"nazo/dsl"
	"nazo/dsl/diag"
	"nazo/dsl/library"
	"nazo/dsl/value"
	"nazo/internal/alg"
)

// Named is a given that an entry names.
type Named struct {
	Grid bool // declared as a grid
	// Type evaluates its type. That may need other givens of the same entry, unless it is a grid.
	Type func() Type
}

// Read reads an entry as a value of one of the givens that it names. Several givens may be printed together.
func Read(ev Evaluator, e *Entry, names []Named) (value.Value, *diag.Diagnostic) {
	r := &valueReader{ev, e.Source}
	return attempt(func() value.Value {
		if len(names) == 1 {
			return r.convert(e.Value, names[0].Type())
		}
		return r.convertJoint(e, names)
	})
}

// ReadParts reads an entry that has a value for each key.
func ReadParts(ev Evaluator, e *Entry, t Type) (value.Value, *diag.Diagnostic) {
	r := &valueReader{ev, e.Source}
	return attempt(func() value.Value { return r.keyedParts(e, t) })
}

// valueReader reads the value of one given.
type valueReader struct {
	Evaluator
	source *diag.Source
}

// fault carries a diagnostic out of a reader, by panic and recover.
type fault struct{ d *diag.Diagnostic }

func (r *valueReader) fail(at dsl.Node, code, format string, args ...any) {
	panic(fault{diag.Errorf(r.source, at.Span(), code, format, args...)})
}

func attempt[T any](read func() T) (v T, problem *diag.Diagnostic) {
	defer func() {
		switch p := recover().(type) {
		case nil:
		case fault:
			problem = p.d
		default:
			panic(p)
		}
	}()
	return read(), nil
}

// keyedParts reads a given whose keys have a value each.
func (r *valueReader) keyedParts(e *Entry, keyed Type) value.Value {
	t, ok := keyed.(Keyed)
	if !ok {
		panic(fault{diag.Errorf(e.Source, e.At, "not-keyed", "%s has no keys", e.Names[0].Text)})
	}
	values := make([]value.Value, t.Keys.Len())
	for _, part := range e.Parts {
		key := r.key(part.Keys)
		i := t.Keys.Index(key)
		if i < 0 {
			panic(fault{diag.Errorf(e.Source, part.Span(), "no-such-key", "%s is no key of %s", value.String(key), e.Names[0].Text).
				Expect("one of " + value.String(t.Keys))})
		}
		if values[i] != nil {
			r.fail(part, "repeated-given", "%s[%s] has a value already", e.Names[0].Text, value.String(key))
		}
		values[i] = r.convert(part.Value, t.Of[i])
	}
	for i, k := range t.Keys.List() {
		if values[i] == nil {
			panic(fault{diag.Errorf(e.Source, e.At, "missing-given", "%s[%s] has no value", e.Names[0].Text, value.String(k))})
		}
	}
	return value.NewArray(t.Keys, values, value.BoardOf(t.Keys))
}

// key evaluates what is in brackets, as a tuple if it is several.
func (r *valueReader) key(xs []dsl.Expr) value.Value {
	parts := make(value.Tuple, len(xs))
	for i, x := range xs {
		parts[i] = r.Eval(r.source, x)
	}
	if len(parts) == 1 {
		return parts[0]
	}
	return parts
}

// convert reads an expression as a value of a type.
func (r *valueReader) convert(x dsl.Expr, t Type) value.Value {
	inner := t
	if o, optional := t.(Optional); optional {
		inner = o.Of
		switch x.(type) {
		case *dsl.ListLit, *dsl.SetLit, *dsl.Tuple: // never none
			return r.convert(x, inner)
		}
	}
	if one, ok := inner.(OneOf); ok {
		if v, ok := one.place(x); ok {
			if !one.Values.Contains(v) {
				r.misfit(x, expression(v), t)
			}
			return v
		}
	}
	switch x := x.(type) {
	case *dsl.Name: // a word of the type takes precedence over names of the spec
		if v, ok := t.FromText(x.Text); ok {
			return v
		}
		if _, isConstant := library.Constant(x.Text); !isConstant && !r.Mentionable(x.Text) {
			r.misfit(x, x.Text, t)
		}
	case *dsl.Foreign:
		return r.foreign(x, t)
	case *dsl.GridLit:
		return r.convertGrid(x, t)
	case *dsl.ListLit:
		switch l := t.(type) {
		case List:
			return value.List(r.convertAll(x.Elems, func(int) Type { return l.Of }))
		case Keyed:
			if len(l.Of) == len(x.Elems) {
				return value.NewArray(l.Keys, r.convertAll(x.Elems, func(i int) Type { return l.Of[i] }), value.BoardOf(l.Keys))
			}
		}
	case *dsl.SetLit:
		if s, ok := t.(Set); ok {
			return value.NewSet(r.convertAll(x.Elems, func(int) Type { return s.Of })...)
		}
	case *dsl.Tuple:
		if p, ok := t.(Tuple); ok && len(p.Parts) == len(x.Elems) {
			return value.Tuple(r.convertAll(x.Elems, func(i int) Type { return p.Parts[i] }))
		}
	}
	v := r.Written(r.source, x)
	w, ok := t.Fits(v)
	if !ok {
		r.misfit(x, written(v), t)
	}
	return w
}

// foreign asks a Maker for a value of the type.
func (r *valueReader) foreign(x *dsl.Foreign, t Type) value.Value {
	v, err := x.Value.(Maker).Make(t)
	var problems *diag.List
	switch {
	case errors.As(err, &problems):
		panic(fault{problems.All()[0]})
	case err != nil:
		r.fail(x, "foreign-value", "%v", err)
	}
	return v
}

func (r *valueReader) convertAll(xs []dsl.Expr, of func(i int) Type) []value.Value {
	out := make([]value.Value, len(xs))
	for i, x := range xs {
		out[i] = r.convert(x, of(i))
	}
	return out
}

// truthMeant has words that people write for true and false.
var truthMeant = map[string]string{"yes": "true", "on": "true", "y": "true", "t": "true", "True": "true", "1": "true",
	"no": "false", "off": "false", "n": "false", "f": "false", "False": "false", "0": "false"}

// misfit fails because a value is not of its type.
func (r *valueReader) misfit(at dsl.Node, found string, t Type) {
	d := diag.Errorf(r.source, at.Span(), "outside-given", "%s does not fit here", found).Expect(t.Describe())
	if t.Describe() == (Bool{}).Describe() {
		d.Suggest(truthMeant[found])
	}
	if vt, ok := t.(OneOf); ok {
		var names []string
		if _, isRange := vt.Values.(value.Range); !isRange {
			names = append(names, alg.Map(vt.Values.List(), written)...)
		}
		d.Suggest(diag.Nearest(found, names))
	}
	panic(fault{d})
}

// convertGrid reads a raw grid as a grid, or for a type of lists, as rows of words.
func (r *valueReader) convertGrid(x *dsl.GridLit, t Type) value.Value {
	if g, ok := t.(Grid); ok && readsBlanks(g.Of) {
		x = x.Characters()
	}
	if pictured(x, t) {
		return r.convertPicture(x, t)
	}
	x = plain(x, t)
	switch t := t.(type) {
	case Grid:
		return r.grid(x, func(cell dsl.GridCell) value.Value { return r.gridCell(cell, t.Of) })
	case List:
		if _, ok := t.Of.(Shape); ok {
			return r.figures(x)
		}
		return r.convertRows(x, t)
	case Shape:
		if figures := r.figures(x); len(figures) == 1 {
			return figures[0]
		}
		r.misfit(x, "a picture of several shapes", t)
	case Set:
		if _, ok := t.Of.(Shape); ok {
			return value.NewSet(r.figures(x)...)
		}
		return value.NewSet(value.Elements(r.convertRows(x, List(t)))...)
	case Keyed:
		if len(x.Rows) != t.Keys.Len() {
			panic(fault{diag.Errorf(r.source, x.Span(), "wrong-rows", "%s for %s", diag.Count(len(x.Rows), "row"), diag.Count(t.Keys.Len(), "key")).Expect(t.Describe())})
		}
		out := make([]value.Value, len(x.Rows))
		for i, row := range x.Rows {
			out[i] = r.convertRow(row, t.Of[i])
		}
		return value.NewArray(t.Keys, out, value.BoardOf(t.Keys))
	case Optional:
		return r.convertGrid(x, t.Of)
	}
	if len(x.Rows) == 1 && len(x.Rows[0].Words()) == 1 {
		return r.word(x.Rows[0].Words()[0], t)
	}
	r.misfit(x, "a grid", t)
	return nil
}

// convertRows reads a list. Each row is an element if that is a list or set, or a tuple with one. Otherwise each word is
// an element.
func (r *valueReader) convertRows(x *dsl.GridLit, t List) value.Value {
	out := make(value.List, 0, len(x.Rows))
	for _, row := range x.Rows {
		if fillsRow(t.Of) {
			out = append(out, r.convertRow(row, t.Of))
		} else {
			out = append(out, value.Elements(r.convertRow(row, t))...)
		}
	}
	return out
}

// fillsRow reports whether a value of a type takes a row of words.
func fillsRow(t Type) bool {
	switch t := t.(type) {
	case List, Set:
		return true
	case Tuple:
		return slices.ContainsFunc(t.Parts, fillsRow)
	}
	return false
}

// partEnd ends a list within a row, if another part of the tuple follows.
const partEnd = ";"

// convertParts reads a row as a tuple: a word for each part, and all words up to a semicolon or the end for a list. So
// 15 r1c1 r1c2 is a cage with its sum.
func (r *valueReader) convertParts(row dsl.GridRow, t Tuple) value.Value {
	defer func() {
		switch p := recover().(type) {
		case nil:
		case fault:
			panic(fault{p.d.Helpf("a row has %s", rowForm(t))})
		default:
			panic(p)
		}
	}()
	var words []dsl.GridCell
	for _, w := range row.Words() {
		word, ends := strings.CutSuffix(w.Text, partEnd)
		if word != "" {
			words = append(words, dsl.GridCell{At: w.At, Text: word})
		}
		if ends {
			words = append(words, dsl.GridCell{At: w.At, Text: partEnd})
		}
	}
	out := make(value.Tuple, len(t.Parts))
	isEnd := func(w dsl.GridCell) bool { return w.Text == partEnd }
	for i, part := range t.Parts {
		take := 1
		if fillsRow(part) {
			if take = slices.IndexFunc(words, isEnd); take < 0 {
				take = len(words)
			}
		}
		if take > len(words) || i == len(t.Parts)-1 && take < len(words) {
			r.misfit(row.At, row.Text, t)
		}
		mine := words[:take]
		if words = words[take:]; len(words) > 0 && isEnd(words[0]) {
			words = words[1:]
		}
		list := value.List(alg.Map(mine, func(w dsl.GridCell) value.Value { return r.word(w, elementOf(part)) }))
		switch part.(type) {
		case List:
			out[i] = list
		case Set:
			out[i] = value.NewSet(list...)
		default:
			out[i] = list[0]
		}
	}
	return out
}

// rowForm says how a row with the parts of a tuple is written.
func rowForm(t Tuple) string {
	var parts, sample []string
	lists := 0
	for i, p := range t.Parts {
		what, words := "a word", "…"
		switch of := elementOf(p).(type) {
		case OneOf:
			if on, _ := of.placedOn(); on != nil {
				what, words = "a cell", fmt.Sprintf("r1c%d", i+1)
			} else if _, isRange := of.Values.(value.Range); isRange {
				what, words = "a number", "15"
			}
		}
		if fillsRow(p) {
			what = strings.TrimPrefix(what, "a ") + "s"
			if words == "…" || what == "numbers" {
				words += " " + words
			} else {
				lists++
				words = fmt.Sprintf("r%dc1 r%dc2", lists, lists)
			}
			if i < len(t.Parts)-1 {
				what, words = what+" and a semicolon", words+partEnd
			}
		}
		parts, sample = append(parts, what), append(sample, words)
	}
	return strings.Join(parts, ", then ") + ", as in " + strings.Join(sample, " ")
}

// elementOf returns what a word of a row is: an element of a list or set, or the type itself.
func elementOf(t Type) Type {
	switch t := t.(type) {
	case List:
		return t.Of
	case Set:
		return t.Of
	}
	return t
}

// convertRow reads the words of a row, as a list, as a tuple with lists, or as a single word.
func (r *valueReader) convertRow(row dsl.GridRow, t Type) value.Value {
	words := row.Words()
	switch t := t.(type) {
	case List:
		if isEmptyRow(words, t.Of) {
			return value.List(nil)
		}
		return value.List(alg.Map(words, func(w dsl.GridCell) value.Value { return r.word(w, t.Of) }))
	case Set:
		return value.NewSet(value.Elements(r.convertRow(row, List(t)))...)
	case Tuple:
		if fillsRow(t) {
			return r.convertParts(row, t)
		}
	}
	if len(words) != 1 {
		r.misfit(row.At, row.Text, t)
	}
	return r.word(words[0], t)
}

// gridCell reads a cell of a grid. In a grid of lists "." is none, not the empty list, as it means a cell without a
// clue.
func (r *valueReader) gridCell(cell dsl.GridCell, t Type) value.Value {
	switch t.(type) {
	case List, Set:
		if cell.Text == "." {
			return value.None{}
		}
	case Bool:
		return r.word(cell, mark{})
	}
	return r.word(cell, t)
}

func (r *valueReader) word(cell dsl.GridCell, t Type) value.Value {
	v, ok := t.FromText(cell.Text)
	if !ok {
		r.misfit(cell.At, `"`+cell.Text+`"`, t)
	}
	return v
}

// grid makes a grid from the values of cells. Its rows must have one length.
func (r *valueReader) grid(x *dsl.GridLit, cell func(dsl.GridCell) value.Value) value.Value {
	if len(x.Rows) == 0 {
		r.fail(x, "empty-grid", "a grid needs at least one row")
	}
	width := len(x.Rows[0].Cells)
	if len(x.Rows)*width > library.MaxCells {
		r.fail(x, library.CodeSize, "the grid has more than %d cells", library.MaxCells)
	}
	var values []value.Value
	for i, row := range x.Rows {
		if len(row.Cells) != width {
			panic(fault{diag.Errorf(r.source, row.Span(), "ragged-grid", "row %d of this grid has %s, the rows before it have %d", i+1, diag.Count(len(row.Cells), "cell"), width).
				Expect("rows of one length; cells are separated by blanks, or, if no row has a blank inside, are single characters")})
		}
		values = append(values, alg.Map(row.Cells, cell)...)
	}
	board := &value.Board{Rows: len(x.Rows), Cols: width}
	return value.NewArray(value.BoardSet(board), values, board)
}

// convertJoint reads one of several givens that are printed together: grids, and givens for sides and corners of
// the same board.
func (r *valueReader) convertJoint(e *Entry, names []Named) value.Value {
	raw, ok := e.Value.(*dsl.GridLit)
	if !ok {
		r.fail(e.Value, "joint-grid", "givens that are printed together need a grid")
	}
	grids := slices.DeleteFunc(slices.Clone(names), func(n Named) bool { return !n.Grid })
	if !names[e.Place].Grid {
		return r.convertJointPlaces(raw, e, names, len(grids) > 0)
	}
	cells := make([]Type, len(grids))
	place := 0
	for i, n := range grids {
		if g, ok := n.Type().(Grid); ok {
			cells[i] = g.Of
		}
	}
	for _, n := range names[:e.Place] {
		if n.Grid {
			place++
		}
	}
	if len(grids) < len(names) {
		raw = r.cellsOf(raw, cells)
	}
	return r.grid(plain(raw, Tuple{cells}), func(cell dsl.GridCell) value.Value {
		if len(cells) == 1 {
			return r.gridCell(cell, cells[0])
		}
		parts, ok := splitText(cell.Text, cells)
		if !ok {
			r.misfit(cell.At, `"`+cell.Text+`"`, Tuple{cells})
		}
		return parts[place]
	})
}

// convertJointPlaces reads a given for places of a board from a picture that it shares with others.
func (r *valueReader) convertJointPlaces(raw *dsl.GridLit, e *Entry, names []Named, grids bool) value.Value {
	var parts []*part
	var own Type
	of := 0
	for i, n := range names {
		if n.Grid {
			continue
		}
		t := n.Type()
		p, ok := partOf(e.Names[i].Text, t)
		if !ok {
			r.fail(e.Value, "joint-grid", "%s has no picture: grids are printed together, and givens for cells, sides and corners", e.Names[i].Text)
		}
		if grids && p.hasCells() {
			r.fail(e.Value, "joint-picture", "%s is for cells, where a grid is printed already; give it by itself", e.Names[i].Text)
		}
		if i == e.Place {
			own, of = t, len(parts)
		}
		parts = append(parts, p)
	}
	return parts[of].value(own, r.picture(raw, parts, of, grids))
}

// splitText splits a text into the values of several givens that are printed together. It splits at commas, in
// order, if there are any. Otherwise each takes as much text as it can. A lone "." is none for all, and missing
// parts are none.
func splitText(text string, types []Type) ([]value.Value, bool) {
	out := make([]value.Value, len(types))
	words := strings.Split(text, ",")
	if text == "." {
		words = nil
	}
	if len(words) == 1 && len(types) > 1 {
		return splitGreedily(text, types)
	}
	if len(words) > len(types) {
		return nil, false
	}
	for i, t := range types {
		word := "."
		if i < len(words) {
			word = words[i]
		}
		v, ok := t.FromText(word)
		if !ok {
			return nil, false
		}
		out[i] = v
	}
	return out, true
}

// splitGreedily lets each type take as much text from the front as it can, in any order. The remaining types get none.
func splitGreedily(text string, types []Type) ([]value.Value, bool) {
	out := make([]value.Value, len(types))
	var read func(rest string) bool
	read = func(rest string) bool {
		if rest == "" || text == "." {
			return fillWithNone(out, types)
		}
		for i, t := range types {
			if out[i] != nil {
				continue
			}
			for n := len(rest); n > 0; n-- {
				if v, ok := t.FromText(rest[:n]); ok && rest[:n] != "." {
					out[i] = v
					if read(rest[n:]) {
						return true
					}
					out[i] = nil
					break
				}
			}
		}
		return false
	}
	return out, read(text)
}

// fillWithNone gives none to the types without a value. All of these must allow it, or nothing changes.
func fillWithNone(out []value.Value, types []Type) bool {
	for i, t := range types {
		if out[i] == nil {
			if _, ok := t.FromText("."); !ok {
				return false
			}
		}
	}
	for i, t := range types {
		if out[i] == nil {
			out[i], _ = t.FromText(".")
		}
	}
	return true
}

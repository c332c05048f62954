package compile

import (
	"nazo/dsl"
	"nazo/dsl/diag"
	"nazo/dsl/instance"
	"nazo/library"
	"nazo/model"
	"nazo/value"
)

// Input has the values of givens: those of an instance, then those that
// override it. Either may be missing.
type Input struct {
	Instance  *instance.Instance
	Overrides []Override
}

// Override is a value from the command line: name=text.
type Override struct{ Name, Text string }

// entry is the value that an input has for a given.
type entry struct {
	value  dsl.Expr
	source *diag.Source
	at     diag.Span // of the name
	names  []*dsl.Name
	place  int // which of the names, where several are printed together
	// parts are the values for single keys, as in seen[north] = [1, 2]; value is
	// nil if there are any.
	parts []*dsl.Assign
}

// readInput finds out which given each entry is for.
func (ev *evaluator) readInput(in Input) {
	if in.Instance != nil {
		ev.readAssigns(in.Instance.Entries, in.Instance.Source, false)
	}
	for _, o := range in.Overrides {
		src := diag.NewSource("command line", o.Name+"="+o.Text)
		x, problems := dsl.ParseExpr(diag.NewSource("command line", o.Text))
		if problems.HasErrors() {
			ev.diags.Merge(problems)
			continue
		}
		name := &dsl.Name{At: dsl.At{Start: 0, End: len(o.Name)}, Text: o.Name}
		ev.readAssigns([]*dsl.Assign{{Names: []*dsl.Name{name}, Value: x}}, src, true)
		if e, ok := ev.input[o.Name]; ok {
			e.source = diag.NewSource("command line", o.Text)
		}
	}
}

func (ev *evaluator) readAssigns(assigns []*dsl.Assign, src *diag.Source, override bool) {
	fresh := map[string]bool{}
	for _, a := range assigns {
		for i, n := range a.Names {
			if !ev.isGiven(n.Text) {
				ev.diags.Add(diag.Errorf(src, n.Span(), "unknown-given", "the puzzle has no given called %q", n.Text).
					Suggest(diag.Nearest(n.Text, ev.givenNames())).Expect(listOf("one of its givens", ev.givenNames())))
				continue
			}
			known := ev.input[n.Text]
			if len(a.Keys) > 0 && fresh[n.Text] && known.parts != nil {
				known.parts = append(known.parts, a)
				continue
			}
			if fresh[n.Text] && !override {
				ev.diags.Add(diag.Errorf(src, n.Span(), "repeated-given", "%s has a value already", n.Text))
			}
			fresh[n.Text] = true
			e := &entry{value: a.Value, source: src, at: n.Span(), names: a.Names, place: i}
			if len(a.Keys) > 0 {
				e.value, e.parts = nil, []*dsl.Assign{a}
			}
			ev.input[n.Text] = e
		}
	}
}

func (ev *evaluator) isGiven(name string) bool {
	d, ok := ev.program.decls[name]
	if !ok {
		return false
	}
	_, given := d.stmt.(*dsl.Given)
	return given
}

func (ev *evaluator) givenNames() []string {
	var out []string
	for _, name := range ev.program.order {
		if ev.isGiven(name) {
			out = append(out, name)
		}
	}
	return out
}

func listOf(what string, names []string) string {
	if len(names) == 0 {
		return "nothing: it has no givens"
	}
	text := what + ": "
	for i, n := range names {
		if i > 0 {
			text += ", "
		}
		text += n
	}
	return text
}

// given is the value of a given: from the input, or its default.
func (ev *evaluator) given(d *declaration) value.Value {
	stmt := d.stmt.(*dsl.Given)
	part := stmt.Parts[d.part]
	e, ok := ev.input[d.name]
	if !ok {
		if stmt.Value == nil {
			panic(stop{diag.Errorf(d.source, part.Span(), "missing-given", "the given %s has no value", d.name).
				Helpf("write %s=… on the command line, or name an instance file that has it", d.name)})
		}
		if len(stmt.Parts) == 1 && part.Type == nil && part.Keys == nil {
			ev.refuseFinds(stmt.Value)
			v := ev.eval(stmt.Value, nil) // once: what is drawn would be drawn again
			if w, ok := (likeType{v}).fits(v); ok {
				return w
			}
			return v
		}
		e = &entry{value: stmt.Value, source: d.source, at: part.Span(), place: d.part}
		for _, p := range stmt.Parts {
			e.names = append(e.names, p.Name)
		}
	}
	ev.source = e.source
	if e.parts != nil {
		return ev.keyedParts(e)
	}
	ev.refuseFinds(e.value)
	types := make([]inputType, len(e.names))
	for i, n := range e.names {
		types[i] = ev.givenType(n)
	}
	if len(types) == 1 {
		return ev.convert(e.value, types[0])
	}
	return ev.convertJoint(e.value, types, e.place)
}

// keyedParts is the value of a given of which each key was given its own value.
func (ev *evaluator) keyedParts(e *entry) value.Value {
	t, ok := ev.givenType(e.names[0]).(keyedType)
	if !ok {
		panic(stop{diag.Errorf(e.source, e.at, "not-keyed", "%s has no keys", e.names[0].Text)})
	}
	values := make([]value.Value, t.keys.Len())
	for _, part := range e.parts {
		var key value.Value
		parts := value.Tuple(ev.evalAll(part.Keys, nil))
		if key = parts; len(parts) == 1 {
			key = parts[0]
		}
		i := t.keys.Index(key)
		if i < 0 {
			panic(stop{diag.Errorf(e.source, part.Span(), "no-such-key", "%s is no key of %s", value.String(key), e.names[0].Text).
				Expect("one of " + value.String(t.keys))})
		}
		if values[i] != nil {
			panic(stop{diag.Errorf(e.source, part.Span(), "repeated-given", "%s[%s] has a value already", e.names[0].Text, value.String(key))})
		}
		ev.refuseFinds(part.Value)
		values[i] = ev.convert(part.Value, t.of[i])
	}
	for i, k := range t.keys.List() {
		if values[i] == nil {
			panic(stop{diag.Errorf(e.source, e.at, "missing-given", "%s[%s] has no value", e.names[0].Text, value.String(k))})
		}
	}
	return value.NewArray(t.keys, values, value.BoardOf(t.keys))
}

// refuseFinds ends a given whose value mentions what is to be found.
func (ev *evaluator) refuseFinds(x dsl.Expr) {
	dsl.Visit(x, func(n dsl.Node) bool {
		if name, ok := n.(*dsl.Name); ok {
			if d, declared := ev.program.decls[name.Text]; declared {
				switch d.stmt.(type) {
				case *dsl.Find, *dsl.Choose:
					ev.fail(name, "must-be-known", "%s is to be found, an input can't mention it", name.Text)
				case *dsl.State:
					ev.fail(name, "must-be-known", "%s is a state, which changes, and an input can't mention it", name.Text)
				}
			}
		}
		return true
	})
}

// givenType is the type of a given, evaluated in its own source.
func (ev *evaluator) givenType(n *dsl.Name) inputType {
	d, ok := ev.program.decls[n.Text]
	if !ok {
		panic(abandoned{})
	}
	source := ev.source
	ev.source = d.source
	defer func() { ev.source = source }()
	stmt := d.stmt.(*dsl.Given)
	part := stmt.Parts[d.part]
	x := stmt.TypeOf(d.part)
	if x == nil {
		return likeType{ev.eval(stmt.Value, nil)}
	}
	if part.Keys == nil {
		return ev.typeOf(x, nil)
	}
	t := keyedType{}
	var keys []value.Value
	ev.each(part.Keys, nil, func(sc *scope, _ model.Bool) bool {
		keys = append(keys, keyOf(part.Keys, sc))
		t.of = append(t.of, ev.typeOf(x, sc))
		return true
	})
	t.keys = value.NewSet(keys...)
	return t
}

// convert reads an expression as a value of a type.
func (ev *evaluator) convert(x dsl.Expr, t inputType) value.Value {
	reading := ev.reading
	ev.reading = true
	defer func() { ev.reading = reading }()
	switch x := x.(type) {
	case *dsl.Name: // a word of the type comes before names of the spec
		if v, ok := t.fromText(x.Text); ok {
			return v
		}
		if _, isConstant := library.Constant(x.Text); !isConstant && !ev.isKnownName(x.Text) {
			ev.misfit(x, x.Text, t)
		}
	case *dsl.GridLit:
		return ev.convertGrid(x, t)
	case *dsl.ListLit:
		if l, ok := t.(listType); ok {
			return value.List(ev.convertAll(x.Elems, l.of))
		}
	case *dsl.SetLit:
		if s, ok := t.(setType); ok {
			return value.NewSet(ev.convertAll(x.Elems, s.of)...)
		}
	case *dsl.Tuple:
		if p, ok := t.(tupleType); ok && len(p.parts) == len(x.Elems) {
			out := make(value.Tuple, len(x.Elems))
			for i, e := range x.Elems {
				out[i] = ev.convert(e, p.parts[i])
			}
			return out
		}
	}
	v := ev.eval(x, nil)
	w, ok := t.fits(v)
	if !ok {
		ev.misfit(x, value.String(v), t)
	}
	return w
}

func (ev *evaluator) convertAll(xs []dsl.Expr, t inputType) []value.Value {
	out := make([]value.Value, len(xs))
	for i, x := range xs {
		out[i] = ev.convert(x, t)
	}
	return out
}

// isKnownName says whether an input may mention a name: a label or a given.
func (ev *evaluator) isKnownName(name string) bool {
	_, label := ev.program.labels[name]
	return label || ev.isGiven(name)
}

// misfit ends a given because a value is not of its type.
func (ev *evaluator) misfit(at dsl.Node, found string, t inputType) {
	d := diag.Errorf(ev.source, at.Span(), "outside-given", "%s does not fit here", found).Expect(t.describe())
	if vt, ok := t.(valuesType); ok {
		var names []string
		if _, isRange := vt.values.(rangeCollection); !isRange {
			for _, v := range vt.values.List() {
				names = append(names, value.String(v))
			}
		}
		d.Suggest(diag.Nearest(found, names))
	}
	panic(stop{d})
}

// convertGrid reads a raw grid as a grid, or, for a type of lists, as rows of
// words.
func (ev *evaluator) convertGrid(x *dsl.GridLit, t inputType) value.Value {
	if g, ok := t.(gridType); ok && readsBlanks(g.of) {
		x = x.Characters()
	}
	x = plain(x, t)
	switch t := t.(type) {
	case gridType:
		return ev.grid(x, func(cell dsl.GridCell) value.Value { return ev.gridCell(cell, t.of) })
	case listType:
		return ev.convertRows(x, t)
	case setType:
		return value.NewSet(value.Elements(ev.convertRows(x, listType(t)))...)
	case keyedType:
		if len(x.Rows) != t.keys.Len() {
			panic(stop{diag.Errorf(ev.source, x.Span(), "wrong-rows", "%d rows for %d keys", len(x.Rows), t.keys.Len()).Expect(t.describe())})
		}
		out := make([]value.Value, len(x.Rows))
		for i, r := range x.Rows {
			out[i] = ev.convertRow(r, t.of[i])
		}
		return value.NewArray(t.keys, out, value.BoardOf(t.keys))
	case optionalType:
		return ev.convertGrid(x, t.of)
	}
	if len(x.Rows) == 1 && len(x.Rows[0].Words()) == 1 {
		return ev.word(x.Rows[0].Words()[0], t)
	}
	ev.misfit(x, "a grid", t)
	return nil
}

// convertRows reads a list: of lists one in each row, of anything else the words
// of all rows.
func (ev *evaluator) convertRows(x *dsl.GridLit, t listType) value.Value {
	_, nested := t.of.(listType)
	_, nestedSet := t.of.(setType)
	out := make(value.List, 0, len(x.Rows))
	for _, r := range x.Rows {
		if nested || nestedSet {
			out = append(out, ev.convertRow(r, t.of))
		} else {
			out = append(out, value.Elements(ev.convertRow(r, t))...)
		}
	}
	return out
}

// convertRow reads the words of a row: as a list, or as the only word.
func (ev *evaluator) convertRow(r dsl.GridRow, t inputType) value.Value {
	words := r.Words()
	switch t := t.(type) {
	case listType:
		if isEmptyRow(words, t.of) {
			return value.List(nil)
		}
		out := make(value.List, len(words))
		for i, w := range words {
			out[i] = ev.word(w, t.of)
		}
		return out
	case setType:
		return value.NewSet(value.Elements(ev.convertRow(r, listType(t)))...)
	}
	if len(words) != 1 {
		ev.misfit(r.At, r.Text, t)
	}
	return ev.word(words[0], t)
}

// gridCell reads a cell of a grid. Where lists stand in cells "." is none, not
// the empty list: it is what a cell without a clue looks like.
func (ev *evaluator) gridCell(cell dsl.GridCell, t inputType) value.Value {
	switch t.(type) {
	case listType, setType:
		if cell.Text == "." {
			return value.None{}
		}
	}
	return ev.word(cell, t)
}

func (ev *evaluator) word(cell dsl.GridCell, t inputType) value.Value {
	v, ok := t.fromText(cell.Text)
	if !ok {
		ev.misfit(cell.At, `"`+cell.Text+`"`, t)
	}
	return v
}

// grid makes a grid of what each cell is worth; its rows must be of one length.
func (ev *evaluator) grid(x *dsl.GridLit, cell func(dsl.GridCell) value.Value) value.Value {
	if len(x.Rows) == 0 {
		ev.fail(x, "empty-grid", "a grid needs at least one row")
	}
	width := len(x.Rows[0].Cells)
	if len(x.Rows)*width > library.MaxCells {
		ev.fail(x, codeSize, "the grid has more than %d cells", library.MaxCells)
	}
	var values []value.Value
	for i, r := range x.Rows {
		if len(r.Cells) != width {
			panic(stop{diag.Errorf(ev.source, r.Span(), "ragged-grid", "row %d of this grid has %d cells, the rows before it have %d", i+1, len(r.Cells), width).
				Expect("rows of one length; cells are separated by blanks, or, if no row has a blank inside, are single characters")})
		}
		for _, c := range r.Cells {
			values = append(values, cell(c))
		}
	}
	board := &value.Board{Rows: len(x.Rows), Cols: width}
	return value.NewArray(value.BoardSet(board), values, board)
}

// convertJoint reads one of several grids whose cells are printed together.
func (ev *evaluator) convertJoint(x dsl.Expr, types []inputType, place int) value.Value {
	raw, ok := x.(*dsl.GridLit)
	if !ok {
		ev.fail(x, "joint-grid", "givens that are printed together need a grid")
	}
	cells := make([]inputType, len(types))
	for i, t := range types {
		g, ok := t.(gridType)
		if !ok {
			ev.fail(x, "joint-grid", "givens that are printed together must all be grids")
		}
		cells[i] = g.of
	}
	return ev.grid(plain(raw, tupleType{cells}), func(cell dsl.GridCell) value.Value {
		parts, ok := splitText(cell.Text, cells)
		if !ok {
			ev.misfit(cell.At, `"`+cell.Text+`"`, tupleType{cells})
		}
		return parts[place]
	})
}

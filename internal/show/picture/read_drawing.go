package picture

import (
	"slices"
	"strconv"
	"strings"

	"nazo/dsl"
	"nazo/dsl/diag"
	"nazo/dsl/instance"
	"nazo/dsl/value"
	"nazo/internal/alg"
	"nazo/internal/judge"
	"nazo/internal/show/draw"
)

// Read reverses [Drawer.Answer]: it returns the finds in the drawn boards of a text, in order. A value is nil if
// nothing shows it, and [value.Partly] if the drawing hides a part. The list says what can't be read, and where,
// or that the text has no board.
func Read(src *diag.Source, j *judge.Judge, gs []instance.Given) ([]value.Value, *diag.List) {
	return read(&reader{src: src, judge: j, problems: &diag.List{}, values: make([]value.Value, len(j.Finds))}, gs)
}

func read(r *reader, gs []instance.Given) ([]value.Value, *diag.List) {
	j := r.judge
	r.items = sought(j)
	r.boards = draw.Read(r.src.Text, Drawer{}.printed(j, gs), boardsOf(j))
	if len(r.boards) == 0 {
		r.grid(gs)
		return r.values, r.problems
	}
	r.drawing()
	for i, f := range j.Finds {
		if !r.soFar && r.values[i] == nil && !f.Chosen && !j.Spec().Unseen(f.Name) && !r.problems.HasErrors() {
			r.fail(diag.Span{}, "the drawing does not show `%s`", f.Name).Helpf("an answer may be given as JSON, as nazo solve --format json prints it")
		}
	}
	return r.values, r.problems
}

type reader struct {
	src      *diag.Source
	judge    *judge.Judge
	items    []*item
	boards   []*draw.Drawn
	values   []value.Value // of the finds
	problems *diag.List
	soFar    bool // what is blank is open
}

// item is the drawing of one find.
type item struct {
	title, as string
	find      int
	shape     judge.Shape
	steps     bool       // the steps of a route are numbered
	printed   *value.Set // the members of a set that are drawn in any case
}

// sought returns the items in the picture of an answer.
func sought(j *judge.Judge) (out []*item) {
	if !j.Spec().ShowsFinds() {
		for i, f := range j.Finds {
			if !f.Chosen {
				out = append(out, &item{title: f.Name, find: i, shape: f.Shape})
			}
		}
		return out
	}
	for n, s := range j.Spec().Shows {
		it := shownItem(j, n, s.Stmt.What)
		if it == nil {
			continue
		}
		it.title = s.Source.Slice(s.Stmt.What.Span())
		it.shape = j.Finds[it.find].Shape
		if s.Stmt.As != nil {
			it.as = s.Stmt.As.Value
		}
		out = append(out, it)
	}
	return out
}

// shownItem returns the find that an expression shows: the find itself, its steps, or a set with further members.
// It is nil for any other expression.
func shownItem(j *judge.Judge, show int, what dsl.Expr) *item {
	find := func(x dsl.Expr) int {
		name, _ := x.(*dsl.Name)
		return slices.IndexFunc(j.Finds, func(f judge.Find) bool { return name != nil && f.Name == name.Text })
	}
	if i := find(what); i >= 0 {
		return &item{find: i}
	}
	if call, ok := what.(*dsl.Call); ok && call.Func.Text == "step" && len(call.Args) == 1 {
		if i := find(call.Args[0]); i >= 0 {
			return &item{find: i, steps: true}
		}
	}
	for i, f := range j.Finds {
		s, ok := f.Shape.(*judge.SetShape)
		if !ok {
			continue
		}
		none, ok := j.ShownWith(show, f.Name, value.NewSet())
		all, okAll := j.ShownWith(show, f.Name, s.Members)
		least, isSet := none.(*value.Set)
		most, isSetToo := all.(*value.Set)
		if !ok || !okAll || !isSet || !isSetToo {
			continue
		}
		if value.Equal(most, value.NewSet(append(least.List()[:least.Len():least.Len()], s.Members.List()...)...)) {
			return &item{find: i, printed: least}
		}
	}
	return nil
}

func (r *reader) drawing() {
	on := make([][]*item, len(r.boards))
	for _, it := range r.items {
		b := Board(it.shape)
		if b == nil {
			r.line(it)
			continue
		}
		if i := r.boardFor(it, b); i >= 0 {
			on[i] = append(on[i], it)
		} else {
			r.line(it) // as an empty set is shown
		}
	}
	for i, d := range r.boards {
		r.board(d, on[i])
	}
}

// boardFor returns the index of the drawn board for an item: that with its title, else the only one of its size.
func (r *reader) boardFor(it *item, b *value.Board) int {
	rows, cols := draw.SizeOf(b)
	found := -1
	for i, d := range r.boards {
		switch {
		case d.Rows != rows || d.Cols != cols:
		case draw.Titled(d.Title, it.title):
			return i
		case len(r.boards) == 1:
			found = i
		}
	}
	return found
}

func (r *reader) board(d *draw.Drawn, items []*item) {
	s := &boardReader{reader: r, Drawn: d}
	s.parts = append(s.parts, alg.Map(items, func(it *item) *findReader { return newFindReader(s, it) })...)
	for row := 1; row <= s.Rows; row++ {
		for col := 1; col <= s.Cols; col++ {
			s.cell(value.Spot{Y: 2*row - 1, X: 2*col - 1})
		}
	}
	for _, p := range s.parts {
		p.look()
		if v := p.value(); v != nil && r.values[p.find] == nil {
			r.values[p.find] = v
		}
	}
}

func (r *reader) fail(at diag.Span, format string, args ...any) *diag.Diagnostic {
	d := diag.Errorf(r.src, at, "answer-misfit", format, args...)
	r.problems.Add(d)
	return d
}

// line reads an item that is on no board from a line such as "name = value".
func (r *reader) line(it *item) {
	from := 0
	for line := range strings.Lines(r.src.Text) {
		text, ok := strings.CutPrefix(strings.TrimSpace(line), it.title+" = ")
		at := from + strings.Index(line, text)
		from += len(line)
		if !ok {
			continue
		}
		v, ok := written(text, it.shape)
		if !ok {
			r.fail(diag.Span{Start: at, End: at + len(text)}, "%s is not in the domain of `%s`", text, it.title)
		}
		r.values[it.find] = r.shaped(v, it, nil)
	}
}

// written returns the value of a text beside boards.
func written(text string, s judge.Shape) (value.Value, bool) {
	switch s := s.(type) {
	case *judge.ScalarShape:
		v, ok := spelled(s, text)
		return v, ok
	case *judge.SetShape:
		inner, ok := strings.CutPrefix(text, "{")
		inner, closed := strings.CutSuffix(inner, "}")
		members := []value.Value{}
		for _, m := range s.Members.List() {
			name := value.String(m)
			if rest, is := strings.CutPrefix(inner, name); is && (rest == "" || strings.HasPrefix(rest, ", ")) {
				members, inner = append(members, m), strings.TrimPrefix(rest, ", ")
			}
		}
		return value.NewSet(members...), ok && closed && inner == ""
	}
	return nil, false
}

type boardReader struct {
	*reader
	*draw.Drawn
	parts []*findReader
	// grid, if not nil, is a grid whose symbols name areas. Then there is no drawing.
	grid *dsl.GridLit
}

// findReader reads the places of one item: the members of a set, the edges of a route, the keys of an array.
type findReader struct {
	*item
	*draw.Find
	sheet   *boardReader
	inCells map[value.Spot]int // the index of the key for each cell that is one, or that a diagonal crosses
	byText  bool               // texts of cells show the values
	inAreas bool               // borders of areas show them
}

func newFindReader(s *boardReader, it *item) *findReader {
	p := &findReader{item: it, sheet: s, inCells: map[value.Spot]int{}, Find: draw.FindOf(it.shape)}
	p.Open, p.EitherWay = s.soFar, true
	switch shape := it.shape.(type) {
	case *judge.SetShape, *judge.ScalarShape:
		p.byText = it.as != ""
	case *judge.ArrayShape:
		p.byText = showsTexts(shape)
	case *judge.RouteShape:
		if it.steps = it.steps || !straight(p.Keys); it.steps {
			p.Keys, p.Known, p.byText = shape.Graph.Vertices.List(), make([]value.Value, shape.Graph.Vertices.Len()), true
		}
	}
	for i, k := range p.Keys {
		if at, b, ok := value.SpotOf(k); ok && !at.Corner() && !at.Side() && !b.Points {
			p.inCells[at] = i
		}
	}
	p.byText = p.byText && len(p.inCells) > 0
	if p.inAreas = hasAreas(it) || p.byText && p.areasInstead(); p.inAreas {
		p.byText = false
	}
	return p
}

// showsTexts reports whether the values of an array are written in its cells, rather than drawn as shades or areas.
func showsTexts(s *judge.ArrayShape) bool {
	for _, part := range s.Parts {
		scalar, ok := part.(*judge.ScalarShape)
		if !ok {
			return false
		}
		for _, v := range someOf(scalar) {
			switch v.(type) {
			case value.Bool, *value.Set:
				return false
			}
			return true
		}
	}
	return true
}

// someOf returns some values of a domain, if it has any.
func someOf(s *judge.ScalarShape) []value.Value {
	if r, ok := s.Values.(value.Range); ok {
		if r.Lo > r.Hi {
			return nil
		}
		return []value.Value{value.Int(r.Lo)}
	}
	return s.Values.(*value.Set).List()
}

func straight(edges []value.Value) bool {
	return !slices.ContainsFunc(edges, func(v value.Value) bool {
		a, okA := v.(value.Edge).A.(value.Cell)
		b, okB := v.(value.Edge).B.(value.Cell)
		return !okA || !okB || a.Row != b.Row && a.Col != b.Col
	})
}

// spelled returns the value of a domain with a text, nil if several have it. ok is false if none has.
func spelled(s *judge.ScalarShape, text string) (v value.Value, ok bool) {
	if r, isRange := s.Values.(value.Range); isRange {
		n, err := strconv.ParseInt(text, 10, 64)
		return value.Int(n), err == nil && r.Lo <= n && n <= r.Hi
	}
	for _, w := range s.Values.(*value.Set).List() {
		if draw.TextOf(w) != text && value.String(w) != text {
			continue
		}
		if ok {
			return nil, true
		}
		v, ok = w, true
	}
	return v, ok
}

// meaning returns the value of a text, perhaps "", in the cell of a key. ok is false if it can't stand there.
func (p *findReader) meaning(key int, text string) (v value.Value, ok bool) {
	if p.sheet.soFar && text == "" {
		return nil, true
	}
	switch s := p.shape.(type) {
	case *judge.ArrayShape:
		part := s.Parts[key].(*judge.ScalarShape)
		if text == "" {
			return value.None{}, part.Optional
		}
		return spelled(part, text)
	case *judge.RouteShape:
		if text == "" {
			return value.None{}, true
		}
		n, err := strconv.Atoi(text)
		return value.Int(n), err == nil && 1 <= n && n <= len(p.Keys)
	}
	if p.sheet.soFar && isOut(text) {
		return value.False, true
	}
	return value.Of(text != ""), text == "" || text == p.as
}

// cell reads the text of a cell: that of the given, then those of the items.
func (s *boardReader) cell(at value.Spot) {
	var here []*findReader
	slanted := false
	for _, p := range s.parts {
		if _, ok := p.inCells[at]; ok && p.byText {
			here = append(here, p)
		} else if ok && !p.byText {
			_, edge := p.Keys[p.inCells[at]].(value.Edge)
			slanted = slanted || edge
		}
	}
	text, given := s.strikeOut(at, s.Text(at)), s.Given(at)
	if slanted {
		text = strings.TrimSpace(strings.Trim(text, "╲╱╳"))
	}
	for _, p := range s.parts {
		if p.printed != nil && p.as != "" && text == p.as && p.prints(at) {
			text = given
		}
	}
	if len(here) == 0 {
		if text != "" && text != given {
			s.failAt(at, "nothing that is to be found stands in this cell as %q", text)
		}
		return
	}
	found := readings(at, here, given, text)
	if len(found) == 0 && given != "" {
		found = readings(at, here, "", text) // the answer need not repeat the given
	}
	if len(found) == 0 {
		s.misfit(at, here, text)
		return
	}
	for i, p := range here {
		v := found[0][i]
		if p.steps {
			v = found[len(found)-1][i] // a given number is a step, too
		}
		for _, other := range found[1:] {
			if !p.steps && (v == nil || other[i] == nil || !value.Equal(v, other[i])) {
				v = nil
			}
		}
		p.put(p.inCells[at], v)
	}
}

// prints reports whether an item draws a cell in any case.
func (p *findReader) prints(at value.Spot) bool {
	return slices.ContainsFunc(p.printed.List(), func(v value.Value) bool {
		spot, _, ok := value.SpotOf(v)
		return ok && spot == at
	})
}

// readings returns the ways to split a text among several items, each after the text before it.
func readings(at value.Spot, items []*findReader, before, text string) (out [][]value.Value) {
	if len(items) == 0 {
		if before == text {
			return [][]value.Value{nil}
		}
		return nil
	}
	p := items[0]
	try := func(mine, after string) {
		v, ok := p.meaning(p.inCells[at], mine)
		if !ok {
			return
		}
		for _, rest := range readings(at, items[1:], after, text) {
			out = append(out, append([]value.Value{v}, rest...))
		}
	}
	try("", before)
	if before != "" {
		try(before, before)
		rest, ok := strings.CutPrefix(text, before+" ")
		if !ok {
			return out
		}
		before += " "
		text = before + rest
	}
	rest := text[min(len(before), len(text)):]
	for i := range len(rest) + 1 {
		if i > 0 && (i == len(rest) || rest[i] == ' ') {
			try(rest[:i], before+rest[:i])
		}
	}
	return out
}

func (s *boardReader) failAt(at value.Spot, format string, args ...any) *diag.Diagnostic {
	start, end := s.Span(at)
	return s.fail(diag.Span{Start: start, End: end}, format, args...)
}

// misfit adds the problem of a text that can't stand in its cell.
func (s *boardReader) misfit(at value.Spot, here []*findReader, text string) {
	p := here[0]
	d := s.failAt(at, "%q is not in the domain of `%s`", text, p.title)
	if text == "" {
		d.Message = "there is no value for `" + p.title + "` in this cell"
	}
	if a, ok := p.shape.(*judge.ArrayShape); ok {
		scalar := a.Parts[p.inCells[at]].(*judge.ScalarShape)
		if values, ok := scalar.Values.(value.Collection); ok {
			d.Expect(instance.OneOf{Values: values}.Describe())
		}
	} else if p.as != "" {
		d.Expect(p.as)
	}
}

package picture

import (
	"slices"
	"strings"

	"nazo/draw"
	"nazo/dsl"
	"nazo/dsl/diag"
	"nazo/givens"
	"nazo/judge"
	"nazo/value"
)

// Read is the way back from [Drawer.Answer]: what the boards in a text show of the finds, in their order. A value is nil if nothing
// shows it, and [value.Partly] if the drawing hides a part. The list has what can't be read, with its place; it says so
// if there is no board in the text.
func Read(src *diag.Source, j *judge.Judge, gs []givens.Given) ([]value.Value, *diag.List) {
	return read(&reader{src: src, judge: j, problems: &diag.List{}, values: make([]value.Value, len(j.Finds))}, gs)
}

func read(r *reader, gs []givens.Given) ([]value.Value, *diag.List) {
	j := r.judge
	r.items = sought(j)
	r.boards = draw.Read(r.src.Text, printed(j, gs), boardsOf(j))
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

// reader reads what a text shows.
type reader struct {
	src      *diag.Source
	judge    *judge.Judge
	items    []*item
	boards   []*draw.Drawn
	values   []value.Value // of the finds
	problems *diag.List
	soFar    bool // what is blank is open
}

// item is what a picture shows of one find.
type item struct {
	title, as string
	find      int
	shape     judge.Shape
	steps     bool // the numbers of the steps of a route are shown
	// printed are the members that are shown of a set whatever was found.
	printed *value.Set
}

// sought are the items of the picture of an answer.
func sought(j *judge.Judge) (out []*item) {
	if !j.Shows() {
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

// shownItem is the find that an expression shows: the find itself, its steps, or a set with other members as well. It is nil for
// any other expression.
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

// drawing reads the drawn boards and the lines beside them.
func (r *reader) drawing() {
	on := make([][]*item, len(r.boards))
	for _, it := range r.items {
		b := boardOf(it.shape)
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

// boardFor is the number of the drawn board that shows an item: that of its size with its title, or the only one of its size.
func (r *reader) boardFor(it *item, b *value.Board) int {
	found := -1
	for i, d := range r.boards {
		if d.Rows != rowsOf(b) || d.Cols != colsOf(b) {
			continue
		}
		if draw.Titled(d.Title, it.title) {
			return i
		}
		if len(r.boards) == 1 {
			found = i
		}
	}
	return found
}

func rowsOf(b *value.Board) int {
	if b.Points {
		return b.Rows - 1
	}
	return b.Rows
}

func colsOf(b *value.Board) int {
	if b.Points {
		return b.Cols - 1
	}
	return b.Cols
}

// board reads the items that one drawn board shows.
func (r *reader) board(d *draw.Drawn, items []*item) {
	s := &sheet{reader: r, Drawn: d}
	for _, it := range items {
		s.parts = append(s.parts, newParts(s, it))
	}
	s.texts()
	for _, p := range s.parts {
		p.look()
		if v := p.value(); v != nil && r.values[p.find] == nil {
			r.values[p.find] = v
		}
	}
}

// fail notes what can't be read at a place of the text.
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
		if r.values[it.find] = v; ok && r.soFar {
			r.values[it.find] = shapedSoFar(v, it, nil)
		}
	}
}

// written is the value that is shown by a text beside boards.
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

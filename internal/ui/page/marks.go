package page

import (
	"context"
	"maps"
	"slices"
	"strings"

	"nazo/dsl/diag"
	"nazo/dsl/value"
	"nazo/internal/judge"
	"nazo/internal/show/draw"
	"nazo/internal/show/picture"
	"nazo/internal/study/explain"
)

// The words for what is in a set, or on no board on a line, and for what is not.
const (
	wordIn  = "in"
	wordOut = "out"
)

// drawn is what a solver drew for a find: the marks, or one value of a find without keys.
type drawn struct {
	*entry
	marks *draw.Find
	value value.Value // nil if there is none
	fixed []int       // the keys of marks that are printed, and not the solver's
	// settled says that no bridge will be added to those that are drawn.
	settled bool
}

// read reads the marks of a find. The error is a problem.
func (e *entry) read(m Marks) (*drawn, error) {
	d := &drawn{entry: e, marks: draw.FindOf(e.holder)}
	for i, places := range [][]string{m.In, m.Out} {
		for _, place := range places {
			if err := d.put(place, i == 0); err != nil {
				return nil, err
			}
		}
	}
	for _, place := range slices.Sorted(maps.Keys(m.At)) { // so that the same problem is told each time
		if err := d.write(place, m.At[place]); err != nil {
			return nil, err
		}
	}
	if e.Fixed != nil {
		for place, word := range e.Fixed.At {
			if i := d.keys[place][0]; d.marks.Known[i] == nil {
				d.marks.Known[i], _ = d.meaning(d.marks.Part(i), word)
				d.fixed = append(d.fixed, i)
			}
		}
	}
	return d, nil
}

// put marks a place as in or out.
func (d *drawn) put(place string, in bool) error {
	keys, ok := d.keys[place]
	if !ok {
		return problem("`" + d.Name + "` has no place `" + place + "`")
	}
	for _, i := range keys {
		is := value.Value(value.Of(in))
		if !d.twofold() {
			if in || !optional(d.marks.Part(i)) {
				return problem("`" + place + "` of `" + d.Name + "` has a value, and is not only in or out")
			}
			is = value.None{}
		}
		if d.marks.Known[i] != nil && !value.Equal(d.marks.Known[i], is) {
			return problem("`" + place + "` is both in `" + d.Name + "` and out of it")
		}
		d.marks.Known[i] = is
	}
	return nil
}

// write writes a value at a place.
func (d *drawn) write(place, word string) error {
	misfit := problem("`" + word + "` does not fit at `" + place + "` of `" + d.Name + "`")
	if place == d.Name && len(d.keys) == 0 {
		v, ok := d.whole(word)
		if !ok {
			return misfit
		}
		d.value = v
		return nil
	}
	keys, ok := d.keys[place]
	switch {
	case !ok:
		return problem("`" + d.Name + "` has no place `" + place + "`")
	case d.twofold():
		return misfit
	case d.marks.Known[keys[0]] != nil:
		return problem("`" + place + "` of `" + d.Name + "` has two values")
	}
	if _, array := d.shape.(*judge.ArrayShape); !array {
		if word != wordIn && word != wordOut {
			return misfit
		}
		for _, i := range keys {
			d.marks.Known[i] = value.Of(word == wordIn)
		}
		return nil
	}
	v, ok := d.meaning(d.marks.Part(keys[0]), word)
	if !ok {
		return misfit
	}
	d.marks.Known[keys[0]] = v
	return nil
}

// meaning returns the value of a word.
func (e *entry) meaning(s judge.Shape, word string) (value.Value, bool) {
	scalar, ok := s.(*judge.ScalarShape)
	if !ok {
		return fromJSON(s, word)
	}
	if _, ok := scalar.Values.(value.Range); ok {
		v, ok := fromJSON(scalar, strings.TrimPrefix(word, "+"))
		return v, ok && v != value.Value(value.None{})
	}
	for _, v := range value.Elements(scalar.Values) {
		if e.word(v) == word || value.String(v) == word {
			return v, true
		}
	}
	return nil, false
}

// whole returns the value of a find without keys: a single value, or a path or a cycle by its vertices.
func (e *entry) whole(word string) (value.Value, bool) {
	route, ok := e.shape.(*judge.RouteShape)
	if !ok {
		return e.meaning(e.shape, word)
	}
	var line []value.Value
	vertices := route.Graph.Vertices.List()
	for _, name := range strings.Fields(word) {
		i := slices.IndexFunc(vertices, func(v value.Value) bool { return draw.TextOf(v) == name })
		if i < 0 {
			return nil, false
		}
		line = append(line, vertices[i])
	}
	f := draw.FindOf(route)
	if _, wrong := f.Along(line, route.Kind == value.Cycle); wrong != "" || len(line) == 0 {
		return nil, false
	}
	f.Rest(value.False)
	v, _ := f.Value()
	return v, v != nil
}

// fromJSON reads a value of a shape as answers are read.
func fromJSON(s judge.Shape, text string) (value.Value, bool) {
	all, problems := picture.DecodeAnswer(diag.NewSource("marks", `{"at":`+text+`}`), "", []picture.Find{{Name: "at", Shape: s}})
	if problems.HasErrors() || len(all) != 1 || all[0][0] == nil {
		return nil, false
	}
	return all[0][0], true
}

// empty reports whether nothing is drawn.
func (d *drawn) empty() bool {
	n := 0
	for _, v := range d.marks.Known {
		if v != nil {
			n++
		}
	}
	return d.value == nil && n == len(d.fixed)
}

// full reports whether each place has a mark. Between cells of no area there need be none.
func (d *drawn) full() bool {
	if len(d.keys) == 0 {
		return d.value != nil || d.fields()
	}
	full := !slices.Contains(d.marks.Known, nil)
	if s, ok := d.shape.(*judge.ArrayShape); ok && d.area != nil && !full {
		f := draw.FindOf(s)
		d.closedAreas(s, f)
		full = !slices.Contains(f.Known, nil)
	}
	return full
}

// closed returns the value if nothing more is drawn: places of sets and lines without a mark are out. Edges within areas
// without a mark are joined or not. It is nil if a value is missing, or areas are none of the find's.
func (d *drawn) closed(joined bool) value.Value {
	if len(d.keys) == 0 && !d.fields() {
		if d.value == nil && d.Blank {
			return value.None{}
		}
		return d.value
	}
	f := draw.FindOf(d.holder)
	copy(f.Known, d.marks.Known)
	f.EitherWay = true
	switch s := d.shape.(type) {
	case *judge.ArrayShape:
		if d.area != nil {
			return d.ofAreas(s, joined)
		}
		for i := range f.Known {
			switch {
			case f.Known[i] != nil:
			case d.twofold():
				f.Known[i] = value.False
			case optional(f.Part(i)):
				f.Known[i] = value.None{}
			case d.Gesture == gestureBridge && f.Part(i).Admits(value.Int(0)):
				f.Known[i] = value.Int(0)
			default:
				return nil
			}
		}
	case *judge.RegionsShape:
		f.Rest(value.Of(joined))
	default:
		f.Rest(value.False)
	}
	if len(f.Keys) == 0 { // as a set without possible members
		if s, ok := d.shape.(*judge.SetShape); ok && s.Members.Len() == 0 {
			return value.NewSet()
		}
	}
	v, misfit := f.Value()
	if misfit != nil {
		return nil
	}
	return v
}

// ofAreas returns the array that areas make, or nil.
func (d *drawn) ofAreas(s *judge.ArrayShape, joined bool) value.Value {
	known := d.marks.Known
	areas := d.area.cut(func(edge int) bool {
		return known[edge] == value.Value(value.False) || known[edge] == nil && !joined
	})
	for _, side := range areas.Dead() {
		if edge := d.area.sides[side]; known[edge] == value.Value(value.False) {
			return nil
		}
	}
	values := make([]value.Value, len(s.Parts))
	for i := range s.Keys.List() {
		v, misfit := areas.Mark(s, i, nil)
		if misfit != nil {
			return nil
		}
		values[i] = v
	}
	return value.NewArray(s.Keys, values, s.Board)
}

// soFar returns what the solver has found of the value, nil if that is nothing.
func (d *drawn) soFar() value.Value {
	if len(d.keys) == 0 {
		return d.value
	}
	f := draw.FindOf(d.shape)
	f.Open = true
	switch s := d.shape.(type) {
	case *judge.ArrayShape:
		if d.area != nil {
			d.closedAreas(s, f)
			break
		}
		copy(f.Known, d.marks.Known)
		for _, i := range d.fixed {
			f.Known[i] = nil
		}
		for i, v := range f.Known {
			if n, ok := v.(value.Int); ok && d.Gesture == gestureBridge && !d.settled && f.Part(i).Admits(n+1) {
				f.Known[i] = nil // another bridge may be drawn beside it
			}
		}
	default:
		copy(f.Known, d.marks.Known)
		for _, keys := range d.keys {
			if len(keys) > 1 && f.Known[keys[0]] == value.Value(value.True) { // one of the arcs, but which?
				for _, i := range keys {
					f.Known[i] = nil
				}
			}
		}
	}
	v, _ := f.Value()
	return v
}

// closedAreas notes the values of keys whose areas have marks at all their sides, or hold the cell that owns them.
func (d *drawn) closedAreas(s *judge.ArrayShape, f *draw.Find) {
	known := d.marks.Known
	areas := d.area.cut(func(edge int) bool { return known[edge] != value.Value(value.True) })
	open := map[int]bool{}
	for i := range known {
		if e := d.area.graph.Edge(i); known[i] == nil {
			open[areas.Number(e.A)], open[areas.Number(e.B)] = true, true
		}
	}
	for i, k := range s.Keys.List() {
		if n := areas.Number(k); n == 0 || open[n] && draw.TakesSets(s.Parts[i].(*judge.ScalarShape)) {
			continue
		}
		if v, misfit := areas.Mark(s, i, nil); misfit == nil {
			f.Known[i] = v
		}
	}
}

// contradicts reports whether an area can't be, as a border is drawn within it, or its rim is drawn as joined.
func (d *drawn) contradicts(area *value.Set) bool {
	g := d.area.graph
	out := g.Plain().Out
	for _, c := range area.List() {
		for _, h := range out[g.Vertices.Index(c)] {
			within := area.Contains(g.Vertices.List()[h.To])
			if is := d.marks.Known[h.Edge]; is != nil && (is == value.Value(value.True)) != within {
				return true
			}
		}
	}
	return false
}

// marksOf returns the marks that draw a value.
func (e *entry) marksOf(v value.Value) (m Marks) {
	m.At = map[string]string{}
	note := func(key value.Value, in bool) {
		place := placeName(key)
		switch {
		case e.Gesture == gestureList && in:
			m.At[place] = wordIn
		case e.Gesture == gestureList:
			m.At[place] = wordOut
		case in:
			m.In = append(m.In, place)
		default:
			m.Out = append(m.Out, place)
		}
	}
	switch s := e.shape.(type) {
	case *judge.ArrayShape:
		a, ok := v.(*value.Array)
		switch {
		case !ok:
		case e.area != nil:
			e.area.marks(s, a.Values, note)
		default:
			for _, k := range s.Keys.List() {
				e.mark(&m, k, a, note)
			}
		}
	case *judge.RouteShape:
		w, ok := v.(*value.Route)
		if ok && !e.fields() && e.Gesture == gestureList {
			for _, line := range w.Ordered() {
				if s.Kind == value.Cycle && len(line) > 1 && value.Equal(line[0], line[len(line)-1]) {
					line = line[:len(line)-1]
				}
				words := make([]string, len(line))
				for i, v := range line {
					words[i] = draw.TextOf(v)
				}
				m.At[e.Name] = strings.Join(words, " ")
			}
			break
		}
		e.both(s, v, note)
	case *judge.ScalarShape:
		if _, none := v.(value.None); !none {
			m.At[e.Name] = e.word(v)
		}
	default:
		e.both(s, v, note)
	}
	if len(m.At) == 0 {
		m.At = nil
	}
	return m
}

// both notes for each place whether it is in. An edge is if one of its arcs is.
func (e *entry) both(s judge.Shape, v value.Value, note func(key value.Value, in bool)) {
	all := draw.MarksOf(s, v)
	if all == nil {
		return
	}
	for _, place := range e.Places {
		keys := e.keys[place]
		in := slices.ContainsFunc(keys, func(i int) bool { return all[i].Is == value.Value(value.True) })
		note(all[keys[0]].At, in)
	}
}

// mark notes the value at a key of an array.
func (e *entry) mark(m *Marks, key value.Value, a *value.Array, note func(key value.Value, in bool)) {
	v, _ := a.At(key)
	switch _, none := v.(value.None); {
	case v == nil:
	case none:
		m.Out = append(m.Out, placeName(key))
	case e.twofold():
		note(key, v == value.Value(value.True))
	default:
		m.At[placeName(key)] = e.word(v)
	}
}

// marks notes which neighbours are in one area, as far as values of keys are known. Others are nil. Nothing is between
// two cells of none.
func (g *areaGrid) marks(s *judge.ArrayShape, values []value.Value, note func(key value.Value, in bool)) {
	type state struct {
		area  string // "" for none
		whole bool   // all cells of the area are known
	}
	at := map[value.Key]state{}
	open := false
	for i, k := range s.Keys.List() {
		switch v := values[i].(type) {
		case nil:
			open = true
		case *value.Set:
			for _, c := range v.List() {
				at[value.KeyOf(c)] = state{value.String(v), true}
			}
		case value.Cell:
			at[value.KeyOf(k)] = state{value.String(v), false}
		}
	}
	for i := range g.graph.Size() {
		e := g.graph.Edge(i)
		a, metA := at[value.KeyOf(e.A)]
		b, metB := at[value.KeyOf(e.B)]
		if metA && metB || (metA || metB) && (!open || a.whole || b.whole) {
			note(e, a.area == b.area)
		}
	}
}

// draws returns the marks of what a step of a story finds, as far as they are not drawn yet.
func (l *inspection) draws(ctx context.Context, s *explain.Story, step *explain.StoryStep) map[string]Marks {
	out := map[string]Marks{}
	for _, e := range l.entriesIn(ctx) {
		var m Marks
		switch {
		case e.area != nil:
			m = e.drawAreas(s)
		default:
			gone := e.arcsOut(s)
			for _, f := range step.Facts {
				meaning, ok := s.Meaning(f.Var)
				switch {
				case !ok || s.Find(f.Var) != e.Name || meaning.OnLine || meaning.Member == nil && !f.Is:
				case meaning.Member != nil && meaning.Key != nil: // of one set among several
				case meaning.Member != nil:
					e.draw(&m, meaning.Member, value.Of((f.Value == 1) == f.Is), gone)
				default:
					e.draw(&m, meaning.Key, meaning.Values(f.Value), gone)
				}
			}
		}
		if m = m.without(l.table.question.Marks[e.Name]); len(m.In)+len(m.Out)+len(m.At) > 0 {
			out[e.Name] = m
		}
	}
	return out
}

// untold returns the marks of all that is known and neither drawn nor printed. Steps pass over what follows silently.
func (l *inspection) untold(ctx context.Context, s *explain.Story) map[string]Marks {
	out := l.draws(ctx, s, &explain.StoryStep{Facts: s.Written})
	for _, e := range l.entriesIn(ctx) {
		m := out[e.Name]
		for _, place := range e.Printed {
			delete(m.At, place)
		}
		if len(m.In)+len(m.Out)+len(m.At) == 0 {
			delete(out, e.Name)
		}
	}
	return out
}

// without returns the marks at places that have none, or another value, among others.
func (m Marks) without(drawn Marks) (out Marks) {
	marked := func(place string) bool {
		_, at := drawn.At[place]
		return at || slices.Contains(drawn.In, place) || slices.Contains(drawn.Out, place)
	}
	out.In, out.Out = slices.DeleteFunc(slices.Clone(m.In), marked), slices.DeleteFunc(slices.Clone(m.Out), marked)
	for place, word := range m.At {
		if is, there := drawn.At[place]; there && is != word || !marked(place) {
			out.write(place, word)
		}
	}
	return out
}

// arcsOut counts for each place the arcs of a directed line that are told to be out.
func (e *entry) arcsOut(s *explain.Story) map[string]int {
	out := map[string]int{}
	if r, ok := e.shape.(*judge.RouteShape); !ok || !r.Graph.Directed {
		return out
	}
	for _, f := range s.Written {
		if m, ok := s.Meaning(f.Var); ok && s.Find(f.Var) == e.Name && !m.OnLine && (f.Value == 0) == f.Is {
			out[placeName(m.Member)]++
		}
	}
	return out
}

// draw adds what a fact says of a place. The place is nil for a find that is a single value. gone has the number of
// arcs at a place that are out: an edge is if both are.
func (e *entry) draw(m *Marks, key, v value.Value, gone map[string]int) {
	place := e.Name
	if key != nil {
		place = placeName(key)
	}
	keys, ok := e.keys[place]
	b, truth := v.(value.Bool)
	word := map[bool]string{true: wordIn, false: wordOut}[b == value.True]
	switch {
	case !ok && key != nil || len(keys) > 1 && b == value.False && gone[place] < len(keys): // the line may go the other way
	case isNone(v):
		m.Out = append(m.Out, place)
	case e.twofold() && b == value.True:
		m.In = append(m.In, place)
	case e.twofold():
		if !slices.Contains(m.Out, place) {
			m.Out = append(m.Out, place)
		}
	case truth && e.names == nil:
		m.write(place, word)
	default:
		m.write(place, e.word(v))
	}
}

func (m *Marks) write(place, word string) {
	if m.At == nil {
		m.At = map[string]string{}
	}
	m.At[place] = word
}

// drawAreas returns the borders and joints between cells whose areas are told.
func (e *entry) drawAreas(s *explain.Story) (m Marks) {
	shape := e.shape.(*judge.ArrayShape)
	values := make([]value.Value, len(shape.Parts))
	for i, part := range shape.Parts {
		if all := part.(*judge.ScalarShape); !all.Optional && all.Values.(value.Collection).Len() == 1 {
			values[i] = value.Elements(all.Values)[0]
		}
	}
	for _, f := range s.Written {
		if meaning, ok := s.Meaning(f.Var); ok && f.Is && s.Find(f.Var) == e.Name && meaning.Key != nil {
			values[shape.Keys.Index(meaning.Key)] = meaning.Values(f.Value)
		}
	}
	e.area.marks(shape, values, func(key value.Value, in bool) {
		if place := placeName(key); in {
			m.In = append(m.In, place)
		} else {
			m.Out = append(m.Out, place)
		}
	})
	return m
}

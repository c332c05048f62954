// Package picture chooses what to draw of an answer, a run or a state: the spec's show statements, else the finds
// over the givens. Package draw draws it. Package picture also reads drawn answers back, and writes and reads
// answers as JSON.
package picture

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"nazo/dsl"
	"nazo/dsl/check"
	"nazo/dsl/instance"
	"nazo/dsl/value"
	"nazo/internal/alg"
	"nazo/internal/judge"
	"nazo/internal/model"
	"nazo/internal/show/draw"
	"nazo/internal/solve"
)

// Drawer draws answers and states for people.
type Drawer struct {
	Color string // as in [draw.Options]
	// Width is the number of available columns, 0 if unknown. Wider boards are drawn in pieces.
	Width     int
	MovesOnly bool // asks for runs without the states between the moves
	Rules     bool // asks for the rules below the boards of a page
	// Missing, if not nil, hears why something can't be drawn. Note hears other remarks.
	Missing func(error)
	Note    func(format string, args ...any)
}

func (d Drawer) missing(err error) {
	if err != nil && d.Missing != nil {
		d.Missing(err)
	}
}

func (d Drawer) options() draw.Options { return draw.Options{Color: d.Color, Width: d.Width} }

// Answer draws an answer in whole lines: the spec's show statements, else all finds, each over its board. Of a run it
// draws each state.
func (d Drawer) Answer(p *solve.Problem, found *judge.Answer) string {
	if found.Run != nil {
		return d.Run(p, found.Run)
	}
	return draw.Text(d.items(p, found), d.options())
}

// Sections returns the parts of an answer for a page. A run has a part for each state, or for each line of moves.
func (d Drawer) Sections(p *solve.Problem, found *judge.Answer) (all []draw.Section) {
	switch {
	case found.Run == nil:
		return []draw.Section{{Items: d.items(p, found)}}
	case !d.MovesOnly:
		return d.States(p, found.Run)
	}
	for line := range strings.Lines(movesText(p, found.Run)) {
		all = append(all, draw.Section{Heading: strings.TrimSuffix(line, "\n")})
	}
	return all
}

func (d Drawer) items(p *solve.Problem, found *judge.Answer) (items []draw.Item) {
	items = d.printed(p.Judge, p.Givens)
	if p.Judge.Spec().ShowsFinds() {
		pictures, err := p.Judge.Shown(found)
		d.missing(err)
		for _, shown := range pictures {
			items = append(items, shownAs(shown))
		}
	} else {
		for i, f := range p.Judge.Finds {
			if !f.Chosen {
				items = append(items, draw.Item{Title: f.Name, Value: found.Values[i]})
			}
		}
	}
	return items
}

// Title returns the title of a puzzle for its drawing.
func Title(spec *check.Spec) string {
	return strings.Trim(spec.Title+": "+spec.About, ": ")
}

// Puzzle draws a puzzle before anything is found. Of the givens on no board it draws those for which said is
// true, such as those of an instance. If nothing else is left, it draws all.
func (d Drawer) Puzzle(j *judge.Judge, gs []instance.Given, said func(name string) bool) []draw.Section {
	var items, rest []draw.Item
	for _, it := range d.printed(j, gs) {
		if draw.OnBoard(it) || said(it.Title) && !nothing(j, it) {
			items = append(items, it)
		} else {
			rest = append(rest, it)
		}
	}
	if len(items) == 0 {
		items = rest
	}
	return []draw.Section{{Items: items, Options: d.options()}}
}

// nothing reports whether a value only says that there is nothing: an empty set or list, or a default that is false.
func nothing(j *judge.Judge, it draw.Item) bool {
	switch v := it.Value.(type) {
	case *value.Set:
		return v.Len() == 0
	case value.List:
		return len(v) == 0
	}
	if it.Value != value.Value(value.False) {
		return false
	}
	for _, g := range j.Spec().Givens {
		if usual, ok := g.Stmt.Value.(*dsl.BoolLit); ok && !usual.Value && g.Stmt.Parts[0].Name.Text == it.Title {
			return true
		}
	}
	return false
}

// Start draws the state in which a puzzle that moves starts, without the hidden givens or states, by name. The error
// says what could not be drawn.
func (d Drawer) Start(p *solve.Problem, start []value.Value, hidden ...string) ([]draw.Section, error) {
	st := d.Stage(p, hidden...)
	section, err := st.Section(start)
	section.Heading = st.Key()
	return []draw.Section{section}, err
}

// printed returns the items of a puzzle before anything is found: its boards, its givens, and what is shown of these.
func (d Drawer) printed(j *judge.Judge, gs []instance.Given) (items []draw.Item) {
	boards := boardsOf(j)
	sides := sidesOf(j.Spec())
	shows, err := j.Printed()
	d.missing(err)
	for _, g := range gs {
		beside := sides.of(g, boards)
		items = append(items, beside...)
		if beside == nil {
			items = append(items, draw.Item{Title: g.Name, As: letter(g), Value: between(g.Value, boards), Given: true})
		}
	}
	items = printedPictures(items, shows, boards)
	for _, b := range boards {
		items = append(items, draw.Item{Value: b, Given: true})
	}
	return append(items, boxes(j)...)
}

// printedPictures draws givens as show statements say, and adds what else these show. Figures, and what has no style,
// stand for the only given that they are about.
func printedPictures(items []draw.Item, shows []judge.Picture, boards []*value.Board) []draw.Item {
	for _, s := range shows {
		it := shownAs(s)
		it.Value, it.Given = between(it.Value, boards), true
		instead := it.Title
		if it.As == "" && (it.Style == draw.Style{}) {
			instead = cmp.Or(s.Of, it.Title)
		}
		at := slices.IndexFunc(items, func(other draw.Item) bool { return other.Title == instead && other.Style == draw.Style{} })
		list, isList := it.Value.(value.List)
		switch {
		case at >= 0 && s.Title == instead:
			items[at].As, items[at].Style = cmp.Or(it.As, items[at].As), it.Style
		case isList && len(list) == 0: // nothing is to be seen
		case at >= 0:
			items[at] = it
		default:
			items = append(items, it)
		}
	}
	return items
}

// shownAs returns the item of a show statement. An expression is too long as a title of what has a style.
func shownAs(s judge.Picture) draw.Item {
	it := draw.Item{Title: s.Title, Of: s.Of, As: s.As, Style: draw.StyleOf(s.Style), Value: s.Value}
	if it.Style != (draw.Style{}) && strings.ContainsAny(s.Title, " ([{") {
		it.Title = cmp.Or(s.Of, s.Title)
	}
	return it
}

// letter returns the initial of a given that is a single cell, else "".
func letter(g instance.Given) string {
	if !is[value.Cell](g.Value) {
		return ""
	}
	first, _ := utf8.DecodeRuneInString(g.Name)
	return string(unicode.ToUpper(first))
}

// boardsOf returns the boards on which the finds are, in their order.
func boardsOf(j *judge.Judge) (boards []*value.Board) {
	for _, f := range j.Finds {
		if b := Board(f.Shape); b != nil && !f.Chosen {
			boards = append(boards, b)
		}
	}
	return distinct(boards)
}

func distinct(boards []*value.Board) (out []*value.Board) {
	for _, b := range boards {
		if !slices.ContainsFunc(out, func(o *value.Board) bool { return value.Equal(o, b) }) {
			out = append(out, b)
		}
	}
	return out
}

// Board returns the board of the values that a shape admits, or nil.
func Board(s judge.Shape) *value.Board {
	switch s := s.(type) {
	case *judge.SetShape:
		return boardOfFirst(s.Members)
	case *judge.ScalarShape:
		if values, ok := s.Values.(*value.Set); ok {
			return boardOfFirst(values)
		}
	case *judge.ArrayShape:
		if b := boardOfFirst(s.Keys); b != nil {
			return b
		}
		if len(s.Parts) > 0 {
			return Board(s.Parts[0])
		}
	case *judge.RouteShape:
		return boardOfFirst(s.Graph.Vertices)
	case *judge.RegionsShape:
		return boardOfFirst(s.Graph.Vertices)
	}
	return nil
}

// boardOfFirst returns the board of the first member if that is a cell or an edge of cells.
func boardOfFirst(s *value.Set) *value.Board {
	if s.Len() == 0 {
		return nil
	}
	first := s.List()[0]
	if e, ok := first.(value.Edge); ok {
		first = e.A
	}
	if c, ok := first.(value.Cell); ok {
		return c.Board
	}
	return nil
}

// boxes returns the boxes into which rules cut a board, as pieces with borders. If they can't be computed, it returns
// nil, and the rules report that.
func boxes(j *judge.Judge) (items []draw.Item) {
	calls, err := j.Calls("boxes")
	if err != nil {
		return nil
	}
	for _, v := range calls {
		if pieces := piecesOf(v); pieces != nil {
			items = append(items, draw.Item{Value: pieces, Given: true})
		}
	}
	return items
}

// piecesOf numbers lists of cells that cover a board, unless they are only rows or only columns.
func piecesOf(v value.Value) *value.Array {
	list, _ := v.(value.List)
	var keys, pieces []value.Value
	var cells int
	var board *value.Board
	wide, high := false, false
	for i, piece := range list {
		members := value.NewSet(value.Elements(piece)...)
		if members.Len() == 0 {
			return nil
		}
		minRow, minCol, maxRow, maxCol := value.Extent(members.List())
		wide, high = wide || maxCol > minCol, high || maxRow > minRow
		board = members.List()[0].(value.Cell).Board
		cells += members.Len()
		keys, pieces = append(keys, value.Int(i+1)), append(pieces, members)
	}
	if len(list) < 2 || !wide || !high || cells != board.Rows*board.Cols {
		return nil
	}
	return value.NewArray(value.NewSet(keys...), pieces, nil)
}

// Moments draws the moments of a search for a path, a cycle or links.
type Moments struct {
	Base int // the base in which the steps of a path are numbered

	graph  *value.Graph
	kind   value.RouteKind
	givens []draw.Item
}

// NewMoments draws the searches of a problem. ok is false if the problem has no path, cycle or links.
func NewMoments(p *solve.Problem, base int) (m *Moments, ok bool) {
	m = &Moments{Base: base}
	for _, f := range p.Judge.Finds {
		if shape, route := f.Shape.(*judge.RouteShape); route && m.graph == nil {
			m.graph, m.kind = shape.Graph, shape.Kind
		}
	}
	for _, g := range p.Givens {
		m.givens = append(m.givens, draw.Item{Title: g.Name, Value: g.Value, Given: true})
	}
	return m, m.graph != nil
}

// Links reports whether the search is for links, rather than for a path or a cycle.
func (m *Moments) Links() bool { return m.kind.Several() }

// Section draws links as lines, and numbers the steps of a path or cycle.
func (m *Moments) Section(t model.Moment) draw.Section {
	item := draw.Item{Title: "search", Value: m.steps(t.Lines)}
	if m.kind.Several() {
		item.Value = m.lines(t.Lines)
	}
	return draw.Section{Items: slices.Concat(m.givens, []draw.Item{item})}
}

// steps returns the number of the step that enters each cell. It lists other vertices in that order.
func (m *Moments) steps(lines [][]int32) value.Value {
	vertices := m.graph.Vertices.List()
	if !is[value.Cell](vertices[0]) {
		return value.List(alg.Map(slices.Concat(lines...), func(v int32) value.Value { return vertices[v] }))
	}
	at := make([]value.Value, m.graph.Vertices.Len())
	for i := range at {
		at[i] = value.None{}
	}
	for _, line := range lines {
		for i, v := range line {
			at[v] = value.Label{Print: strings.ToUpper(strconv.FormatInt(int64(i+1), m.Base))}
		}
	}
	return value.NewArray(m.graph.Vertices, at, nil)
}

func (m *Moments) lines(lines [][]int32) value.Value {
	route := &value.Route{Kind: m.kind, Graph: m.graph,
		Edges: make([]model.Bool, m.graph.Size()), Vertices: make([]model.Bool, m.graph.Vertices.Len())}
	for i := range route.Edges {
		route.Edges[i] = model.False
	}
	for i := range route.Vertices {
		route.Vertices[i] = model.False
	}
	vertices := m.graph.Vertices.List()
	for _, line := range lines {
		for i, v := range line {
			route.Vertices[v] = model.True
			if i > 0 {
				e := value.MakeEdge(vertices[line[i-1]], vertices[v], m.graph.Directed)
				route.Edges[m.graph.EdgeIndex(e)] = model.True
			}
		}
	}
	return route
}

// Rules returns the rules for players, a line for each, and whether the author wrote them. Rules that say nothing
// about the problem are left out. All are told if it is nil. The problem is asked for only where it matters.
func Rules(spec *check.Spec, problem func() *solve.Problem) (lines []string, own bool) {
	met := sync.OnceValue(func() map[string]bool {
		p := problem()
		if p == nil || spec.Moving() {
			return nil
		}
		met := map[string]bool{}
		NoteRules(p, met)
		return met
	})
	return spec.InWords(func(rule string) bool { return met() == nil || met()[rule] })
}

// NoteRules notes the names of the rules that say something about a problem.
func NoteRules(p *solve.Problem, met map[string]bool) {
	for _, c := range p.Model.Constraints {
		met[p.Model.Rules[p.Model.Instances[c.Instance].Rule].Name] = true
	}
}

// Head returns the title of a drawing and the rules for its description. Without a problem, these are only told in
// the author's words, as the others may say nothing about this board.
func (d Drawer) Head(spec *check.Spec, p *solve.Problem) draw.Head {
	h := draw.Head{Title: Title(spec), Caption: d.Rules}
	if lines, own := Rules(spec, func() *solve.Problem { return p }); own || p != nil || d.Rules {
		h.Rules = lines
	}
	return h
}

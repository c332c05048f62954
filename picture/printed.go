package picture

import (
	"unicode"
	"unicode/utf8"

	"nazo/draw"
	"nazo/dsl"
	"nazo/givens"
	"nazo/judge"
	"nazo/solve"
	"nazo/value"
)

// Puzzle draws a puzzle as it is printed, before anything is found. Of the givens that are on no board it shows those of which
// said is true, such as those of an instance; all if there would be nothing else.
func (d Drawer) Puzzle(j *judge.Judge, gs []givens.Given, said func(name string) bool) []draw.Section {
	var items, rest []draw.Item
	for _, it := range printed(j, gs) {
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

// nothing reports whether a value is there only to say that there is nothing: an empty set, or a default that is false.
func nothing(j *judge.Judge, it draw.Item) bool {
	if s, ok := it.Value.(*value.Set); ok {
		return s.Len() == 0
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

// Start draws the state with which a puzzle that moves starts, without what is hidden, by name. The error says what could not be
// drawn.
func (d Drawer) Start(p *solve.Problem, start []value.Value, hidden ...string) ([]draw.Section, error) {
	st := d.Stage(p, hidden...)
	items, err := st.items(start)
	return []draw.Section{{Heading: st.Key(), Items: items, Options: st.options}}, err
}

// printed are the things to draw of a puzzle before anything is found: its boards, and what is given on them, beside them and
// elsewhere.
func printed(j *judge.Judge, gs []givens.Given) (items []draw.Item) {
	boards := boardsOf(j)
	sides := sidesOf(j.Spec())
	for _, g := range gs {
		beside := sides.of(g, boards)
		items = append(items, beside...)
		if beside == nil {
			items = append(items, draw.Item{Title: g.Name, As: letter(g), Value: between(g.Value, boards), Given: true})
		}
	}
	for _, b := range boards {
		items = append(items, draw.Item{Value: b, Given: true})
	}
	return append(items, boxes(j)...)
}

// letter stands for a given that is a single cell: that of its name. It is "" for others.
func letter(g givens.Given) string {
	if _, ok := g.Value.(value.Cell); !ok {
		return ""
	}
	first, _ := utf8.DecodeRuneInString(g.Name)
	return string(unicode.ToUpper(first))
}

// boardsOf are the boards on which the finds are, in their order.
func boardsOf(j *judge.Judge) (boards []*value.Board) {
	seen := map[value.Board]bool{}
	for _, f := range j.Finds {
		b := boardOf(f.Shape)
		if b == nil {
			continue
		}
		if key := (value.Board{Rows: b.Rows, Cols: b.Cols, Points: b.Points}); !f.Chosen && !seen[key] {
			seen[key] = true
			boards = append(boards, b)
		}
	}
	return boards
}

// boardOf is the board of the values that a shape admits; nil if they are on none.
func boardOf(s judge.Shape) *value.Board {
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
			return boardOf(s.Parts[0])
		}
	case *judge.RouteShape:
		return boardOfFirst(s.Graph.Vertices)
	case *judge.RegionsShape:
		return boardOfFirst(s.Graph.Vertices)
	}
	return nil
}

// boardOfSets is the board of the first of some sets that is on one, nil if none is; what is no set doesn't count.
func boardOfSets(values []value.Value) *value.Board {
	for _, v := range values {
		if s, ok := v.(*value.Set); ok {
			if b := boardOfFirst(s); b != nil {
				return b
			}
		}
	}
	return nil
}

// boardOfFirst is the board of the first member, which is a cell or an edge of cells.
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

package picture

import (
	"slices"
	"strings"
	"unicode"

	"nazo/compile"
	"nazo/draw"
	"nazo/givens"
	"nazo/judge"
	"nazo/solve"
	"nazo/value"
)

// Stage draws the states of a puzzle that moves, one after the other. Grids of
// labels that say where something begins are drawn as they are in each state, with
// whatever no label stands for on top of them.
type Stage struct {
	problem *solve.Problem
	options draw.Options
	legends []*compile.Legend
	ground  []draw.Item // what is given and stays
	letters []string    // of states that a letter stands for; "" for others
	shown   []bool      // states that a legend shows
}

// Stage sets the stage for a puzzle. What is hidden, by name, isn't drawn.
func (d Drawer) Stage(p *solve.Problem, hidden ...string) *Stage {
	st := &Stage{problem: p, options: draw.Options{Color: d.Color, Width: d.Width, Empty: '.'},
		letters: make([]string, len(p.StateVars)), shown: make([]bool, len(p.StateVars))}
	taken := map[[2]int]bool{} // sizes of boards where a state has a value for each cell
	for _, state := range p.Judge.StateVars {
		if s, ok := state.Shape.(*judge.ArrayShape); ok && s.Keys.Len() > 0 {
			if c, ok := s.Keys.List()[0].(value.Cell); ok {
				taken[[2]int{c.Board.Rows, c.Board.Cols}] = true
			}
		}
	}
	legends := map[string]*compile.Legend{}
	for _, l := range p.Legends() {
		legends[l.Given] = l
	}
	secret := map[string]bool{}
	for _, name := range hidden {
		secret[name] = true
	}
	for _, g := range p.Givens {
		grid, ok := g.Value.(*value.Array)
		if !ok || grid.Board == nil || secret[g.Name] || taken[[2]int{grid.Board.Rows, grid.Board.Cols}] {
			continue
		}
		if l := legends[g.Name]; l != nil {
			st.add(l)
		} else if stays := whatStays(p, grid); stays != nil {
			st.ground = append(st.ground, draw.Item{Title: g.Name, Value: stays, Given: true})
		}
	}
	st.chooseLetters()
	return st
}

// With is the stage with more grids that are given; what else is given leaves it as it is.
func (s *Stage) With(givens ...givens.Given) *Stage {
	more := *s
	more.ground = slices.Clone(s.ground)
	for _, g := range givens {
		if _, board := g.Value.(*value.Array); board {
			more.ground = append(more.ground, draw.Item{Title: g.Name, Value: g.Value, Given: true})
		}
	}
	return &more
}

func (s *Stage) add(l *compile.Legend) {
	s.legends = append(s.legends, l)
	s.options.Empty = []rune(l.None)[0]
	for i := range s.shown {
		s.shown[i] = s.shown[i] || l.Shows(i)
	}
}

// whatStays is a given grid without what a keyed state draws: a value that is the
// key of a place, or places, with the cell at the start. It is nil if nothing is
// left, and the grid itself if nothing is taken.
func whatStays(p *solve.Problem, grid *value.Array) *value.Array {
	start, err := p.Judge.Begin()
	if err != nil {
		return grid
	}
	values := append([]value.Value{}, grid.Values...)
	left := len(values)
	for i, cell := range grid.Keys.List() {
		for _, v := range start {
			places, ok := v.(*value.Array)
			if !ok {
				continue
			}
			if place, keyed := places.At(values[i]); keyed && isAt(place, cell) {
				values[i] = value.None{}
			}
		}
		if _, none := values[i].(value.None); none {
			left--
		}
	}
	if left == 0 {
		return nil
	}
	return value.NewArray(grid.Keys, values, grid.Board)
}

// isAt reports whether a place is a cell, or has it among others.
func isAt(place, cell value.Value) bool {
	if s, ok := place.(*value.Set); ok {
		return s.Contains(cell)
	}
	return value.Equal(place, cell)
}

// chooseLetters gives each state that no legend shows a letter of its name.
func (s *Stage) chooseLetters() {
	used := map[string]bool{}
	for i, state := range s.problem.Judge.StateVars {
		if s.shown[i] {
			continue
		}
		for _, c := range state.Name {
			if letter := string(unicode.ToUpper(c)); unicode.IsLetter(c) && !used[letter] {
				used[letter], s.letters[i] = true, letter
				break
			}
		}
	}
}

// Draw draws a state, in whole lines.
func (s *Stage) Draw(state []value.Value) (string, error) {
	items, err := s.items(state)
	return draw.Text(items, s.options), err
}

// Section has the things to draw of a state, for a page.
func (s *Stage) Section(state []value.Value) (draw.Section, error) {
	items, err := s.items(state)
	return draw.Section{Items: items, Options: s.options}, err
}

// items are the things to draw of a state.
func (s *Stage) items(state []value.Value) ([]draw.Item, error) {
	items := append([]draw.Item{}, s.ground...)
	for _, l := range s.legends {
		ground, pieces := l.Layers(state)
		items = append(items, draw.Item{Title: l.Given, Value: l.Picture(state), Layers: []draw.Item{
			{Title: l.Given, Value: ground, Given: true}, {Title: l.Given, Value: pieces, Top: true}}})
	}
	if s.problem.Judge.Shows() {
		pictures, err := s.problem.Judge.ShownState(state)
		for _, p := range pictures {
			items = append(items, draw.Item{Title: p.Title, As: p.As, Value: p.Value, Top: true})
		}
		return items, err
	}
	for i, v := range state {
		if !s.shown[i] && !isGap(v, state) {
			of := s.problem.Judge.StateVars[i]
			items = append(items, draw.Item{Title: of.Name, As: s.letters[i], Value: v, Top: true, Among: among(of.Shape), Whole: whole(of.Shape)})
		}
	}
	return items, nil
}

// among are the values of which those of a state are, or its members, the same for each key: a set or a range; nil if there is nothing that is known of them.
func among(s judge.Shape) value.Value {
	switch s := s.(type) {
	case *judge.SetShape:
		return s.Members
	case *judge.ScalarShape:
		return s.Values
	case *judge.ArrayShape:
		if len(s.Parts) == 0 {
			return nil
		}
		one, ok := s.Parts[0].(*judge.ScalarShape)
		if !ok {
			return nil
		}
		for _, part := range s.Parts[1:] {
			if other, ok := part.(*judge.ScalarShape); !ok || !value.Equal(other.Values, one.Values) {
				return nil
			}
		}
		return one.Values
	}
	return nil
}

// whole reports whether a state has one of certain values for each key: a set among them is one thing, as a car that is in some places of its lane.
func whole(s judge.Shape) bool {
	a, ok := s.(*judge.ArrayShape)
	return ok && !slices.ContainsFunc(a.Parts, func(part judge.Shape) bool {
		_, one := part.(*judge.ScalarShape)
		return !one
	})
}

// isGap reports whether a state is the cell where a grid of a state has nothing: it is
// seen without a letter.
func isGap(v value.Value, state []value.Value) bool {
	if _, isCell := v.(value.Cell); !isCell {
		return false
	}
	for _, other := range state {
		if grid, ok := other.(*value.Array); ok {
			if at, keyed := grid.At(v); keyed {
				_, none := at.(value.None)
				return none
			}
		}
	}
	return false
}

// Key says which letters stand for what at the start; "" if none does.
func (s *Stage) Key() string {
	if s.problem.Judge.Shows() {
		return ""
	}
	var parts []string
	start, _ := s.problem.Judge.Begin() // nil if it is open
	for i, state := range s.problem.Judge.StateVars {
		if start != nil && isGap(start[i], start) {
			continue
		}
		if s.letters[i] != "" && onBoard(state.Shape) {
			parts = append(parts, s.letters[i]+" is "+state.Name)
		}
	}
	return strings.Join(parts, ", ")
}

// onBoard reports whether a state is a cell, or a set of cells.
func onBoard(s judge.Shape) bool {
	var members *value.Set
	switch s := s.(type) {
	case *judge.SetShape:
		members = s.Members
	case *judge.ScalarShape:
		members, _ = s.Values.(*value.Set)
	}
	if members == nil || members.Len() == 0 {
		return false
	}
	_, ok := members.List()[0].(value.Cell)
	return ok
}

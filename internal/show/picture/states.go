package picture

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"nazo/compile"
	"nazo/dsl/instance"
	"nazo/dsl/value"
	"nazo/internal/alg"
	"nazo/internal/judge"
	"nazo/internal/show/draw"
	"nazo/internal/solve"
)

// Stage draws the states of a puzzle that moves, one after the other. A given grid of labels that says where
// things begin is drawn as it is in each state. Other states lie on top.
type Stage struct {
	problem *solve.Problem
	options draw.Options
	legends []*compile.Legend
	ground  []draw.Item // the givens that stay
	letters []string    // letters for states, "" for those that need none
	shown   []bool      // states that a legend shows
}

// Stage sets the stage for a puzzle, without the hidden givens, by name.
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
	for _, g := range p.Givens {
		grid, ok := g.Value.(*value.Array)
		if !ok || grid.Board == nil || slices.Contains(hidden, g.Name) || taken[[2]int{grid.Board.Rows, grid.Board.Cols}] {
			continue
		}
		if l := legends[g.Name]; l != nil {
			st.add(l)
		} else if stays := whatStays(p, grid); stays != nil {
			st.ground = append(st.ground, draw.Item{Title: g.Name, Value: stays, Given: true})
		}
	}
	shows, err := p.Judge.Printed()
	d.missing(err)
	st.ground = printedPictures(st.ground, shows, nil)
	st.chooseLetters()
	return st
}

// With returns the stage with more given grids. Other givens change nothing.
func (s *Stage) With(givens ...instance.Given) *Stage {
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

// whatStays returns a given grid without the values that a keyed state draws. Such a value is the key of places that
// include the cell at the start. It is nil if nothing is left, and the grid itself if the start is open.
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
			place, keyed := places.At(values[i])
			s, isSet := place.(*value.Set)
			if keyed && (value.Equal(place, cell) || isSet && s.Contains(cell)) {
				values[i] = value.None{}
			}
		}
		if is[value.None](values[i]) {
			left--
		}
	}
	if left == 0 {
		return nil
	}
	return value.NewArray(grid.Keys, values, grid.Board)
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

// Draw draws a state in whole lines.
func (s *Stage) Draw(state []value.Value) (string, error) {
	items, err := s.items(state)
	return draw.Text(items, s.options), err
}

// Section returns the drawing of a state for a page.
func (s *Stage) Section(state []value.Value) (draw.Section, error) {
	items, err := s.items(state)
	return draw.Section{Items: items, Options: s.options}, err
}

func (s *Stage) items(state []value.Value) ([]draw.Item, error) {
	items := append([]draw.Item{}, s.ground...)
	for _, l := range s.legends {
		ground, pieces := l.Layers(state)
		items = append(items, draw.Item{Title: l.Given, Value: l.Picture(state), Layers: []draw.Item{
			{Title: l.Given, Value: ground, Given: true}, {Title: l.Given, Value: pieces, Top: true}}})
	}
	if s.problem.Judge.Spec().ShowsFinds() {
		pictures, err := s.problem.Judge.ShownState(state)
		for _, p := range pictures {
			it := shownAs(p)
			it.Top = true
			items = append(items, it)
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

// among returns the possible values of a state or of its members, the same for each key, or nil.
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

// whole reports whether a set among a state's values is one thing, such as a car on places of its lane.
func whole(s judge.Shape) bool {
	a, ok := s.(*judge.ArrayShape)
	return ok && !slices.ContainsFunc(a.Parts, func(part judge.Shape) bool {
		_, one := part.(*judge.ScalarShape)
		return !one
	})
}

// isGap reports whether a state is the cell where a grid of a state has nothing. It needs no letter.
func isGap(v value.Value, state []value.Value) bool {
	if !is[value.Cell](v) {
		return false
	}
	for _, other := range state {
		if grid, ok := other.(*value.Array); ok {
			if at, keyed := grid.At(v); keyed {
				return is[value.None](at)
			}
		}
	}
	return false
}

// Key explains the letters at the start, or is "".
func (s *Stage) Key() string {
	if s.problem.Judge.Spec().ShowsFinds() {
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
	return is[value.Cell](members.List()[0])
}

// Change is the change of a state variable by a move, or of its value for a key.
type Change struct {
	State string
	Key   value.Value // nil if there is none
	// Was and Is are the values before and after.
	Was, Is value.Value
	// Out and In are the members that leave a set, and those that come in.
	Out, In []value.Value
}

// Changes returns the differences between two states, variable by variable.
func Changes(j *judge.Judge, before, after []value.Value) (out []Change) {
	for i, v := range j.StateVars {
		if was, keyed := before[i].(*value.Array); keyed {
			for _, d := range value.Differences(was, after[i]) {
				out = append(out, changed(v.Name, d.At, d.A, d.B))
			}
		} else if !value.Equal(before[i], after[i]) {
			out = append(out, changed(v.Name, nil, before[i], after[i]))
		}
	}
	return out
}

func changed(state string, key, was, is value.Value) Change {
	c := Change{State: state, Key: key, Was: was, Is: is}
	if a, ok := was.(*value.Set); ok {
		for _, d := range value.Differences(a, is) {
			if d.A == value.Value(value.True) {
				c.Out = append(c.Out, d.At)
			} else {
				c.In = append(c.In, d.At)
			}
		}
	}
	return c
}

// Name returns the variable, with its key if it has one.
func (c Change) Name() string {
	if c.Key == nil {
		return c.State
	}
	return c.State + "[" + value.String(c.Key) + "]"
}

// String describes a change: "man: r2c2 → r2c3", "pegs: without r1c1, r1c2, with r1c3".
func (c Change) String() string {
	switch {
	case len(c.Out) == 1 && len(c.In) == 1:
		return c.Name() + ": " + value.String(c.Out[0]) + " → " + value.String(c.In[0])
	case len(c.Out)+len(c.In) == 0:
		return c.Name() + ": " + value.String(c.Was) + " → " + value.String(c.Is)
	}
	var parts []string
	if len(c.Out) > 0 {
		parts = append(parts, "without "+list(c.Out))
	}
	if len(c.In) > 0 {
		parts = append(parts, "with "+list(c.In))
	}
	return c.Name() + ": " + strings.Join(parts, ", ")
}

func list(values []value.Value) string { return strings.Join(alg.Map(values, value.String), ", ") }

// Leaving says where a move begins, as in "boxes r2c3" or "peg[2]", or else what changes.
func Leaving(j *judge.Judge, before, after []value.Value) (out []string) {
	all := slices.DeleteFunc(Changes(j, before, after), func(c Change) bool { return isGap(c.Was, before) })
	for _, c := range all {
		switch {
		case len(c.Out) > 0:
			out = append(out, c.Name()+" "+list(c.Out))
		case len(c.In) > 0, !something(c.Was):
		case is[value.Cell](c.Was):
			out = append(out, c.Name()+" "+value.String(c.Was))
		default:
			out = append(out, c.Name())
		}
	}
	if len(out) == 0 {
		out = append(out, alg.Map(all, func(c Change) string { return c.State })...)
	}
	return slices.Compact(out)
}

// Moved returns the places on boards that a move leaves, and those that it fills.
func Moved(j *judge.Judge, before, after []value.Value) (from, to []value.Value) {
	place := func(all []value.Value, v value.Value) []value.Value {
		if is[value.Cell](v) {
			return append(all, v)
		}
		return all
	}
	for _, c := range Changes(j, before, after) {
		for _, v := range c.Out {
			from = place(from, v)
		}
		for _, v := range c.In {
			to = place(to, v)
		}
		if c.Key == nil {
			if !isGap(c.Was, before) {
				from, to = place(from, c.Was), place(to, c.Is)
			}
			continue
		}
		if something(c.Was) {
			from = place(from, c.Key)
		}
		if something(c.Is) {
			to = place(to, c.Key)
		}
		from, to = place(from, c.Was), place(to, c.Is)
	}
	return from, to
}

func something(v value.Value) bool { return !is[value.None](v) && v != value.Value(value.False) }

// Position draws a state without the hidden givens, by name, and marks used and new places.
func (d Drawer) Position(p *solve.Problem, heading string, state, used, fresh []value.Value, hidden ...string) draw.Section {
	section, err := d.Stage(p, hidden...).Section(state)
	d.missing(err)
	section.Heading, section.Items = heading, append(section.Items, highlights(used, fresh)...)
	return section
}

func highlights(used, fresh []value.Value) (items []draw.Item) {
	for _, marked := range []draw.Item{{Value: value.NewSet(used...), Mark: draw.Used}, {Value: value.NewSet(fresh...), Mark: draw.New}} {
		marked.Given = true
		if draw.OnBoard(marked) {
			items = append(items, marked)
		}
	}
	return items
}

// Run draws a run: the start, then each move with its number and the next state, without hidden givens, by name. With
// MovesOnly it writes the moves alone.
func (d Drawer) Run(p *solve.Problem, run *judge.Run, hidden ...string) string {
	if d.MovesOnly {
		return movesText(p, run)
	}
	var out strings.Builder
	for _, f := range d.Frames(p, run, hidden...) {
		if strings.Count(f.Picture, "\n") == 1 {
			fmt.Fprintf(&out, "%s: %s", f.Head, f.Picture)
			continue
		}
		if out.Len() > 0 {
			out.WriteByte('\n')
		}
		fmt.Fprintf(&out, "%s\n%s", f.Head, f.Picture)
	}
	return out.String()
}

// Frame is a state of a run in whole lines, under the move that leads to it.
type Frame struct{ Head, Picture string }

// Frames returns the states of a run from the start on, without hidden givens, by name.
func (d Drawer) Frames(p *solve.Problem, run *judge.Run, hidden ...string) (out []Frame) {
	for _, s := range d.States(p, run, hidden...) {
		out = append(out, Frame{s.Heading, draw.Text(s.Items, s.Options)})
	}
	return out
}

// States returns the states of a run as sections of a page, each under the move that leads to it.
func (d Drawer) States(p *solve.Problem, run *judge.Run, hidden ...string) []draw.Section {
	st := d.Stage(p, hidden...)
	section := func(heading string, state []value.Value) draw.Section {
		section, err := st.Section(state)
		d.missing(err)
		section.Heading = heading
		return section
	}
	heading := "start"
	if key := st.Key(); key != "" {
		heading += " (" + key + ")"
	}
	out := []draw.Section{section(heading, run.Start)}
	for i, step := range run.Steps {
		out = append(out, section(fmt.Sprintf("%d. %s", i+1, step.Move.String()), step.After))
	}
	return out
}

const runWidth = 100 // the number of columns for moves without states

func movesText(p *solve.Problem, run *judge.Run) string {
	var out strings.Builder
	column := 0
	for i, step := range run.Steps {
		text := fmt.Sprintf("%d. %s", i+1, step.Move.String())
		width := utf8.RuneCountInString(text)
		switch {
		case i == 0:
		case column+2+width > runWidth:
			out.WriteByte('\n')
			column = 0
		default:
			out.WriteString("  ")
			column += 2
		}
		out.WriteString(text)
		column += width
	}
	if len(run.Steps) > 0 {
		out.WriteByte('\n')
	}
	return out.String()
}

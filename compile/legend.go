package compile

import (
	"context"
	"slices"

	"nazo/dsl"
	"nazo/dsl/instance"
	"nazo/dsl/value"
)

// Legend draws a given grid of labels in any state. A cell gets the label whose cells start in the same states and
// are in the same named sets. So a spec need not say how moving things are drawn, and a thing disappears from the
// cell that it left.
type Legend struct {
	Given string
	// None is the text of a cell without a label, "." or " ".
	None string

	shows  []bool // for each state, whether labels show it
	sets   []value.Value
	grid   *value.Array
	labels []meaning
	others bool // cells may also have values that are no labels
}

// meaning says in which states and sets a cell with a label starts.
type meaning struct {
	label          value.Value
	states, inSets []bool
}

// Shows reports whether the legend shows a state, an index in Problem.StateVars.
func (l *Legend) Shows(state int) bool { return l.shows[state] }

// Legends returns the legends of the givens whose labels show where things start.
func (p *Problem) Legends() (out []*Legend) {
	for _, g := range p.Givens {
		grid, ok := g.Value.(*value.Array)
		if !ok || grid.Board == nil {
			continue
		}
		if l := p.legend(g.Name, grid); l != nil {
			out = append(out, l)
		}
	}
	return out
}

// legend returns nil if the given has no labels, or none that shows a state.
func (p *Problem) legend(given string, grid *value.Array) *Legend {
	l := &Legend{Given: given, None: ".", grid: grid, shows: make([]bool, len(p.StateVars))}
	labels := p.labelsOf(given, l)
	if len(labels) == 0 {
		return nil
	}
	var named []*declaration
	for _, name := range p.program.order {
		if d := p.program.decls[name]; isStmt[*dsl.Let](d.stmt) && isCells(p.known[name]) {
			named, l.sets = append(named, d), append(l.sets, p.known[name])
		}
	}
	for _, label := range labels {
		l.labels = append(l.labels, p.meaningOf(given, label, named))
	}
	for i, start := range p.moves.start {
		l.shows[i] = l.prints(i, start)
	}
	if !slices.Contains(l.shows, true) {
		return nil
	}
	return l
}

// prints reports whether labels show a state: some do and some don't, and each cell starts as its label says.
func (l *Legend) prints(state int, start value.Value) bool {
	with, without := false, l.others
	for _, m := range l.labels {
		with, without = with || m.states[state], without || !m.states[state]
	}
	if start == nil || !with || !without {
		return false
	}
	for i, cell := range l.grid.Keys.List() {
		m := l.labelled(l.grid.Values[i])
		if holds(start, cell) != (m != nil && m.states[state]) {
			return false
		}
	}
	return true
}

// labelled returns the meaning of a value, or nil if it is no label.
func (l *Legend) labelled(v value.Value) *meaning {
	for i := range l.labels {
		if value.Equal(l.labels[i].label, v) {
			return &l.labels[i]
		}
	}
	return nil
}

// isCells reports whether a value is a nonempty set of cells.
func isCells(v value.Value) bool {
	s, ok := v.(*value.Set)
	return ok && s.Len() > 0 && !slices.ContainsFunc(s.List(), func(e value.Value) bool {
		_, isCell := e.(value.Cell)
		return !isCell
	})
}

// labelsOf returns the possible labels of a given's cells, and none if that is possible.
func (p *Problem) labelsOf(given string, l *Legend) (out []value.Value) {
	var collect func(t instance.Type)
	collect = func(t instance.Type) {
		switch t := t.(type) {
		case instance.Optional:
			l.None = t.None()
			collect(t.Of)
			if len(out) > 0 {
				out = append(out, value.None{})
			}
		case instance.Union:
			for _, part := range t.Parts {
				collect(part)
			}
		case instance.OneOf:
			if _, isRange := t.Values.(value.Range); isRange {
				l.others = true
				return
			}
			for _, v := range t.Values.List() {
				if _, isLabel := v.(value.Label); isLabel {
					out = append(out, v)
				} else {
					l.others = true
				}
			}
		default:
			l.others = true
		}
	}
	err := p.withInput(func(ev *evaluator) {
		if g, ok := ev.givenType(&dsl.Name{Text: given}).(instance.Grid); ok {
			collect(g.Of)
		}
	})
	if err != nil {
		return nil
	}
	return out
}

// meaningOf evaluates states and sets as if the given were a single cell with a label. One that can't be evaluated
// does not have the cell.
func (p *Problem) meaningOf(given string, label value.Value, named []*declaration) meaning {
	board := &value.Board{Rows: 1, Cols: 1}
	cell := board.At(1, 1)
	ev := p.program.ofInput(context.Background())
	for _, g := range p.Givens {
		v := g.Value
		if g.Name == given {
			v = value.NewArray(value.BoardSet(board), []value.Value{label}, board)
		}
		ev.globals[g.Name] = &global{decl: ev.globals[g.Name].decl, value: v, state: ready}
	}
	m := meaning{label, make([]bool, len(p.StateVars)), make([]bool, len(named))}
	suppose := func(d *declaration, has *bool, eval func() value.Value) {
		ev.Source = d.source
		ev.Guard(func() { ev.Attempt(func() { *has = holds(eval(), cell) }) })
	}
	for i, d := range named {
		suppose(d, &m.inSets[i], func() value.Value { return ev.force(ev.globals[d.name], d.stmt) })
	}
	for i, s := range p.StateVars {
		d := p.program.decls[s.Name]
		stmt := d.stmt.(*dsl.State)
		if stmt.Init != nil && stmt.Keys == nil {
			suppose(d, &m.states[i], func() value.Value { return ev.eval(stmt.Init, nil) })
		}
	}
	return m
}

// holds reports whether a value is a cell, or a set that contains it.
func holds(v, cell value.Value) bool {
	switch v := v.(type) {
	case value.Cell:
		return value.Equal(v, cell)
	case *value.Set:
		return v.Contains(cell)
	}
	return false
}

// Picture returns the grid as drawn in a state.
func (l *Legend) Picture(state []value.Value) *value.Array {
	cells := l.grid.Keys.List()
	values := make([]value.Value, len(cells))
	for i, c := range cells {
		values[i] = l.at(c, l.grid.Values[i], state)
	}
	return value.NewArray(l.grid.Keys, values, l.grid.Board)
}

// Layers returns the grid in a state as two layers: the ground, and the pieces on it. A label with a piece that
// also says more of its cell is split in two if such labels exist: a crate on a mark becomes a crate and a mark. A
// given value that is no label stays as ground. Cells without a piece have none in pieces, and cells without a
// ground of their own have none in ground.
func (l *Legend) Layers(state []value.Value) (ground, pieces *value.Array) {
	cells := l.grid.Keys.List()
	low, high := make([]value.Value, len(cells)), make([]value.Value, len(cells))
	for i, c := range cells {
		given := l.grid.Values[i]
		low[i], high[i] = l.apart(l.at(c, given, state))
		if value.IsNone(low[i]) && l.labelled(given) == nil {
			low[i] = given
		}
	}
	return value.NewArray(l.grid.Keys, low, l.grid.Board), value.NewArray(l.grid.Keys, high, l.grid.Board)
}

// apart splits a label into its ground and the piece on it.
func (l *Legend) apart(v value.Value) (ground, piece value.Value) {
	ground, piece = value.None{}, value.None{}
	both := l.labelled(v)
	if both == nil || !slices.Contains(both.states, true) {
		return v, piece
	}
	piece = v
	under := slices.IndexFunc(l.labels, func(m meaning) bool {
		return !slices.Contains(m.states, true) && slices.Equal(m.inSets, both.inSets)
	})
	if under < 0 {
		return ground, piece
	}
	on := slices.IndexFunc(l.labels, func(m meaning) bool {
		return slices.Equal(m.states, both.states) && m.within(both)
	})
	if on < 0 {
		return ground, piece
	}
	return l.labels[under].label, l.labels[on].label
}

// within reports whether m is in strictly fewer sets than other.
func (m *meaning) within(other *meaning) bool {
	less := false
	for i, in := range m.inSets {
		if in && !other.inSets[i] {
			return false
		}
		less = less || !in && other.inSets[i]
	}
	return less
}

// at returns the best label for a cell: it compares states first, then sets. Ties go to the given label, then to
// the first. In a cell without states a value that is no label stays. A cell whose thing has left is empty.
func (l *Legend) at(cell, given value.Value, state []value.Value) value.Value {
	var best value.Value = value.None{}
	least := -1
	if l.others {
		least = 1
		if l.labelled(given) == nil {
			best, least = given, 0
		}
		for i, shown := range l.shows {
			if shown && holds(state[i], cell) {
				least += 2 * (len(l.sets) + 1)
			}
		}
	}
	for _, m := range l.labels {
		differences := 0
		for i, in := range m.states {
			if l.shows[i] && in != holds(state[i], cell) {
				differences += 2 * (len(l.sets) + 1)
			}
		}
		for i, in := range m.inSets {
			if in != holds(l.sets[i], cell) {
				differences += 2
			}
		}
		if !value.Equal(m.label, given) {
			differences++
		}
		if least < 0 || differences < least {
			best, least = m.label, differences
		}
	}
	return best
}

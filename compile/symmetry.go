package compile

import (
	"fmt"

	"nazo/compile/model"
	"nazo/compile/value"
	"nazo/dsl"
)

// transform maps the places of a board onto each other.
type transform struct {
	name string
	cell func(value.Cell) value.Cell
}

// turnsAndMirrors are the maps of the rectangle from (1, 1) to (rows, cols) of
// board onto itself: eight for a square, four for another rectangle.
func turnsAndMirrors(rows, cols int, board *value.Board) []transform {
	maps := []struct {
		name   string
		square bool
		to     func(r, c int) (int, int)
	}{
		{"the board as it is", false, func(r, c int) (int, int) { return r, c }},
		{"half a turn", false, func(r, c int) (int, int) { return rows + 1 - r, cols + 1 - c }},
		{"turned upside down", false, func(r, c int) (int, int) { return rows + 1 - r, c }},
		{"mirrored left to right", false, func(r, c int) (int, int) { return r, cols + 1 - c }},
		{"a quarter turn", true, func(r, c int) (int, int) { return c, rows + 1 - r }},
		{"a quarter turn back", true, func(r, c int) (int, int) { return cols + 1 - c, r }},
		{"mirrored in its diagonal", true, func(r, c int) (int, int) { return c, r }},
		{"mirrored in its other diagonal", true, func(r, c int) (int, int) { return cols + 1 - c, rows + 1 - r }},
	}
	var out []transform
	for _, m := range maps {
		if m.square && rows != cols {
			continue
		}
		out = append(out, transform{m.name, func(c value.Cell) value.Cell {
			if c.Board.Points != board.Points {
				return c
			}
			c.Row, c.Col = m.to(c.Row, c.Col)
			return c
		}})
	}
	return out
}

// Symmetric says whether the spec declares symmetries.
func (p *Problem) Symmetric() bool { return len(p.program.spec.Symmetries) > 0 }

// Canonical is a text that is the same for exactly those answers which the
// declared symmetries turn into each other. The declaration is checked: the
// error names a symmetry that turns an answer into something that is none.
func (p *Problem) Canonical(a *Answer) (string, error) {
	var transforms []transform
	err := p.withAnswer(a, func(ev *evaluator) {
		for _, s := range p.program.spec.Symmetries {
			ev.source = s.Source
			for _, x := range s.Stmt.Of {
				ev.attempt(func() { transforms = append(transforms, ev.transformsOf(x)...) })
			}
		}
	})
	if err != nil {
		return "", err
	}
	least := ""
	for _, t := range transforms {
		turned := &Answer{Values: make([]value.Value, len(a.Values))}
		for i, v := range a.Values {
			w, ok := t.apply(v)
			if !ok {
				return "", fmt.Errorf("the symmetry does not hold: %s, the board has no place for %s", t.name, p.Finds[i].Name)
			}
			turned.Values[i] = w
		}
		if v := p.Judge(turned); !v.Accepted {
			return "", fmt.Errorf("the symmetry does not hold: %s, an answer breaks the rule %q", t.name, v.Violations[0].Rule)
		}
		if text := p.spell(turned); least == "" || text < least {
			least = text
		}
	}
	return least, nil
}

// spell writes the finds of an answer so that different ones differ.
func (p *Problem) spell(a *Answer) string {
	var out []byte
	for i, f := range p.Finds {
		if !f.Chosen {
			out = value.Spell(out, a.Values[i])
		}
	}
	return string(out)
}

// Key is a text that is the same for exactly those answers whose finds are
// equal; choices don't count.
func (p *Problem) Key(a *Answer) string { return p.spell(a) }

// transformsOf are the symmetries that a board, a grid or a set of cells has.
func (ev *evaluator) transformsOf(x dsl.Expr) []transform {
	v := ev.eval(x, nil)
	if a, ok := v.(*value.Array); ok {
		v = a.Keys
	}
	cells := ev.asKnownSet(x, plainSet(v)).List()
	if len(cells) == 0 {
		return nil
	}
	_, _, rows, cols := value.Extent(cells)
	return turnsAndMirrors(rows, cols, cells[0].(value.Cell).Board)
}

// apply maps the places in a known value; ok is false if a path, cycle or links
// would leave its graph.
func (t transform) apply(v value.Value) (w value.Value, ok bool) {
	switch v := v.(type) {
	case value.Cell:
		return t.cell(v), true
	case value.Edge:
		a, okA := t.apply(v.A)
		b, okB := t.apply(v.B)
		return value.MakeEdge(a, b, v.Directed), okA && okB
	case value.Tuple:
		parts, ok := t.applyAll(v)
		return value.Tuple(parts), ok
	case value.List:
		parts, ok := t.applyAll(v)
		return value.List(parts), ok
	case *value.Set:
		parts, ok := t.applyAll(v.List())
		return value.NewSet(parts...), ok
	case *value.Array:
		keys, okKeys := t.applyAll(v.Keys.List())
		values, okValues := t.applyAll(v.Values)
		if !okKeys || !okValues {
			return nil, false
		}
		moved := value.NewArray(value.NewSet(keys...), values, v.Board)
		inOrder := make([]value.Value, len(values))
		for i, k := range v.Keys.List() {
			if inOrder[i], ok = moved.At(k); !ok {
				return nil, false
			}
		}
		return value.NewArray(v.Keys, inOrder, v.Board), true
	case *value.Walk:
		return t.applyWalk(v)
	}
	return v, true
}

func (t transform) applyAll(vs []value.Value) ([]value.Value, bool) {
	out := make([]value.Value, len(vs))
	for i, v := range vs {
		w, ok := t.apply(v)
		if !ok {
			return nil, false
		}
		out[i] = w
	}
	return out, true
}

func (t transform) applyWalk(w *value.Walk) (value.Value, bool) {
	moved := *w
	moved.Edges = make([]model.Bool, len(w.Edges))
	moved.Vertices = make([]model.Bool, len(w.Vertices))
	for i := range moved.Edges {
		moved.Edges[i] = model.False
	}
	for i := range moved.Vertices {
		moved.Vertices[i] = model.False
	}
	for _, v := range w.VerticesOn() {
		to, ok := t.apply(v)
		i := -1
		if ok {
			i = w.Graph.Vertices.Index(to)
		}
		if i < 0 {
			return nil, false
		}
		moved.Vertices[i] = model.True
	}
	for _, e := range w.EdgesOn() {
		to, ok := t.apply(e)
		i := -1
		if ok {
			i = w.Graph.EdgeIndex(to.(value.Edge))
		}
		if i < 0 {
			return nil, false
		}
		moved.Edges[i] = model.True
	}
	return &moved, true
}

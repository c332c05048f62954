package compile

import (
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
	"strings"

	"nazo/dsl"
	"nazo/model"
	"nazo/value"
)

// maxSymmetries bounds the group that the declared symmetries generate.
const maxSymmetries = 50_000

// transform turns answers into answers.
type transform struct {
	name string
	cell func(value.Cell) value.Cell // where places go; nil: they stay
	// permuted maps values other than keys; nil: they stay.
	permuted map[value.Key]value.Value
	// turn is where directions go; nil: they stay.
	turn func(value.Direction) value.Direction
	// reversed is a find whose arcs turn round; "" for none.
	reversed string
	// state is a keyed state whose places move as places says, by their keys; "" for
	// none.
	state  string
	places map[value.Key]value.Value
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
		out = append(out, transform{name: m.name, cell: func(c value.Cell) value.Cell {
			if c.Board.Points != board.Points {
				return c
			}
			c.Row, c.Col = m.to(c.Row, c.Col)
			return c
		}, turn: func(d value.Direction) value.Direction {
			fromRow, fromCol := m.to(0, 0)
			toRow, toCol := m.to(d.DRow, d.DCol)
			return directionOf(toRow-fromRow, toCol-fromCol)
		}})
	}
	return out
}

// directionOf is the direction of a step.
func directionOf(rows, cols int) value.Direction {
	for _, d := range value.Directions() {
		if d.DRow == rows && d.DCol == cols {
			return d
		}
	}
	panic("compile: no direction leads so far")
}

// Symmetric says whether the spec declares symmetries.
func (p *Problem) Symmetric() bool { return len(p.program.spec.Symmetries) > 0 }

// Canonical is a text that is the same for exactly those answers which the
// declared symmetries turn into each other. The declaration is checked: the
// error names a symmetry that turns an answer into something that is none.
func (p *Problem) Canonical(a *Answer) (string, error) {
	if p.Moving() {
		return "", errors.New("runs are not counted up to symmetry: the symmetries of this puzzle are those of its states")
	}
	var factors [][]transform
	err := p.withAnswer(a, func(ev *evaluator) {
		for _, s := range p.program.spec.Symmetries {
			ev.source = s.Source
			for _, x := range s.Stmt.Of {
				ev.attempt(func() { factors = append(factors, ev.transformsOf(x)) })
			}
		}
	})
	if err != nil {
		return "", err
	}
	return p.least(a, "", factors)
}

// least is the least spelling among an answer and its images under all products
// of one transform from each factor. The answer is the image under what done
// names.
func (p *Problem) least(a *Answer, done string, factors [][]transform) (string, error) {
	if len(factors) == 0 {
		if v := p.Judge(a); !v.Accepted {
			return "", fmt.Errorf("the symmetry does not hold: with %s, an answer breaks the rule %q", done, v.Violations[0].Rule)
		}
		return p.spell(a), nil
	}
	least := ""
	for _, t := range factors[0] {
		moved := &Answer{Values: make([]value.Value, len(a.Values))}
		for i, v := range a.Values {
			w, ok := t.of(p.Finds[i].Name).apply(v)
			if !ok {
				return "", fmt.Errorf("the symmetry does not hold: with %s, there is no place for %s", t.name, p.Finds[i].Name)
			}
			moved.Values[i] = w
		}
		text, err := p.least(moved, strings.TrimPrefix(done+" and "+t.name, " and "), factors[1:])
		if err != nil {
			return "", err
		}
		if least == "" || text < least {
			least = text
		}
	}
	return least, nil
}

// of is the part of a transform that concerns a find.
func (t transform) of(find string) transform {
	if t.reversed != find {
		t.reversed = ""
	}
	if t.state != find {
		t.places = nil
	}
	return t
}

// spell writes the finds of an answer, or a run, so that different ones differ.
func (p *Problem) spell(a *Answer) string {
	var out []byte
	if a.Run != nil {
		out = value.Spell(out, value.List(a.Run.Start))
		for _, step := range a.Run.Steps {
			out = binary.AppendVarint(out, step.Move)
		}
	}
	for i, f := range p.Finds {
		if !f.Chosen {
			out = value.Spell(out, a.Values[i])
		}
	}
	return string(out)
}

// Key is a text that is the same for exactly those answers whose finds are
// equal, choices don't count, or for runs that begin and go on alike.
func (p *Problem) Key(a *Answer) string { return p.spell(a) }

// transformsOf are the symmetries that a declaration names, the identity among
// them: reversed(path), permuted(values), or those of a board, a grid or a set
// of cells.
func (ev *evaluator) transformsOf(x dsl.Expr) []transform {
	if call, ok := x.(*dsl.Call); ok && len(call.Args) == 1 {
		switch call.Func.Text {
		case "reversed":
			if name, ok := call.Args[0].(*dsl.Name); ok {
				return []transform{{name: name.Text + " as it is"}, {name: name.Text + " reversed", reversed: name.Text}}
			}
		case "permuted":
			if name, ok := call.Args[0].(*dsl.Name); ok {
				if l, keyed := ev.layouts[name.Text].(*arrayLayout); keyed && ev.moving() {
					return ev.placeChanges(call, name.Text, l)
				}
			}
			return ev.permutations(call, ev.asKnownSet(call.Args[0], ev.eval(call.Args[0], nil)).List())
		}
	}
	v := ev.eval(x, nil)
	if a, ok := v.(*value.Array); ok {
		v = a.Keys
	}
	cells := ev.asKnownSet(x, plainSet(v)).List()
	if len(cells) == 0 {
		return []transform{{name: "an empty board"}}
	}
	_, _, rows, cols := value.Extent(cells)
	return turnsAndMirrors(rows, cols, cells[0].(value.Cell).Board)
}

// permutations are all permutations of some values.
func (ev *evaluator) permutations(at dsl.Node, values []value.Value) []transform {
	count := 1
	for i := range values {
		if count *= i + 1; count > maxSymmetries {
			ev.fail(at, codeSize, "%d values have too many permutations", len(values))
		}
	}
	var out []transform
	image := slices.Clone(values)
	var permute func(k int)
	permute = func(k int) {
		if k == len(image) {
			t := transform{name: "other values", permuted: map[value.Key]value.Value{}}
			for i, v := range values {
				t.permuted[value.KeyOf(v)] = image[i]
			}
			out = append(out, t)
			return
		}
		for i := k; i < len(image); i++ {
			image[k], image[i] = image[i], image[k]
			permute(k + 1)
			image[k], image[i] = image[i], image[k]
		}
	}
	permute(0)
	return out
}

// placeChanges are all ways in which the places of a keyed state change among
// each other.
func (ev *evaluator) placeChanges(at dsl.Node, state string, l *arrayLayout) []transform {
	out := ev.permutations(at, l.keys.List())
	for i, t := range out {
		out[i] = transform{name: "other places of " + state, state: state, places: t.permuted}
	}
	return out
}

// apply maps the places in a known value; ok is false if a path, cycle or links
// would leave its graph.
func (t transform) apply(v value.Value) (w value.Value, ok bool) {
	switch v := v.(type) {
	case value.Cell:
		if t.cell != nil {
			return t.cell(v), true
		}
	case value.Direction:
		if t.turn != nil {
			return t.turn(v), true
		}
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
		places := t
		places.permuted = nil // keys are places, not values
		keys, okKeys := places.applyAll(v.Keys.List())
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
	if t.permuted != nil {
		if image, moves := t.permuted[value.KeyOf(v)]; moves {
			return image, true
		}
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
	if w.First != nil {
		moved.First, _ = t.apply(w.First)
	}
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
			edge := to.(value.Edge)
			if t.reversed != "" && edge.Directed {
				edge.A, edge.B = edge.B, edge.A
			}
			i = w.Graph.EdgeIndex(edge)
		}
		if i < 0 {
			return nil, false
		}
		moved.Edges[i] = model.True
	}
	return &moved, true
}

package value

import "slices"

// A symmetry maps answers to equivalent ones: by maps of boards, other values, or reversed paths.
//
// Solving a spec breaks no symmetry. A declared symmetry adds no lex-leader constraints to the model.
// So all solutions are found, and the declaration can be checked on each. The judge counts classes by
// canonical forms, and searches of machines merge symmetric states.

// MostTransforms bounds the group that the declared symmetries generate.
const MostTransforms = 50_000

// Transform maps answers to answers.
type Transform struct {
	Name string
	Cell func(Cell) Cell // maps places; nil: the identity
	// Permuted maps values other than keys; nil: the identity.
	Permuted map[Key]Value
	// Turn maps directions; nil: the identity.
	Turn func(Direction) Direction
	// Reversed is a find whose arcs are reversed, or "".
	Reversed string
	// State is a keyed state whose keys Places maps, or "".
	State  string
	Places map[Key]Value
}

// TurnsAndMirrors returns the symmetries of the rectangle from (1, 1) to (rows, cols) of a board: eight
// for a square, four for another rectangle.
func TurnsAndMirrors(rows, cols int, board *Board) []Transform {
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
	var out []Transform
	for _, m := range maps {
		if m.square && rows != cols {
			continue
		}
		out = append(out, Transform{Name: m.name, Cell: func(c Cell) Cell {
			if c.Board.Points != board.Points {
				return c
			}
			c.Row, c.Col = m.to(c.Row, c.Col)
			return c
		}, Turn: func(d Direction) Direction {
			fromRow, fromCol := m.to(0, 0)
			toRow, toCol := m.to(d.DRow, d.DCol)
			return directionOf(toRow-fromRow, toCol-fromCol)
		}})
	}
	return out
}

// CellTransforms returns the symmetries of the smallest rectangle around a set of cells.
func CellTransforms(cells *Set) []Transform {
	if cells.Len() == 0 {
		return []Transform{{Name: "an empty board"}}
	}
	_, _, rows, cols := Extent(cells.List())
	return TurnsAndMirrors(rows, cols, cells.List()[0].(Cell).Board)
}

func directionOf(rows, cols int) Direction {
	for _, d := range Directions() {
		if d.DRow == rows && d.DCol == cols {
			return d
		}
	}
	panic("symmetry: no direction leads so far")
}

// Of returns the part of a transform that concerns a find.
func (t Transform) Of(find string) Transform {
	if t.Reversed != find {
		t.Reversed = ""
	}
	if t.State != find {
		t.Places = nil
	}
	return t
}

// ValuePermutations returns all permutations of some values, the identity first. ok is false if there
// are more than MostTransforms.
func ValuePermutations(values []Value) (out []Transform, ok bool) {
	count := 1
	for i := range values {
		if count *= i + 1; count > MostTransforms {
			return nil, false
		}
	}
	image := slices.Clone(values)
	var permute func(k int)
	permute = func(k int) {
		if k == len(image) {
			t := Transform{Name: "other values", Permuted: map[Key]Value{}}
			for i, v := range values {
				t.Permuted[KeyOf(v)] = image[i]
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
	return out, true
}

// Apply maps the places in a known value. ok is false if a path, cycle or links would leave its graph.
func (t Transform) Apply(v Value) (w Value, ok bool) { return (*mapping)(&t).Apply(v) }

// mapping implements Mapping for a transform.
type mapping Transform

// Apply maps a value or its parts.
func (m *mapping) Apply(v Value) (w Value, ok bool) {
	if w, ok, consists := MapWithin(v, m); consists {
		return w, ok
	}
	switch v := v.(type) {
	case Cell:
		if m.Cell != nil {
			return m.Cell(v), true
		}
	case Direction:
		if m.Turn != nil {
			return m.Turn(v), true
		}
	}
	if m.Permuted != nil {
		if image, moves := m.Permuted[KeyOf(v)]; moves {
			return image, true
		}
	}
	return v, true
}

// OfKeys returns the mapping without Permuted.
func (m *mapping) OfKeys() Mapping {
	places := *m
	places.Permuted = nil
	return &places
}

// TurnsArcs reports whether a find is reversed.
func (m *mapping) TurnsArcs() bool { return m.Reversed != "" }

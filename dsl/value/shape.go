package value

import (
	"cmp"
	"slices"
	"strings"
	"sync"
)

// Shape is a figure of cells without a place. It is written as its picture: rows of "#" and "."
// with "/" between them. Each row and column at the edge has a "#". Turned or mirrored figures are
// different shapes. See [Shape.Free].
type Shape string

// MaxShape bounds the sides of a shape that is read from text.
const MaxShape = 1000

// ShapeOf is the shape of some cells where they lie. ok is false if there are none.
func ShapeOf(cells []Cell) (s Shape, ok bool) {
	if len(cells) == 0 {
		return "", false
	}
	top, left, bottom, right := cells[0].Row, cells[0].Col, cells[0].Row, cells[0].Col
	for _, c := range cells {
		top, left, bottom, right = min(top, c.Row), min(left, c.Col), max(bottom, c.Row), max(right, c.Col)
	}
	width := right - left + 2 // with the "/"
	picture := []byte(strings.Repeat(strings.Repeat(".", width-1)+"/", bottom-top+1))
	for _, c := range cells {
		picture[(c.Row-top)*width+c.Col-left] = '#'
	}
	return Shape(picture[:len(picture)-1]), true
}

// ReadShape reads a shape: its picture, or the customary letter of a tetromino or pentomino. If
// both have the letter, the number of cells follows: "I4", "L5".
func ReadShape(text string) (s Shape, ok bool) {
	if s, ok = letters().shapes[text]; ok {
		return s, true
	}
	if strings.Trim(text, "#./") != "" || !strings.Contains(text, "#") {
		return "", false
	}
	rows := strings.Split(text, "/")
	if len(rows) > MaxShape || len(rows[0]) > MaxShape {
		return "", false
	}
	var cells []Cell
	for i, row := range rows {
		if len(row) != len(rows[0]) {
			return "", false
		}
		for j, r := range row {
			if r == '#' {
				cells = append(cells, Cell{Row: i, Col: j})
			}
		}
	}
	return ShapeOf(cells)
}

// Cells are the cells of the shape in reading order, the first row and column being 0; they
// are on no board.
func (s Shape) Cells() []Cell {
	var out []Cell
	row, col := 0, 0
	for _, r := range s {
		switch r {
		case '/':
			row, col = row+1, 0
			continue
		case '#':
			out = append(out, Cell{Row: row, Col: col})
		}
		col++
	}
	return out
}

// Turned are the different shapes that turns make of s, itself first; with mirror also those that mirrors make.
func (s Shape) Turned(mirror bool) []Shape {
	out := []Shape{s}
	add := func(t Shape) {
		if !slices.Contains(out, t) {
			out = append(out, t)
		}
	}
	t := s
	for range 4 {
		add(t)
		t = t.mapped(func(c Cell) Cell { return Cell{Row: c.Col, Col: -c.Row} })
	}
	if mirror {
		for _, t := range out[0:len(out):len(out)] {
			add(t.mapped(func(c Cell) Cell { return Cell{Row: c.Row, Col: -c.Col} }))
		}
	}
	return out
}

func (s Shape) mapped(place func(Cell) Cell) Shape {
	cells := s.Cells()
	for i, c := range cells {
		cells[i] = place(c)
	}
	t, _ := ShapeOf(cells)
	return t
}

// Free is the same for all shapes that turns and mirrors make equal (a free polyomino): the one of them with
// the fewest rows, of these the one whose cells come first in reading order.
func (s Shape) Free() Shape { return first(s.Turned(true)) }

// OneSided is the same for all shapes that turns alone make equal (a one-sided polyomino).
func (s Shape) OneSided() Shape { return first(s.Turned(false)) }

func first(shapes []Shape) Shape {
	return slices.MinFunc(shapes, func(a, b Shape) int {
		return cmp.Or(cmp.Compare(strings.Count(string(a), "/"), strings.Count(string(b), "/")), cmp.Compare(a, b))
	})
}

// Name is the customary letter of a tetromino or pentomino (Golomb, "Polyominoes", 1965). If both
// have the letter, the number of cells follows. It is "" for other shapes, and for shapes that are
// turned differently from Free.
func (s Shape) Name() string { return letters().names[s] }

// Print is how a grid shows the shape: by its letter alone, or else by its picture.
func (s Shape) Print() string { return cmp.Or(strings.TrimRight(s.Name(), "45"), string(s)) }

// figures are the shapes that have letters, in the order of these.
var figures = [...]struct {
	letter  string
	picture Shape
}{
	{"I", "####"}, {"L", "#../###"}, {"O", "##/##"}, {"S", ".##/##."}, {"T", "###/.#."},
	{"F", ".##/##./.#."}, {"I", "#####"}, {"L", "#.../####"}, {"N", "##../.###"}, {"P", "##/##/#."}, {"T", "###/.#./.#."},
	{"U", "#.#/###"}, {"V", "#../#../###"}, {"W", "#../##./.##"}, {"X", ".#./###/.#."}, {"Y", "..#./####"}, {"Z", "##./.#./.##"},
}

type letterTable struct {
	names  map[Shape]string // of free shapes
	shapes map[string]Shape // the other way round
}

var letters = sync.OnceValue(func() letterTable {
	t := letterTable{map[Shape]string{}, map[string]Shape{}}
	shared := map[string]int{}
	for _, f := range figures {
		shared[f.letter]++
	}
	for _, f := range figures {
		s := f.picture.Free()
		t.names[s] = f.letter
		if shared[f.letter] > 1 {
			t.names[s] += String(Int(len(s.Cells())))
		}
		t.shapes[t.names[s]] = s
	}
	return t
})

func (s Shape) rank() rank   { return shapeRank }
func (s Shape) noun() string { return "a shape" }
func (s Shape) known() bool  { return true }
func (s Shape) key() Key     { return Key{rank: shapeRank, text: string(s)} }

// text is the name where there is one, else the picture.
func (s Shape) text() string { return cmp.Or(s.Name(), string(s)) }

func (s Shape) spell(out []byte) []byte { return append(out, s...) }

// compare orders shapes by the number of cells, those with names by these.
func (s Shape) compare(v Value) int {
	t, ok := v.(Shape)
	if !ok {
		return compareKinds(shapeRank, v)
	}
	return cmp.Or(cmp.Compare(strings.Count(string(s), "#"), strings.Count(string(t), "#")),
		cmp.Compare(s.Name(), t.Name()), cmp.Compare(s, t))
}

// Figure is an unknown shape: that of a set of cells that is decided member by member.
type Figure struct {
	unknown
	// Of is the set.
	Of Value
	// Turned says that shapes are the same if turns make them equal, Mirrored if mirrors do.
	Turned, Mirrored bool
}

func (Figure) noun() string { return "a shape" }

// Forms are the shapes that are the same as s by such turns and mirrors.
func (f Figure) Forms(s Shape) []Shape {
	if !f.Turned {
		return []Shape{s}
	}
	return s.Turned(f.Mirrored)
}

// Form is the one of these shapes that stands for all of them.
func (f Figure) Form(s Shape) Shape {
	switch {
	case f.Mirrored:
		return s.Free()
	case f.Turned:
		return s.OneSided()
	}
	return s
}

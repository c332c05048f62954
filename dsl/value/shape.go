package value

import (
	"cmp"
	"slices"
	"strings"
	"sync"
)

// Shape is a figure of cells without a place. It is written as its picture: rows of "#" and "." separated by "/". Each
// row and column at the edge has a "#". Turned or mirrored figures are different shapes. See [Shape.Free].
type Shape string

// MaxShape bounds the sides of a shape that is read from text.
const MaxShape = 1000

// ShapeOf returns the shape of some cells as they lie. ok is false without cells.
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

// ReadShape reads a picture, or the customary letter of a tetromino or pentomino. If both have the
// letter, the number of cells follows: "I4", "L5".
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

// Cells returns the cells of the shape in reading order, on no board. Rows and columns count from 0.
func (s Shape) Cells() (out []Cell) {
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

// Turned returns the different turns of s, itself first. With mirror it adds their mirror images.
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

// Free returns the representative of all turns and mirror images (a free polyomino): the one with the
// fewest rows, then the one whose cells come first in reading order.
func (s Shape) Free() Shape { return first(s.Turned(true)) }

// OneSided returns the representative of all turns (a one-sided polyomino).
func (s Shape) OneSided() Shape { return first(s.Turned(false)) }

func first(shapes []Shape) Shape {
	return slices.MinFunc(shapes, func(a, b Shape) int {
		return cmp.Or(cmp.Compare(strings.Count(string(a), "/"), strings.Count(string(b), "/")), cmp.Compare(a, b))
	})
}

// Name returns the customary letter of a tetromino or pentomino (Golomb, "Polyominoes", 1965). If both have the letter,
// the number of cells follows. It is "" for other shapes, and for turns other than Free.
func (s Shape) Name() string { return letters().names[s] }

// Print returns the text of the shape in a grid: its letter, or else its picture.
func (s Shape) Print() string { return cmp.Or(strings.TrimRight(s.Name(), "45"), string(s)) }

// figures are the shapes with letters.
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
	shapes map[string]Shape // the inverse of names
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

func (s Shape) rank() rank  { return shapeRank }
func (s Shape) known() bool { return true }
func (s Shape) key() Key    { return Key{rank: shapeRank, text: string(s)} }

// text is the name, or else the picture.
func (s Shape) text() string { return cmp.Or(s.Name(), string(s)) }

func (s Shape) spell(out []byte) []byte { return append(out, s...) }

// compare orders shapes by the number of cells, then by name.
func (s Shape) compare(v Value) int {
	t := v.(Shape)
	return cmp.Or(cmp.Compare(strings.Count(string(s), "#"), strings.Count(string(t), "#")),
		cmp.Compare(s.Name(), t.Name()), cmp.Compare(s, t))
}

// Figure is the unknown shape of a set of cells that is decided by member.
type Figure struct {
	unknown
	// Of is the set.
	Of Value
	// Turned identifies shapes that are turns of each other, Mirrored those that are mirror images.
	Turned, Mirrored bool
}

// Forms returns the shapes that are identified with s.
func (f Figure) Forms(s Shape) []Shape {
	if !f.Turned {
		return []Shape{s}
	}
	return s.Turned(f.Mirrored)
}

// Form returns the representative of the shapes that are identified with s.
func (f Figure) Form(s Shape) Shape {
	switch {
	case f.Mirrored:
		return s.Free()
	case f.Turned:
		return s.OneSided()
	}
	return s
}

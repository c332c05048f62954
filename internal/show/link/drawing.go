package link

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"nazo/dsl/diag"
	"nazo/dsl/linkformat"
	"nazo/internal/judge"
)

// property is a thing to draw on the site's board, by its name in the answer checker.
type property string

// The properties.
const (
	shade  property = "cell.qans"   // of a cell: 1 is shaded
	number property = "cell.anum"   // of a cell
	line   property = "border.line" // across a side, or along it if lines run from corner to corner
	border property = "border.qans" // of a side
	point  property = "cross.qans"  // of a corner
)

func properties() []property { return []property{shade, number, line, border, point} }

// Drawing has the number that is drawn at each place, for each property.
type Drawing map[property]map[linkformat.Place]int

// set draws a number. Nothing is -1 in a cell, and 0 anywhere else.
func (d Drawing) set(p property, at linkformat.Place, n int) {
	if n < 0 || n == 0 && p != number {
		delete(d[p], at)
		return
	}
	if d[p] == nil {
		d[p] = map[linkformat.Place]int{}
	}
	d[p][at] = n
}

// drawnPart is a part of a drawing for puzz.link's answer checker. Rows and columns count from 1.
type drawnPart struct {
	To    property `json:"to"`
	Cells [][2]int `json:"cells,omitempty"`
	Grid  [][]*int `json:"grid,omitempty"` // a number for each cell, or null
	// Edges and Path are lines from cell to cell.
	Edges  [][2][2]int `json:"edges,omitempty"`
	Path   [][2]int    `json:"path,omitempty"`
	Closed bool        `json:"closed,omitempty"`
	// LatticeEdges and Lattice are lines from corner to corner.
	LatticeEdges [][2][2]int `json:"latticeEdges,omitempty"`
	Lattice      [][2]int    `json:"lattice,omitempty"`
	// Walls are borders between cells. Regions has borders between neighbours with different words.
	Walls   [][2][2]int `json:"walls,omitempty"`
	Regions [][]any     `json:"regions,omitempty"`
	Points  [][2]int    `json:"points,omitempty"`
	// Value holds for all places except those of a grid. The default is 1.
	Value *int `json:"value,omitempty"`
}

// IsDrawing reports whether a text is meant as a drawing: a list, or an object with a list called answer. A list of
// objects with values of finds is no drawing.
func IsDrawing(text string, finds []judge.Find) bool {
	list, _ := drawnList([]byte(text))
	var parts []map[string]json.RawMessage
	if json.Unmarshal(list, &parts) != nil {
		return list != nil
	}
	return !slices.ContainsFunc(finds, func(f judge.Find) bool {
		return slices.ContainsFunc(parts, func(p map[string]json.RawMessage) bool { return p["to"] == nil && p[f.Name] != nil })
	})
}

// drawnList returns the list of the parts of a drawing.
func drawnList(text []byte) (list []byte, offset int) {
	trimmed := bytes.TrimLeft(text, " \t\r\n\ufeff")
	offset = len(text) - len(trimmed)
	if bytes.HasPrefix(trimmed, []byte("[")) {
		return trimmed, offset
	}
	var whole struct {
		Link   *string
		Answer json.RawMessage
	}
	if json.Unmarshal(trimmed, &whole) == nil && bytes.HasPrefix(whole.Answer, []byte("[")) {
		return whole.Answer, offset + bytes.Index(trimmed, whole.Answer)
	}
	return nil, 0
}

// ParseDrawing reads a drawing on a board of a size. The error is a [*diag.List].
func ParseDrawing(src *diag.Source, size linkformat.Board) (Drawing, error) {
	text, offset := drawnList([]byte(src.Text))
	fail := func(at int, format string, args ...any) error {
		at = min(at, len(src.Text))
		return listOf(diag.Errorf(src, diag.Span{Start: at, End: min(at+1, len(src.Text))}, "answer-misfit", format, args...))
	}
	var parts []drawnPart
	in := json.NewDecoder(bytes.NewReader(text))
	in.DisallowUnknownFields()
	if err := in.Decode(&parts); err != nil {
		at, why := misread(err, int(in.InputOffset()), len(text))
		return nil, fail(offset+max(at, 0), "this is no drawn board: %s", why)
	}
	d := Drawing{}
	for i, p := range parts {
		if err := d.add(p, size); err != nil {
			return nil, fail(offset, "part %d of the drawn board: %v", i+1, err)
		}
	}
	return d, nil
}

// misread says where and why a list of parts could not be read, given where the decoder stopped.
func misread(err error, offset, length int) (at int, why string) {
	var syntax *json.SyntaxError
	var kind *json.UnmarshalTypeError
	switch {
	case errors.As(err, &kind):
		field := kind.Field[strings.LastIndex(kind.Field, ".")+1:]
		if field == "" {
			return int(kind.Offset) - 1, "expected a list of parts, such as {\"to\":\"cell.qans\",\"cells\":[[1,1]],\"value\":1}"
		}
		return int(kind.Offset) - 1, fmt.Sprintf("%q can't hold that: a place is [ROW, COLUMN], \"to\" a text, \"value\" a number", field)
	case errors.Is(err, io.ErrUnexpectedEOF):
		return length, "the text breaks off"
	case errors.As(err, &syntax):
		return int(syntax.Offset) - 1, "this is not JSON: " + syntax.Error()
	}
	if field, unknown := strings.CutPrefix(err.Error(), "json: unknown field "); unknown {
		return offset, "a part has no " + field
	}
	return offset, err.Error()
}

func (d Drawing) add(p drawnPart, size linkformat.Board) (wrong error) {
	if !slices.Contains(properties(), p.To) {
		return fmt.Errorf("nothing is drawn on %q", p.To)
	}
	n := 1
	if p.Value != nil {
		n = *p.Value
	}
	put := func(at linkformat.Place, n int) {
		if at.X < 0 || at.Y < 0 || at.X > 2*size.Columns || at.Y > 2*size.Rows {
			wrong = fmt.Errorf("there is a place that is not on the board of %s and %s", diag.Count(size.Columns, "column"), diag.Count(size.Rows, "row"))
			return
		}
		d.set(p.To, at, n)
	}
	for _, q := range p.Cells {
		put(cellOf(q), n)
	}
	for _, q := range p.Points {
		put(cornerOf(q), n)
	}
	for r, row := range p.Grid {
		for c, v := range row {
			if v != nil {
				put(linkformat.Cell(r+1, c+1), *v)
			}
		}
	}
	for _, e := range p.lines() {
		if step := e[0].Minus(e[1]); step.X*step.X+step.Y*step.Y != 4 {
			wrong = errors.New("two places that are no neighbours have nothing between them")
			continue
		}
		put(middle(e[0], e[1]), n)
	}
	for r, row := range p.Regions {
		for c := range row {
			if c+1 < len(row) && row[c] != row[c+1] {
				put(linkformat.Place{X: 2*c + 2, Y: 2*r + 1}, n)
			}
			if r+1 < len(p.Regions) && c < len(p.Regions[r+1]) && row[c] != p.Regions[r+1][c] {
				put(linkformat.Place{X: 2*c + 1, Y: 2*r + 2}, n)
			}
		}
	}
	return wrong
}

func cellOf(q [2]int) linkformat.Place   { return linkformat.Cell(q[0], q[1]) }
func cornerOf(q [2]int) linkformat.Place { return linkformat.Place{X: 2*q[1] - 2, Y: 2*q[0] - 2} }

// lines returns the ends of the lines and borders of a part.
func (p drawnPart) lines() (all [][2]linkformat.Place) {
	along := func(path [][2]int, at func([2]int) linkformat.Place) {
		for i := range path {
			if i+1 < len(path) || p.Closed {
				all = append(all, [2]linkformat.Place{at(path[i]), at(path[(i+1)%len(path)])})
			}
		}
	}
	along(p.Path, cellOf)
	along(p.Lattice, cornerOf)
	for _, e := range slices.Concat(p.Edges, p.Walls) {
		all = append(all, [2]linkformat.Place{cellOf(e[0]), cellOf(e[1])})
	}
	for _, e := range p.LatticeEdges {
		all = append(all, [2]linkformat.Place{cornerOf(e[0]), cornerOf(e[1])})
	}
	return all
}

// JSON returns the drawing for the answer checker of puzz.link. lattice says that lines run from corner to corner.
func (d Drawing) JSON(lattice bool) []byte {
	parts := []drawnPart{}
	for _, to := range properties() {
		byValue := map[int][]linkformat.Place{}
		for at, n := range d[to] {
			byValue[n] = append(byValue[n], at)
		}
		for _, n := range slices.Sorted(maps.Keys(byValue)) {
			slices.SortFunc(byValue[n], linkformat.Place.Compare)
			parts = append(parts, partOf(to, byValue[n], n, lattice))
		}
	}
	out, err := json.Marshal(parts)
	if err != nil {
		panic(err) // numbers and texts always can be written
	}
	return out
}

// partOf returns the part for the places with a number.
func partOf(to property, places []linkformat.Place, n int, lattice bool) drawnPart {
	p := drawnPart{To: to, Value: &n}
	cell := func(at linkformat.Place) [2]int { return [2]int{(at.Y + 1) / 2, (at.X + 1) / 2} }
	corner := func(at linkformat.Place) [2]int { return [2]int{at.Y/2 + 1, at.X/2 + 1} }
	for _, at := range places {
		switch to {
		case shade, number:
			p.Cells = append(p.Cells, cell(at))
		case point:
			p.Points = append(p.Points, corner(at))
		default:
			if to == line && lattice {
				a, b := at.Ends()
				p.LatticeEdges = append(p.LatticeEdges, [2][2]int{corner(a), corner(b)})
				continue
			}
			before, after := at.Beside()
			e := [2][2]int{cell(before), cell(after)}
			if to == line {
				p.Edges = append(p.Edges, e)
			} else {
				p.Walls = append(p.Walls, e)
			}
		}
	}
	return p
}

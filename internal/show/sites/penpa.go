package sites

import (
	"bytes"
	"compress/flate"
	"encoding/base64"
	"encoding/json"
	"errors"
	"io"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"nazo/dsl/linkformat"
)

// maxPenpaText bounds the JSON of a drawing after its short words are written out.
const maxPenpaText = 4 << 20

// penpaBody takes addresses of penpa-edit and of its mirrors, and the part of one that carries the puzzle.
func penpaBody(text string) (string, bool) {
	for _, mode := range []string{"m=edit&", "m=solve&"} {
		if at := strings.Index(text, mode); at == 0 || at > 0 && strings.ContainsRune("#?", rune(text[at-1])) {
			return text[at:], true
		}
	}
	address, _, _ := strings.Cut(text, "#")
	return "", strings.Contains(strings.ToLower(address), "penpa-edit")
}

// penpaSquare returns the types of boards whose cells are squares in rows and columns.
func penpaSquare() []string { return []string{"square", "sudoku", "kakuro"} }

// readPenpa reads the drawing of a link. Its layers are the kinds of the items.
func readPenpa(body string) (*Document, error) {
	fields := map[string]string{}
	for _, field := range strings.Split(body, "&") {
		name, content, _ := strings.Cut(field, "=")
		fields[name] = packedPrefix(content)
	}
	if fields["p"] == "" {
		return nil, advise("open it there, and copy the address with p= in it: Share, Editing URL", "the link has no drawing in it")
	}
	text, err := inflated(fields["p"])
	if err != nil {
		return nil, err
	}
	text = strings.NewReplacer(penpaWords()...).Replace(text)
	if len(text) > maxPenpaText {
		return nil, failf("the drawing is larger than %d bytes", maxPenpaText)
	}
	lines := strings.Split(text, "\n")
	head := strings.Split(lines[0], ",")
	switch {
	case len(lines) < 6 || len(head) < 10:
		return nil, advise("open it there, and copy the address again: the site then writes today's form", "the link is of an old form, or is cut off")
	case !slices.Contains(penpaSquare(), head[0]):
		return nil, advise("boards of squares are read: "+strings.Join(penpaSquare(), ", "), "the board is of the type %s", head[0])
	}
	s := &penpaSheet{Document: &Document{}}
	if err := s.boardOf(head, lines[5]); err != nil {
		return nil, err
	}
	s.textsOf(head)
	layer, err := penpaLayerOf(lines[3])
	if err != nil {
		return nil, err
	}
	s.add("board", "columns", s.Columns, "rows", s.Rows)
	s.drawing(layer)
	for i, it := range s.Items {
		s.Items[i].Free = it.Kind == "board" || it.Is("edge frame")
	}
	if fields["a"] != "" {
		if answer, err := inflated(fields["a"]); err == nil {
			s.answer(answer)
		}
	}
	return s.Document, nil
}

// inflated returns the text of packed data: base64 of a deflated stream without a head.
func inflated(packed string) (string, error) {
	packed = strings.NewReplacer(" ", "+", "-", "+", "_", "/", "=", "").Replace(unescaped(packed))
	data, err := base64.RawStdEncoding.DecodeString(packed)
	if err != nil {
		return "", failf("the packed drawing has a character that base64 lacks, or is cut off")
	}
	r := flate.NewReader(bytes.NewReader(data))
	text, err := io.ReadAll(io.LimitReader(r, MaxText+1))
	switch {
	case len(text) > MaxText:
		return "", failf("the drawing is larger than %d bytes when it is unpacked", MaxText)
	case err != nil && !errors.Is(err, io.ErrUnexpectedEOF) || len(text) == 0:
		return "", failf("the packed drawing is damaged or cut off")
	case err != nil:
		return "", failf("the packed drawing is cut off")
	case !utf8.Valid(text):
		return "", failf("the drawing is no text when it is unpacked")
	}
	return string(text), nil
}

// penpaWords are short forms and the words for which they stand.
func penpaWords() []string {
	return []string{
		"zZ", "z", "z9", `"qa"`, "zQ", `"pu_q"`, "zA", `"pu_a"`, "zG", `"grid"`, "zM", `"edit_mode"`, "zS", `"surface"`, "zL", `"line"`,
		"zE", `"lineE"`, "zW", `"wall"`, "zC", `"cage"`, "zN", `"number"`, "z1", `"numberS"`, "zY", `"symbol"`, "zP", `"special"`,
		"zB", `"board"`, "zR", `"command_redo"`, "zU", `"command_undo"`, "z8", `"command_replay"`, "zF", `"freeline"`,
		"z2", `"freelineE"`, "zT", `"thermo"`, "z3", `"arrows"`, "zD", `"direction"`, "z0", `"squareframe"`, "z5", `"polygon"`,
		"z4", `"deletelineE"`, "z6", `"killercages"`, "z7", `"nobulbthermo"`, "z_", `"__a"`, "zO", "null",
	}
}

// penpaLayer is what is drawn in one of the layers, the puzzle or its answer. Maps have a thing for each key: a place, or two
// with a comma between. Lists have lines of places.
type penpaLayer struct {
	maps  map[string]map[string]any
	lists map[string][][]int
}

func newPenpaLayer() *penpaLayer {
	l := &penpaLayer{map[string]map[string]any{}, map[string][][]int{}}
	for _, name := range []string{"surface", "number", "numberS", "symbol", "freeline", "freelineE", "line", "lineE", "wall", "cage", "deletelineE"} {
		l.maps[name] = map[string]any{}
	}
	for _, name := range []string{"thermo", "arrows", "direction", "squareframe", "polygon", "killercages", "nobulbthermo"} {
		l.lists[name] = [][]int{}
	}
	return l
}

// The kinds of items that are lists of places, and those that are lines between corners, with the names of their layers.
var (
	penpaPaths = []string{"thermo", "nobulbthermo", "squareframe", "polygon"}
	penpaEdges = [][2]string{{"edge", "lineE"}, {"freeedge", "freelineE"}, {"deleteedge", "deletelineE"}, {"wall", "wall"}}
)

func penpaLayerOf(line string) (*penpaLayer, error) {
	l, raw, things := newPenpaLayer(), map[string]json.RawMessage{}, 0
	if line == "" {
		return l, nil
	}
	err := json.Unmarshal([]byte(line), &raw)
	into := func(name string, to any) {
		if text, ok := raw[name]; ok && err == nil {
			err = json.Unmarshal(text, to)
		}
	}
	for name, layer := range l.maps {
		into(name, &layer)
		l.maps[name], things = layer, things+len(layer)
	}
	for name, list := range l.lists {
		if into(name, &list); name != "direction" {
			l.lists[name] = list
		}
		for _, line := range list {
			things += len(line)
		}
	}
	switch {
	case err != nil:
		return nil, failf("the drawing is not of the form of penpa: %v", err)
	case things > maxItems:
		return nil, failf("the drawing has more than %d signs", maxItems)
	}
	return l, nil
}

// penpaSheet is the sheet of paper on which the puzzle is drawn. The board is a part of it.
type penpaSheet struct {
	*Document
	width, height int // with two cells around that are never drawn
	left, top     int // the column and row of the board's first cell
}

// boardOf finds the board: the smallest rectangle around the cells of the list. Those missing in it are deleted.
func (s *penpaSheet) boardOf(head []string, list string) error {
	columns, ok := number(head[1])
	rows, okRows := number(head[2])
	if !ok || !okRows || columns < 1 || rows < 1 || columns > maxSide || rows > maxSide {
		return failf("the board has %s columns and %s rows; up to %d of each are read", clip(head[1]), clip(head[2]), maxSide)
	}
	s.width, s.height = columns+4, rows+4
	var steps []int
	if err := json.Unmarshal([]byte(list), &steps); err != nil || len(steps) == 0 {
		return failf("the link has no list of the cells of the board")
	}
	on := make([]bool, s.width*s.height)
	at, right, bottom := 0, 0, 0
	s.left, s.top = s.width, s.height
	for _, step := range steps {
		at += step
		if at < 0 || at >= s.width*s.height {
			return failf("a cell of the board lies outside of the sheet")
		}
		x, y := at%s.width, at/s.width
		on[at] = true
		s.left, right, s.top, bottom = min(s.left, x), max(right, x), min(s.top, y), max(bottom, y)
	}
	s.Board = linkformat.Board{Columns: right - s.left + 1, Rows: bottom - s.top + 1}
	for _, p := range s.Cells() {
		if !on[(s.top+p.Y/2)*s.width+s.left+p.X/2] {
			s.add("deleted", "cell", p)
		}
	}
	if len(s.Items) > maxItems {
		return failf("the board lacks more than %d of its cells", maxItems)
	}
	return nil
}

// clip shortens a text for a message.
func clip(text string) string {
	const most = 20
	if len(text) > most {
		return strconv.Quote(text[:most] + "…")
	}
	return text
}

// textsOf reads title, author and rules from the head.
func (s *penpaSheet) textsOf(head []string) {
	at := slices.IndexFunc(head, func(field string) bool { return strings.HasPrefix(field, "Title: ") })
	if at < 0 {
		return
	}
	plain := func(i int, before string) string {
		if i >= len(head) {
			return ""
		}
		text := strings.NewReplacer("%2C", ",", "%2D", "\n", "%2E", "&", "%2F", "=").Replace(strings.TrimPrefix(head[i], before))
		return strings.TrimSpace(text)
	}
	s.Title, s.Author, s.Rules = plain(at, "Title: "), plain(at+1, "Author: "), plain(at+3, "")
}

// penpaPoints are where the points of a sheet stand, by their kinds: cells, corners, sides below cells, and sides to the
// right of cells. There are other kinds.
var penpaPoints = []Place{{X: 1, Y: 1}, {X: 2, Y: 2}, {X: 1, Y: 2}, {X: 2, Y: 1}}

// place returns the place of a point of the sheet.
func (s *penpaSheet) place(point int) (Place, bool) {
	of := s.width * s.height
	if point < 0 || point/of >= len(penpaPoints) {
		return Place{}, false
	}
	x, y := point%of%s.width-s.left, point%of/s.width-s.top
	return penpaPoints[point/of].Plus(Place{X: 2 * x, Y: 2 * y}), true
}

// point reverses place.
func (s *penpaSheet) point(p Place) int {
	at := Place{X: 2 - p.X&1, Y: 2 - p.Y&1}
	x, y := (p.X-at.X)/2+s.left, (p.Y-at.Y)/2+s.top
	return (slices.Index(penpaPoints, at)*s.height+y)*s.width + x
}

func (s *penpaSheet) places(points []int) (out []Value, ok bool) {
	for _, point := range points {
		p, known := s.place(point)
		if !known {
			return nil, false
		}
		out = append(out, p)
	}
	return out, len(out) > 0
}

// answer reads the solution for the site's check, if it has a number for each cell.
func (s *penpaSheet) answer(text string) {
	var layers [][]any
	if json.Unmarshal([]byte(text), &layers) != nil || len(layers) < 5 {
		return
	}
	values := map[Place]Value{}
	for _, it := range s.Items {
		if at, ok := it.Fields["cell"].(Place); ok && it.Kind == "number" {
			values[at] = it.Fields["value"]
		}
	}
	for _, entry := range layers[4] {
		text, _ := entry.(string)
		key, content, _ := strings.Cut(text, ",")
		if point, ok := number(key); ok {
			if at, ok := s.place(point); ok {
				values[at] = scalar(content)
			}
		}
	}
	var all []Value
	for _, p := range s.Cells() {
		if values[p] == nil {
			return
		}
		all = append(all, values[p])
	}
	s.Solution = all
}

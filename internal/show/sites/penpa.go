package sites

import (
	"bytes"
	"cmp"
	"compress/flate"
	"encoding/base64"
	"encoding/json"
	"errors"
	"io"
	"maps"
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

// penpaSquare reports whether the cells of a type of board are squares in rows and columns.
func penpaSquare(board string) bool {
	return board == "square" || board == "sudoku" || board == "kakuro"
}

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
	case !penpaSquare(head[0]):
		return nil, advise("boards of squares are read: square, sudoku and kakuro", "the board is of the type %s", head[0])
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

// penpaLayer is what is drawn in one of the layers, the puzzle or its answer. A key is a place, or two with a comma
// between.
type penpaLayer struct {
	Surface      map[string]any `json:"surface"`
	Number       map[string]any `json:"number"`
	Small        map[string]any `json:"numberS"`
	Symbol       map[string]any `json:"symbol"`
	Line         map[string]any `json:"line"`
	FreeLine     map[string]any `json:"freeline"`
	Edge         map[string]any `json:"lineE"`
	FreeEdge     map[string]any `json:"freelineE"`
	DeleteEdge   map[string]any `json:"deletelineE"`
	Wall         map[string]any `json:"wall"`
	CageLine     map[string]any `json:"cage"`
	Cages        [][]int        `json:"killercages"`
	Thermo       [][]int        `json:"thermo"`
	NoBulbThermo [][]int        `json:"nobulbthermo"`
	Arrows       [][]int        `json:"arrows"`
	SquareFrame  [][]int        `json:"squareframe"`
	Polygon      [][]int        `json:"polygon"`
}

func penpaLayerOf(line string) (*penpaLayer, error) {
	if line == "" {
		return &penpaLayer{}, nil
	}
	l := &penpaLayer{}
	if err := json.Unmarshal([]byte(line), l); err != nil {
		return nil, failf("the drawing is not of the form of penpa: %v", err)
	}
	things := 0
	for _, layer := range []map[string]any{l.Surface, l.Number, l.Small, l.Symbol, l.Line, l.FreeLine, l.Edge, l.FreeEdge, l.DeleteEdge, l.Wall} {
		things += len(layer)
	}
	for _, list := range [][][]int{l.Cages, l.Thermo, l.NoBulbThermo, l.Arrows, l.SquareFrame, l.Polygon} {
		for _, line := range list {
			things += len(line)
		}
	}
	if things > maxItems {
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
	on := map[Place]bool{}
	at, right, bottom := 0, 0, 0
	s.left, s.top = s.width, s.height
	for _, step := range steps {
		at += step
		if at < 0 || at >= s.width*s.height {
			return failf("a cell of the board lies outside of the sheet")
		}
		x, y := at%s.width, at/s.width
		on[Place{X: x, Y: y}] = true
		s.left, right, s.top, bottom = min(s.left, x), max(right, x), min(s.top, y), max(bottom, y)
	}
	s.Board = linkformat.Board{Columns: right - s.left + 1, Rows: bottom - s.top + 1}
	for y := s.top; y <= bottom; y++ {
		for x := s.left; x <= right; x++ {
			if !on[Place{X: x, Y: y}] {
				s.add("deleted", "cell", linkformat.Cell(y-s.top+1, x-s.left+1))
			}
		}
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

// place returns the place of a point of the sheet. The points are numbered by their kinds: cells, corners, sides below
// cells, sides to the right of cells, and others.
func (s *penpaSheet) place(point int) (Place, bool) {
	of := s.width * s.height
	x, y := point%of%s.width-s.left, point%of/s.width-s.top
	switch kind := point / of; {
	case point < 0 || kind > 3:
		return Place{}, false
	case kind == 1:
		return Place{X: 2*x + 2, Y: 2*y + 2}, true
	case kind == 2:
		return Place{X: 2*x + 1, Y: 2*y + 2}, true
	case kind == 3:
		return Place{X: 2*x + 2, Y: 2*y + 1}, true
	}
	return Place{X: 2*x + 1, Y: 2*y + 1}, true
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

// words joins the words of a kind.
func words(parts ...string) string {
	return strings.Join(slices.DeleteFunc(parts, func(p string) bool { return p == "" }), " ")
}

// inOrder returns the keys of a layer, by their numbers.
func inOrder(layer map[string]any) []string {
	first := func(key string) int {
		before, _, _ := strings.Cut(key, ",")
		n, _ := number(before)
		return n
	}
	return slices.SortedFunc(maps.Keys(layer), func(a, b string) int { return cmp.Or(first(a)-first(b), cmp.Compare(a, b)) })
}

// drawing adds what a layer has.
func (s *penpaSheet) drawing(l *penpaLayer) {
	each := func(layer map[string]any, add func(at Place, content any)) {
		for _, key := range inOrder(layer) {
			if point, ok := number(key); ok {
				if at, ok := s.place(point); ok {
					add(at, layer[key])
				}
			}
		}
	}
	each(l.Surface, func(at Place, content any) {
		colour := colourOf(surfaceColours(), content)
		s.add(words("surface", s.Where(at), colour), "cell", at, "value", colour)
	})
	each(l.Number, s.number)
	for _, key := range inOrder(l.Small) {
		s.small(key, l.Small[key])
	}
	each(l.Symbol, s.symbol)
	for _, list := range []struct {
		kind  string
		lines [][]int
	}{{"thermo", l.Thermo}, {"nobulbthermo", l.NoBulbThermo}, {"squareframe", l.SquareFrame}, {"polygon", l.Polygon}} {
		for _, points := range list.lines {
			if cells, ok := s.places(points); ok {
				s.add(list.kind, "cells", cells)
			}
		}
	}
	for _, points := range l.Arrows {
		if cells, ok := s.places(points); ok {
			s.add("arrow", "cells", cells, "circle", cells[:1], "shaft", cells[1:])
		}
	}
	s.cages(l)
	s.edges("edge", l.Edge)
	s.edges("freeedge", l.FreeEdge)
	s.edges("deleteedge", l.DeleteEdge)
	s.edges("wall", l.Wall)
	s.lines("line", l.Line)
	s.lines("freeline", l.FreeLine)
}

// colourOf returns the word for the number of a colour or style.
func colourOf(names map[int]string, content any) string {
	n, ok := content.(float64)
	if !ok {
		return "colours"
	}
	return cmp.Or(names[int(n)], strconv.Itoa(int(n)))
}

func surfaceColours() map[int]string {
	return map[int]string{1: "darkgrey", 2: "green", 3: "lightgrey", 4: "black", 5: "blue", 6: "red", 7: "yellow", 8: "grey",
		9: "pink", 10: "orange", 11: "purple", 12: "brown"}
}

func lineStyles() map[int]string {
	return map[int]string{1: "thin", 2: "black", 3: "green", 5: "grey", 6: "wide", 8: "red", 9: "blue", 11: "dashed", 12: "dashed", 13: "dotted",
		14: "dashed", 21: "thick", 30: "double", 40: "short", 80: "thin", 98: "cross"}
}

// The directions in the order of single arrows: from the left, clockwise.
var clockwise = []string{"west", "northwest", "north", "northeast", "east", "southeast", "south", "southwest"}

// arrowTurns are the directions of arrows with a number.
var arrowTurns = []string{"north", "west", "east", "south", "northwest", "northeast", "southwest", "southeast"}

// smallPlaces are the places of small numbers in a cell.
var smallPlaces = []string{"topleft", "topright", "bottomleft", "bottomright", "topside", "rightside", "leftside", "bottomside"}

// number adds a number or another text at a place.
func (s *penpaSheet) number(at Place, content any) {
	parts, ok := content.([]any)
	if !ok || len(parts) < 3 {
		return
	}
	where := s.Where(at)
	fields := []any{"cell", at, "colour", fieldOf(parts[1])}
	add := func(word string, more ...any) { s.add(words("number", where, word), append(fields, more...)...) }
	text, isText := parts[0].(string)
	if n, isNumber := parts[0].(float64); isNumber {
		text, isText = strconv.Itoa(int(n)), true
	}
	if !isText { // small digits, each there or not
		var values []Value
		for i, v := range asList(parts[0]) {
			if v == 1.0 {
				values = append(values, i+1)
			}
		}
		add("candidates", "values", values)
		return
	}
	text = strings.TrimSpace(text)
	number, turn, arrow := strings.Cut(text, "_")
	mode, _ := parts[2].(string)
	switch {
	case arrow && len(turn) == 1 && turn[0] >= '0' && turn[0] <= '7':
		add("arrow", "value", scalar(number), "direction", arrowTurns[turn[0]-'0'])
	case mode == "4" && text != "":
		var values []Value
		for _, c := range text {
			values = append(values, scalar(string(c)))
		}
		add("several", "values", values, "value", scalar(text))
	case text == "":
		add("blank", "value", "?")
	default:
		add(map[string]string{"5": "small", "6": "medium", "8": "long", "10": "large"}[mode], "value", scalar(text))
	}
}

func asList(v any) []any {
	list, _ := v.([]any)
	return list
}

// small adds a small number in a corner or at a side of a cell.
func (s *penpaSheet) small(key string, content any) {
	point, ok := number(key)
	parts := asList(content)
	if !ok || point < 0 || len(parts) < 1 {
		return
	}
	of := s.width * s.height
	corner := (point/4/of-1)*4 + point%4
	at, ok := s.place(point / 4 % of)
	if !ok || corner < 0 || corner > 7 {
		return
	}
	v := fieldOf(parts[0])
	if v == nil {
		v = "?"
	}
	name := smallPlaces[corner]
	fields := []any{"cell", at, "value", v}
	if text, isText := v.(string); isText {
		fields = append(fields, signed(text)...)
	} else {
		fields = append(fields, "number", v)
	}
	s.add(words("number", s.Where(at), name), fields...)
}

// signed returns the fields for a number with a sign before or behind it, as in 12+.
func signed(text string) []any {
	for _, isSign := range []func(string) (string, string){
		func(t string) (string, string) {
			_, size := utf8.DecodeLastRuneInString(t)
			return t[:len(t)-size], t[len(t)-size:]
		},
		func(t string) (string, string) { _, size := utf8.DecodeRuneInString(t); return t[size:], t[:size] },
	} {
		digits, sign := isSign(text)
		if n, ok := number(digits); ok {
			return []any{"number", n, "sign", sign}
		}
	}
	return nil
}

// symbol adds a symbol. Its style is a number, or a list of what is there.
func (s *penpaSheet) symbol(at Place, content any) {
	parts := asList(content)
	if len(parts) < 2 {
		return
	}
	name, _ := parts[1].(string)
	if name == "" || strings.ContainsAny(name, " \"`\\") {
		return
	}
	kind := words("symbol", name, s.Where(at))
	switch style := parts[0].(type) {
	case float64:
		n := int(style)
		var direction any
		switch {
		case strings.HasPrefix(name, "arrow_") && n >= 1 && n <= len(clockwise):
			direction = clockwise[n-1]
		case name == "inequality" && n >= 1 && n <= 8:
			direction = []string{"west", "north", "east", "south"}[(n-1)%4]
		}
		s.add(kind+" "+strconv.Itoa(n), "cell", at, "value", n, "direction", direction)
	case []any:
		turns := clockwise
		switch {
		case strings.HasPrefix(name, "arrow_fouredge"):
			turns = []string{"east", "south", "west", "north", "west", "north", "east", "south"}
		case strings.HasPrefix(name, "arrow_cross"), strings.HasPrefix(name, "arrow_fourtip"):
			turns = []string{"west", "north", "east", "south"}
		}
		values, directions := []Value{}, []Value{}
		for i, v := range style {
			if v == 1.0 {
				values = append(values, i+1)
				if strings.HasPrefix(name, "arrow_") && i < len(turns) {
					directions = append(directions, turns[i])
				}
			}
		}
		var direction any
		if len(directions) == 1 {
			direction = directions[0]
		}
		if len(values) > 0 {
			s.add(kind, "cell", at, "values", values, "directions", directions, "direction", direction)
		}
	}
}

// cages adds cages, each with the small number in the top left corner of one of its cells. Cages of old drawings are
// only dashed lines.
func (s *penpaSheet) cages(l *penpaLayer) {
	for _, points := range l.Cages {
		cells, ok := s.places(points)
		if !ok {
			continue
		}
		it := Item{Kind: "cage", Fields: map[string]Value{"cells": cells}}
		for i, of := range s.Items {
			if of.Kind == "number topleft" && slices.Contains(cells, of.Fields["cell"]) {
				it.Fields["value"] = of.Fields["value"]
				s.Items = slices.Delete(s.Items, i, i+1)
				break
			}
		}
		s.Items = append(s.Items, it)
	}
	if len(l.Cages) == 0 && len(l.CageLine) > 0 {
		s.add("cageline")
	}
}

// edges adds the lines between corners. Each is a side of a cell, at the rim of the board or beside it if the kind
// says so, or a diagonal.
func (s *penpaSheet) edges(kind string, layer map[string]any) {
	for _, key := range inOrder(layer) {
		style := ""
		if kind != "deleteedge" {
			style = colourOf(lineStyles(), layer[key])
		}
		ends, ok := s.ends(key)
		if !ok {
			continue
		}
		p, q := ends[0], ends[len(ends)-1]
		mid := Place{X: (p.X + q.X) / 2, Y: (p.Y + q.Y) / 2}
		where := ""
		switch {
		case kind == "wall":
		case p != q && abs(p.X-q.X)+abs(p.Y-q.Y) != 2:
			s.add(words(kind, "diagonal", style), "cells", []Value{p, q})
			continue
		case mid.X <= 0 || mid.Y <= 0 || mid.X >= 2*s.Columns || mid.Y >= 2*s.Rows:
			where = "frame"
		}
		s.add(words(kind, where, style), "cell", mid, "cells", []Value{p, q})
	}
}

func abs(n int) int { return max(n, -n) }

// ends returns the one or two places of a key.
func (s *penpaSheet) ends(key string) (ends []Place, ok bool) {
	for _, text := range strings.Split(key, ",") {
		point, ok := number(text)
		if !ok {
			return nil, false
		}
		p, ok := s.place(point)
		if !ok {
			return nil, false
		}
		ends = append(ends, p)
	}
	return ends, len(ends) <= 2
}

// lines adds the lines between cells, each style by itself. Those that make a path are one item with all its cells. A
// line to the side of a cell is a half, and all halves in a cell are one item.
func (s *penpaSheet) lines(kind string, layer map[string]any) {
	next := map[string]map[Place][]Place{}
	halves := map[string]map[Place][]Value{}
	var styles []string
	for _, key := range inOrder(layer) {
		ends, ok := s.ends(key)
		style := colourOf(lineStyles(), layer[key])
		switch {
		case !ok:
		case len(ends) == 1:
			s.add(words(kind, style), "cell", ends[0])
		case s.Where(ends[1]) == "side":
			p, q := ends[0], ends[1]
			direction := map[Place]string{{X: 0, Y: -1}: "north", {X: 1}: "east", {Y: 1}: "south", {X: -1}: "west"}[Place{X: q.X - p.X, Y: q.Y - p.Y}]
			if halves[style] == nil {
				halves[style] = map[Place][]Value{}
			}
			if direction != "" {
				halves[style][p] = append(halves[style][p], direction)
			}
		default:
			if next[style] == nil {
				next[style] = map[Place][]Place{}
				styles = append(styles, style)
			}
			p, q := ends[0], ends[1]
			next[style][p] = append(next[style][p], q)
			next[style][q] = append(next[style][q], p)
		}
	}
	for _, style := range slices.Sorted(maps.Keys(halves)) {
		for _, p := range slices.SortedFunc(maps.Keys(halves[style]), readingOrder) {
			var directions []Value
			var names []string
			for _, d := range []string{"north", "east", "south", "west"} {
				if slices.Contains(halves[style][p], Value(d)) {
					directions, names = append(directions, d), append(names, d)
				}
			}
			s.add(words("half"+kind, style), "cell", p, "directions", directions, "value", strings.Join(names, " "))
		}
	}
	for _, style := range styles {
		for _, path := range pathsOf(next[style]) {
			s.add(words(kind, style), "cells", path)
		}
	}
}

func readingOrder(p, q Place) int { return cmp.Or(p.Y-q.Y, p.X-q.X) }

// pathsOf cuts a graph of lines into paths: at ends and branches, and cycles at their first place.
func pathsOf(next map[Place][]Place) (paths [][]Value) {
	order := slices.SortedFunc(maps.Keys(next), readingOrder)
	gone := map[[2]Place]bool{}
	follow := func(from Place) {
		for _, to := range next[from] {
			if gone[[2]Place{from, to}] {
				continue
			}
			path, before, at := []Value{from}, from, to
			for {
				gone[[2]Place{before, at}], gone[[2]Place{at, before}] = true, true
				path = append(path, at)
				if len(next[at]) != 2 || at == from {
					break
				}
				on := next[at][0]
				if on == before {
					on = next[at][1]
				}
				if gone[[2]Place{at, on}] {
					break
				}
				before, at = at, on
			}
			paths = append(paths, path)
		}
	}
	for _, p := range order {
		if len(next[p]) != 2 {
			follow(p)
		}
	}
	for _, p := range order {
		follow(p)
	}
	return paths
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
	for row := 1; row <= s.Rows; row++ {
		for column := 1; column <= s.Columns; column++ {
			v := values[linkformat.Cell(row, column)]
			if v == nil {
				return
			}
			all = append(all, v)
		}
	}
	s.Solution = all
}

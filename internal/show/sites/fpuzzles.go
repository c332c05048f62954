package sites

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"nazo/dsl/linkformat"
	"nazo/internal/alg"
)

// maxFPuzzles is the largest board of f-puzzles.
const maxFPuzzles = 16

// fpuzzlesBody takes addresses of f-puzzles, those of SudokuPad with its puzzles, and the packed text alone.
func fpuzzlesBody(text string) (string, bool) {
	lower := strings.ToLower(text)
	if strings.Contains(lower, "f-puzzles.com/") {
		if _, body, ok := strings.Cut(text, "load="); ok {
			return packedPrefix(unescaped(body)), true
		}
		return text, true // a short address
	}
	if at := strings.Index(text, "fpuz"); at == 0 || at > 0 && strings.ContainsRune("/=", rune(text[at-1])) {
		packed, _ := strings.CutPrefix(text[at+len("fpuz"):], "zles")
		return packedPrefix(unescaped(packed)), true
	}
	// Packed JSON begins with `{"`, so the packed text begins with N4Ig.
	return packedPrefix(text), strings.HasPrefix(text, "N4Ig")
}

// packedPrefix returns the text up to the first character that packed text can't have.
func packedPrefix(text string) string {
	if at := strings.IndexAny(text, "\"'<>(),;&#\t\r\n"); at >= 0 {
		return text[:at]
	}
	return text
}

// unescaped decodes the percent signs of an address. A plus sign stays one.
func unescaped(text string) string {
	if s, err := url.PathUnescape(text); err == nil {
		return s
	}
	return text
}

// readFPuzzles reads the packed JSON of f-puzzles. Its keys are the kinds of the items. Each object in the list of a
// key is an item with the fields of the object. Whether the key is a known constraint is left to link statements.
func readFPuzzles(body string) (*Document, error) {
	if strings.Contains(body, "?id=") || strings.Contains(body, "f-puzzles.com/") {
		return nil, advise("open it there, choose Export, and copy the long link, which has ?load= in it",
			"this short link only names a puzzle that the site keeps")
	}
	text, err := unpackSlashes(body)
	if err != nil {
		return nil, err
	}
	return readFPuzzlesJSON(text)
}

type fpuzzlesCell struct {
	Value  any             `json:"value"`
	Given  bool            `json:"given"`
	Region json.RawMessage `json:"region"` // nil for that of the default box, null for none
	Marks  []any           `json:"givenPencilMarks"`
}

func readFPuzzlesJSON(text string) (*Document, error) {
	var head struct {
		Size     int               `json:"size"`
		Grid     [][]*fpuzzlesCell `json:"grid"`
		Title    string            `json:"title"`
		Author   string            `json:"author"`
		Rules    string            `json:"ruleset"`
		Solution []any             `json:"solution"`
	}
	var keys map[string]any
	if err := json.Unmarshal([]byte(text), &keys); err != nil {
		return nil, failf("the link has no JSON of f-puzzles: %.100s", err)
	}
	if err := json.Unmarshal([]byte(text), &head); err != nil {
		return nil, failf("the link is not of the form of f-puzzles: %.100s", err)
	}
	n := head.Size
	if n < 1 || n > maxFPuzzles || len(head.Grid) != n {
		return nil, failf("the board has %d rows; f-puzzles has boards up to %d by %d", len(head.Grid), maxFPuzzles, maxFPuzzles)
	}
	d := &Document{Board: linkformat.Board{Columns: n, Rows: n}, Title: head.Title, Author: head.Author, Rules: head.Rules}
	for r, row := range head.Grid {
		if len(row) != n {
			return nil, failf("row %d of the board has %d cells, and not %d", r+1, len(row), n)
		}
		for c, of := range row {
			at := linkformat.Cell(r+1, c+1)
			if of == nil {
				of = &fpuzzlesCell{}
			}
			if v := fieldOf(of.Value); of.Given && v != nil {
				d.add("given", "cell", at, "value", v)
			}
			if len(of.Marks) > 0 {
				d.add("givenPencilMarks", "cell", at, "values", fieldOf(of.Marks))
			}
			switch region, ok := number(string(of.Region)); {
			case of.Region == nil:
				d.add("region", "cell", at, "value", boxOf(d.Board, defaultBox(n), at))
			case ok:
				d.add("region", "cell", at, "value", region+1)
			case string(of.Region) != "null":
				return nil, failf("the region of r%dc%d is no number", r+1, c+1)
			}
		}
	}
	for _, v := range head.Solution {
		d.Solution = append(d.Solution, fieldOf(v))
	}
	for _, key := range slices.Sorted(maps.Keys(keys)) {
		switch key {
		case "size", "grid", "title", "author", "ruleset", "solution", "successMessage":
			continue
		}
		d.addKey(key, keys[key])
	}
	d.fog()
	return d, nil
}

// addKey adds the items of a key: one for each object or text in its list, or one without fields for true.
func (d *Document) addKey(key string, v any) {
	if v == true {
		d.add(key)
	}
	list, isList := v.([]any)
	if isList && strings.HasPrefix(key, "fog") {
		d.light()
	}
	for _, x := range list {
		switch x := x.(type) {
		case string:
			if at, ok := placeOf(x); ok && key == "fogofwar" {
				d.lamp(at)
			} else if ok && key == "foglight" {
				d.light(at)
			} else if ok {
				d.add(key, "cell", at)
			} else if strings.TrimSpace(x) != "" {
				d.add(key + " " + x)
			}
		case map[string]any:
			if x["fromConstraint"] != nil { // the drawing of another constraint
				continue
			}
			it := Item{Kind: key, Fields: map[string]Value{}}
			for name, content := range x {
				if f := fieldOf(content); f != nil {
					it.Fields[name] = f
				}
			}
			if key != "cage" || !d.lights(it.Fields["value"], PlacesIn(it.Fields["cells"])) {
				d.Items = append(d.Items, it)
			}
		}
	}
}

// light says that there is fog on all cells that have no light.
func (d *Document) light(cells ...Place) {
	if d.lit == nil {
		d.lit = map[Place]bool{}
	}
	for _, c := range cells {
		d.lit[c] = true
	}
}

// fog adds the cells in fog.
func (d *Document) fog() {
	for _, c := range d.Cells() {
		if d.lit != nil && !d.lit[c] {
			d.add("fog", "cell", c)
		}
	}
}

// unfogged returns the cells without fog.
func (d *Document) unfogged() []Place {
	dark := map[Place]bool{}
	for _, it := range d.Items {
		if at, ok := it.Fields["cell"].(Place); ok && it.Kind == "fog" {
			dark[at] = true
		}
	}
	return slices.DeleteFunc(d.Cells(), func(c Place) bool { return dark[c] })
}

// lamp lights a cell in the fog, and those around it.
func (d *Document) lamp(at Place) {
	for dy := -2; dy <= 2; dy += 2 {
		for dx := -2; dx <= 2; dx += 2 {
			d.light(Place{Y: at.Y + dy, X: at.X + dx})
		}
	}
}

// lights takes a cage whose text says that its cells are light in the fog. It is false for others.
func (d *Document) lights(text Value, cells []Place) bool {
	switch {
	case text == "FOGLIGHT":
		d.light(cells...)
	case text == "FOW" && len(cells) == 1:
		d.lamp(cells[0])
	default:
		return false
	}
	return true
}

// placeOf returns the place that the name of a cell means, such as R1C2. Rows and columns 0 and n+1 are outside the board.
func placeOf(name string) (Place, bool) {
	if len(name) > len("R100C100") || len(name) < len("R1C2") || name[0]|0x20 != 'r' {
		return Place{}, false
	}
	row, column, ok := strings.Cut(strings.ToLower(name[1:]), "c")
	r, okRow := number(row)
	c, okColumn := number(column)
	if !ok || !okRow || !okColumn || r < 0 || c < 0 || strings.ContainsAny(name, "+-") {
		return Place{}, false
	}
	return linkformat.Cell(r, c), true
}

// fieldOf returns the value of a field in JSON.
func fieldOf(v any) Value {
	switch v := v.(type) {
	case string:
		if p, ok := placeOf(v); ok {
			return p
		}
		return scalar(v)
	case float64:
		if v == float64(int(v)) {
			return int(v)
		}
	case bool:
		if v {
			return "true"
		}
	case []any:
		list := []Value{}
		for _, x := range v {
			if f := fieldOf(x); f != nil {
				list = append(list, f)
			}
		}
		return list
	}
	return nil
}

// writeFPuzzles returns the packed JSON of f-puzzles. The error says what the site can't have.
func writeFPuzzles(d *Document) (string, error) {
	n := d.Rows
	if n != d.Columns || n > maxFPuzzles {
		return "", failf("f-puzzles has square boards up to %d by %d, and this one has %d rows and %d columns", maxFPuzzles, maxFPuzzles, d.Rows, d.Columns)
	}
	grid := emptyCells(d.Board)
	keys := map[string]any{"size": n, "grid": grid}
	for key, text := range map[string]string{"title": d.Title, "author": d.Author, "ruleset": d.Rules} {
		if text != "" {
			keys[key] = text
		}
	}
	if len(d.Solution) == n*n {
		keys["solution"] = d.Solution
	}
	regions := map[Value]int{}
	for _, it := range d.Items {
		at, _ := it.Fields["cell"].(Place)
		r, c, inside := at.Y/2, at.X/2, d.Has(at)
		key, word, special := strings.Cut(it.Kind, " ")
		list, _ := keys[key].([]any)
		switch {
		case it.Kind == "given" && inside:
			grid[r][c]["value"], grid[r][c]["given"] = it.Fields["value"], true
		case it.Kind == "givenPencilMarks" && inside:
			grid[r][c]["givenPencilMarks"] = it.Fields["values"]
		case it.Kind == "region" && inside:
			name := it.Fields["value"]
			if _, met := regions[name]; !met {
				regions[name] = len(regions)
			}
			grid[r][c]["region"] = regions[name]
		case special:
			keys[key] = append(list, word)
		case key == "fog":
			if keys["foglight"] == nil {
				keys["foglight"] = alg.Map(d.unfogged(), func(c Place) string { return fmt.Sprintf("R%dC%d", c.Y/2+1, c.X/2+1) })
			}
		case len(it.Fields) == 0:
			keys[key] = true
		default:
			object := fpuzzlesObject(it.Fields)
			if cells, ok := it.Fields["cells"].([]Value); ok && key == "littlekillersum" && len(cells) > 0 {
				object["cell"], object["direction"] = seenAlong(d.Board, cells)
			}
			keys[key] = append(list, object)
		}
	}
	text, err := json.Marshal(keys)
	return packLZ(string(text)), err
}

// seenAlong returns the place beside the board from which a diagonal is seen, and the direction in which it looks. Of a
// corner alone it is the place above or below.
func seenAlong(b linkformat.Board, cells []Value) (cell, direction string) {
	first, _ := cells[0].(Place)
	step := Place{X: -2, Y: 2}
	if first.X > b.Columns {
		step.X = 2
	}
	if first.Y > b.Rows {
		step.Y = -2
	}
	if len(cells) > 1 {
		second, _ := cells[1].(Place)
		step = second.Minus(first)
	}
	from := first.Minus(step)
	direction = "D"
	if step.Y < 0 {
		direction = "U"
	}
	if step.X < 0 {
		return fmt.Sprintf("R%dC%d", (from.Y+1)/2, (from.X+1)/2), direction + "L"
	}
	return fmt.Sprintf("R%dC%d", (from.Y+1)/2, (from.X+1)/2), direction + "R"
}

// emptyCells returns an object for each cell of a board.
func emptyCells(b linkformat.Board) [][]map[string]any {
	rows := make([][]map[string]any, b.Rows)
	for r := range rows {
		for range b.Columns {
			rows[r] = append(rows[r], map[string]any{})
		}
	}
	return rows
}

// fpuzzlesObject returns fields as JSON of f-puzzles. The site has numbers as texts where they are a value.
func fpuzzlesObject(fields map[string]Value) map[string]any {
	var plain func(v Value) any
	plain = func(v Value) any {
		switch v := v.(type) {
		case Place:
			return fmt.Sprintf("R%dC%d", (v.Y+1)/2, (v.X+1)/2)
		case []Value:
			out := make([]any, len(v))
			for i, x := range v {
				out[i] = plain(x)
			}
			return out
		}
		return v
	}
	out := map[string]any{}
	for name, v := range fields {
		if n, ok := v.(int); ok && name == "value" {
			v = strconv.Itoa(n)
		}
		out[name] = plain(v)
	}
	return out
}

package sites

import (
	"bytes"
	"compress/flate"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"nazo/dsl/linkformat"
)

// penpaHead is the address before a packed drawing.
const penpaHead = "https://swaroopg92.github.io/penpa-edit/#m=edit&p="

// writePenpa draws a document. It reverses readPenpa: the kinds of items are layers, and what follows are positions and
// styles.
func writePenpa(d *Document) (string, error) {
	w := &penpaWriter{layer: map[string]any{}}
	for _, name := range penpaMaps {
		w.layer[name] = map[string]any{}
	}
	for _, name := range penpaLists {
		w.layer[name] = []any{}
	}
	w.Document = d
	if d.Rows < 1 || d.Columns < 1 || d.Rows > maxSide || d.Columns > maxSide {
		return "", failf("penpa has boards of up to %d rows and columns", maxSide)
	}
	margins := w.margins()
	w.left, w.top = margins[2]+2, margins[0]+2
	w.width, w.height = d.Columns+margins[2]+margins[3]+4, d.Rows+margins[0]+margins[1]+4
	if w.width > maxSide+4 || w.height > maxSide+4 {
		return "", failf("the board with what stands beside it has more than %d rows or columns", maxSide)
	}
	deleted := map[Place]bool{}
	for _, it := range d.Items {
		if at, ok := it.Fields["cell"].(Place); ok && it.Kind == "deleted" {
			deleted[at] = true
			continue
		}
		if err := w.item(it); err != nil {
			return "", err
		}
	}
	steps, before := []int{}, 0
	for row := 1; row <= d.Rows; row++ {
		for column := 1; column <= d.Columns; column++ {
			if at := linkformat.Cell(row, column); !deleted[at] {
				steps, before = append(steps, w.point(at)-before), w.point(at)
			}
		}
	}
	if len(steps) == 0 {
		return "", failf("the board has no cells")
	}
	empty := map[string]any{}
	blank := map[string]any{}
	for _, name := range penpaMaps {
		blank[name] = empty
	}
	for _, name := range penpaLists {
		blank[name] = []any{}
	}
	lines := []string{w.head()}
	for _, part := range []any{margins, penpaModes(), w.layer, blank, steps, []any{}, empty, "x", "x", []int{3, 2, 3}, penpaModes(), "x"} {
		lines = append(lines, compact(part))
	}
	lines = append(lines, "0", compact(blank), compact(blank), "{}", "[]", "false")
	short := strings.NewReplacer(append([]string{"z", "zZ"}, reversed(penpaWords())...)...).Replace(strings.Join(lines, "\n"))
	var packed bytes.Buffer
	z, err := flate.NewWriter(&packed, flate.BestCompression)
	if err != nil {
		panic(err) // the level is valid
	}
	z.Write([]byte(short))
	z.Close()
	return penpaHead + base64.StdEncoding.EncodeToString(packed.Bytes()), nil
}

var (
	penpaMaps  = []string{"surface", "number", "numberS", "symbol", "freeline", "freelineE", "line", "lineE", "wall", "cage", "deletelineE"}
	penpaLists = []string{"thermo", "arrows", "direction", "squareframe", "polygon", "killercages", "nobulbthermo"}
)

// penpaModes are the tools that the site has in hand when it opens the drawing, for the puzzle and for its answer.
func penpaModes() any {
	tools := func(colour int) any {
		return map[string]any{"edit_mode": "surface", "surface": []any{"", 1}, "multicolor": []any{"", 1}, "line": []any{"1", colour}, "lineE": []any{"1", colour},
			"wall": []any{"", colour}, "cage": []any{"1", 10}, "number": []any{"1", colour - 1}, "symbol": []any{"circle_L", 1}, "special": []any{"thermo", ""},
			"board": []any{"", ""}, "move": []any{"1", ""}, "combi": []any{"battleship", 3}, "sudoku": []any{"1", 1}}
	}
	return map[string]any{"qa": "pu_a", "grid": []any{"1", "2", "1"}, "pu_q": tools(2), "pu_a": tools(3)}
}

func compact(v any) string {
	var out bytes.Buffer
	e := json.NewEncoder(&out)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		panic(err) // numbers and texts always can be written
	}
	return strings.TrimSpace(out.String())
}

// reversed exchanges the two of each pair.
func reversed(pairs []string) []string {
	out := slices.Clone(pairs)
	for i := 0; i+1 < len(out); i += 2 {
		out[i], out[i+1] = out[i+1], out[i]
	}
	return slices.DeleteFunc(out, func(word string) bool { return word == "z" || word == "zZ" })
}

type penpaWriter struct {
	penpaSheet
	layer map[string]any
}

// margins returns how many cells are needed beside the board: above, below, left and right.
func (w *penpaWriter) margins() []int {
	margins := []int{0, 0, 0, 0}
	for _, it := range w.Items {
		if at, ok := it.Fields["cell"].(Place); ok {
			margins[0] = max(margins[0], (1-at.Y)/2)
			margins[1] = max(margins[1], (at.Y-2*w.Rows+1)/2)
			margins[2] = max(margins[2], (1-at.X)/2)
			margins[3] = max(margins[3], (at.X-2*w.Columns+1)/2)
		}
	}
	return margins
}

// head returns the first line: the sheet, its size in pixels, the point in the middle, and texts.
func (w *penpaWriter) head() string {
	columns, rows := w.width-4, w.height-4
	middle := Place{X: columns - 2*(w.left-2), Y: rows - 2*(w.top-2)}
	text := func(s string) string {
		return strings.NewReplacer(",", "%2C", "\r", "", "\n", "%2D", "&", "%2E", "=", "%2F").Replace(s)
	}
	const size = 38
	fields := []string{"square"}
	for _, n := range []int{columns, rows, size, 0, 1, 1, (columns + 1) * size, (rows + 1) * size, w.point(middle), w.point(middle), 0, 0, 0, 0} {
		fields = append(fields, strconv.Itoa(n))
	}
	plain := func(s string) string { return strings.Join(strings.Fields(s), " ") }
	fields = append(fields, "Title: "+text(plain(w.Title)), "Author: "+text(plain(w.Author)), "", text(strings.TrimSpace(w.Rules)), "OFF", "false", "")
	return strings.Join(fields, ",")
}

// point reverses place.
func (w *penpaWriter) point(p Place) int {
	kind, x, y := 0, p.X-1, p.Y-1
	switch {
	case p.X%2 == 0 && p.Y%2 == 0:
		kind, x, y = 1, p.X-2, p.Y-2
	case p.Y%2 == 0:
		kind, y = 2, p.Y-2
	case p.X%2 == 0:
		kind, x = 3, p.X-2
	}
	return kind*w.width*w.height + (y/2+w.top)*w.width + x/2 + w.left
}

func (w *penpaWriter) key(p Place) string { return strconv.Itoa(w.point(p)) }

// points returns the points of a list of places.
func (w *penpaWriter) points(v Value) (points []int, ok bool) {
	list, _ := v.([]Value)
	for _, x := range list {
		p, ok := x.(Place)
		if !ok {
			return nil, false
		}
		points = append(points, w.point(p))
	}
	return points, len(points) > 0
}

// item draws an item. The words of its kind that are no position are a style.
func (w *penpaWriter) item(it Item) error {
	words := strings.Fields(it.Kind)
	if len(words) == 0 {
		return failf("an item without a kind can't be drawn")
	}
	at, placed := it.Fields["cell"].(Place)
	styles := slices.DeleteFunc(slices.Clone(words[1:]), func(word string) bool {
		return slices.Contains([]string{"point", "side", "frame", "above", "below", "left", "right", "beyond", "diagonal"}, word)
	})
	style := strings.Join(styles, " ")
	bad := failf("penpa can't have `%s`%s", it.Kind, fieldsText(it))
	into := func(layer string, key string, content any) { w.layer[layer].(map[string]any)[key] = content }
	list := func(layer string, v Value) error {
		points, ok := w.points(v)
		if !ok {
			return bad
		}
		w.layer[layer] = append(w.layer[layer].([]any), points)
		return nil
	}
	switch word := words[0]; word {
	case "board":
		return nil
	case "thermo", "nobulbthermo", "squareframe", "polygon":
		return list(word, it.Fields["cells"])
	case "arrow":
		return list("arrows", it.Fields["cells"])
	case "cage":
		if v := it.Fields["value"]; v != nil {
			cells, _ := it.Fields["cells"].([]Value)
			if len(cells) == 0 {
				return bad
			}
			if err := w.small(cells[0], 0, v); err != nil {
				return err
			}
		}
		return list("killercages", it.Fields["cells"])
	case "edge", "freeedge", "deleteedge", "wall", "line", "freeline", "halfline", "halffreeline":
		if !w.stroke(it, word, style) {
			return bad
		}
		return nil
	}
	if !placed {
		return bad
	}
	switch words[0] {
	case "surface":
		n, ok := styleNumber(surfaceColours(), style, 8)
		if v, isText := it.Fields["value"].(string); isText && style == "" {
			n, ok = styleNumber(surfaceColours(), v, 8)
		}
		if !ok {
			return bad
		}
		into("surface", w.key(at), n)
	case "symbol":
		if len(styles) == 0 {
			return bad
		}
		var content any = it.Fields["value"]
		if len(styles) > 1 {
			content = scalar(styles[1])
		}
		if values, ok := it.Fields["values"].([]Value); ok {
			bits := make([]int, 8)
			for _, v := range values {
				if n, ok := v.(int); ok && n >= 1 && n <= 12 {
					for len(bits) < n {
						bits = append(bits, 0)
					}
					bits[n-1] = 1
				}
			}
			content = bits
		}
		if content == nil {
			return bad
		}
		layer := 1
		if strings.HasPrefix(styles[0], "circle_S") || strings.HasPrefix(styles[0], "arrow_fouredge") {
			layer = 2
		}
		into("symbol", w.key(at), []any{content, styles[0], layer})
	case "number":
		return w.number(it, at, styles)
	default:
		return bad
	}
	return nil
}

// stroke draws lines along sides or through cells. It is false for what has no form.
func (w *penpaWriter) stroke(it Item, word, style string) bool {
	at, placed := it.Fields["cell"].(Place)
	into := func(layer string, key string, content any) { w.layer[layer].(map[string]any)[key] = content }
	switch word {
	case "edge", "freeedge", "deleteedge", "wall":
		usual := 2
		if word == "deleteedge" {
			usual = 1
		}
		n, ok := styleNumber(lineStyles(), style, usual)
		ends, _ := it.Fields["cells"].([]Value)
		points, okEnds := w.points(it.Fields["cells"])
		if len(ends) == 0 && placed { // only its place is known
			a, b := endsOf(at)
			points, okEnds = []int{w.point(a), w.point(b)}, true
		}
		if !ok || !okEnds || len(points) > 2 {
			return false
		}
		key := strconv.Itoa(points[0])
		if len(points) == 2 && points[0] != points[1] {
			key = fmt.Sprintf("%d,%d", min(points[0], points[1]), max(points[0], points[1]))
		}
		into(map[string]string{"edge": "lineE", "freeedge": "freelineE", "deleteedge": "deletelineE", "wall": "wall"}[word], key, n)
		return true
	case "line", "freeline":
		n, ok := styleNumber(lineStyles(), style, 2)
		points, okPoints := w.points(it.Fields["cells"])
		if placed && it.Fields["cells"] == nil {
			into(word, w.key(at), n)
			return true
		}
		if !ok || !okPoints {
			return false
		}
		for i := 1; i < len(points); i++ {
			into(word, fmt.Sprintf("%d,%d", min(points[i-1], points[i]), max(points[i-1], points[i])), n)
		}
		return true
	case "halfline", "halffreeline":
		n, ok := styleNumber(lineStyles(), style, 2)
		text, isText := it.Fields["value"].(string)
		if !placed || !ok || !isText {
			return false
		}
		for _, d := range strings.Fields(text) {
			step, known := map[string]Place{"north": {Y: -1}, "east": {X: 1}, "south": {Y: 1}, "west": {X: -1}}[d]
			if !known {
				return false
			}
			into(word[len("half"):], fmt.Sprintf("%d,%d", w.point(at), w.point(Place{X: at.X + step.X, Y: at.Y + step.Y})), n)
		}
		return true
	}
	return false
}

func fieldsText(it Item) string {
	if len(it.Fields) == 0 {
		return " without fields"
	}
	return " with " + strings.Join(slices.Sorted(maps.Keys(it.Fields)), ", ")
}

// endsOf returns the corners at the ends of a side.
func endsOf(side Place) (a, b Place) {
	if side.X%2 == 0 {
		return Place{X: side.X, Y: side.Y - 1}, Place{X: side.X, Y: side.Y + 1}
	}
	return Place{X: side.X - 1, Y: side.Y}, Place{X: side.X + 1, Y: side.Y}
}

// styleNumber reverses colourOf. Without a word it is the usual number.
func styleNumber(names map[int]string, word string, usual int) (int, bool) {
	if word == "" {
		return usual, true
	}
	for _, n := range slices.Sorted(maps.Keys(names)) {
		if names[n] == word {
			return n, true
		}
	}
	return number(word)
}

// number writes a number, an arrow with one, or a small number in a part of its cell.
func (w *penpaWriter) number(it Item, at Place, styles []string) error {
	colour, ok := it.Fields["colour"].(int)
	if !ok {
		colour = 1
	}
	v := it.Fields["value"]
	mode := "1"
	var text any = fmt.Sprint(v)
	if v == nil {
		text = ""
	}
	if len(styles) > 0 {
		if i := slices.Index(smallPlaces, styles[0]); i >= 0 {
			return w.small(at, i, v)
		}
		switch styles[0] {
		case "small":
			mode = "5"
		case "medium":
			mode = "6"
		case "large":
			mode = "10"
		case "long":
			mode = "8"
		case "blank":
			text = " "
		case "several":
			mode = "4"
			if values, ok := it.Fields["values"].([]Value); ok && v == nil {
				text = ""
				for _, x := range values {
					text = fmt.Sprint(text, x)
				}
			}
		case "arrow":
			direction, _ := it.Fields["direction"].(string)
			i := slices.Index(arrowTurns, direction)
			if i < 0 {
				return failf("an arrow needs a direction")
			}
			mode, text = "2", fmt.Sprintf("%v_%d", text, i)
		case "candidates":
			bits := make([]int, 9)
			values, _ := it.Fields["values"].([]Value)
			for _, x := range values {
				if n, ok := x.(int); ok && n >= 1 && n <= 9 {
					bits[n-1] = 1
				}
			}
			mode, text = "7", bits
		default: // the text itself
			if v == nil {
				text = styles[0]
			}
		}
	}
	w.layer["number"].(map[string]any)[w.key(at)] = []any{text, colour, mode}
	return nil
}

// small writes a small number in a corner or at a side of a cell.
func (w *penpaWriter) small(cell Value, corner int, v Value) error {
	at, ok := cell.(Place)
	if !ok {
		return failf("a small number needs a cell")
	}
	point := 4*(w.point(at)+(corner/4+1)*w.width*w.height) + corner%4
	w.layer["numberS"].(map[string]any)[strconv.Itoa(point)] = []any{fmt.Sprint(v), 1}
	return nil
}

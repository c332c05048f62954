package sites

import (
	"bytes"
	"cmp"
	"compress/flate"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"nazo/internal/alg"
)

// penpaHead is the address before a drawing.
const penpaHead = "https://swaroopg92.github.io/penpa-edit/#"

// writePenpa draws a document. It reverses readPenpa: the kinds of items are layers, and what follows are positions and
// styles.
func writePenpa(d *Document) (string, error) {
	w := &penpaWriter{penpaSheet{Document: d}, newPenpaLayer()}
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
	for _, at := range d.Cells() {
		if !deleted[at] {
			steps, before = append(steps, w.point(at)-before), w.point(at)
		}
	}
	if len(steps) == 0 {
		return "", failf("the board has no cells")
	}
	empty, blank := map[string]any{}, newPenpaLayer().json()
	lines := []string{w.head()}
	for _, part := range []any{margins, penpaModes(), w.layer.json(), blank, steps, []any{}, empty, "x", "x", []int{3, 2, 3}, penpaModes(), "x"} {
		lines = append(lines, compact(part))
	}
	lines = append(lines, "0", compact(blank), compact(blank), "{}", "[]", "false")
	mode, check := "m=edit&p=", ""
	if len(d.Solution) == d.Rows*d.Columns && !slices.Contains(d.Solution, nil) { // the site checks answers where one solves, not where one edits
		mode, check = "m=solve&p=", "&a="+packedDrawing(w.answer())
		// Line 2 has the tool of each mode, line 4 an older answer, line 7 what is compared, line 15 the colours of conflicts.
		lines[2], lines[4], lines[7], lines[15] = `["1","2","1"]~"number"~["1",10]`, "", `{"sol_number":true}`, "x"
	}
	short := strings.NewReplacer(append([]string{"z", "zZ"}, reversed(penpaWords())...)...).Replace(strings.Join(lines, "\n"))
	return penpaHead + mode + packedDrawing(short) + check, nil
}

// answer returns the solution as the site compares it: the number in each cell without a printed one.
func (w *penpaWriter) answer() string {
	numbers := []string{}
	for i, at := range w.Cells() {
		if print, ok := w.layer.maps["number"][w.key(at)].([]any); !ok || print[1] != 1 || print[2] != "1" {
			numbers = append(numbers, fmt.Sprintf("%d,%v", w.point(at), w.Solution[i]))
		}
	}
	slices.Sort(numbers) // as texts, as the site does
	none := []string{}
	return compact([]any{none, none, none, none, numbers, none})
}

// packedDrawing packs a text as the site does.
func packedDrawing(text string) string {
	var packed bytes.Buffer
	z, err := flate.NewWriter(&packed, flate.BestCompression)
	if err != nil {
		panic(err) // the level is valid
	}
	z.Write([]byte(text))
	z.Close()
	return base64.StdEncoding.EncodeToString(packed.Bytes())
}

// json returns the layer as the site has it.
func (l *penpaLayer) json() map[string]any {
	all := map[string]any{}
	for name, layer := range l.maps {
		all[name] = layer
	}
	for name, list := range l.lists {
		all[name] = list
	}
	return all
}

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
	layer *penpaLayer
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
	ok := placed
	switch word := words[0]; {
	case word == "board":
		return nil
	case slices.Contains(penpaPaths, word):
		ok = w.list(word, it)
	case word == "arrow":
		ok = w.list("arrows", it)
	case word == "cage":
		if ok = w.list("killercages", it); ok && it.Fields["value"] != nil {
			w.small(listOf(it.Fields["cells"])[0].(Place), 0, it.Fields["value"])
		}
	case slices.ContainsFunc(penpaEdges, func(edge [2]string) bool { return edge[0] == word }), strings.HasSuffix(word, "line"):
		ok = w.stroke(it, word, style)
	case !placed:
	case word == "surface":
		if v, isText := it.Fields["value"].(string); isText {
			style = cmp.Or(style, v)
		}
		var n int
		if n, ok = styleNumber(surfaceColours(), style, 8); ok {
			w.layer.maps["surface"][w.key(at)] = n
		}
	case word == "symbol":
		ok = w.symbol(it, at, styles)
	case word == "number":
		return w.number(it, at, styles)
	default:
		ok = false
	}
	if !ok {
		return failf("penpa can't have `%s`%s", it.Kind, fieldsText(it))
	}
	return nil
}

// list draws the cells of an item as one thing.
func (w *penpaWriter) list(layer string, it Item) bool {
	points, ok := w.points(it.Fields["cells"])
	if ok {
		w.layer.lists[layer] = append(w.layer.lists[layer], points)
	}
	return ok
}

func (w *penpaWriter) symbol(it Item, at Place, styles []string) bool {
	var content any = it.Fields["value"]
	if len(styles) > 1 {
		content = scalar(styles[1])
	}
	if values, ok := it.Fields["values"].([]Value); ok {
		content = bitsOf(values, 8, 12)
	}
	if len(styles) == 0 || content == nil {
		return false
	}
	layer := 1
	if strings.HasPrefix(styles[0], "circle_S") || strings.HasPrefix(styles[0], "arrow_fouredge") {
		layer = 2
	}
	w.layer.maps["symbol"][w.key(at)] = []any{content, styles[0], layer}
	return true
}

// bitsOf reverses onesOf. The list has at least so many places, and at most the last.
func bitsOf(values []Value, least, last int) []int {
	bits := make([]int, least, last)
	for _, v := range values {
		if n, ok := v.(int); ok && n >= 1 && n <= last {
			bits = bits[:max(n, len(bits))]
			bits[n-1] = 1
		}
	}
	return bits
}

// stroke draws lines along sides or through cells. It is false for what has no form.
func (w *penpaWriter) stroke(it Item, word, style string) bool {
	usual := 2
	if word == "deleteedge" {
		usual = 1
	}
	n, ok := styleNumber(lineStyles(), style, usual)
	at, placed := it.Fields["cell"].(Place)
	layer, half := strings.CutPrefix(word, "half")
	edge := slices.IndexFunc(penpaEdges, func(edge [2]string) bool { return edge[0] == word })
	if edge >= 0 {
		layer = penpaEdges[edge][1]
	}
	into := w.layer.maps[layer]
	join := func(p, q int) {
		key := strconv.Itoa(p)
		if p != q {
			key = fmt.Sprintf("%d,%d", min(p, q), max(p, q))
		}
		into[key] = n
	}
	points, okPoints := w.points(it.Fields["cells"])
	switch {
	case !ok || into == nil:
		return false
	case half:
		text, _ := it.Fields["value"].(string)
		names := strings.Fields(text)
		for _, d := range fourSides {
			if slices.Contains(names, d.name) {
				into[fmt.Sprintf("%d,%d", w.point(at), w.point(at.Plus(d.step)))] = n
			}
		}
		return placed && len(names) > 0
	case placed && edge >= 0 && len(listOf(it.Fields["cells"])) == 0: // only its place is known
		a, b := at.Ends()
		points, okPoints = []int{w.point(a), w.point(b)}, true
	case placed && it.Fields["cells"] == nil:
		points, okPoints = []int{w.point(at)}, true
	}
	if !okPoints || edge >= 0 && len(points) > 2 {
		return false
	}
	join(points[0], points[min(1, len(points)-1)])
	for i := 2; i < len(points); i++ {
		join(points[i-1], points[i])
	}
	return true
}

func fieldsText(it Item) string {
	if len(it.Fields) == 0 {
		return " without fields"
	}
	return " with " + strings.Join(slices.Sorted(maps.Keys(it.Fields)), ", ")
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
	v, style := it.Fields["value"], strings.Join(styles[:min(1, len(styles))], "")
	values, listed := it.Fields["values"].([]Value)
	if i := slices.Index(smallPlaces, style); i >= 0 {
		w.small(at, i, v)
		return nil
	}
	mode := "1"
	var text any = fmt.Sprint(v)
	if v == nil {
		text = ""
	}
	for n, word := range numberModes() {
		if word == style {
			style, mode = "", n
		}
	}
	switch style {
	case "":
	case "blank":
		text = " "
	case "several":
		if mode = "4"; listed && v == nil {
			text = strings.Join(alg.Map(values, func(v Value) string { return fmt.Sprint(v) }), "")
		}
	case "arrow":
		direction, _ := it.Fields["direction"].(string)
		i := slices.Index(arrowTurns, direction)
		if i < 0 {
			return failf("an arrow needs a direction")
		}
		mode, text = "2", fmt.Sprintf("%v_%d", text, i)
	case "candidates":
		mode, text = "7", bitsOf(values, 9, 9)
	default: // the text itself
		if v == nil {
			text = style
		}
	}
	w.layer.maps["number"][w.key(at)] = []any{text, colour, mode}
	return nil
}

// small writes a small number in a corner or at a side of a cell.
func (w *penpaWriter) small(at Place, corner int, v Value) {
	point := 4*(w.point(at)+(corner/4+1)*w.width*w.height) + corner%4
	w.layer.maps["numberS"][strconv.Itoa(point)] = []any{fmt.Sprint(v), 1}
}

package draw

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"nazo/dsl/value"
	"nazo/internal/model"
)

var update = flag.Bool("update", false, "write the golden files anew")

// grid makes an array over a board: "." is none, digits are numbers, capital
// letters rooms, all else labels that print.
func grid(rows ...string) *value.Array {
	b := &value.Board{Rows: len(rows), Cols: len(strings.Fields(rows[0]))}
	var vs []value.Value
	for _, row := range rows {
		for _, f := range strings.Fields(row) {
			vs = append(vs, cellOf(f))
		}
	}
	return value.NewArray(value.NewSet(b.Cells()...), vs, b)
}

func cellOf(text string) value.Value {
	switch {
	case text == ".":
		return value.None{}
	case '0' <= text[0] && text[0] <= '9':
		n := 0
		for _, c := range text {
			n = 10*n + int(c-'0')
		}
		return value.Int(n)
	case 'A' <= text[0] && text[0] <= 'Z':
		return value.Label{Name: text, Print: text}
	}
	return value.Label{Name: "name of " + text, Print: text}
}

// cells are the places of a board that a drawing marks with #.
func cells(rows ...string) *value.Set {
	b := &value.Board{Rows: len(rows), Cols: len(rows[0])}
	var vs []value.Value
	for r, row := range rows {
		for c, mark := range row {
			if mark == '#' {
				vs = append(vs, b.At(r+1, c+1))
			}
		}
	}
	return value.NewSet(vs...)
}

// walk follows lines of vertices, given as row and column digits, on a board
// where steps lead to all places so many rows and columns away.
func walk(kind value.RouteKind, b *value.Board, step [2]int, lines ...string) *value.Route {
	var edges []value.Edge
	for _, v := range b.Cells() {
		for _, d := range [][2]int{{step[0], step[1]}, {step[0], -step[1]}, {step[1], step[0]}, {step[1], -step[0]}} {
			if to, ok := v.(value.Cell).Shifted(d[0], d[1]).(value.Cell); ok {
				edges = append(edges, value.MakeEdge(v, to, false))
			}
		}
	}
	g := value.NewGraph(value.NewSet(b.Cells()...), edges, false)
	w := &value.Route{Kind: kind, Graph: g, Known: true, Edges: falses(g.Size()), Vertices: falses(g.Vertices.Len())}
	for _, line := range lines {
		var places []value.Value
		for _, f := range strings.Fields(line) {
			places = append(places, b.At(int(f[0]-'0'), int(f[1]-'0')))
		}
		for i, p := range places {
			w.Vertices[g.Vertices.Index(p)] = model.True
			if i > 0 {
				w.Edges[g.EdgeIndex(value.MakeEdge(places[i-1], p, false))] = model.True
			}
		}
	}
	return w
}

func falses(n int) []model.Bool {
	out := make([]model.Bool, n)
	for i := range out {
		out[i] = model.False
	}
	return out
}

// drawings have a little of all that is drawn, by name.
func drawings() map[string][]Item {
	board := &value.Board{Rows: 4, Cols: 4}
	points := &value.Board{Rows: 4, Cols: 4, Points: true} // of three cells each way
	loop := "22 23 24 34 44 43 33 32 22"
	return map[string][]Item{
		"outside": {
			{Value: value.List{value.List{value.Int(1), value.Int(12)}, value.List{}, value.Int(3)}, Given: true, Side: Above, Board: &value.Board{Rows: 2, Cols: 3}},
			{Value: value.List{value.None{}, value.List{value.Int(4), value.Int(10)}}, Given: true, Side: Left, Board: &value.Board{Rows: 2, Cols: 3}},
			{Value: value.List{value.Tuple{value.Int(5), cellOf("x")}, value.Int(6)}, Given: true, Side: Right, Board: &value.Board{Rows: 2, Cols: 3}},
			{Value: value.List{value.Int(7), value.None{}, value.List{value.Int(8), value.Int(9)}}, Given: true, Side: Below, Board: &value.Board{Rows: 2, Cols: 3}},
			{Title: "black", Value: cells("#.#", ".#.")},
		},
		"an empty board": {{Value: &value.Board{Rows: 2, Cols: 3}, Given: true}, {Value: value.List{value.Int(1), value.Int(2), value.Int(3)}, Given: true, Side: Above, Board: &value.Board{Rows: 2, Cols: 3}}},
		"corners":        {{Title: "clue", Value: grid("3 . 2", ". 2 ."), Given: true}, {Value: &value.Board{Rows: 3, Cols: 4, Points: true}, Given: true}},
		"digits over clues": {
			{Title: "digit", Value: grid("1 2 3", "2 3 1", "3 1 2")},
			{Title: "clue", Value: grid("1 . .", ". 3 .", ". . ."), Given: true},
			{Title: "n", Value: value.Int(3), Given: true},
		},
		"queens":         {{Title: "queen", Value: cells("..#.", "#...", "...#", ".#.."), As: "Q"}},
		"picture":        {{Title: "black", Value: cells(".##.", "#..#", "####", "#..#")}},
		"rooms":          {{Title: "room", Value: grid("A A B", "A C B", "C C B"), Given: true}, {Title: "star", Value: cells("#..", "..#", ".#."), As: "*"}},
		"shaded clues":   {{Title: "clue", Value: grid("1 12 3", ". . 2"), Given: true}, {Title: "black", Value: cells(".#.", "#..")}},
		"lattice":        {{Title: "clue", Value: grid("3 . 2", ". 2 .", ". . 1"), Given: true}, {Title: "loop", Value: walk(value.Cycle, points, [2]int{0, 1}, loop)}},
		"loop":           {{Title: "loop", Value: walk(value.Cycle, board, [2]int{0, 1}, loop)}, {Title: "black", Value: cells("#...", "....", "....", ".#..")}},
		"loop and rooms": {{Title: "room", Value: grid("A A B B", "A A B B", "C C C B", "C C C C"), Given: true}, {Title: "loop", Value: walk(value.Cycle, board, [2]int{0, 1}, loop)}},
		"links":          {{Title: "clue", Value: grid("1 . 2 .", ". . . .", "1 . . .", "3 3 . 2"), Given: true}, {Title: "line", Value: walk(value.Links, board, [2]int{0, 1}, "11 21 31", "13 14 24 34 44", "41 42")}},
		"path":           {{Title: "walk", Value: walk(value.Path, board, [2]int{0, 1}, "11 12 22 32")}},
		"knight":         {{Title: "tour", Value: walk(value.Path, board, [2]int{1, 2}, "11 23 31 12 24")}},
		"boxes": {{Title: "boxes", Value: value.List{value.List(cells("##..", "##..").List()), cells("..##", "..##")}},
			{Title: "digit", Value: grid("1 2 3 4", "3 4 1 2")}},
		"homes":           {{Title: "clue", Value: grid("2 . .", ". . 1"), Given: true}, {Title: "island", Value: homes()}},
		"pieces":          {{Title: "piece", Value: pieces()}},
		"pieces of clues": {{Title: "clue", Value: grid("2 . .", ". 3 1"), Given: true}, {Title: "piece", Value: piecesOfClues()}},
		"directions":      {{Title: "clue", Value: directions(), Given: true}},
		"two sets":        {{Title: "black", Value: cells("#.", "..")}, {Title: "white", Value: cells(".#", "..")}},
		"by name":         {{Title: "house", Value: value.NewArray(value.NewSet(cellOf("tea"), cellOf("coffee")), []value.Value{value.Int(1), value.None{}}, nil)}},
		"by number":       {{Title: "at", Value: value.NewArray(value.NewSet(value.Int(1), value.Int(2)), []value.Value{value.Int(10), value.Int(2)}, nil)}},
		"by pair":         {{Title: "paid", Value: byPair()}},
		"scalars":         {{Title: "x", Value: value.Int(7)}, {Title: "on", Value: value.True}, {Title: "s", Value: value.NewSet(value.Int(1), value.Int(2))}},
		"only givens":     {{Title: "clue", Value: grid("1 .", ". 2"), Given: true}, {Title: "n", Value: value.Int(2), Given: true}},
		"parts of a cell": {{Title: "number", Value: grid("1 .", ". 2"), Given: true}, {Title: "arrow", Value: grid("> .", ". ^"), Given: true}, {Title: "b", Value: cells(".#", "..")}},
		"slants":          {{Title: "clue", Value: grid(". 1 .", ". . 3", ". 2 ."), Given: true}, {Title: "slash", Value: slants()}},
		"sides": {
			{Title: "dot", Value: onSides(value.Int(12), value.Label{Name: "dot", Print: "o"}, value.None{}), Given: true},
			{Title: "wall", Value: value.NewSet(side(2, 1, 2, 2), side(2, 2, 3, 2)), Given: true},
			{Title: "post", Value: value.NewSet(points.At(1, 1), points.At(3, 3)), Given: true},
			{Title: "digit", Value: grid("1 2 3", "2 3 1", "3 1 2")},
		},
		"a line beside walls": {
			{Title: "wall", Value: value.NewSet(side(1, 2, 2, 2)), Given: true},
			{Title: "line", Value: value.NewSet(side(1, 1, 1, 2), side(1, 1, 2, 1))},
		},
		"cells, sides and corners": {{Title: "dot", Value: between(), Given: true}, {Title: "line", Value: value.NewSet(side(1, 1, 1, 2))}},
		"a given with no room": {
			{Title: "room", Value: grid("A A B", "A B B"), Given: true},
			{Title: "clue", Value: grid("1 . .", ". . 2"), Given: true},
			{Title: "start", Value: cells("###", "###").List()[1], As: "S", Given: true},
			{Title: "part", Value: grid("A A B", "C D D")},
		},
		"walls with sums": {
			{Title: "wall", Value: grid("# # #", "# . .", "# . #"), Given: true},
			{Title: "down", Value: grid(". 12 5", ". . .", ". . ."), Given: true},
			{Title: "across", Value: grid(". . .", "11 . .", "7 . ."), Given: true},
			{Title: "digit", Value: grid(". . .", ". 8 3", ". 4 .")},
		},
		"numbered walls": {
			{Title: "block", Value: grid("1 . #", ". . .", "? . 12"), Style: Style{Word: Wall}, Given: true},
			{Title: "more", Value: cells("...", "..#", "..."), Style: Style{Word: Wall}, Given: true},
			{Title: "lamp", Value: cells("...", ".#.", "..."), As: "o"},
		},
		"circles": {
			{Title: "clue", Value: grid("2 . 12", ". . .", ". . 1"), Style: Style{Word: Circle}, Given: true},
			{Title: "dark", Value: cells("...", "#..", "#.#"), Style: Style{Circle, "black"}, Given: true},
			{Title: "at", Value: onSides(value.Int(3), value.Int(4), value.None{}), Style: Style{Word: Circle}, Given: true},
			{Title: "post", Value: value.NewSet(points.At(3, 3)), Style: Style{Circle, "black"}, Given: true},
		},
		"figures": {
			{Title: "thermo", Value: value.List{value.List(cells("##.", "...", "...").List()), value.List(cells("...", "...", ".##").List())}, Style: Style{Word: Thermo}, Given: true},
			{Title: "arrow", Value: value.List(cells("..#", ".#.", "#..").List()), Style: Style{Word: Arrow}, Given: true},
			{Title: "whisper", Value: value.NewSet(cells("...", "##.", "...")), Style: Style{Line, "green"}, Given: true},
			{Title: "cage", Value: value.List{value.Tuple{value.Int(9), value.List(cells(".##", ".#.", "...").List())}}, Style: Style{Word: Cage}, Given: true},
			{Title: "area", Value: grid("A . .", ". . .", "A B B"), Style: Style{Word: Cage}, Given: true},
			{Title: "dot", Value: value.List{value.List(cells("##.", "...", "...").List()), value.Tuple{value.List(cells("...", ".##", ".##").List()), value.Int(7)}}, Style: Style{Dot, "black"}, Given: true},
			{Title: "quad", Value: value.List{value.Tuple{value.List(cells("...", "##.", "##.").List()), value.List{value.Int(1), value.Int(2), value.Int(3)}}}, Style: Style{Word: Dot}, Given: true},
			{Title: "even", Value: value.NewSet(cells("..#", "...", "#..")), Style: Style{Square, "blue"}, Given: true},
			{Title: "sum", Value: value.List{value.Tuple{cells("...", "#..", "#.."), value.Text("V")}}, Style: Style{Word: Between}, Given: true},
			{Title: "digit", Value: grid("1 2 3", "2 3 1", "3 1 2")},
		},
		"fifth lines": {
			{Value: value.List{numbers(1, 2), numbers(), numbers(3)}, Given: true, Side: Left, Board: &value.Board{Rows: 3, Cols: 11}},
			{Title: "black", Value: cells("#.##.......", "...........", ".......###.")},
		},
		"lists":                {{Title: "clue", Value: lists(), Given: true}},
		"pearls":               {{Title: "pearl", Value: grid(". * . .", ". o . .", ". . . o", ". . . ."), Given: true}, {Title: "loop", Value: walk(value.Cycle, board, [2]int{0, 1}, loop)}},
		"a table and no board": {{Title: "distance", Value: grid("1 2", "3 4"), Given: true}, {Title: "cost", Value: value.Int(4)}},
		"bridges":              {{Title: "clue", Value: grid("2 . 3", ". . .", ". . 1"), Given: true}, {Title: "bridge", Value: bridges()}},
	}
}

// side is the side between two cells of a board of three rows and columns.
func side(row, col, toRow, toCol int) value.Value {
	b := &value.Board{Rows: 3, Cols: 3}
	return value.MakeEdge(b.At(row, col), b.At(toRow, toCol), false)
}

// lists are some that have no room in a line.
func lists() *value.Array {
	g := grid("1 2", "3 4")
	for i := range g.Values {
		g.Values[i] = value.List{value.Int(i + 8), value.None{}, value.Int(12), value.Int(i)}[:i+1]
	}
	return g
}

// between has marks on a cell, a side that is a wall, another, and a corner.
func between() *value.Array {
	b, points := &value.Board{Rows: 3, Cols: 3}, &value.Board{Rows: 4, Cols: 4, Points: true}
	keys := []value.Value{b.At(1, 1), side(1, 1, 1, 2), side(1, 2, 1, 3), side(2, 1, 3, 1), points.At(2, 2), b.At(3, 3)}
	return value.NewArray(value.NewSet(keys...), []value.Value{cellOf("o"), value.None{}, cellOf("#"), cellOf("x"), value.Int(4), value.None{}}, nil)
}

// onSides has values for the first sides of the upper row.
func onSides(values ...value.Value) *value.Array {
	keys := []value.Value{side(1, 1, 1, 2), side(1, 1, 2, 1), side(1, 2, 1, 3)}
	return value.NewArray(value.NewSet(keys...), values, nil)
}

func TestText(t *testing.T) {
	for name, items := range drawings() {
		t.Run(name, func(t *testing.T) {
			golden(t, name+".txt", Text(items, Options{}))
		})
	}
	t.Run("colour", func(t *testing.T) {
		golden(t, "colour.txt", Text(drawings()["links"], Options{Color: "\x1b["}))
	})
}

func homes() *value.Array {
	b := &value.Board{Rows: 2, Cols: 3}
	one, two := b.At(1, 1), b.At(2, 3)
	return value.NewArray(value.NewSet(b.Cells()...), []value.Value{one, one, value.None{}, value.None{}, value.None{}, two}, b)
}

func pieces() *value.Array {
	return value.NewArray(value.NewSet(value.Int(1), value.Int(2)), []value.Value{cells("##.", "#.."), cells("..#", ".##")}, nil)
}

// piecesOfClues has a piece for some of the cells in it, one of them for two.
func piecesOfClues() *value.Array {
	b := &value.Board{Rows: 2, Cols: 3}
	large := cells(".##", ".#.")
	return value.NewArray(value.NewSet(b.At(1, 1), b.At(2, 2), b.At(1, 3), b.At(2, 3)),
		[]value.Value{cells("#..", "#.."), large, large, cells("...", "..#")}, nil)
}

// directions are lists of directions in cells.
func directions() *value.Array {
	clue := grid(". .", ". .")
	clue.Values[1] = value.List{value.East, value.South}
	clue.Values[2] = value.List{value.West}
	return clue
}

func byPair() *value.Array {
	var keys, values []value.Value
	for i := range 2 {
		for j := range 3 {
			keys = append(keys, value.Tuple{value.Int(i + 1), cellOf("x" + string(rune('1'+j)))})
			values = append(values, value.Int(10*i+j))
		}
	}
	return value.NewArray(value.NewSet(keys...), values, nil)
}

func slants() *value.Set {
	b := &value.Board{Rows: 3, Cols: 3}
	return value.NewSet(value.MakeEdge(b.At(1, 1), b.At(2, 2), false), value.MakeEdge(b.At(1, 3), b.At(2, 2), false),
		value.MakeEdge(b.At(2, 1), b.At(3, 2), false), value.MakeEdge(b.At(3, 2), b.At(2, 3), false))
}

func bridges() *value.Array {
	b := &value.Board{Rows: 3, Cols: 3}
	return value.NewArray(
		value.NewSet(value.MakeEdge(b.At(1, 1), b.At(1, 3), false), value.MakeEdge(b.At(1, 3), b.At(3, 3), false)),
		[]value.Value{value.Int(2), value.Int(1)}, nil)
}

// Where many states are shown one after the other, boards are small.
func TestSmall(t *testing.T) {
	b := &value.Board{Rows: 2, Cols: 4}
	places := value.NewArray(value.NewSet(cellOf("x"), cellOf("y")), []value.Value{b.At(1, 2), b.At(2, 3)}, nil)
	tests := map[string][]Item{
		"characters":      {{Title: "b", Value: grid("# # # #", "# @ . $")}, {Title: "at", Value: b.At(2, 3), As: "A", Top: true}},
		"numbers in rows": {{Title: "tile", Value: grid("1 2 3", "12 . 4")}},
		"places":          {{Title: "at", Value: places}, {Title: "n", Value: value.Int(3)}},
		"pieces":          {{Title: "piece", Value: pieces()}},
		"on top":          {{Title: "b", Value: grid("o . .", "o o .")}, {Title: "at", Value: cells("#..", "..#"), As: "A", Top: true}},
		"shaded":          {{Title: "lit", Value: cells("#..", "..#")}},
	}
	for name, items := range tests {
		t.Run(name, func(t *testing.T) { golden(t, "small "+name+".txt", Text(items, Options{Empty: '.'})) })
	}
}

// A line that is too wide for the paper goes without rules.
func TestNarrow(t *testing.T) {
	text := Text([]Item{{Title: "digit", Value: grid("1 2 3", "2 3 1")}}, Options{Width: 12})
	golden(t, "narrow.txt", text)
}

// A board that is wider than the paper has narrower cells, and if these are still too wide comes in pieces.
func TestPieces(t *testing.T) {
	clues := value.List{value.Int(3), value.None{}}
	rooms := []Item{{Title: "room", Value: grid("A A B B C C", "A B B C C C"), Given: true}, {Title: "digit", Value: grid("1 2 1 2 1 12", "3 3 4 4 5 6")},
		{Title: "clue", Value: grid("1 . . . . 12", ". . . . . ."), Given: true}}
	beside := append(rooms, Item{Value: clues, Given: true, Side: Right, Board: &value.Board{Rows: 2, Cols: 6}},
		Item{Value: clues, Given: true, Side: Left, Board: &value.Board{Rows: 2, Cols: 6}})
	tests := map[string]struct {
		items []Item
		opt   Options
	}{
		"narrow rooms":     {rooms, Options{Width: 25}},
		"rooms in pieces":  {beside, Options{Width: 14}},
		"column by column": {rooms, Options{Width: 1}},
		"shaded narrow":    {[]Item{{Title: "black", Value: cells("##..#", "#...#")}}, Options{Width: 8}},
		"small in pieces":  {[]Item{{Title: "b", Value: grid("# # # # #", "# @ . $ #")}}, Options{Width: 3, Empty: '.'}},
		"slants narrow":    {drawings()["slants"], Options{Width: 10}},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			text := Text(test.items, test.opt)
			golden(t, name+".txt", text)
			for line := range strings.Lines(text) {
				if n := utf8.RuneCountInString(line) - 1; test.opt.Width > 1 && n > test.opt.Width && !strings.HasPrefix(line, "column") {
					t.Errorf("a line of %d columns: %s", n, line)
				}
			}
		})
	}
}

// both are items with two values.
func both() map[string][]Item {
	board := &value.Board{Rows: 4, Cols: 4}
	points := &value.Board{Rows: 4, Cols: 4, Points: true}
	return map[string][]Item{
		"two fillings":    {{Title: "clue", Value: grid("1 . .", ". . 2"), Given: true}, {Title: "digit", Value: grid("1 2 3", "3 . 2"), Others: []value.Value{grid("1 3 2", "3 1 2")}}},
		"four fillings":   {{Title: "digit", Value: grid("1 2 3", "3 . 2"), Others: []value.Value{grid("1 3 2", "3 1 2"), grid("1 4 3", ". 2 2"), grid("1 5 3", "3 3 2")}}},
		"three pictures":  {{Title: "black", Value: cells("##.", "..#"), Others: []value.Value{cells("#.#", "..#"), cells("##.", "#.#")}}},
		"three divisions": {{Title: "room", Value: grid("A A B", "A C B"), Others: []value.Value{grid("A B B", "A C B"), grid("A A B", "C C B")}}},
		"two pictures":    {{Title: "black", Value: cells("##.", "..#"), Others: []value.Value{cells("#.#", "..#")}}},
		"two loops": {{Title: "loop", Value: walk(value.Cycle, board, [2]int{0, 1}, "11 12 13 23 22 21 11"),
			Others: []value.Value{walk(value.Cycle, board, [2]int{0, 1}, "11 12 13 23 33 32 31 21 11")}}},
		"two outlines": {{Title: "loop", Value: walk(value.Cycle, points, [2]int{0, 1}, "11 12 13 23 22 21 11"),
			Others: []value.Value{walk(value.Cycle, points, [2]int{0, 1}, "11 12 22 21 11")}}},
		"two paths":     {{Title: "path", Value: walk(value.Path, board, [2]int{0, 1}, "11 12 22 21"), Others: []value.Value{walk(value.Path, board, [2]int{0, 1}, "11 21 22 32")}}},
		"two divisions": {{Title: "room", Value: grid("A A B", "A C B"), Others: []value.Value{grid("A B B", "A C B")}}},
		"two slants":    {{Title: "slash", Value: slants(), Others: []value.Value{value.NewSet(slants().List()[:3]...)}}},
		"an empty set":  {{Title: "black", Value: cells("...", "...", "..."), Others: []value.Value{cells(".#.", "...", "...")}}},
		"two values":    {{Title: "black", Value: cells("#.")}, {Title: "n", Value: value.Int(3), Others: []value.Value{value.Int(4)}}},
		"two weights": {{Title: "bridge", Value: bridges(), Others: []value.Value{value.NewArray(bridges().Keys,
			[]value.Value{value.Int(1), value.Int(1)}, nil)}}},
	}
}

// Two answers are drawn as one, with a mark on what only one has.
func TestBoth(t *testing.T) {
	for name, items := range both() {
		t.Run(name, func(t *testing.T) {
			for _, it := range items {
				if len(it.Others) > 0 && !Common(it) {
					t.Errorf("%s has no common picture", it.Title)
				}
			}
			golden(t, name+".txt", Text(items, Options{}))
			svg := SVG(Head{Title: "a title"}, []Section{{Items: items}})
			wellFormed(t, svg)
			if name == "two slants" || name == "two loops" || name == "two divisions" || name == "two pictures" {
				golden(t, name+".svg", svg)
			}
		})
	}
}

// What has a mark stands out from the rest.
func TestMarks(t *testing.T) {
	board := &value.Board{Rows: 4, Cols: 4}
	sure := walk(value.Path, board, [2]int{0, 1}, "11 12 13")
	for name, items := range map[string][]Item{
		"a doubtful number": {{Title: "digit", Value: grid("1 . .", ". 2 ."), Given: true}, {Title: "guess", Value: grid(". 3 .", ". . 1"), Mark: Doubtful}},
		"doubtful shades":   {{Title: "black", Value: cells("#..", ".#."), Mark: Doubtful}},
		"a doubtful line":   {{Title: "path", Value: sure, Mark: Doubtful}},
	} {
		t.Run(name, func(t *testing.T) {
			golden(t, name+".txt", Text(items, Options{}))
			wellFormed(t, SVG(Head{Title: "a title"}, []Section{{Items: items}}))
		})
	}
}

// What no picture shows together is told.
func TestNothingCommon(t *testing.T) {
	board := &value.Board{Rows: 4, Cols: 4}
	for name, it := range map[string]Item{
		"boards":           {Value: cells("#."), Others: []value.Value{cells("#", ".")}},
		"a board and none": {Value: cells("#."), Others: []value.Value{value.Int(1)}},
		"keys":             {Value: byPair(), Others: []value.Value{value.NewArray(value.NewSet(value.Int(1)), []value.Value{value.Int(1)}, nil)}},
		"a line of marks":  {Value: walk(value.Path, board, [2]int{0, 1}, "11 12"), Others: []value.Value{value.Int(1)}},
	} {
		if Common(it) {
			t.Errorf("%s have a common picture:\n%s", name, Text([]Item{it}, Options{}))
		}
	}
}

// What is given is marked where something of its kind is found.
func TestGivens(t *testing.T) {
	mixed := []Item{{Title: "clue", Value: grid("1 a # .", "2 b . ."), Given: true}, {Title: "digit", Value: grid("1 . . 3", ". . 4 +")}}
	golden(t, "givens.txt", Text(mixed, Options{})+Text(mixed, Options{Width: 12})+Text(mixed, Options{Empty: '.'}))
}

func golden(t *testing.T, name, got string) {
	t.Helper()
	file := filepath.Join("testdata", strings.ReplaceAll(name, " ", "_"))
	if *update {
		if err := os.MkdirAll("testdata", 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(string(want), got); d != "" {
		t.Errorf("%s (-want +got):\n%s", file, d)
	}
}

// TestSVGWhile holds that a page that is not drawn to its end is a page of the rows before.
func TestSVGWhile(t *testing.T) {
	section := func(heading string) Section { return Section{Heading: heading} }
	asked := 0
	got := SVGWhile(Head{Title: "some"}, []Section{section("one"), section("two"), section("three"), section("four")}, func() bool { asked++; return asked <= 2 })
	if want := SVG(Head{Title: "some"}, []Section{section("one"), section("two")}); got != want {
		t.Errorf("got %s\nwant %s", got, want)
	}
}

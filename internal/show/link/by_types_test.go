package link_test

import (
	"strings"
	"testing"

	"nazo/compile"
	"nazo/dsl/diag"
	"nazo/dsl/instance"
	"nazo/dsl/linkformat"
	"nazo/internal/show/link"
	"nazo/internal/show/sites"
	"nazo/internal/ui/load"
)

// drawing is a link of penpa with items, on a board of three rows and columns.
func drawing(t *testing.T, items ...sites.Item) string {
	t.Helper()
	text, err := sites.Write(sites.Penpa, &sites.Document{Board: linkformat.Board{Columns: 3, Rows: 3}, Items: items})
	if err != nil {
		t.Fatal(err)
	}
	return text
}

func side(x, y int) linkformat.Place { return linkformat.Place{X: x, Y: y} }

// readAs returns the instance of a link by a spec, or the error.
func readAs(t *testing.T, text, link_ string) (string, []string, error) {
	t.Helper()
	spec, _, err := load.Parse("own", text+something)
	if err != nil {
		t.Fatal(err)
	}
	read, err := link.Read(spec, diag.NewSource("link", link_))
	if err != nil {
		return "", nil, err
	}
	values, problems := compile.Givens(t.Context(), spec, instance.Input{Instance: read.Instance}, compile.Options{})
	return instance.Text(spec, values), read.Notes, problems.Err()
}

// drawnAgain draws an instance, reads the drawing, and returns the instance.
func drawnAgain(t *testing.T, text, board string) string {
	t.Helper()
	spec, _, err := load.Parse("own", text+something)
	if err != nil {
		t.Fatal(err)
	}
	in, problems := instance.Parse(diag.NewSource("board", board))
	if problems.HasErrors() {
		t.Fatal(problems)
	}
	values, problems := compile.Givens(t.Context(), spec, instance.Input{Instance: in[0]}, compile.Options{})
	if problems.HasErrors() {
		t.Fatal(problems)
	}
	doc, missing, err := link.Document(spec, sites.Penpa, values)
	if err != nil || len(missing) > 0 {
		t.Fatalf("%v are not drawn: %v", missing, err)
	}
	link_, err := sites.Write(sites.Penpa, doc)
	if err != nil {
		t.Fatal(err)
	}
	again, _, err := readAs(t, text, link_)
	if err != nil {
		t.Fatal(err)
	}
	return again
}

// something is what a spec must have besides givens.
const something = "find x: 1..2\nrule \"x\": x = 1\n"

func TestGivensThatLookAlikeAreNotDrawn(t *testing.T) {
	spec, _, err := load.Parse("own", "puzzle own \"A spec.\"\ngiven a: grid of 1..9?\ngiven b: grid of 1..9?\ngiven full = false\n"+something)
	if err != nil {
		t.Fatal(err)
	}
	in, _ := instance.Parse(diag.NewSource("board", "a:\n  1 .\nb:\n  . 2\nfull = true\n"))
	values, problems := compile.Givens(t.Context(), spec, instance.Input{Instance: in[0]}, compile.Options{})
	if problems.HasErrors() {
		t.Fatal(problems)
	}
	doc, missing, err := link.Document(spec, sites.Penpa, values)
	if err != nil || len(doc.Items) != 1 || len(missing) != 2 || missing[0] != "b" || missing[1] != "full" {
		t.Errorf("%v, missing %v, %v", doc, missing, err)
	}
}

// A drawing without borders is one room.
func TestADrawingWithoutBordersIsOneRoom(t *testing.T) {
	got, _, err := readAs(t, "puzzle own \"A spec.\"\ngiven room: grid of label\nlink \"own\": border room\n", drawing(t))
	if want := "room:\n  A A A\n  A A A\n  A A A\n"; err != nil || got != want {
		t.Errorf("%v\n%s\nand not\n%s", err, got, want)
	}
}

func TestDrawingsGoToGivensByTheirTypes(t *testing.T) {
	cell := func(row, column int) linkformat.Place { return linkformat.Cell(row, column) }
	for _, test := range []struct {
		name, spec string
		items      []sites.Item
		want       string
	}{
		{"numbers, letters and a clue without a number", `given clue: grid of {any "?"} or 0..30?`,
			[]sites.Item{item("number", "cell", cell(1, 1), "value", 12), item("number", "cell", cell(2, 2), "value", "?"), item("number", "cell", cell(3, 3), "value", "C")},
			"clue:\n  12 . .\n   . ? .\n   . . 3\n"},
		{"rooms by edges, and what is below clues", "given room: grid of label\ngiven clue: grid of 0..9?",
			[]sites.Item{item("edge", "cell", side(1, 2)), item("edge", "cell", side(3, 2)), item("edge", "cell", side(5, 2)),
				item("number", "cell", cell(3, 1), "value", 4), item("surface grey", "cell", cell(3, 1))},
			"room:\n  A A A\n  B B B\n  B B B\n\nclue:\n  . . .\n  . . .\n  4 . .\n"},
		{"circles by their look, and a set of cells by its ground", "given pearl: grid of {white \"o\", black \"*\"}?\ngiven ice: set of cells(pearl) = {}",
			[]sites.Item{item("symbol circle_L 1", "cell", cell(1, 2)), item("symbol circle_L 2", "cell", cell(3, 3)), item("surface blue", "cell", cell(2, 1))},
			"pearl:\n  . o .\n  . . .\n  . . *\n\nice:\n  . . .\n  # . .\n  . . .\n"},
		{"an arrow with a number", "given number: grid of 0..9?\ngiven arrow: grid of directions?",
			[]sites.Item{item("number arrow", "cell", cell(2, 2), "value", 3, "direction", "west")},
			"number:\n  . . .\n  . 3 .\n  . . .\n\narrow:\n  . . .\n  . < .\n  . . .\n"},
		{"beside the board, as puzz.link has it", "given clue: grid of 0..3?\ngiven down: list of 0..9?\ngiven across: list of 0..9?\nlink \"own\": num16 clue, num16 outside (down, across)",
			[]sites.Item{item("number above", "cell", cell(0, 2), "value", 5), item("number left", "cell", cell(3, 0), "value", 1)},
			"down = [none, 5, none]\nacross = [none, none, 1]"},
		{"at corners", "given clue: grid of 0..4?\nlink \"own\": quad points clue",
			[]sites.Item{item("number point", "cell", side(2, 4), "value", 2)},
			"clue:\n  . . . .\n  . . . .\n  . 2 . .\n  . . . .\n"},
		{"between cells", "given n: 1..9\ngiven dot[e in edges(orthogonal(grid(n, n)))]: {white \"o\", black \"*\"}?\nlink \"own\": columns n, rows n, trits sides dot",
			[]sites.Item{item("symbol circle_SS side 2", "cell", side(2, 1))},
			"n = 3\n\ndot:\n  . * . . .\n  . + . + .\n"},
		{"by a statement of its own", `given clue: grid of 0..9?
given wall: grid of {stone "#"}?
given trap: set of cells(clue) = {}
given start: cells(clue)
given thermo: list of list of cells(clue) = []
given cage: list of (0..99, list of cells(clue)) = []
link "penpa": "number S" start, "surface" wall {"black": stone}, "surface red" trap, "symbol star", "cage" (value, cells) cage {none: 0}`,
			[]sites.Item{item("number", "cell", cell(1, 1), "value", "S"), item("number", "cell", cell(1, 2), "value", 7), item("surface black", "cell", cell(2, 2)),
				item("surface red", "cell", cell(3, 3)), item("symbol star 2", "cell", cell(2, 1)), item("thermo", "cells", []sites.Value{cell(1, 1), cell(1, 2)}),
				item("cage", "cells", []sites.Value{cell(3, 1), cell(3, 2)}, "value", 9)},
			"clue:\n  . 7 .\n  . . .\n  . . .\n\nwall:\n  . . .\n  . # .\n  . . .\n\ntrap:\n  . . .\n  . . .\n  . . #\n\nstart = r1c1\n\nthermo:\n  r1c1 r1c2\n\ncage:\n  9 r3c1 r3c2\n"},
	} {
		text := "puzzle own \"A spec.\"\n" + test.spec + "\n"
		got, _, err := readAs(t, text, drawing(t, test.items...))
		if err != nil || !strings.Contains(strings.TrimSpace(got)+"\n", test.want) {
			t.Errorf("%s: %v\n%s\nwithout\n%s", test.name, err, got, test.want)
			continue
		}
		if again := drawnAgain(t, text, got); again != got {
			t.Errorf("%s: drawn and read again it is\n%s", test.name, again)
		}
	}
}

func TestDrawingsThatNoGivenTakesAreNamed(t *testing.T) {
	clue := "puzzle own \"A spec.\"\ngiven clue: grid of 1..9?\n"
	for _, test := range []struct {
		item sites.Item
		want string
	}{
		{item("surface black", "cell", linkformat.Cell(1, 1)), "the link has `surface black`, and the spec does not say what that means"},
		{item("line green", "cells", cells(1, 1, 1, 2)), "the link has `line green`"},
		{item("number", "cell", linkformat.Cell(1, 1), "value", "ab"), "the link has `number`"},
		{item("number", "cell", linkformat.Cell(1, 1), "value", 77), "the link has number 77, and `clue` can't have that"},
	} {
		if _, _, err := readAs(t, clue, drawing(t, test.item)); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: %v, and not: %s", test.item.Kind, err, test.want)
		}
	}
	stated := "puzzle own \"A spec.\"\ngiven piece: grid of {up \"U\", down \"D\"}?\nlink \"penpa\": \"number 7\" piece {7: up}\n"
	circle := item("symbol circle_L 1", "cell", linkformat.Cell(1, 1), "value", 1)
	if _, _, err := readAs(t, stated, drawing(t, circle)); err == nil || !strings.Contains(err.Error(), "the link has `symbol circle_L 1`") {
		t.Errorf("a circle is a label of a given that the statement has: %v", err)
	}
	for _, test := range []struct{ part, want string }{
		{"border (room, none)", "the border between r1c1 and r1c2 ends inside of a room, and the spec does not say what that means"},
		{"border room", "the border between r1c1 and r1c2 ends inside of a room, and is ignored"},
	} {
		_, notes, err := readAs(t, "puzzle own \"A spec.\"\ngiven room: grid of label\nlink \"own\": "+test.part+"\n", drawing(t, item("edge", "cell", side(2, 1))))
		if got := strings.Join(notes, ""); got != test.want && (err == nil || !strings.Contains(err.Error(), test.want)) {
			t.Errorf("%s: %q, %v, and not: %s", test.part, got, err, test.want)
		}
	}
	_, notes, err := readAs(t, clue, drawing(t, item("surface black", "cell", linkformat.Cell(1, 1)), item("number", "cell", linkformat.Cell(1, 1), "value", 1)))
	if want := "`surface black` is only drawn, and is ignored"; err != nil || len(notes) != 1 || notes[0] != want {
		t.Errorf("%v, %v, and not: %s", notes, err, want)
	}
}

// The specs whose drawings types can't tell have statements.
func TestDrawingsOfShippedSpecs(t *testing.T) {
	cell := linkformat.Cell
	for _, test := range []struct {
		name  string
		items []sites.Item
		want  string
	}{
		{"castle_wall", []sites.Item{item("number arrow", "cell", cell(2, 2), "value", 2, "direction", "west"), item("surface black", "cell", cell(1, 1)),
			item("number", "cell", cell(1, 1), "value", "?")}, "number:\n  ? . .\n  . 2 .\n  . . .\n\narrow:\n  . . .\n  . < .\n  . . .\n\ncolour:\n  * . .\n  . o .\n"},
		{"yajilin", []sites.Item{item("surface grey", "cell", cell(1, 1)), item("surface grey", "cell", cell(2, 2)), item("number", "cell", cell(2, 2), "value", 1),
			item("symbol arrow_fouredge_B", "cell", cell(2, 2), "values", []sites.Value{1})}, "number:\n  ? . .\n  . 1 .\n  . . .\n\narrow:\n  . . .\n  . > .\n"},
		{"kenken", []sites.Item{item("number topleft", "cell", cell(1, 1), "value", "6×"), item("number topleft", "cell", cell(1, 2), "value", 3), item("number above medium", "cell", cell(0, 3), "value", "{1-3}")},
			"result:\n  6 3 .\n  . . .\n  . . .\n\nsign:\n  x ? .\n"},
		{"nagareru_loop", []sites.Item{item("symbol arrow_B_B 5", "cell", cell(1, 2)), item("surface black", "cell", cell(2, 1)), item("symbol arrow_B_W 3", "cell", cell(2, 1)), item("surface black", "cell", cell(3, 3))},
			"arrow:\n  . > .\n  . . .\n  . . .\n\nfan:\n  . . .\n  ^ . .\n  . . #\n"},
		{"pipelink", []sites.Item{item("halfline black", "cell", cell(1, 1), "value", "east south"), item("halfline black", "cell", cell(2, 2), "value", "north south")},
			"piece:\n  F . .\n  . | .\n"},
		{"magnets", []sites.Item{item("number above", "cell", cell(0, 1), "value", 2), item("number below", "cell", cell(4, 2), "value", 1), item("number left", "cell", cell(3, 0), "value", 0)},
			"above:\n  2 .\n  . 1\n  . .\n\nleft:\n  . .\n  . .\n  0 .\n"},
		{"light_and_shadow", []sites.Item{item("number", "cell", cell(1, 1), "value", 4), item("surface black", "cell", cell(2, 2)), item("number", "cell", cell(2, 2), "value", "?")},
			"number:\n  4 . .\n  . ? .\n  . . .\n\ncolour:\n  o . .\n  . * .\n"},
		{"ripple_effect", []sites.Item{item("number", "cell", cell(1, 1), "value", "?"), item("number", "cell", cell(1, 2), "value", 2)}, "clue:\n  . 2 .\n  . . .\n  . . .\n\nhole:\n  # . .\n"},
		{"haisu", []sites.Item{item("number", "cell", cell(1, 2), "value", "S"), item("number", "cell", cell(3, 3), "value", "G"), item("number", "cell", cell(2, 2), "value", 1)},
			"clue:\n  . . .\n  . 1 .\n  . . .\n\nstart = r1c2\ntarget = r3c3\n"},
		{"star_battle", []sites.Item{item("number above", "cell", cell(0, 3), "value", 1), item("symbol star above 2", "cell", cell(0, 2))}, "stars = 1\n"},
		{"anglers", []sites.Item{item("symbol tents 3", "cell", cell(1, 1)), item("surface black", "cell", cell(2, 2)), item("number below", "cell", cell(4, 1), "value", 5)},
			"clue:\n  f . .\n  . # .\n  . . .\n\nnorth_shore = [none, none, none]\nsouth_shore = [5, none, none]\n"},
	} {
		spec, _, err := load.Load(test.name)
		if err != nil {
			t.Fatal(err)
		}
		read, err := link.Read(spec, diag.NewSource("link", drawing(t, test.items...)))
		if err != nil {
			t.Errorf("%s: %v", test.name, err)
			continue
		}
		values, problems := compile.Givens(t.Context(), spec, instance.Input{Instance: read.Instance}, compile.Options{})
		if got := instance.Text(spec, values); problems.HasErrors() || !strings.Contains(got, test.want) {
			t.Errorf("%s: %v\n%s\nwithout\n%s", test.name, problems.Err(), got, test.want)
		}
	}
}

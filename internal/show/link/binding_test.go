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

const bindings = `puzzle setters "A spec with a binding of each kind."
given clue: grid of 1..4?
given thermo: list of list of cells(clue) = []
given cage: list of (0..99, list of cells(clue)) = []
given arrow: list of (list of cells(clue), list of cells(clue)) = []
given odd: set of cells(clue) = {}
given sandwich: list of (1..9, list of cells(clue)) = []
given xv: list of (1..10, list of cells(clue)) = []
given knight = false
given negative = false
find digit[c in cells(clue)]: 1..4
rule "clues" for c in clues(clue): digit[c] = clue[c]
link "f-puzzles":
  "given" clue, "thermometer" lines thermo, "killercage" (value, cells) cage {none: 0}, "arrow" (cells, lines) arrow,
  "odd" cell odd, "sandwichsum" (value, cell) sandwich, "xv" (value, cells) xv {"X": 10, "V": 5}, "antiknight" knight,
  "negative xv" negative, "region", "text"
`

func cells(places ...int) (out []sites.Value) {
	for i := 0; i < len(places); i += 2 {
		out = append(out, linkformat.Cell(places[i], places[i+1]))
	}
	return out
}

func linkOf(t *testing.T, items ...sites.Item) string {
	t.Helper()
	text, err := sites.Write(sites.FPuzzles, &sites.Document{Board: linkformat.Board{Columns: 4, Rows: 4}, Items: items, Title: "Small", Rules: "Think."})
	if err != nil {
		t.Fatal(err)
	}
	return text
}

func item(kind string, fields ...any) sites.Item {
	it := sites.Item{Kind: kind, Fields: map[string]sites.Value{}}
	for i := 0; i < len(fields); i += 2 {
		it.Fields[fields[i].(string)] = fields[i+1]
	}
	return it
}

func TestLinksOfOtherSitesGiveGivensByTheirBindings(t *testing.T) {
	spec, _, err := load.Parse("setters", bindings)
	if err != nil {
		t.Fatal(err)
	}
	line := cells(1, 1, 1, 2, 2, 2)
	for _, test := range []struct {
		items []sites.Item
		want  string // the instance
	}{
		{[]sites.Item{item("given", "cell", linkformat.Cell(2, 1), "value", 3)}, "clue:\n  . . . .\n  3 . . .\n  . . . .\n  . . . .\n"},
		{[]sites.Item{item("thermometer", "lines", []sites.Value{line, cells(3, 1, 3, 2)})}, "thermo:\n  r1c1 r1c2 r2c2\n  r3c1 r3c2\n"},
		{[]sites.Item{item("killercage", "value", 9, "cells", line), item("killercage", "cells", cells(4, 4))},
			"cage:\n  9 r1c1 r1c2 r2c2\n  0 r4c4\n"},
		{[]sites.Item{item("arrow", "cells", cells(1, 1), "lines", []sites.Value{cells(1, 1, 1, 2), cells(1, 1, 2, 1)})},
			"arrow:\n  r1c1 ; r1c1 r1c2\n  r1c1 ; r1c1 r2c1\n"},
		{[]sites.Item{item("odd", "cell", linkformat.Cell(1, 3)), item("odd", "cell", linkformat.Cell(4, 1))}, "odd:\n  . . # .\n  . . . .\n  . . . .\n  # . . .\n"},
		{[]sites.Item{item("sandwichsum", "value", 5, "cell", linkformat.Cell(0, 2)), item("sandwichsum", "value", 2, "cell", linkformat.Cell(3, 5))},
			"sandwich:\n  5 r1c2 r2c2 r3c2 r4c2\n  2 r3c4 r3c3 r3c2 r3c1\n"},
		{[]sites.Item{item("xv", "value", "V", "cells", cells(1, 1, 1, 2)), item("antiknight"), item("negative xv")},
			"xv:\n  5 r1c1 r1c2\n\nknight = true\nnegative = true\n"},
	} {
		text := linkOf(t, test.items...)
		read, err := link.Read(spec, diag.NewSource("link", text))
		if err != nil {
			t.Errorf("%s: %v", test.want, err)
			continue
		}
		if read.Instance.Title != "Small" {
			t.Errorf("the title is %q", read.Instance.Title)
		}
		values, problems := compile.Givens(t.Context(), spec, instance.Input{Instance: read.Instance}, compile.Options{})
		if problems.HasErrors() {
			t.Errorf("%s: %v", test.want, problems.Text(false))
			continue
		}
		if got := instance.Text(spec, values); !strings.Contains(got, test.want) {
			t.Errorf("the instance is\n%s\nwithout\n%s", got, test.want)
		}
		doc, missing, err := link.Document(spec, sites.FPuzzles, values)
		if err != nil || len(missing) > 0 {
			t.Errorf("%s is not written: %v %v", test.want, missing, err)
			continue
		}
		doc.Title, doc.Rules = "Small", "Think."
		again, err := sites.Write(sites.FPuzzles, doc)
		if err != nil {
			t.Errorf("%s is not written: %v", test.want, err)
			continue
		}
		if read, err = link.Read(spec, diag.NewSource("link", again)); err != nil {
			t.Errorf("%s: %v", test.want, err)
			continue
		}
		second, _ := compile.Givens(t.Context(), spec, instance.Input{Instance: read.Instance}, compile.Options{})
		if got := instance.Text(spec, second); !strings.Contains(got, test.want) {
			t.Errorf("%s becomes %s", test.want, got)
		}
	}
}

func TestLinksOfOtherSitesAreRefused(t *testing.T) {
	spec, _, err := load.Parse("setters", bindings)
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct{ link, want string }{
		{linkOf(t, item("renban", "lines", []sites.Value{cells(1, 1, 1, 2)})), "the link has `renban`, and the spec does not say what that means"},
		{linkOf(t, item("given", "cell", linkformat.Cell(1, 1), "value", 7)), "the link has given 7, and `clue` can't have that"},
		{"https://f-puzzles.com/?id=abc", "this short link only names a puzzle that the site keeps"},
		{"https://www.f-puzzles.com/?load=N4Ig", "the packed link ends too early"},
	} {
		_, err := link.Read(spec, diag.NewSource("link", test.link))
		if err == nil {
			read, _ := link.Read(spec, diag.NewSource("link", test.link))
			_, problems := compile.Givens(t.Context(), spec, instance.Input{Instance: read.Instance}, compile.Options{})
			err = problems.Err()
		}
		if err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%.60s: %v, and not: %s", test.link, err, test.want)
		}
	}
}

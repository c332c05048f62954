package link_test

import (
	"context"
	"strings"
	"testing"

	"nazo/compile"
	"nazo/dsl/diag"
	"nazo/dsl/linkformat"
	"nazo/internal/show/link"
	"nazo/internal/show/sites"
	"nazo/internal/ui/load"
)

// refused are the types whose board has moved rows. borders are those of whose sample borders around holes are lost,
// which say nothing.
var refused, borders = map[string]bool{"tawa": true}, map[string]bool{"seiza": true}

// A skeleton for each type of puzz.link reads a link of the type, and writes it again.
func TestSkeletons(t *testing.T) {
	for _, of := range linkformat.Types() {
		text, _, err := link.Skeleton(context.Background(), "mine", diag.NewSource("link", of.Sample))
		if err != nil {
			if !refused[of.ID] {
				t.Errorf("%s: %v", of.ID, err)
			}
			continue
		}
		spec, _, err := load.Parse("mine", text)
		if err != nil {
			t.Errorf("%s: %v\n%s", of.ID, err, text)
			continue
		}
		example := compile.Examples(spec)[0]
		values, problems := compile.Givens(context.Background(), spec, example.Input, compile.Options{})
		if problems.HasErrors() {
			t.Errorf("%s: %v\n%s", of.ID, problems.Err(), text)
			continue
		}
		if u, err := link.Of(spec, values); (err != nil || u.Path() != of.Sample) && !borders[of.ID] {
			t.Errorf("%s: %s is written as %s, %v\n%s", of.ID, of.Sample, u.Path(), err, text)
		}
	}
}

// A skeleton for a link of another site has a given for each kind, and the link's content as its example.
func TestSkeletonsOfOtherSites(t *testing.T) {
	text, notes, err := link.Skeleton(context.Background(), "mine", diag.NewSource("link", linkOf(t,
		item("given", "cell", linkformat.Cell(1, 2), "value", 3),
		item("thermometer", "lines", []sites.Value{cells(1, 1, 1, 2), cells(2, 1, 2, 2, 2, 3)}),
		item("killercage", "cells", cells(3, 3, 3, 4), "value", 7), item("killercage", "cells", cells(4, 1)),
		item("xv", "cells", cells(1, 1, 2, 1), "value", "X"), item("odd", "cell", linkformat.Cell(4, 4)),
		item("sandwichsum", "cell", linkformat.Cell(0, 2), "value", 5), item("antiknight"), item("count", "cell", linkformat.Cell(1, 1)),
		item("quadruple", "cells", cells(1, 1, 1, 2, 2, 1, 2, 2), "values", []sites.Value{1, 2}))))
	if err != nil || len(notes) > 0 {
		t.Fatal(err, notes)
	}
	for _, want := range []string{"# Small\n# Think.\n", "given clue: grid of 1..4?\n", "find digit[c in cells(clue)]: 1..4 ", "given thermometer: list of list of cells(clue) = []\n",
		"given killercage: list of (0..999?, list of cells(clue)) = []\n", `let words = {word_x "X"}`, "given xv: list of (words, list of cells(clue)) = []\n",
		"given odd: set of cells(clue) = {}\n", "given antiknight = false\n", "given count_2: set of cells(clue) = {}\n", `"sandwichsum" (value, cell) sandwichsum`,
		"given quadruple: list of (list of 0..999, list of cells(clue)) = []\n", "  r2c1 r2c2 r2c3\n", "antiknight = true"} {
		if !strings.Contains(text, want) {
			t.Errorf("the skeleton has no %q:\n%s", want, text)
		}
	}
}

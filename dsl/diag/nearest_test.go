package diag_test

import (
	"testing"

	"nazo/dsl/diag"
)

func TestNearest(t *testing.T) {
	names := []string{"clue", "cells", "columns", "column", "rows", "row", "n", "Board"}
	for name, want := range map[string]string{
		"clu":      "clue",
		"cleu":     "clue", // a swap is one step
		"cell":     "cells",
		"colum":    "column",
		"collumns": "columns",
		"rosw":     "row", // one step each: the first in the alphabet
		"board":    "Board",
		"m":        "", // another letter is another name
		"N":        "n",
		"elephant": "",
		"":         "",
		"clue":     "", // the name itself is no suggestion
	} {
		if got := diag.Nearest(name, names); got != want {
			t.Errorf("Nearest(%q) = %q, want %q", name, got, want)
		}
	}
}

func TestNearestIgnoresOrder(t *testing.T) {
	a := diag.Nearest("ab", []string{"ac", "aa", "ad"})
	b := diag.Nearest("ab", []string{"ad", "aa", "ac"})
	if a != "aa" || b != "aa" {
		t.Errorf("got %q and %q, want aa for both", a, b)
	}
}

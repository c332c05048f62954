package load

import (
	"errors"
	"strings"
	"testing"

	"nazo/dsl"
	"nazo/dsl/linkformat"
	"nazo/puzzles"
)

// A type of puzz.link without a spec is told so. Another type that exists is no advice.
func TestTypesWithoutSpecs(t *testing.T) {
	without := 0
	for _, of := range linkformat.Types() {
		_, err := OfLink(of.ID)
		var none NoSpec
		if errors.As(err, &none) {
			without++
			if none.Near != "" || !strings.Contains(err.Error(), "puzz.link has the type `"+of.ID+"`") {
				t.Errorf("%s: %v", of.ID, err)
			}
		}
	}
	if without == 0 {
		t.Error("each type has a spec: this test has nothing to try")
	}
	if _, err := OfLink("slitherr"); err == nil || !strings.HasSuffix(err.Error(), "did you mean `slither`?") {
		t.Errorf("a misspelt type: %v", err)
	}
}

// What a user types is found by name and by title, whatever its spaces, signs and capitals.
func TestNearest(t *testing.T) {
	for text, want := range map[string]string{
		"travelling salesmann": "tsp", "Tsp": "tsp", "nqueens": "queens", "lits": "nuruomino", "star battle": "star_battle",
		"slitherlnk": "slitherlink", "solitherlink": "slitherlink", "knights tour": "knights_tour", "knight's tour": "knights_tour", "": "", "?!": "", "nothing of the kind": "",
	} {
		if got := Nearest(text); got != want {
			t.Errorf("%q: got %q, want %q", text, got, want)
		}
	}
}

// The title that the catalogue reads from the first line of a spec is the one of the checked spec.
func TestTitles(t *testing.T) {
	said := 0
	for _, name := range puzzles.Specs() {
		if puzzles.Title(name) == "" {
			continue
		}
		said++
		spec, _, err := Load(name)
		if err != nil {
			t.Fatal(err)
		}
		if spec.Title != Title(name) || spec.About != puzzles.About(name) || spec.Title == dsl.InWords(name) {
			t.Errorf("%s: the spec says %q and %q, its first line %q and %q", name, spec.Title, spec.About, Title(name), puzzles.About(name))
		}
	}
	if said == 0 {
		t.Error("no spec says its title: this test has nothing to try")
	}
	if got := Title("star_battle"); got != "Star battle" {
		t.Errorf("the name in words is %q", got)
	}
}

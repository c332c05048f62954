package link_test

import (
	"context"
	"strings"
	"testing"

	"nazo/compile"
	"nazo/dsl/diag"
	"nazo/internal/show/link"
	"nazo/internal/show/sites"
	"nazo/internal/ui/load"
)

// The genre and the variant of a link of Kudamono name the statement, and layers are kinds.
func TestGenresOfKudamonoNameStatements(t *testing.T) {
	const spec = `puzzle own "A spec."
given clue: grid of {wall "#"} or 1..99?
given room: grid of label
link "kudamono own-genre": "L" clue {"x": wall}, "SIE" room
`
	got, _, err := readAs(t, spec, "https://pedros.works/paper-puzzle-player?W=3x2&L=(12)0x2&SIE=1RRR&G=own-genre")
	if want := "clue:\n   . . .\n  12 # .\n\nroom:\n  A A A\n  B B B\n"; err != nil || got != want {
		t.Errorf("%v\n%s\nand not\n%s", err, got, want)
	}
	_, _, err = readAs(t, spec, "https://pedros.works/paper-puzzle-player?W=3x2&L=(12)0x2&G=own-genre&V=wild")
	if want := "this is a link to another type of puzzle: kudamono own-genre wild"; err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("%v, and not: %s", err, want)
	}
}

// A new spec for a link of Kudamono names the genre, has borders as edges, and writes the puzzle again.
func TestANewSpecForKudamonoWritesTheLinkAgain(t *testing.T) {
	const want = "https://pedros.works/paper-puzzle-player?W=3x2&L=(12)0(%23)2&SIE=4R2U&G=own-genre&V=wild"
	for _, rim := range []string{"", "2R"} {
		text, notes, err := link.Skeleton(context.Background(), "mine", diag.NewSource("link", strings.Replace(want, "2U", "2U"+rim, 1)))
		if err != nil || len(notes) > 0 {
			t.Fatal(err, notes)
		}
		spec, _, err := load.Parse("mine", text)
		if err != nil {
			t.Fatal(err, text)
		}
		values, problems := compile.Givens(context.Background(), spec, compile.Examples(spec)[0].Input, compile.Options{})
		if problems.HasErrors() {
			t.Fatal(problems.Err(), text)
		}
		doc, missing, err := link.Document(spec, sites.Kudamono, values)
		if err != nil || len(missing) > 0 {
			t.Fatal(err, missing)
		}
		if got, err := sites.Write(sites.Kudamono, doc); err != nil || got != want {
			t.Errorf("%v\n%s\nand not\n%s\n%s", err, got, want, text)
		}
	}
}

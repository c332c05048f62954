package link_test

import (
	"strings"
	"testing"
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

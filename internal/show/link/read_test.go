package link_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"nazo/compile"
	"nazo/dsl"
	"nazo/dsl/check"
	"nazo/dsl/diag"
	"nazo/dsl/instance"
	"nazo/dsl/value"
	"nazo/internal/show/link"
)

// roomsSpec is a puzzle with rooms, of which the link statement follows.
const roomsSpec = `puzzle rooms "Shade the clues."
given room: grid of label
given fence: set of edges(orthogonal(room)) = {}
given clue: grid of {any "?"} or 0..9?
find black: set of cells(room)
rule "clues": clues(clue) subset black
`

func checkedSpec(t *testing.T, text string) *check.Spec {
	t.Helper()
	spec, problems := check.Check(parsed(t, "spec.nazo", text), func(string) (*dsl.File, error) { return nil, nil })
	if problems.HasErrors() {
		t.Fatal(problems.Text(false))
	}
	return spec
}

// TestNotes reads links of which something is ignored, or refused, and what is said of it.
func TestNotes(t *testing.T) {
	const (
		words  = "border room, num16 clue"
		fences = "border (room, fence), num16 clue"
		whole  = "border (room, none), num16 clue"
	)
	for _, test := range []struct {
		parts, link string
		notes       []string
		refused     string
	}{
		{words, "rooms/2/2/g0j1", []string{"the border between r1c1 and r1c2 ends inside of a room, and is ignored", "\"1\" stands"}, ""},
		{words, "rooms/3/3/i00go", []string{"borders end inside of a room, and are ignored: between r1c1 and r1c2, between r2c2 and r2c3, between r2c3 and r3c3"}, ""},
		{words, "rooms/3/3/i02go", []string{"between r2c1 and r3c1 and 1 more"}, ""},
		{words, "rooms/2/2/o0g1h", nil, ""},
		{fences, "rooms/2/2/g0j", nil, ""},
		{whole, "rooms/2/2/o0j", nil, ""},
		{whole, "rooms/2/2/g0j", nil, "the border between r1c1 and r1c2 ends inside of a room, and the spec does not say what that means"},
		{words, "rooms/2/2/o0gz", []string{`"z" is for 20 cells, and only 3 of 4 are left: what is beyond the last is ignored`}, ""},
		{words, "rooms/2/2/o01", []string{"the body ends after 1 of 4 cells: the others are read as empty"}, ""},
		{words, "rooms/2/2/o", nil, "the body ends after 0 of 2 sides"},
		{words, "rooms/2/2/o0j.", nil, ""},    // the end of a sentence
		{words, "rooms/2/2/o0j).\"", nil, ""}, // and of more around it
		{words, "rooms/2/2/o0j.x", []string{`".x" stands behind the end of the puzzle, and is ignored`}, ""},
		{words, "rooms/2/2/o0g-1", nil, "the body ends within the number"},
		{words, "rooms/x/2/2/o0j", nil, `the flag "x" may change the rules`},
	} {
		read, err := link.Read(checkedSpec(t, roomsSpec+"link \"rooms\": "+test.parts+"\n"), diag.NewSource("link", test.link))
		if err != nil || test.refused != "" {
			if err == nil || test.refused == "" || !strings.Contains(err.Error(), test.refused) {
				t.Errorf("%s of %s: %v", test.link, test.parts, err)
			}
			continue
		}
		if len(read.Notes) != len(test.notes) || slices.ContainsFunc(test.notes, func(want string) bool {
			return !slices.ContainsFunc(read.Notes, func(n string) bool { return strings.Contains(n, want) })
		}) {
			t.Errorf("%s of %s: %q", test.link, test.parts, read.Notes)
		}
	}
}

// TestFences reads borders that end inside of a room as a given of their own, and writes them again.
func TestFences(t *testing.T) {
	spec := checkedSpec(t, roomsSpec+"link \"rooms\": border (room, fence), num16 clue\n")
	for address, want := range map[string]string{
		"rooms/2/2/00j":   "{}",
		"rooms/2/2/g0j":   "{r1c1-r1c2}",
		"rooms/2/2/o0j":   "{}", // a whole border
		"rooms/2/2/gg1i":  "{}", // a room of one cell
		"rooms/3/2/u0l":   "{}",
		"rooms/3/2/s01k":  "{r1c2-r1c3}",
		"rooms/3/3/i00go": "{r1c1-r1c2, r2c2-r2c3, r2c3-r3c3}",
	} {
		read, err := link.Read(spec, diag.NewSource("link", address))
		if err != nil {
			t.Errorf("%s: %v", address, err)
			continue
		}
		values, problems := compile.Givens(context.Background(), spec, instance.Input{Instance: read.Instance}, compile.Options{})
		if problems.HasErrors() {
			t.Errorf("%s: %v", address, problems)
			continue
		}
		i := slices.IndexFunc(values, func(g instance.Given) bool { return g.Name == "fence" })
		if got := value.String(values[i].Value); got != want {
			t.Errorf("%s: the fences are %s", address, got)
		}
		if u, err := link.Of(spec, values); err != nil || u.Path() != address {
			t.Errorf("%s is written as %s, %v", address, u.Path(), err)
		}
	}
}

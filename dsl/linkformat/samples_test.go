package linkformat

import (
	"os"
	"strings"
	"testing"
)

// sample is a row of types.tsv: a type, the parts of its links, and one of them.
type sample struct {
	name, link string
	layout     Layout
}

func parts(text string) Layout { return parseLayout(text) }

func samples(t testing.TB) []sample {
	t.Helper()
	var all []sample
	for _, of := range Types() {
		all = append(all, sample{of.ID, of.Sample, of.Layout})
	}
	if len(all) != strings.Count(typesTable, "\n") {
		t.Fatalf("types.tsv has %d rows with three columns", len(all))
	}
	return all
}

// rewrite writes what was read.
func rewrite(l Layout, b Board, readings []Reading) (string, error) {
	return l.Write(b, func(part int, _ []Place) ([]Mark, error) { return readings[part].Marks, nil })
}

// TestSamples reads a link of each type, and further ones that pzprjs wrote, and writes them again, byte for byte.
func TestSamples(t *testing.T) {
	layouts := map[string]Layout{}
	for _, s := range samples(t) {
		layouts[s.name] = s.layout
		roundTrip(t, s)
	}
	more, err := os.ReadFile("testdata/links.tsv")
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(more)) {
		name, link, _ := strings.Cut(strings.TrimSuffix(line, "\n"), "\t")
		roundTrip(t, sample{name, link, layouts[name]})
	}
}

func roundTrip(t *testing.T, s sample) {
	t.Helper()
	if err := s.layout.Check(); err != nil {
		t.Fatalf("%s: %v", s.name, err)
	}
	u, err := Parse(s.link)
	if err != nil {
		t.Errorf("%s: %v", s.link, err)
		return
	}
	readings, _, err := s.layout.Read(u.Board(), u.Body)
	if err != nil {
		t.Errorf("%s: %v", s.link, err)
		return
	}
	if u.Body, err = rewrite(s.layout, u.Board(), readings); err != nil || u.Path() != s.link {
		t.Errorf("%s became %s, %v", s.link, u.Path(), err)
	}
}

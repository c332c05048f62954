package linkformat

import (
	"os"
	"strings"
	"testing"
)

// sample is a row of testdata/samples.tsv: a type, the parts of its links, and one of them.
type sample struct {
	name, link string
	layout     Layout
}

// parts reads a layout as the tables of tests write it: "border, num16 rooms", with a question mark behind an optional part.
func parts(text string) Layout {
	var l Layout
	for part := range strings.SplitSeq(text, ", ") {
		word, optional := strings.CutSuffix(part, "?")
		format, domain, _ := strings.Cut(word, " ")
		l = append(l, Part{format, domain, optional})
	}
	return l
}

func samples(t testing.TB) []sample {
	t.Helper()
	text, err := os.ReadFile("testdata/samples.tsv")
	if err != nil {
		t.Fatal(err)
	}
	var all []sample
	for line := range strings.Lines(string(text)) {
		columns := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		all = append(all, sample{columns[0], columns[2], parts(columns[1])})
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

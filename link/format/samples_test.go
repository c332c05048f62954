package format

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

// TestSamples reads a link of each type and writes it again, byte for byte.
func TestSamples(t *testing.T) {
	for _, s := range samples(t) {
		t.Run(s.name, func(t *testing.T) {
			if err := s.layout.Check(); err != nil {
				t.Fatal(err)
			}
			u, err := Parse(s.link)
			if err != nil {
				t.Fatal(err)
			}
			readings, err := s.layout.Read(u.Board(), u.Body)
			if err != nil {
				t.Fatalf("%s: %v", s.link, err)
			}
			if u.Body, err = rewrite(s.layout, u.Board(), readings); err != nil {
				t.Fatal(err)
			}
			if u.Path() != s.link {
				t.Errorf("%s became %s", s.link, u.Path())
			}
		})
	}
}

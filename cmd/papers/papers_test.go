package main

import (
	"bytes"
	"os"
	"path"
	"strings"
	"testing"

	"nazo/dsl"
	"nazo/dsl/diag"
)

// The sections that are quick must say what docs/papers.md says.
func TestUpToDate(t *testing.T) {
	made, err := os.ReadFile("../../docs/papers.md")
	if err != nil {
		t.Fatal(err)
	}
	d, err := newDocument(t.Context(), false)
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range d.quick() {
		t.Run(name, func(t *testing.T) {
			var text bytes.Buffer
			if err := d.section(&text, name); err != nil {
				t.Fatal(err)
			}
			if !strings.Contains(string(made), text.String()) {
				t.Errorf("docs/papers.md is out of date: go generate ./cmd/papers makes it anew with\n%s", text.String())
			}
		})
	}
}

// What is defined must also stand in the document.
func TestSections(t *testing.T) {
	d, err := newDocument(t.Context(), false)
	if err != nil {
		t.Fatal(err)
	}
	sections := d.tree.Templates()
	if len(sections) < 10 {
		t.Fatalf("%d sections", len(sections))
	}
	for _, s := range sections {
		if s.Name() != d.tree.Name() && !strings.Contains(source, `template "`+s.Name()+`" `) {
			t.Errorf("section %s is in no place", s.Name())
		}
	}
}

// A claim that doesn't come out as the document says stops it.
func TestVerdicts(t *testing.T) {
	if row, err := agrees("1,728", 1728); err != nil || row != "1,728 | 1,728 | yes |" {
		t.Errorf("agrees: %q, %v", row, err)
	}
	if _, err := agrees(3825, 7772); err == nil {
		t.Error("3825 agrees with 7772")
	}
	if row, err := wrong("3×10", "3×10 and 5×6"); err != nil || !strings.HasSuffix(row, "| **no** |") {
		t.Errorf("wrong: %q, %v", row, err)
	}
	if _, err := wrong(35, 35); err == nil {
		t.Error("35 is called wrong")
	}
}

func TestText(t *testing.T) {
	for got, want := range map[string]string{
		thousands(1234567): "1,234,567", thousands(999): "999", thousands(1234.4): "1,234", ratio("32,100", 39): "823.1",
		times("0588235294117647", 2): "1176470588235294", times("076923", 1): "076923",
		allOf(5, 0): "all", allOf(5, 5): "none", allOf(5, 2): "3 of 5", board([]string{"1", "22", "3", "4"}, 2): " 1 22\n 3  4\n",
	} {
		if got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// The judge refuses what is a tour, but not of this kind.
func TestJudge(t *testing.T) {
	a := &answerer{ctx: t.Context()}
	for spec, want := range map[string]string{"ordered_tour": "accepted", "no_corner_end": `refused by "no end in a corner"`} {
		if got, err := a.judge(spec, "rows = 3; cols = 4", "1 4 7 10 / 12 9 2 5 / 3 6 11 8"); got != want || err != nil {
			t.Errorf("%s: %q, %v, want %q", spec, got, err, want)
		}
	}
}

// Questions that make no sense are errors, not panics.
func TestMistakes(t *testing.T) {
	a := &answerer{ctx: t.Context()}
	for name, ask := range map[string]func() (any, error){
		"no spec":        func() (any, error) { return a.first("nothing", "", "sat") },
		"no engine":      func() (any, error) { return a.first("ordered_tour", "", "abacus") },
		"no instance":    func() (any, error) { return a.first("ordered_tour", "nothing.txt", "sat") },
		"wrong value":    func() (any, error) { return a.first("ordered_tour", "rows = none", "sat") },
		"foreign search": func() (any, error) { return a.first("ordered_tour", "", "native:tidy") },
		"no path":        func() (any, error) { return a.index("queens", "", 8) },
		"no pairs":       func() (any, error) { return a.tree("ordered_tour", "") },
		"no board":       func() (any, error) { return a.judge("ordered_tour", "", "one two") },
		"no elimination": func() (any, error) { return a.total("yin_yang", "") },
		"no whole tree":  func() (any, error) { return a.estimate("ordered_tour", "", "factor", 10) },
	} {
		if _, err := ask(); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}

// The specs of this program are specs like all others.
func TestSpecs(t *testing.T) {
	entries, err := own.ReadDir("specs")
	if err != nil || len(entries) == 0 {
		t.Fatal(entries, err)
	}
	for _, e := range entries {
		text, err := own.ReadFile(path.Join("specs", e.Name()))
		if err != nil {
			t.Fatal(err)
		}
		want, problems := dsl.Format(diag.NewSource(e.Name(), string(text)))
		if problems.Len() > 0 || want != string(text) {
			t.Errorf("%s: not in the canonical format\n%s\n%s", e.Name(), problems.Text(false), want)
		}
	}
}

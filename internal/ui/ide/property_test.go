package ide_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"nazo/dsl/diag"
	"nazo/internal/testkit"
	"nazo/internal/ui/ide"
	"nazo/puzzles"
)

// askAll asks everything about an offset of a text.
func askAll(t *testing.T, d *ide.Document, offset int) {
	t.Helper()
	d.Hover(offset)
	d.Definition(offset)
	d.References(offset, true)
	d.Highlights(offset)
	d.Signatures(offset)
	if _, err := d.Renamable(offset); err == nil {
		d.Rename(offset, "renamed")
	}
	c := d.Complete(offset)
	if c.Replace.Start > c.Replace.End || c.Replace.End > len(d.Source.Text) {
		t.Errorf("completion at %d replaces %v", offset, c.Replace)
	}
}

// askWhole asks everything about a text as a whole, and sees to it that all places are within it.
func askWhole(t *testing.T, d *ide.Document) {
	t.Helper()
	size := len(d.Source.Text)
	within := func(what string, s ide.Span) {
		if s.Start < 0 || s.End < s.Start || s.End > size {
			t.Errorf("%s: %v is not within a text of %d bytes", what, s, size)
		}
	}
	for _, p := range d.Diagnostics() {
		within("diagnostic "+p.Code, p.Span)
	}
	for _, e := range d.Outline() {
		within("outline", e.Span)
		within("outline", e.Select)
	}
	at := 0
	for _, token := range d.SemanticTokens(ide.Span{End: size}) {
		within("token", token.Span)
		if token.Span.Start < at {
			t.Errorf("token %v begins before %d", token.Span, at)
		}
		at = token.Span.End
	}
	facts := ide.Facts{Instances: []int{1, 2, 3}, Outcomes: map[int]ide.Outcome{0: {Passed: true, Found: "1 solution"}}}
	for _, h := range d.Hints(ide.Span{End: size}, facts) {
		within("hint", ide.Span{Start: h.Offset, End: h.Offset})
	}
	for _, l := range d.Lenses(facts) {
		within("lens", l.Span)
	}
	for _, e := range d.Format() {
		within("format", e.Span)
	}
	d.Folds()
	d.Meaning(0)
}

func library(name string) (*diag.Source, bool) {
	text, ok := puzzles.Spec(name)
	return diag.NewSource(name, text), ok
}

// Specs that come with nazo are cut off and damaged anywhere, and asked about at places near that.
func TestNothingPanics(t *testing.T) {
	specs, tries := puzzles.Specs(), 120
	if testkit.Thorough() {
		tries = 3_000
	}
	r := rand.New(rand.NewPCG(1, 2))
	for range tries {
		text, _ := puzzles.Spec(specs[r.IntN(len(specs))])
		at := r.IntN(len(text) + 1)
		damaged := text
		switch r.IntN(4) {
		case 0:
			damaged = text[:at]
		case 1:
			damaged = text[:at] + text[min(len(text), at+1+r.IntN(20)):]
		case 2:
			damaged = text[:at] + []string{"(", "for ", "\"", "谎", "{", "]", "x", "\n", "find y: ", "\xff"}[r.IntN(10)] + text[at:]
		}
		d := ide.Open(diag.NewSource("t", damaged), library)
		askWhole(t, d)
		for _, offset := range []int{min(at, len(damaged)), r.IntN(len(damaged) + 1)} {
			askAll(t, d, offset)
		}
		i := ide.OpenInstances(diag.NewSource("i", damaged), d)
		askWhole(t, i)
		askAll(t, i, min(at, len(damaged)))
		if t.Failed() {
			t.Fatalf("for the text %q", damaged)
		}
	}
}

func FuzzDocument(f *testing.F) {
	text, _ := puzzles.Spec("slitherlink")
	f.Add(text, 100)
	f.Add(strings.Repeat("(", 2000), 3)
	f.Add("puzzle a\nlet b = c\nlet c = b\nfind x: 1..b", 20)
	f.Fuzz(func(t *testing.T, text string, offset int) {
		d := ide.Open(diag.NewSource("t", text), library)
		askWhole(t, d)
		askAll(t, d, min(max(offset, 0), len(text)))
	})
}

// What a rename changes is what the checker takes for the same: the text means the same with other names, and renaming back gives the old text.
func TestRenameThereAndBack(t *testing.T) {
	specs := puzzles.Specs()
	r := rand.New(rand.NewPCG(3, 4))
	renamed := 0
	for range 60 {
		text, _ := puzzles.Spec(specs[r.IntN(len(specs))])
		d := ide.Open(diag.NewSource("t", text), library)
		offset := r.IntN(len(text))
		edits, err := d.Rename(offset, "other_name")
		if err != nil {
			continue
		}
		renamed++
		after := ide.Apply(text, edits)
		back := ide.Open(diag.NewSource("t", after), library)
		if before, now := d.Diagnostics(), back.Diagnostics(); len(before) != len(now) {
			t.Fatalf("%d diagnostics became %d in %s", len(before), len(now), after)
		}
		span, _ := d.Renamable(offset)
		old := text[span.Start:span.End]
		at := strings.Index(after, "other_name")
		again, err := back.Rename(at, old)
		if err != nil {
			t.Fatalf("back to %s: %v", old, err)
		}
		if got := ide.Apply(after, again); got != text {
			t.Fatalf("renaming %s there and back gives\n%s", old, got)
		}
	}
	if renamed < 10 {
		t.Errorf("only %d names were renamed", renamed)
	}
}

package check

import (
	"testing"

	"nazo/dsl/library"
)

func TestLibraryReads(t *testing.T) {
	seen := map[string]bool{}
	for _, f := range library.All() {
		if seen[f.Name] {
			t.Errorf("%s stands in the table twice", f.Name)
		}
		seen[f.Name] = true
		if f.Doc == "" || f.Group == "" {
			t.Errorf("%s has no description", f.Name)
		}
		takesOpen, needsKnown, board := false, true, 0
		for _, s := range functions()[f.Name].read() {
			takesOpen = takesOpen || s.opens()
			for i, p := range s.params {
				if p.pattern.form == boardPattern {
					board = i + 1
				}
				needsKnown = needsKnown && p.access == knownOnly
			}
			if !f.Takes(len(s.params)) {
				t.Errorf("%s%s: %d parameters are not counted", f.Name, s.text, len(s.params))
			}
		}
		if board != f.Board {
			t.Errorf("%s: a board is argument %d, but the table says %d", f.Name, board, f.Board)
		}
		// What specs must know may be unknown where it depends on givens that are sought, so an open function is no mistake there.
		switch {
		case takesOpen && f.Unknowns != library.Open && !f.ByMembers, f.ByMembers && (!takesOpen || f.Unknowns != library.Lifted), needsKnown && f.Unknowns == library.Lifted, !needsKnown && f.Unknowns == library.KnownOnly:
			t.Errorf("%s: its signatures and how it treats unknowns don't go together", f.Name)
		}
		for i, s := range functions()[f.Name].read() {
			if s.text != f.Signatures[i] || s.result.form == collPattern {
				t.Errorf("%s%s: bad signature", f.Name, s.text)
			}
			for _, other := range functions()[f.Name].read()[:i] {
				if len(other.params) == len(s.params) && other.text == s.text {
					t.Errorf("%s%s stands in the table twice", f.Name, s.text)
				}
			}
		}
	}
}

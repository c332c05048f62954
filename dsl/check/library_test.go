package check

import "testing"

func TestLibraryReads(t *testing.T) {
	seen := map[string]bool{}
	for _, f := range Library() {
		if seen[f.Name] {
			t.Errorf("%s stands in the table twice", f.Name)
		}
		seen[f.Name] = true
		if f.Doc == "" || f.Group == "" {
			t.Errorf("%s has no description", f.Name)
		}
		for i, s := range library()[f.Name].read() {
			if s.text != f.Signatures[i] || s.result.form == collPattern {
				t.Errorf("%s%s: bad signature", f.Name, s.text)
			}
			for _, other := range library()[f.Name].read()[:i] {
				if len(other.params) == len(s.params) && other.text == s.text {
					t.Errorf("%s%s stands in the table twice", f.Name, s.text)
				}
			}
		}
	}
}

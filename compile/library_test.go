package compile

import (
	"testing"

	"nazo/compile/lower"
	"nazo/library"
)

// Each open function of the library has a reading for unknown arguments, and no other
// has one.
func TestReadings(t *testing.T) {
	has := lower.Readings()
	for _, f := range library.All() {
		if _, ok := has[f.Name]; ok != (f.Unknowns == library.Open) {
			t.Errorf("%s: open %v, but a reading %v", f.Name, f.Unknowns == library.Open, ok)
		}
		delete(has, f.Name)
	}
	for name := range has {
		t.Errorf("%s is no function of the library", name)
	}
}

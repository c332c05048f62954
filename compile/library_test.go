package compile_test

import (
	"testing"

	"nazo/compile/lower"
	"nazo/dsl/library"
)

// Each function of the library that is open, or takes sets decided member by member, has a reading for unknown
// arguments, and no other has one.
func TestReadings(t *testing.T) {
	has := lower.Readings()
	for _, f := range library.All() {
		open := f.Unknowns == library.Open || f.ByMembers
		if _, ok := has[f.Name]; ok != open {
			t.Errorf("%s: open %v, but a reading %v", f.Name, open, ok)
		}
		delete(has, f.Name)
	}
	for name := range has {
		t.Errorf("%s is no function of the library", name)
	}
}

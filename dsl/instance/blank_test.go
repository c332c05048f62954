package instance

import (
	"testing"

	"nazo/dsl/value"
)

// A dot is none unless a label prints so; then a blank is.
func TestNoneInGrids(t *testing.T) {
	dot, wall := value.Label{Name: "mark", Print: "."}, value.Label{Name: "wall", Print: "#"}
	tests := []struct {
		of     Type
		text   string
		none   bool
		ok     bool
		blanks bool
	}{
		{Optional{OneOf{value.NewSet(wall)}}, ".", true, true, false},
		{Optional{OneOf{value.NewSet(wall)}}, " ", false, false, false},
		{Optional{OneOf{value.NewSet(wall, dot)}}, ".", false, true, true},
		{Optional{OneOf{value.NewSet(wall, dot)}}, " ", true, true, true},
		{Optional{Union{[]Type{Int{}, OneOf{value.NewSet(dot)}}}}, " ", true, true, true},
		{OneOf{value.NewSet(wall, dot)}, " ", false, false, false},
		{OneOf{value.NewSet(wall, value.Label{Name: "floor", Print: " "})}, " ", false, true, true},
	}
	for _, test := range tests {
		v, ok := test.of.FromText(test.text)
		_, none := v.(value.None)
		if ok != test.ok || ok && none != test.none || readsBlanks(test.of) != test.blanks {
			t.Errorf("%s: %q is %v, %t", test.of.Describe(), test.text, v, ok)
		}
	}
}

// A union with a very long range is not listed: that would take the memory of the machine.
func TestFinite(t *testing.T) {
	mark := OneOf{value.NewSet(value.Label{Name: "any", Print: "?"})}
	for most, finite := range map[int64]bool{9: true, 999_999_999: false} {
		if _, _, ok := Finite(Optional{Union{[]Type{mark, OneOf{value.Range{Lo: 1, Hi: most}}}}}); ok != finite {
			t.Errorf("up to %d: %t", most, ok)
		}
	}
}

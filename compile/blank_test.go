package compile

import (
	"testing"

	"nazo/value"
)

// A dot is none unless a label prints so; then a blank is.
func TestNoneInGrids(t *testing.T) {
	dot, wall := value.Label{Name: "mark", Print: "."}, value.Label{Name: "wall", Print: "#"}
	tests := []struct {
		of     inputType
		text   string
		none   bool
		ok     bool
		blanks bool
	}{
		{optionalType{valuesType{value.NewSet(wall)}}, ".", true, true, false},
		{optionalType{valuesType{value.NewSet(wall)}}, " ", false, false, false},
		{optionalType{valuesType{value.NewSet(wall, dot)}}, ".", false, true, true},
		{optionalType{valuesType{value.NewSet(wall, dot)}}, " ", true, true, true},
		{optionalType{unionType{[]inputType{intType{}, valuesType{value.NewSet(dot)}}}}, " ", true, true, true},
		{valuesType{value.NewSet(wall, dot)}, " ", false, false, false},
		{valuesType{value.NewSet(wall, value.Label{Name: "floor", Print: " "})}, " ", false, true, true},
	}
	for _, test := range tests {
		v, ok := test.of.fromText(test.text)
		_, none := v.(value.None)
		if ok != test.ok || ok && none != test.none || readsBlanks(test.of) != test.blanks {
			t.Errorf("%s: %q is %v, %t", test.of.describe(), test.text, v, ok)
		}
	}
}

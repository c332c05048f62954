package explain

import (
	"slices"
	"testing"
)

// TestTogether joins sentences that differ in one thing, and leaves others as they are.
func TestTogether(t *testing.T) {
	for _, c := range []struct{ texts, want []string }{
		{[]string{"row 5 must have 1 star", "row 6 must have 1 star"}, []string{"row 5 and row 6 must have 1 star"}},
		{[]string{"the line goes on at R1C1", "the line goes on at R2C2"}, []string{"the line goes on at R1C1 and R2C2"}},
		{[]string{"the arrow at R1C1 sees 2 cells", "the arrow at R3C4 sees 2 cells"}, []string{"the arrows at R1C1 and R3C4 see 2 cells"}},
		{[]string{"the area of R1C1 would fall apart", "the body at R2C2 would fall apart"}, []string{"the area of R1C1 and the body at R2C2 would fall apart"}},
		{[]string{"equal numbers would touch at R7C6 and R8C5", "equal numbers would touch at R8C4 and R8C5"}, []string{"equal numbers would touch at R8C5"}},
		{[]string{"equal numbers would touch at R1C1 and R1C2", "equal numbers would touch at R3C4 and R3C5"}, []string{"equal numbers would touch at R1C1 and R1C2, at R3C4 and R3C5"}},
		{[]string{"R1C1 and R1C2 would touch", "the sum below R1C3 is 20"}, []string{"R1C1 and R1C2 would touch", "the sum below R1C3 is 20"}},
	} {
		if got := together(c.texts); !slices.Equal(got, c.want) {
			t.Errorf("%q become %q, not %q", c.texts, got, c.want)
		}
	}
}

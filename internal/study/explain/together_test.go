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

// TestSeverally says the same of several things.
func TestSeverally(t *testing.T) {
	for _, c := range []struct {
		who             []string
		predicate, want string
	}{
		{[]string{"R1C1", "R2C2"}, " is open", "R1C1 and R2C2 are open"},
		{[]string{"R1C1–R1C4", "R1C4–R3C4"}, " has 2 bridges", "R1C1–R1C4 and R1C4–R3C4 have 2 bridges each"},
		{[]string{"R1C1–R1C4", "R1C4–R3C4"}, " has no bridges", "R1C1–R1C4 and R1C4–R3C4 have no bridges"},
		{[]string{"top of R1C1", "left of R1C1", "right of R2C2"}, " is on the loop", "top and left of R1C1 and right of R2C2 are on the loop"},
		{[]string{"top of R1C1", "left of R1C1", "right of R1C1", "bottom of R1C1"}, " is not on the loop", "no side of R1C1 is on the loop"},
		{[]string{"top of R1C1", "left of R1C1", "right of R1C1", "bottom of R1C1", "left of R3C3", "right of R3C3", "top of R3C3", "bottom of R3C3"}, " is not on the loop", "no side of R1C1 or R3C3 is on the loop"},
		{[]string{"top of R1C1", "left of R1C1", "right of R1C1", "bottom of R1C1"}, " is on the loop", "all four sides of R1C1 are on the loop"},
	} {
		if got := severally(c.who, c.predicate); got != c.want {
			t.Errorf("%q and %q become %q, not %q", c.who, c.predicate, got, c.want)
		}
	}
}

// TestGathered names the corners of one cell, and those corners of several, together.
func TestGathered(t *testing.T) {
	for _, c := range []struct{ names, want []string }{
		{[]string{"the top left corner of R1C1", "the top left corner of R2C2"}, []string{"the top left corners of R1C1 and R2C2"}},
		{[]string{"the top left corner of R1C1", "the top right corner of R1C1"}, []string{"the top left and top right corners of R1C1"}},
		{[]string{"the arrow at R1C1", "the arrow at R2C2"}, []string{"the arrows at R1C1 and R2C2"}},
		{[]string{"row 1", "the top left corner of R2C2"}, []string{"row 1", "the top left corner of R2C2"}},
	} {
		if got := gathered(c.names); !slices.Equal(got, c.want) {
			t.Errorf("%q become %q, not %q", c.names, got, c.want)
		}
	}
}

package load

import (
	"testing"

	"nazo/dsl/diag"
)

// TestForLink holds that of several specs for a site one that knows all of a link is taken, and the one that knows least beyond.
func TestForLink(t *testing.T) {
	for _, c := range []struct{ link, want string }{
		{".Shape~4x4.Thermo~R1C1~R1C2", "sudoku_variants"},
		{".Shape~4x4.NoBoxes.ChaosConstruction.ChaosCount~R1C1", "chaos_sudoku"},
		{".Shape~4x4.NoBoxes.ChaosConstruction.Thermo~R1C1~R1C2", "chaos_sudoku"},
	} {
		if got, err := ForLink(diag.NewSource("link", c.link)); got != c.want || err != nil {
			t.Errorf("%s is for %s, %v; want %s", c.link, got, err, c.want)
		}
	}
	if _, err := ForLink(diag.NewSource("link", "")); err == nil {
		t.Error("an empty link has a spec")
	}
}

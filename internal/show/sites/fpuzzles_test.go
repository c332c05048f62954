package sites

import (
	"fmt"
	"testing"
)

// A lamp of f-puzzles lights the cells around it, and is written as these.
func TestLampsLightCellsAroundThem(t *testing.T) {
	d, err := readFPuzzlesJSON(`{"size":3,"grid":[[{},{},{}],[{},{},{}],[{},{},{}]],"fogofwar":["R1C1"],"foglight":["R3C3"]}`)
	if err != nil {
		t.Fatal(err)
	}
	lit := func(d *Document) (out string) {
		for _, it := range d.Items {
			if at, ok := it.Fields["cell"].(Place); ok && it.Kind == "foglight" {
				out += fmt.Sprintf("r%dc%d ", (at.Y+1)/2, (at.X+1)/2)
			}
		}
		return out
	}
	const want = "r3c3 r1c1 r1c2 r2c1 r2c2 "
	if got := lit(d); got != want {
		t.Errorf("lit are %s, not %s", got, want)
	}
	for _, site := range []string{FPuzzles, SudokuPad} {
		text, err := Write(site, d)
		if err != nil {
			t.Fatal(site, err)
		}
		again, err := Read(text)
		if err != nil {
			t.Fatal(site, err)
		}
		if got := lit(again); got != want {
			t.Errorf("%s: lit are %s, not %s", site, got, want)
		}
	}
}

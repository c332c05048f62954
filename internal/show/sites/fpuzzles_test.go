package sites

import (
	"fmt"
	"strings"
	"testing"

	"nazo/dsl/linkformat"
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

// A little killer is written with the place that it is seen from and its direction, without which the site can't draw it.
func TestLittleKillersAreWrittenWithTheirArrows(t *testing.T) {
	at := linkformat.Cell
	for _, test := range []struct {
		cells []Value
		want  string
	}{
		{[]Value{at(1, 3), at(2, 4)}, `"cell":"R0C2","cells":["R1C3","R2C4"],"direction":"DR"`},
		{[]Value{at(4, 2), at(3, 1)}, `"cell":"R5C3","cells":["R4C2","R3C1"],"direction":"UL"`},
		{[]Value{at(1, 1)}, `"cell":"R0C2","cells":["R1C1"],"direction":"DL"`},
		{[]Value{at(4, 4)}, `"cell":"R5C3","cells":["R4C4"],"direction":"UR"`},
	} {
		d := &Document{Board: linkformat.Board{Rows: 4, Columns: 4}}
		d.add("littlekillersum", "cells", test.cells, "value", 5)
		link, err := writeFPuzzles(d)
		if err != nil {
			t.Fatal(err)
		}
		if text, err := unpackLZ(link, MaxText); err != nil || !strings.Contains(text, test.want) {
			t.Errorf("%s, %v, and not: %s", text, err, test.want)
		}
	}
}

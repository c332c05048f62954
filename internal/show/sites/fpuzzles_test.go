package sites

import (
	"fmt"
	"strings"
	"testing"

	"nazo/dsl/linkformat"
)

// Fog is read from each form in which setters write it, and is written as its lights.
func TestFogIsReadAndWritten(t *testing.T) {
	dark := func(d *Document) (out string) {
		for _, it := range d.Items {
			if at, ok := it.Fields["cell"].(Place); ok && it.Kind == "fog" {
				out += fmt.Sprintf("r%dc%d ", (at.Y+1)/2, (at.X+1)/2)
			}
		}
		return out
	}
	board := `{"size":3,"grid":[[{},{},{}],[{},{},{}],[{},{},{}]],`
	for text, want := range map[string]string{
		board + `"fogofwar":["R1C1"],"foglight":["R3C3"]}`:               "r1c3 r2c3 r3c1 r3c2 ",
		board + `"foglight":[]}`:                                         "r1c1 r1c2 r1c3 r2c1 r2c2 r2c3 r3c1 r3c2 r3c3 ",
		board + `"cage":[{"cells":["R1C2","R2C2"],"value":"FOGLIGHT"}]}`: "r1c1 r1c3 r2c1 r2c3 r3c1 r3c2 r3c3 ",
		board + `"cage":[{"cells":["R1C1"],"value":"FOW"}]}`:             "r1c3 r2c3 r3c1 r3c2 r3c3 ",
		board + `"cage":[{"cells":["R1C2","R2C2"],"value":"FOW"}]}`:      "",
		board + `"foglight":["R2C2"],"odd":[{"cell":["R1C1","R1C2"]}]}`:  "r1c1 r1c2 r1c3 r2c1 r2c3 r3c1 r3c2 r3c3 ",
	} {
		d, err := readFPuzzlesJSON(text)
		if err != nil {
			t.Fatal(err)
		}
		if got := dark(d); got != want {
			t.Errorf("%s: fog on %s, not %s", text, got, want)
		}
		for _, site := range []string{FPuzzles, SudokuPad} {
			link, err := Write(site, d)
			if err != nil {
				t.Fatal(site, err)
			}
			if again, err := Read(link); err != nil || dark(again) != want {
				t.Errorf("%s: %s is read as %v, %v", text, link, again, err)
			}
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

package sites

import (
	"errors"
	"reflect"
	"runtime"
	"strings"
	"testing"

	"nazo/dsl/linkformat"
)

func TestLinksOfKudamonoAreReadAsTheyAreWritten(t *testing.T) {
	want := &Document{Board: linkformat.Board{Columns: 12, Rows: 3}, Type: "kudamono own wild", Title: "A & B"}
	want.add("board", "columns", 12, "rows", 3)
	want.Items[0].Free = true
	want.add("L", "cell", at(3, 1), "value", 12)
	want.add("L", "cell", at(1, 1), "value", "x")
	want.add("L", "cell", at(2, 11), "value", 3)
	want.add("L-N", "cell", at(2, 2), "value", "b")
	want.add("SIE", "cell", Place{X: 1, Y: 2}, "cells", []Value{Place{X: 0, Y: 2}, Place{X: 2, Y: 2}})
	want.add("SIE", "cell", Place{X: 2, Y: 5}, "cells", []Value{Place{X: 2, Y: 6}, Place{X: 2, Y: 4}})
	text, err := Write(Kudamono, want)
	if err != nil {
		t.Fatal(err)
	}
	if wanted := "https://pedros.works/paper-puzzle-player?W=12x3&L=(12)0x2(3)29&L-N=b4&SIE=2R2U&G=own&V=wild&T=A%20%26%20B"; text != wanted {
		t.Errorf("it is written %s", text)
	}
	if TypeOf(text) != want.Type {
		t.Errorf("it is a link of type %q", TypeOf(text))
	}
	got, err := Read(text)
	if err != nil {
		t.Fatal(err)
	}
	if want.Site = Kudamono; !reflect.DeepEqual(got, want) {
		t.Errorf("%v\nbecomes\n%v", want, got)
	}
}

// Old links count columns and rows from 0, and order them as texts: 0, 1, 10, 11, 2.
func TestOldLinksOfKudamono(t *testing.T) {
	d, err := Read("https://pedros.works/kudamono/player?W=11&H=0&L=x2y1&G=own")
	if err != nil || d.Columns != 12 || d.Rows != 1 {
		t.Fatalf("%v, %v", d, err)
	}
	if a, b := d.Items[1].Fields["cell"], d.Items[2].Fields["cell"]; a != Value(at(1, 11)) || b != Value(at(1, 12)) {
		t.Errorf("the signs stand at %v and %v", a, b)
	}
}

func TestHostileLinksOfKudamonoAreRefused(t *testing.T) {
	for _, test := range []struct{ body, want string }{
		{"W=999999999x2&L=x1", "boards of up to 150"},
		{"W=0x2&L=x1", "boards of up to 150"},
		{"G=own", "boards of up to 150"},
		{"W=2x2&L=(12", "not closed"},
		{"W=2x2&L=xx", "no number after"},
		{"W=2x2&L=x4", "outside of the board"},
		{"W=2x2&L=x99999999999999999999", "no number after"},
		{"W=2x2&SIE=9R", "begins outside"},
		{"W=2x2&SIE=0RRR", "leaves the board"},
		{"W=2x2&SIE=0RQ", "only by L, R, U and D"},
		{"W=150x150&L=" + strings.Repeat("x0", 2_000_000), "more than"},
		{"W=150x150&SIE=0" + strings.Repeat("RL", 2_000_000), ""},
	} {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		_, err := Read(kudamonoHead + test.body)
		runtime.ReadMemStats(&after)
		if used := after.TotalAlloc - before.TotalAlloc; used > 64<<20 {
			t.Errorf("%.40s…: %d bytes were allocated", test.body, used)
		}
		var bad *linkformat.Error
		if test.want == "" && err != nil || test.want != "" && (!errors.As(err, &bad) || !strings.Contains(err.Error(), test.want)) {
			t.Errorf("%.40s…: %v, and not: %s", test.body, err, test.want)
		}
	}
}

func FuzzKudamono(f *testing.F) {
	f.Add("W=4x4&L=(3)0(10)3(1)4&G=own")
	f.Add("W=11&H=3&L=a4x3x9&L-N=b1&SIE=19U3LL&V=wild")
	f.Fuzz(func(t *testing.T, body string) {
		d, err := Read(kudamonoHead + body)
		if err != nil {
			return
		}
		again, err := writeKudamono(d)
		if err != nil {
			return
		}
		if second, err := Read(again); err == nil && second.Board != d.Board {
			t.Errorf("the board of %v becomes one of %v", d.Board, second.Board)
		}
	})
}

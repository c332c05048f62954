package sites

import (
	"errors"
	"fmt"
	"reflect"
	"runtime"
	"strings"
	"testing"

	"nazo/dsl/linkformat"
)

func at(row, column int) Place { return linkformat.Cell(row, column) }

// everything is a drawing with an item of each sort.
func everything() *Document {
	d := &Document{Site: Penpa, Board: linkformat.Board{Columns: 5, Rows: 4}, Title: "Zzz, a title", Author: "A & B", Rules: "First.\nSecond = last, z9."}
	d.add("deleted", "cell", at(4, 5))
	d.add("board", "columns", 5, "rows", 4)
	d.add("surface black", "cell", at(1, 1), "value", "black")
	d.add("surface left 13", "cell", at(2, 0), "value", "13")
	d.add("number above", "cell", at(0, 2), "colour", 1, "value", 12)
	d.add("number blank", "cell", at(1, 4), "colour", 6, "value", "?")
	d.add("number", "cell", at(2, 2), "colour", 4, "value", "A")
	d.add("number arrow", "cell", at(3, 3), "colour", 1, "value", 3, "direction", "west")
	d.add("number several", "cell", at(3, 4), "colour", 1, "values", []Value{1, 2, "?"}, "value", "12?")
	d.add("number candidates", "cell", at(4, 4), "colour", 1, "values", []Value{1, 9})
	d.add("number point", "cell", Place{X: 4, Y: 4}, "colour", 1, "value", 2)
	d.add("number topright", "cell", at(1, 3), "value", "6+", "number", 6, "sign", "+")
	d.add("symbol circle_L 2", "cell", at(1, 2), "value", 2)
	d.add("symbol arrow_cross", "cell", at(2, 4), "values", []Value{2, 3}, "directions", []Value{"north", "east"})
	d.add("symbol arrow_N_B side 5", "cell", Place{X: 6, Y: 3}, "value", 5, "direction", "east")
	d.add("thermo", "cells", []Value{at(1, 1), at(1, 2), at(2, 3)})
	d.add("arrow", "cells", []Value{at(4, 1), at(3, 1)}, "circle", []Value{at(4, 1)}, "shaft", []Value{at(3, 1)})
	d.add("cage", "cells", []Value{at(2, 1), at(3, 1)}, "value", 7)
	d.add("edge frame green", "cell", Place{X: 0, Y: 1}, "cells", []Value{Place{X: 0, Y: 0}, Place{X: 0, Y: 2}})
	d.add("edge black", "cell", Place{X: 2, Y: 1}, "cells", []Value{Place{X: 2, Y: 0}, Place{X: 2, Y: 2}})
	d.add("deleteedge", "cell", Place{X: 5, Y: 2}, "cells", []Value{Place{X: 4, Y: 2}, Place{X: 6, Y: 2}})
	d.add("halfline red", "cell", at(3, 5), "directions", []Value{"north", "west"}, "value", "north west")
	d.add("line green", "cells", []Value{at(1, 1), at(1, 2), at(2, 2)})
	for i, it := range d.Items {
		d.Items[i].Free = it.Kind == "board" || it.Kind == "edge frame green"
	}
	return d
}

func TestDrawingsOfPenpaAreReadAsTheyAreWritten(t *testing.T) {
	want := everything()
	text, err := Write(Penpa, want)
	if err != nil {
		t.Fatal(err)
	}
	for _, address := range []string{text, "https://mirror.example/penpa/?" + strings.TrimPrefix(text, "https://swaroopg92.github.io/penpa-edit/#"),
		strings.TrimPrefix(text, "https://swaroopg92.github.io/penpa-edit/#"), strings.ReplaceAll(text, "+", "%2B")} {
		if Recognize(address) != Penpa {
			t.Errorf("%.60s is not recognised", address)
		}
		got, err := Read(address)
		if err != nil {
			t.Fatal(err)
		}
		if got.Title != want.Title || got.Author != want.Author || got.Rules != want.Rules {
			t.Errorf("the texts are %q, %q, %q", got.Title, got.Author, got.Rules)
		}
		for i, it := range want.Items {
			if i >= len(got.Items) || !reflect.DeepEqual(got.Items[i], it) {
				t.Fatalf("item %d is\n%v, and was\n%v", i, got.Items[i:], it)
			}
		}
		if len(got.Items) != len(want.Items) {
			t.Errorf("%d items became %d", len(want.Items), len(got.Items))
		}
	}
}

func TestTheAnswerOfADrawingOfPenpaIsRead(t *testing.T) {
	d := &Document{Board: linkformat.Board{Columns: 2, Rows: 1}}
	d.add("number", "cell", at(1, 1), "value", 1)
	text, err := writePenpa(d)
	if err != nil {
		t.Fatal(err)
	}
	got, err := Read(text + "&a=" + packedDrawing(`[[],[],[],[],["15,2"],[]]`))
	if err != nil || !reflect.DeepEqual(got.Solution, []Value{1, 2}) {
		t.Errorf("the solution is %v, %v", got.Solution, err)
	}
	d.Solution = []Value{1, 2}
	if text, err = writePenpa(d); err != nil {
		t.Fatal(err)
	}
	if got, err = Read(text); err != nil || !strings.Contains(text, "m=solve&") || !reflect.DeepEqual(got.Solution, d.Solution) || len(got.Items) != 2 {
		t.Errorf("written as %s, the solution is %v, %v", text, got.Solution, err)
	}
}

func TestHostileDrawingsOfPenpaAreRefused(t *testing.T) {
	var many strings.Builder
	for i := range 90_000 {
		fmt.Fprintf(&many, "\"%d\":4,", i)
	}
	head := func(board string) string { return board + ",5,5,38,0,1,1,1,1,1,1\n[0,0,0,0]\n{}\n{}\n{}\n[20,1]\n" }
	for _, test := range []struct{ body, want string }{
		{packedDrawing(strings.Repeat("0", 100<<20)), "larger than"},
		{packedDrawing(strings.Repeat(head("square"), 1000)), ""},
		{packedDrawing(head("hex")), "the board is of the type hex"},
		{packedDrawing(strings.Replace(head("square"), "5,5", "5,999999999", 1)), "up to 150 of each are read"},
		{packedDrawing(strings.Replace(head("square"), "[20,1]", "[20,999999]", 1)), "outside of the sheet"},
		{packedDrawing(strings.Replace(head("square"), "[20,1]", "[]", 1)), "no list of the cells"},
		{packedDrawing(strings.Replace(head("square"), "{}\n{}\n[", strings.Repeat("[", 100_000)+"\n{}\n[", 1)), "not of the form"},
		{packedDrawing(strings.Replace(head("square"), "{}\n{}\n[", "{\"zZ\":"+strings.Repeat("zR", 400_000)+"}\n{}\n[", 1)), "larger than"},
		{packedDrawing(strings.Replace(head("square"), "{}\n{}\n[", "{zS:{"+strings.TrimSuffix(many.String(), ",")+"}}\n{}\n[", 1)), "more than 20000 signs"},
		{packedDrawing("square,150,150,38,0,1,1,1,1,1,1\n[0,0,0,0]\n{}\n{}\n{}\n[310,23095]\n"), "lacks more than 20000 of its cells"},
		{packedDrawing("square\xff\xfe" + head("")), "no text"},
		{packedDrawing("5,5,7"), "old form"},
		{"AAAA", "damaged or cut off"},
		{"!!!!", "base64"},
		{packedDrawing(head("square"))[:40], "cut off"},
		{"", "no drawing"},
	} {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		_, err := Read("m=edit&p=" + test.body)
		runtime.ReadMemStats(&after)
		if used := after.TotalAlloc - before.TotalAlloc; used > 64<<20 {
			t.Errorf("%.40s…: %d bytes were allocated", test.body, used)
		}
		var bad *linkformat.Error
		if test.want == "" {
			if err != nil {
				t.Errorf("%.40s…: %v", test.body, err)
			}
		} else if !errors.As(err, &bad) || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%.40s…: %v, and not: %s", test.body, err, test.want)
		}
	}
}

func FuzzPenpa(f *testing.F) {
	text, err := writePenpa(everything())
	if err != nil {
		f.Fatal(err)
	}
	packed := strings.TrimPrefix(text, penpaHead+"m=edit&p=")
	plain, err := inflated(packed)
	if err != nil {
		f.Fatal(err)
	}
	f.Add(plain)
	f.Add("square,5,5,38,0,1,1,1,1,1,1\n[0,0,0,0]\n{}\n{zE:{\"1,2\":2}}\n{}\n[20,1]\n")
	f.Fuzz(func(t *testing.T, plain string) {
		d, err := Read("m=edit&p=" + packedDrawing(plain))
		if err != nil {
			return
		}
		again, err := writePenpa(d)
		if err != nil {
			return
		}
		second, err := Read(again)
		if err != nil {
			t.Fatalf("what was written is not read: %v", err)
		}
		if second.Board != d.Board {
			t.Errorf("the board of %v becomes one of %v", d.Board, second.Board)
		}
	})
}

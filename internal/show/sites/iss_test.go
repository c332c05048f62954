package sites

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"nazo/dsl/linkformat"
)

// spell writes the items of a document but those of regions.
func spell(d *Document) string {
	var out []string
	for _, it := range d.Items {
		if it.Kind == "region" {
			continue
		}
		text := it.Kind
		for _, name := range []string{"group", "option", "value", "values", "word", "least", "digits", "pill", "pairs", "sets", "terms", "moves", "ends", "cell", "cells", "lines"} {
			if f, ok := it.Fields[name]; ok {
				text += " " + name + " " + spellValue(f)
			}
		}
		out = append(out, text)
	}
	return strings.Join(out, "; ")
}

func spellValue(v Value) string {
	switch v := v.(type) {
	case Place:
		return fmt.Sprintf("%d,%d", (v.Y+1)/2, (v.X+1)/2)
	case []Value:
		var parts []string
		for _, x := range v {
			parts = append(parts, spellValue(x))
		}
		return "[" + strings.Join(parts, " ") + "]"
	}
	return fmt.Sprint(v)
}

func TestISS(t *testing.T) {
	for _, c := range []struct{ link, want string }{
		{".~R1C1_5~R9C9_2_7", "Given value 5 cell 1,1; Given digits values [2 7] cell 9,9"},
		{".~R1C1_5_6.~R1C1_6_7", "Given value 6 cell 1,1"},
		{"https://sigh.github.io/Interactive-Sudoku-Solver/?q=.Shape%7E4x4.Thermo%7ER1C1%7ER1C2&x=1", "Thermo cells [1,1 1,2]"},
		{".Shape~16x16.Thermo~RgC1~RgCa", "Thermo cells [16,1 16,10]"},
		{".Shape~4x4~0-4.AntiKnight", "Shape least 0 digits 5; AntiKnight"},
		{".Shape~4x4~~Raw.Renban~r1c1~r1c2", "Raw; Renban cells [1,1 1,2]"},
		{".Whisper~R1C1~R1C2.Whisper~3~R1C1~R1C2", "Whisper value 5 cells [1,1 1,2]; Whisper value 3 cells [1,1 1,2]"},
		{".Cage~7~R1C1~R2C1.Cage~~R1C1~R2C1", "Cage value 7 cells [1,1 2,1]; Cage value 0 cells [1,1 2,1]"},
		{".Sum~3_=_1_-1~R1C1~R1C2", "Sum weighted value 3 terms [[1 1,1] [-1 1,2]] cells [1,1 1,2]"},
		{".Arrow~R2C1~R1C1.PillArrow~2~R1C2~R1C1~R2C2", "Arrow pill [2,1] cells [2,1 1,1]; PillArrow pill [1,1 1,2] cells [1,1 2,2]"},
		{".Shape~4x4.XSum~R2~7~8.Sandwich~3~C4.Skyscraper~C1~~2", "XSum value 7 cell 2,0 cells [2,1 2,2 2,3 2,4]; XSum value 8 cell 2,5 cells [2,4 2,3 2,2 2,1]; " +
			"Sandwich value 3 cell 0,4 cells [1,4 2,4 3,4 4,4]; Skyscraper value 2 cell 5,1 cells [4,1 3,1 2,1 1,1]"},
		{".Shape~4x4.LittleKiller~5~R2C1.LittleKiller~6~R1C3.LittleKiller~7~R3C4.LittleKiller~8~R4C2",
			"LittleKiller value 5 cell 1,0 cells [2,1 3,2 4,3]; LittleKiller value 6 cell 0,4 cells [1,3 2,2 3,1]; " +
				"LittleKiller value 7 cell 4,5 cells [3,4 2,3 1,2]; LittleKiller value 8 cell 5,1 cells [4,2 3,3 2,4]"},
		{".WhiteDot~R1C1~R1C2~R2C2", "WhiteDot cells [1,1 1,2]; WhiteDot cells [1,2 2,2]"},
		{".Quad~R1C1~3~3", "Quad values [3 3] cells [1,1 1,2 2,1 2,2]"},
		{".LookAndSay~2103~R1C1~R1C2", "LookAndSay pairs [[2 1] [0 3]] cells [1,1 1,2]"},
		{".SameValues~2~R1C1~R1C2~R2C1~R2C2", "SameValues sets [[1,1 1,2] [2,1 2,2]]"},
		{".EqualSum~R1C1~-~R2C1~R2C2", "EqualSum sets [[1,1] [2,1 2,2]]"},
		{".Or.Cage~3~R1C1~R1C2.And.~R1C1_1.~R1C2_2.End.End",
			"Or Cage group 1 option 1 value 3 cells [1,1 1,2]; Or Given group 1 option 2 values [1] cell 1,1; Or Given group 1 option 2 values [2] cell 1,2"},
		{".Or.~R1C1_1.And.~R1C1_2.Or.~R1C2_3.~R1C2_4.End.End.End",
			"Or Given group 1 option 1 values [1] cell 1,1; Or Given group 1 option 2 values [2] cell 1,1; Or Given group 1 option 2 values [3] cell 1,2; " +
				"Or Given group 1 option 3 values [2] cell 1,1; Or Given group 1 option 3 values [4] cell 1,2"},
		{".Or.~R1C1_1.And.End.End", ""},
		{".Replicate~D.Renban~R1C1~R2C1.End", "Renban cells [1,1 2,1]; Renban cells [1,2 2,2]"},
		{".Shape~2x2~2.Pair~G~_less~R1C1~R1C2~~R2C1~R2C2", "Pair pairs [[1 2] [2 1]] cells [1,1 1,2]; Pair pairs [[1 2] [2 1]] cells [2,1 2,2]"},
		{".Shape~2x2~2.Regex~MSo~R1C1~R1C2", "Regex moves [[1 1 2] [2 1 2]] ends [1 2] cells [1,1 1,2]"},
		{".ChaosConstruction.NoBoxes.ChaosArrow~R1C2~1~CC2~CC1.CountDistinct~R1C1~CC1~CC10",
			"ChaosConstruction value 9; ChaosArrow value 1 cell 1,2 lines [[1,2 1,1]]; CountDistinct regions cell 1,1 cells [1,1 2,1]"},
		{".Shape~2x2.ChaosConstruction.ChaosArrow~R1C1.ChaosCount~R1C1",
			"ChaosConstruction value 2; ChaosArrow value 0 cell 1,1 lines [[1,1] [1,1 1,2] [1,1] [1,1 2,1]]; ChaosCount value 0 cell 1,1 cells [1,1 1,2 2,1 2,2]"},
		{".Shape~4x4.Var~S~x~3.Var~T.Thermo~VS3~VT~R4C1", "unused cell 5,4; unused cell 6,2; unused cell 6,3; unused cell 6,4; " +
			"beside cells [5,1 5,2 5,3 5,4 6,1 6,2 6,3 6,4]; Thermo cells [5,3 6,1 4,1]"},
		{".Shape~2x2~0-2.Doppelganger.Thermo~DGC1~DGR2", "Shape least 0 digits 3; Doppelganger rows cells [3,1 3,2]; Doppelganger columns cells [4,1 4,2]; " +
			"beside cells [3,1 3,2 4,1 4,2]; Thermo cells [3,1 4,2]"},
		{".3456789." + strings.Repeat("123456789", 80), "Given digits values [3 4 5 6 7 8 9] cell 1,1"},
		{"5>......." + strings.Repeat(".........", 8), ""},
		{"3<" + strings.Repeat("0", 79), "Cage value 3 cells [1,1 1,2]"},
		{"12........343434" + "aabbaabbccddccdd", "Given value 1 cell 1,1; Given value 2 cell 1,2; Given value 3 cell 3,3; Given value 4 cell 3,4; Given value 3 cell 4,1; Given value 4 cell 4,2; Given value 3 cell 4,3; Given value 4 cell 4,4"},
	} {
		if got := Recognize(c.link); got != ISS {
			t.Errorf("%s: is a link of %q", c.link, got)
			continue
		}
		d, err := Read(c.link)
		if err != nil {
			t.Errorf("%s: %v", c.link, err)
			continue
		}
		got := spell(d)
		if len(c.link) > 80 && !strings.Contains(c.link, "~") { // of lines the first cell
			got, _, _ = strings.Cut(got, ";")
		}
		if c.want != "" && got != c.want {
			t.Errorf("%s:\n  %s\nwant\n  %s", c.link, got, c.want)
		}
	}
}

func TestISSRegions(t *testing.T) {
	for _, c := range []struct{ link, want string }{
		{".Shape~4x4.AntiKnight", "1122112233443344"},
		{".Shape~4x6.AntiKnight", "111222111222333444333444"},
		{".Shape~4x4.NoBoxes.AntiKnight", ""},
		{".Shape~4x4.NoBoxes.Jigsaw~0001011122232333", "1112122233343444"},
		{".Shape~6x6~9.RegionSize~9.AntiKnight", "111222111222111222333444333444333444"},
	} {
		d, err := Read(c.link)
		if err != nil {
			t.Errorf("%s: %v", c.link, err)
			continue
		}
		regions := map[Place]Value{}
		for _, it := range d.Items {
			if it.Kind == "region" {
				regions[it.Fields["cell"].(Place)] = it.Fields["value"]
			}
		}
		got := ""
		for row := 1; row <= d.Rows; row++ {
			for column := 1; column <= d.Columns; column++ {
				if v := regions[linkformat.Cell(row, column)]; v != nil {
					got += fmt.Sprint(v)
				}
			}
		}
		if got != c.want {
			t.Errorf("%s: %s, want %s", c.link, got, c.want)
		}
	}
}

func TestISSMistakes(t *testing.T) {
	for _, c := range []struct{ link, want string }{
		{".Nothing~7", "no cell"},
		{".Thermo~R1C1.no~R1C1", "no name"},
		{".Thermo~R1C1~R0C2", "outside of the board"},
		{".Thermo~R1C1~X", "no cell"},
		{".~R1C1_12", "a digit that the board lacks"},
		{".Shape~4x4.Jigsaw~0011", "4 characters"},
		{".Shape~99x99.Thermo~R1C1", "boards up to 16x16"},
		{".Or.Or~R1C1", "no End"},
		{".End~", "End without its beginning"},
		{".Or.And.Replicate~D.Or.~R1C1_1.End.End.End.End", "within one of the alternatives"},
		{".Or.And" + strings.Repeat(".Or.~R1C1_1.~R1C1_2.End", 10) + ".End.End", "more than 1000 alternatives"},
		{".Or.And.Or.End.End.End", "without alternatives"},
		{".Var~S~x~24.Thermo~VS25~R1C1", "no cell"},
		{".Var~S~x~2000.Thermo~VS1~R1C1", "more than 1000 cells"},
		{".Regex~KA~R1C1", "group that does not end"},
		{".NFA~AA~R1C1", "can't be decoded"},
		{".NFA~VgGv_wQgxBRhyCf~R1C1~-~R1C2", ""},
		{".Replicate~___________________.Thermo~R1C1~R9C9.End", "outside of the board"},
		{strings.Repeat(".Replicate~__________", 12) + ".NoBoxes" + strings.Repeat(".End", 12), "more than"},
		{".Regex~KCgoKCgpezEwMH0pezEwMH0pezEwMH0pezEwMH0pezEwMH0~R1C1", "too long"}, // (((((){100}){100}){100}){100}){100}
		{"https://sigh.github.io/Interactive-Sudoku-Solver/", "no puzzle in it"},
	} {
		_, err := Read(c.link)
		var e *linkformat.Error
		if !errors.As(err, &e) || !strings.Contains(e.Message, c.want) {
			t.Errorf("%s: %v", c.link, err)
		}
	}
}

// TestRegex holds that an automaton of a pattern accepts what the pattern means.
func TestRegex(t *testing.T) {
	for _, c := range []struct {
		pattern   string
		yes, no   []string
		low, size int
	}{
		{"1(2|3)*", []string{"1", "12", "1323"}, []string{"", "2", "121"}, 1, 4},
		{".{2,3}", []string{"11", "123"}, []string{"1", "1234"}, 1, 4},
		{"[^12]+4?", []string{"3", "34", "4"}, []string{"", "1", "342"}, 1, 4},
		{"(12){2}3{0}", []string{"1212"}, []string{"12", "12123", "121212"}, 1, 4},
		{"[0-2]{1,}", []string{"0", "210"}, []string{"", "3"}, 0, 4},
		{"(1?2){2,}", []string{"22", "1212", "2122"}, []string{"2", "12", "112"}, 1, 4},
		{"a|b2", []string{"a", "b2"}, []string{"2", "b"}, 1, 12},
	} {
		a, err := compileRegex(c.pattern, c.low, c.size)
		if err != nil {
			t.Errorf("%s: %v", c.pattern, err)
			continue
		}
		accepts := func(text string) bool {
			at := map[int]bool{0: true}
			for _, r := range text {
				next := map[int]bool{}
				s := strings.IndexRune("0123456789abcdef", r) - c.low
				for _, m := range a.moves {
					if at[m.from] && m.symbol == s {
						next[m.to] = true
					}
				}
				at = next
			}
			for q := range at {
				if a.accepts[q] {
					return true
				}
			}
			return false
		}
		for _, text := range c.yes {
			if !accepts(text) {
				t.Errorf("%s refuses %q", c.pattern, text)
			}
		}
		for _, text := range c.no {
			if accepts(text) {
				t.Errorf("%s accepts %q", c.pattern, text)
			}
		}
	}
}

// FuzzISS holds that any text ends in a document within the bounds or in an error with its type.
func FuzzISS(f *testing.F) {
	for _, text := range []string{".~R1C1_5", ".Shape~4x4.Or.And.Cage~3~R1C1~R1C2.End.End", ".NFA~VgGv_wQgxBRhyCf~R1C1", ".Regex~KDEyfDIuM3w~R1C1",
		".Replicate~AwDiQEiwD.SameValues~2~R1C1~R2C2.End", "3x3::k:" + strings.Repeat("4369:", 81), strings.Repeat("1.3......", 81), ".Pair~UFVQ~_n~R1C1~R1C2"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		body, ok := issBody(text)
		if !ok {
			return
		}
		d, err := readISS(body)
		var e *linkformat.Error
		switch {
		case err != nil && !errors.As(err, &e):
			t.Fatalf("%T: %v", err, err)
		case err == nil && (d.Rows < 1 || d.Rows > maxISS || len(d.Items) > maxISSItems+256):
			t.Fatalf("%d rows, %d items", d.Rows, len(d.Items))
		}
	})
}

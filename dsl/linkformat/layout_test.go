package linkformat

import (
	"errors"
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// TestReadErrors damages bodies: what is said, and where.
func TestReadErrors(t *testing.T) {
	for _, test := range []struct {
		layout        string
		columns, rows int
		body, at      string
		says          string
	}{
		{"num16", 2, 2, "1+4z91", "4z91", `a number of 3 digits follows "+", and "4z9" is none in base 16`},
		{"num16", 2, 2, "1-4", "", `the body ends within the number that follows "-"`},
		{"num16", 2, 2, "1Ai", "Ai", `"A" begins no mark here`},
		{"num16", 2, 2, "1é", "é", `"é" begins no mark here`},
		{"border", 4, 4, "2tg", "", "the body ends after 0 of 12 sides"},
		{"border, num16 rooms", 2, 2, "o", "", "the body ends after 0 of 2 sides"},
		{"num16, border", 2, 2, "1", "", "the body ends after 1 of 4 cells"},
		{"bits", 2, 2, "w", "w", `"w" begins no mark here`},
		{"trits", 2, 2, "0", "", "the body ends after 3 of 4 cells"},
		{"chars4", 2, 2, "1", "", "the body ends after 1 of 4 cells"},
		{"arrow16", 2, 2, "c2", "", `the body ends within the number that follows "2"`},
		{"arrow16", 2, 2, "-72341", "72341", `a number of 1 digits follows "-", and "7" is none in base 5`},
		{"kindarrow16", 2, 2, "2x", "x", "a direction is expected here"},
		{"four16", 2, 2, "1.x", "x", "number 3 of four is expected here"},
		{"count, border", 2, 2, "x/00", "x/00", `a number is expected here, not "x"`},
		{"count, border", 2, 2, "1-00", "-00", `a slash is expected behind the number 1, not "-"`},
		{"count, border", 2, 2, "9999999999/00", "9999999999", "the number is too large"},
		{"count, num10 bricks", 2, 2, "4/d", "d", "the number that says which rows are moved is 0 to 3"},
		{"slash, num16", 2, 2, "j", "j", `a slash is expected here, not "j"`},
		{"at, quad", 2, 2, "1", "", "the body ends before the column and row of a cell"},
		{"num16, bank", 2, 2, "j//x", "/x", `isn't followed by the character of a list of pieces`},
		{"num16, bank", 2, 2, "j//t/", "/", `"/" stands behind the end of the puzzle`},
		{"num16, bank", 2, 2, "j/2/11g", "", "the body ends after 1 of 2 pieces"},
		{"num16, bank", 2, 2, "j/1/110", "", "a piece has at least one cell"},
		{"num16, bank", 2, 2, "j/1/11v", "v", "a piece of 1 by 1 cells has more of them"},
		{"num16, bank", 2, 2, "j/99999", "99999", "99999 pieces are more than 1000"},
		{"list8", 2, 2, "fzi", "fzi", `"fz" is no list of numbers`},
		{"num32", 2, 2, "12", "", "the body ends after 2 of 4 clues outside"},
	} {
		name := fmt.Sprintf("%s of %q", test.layout, test.body)
		_, _, err := parts(test.layout).Read(Board{test.columns, test.rows}, test.body)
		var e *Error
		if !errors.As(err, &e) {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if !strings.Contains(e.Message, test.says) || !strings.HasPrefix(test.body[e.Offset:], test.at) || test.at == "" && e.Offset != len(test.body) {
			t.Errorf("%s: %q at %q", name, e.Message, test.body[e.Offset:])
		}
	}
}

// TestNotes reads bodies that have too much or too little, as puzz.link does: the marks of the last part, and what is ignored.
func TestNotes(t *testing.T) {
	for _, test := range []struct {
		layout        string
		columns, rows int
		body, marks   string
		at, says      string
	}{
		{"num16", 6, 1, "g3h", ". 3 . . . .", "", "the body ends after 4 of 6 cells: the others are read as empty"},
		{"num16", 2, 1, "", ". .", "", "the body ends after 0 of 2 cells"},
		{"border, num16 rooms", 2, 2, "o01", "1 .", "", "the body ends after 1 of 2 rooms"},
		{"num16, holes", 2, 1, "1", ". .", "", "the body ends after 1 of 2 cells"},
		{"num16", 2, 2, "1i1", "1 . . .", "1", `"1" stands behind the end of the puzzle, and is ignored`},
		{"trits", 2, 2, "00.0", ". . . .", ".0", `".0" stands behind the end`},
		{"num16", 2, 1, "1gmuch text behind the end", "1 .", "much text behind the end", `"much text behind th…" stands behind`},
		{"num16", 2, 2, "1j", "1 . . .", "j", `"j" is for 4 cells, and only 3 of 4 are left: what is beyond the last is ignored`},
		{"quad", 5, 1, "ck", "2 . . . .", "k", `"k" is for 5 cells, and only 2 of 5 are left`},
		{"quad", 2, 2, "i6", ". . . 1", "6", `"6" is for 2 cells, and only 1 of 4 are left`},
		{"quad", 2, 2, "hb", ". . 1 .", "", ""},
		{"border", 2, 1, "v", "1", "v", `"v" marks a place behind the last of 1 sides, which is ignored`},
		{"trits", 2, 2, "01", ". . . .", "1", `"1" marks a place behind the last of 4 cells`},
		{"bits allsides", 1, 1, "v", "1 1 1 1", "v", `"v" marks a place behind the last of 4 sides`},
		{"gaps points", 1, 1, "x", ". . . .", "x", `"x" is for 34 points, and only 4 of 4 are left`},
		{"sparse", 2, 2, "z", ". . . .", "z", `"z" is for 18 cells, and only 4 of 4 are left`},
		{"pipes", 2, 1, "5", "o o", "5", `"5" is for 6 cells, and only 2 of 2 are left`},
		{"num16bar", 2, 1, "i9", ". .", "i9", `"i" is for 9 cells, and only 2 of 2 are left`},
		{"list8", 2, 2, "zz", ". . . .", "zz", `"z" is for 20 cells, and only 4 of 4 are left`},
		{"list9", 2, 1, "1z", "1 .", "z", `"z" is for 25 cells, and only 1 of 2 are left`},
		{"dots16", 1, 1, "7", "1", "7", "the last mark is for a place that is not there"},
	} {
		name := fmt.Sprintf("%s of %q", test.layout, test.body)
		readings, notes, err := parts(test.layout).Read(Board{test.columns, test.rows}, test.body)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if got := markText(readings[len(readings)-1].Marks); got != test.marks {
			t.Errorf("%s: the marks are %s", name, got)
		}
		if test.says == "" && len(notes) == 0 {
			continue
		}
		if len(notes) == 0 || !strings.Contains(notes[0].Message, test.says) || test.body[notes[0].Offset:] != test.at {
			t.Errorf("%s: %+v", name, notes)
		}
	}
}

func markText(marks []Mark) string {
	var all []string
	for _, m := range marks {
		all = append(all, m.String())
	}
	return strings.Join(all, " ")
}

// TestOptional leaves parts out that say nothing, and reads that they are.
func TestOptional(t *testing.T) {
	for _, test := range []struct{ layout, body string }{
		{"num16, holes", "j"},
		{"num16, holes", "jo"},
		{"num16, border?", "j"},
		{"num16, border?", "j0g"},
		{"border, trits?, holes", "00"},
		{"border, trits?, holes", "00000o"[:5]},
		{"border, trits?, holes", "0000o"},
		{"border, holes, num16 rooms", "000g"},
		{"border, holes, bank", "00//t"},
		{"border, holes, bank", "00o//t"},
		{"border, holeslash, num16 rooms", "00/g"},
		{"border, holeslash, num16 rooms", "00o/g"},
		{"holes", ""},
	} {
		l, b := parts(test.layout), Board{2, 2}
		readings, _, err := l.Read(b, test.body)
		if err != nil {
			t.Errorf("%s of %q: %v", test.layout, test.body, err)
			continue
		}
		want := strings.TrimSuffix(test.body, "000") // trits and holes that say nothing
		if got, err := rewrite(l, b, readings); err != nil || got != want && got != test.body {
			t.Errorf("%s of %q: written as %q, %v", test.layout, test.body, got, err)
		}
	}
}

// TestPage reads the worked examples of docs/links.md, and holds that the page has a row for each format and each domain.
func TestPage(t *testing.T) {
	page, err := os.ReadFile("../../docs/links.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, word := range slices.Concat(Formats(), Domains()) {
		if !regexp.MustCompile("(?m)^\\| [^|]*`" + word + "`").Match(page) {
			t.Errorf("no row for %s", word)
		}
	}
	examples := regexp.MustCompile("(?m)^\\| ([a-z0-9, ]+) \\| ([0-9]+), ([0-9]+) \\| `([^`]*)` \\| `([^`]*)` \\|$").FindAllStringSubmatch(string(page), -1)
	if len(examples) < 20 {
		t.Errorf("only %d examples were found", len(examples))
	}
	for _, e := range examples {
		var b Board
		if _, err := fmt.Sscan(e[2]+" "+e[3], &b.Columns, &b.Rows); err != nil {
			t.Fatal(err)
		}
		l := parts(e[1])
		readings, _, err := l.Read(b, e[4])
		if err != nil {
			t.Errorf("%s: %v", e[0], err)
			continue
		}
		if text := markText(readings[len(l)-1].Marks); text != e[5] {
			t.Errorf("%s: the marks are %s", e[0], text)
		}
		if body, err := rewrite(l, b, readings); err != nil || body != e[4] {
			t.Errorf("%s: written as %s, %v", e[0], body, err)
		}
	}
}

func TestCheck(t *testing.T) {
	for layout, says := range map[string]string{
		"num16 rooms":                "need the part border",
		"num17":                      `"num17" is no format`,
		"num16 cellz":                `"cellz" is no domain`,
		"count cells":                "has no places",
		"border cells":               "border is not for cells",
		"border, num16 rooms, holes": "",
	} {
		err := parts(layout).Check()
		if (err == nil) != (says == "") || err != nil && !strings.Contains(err.Error(), says) {
			t.Errorf("%s: %v", layout, err)
		}
	}
}

func TestPlaces(t *testing.T) {
	b := Board{Columns: 3, Rows: 2}
	side := Place{X: 2, Y: 1} // between r1c1 and r1c2
	before, after := side.Beside()
	top, bottom := side.Ends()
	if before != Cell(1, 1) || after != Cell(1, 2) || top != (Place{X: 2}) || bottom != (Place{X: 2, Y: 2}) {
		t.Errorf("beside %v are %v and %v, at its ends %v and %v", side, before, after, top, bottom)
	}
	if !b.Has(Cell(2, 3)) || b.Has(Cell(3, 1)) || b.Has(side) || b.Has(Place{X: -1, Y: 1}) {
		t.Error("a board has its cells only")
	}
	if ray := b.Ray(Cell(2, 3), Place{X: -2, Y: -2}); len(ray) != 2 || ray[1] != Cell(1, 2) || len(b.Cells()) != 6 {
		t.Errorf("the diagonal is %v", ray)
	}
}

package linkformat

import (
	"errors"
	"strings"
	"testing"
)

func TestParse(t *testing.T) {
	slither := URL{Type: "slither", Columns: 5, Rows: 4, Body: "cbcbcddad"}
	with := func(change func(*URL)) URL {
		u := slither
		change(&u)
		return u
	}
	edit := with(func(u *URL) { u.Mode = "edit" })
	play := with(func(u *URL) { u.Mode = "play" })
	for _, test := range []struct {
		link string
		want URL
	}{
		{"https://puzz.link/p?slither/5/4/cbcbcddad", slither},
		{" http://pzv.jp/p.html?slither/5/4/cbcbcddad\n", slither},
		{"https://pzprxs.vercel.app/p?slither/5/4/cbcbcddad", slither},
		{"https://pzplus.tck.mn/p?slither/5/4/cbcbcddad", slither},
		{"puzz.link/p?slither/5/4/cbcbcddad", slither},
		{"?slither/5/4/cbcbcddad", slither},
		{"slither/5/4/cbcbcddad", slither},
		{"slither/5/4/cbcbcddad/", slither},
		{"https://puzz.link/p?slither_edit/5/4/cbcbcddad", edit},
		{"https://puzz.link/p?slither_play/5/4/cbcbcddad", play},
		{"https://puzz.link/p?type=player&slither/5/4/cbcbcddad", play},
		{"https://puzz.link/p?type=editor&x=1&slither/5/4/cbcbcddad", edit},
		{"slither/v:odd/f/5/4/cbcbcddad", with(func(u *URL) { u.Variant, u.Flags = "odd", "f" })},
		{"https://puzz.link/p?v:odd/slither/f/5/4/cbcbcddad", with(func(u *URL) { u.Variant, u.Flags = "odd", "f" })},
		{"slither/5/4/cbcbcddad&type=player", slither},
		{"https://puzz.link/p?slither/5/4/cbcbcddad/&x=1&y=2#top", slither},
		{"slither/5/4/a&b", with(func(u *URL) { u.Body = "a&b" })},
		{"slither/5/4", with(func(u *URL) { u.Body = "" })},
		{"slither/5/4/", with(func(u *URL) { u.Body = "" })},
		{"slither/5/4//", with(func(u *URL) { u.Body = "" })},
		{"slither/5/4/1a./", with(func(u *URL) { u.Body = "1a." })},
		{"slither/5/4/1/2//3", with(func(u *URL) { u.Body = "1/2//3" })},
		{"slither/5/4/1//", with(func(u *URL) { u.Body = "1/" })},
	} {
		got, err := Parse(test.link)
		if err != nil {
			t.Errorf("%s: %v", test.link, err)
			continue
		}
		if test.want.Body != "" && !strings.HasPrefix(test.link[got.Start:], test.want.Body) {
			t.Errorf("%s: the body begins with %q", test.link, test.link[got.Start:])
		}
		got.Start = 0
		if got != test.want {
			t.Errorf("%s: %+v", test.link, got)
		}
		again, err := Parse(got.String())
		again.Start = 0
		if err != nil || again != got {
			t.Errorf("%s: %v, %v", got, again, err)
		}
	}
}

func TestParseErrors(t *testing.T) {
	for _, test := range []struct{ link, at, says string }{
		{"", "", "empty"},
		{"https://puzz.link/p", "", "no question mark"},
		{"slither", "", "ends before the number of columns"},
		{"slither/5", "", "ends before the number of rows"},
		{"slither/5/x/1", "x/1", `the number of rows is expected here: "x" is none`},
		{"slither//5/5/1", "/5/5/1", `the number of columns is expected here: "" is none`},
		{"slither/F/5/5/1", "F/5", `"F" is neither`},
		{"slither/0/5/1", "0/5", "at least one"},
		{"slither/1000000000/5/1", "1000000000", "more than the 250000 cells"},
		{"slither/99999999999999999999/5/1", "99999", "more than the 250000 cells"},
		{"slither/5000/5000/1", "5000/5000", "more than the 250000 cells"},
		{"sli ther/5/5/1", " ther", "no blank"},
		{"https://puzz.link/p?%7/5/5", "%7", "no name of a type"},
		{"https://puzz.link/p?pzprv3/slither/5/5/. . .", "pzprv3", "whole position"},
		{"https://puz z.link/p?slither/5/5/1", " z", "no blank"},
		{"https://swaroopg92.github.io/penpa-edit/#m=solve&p=7Zf", "https", "link of penpa-edit"},
		{"https://swaroopg92.github.io/penpa-edit/?m=edit&p=7Zf", "https", "link of penpa-edit"},
		{"https://sudokupad.app/abc", "https", "link of sudokupad"},
		{"https://puzz.link/p?pzprv3/slither/5/5/.%20./", "pzprv3", "whole position"},
		{"https://puzz.link/p?pzprv3.1/slither/5/5/./", "pzprv3.1", "whole position"},
		{"https://puzz.link/p?v:odd/pzprv3/slither/5/5/./", "pzprv3", "whole position"},
	} {
		u, err := Parse(test.link)
		var e *Error
		if !errors.As(err, &e) {
			t.Errorf("%s: %+v, %v", test.link, u, err)
			continue
		}
		if !strings.Contains(e.Message, test.says) || !strings.HasPrefix(test.link[e.Offset:], test.at) ||
			test.at == "" && e.Offset != len(test.link) {
			t.Errorf("%s: %q at %q", test.link, e.Message, test.link[e.Offset:])
		}
	}
	if _, err := Parse(strings.Repeat("1", MaxLink+1)); err == nil {
		t.Error("a link of 4 MB is read")
	}
}

func TestIsLink(t *testing.T) {
	for text, want := range map[string]bool{
		"https://puzz.link/p?a/5/5": true, "http://example.org": true, "puzz.link/p?a/5/5": true, "www.pzv.jp/p.html?a/5/5": true,
		" ?a/5/5/1": true, "puzz.link.txt": false, "board.json": false, "a/5/5/1": false, "": false,
	} {
		if IsLink(text) != want {
			t.Errorf("IsLink(%q) is %v", text, !want)
		}
	}
}

func TestPasted(t *testing.T) {
	for text, want := range map[string]string{
		" slither/5/5/1\n": "slither/5/5/1", `"slither/5/5/1"`: `slither/5/5/1"`, "“slither/5/5/1”": "slither/5/5/1”",
		"(<slither/5/5/1>)": "slither/5/5/1>)", "slither%2F5%2f5%2F1": "slither/5/5/1", "slither/5/5/%2F1": "slither/5/5/%2F1", "": "",
		"https%3A%2F%2Fpuzz.link%2Fp%3Fslither%2F5%2F5%2Fa%252F1": "https://puzz.link/p?slither/5/5/a%2F1",
	} {
		if got := Pasted(text); got != want {
			t.Errorf("Pasted(%q) is %q", text, got)
		}
	}
}

// FuzzParse reads any text: no panic, and what is read is written and read again as the same.
func FuzzParse(f *testing.F) {
	for _, s := range samples(f) {
		f.Add(s.link)
	}
	f.Add("https://puzz.link/p?type=player&slither_edit/v:odd/f/5/4/1a./")
	f.Fuzz(func(t *testing.T, text string) {
		u, err := Parse(text)
		if err != nil {
			if e := err.(*Error); e.Offset < 0 || e.Offset > len(text) {
				t.Fatalf("%q at %d of %d", e.Message, e.Offset, len(text))
			}
			return
		}
		if u.Start < 0 || u.Start > len(text) || !strings.HasPrefix(text[u.Start:], u.Body) {
			t.Fatalf("the body of %q begins at %d", text, u.Start)
		}
		again, err := Parse(u.String())
		u.Start, again.Start = 0, 0
		if err != nil || again != u {
			t.Fatalf("%q: %+v became %+v, %v", text, u, again, err)
		}
	})
}

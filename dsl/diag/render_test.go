package diag_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"nazo/dsl/diag"
)

// at returns the span of the first occurrence of part in src.
func at(src *diag.Source, part string) diag.Span {
	i := strings.Index(src.Text, part)
	return diag.Span{Start: i, End: i + len(part)}
}

func TestText(t *testing.T) {
	plain := diag.NewSource("a.nazo", "let x = digt[c]\nlet y = x\n")
	tabs := diag.NewSource("tabs", "\tlet\tx = 1\r\n")
	wide := diag.NewSource("wide", "let 謎é = e\u0301x")
	long := diag.NewSource("long", strings.Repeat("a ", 100)+"HERE"+strings.Repeat(" b", 100))
	for _, tt := range []struct {
		name string
		d    *diag.Diagnostic
		want string
	}{
		{"everything", diag.Errorf(plain, at(plain, "digt"), "unknown-name", "there is no name `%s`", "digt").
			Expect("a name").Suggest("digit").Helpf("see %s", "above").Note(plain, at(plain, "y"), "near this").Note(nil, diag.Span{}, "a remark"),
			"a.nazo:1:9: error: there is no name `digt`\n" +
				"  1 | let x = digt[c]\n" +
				"    |         ^~~~\n" +
				"    = expected: a name\n" +
				"    = did you mean `digit`?\n" +
				"    = help: see above\n" +
				"a.nazo:2:5: note: near this\n" +
				"  2 | let y = x\n" +
				"    |     ^\n" +
				"    = note: a remark\n"},
		{"warning at the end", diag.Warnf(plain, diag.Span{Start: 15, End: 15}, "c", "m"),
			"a.nazo:1:16: warning: m\n  1 | let x = digt[c]\n    |                ^\n"},
		{"several lines", diag.Errorf(plain, diag.Span{Start: 8, End: 20}, "c", "m"),
			"a.nazo:1:9: error: m\n  1 | let x = digt[c]\n    |         ^~~~~~~\n"},
		{"tabs and CRLF", diag.Errorf(tabs, at(tabs, "x = 1"), "c", "m"),
			"tabs:1:6: error: m\n  1 |     let x = 1\n    |         ^~~~~\n"},
		{"wide and combining", diag.Errorf(wide, at(wide, "e\u0301"), "c", "m"),
			"wide:1:10: error: m\n  1 | let 謎é = e\u0301x\n    |           ^\n"},
		{"wide itself", diag.Errorf(wide, at(wide, "謎é"), "c", "m"),
			"wide:1:5: error: m\n  1 | let 謎é = e\u0301x\n    |     ^~~\n"},
		{"long line", diag.Errorf(long, at(long, "HERE"), "c", "m"),
			"long:1:201: error: m\n" +
				"  1 | …" + strings.Repeat("a ", 20) + "HERE" + strings.Repeat(" b", 48) + "…\n" +
				"    |  " + strings.Repeat(" ", 40) + "^~~~\n"},
		{"control characters", diag.Errorf(diag.NewSource("x", "a\x1b[31m"), diag.Span{Start: 1, End: 2}, "c", "m"),
			"x:1:2: error: m\n  1 | a\ufffd[31m\n    |  ^\n"},
		{"a long name", diag.Errorf(nil, diag.Span{}, "c", "there is no `%s`", strings.Repeat("謎", 101)).Note(nil, diag.Span{}, "not `%s`", strings.Repeat("a", 100)),
			"error: there is no `" + strings.Repeat("謎", 99) + "…`\n  = note: not `" + strings.Repeat("a", 100) + "`\n"},
		{"no source", diag.Errorf(nil, diag.Span{}, "c", "m").Helpf("h"), "error: m\n  = help: h\n"},
		{"empty source", diag.Errorf(diag.NewSource("e", ""), diag.Span{}, "c", "m"), "e: error: m\n"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if diff := cmp.Diff(tt.want, tt.d.Text(false)); diff != "" {
				t.Errorf("(-want +got)\n%s", diff)
			}
		})
	}
}

func TestTextColor(t *testing.T) {
	src := diag.NewSource("a", "x")
	d := diag.Errorf(src, at(src, "x"), "c", "m")
	want := "\x1b[1ma:1:1:\x1b[0m \x1b[1;31merror:\x1b[0m \x1b[1mm\x1b[0m\n  1 | x\n    | \x1b[1;31m^\x1b[0m\n"
	if got := d.Text(true); got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

// TestCount holds that numbers agree with nouns.
func TestCount(t *testing.T) {
	for want, got := range map[string]string{"1 row": diag.Count(1, "row"), "0 rows": diag.Count(0, "row"), "2 boxes": diag.Count(2, "box"),
		"3 entries": diag.Count(3, "entry"), "4 ways": diag.Count(4, "way")} {
		if got != want {
			t.Errorf("%q is written %q", want, got)
		}
	}
}

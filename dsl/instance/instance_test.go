package instance_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"nazo/dsl"
	"nazo/dsl/diag"
	"nazo/dsl/instance"
)

var instanceTests = []struct {
	name, text string
	want       string // instances in brief
	problems   string
}{
	{"values and blocks", "# a comment\nn = 8  # another\nclue:\n  1 . 2\n  12 . .\n\nfill = true",
		"[] n=8 clue=grid{1,.,2 12,.,.} fill=true", ""},
	{"characters", "room:\naab\nabb\n\nfill = true", "[] room=grid{a,a,b a,b,b} fill=true", ""},
	{"titles", "--- first one\nn = 1\n--- second\nn = 2\n---\nn = 3\n---\n", "[first one] n=1\n[second] n=2\n[] n=3", ""},
	{"separator ends a block", "clue:\n1 2\n--- next\nclue:\n3 4", "[] clue=grid{1,2}\n[next] clue=grid{3,4}", ""},
	{"indented dashes are a row", "sign:\n  ---\n  +++\n", "[] sign=grid{-,-,- +,+,+}", ""},
	{"dashes below dashes", "sign:\n-+-\n---\n", "[] sign=grid{-,+,-}", "3:1 row-or-separator"},
	{"dashes between dashes", "sign:\n-+-\n--- 2\nsign:\n- + -\n---\nsign:\n----\n---\nsign:\n-+\n\n---\nsign:\n  ---\n---\nn = 1\n",
		"[] sign=grid{-,+,-}\n[2] sign=grid{-,+,-}\n[] sign=grid{}\n[] sign=grid{-,+}\n[] sign=grid{-,-,-}\n[] n=1", "7:1 no-rows, 16:1 row-or-separator"},
	{"hashes are cells", "block:\n#.\n.#\n", "[] block=grid{#,. .,#}", ""},
	{"row behind the colon", "down: 3 4 . 1\nacross: ab\n", "[] down=grid{3,4,.,1} across=grid{a,b}", ""},
	{"no empty line between rows", "clue:\n1 .\n. 2\nroom:\nab\nab\nn = 1\nseen[north]: 1 2\na, b:\n1 2", "[] clue=grid{1,. .,2} room=grid{a,b a,b} n=1 seen[north]=grid{1,2} a,b=grid{1,2}", ""},
	{"signs in rows", "clue:\n a = 1\n b = 2\n c : 3\n:=\n", "[] clue=grid{a,=,1 b,=,2 c,:,3 :=}", ""},
	{"keys", "seen[north]: 1 2\nseen[1, 2] = [3]\nseen[south] = []\n", "[] seen[north]=grid{1,2} seen[1, 2]=[3] seen[south]=[]", ""},
	{"joint", "number, arrow:\n 2> .\n\na, b = (1, 2)", "[] number,arrow=grid{2>,.} a,b=<1, 2>", ""},
	{"values over several lines", "a = [1,\n  2]\nb = \"\"\"\n 1 2\n\n 3 4\n\"\"\"\nc = {1, # one\n2}\nd = \"#\"",
		"[] a=[1, 2] b=grid{1,2 3,4} c={1, 2} d=\"#\"", ""},
	{"ranges", "digits = 1..64", "[] digits=(1 .. 64)", ""},
	{"CRLF and byte order mark", "\ufeffn = 1\r\nclue:\r\n  1 .\r\n\r\nm = 2\r\n", "[] n=1 clue=grid{1,.} m=2", ""},
	{"empty", "\n\n# nothing\n", "", ""},
	{"title without entries", "--- only a title\n", "[only a title]", ""},
	{"no entries", "1 2 3\n4 5 6\n\nn = 1\nfoo", "[] n=1", "1:1 no-entry, 5:1 no-entry"},
	{"rows behind =", "clue =\n1 . 2\n. 2 .\nn = 1\nroom = \n", "[] clue=? n=1 room=?", "1:1 no-value, 5:1 no-value"},
	{"no rows", "clue:\n\nn = 1\nroom:", "[] clue=grid{} n=1 room=grid{}", "1:1 no-rows, 4:1 no-rows"},
	{"bad values", "a =\nb = 3 4\nc = [1,\n\nd = 5\ne = rule", "[] a=? b=? c=? d=5 e=?",
		"1:1 no-value, 2:7 unexpected-token, 3:8 unexpected-end, 6:5 unexpected-token"},
	{"bad names", "let = 3\n7: 8\nx y = 9\nz[ = 1\n", "[] =3 =grid{8} x=9 z[?]=1",
		"1:1 reserved-word, 2:1 unexpected-token, 3:3 unexpected-token, 4:3 unexpected-end"},
	{"twice", "n = 1\nn = 2\n---\nn = 3\n", "[] n=1\n[] n=3", "2:1 given-twice"},
	{"unclosed grid", "a = \"\"\"\n1 2\n\nb = 3", "[] a=?", "1:5 unclosed-grid"},
	{"binary", "n = 1\x00", "", "1:6 nul-byte"},
	{"latin 1", "n = \xe9", "", "1:5 not-utf8"},
}

func briefInstance(i *instance.Instance) string {
	out := []string{"[" + i.Title + "]"}
	for _, e := range i.Entries {
		var names []string
		for _, n := range e.Names {
			names = append(names, n.Text)
		}
		name := strings.Join(names, ",")
		if e.Keys != nil {
			name += "[" + briefOrBad(e.Keys...) + "]"
		}
		out = append(out, name+"="+briefOrBad(e.Value))
	}
	return strings.Join(out, " ")
}

func briefOrBad(list ...dsl.Expr) string {
	var out []string
	for _, e := range list {
		if _, bad := e.(*dsl.Bad); bad {
			return "?"
		}
		out = append(out, brief(e))
	}
	return strings.Join(out, ", ")
}

// brief writes the kinds of expressions that the tests have.
func brief(e dsl.Expr) string {
	switch e := e.(type) {
	case *dsl.Name:
		return e.Text
	case *dsl.IntLit:
		return e.Value.String()
	case *dsl.BoolLit:
		return fmt.Sprint(e.Value)
	case *dsl.StringLit:
		return `"` + e.Value + `"`
	case *dsl.Binary:
		return "(" + brief(e.X) + " " + e.Op.String() + " " + brief(e.Y) + ")"
	case *dsl.Tuple:
		return "<" + briefOrBad(e.Elems...) + ">"
	case *dsl.SetLit:
		return "{" + briefOrBad(e.Elems...) + "}"
	case *dsl.ListLit:
		return "[" + briefOrBad(e.Elems...) + "]"
	case *dsl.GridLit:
		var rows []string
		for _, r := range e.Rows {
			rows = append(rows, strings.Join(texts(r.Cells), ","))
		}
		return "grid{" + strings.Join(rows, " ") + "}"
	}
	return fmt.Sprintf("%T", e)
}

func texts(cells []dsl.GridCell) (out []string) {
	for _, c := range cells {
		out = append(out, c.Text)
	}
	return out
}

func TestParse(t *testing.T) {
	for _, tt := range instanceTests {
		t.Run(tt.name, func(t *testing.T) {
			src := diag.NewSource("i", tt.text)
			instances, problems := instance.Parse(src)
			var got, bad []string
			for _, i := range instances {
				got = append(got, briefInstance(i))
			}
			for _, d := range problems.All() {
				pos := d.Position()
				bad = append(bad, fmt.Sprintf("%d:%d %s", pos.Line, pos.Column, d.Code))
			}
			if diff := cmp.Diff(tt.want, strings.Join(got, "\n")); diff != "" {
				t.Errorf("instances (-want +got)\n%s", diff)
			}
			if diff := cmp.Diff(tt.problems, strings.Join(bad, ", ")); diff != "" {
				t.Errorf("problems (-want +got)\n%s", diff)
			}
		})
	}
}

// TestGridPlaces checks that each cell of a grid knows where it stands.
func TestGridPlaces(t *testing.T) {
	src := diag.NewSource("i", "--- t\nclue:\n\t12 .\r\n   謎 #\n")
	instances, problems := instance.Parse(src)
	if problems.Len() > 0 {
		t.Fatal(problems.Text(false))
	}
	grid := instances[0].Entries[0].Value.(*dsl.GridLit)
	for _, row := range grid.Rows {
		if got := src.Slice(row.Span()); got != row.Text {
			t.Errorf("the place of row %q is %q", row.Text, got)
		}
		for _, cell := range row.Cells {
			if got := src.Slice(cell.Span()); got != cell.Text {
				t.Errorf("the place of cell %q is %q", cell.Text, got)
			}
		}
	}
	if got, want := src.Slice(grid.Span()), "12 .\r\n   謎 #"; got != want {
		t.Errorf("the place of the grid is %q, want %q", got, want)
	}
}

func TestGridWords(t *testing.T) {
	instances, _ := instance.Parse(diag.NewSource("i", "across:\n12\n3\n"))
	grid := instances[0].Entries[0].Value.(*dsl.GridLit)
	if got, want := texts(grid.Rows[0].Cells), []string{"1", "2"}; !slices.Equal(got, want) {
		t.Errorf("cells: got %s, want %s", got, want)
	}
	if got, want := texts(grid.Rows[0].Words()), []string{"12"}; !slices.Equal(got, want) {
		t.Errorf("words: got %s, want %s", got, want)
	}
}

func TestParseRows(t *testing.T) {
	tests := []struct{ text, want string }{
		{"###\n#@#\n###\n", "[] b=grid{#,#,# #,@,# #,#,#}"},
		{"; 1\n\n12\n\n; 2\n\n3 4\n5 6\n\n\n7", "[1] b=grid{1,2}\n[2] b=grid{3,4 5,6}\n[] b=grid{7}"},
		{"\ufeff;; one\r\n##\r\n; two\r\n##\r\n", "[one] b=grid{#,#}\n[two] b=grid{#,#}"},
		{"", ""},
		{"n = 3\n", ""},
		{"##\n\nb:\n##\n", ""},
		{"##\n--- 2\n##\n", ""},
		{"# only a\x00", ""},
	}
	for _, test := range tests {
		var got []string
		for _, i := range instance.ParseRows(diag.NewSource("i", test.text), "b") {
			got = append(got, briefInstance(i))
		}
		if diff := cmp.Diff(test.want, strings.Join(got, "\n")); diff != "" {
			t.Errorf("%q (-want +got)\n%s", test.text, diff)
		}
	}
}

func TestSquare(t *testing.T) {
	inLine := strings.Repeat("12", 18)
	board := "grid{" + strings.Repeat("1,2,1,2,1,2 ", 5) + "1,2,1,2,1,2}"
	tests := []struct{ text, want string }{
		{inLine, "[] b=" + board},
		{"; 1\n" + inLine + "\n\n; 2\n" + inLine + "\n", "[1] b=" + board + "\n[2] b=" + board},
		{inLine[:16], "[] b=grid{1" + strings.Repeat(",2,1", 7) + ",2}"},
		{inLine + "1", "[] b=grid{1" + strings.Repeat(",2,1", 18) + "}"},
		{"1" + strings.Repeat(" 2 1", 24), "[] b=grid{1" + strings.Repeat(",2,1", 24) + "}"},
		{"12\n21", "[] b=grid{1,2 2,1}"},
	}
	for _, test := range tests {
		all := instance.ParseRows(diag.NewSource("i", test.text), "b")
		instance.Square(all)
		var got []string
		for _, i := range all {
			got = append(got, briefInstance(i))
		}
		if diff := cmp.Diff(test.want, strings.Join(got, "\n")); diff != "" {
			t.Errorf("%q (-want +got)\n%s", test.text, diff)
		}
	}
}

func FuzzParse(f *testing.F) {
	for _, tt := range instanceTests {
		f.Add(tt.text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		src := diag.NewSource("instances", text)
		within := func(what any, s diag.Span) {
			if s.Start < 0 || s.End < s.Start || s.End > len(text) {
				t.Errorf("%v has the span %v", what, s)
			}
		}
		instances, problems := instance.Parse(src)
		for _, d := range problems.All() {
			within(d.Code, d.Span)
			for _, n := range d.Notes {
				within(d.Code, n.Span)
			}
			if d.Source != src || d.Code == "" || d.Message == "" {
				t.Errorf("an empty diagnostic: %+v", d)
			}
		}
		_ = problems.Text(true)
		for _, i := range append(instances, instance.ParseRows(src, "given")...) {
			within("an instance", i.Span())
			for _, e := range i.Entries {
				dsl.Visit(e, func(n dsl.Node) bool {
					within(fmt.Sprintf("%T", n), n.Span())
					return true
				})
			}
		}
	})
}

func BenchmarkParse(b *testing.B) {
	text := "clue:\n" + strings.Repeat(strings.Repeat("12 . ", 100)+"\n", 200)
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		instance.Parse(diag.NewSource("instances", text))
	}
}

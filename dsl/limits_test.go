package dsl_test

import (
	"strings"
	"testing"

	"nazo/dsl"
	"nazo/dsl/diag"
	"nazo/internal/testkit"
)

func TestLimits(t *testing.T) {
	testkit.SkipRace(t)
	const many = 24_000
	long := func(part string) string { return strings.Repeat(part, many/len(part)) }
	for _, tt := range []struct{ name, text, code string }{
		{"10 MB", strings.Repeat("let a = 1\n", 1<<20), "too-large"},
		{"latin 1", "let caf\xe9 = 1", "not-utf8"},
		{"UTF-16", "\xff\xfel\x00e\x00", "not-utf8"},
		{"NUL", "let a = \x00", "nul-byte"},
		{"parentheses", "let a = " + long("("), "too-deep"},
		{"matched parentheses", "let a = " + long("(") + "1" + long(")"), "too-deep"},
		{"lists", "let a = " + long("["), "too-deep"},
		{"sets", "let a = " + long("{"), "too-deep"},
		{"calls", "let a = " + long("f("), "too-deep"},
		{"keys", "let a = b" + long("[c]"), "too-deep"},
		{"nested keys", "let a = " + long("b["), "too-deep"},
		{"negations", "let a = " + long("not "), "too-deep"},
		{"minus signs", "let a = " + long("-"), "too-deep"},
		{"implications", "let a = b" + long(" implies b"), "too-deep"},
		{"sums", "let a = b" + long(" + b"), "too-deep"},
		{"conditions", "let a = " + long("if "), "too-deep"},
		{"branches", "let a = " + long("if b then c else "), "too-deep"},
		{"quantifiers", "let a = " + long("all x in xs: "), "too-deep"},
		{"domains of binders", "let a = " + long("{ x for x in "), "too-deep"},
		{"conditions of binders", "let a = " + long("all x in y where "), "too-deep"},
		{"filters", "let a = all x in y where z" + long(", x in y where z") + ": w", "too-deep"},
		{"types", "find a: " + long("set of "), "too-deep"},
		{"conditional domains", "find a: " + long("if b then "), "too-deep"},
		{"optional", "find a: b" + long("?"), "too-deep"},
		{"tuples of types", "find a: " + long("("), "too-deep"},
		{"a long number", "let a = " + long("9"), "number-too-long"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			src := diag.NewSource("spec", tt.text)
			file, problems := dsl.Parse(src)
			checkProblems(t, problems, src)
			all := problems.All()
			if len(all) == 0 || all[0].Code != tt.code {
				t.Fatalf("want %s, got\n%s", tt.code, problems.Text(false))
			}
			if n := len(problems.Text(false)); n > 2000 {
				t.Errorf("the message has %d bytes", n)
			}
			dsl.Visit(file, func(dsl.Node) bool { return true })
		})
	}
}

// TestWide checks that what is large but not deep can be read.
func TestWide(t *testing.T) {
	testkit.SkipRace(t)
	for _, text := range []string{
		"let a = {" + strings.Repeat("1, ", 10_000) + "1}",
		strings.Repeat("let a = 1\n", 10_000),
		"let a = \"\"\"\n" + strings.Repeat(strings.Repeat("1 ", 300)+"\n", 300) + "\"\"\"",
		"let a = " + strings.Repeat("(", 400) + "1" + strings.Repeat(")", 400),
		"let a = 1" + strings.Repeat(" + 1", 900),
	} {
		if _, problems := dsl.Parse(diag.NewSource("spec", text)); problems.Len() > 0 {
			t.Error(problems.Text(false))
		}
	}
}

// TestManyProblems checks that reading ends early when little is right.
func TestManyProblems(t *testing.T) {
	text := strings.Repeat("rule \"x\": count a in b: c = d = e\n", 5_000)
	_, problems := dsl.Parse(diag.NewSource("spec", text))
	if n := problems.Len(); n < 10 || n > 100 {
		t.Errorf("got %d problems", n)
	}
}

func TestByteOrderMark(t *testing.T) {
	src := diag.NewSource("spec", "\ufefflet a = b c")
	_, problems := dsl.Parse(src)
	if all := problems.All(); len(all) != 1 || all[0].Position() != (diag.Position{Line: 1, Column: 11}) {
		t.Errorf("got\n%s", problems.Text(false))
	}
}

func TestPartialTree(t *testing.T) {
	file, problems := dsl.Parse(diag.NewSource("spec", strings.Join([]string{
		"given a: )", "given b, c: 1..", "let d = (", "def e(x = 1", "find f: set", "find g set", "choose h[x]: 1", "state i: 1..2 = ",
		"move j(", "rule \"k\": (", "show (", "let 3 = l", "goal",
	}, "\n")))
	if problems.Len() != 12 {
		t.Errorf("got %d problems:\n%s", problems.Len(), problems.Text(false))
	}
	var names []string
	for _, s := range file.Stmts {
		switch s := s.(type) {
		case *dsl.Given:
			for _, part := range s.Parts {
				names = append(names, part.Name.Text)
			}
		case *dsl.Let:
			names = append(names, s.Bind.Names[0].Text)
			if _, bad := s.Bind.Value.(*dsl.Bad); !bad {
				t.Errorf("the value of %s is %T", s.Bind.Names[0].Text, s.Bind.Value)
			}
		case *dsl.Def:
			names = append(names, s.Name.Text)
		case *dsl.Find:
			names = append(names, s.Name.Text)
			if s.Domain == nil {
				t.Errorf("%s has no domain", s.Name.Text)
			}
		case *dsl.Choose:
			names = append(names, s.Name.Text)
		case *dsl.State:
			names = append(names, s.Name.Text)
		case *dsl.Move:
			names = append(names, s.Name.Text)
		default:
			t.Errorf("%T declares nothing", s)
		}
	}
	if got, want := strings.Join(names, " "), "a b c d e f g h i j"; got != want {
		t.Errorf("got the names %q, want %q", got, want)
	}
}

package dsl_test

import (
	"testing"

	"nazo/dsl"
	"nazo/dsl/diag"
)

// seed adds the sample specs and all texts of the archives.
func seed(f *testing.F) {
	for _, text := range specs(f) {
		f.Add(text)
	}
	for _, file := range []string{"testdata/problems.txtar", "testdata/format.txtar"} {
		for _, s := range archive(f, file) {
			f.Add(s.text)
		}
	}
}

// checkProblems holds diagnostics to their laws: they lie within the source, have
// a code and a message, and can be rendered.
func checkProblems(t *testing.T, problems *diag.List, src *diag.Source) {
	t.Helper()
	for _, d := range problems.All() {
		if d.Source != src || d.Span.Start < 0 || d.Span.End < d.Span.Start || d.Span.End > len(src.Text) {
			t.Errorf("%s: the span %v is not within the source", d.Code, d.Span)
		}
		if d.Code == "" || d.Message == "" || d.Expected == "``" {
			t.Errorf("an empty diagnostic: %+v", d)
		}
		for _, n := range d.Notes {
			if n.Source != src || n.Span.End > len(src.Text) {
				t.Errorf("%s: a note is not within the source", d.Code)
			}
		}
	}
	_ = problems.Text(true)
}

func FuzzParse(f *testing.F) {
	seed(f)
	f.Fuzz(func(t *testing.T, text string) {
		src := diag.NewSource("spec", text)
		file, problems := dsl.Parse(src)
		checkProblems(t, problems, src)
		dsl.Visit(file, func(n dsl.Node) bool {
			if _, bad := n.(*dsl.Bad); bad && problems.Len() == 0 {
				t.Error("something could not be read, and was not reported")
			}
			return true
		})
		if problems.Len() == 0 {
			checkSpans(t, file, src)
		}
	})
}

func FuzzParseExpr(f *testing.F) {
	for _, text := range []string{"1..9", "{ c in s where a }", "all x in xs: y", `"""1 2"""`, "[1, 2", "rule"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		src := diag.NewSource("value", text)
		e, problems := dsl.ParseExpr(src)
		checkProblems(t, problems, src)
		if _, bad := e.(*dsl.Bad); bad != (problems.Len() > 0) {
			t.Errorf("%d problems, yet the expression is %T", problems.Len(), e)
		}
	})
}

func FuzzFormat(f *testing.F) {
	seed(f)
	f.Fuzz(func(t *testing.T, text string) {
		if _, problems := dsl.Format(diag.NewSource("spec", text)); problems.HasErrors() {
			return
		}
		checkFormat(t, text)
	})
}

package dsl_test

import (
	"strings"
	"testing"

	"nazo/dsl"
	"nazo/dsl/diag"
)

// characters are the rows of the first grid of a file, read character by character.
func characters(t *testing.T, file *dsl.File) string {
	t.Helper()
	var out []string
	dsl.Visit(file, func(n dsl.Node) bool {
		g, ok := n.(*dsl.GridLit)
		if !ok {
			return true
		}
		for _, row := range g.Characters().Rows {
			text := ""
			for _, cell := range row.Cells {
				text += cell.Text
				if at := file.Source.Slice(cell.Span()); at != cell.Text && at != "" && strings.TrimSpace(at) != "" {
					t.Errorf("the place of %q is that of %q", cell.Text, at)
				}
			}
			out = append(out, text)
		}
		return true
	})
	return strings.Join(out, "\n")
}

// Where a blank is a cell, rows are read with all their blanks but for the margin,
// and the formatter leaves them alone.
func TestCharacters(t *testing.T) {
	want := strings.Join([]string{"  ###   ", "###@### ", "# $ . # ", "####    ", "   #####"}, "\n")
	text := "puzzle p\ngiven g: grid of {wall \"#\", mark \".\", man \"@\", box \"$\"}? = \"\"\"\n" +
		"       ###\n     ###@###\n     # $ . #   \n     ####\n        #####\n\"\"\"\n"
	file, problems := dsl.Parse(diag.NewSource("p", text))
	if problems.HasErrors() {
		t.Fatal(problems)
	}
	if got := characters(t, file); got != want {
		t.Errorf("read as\n%s\nwant\n%s", got, want)
	}
	formatted, _ := dsl.Format(diag.NewSource("p", text))
	file, problems = dsl.Parse(diag.NewSource("p", formatted))
	if problems.HasErrors() {
		t.Fatal(problems)
	}
	if got := characters(t, file); got != want {
		t.Errorf("formatted as\n%s\nwhich is read as\n%s", formatted, got)
	}
	if again, _ := dsl.Format(diag.NewSource("p", formatted)); again != formatted {
		t.Errorf("formatting again gives\n%s", again)
	}
}

package link_test

import (
	"testing"

	"nazo/dsl"
	"nazo/dsl/check"
	"nazo/dsl/diag"
	"nazo/internal/show/link"
)

// A spec that uses another is a puzzle of its own where it says how links write it, and else has the links of the other.
func TestStatementsOfUsedSpecs(t *testing.T) {
	const base = `puzzle base "Shade the clues."
given clue: grid of 1..9?
find black: set of cells(clue)
rule "clues": clues(clue) subset black
link "base": num16 clue answer shade black
`
	for text, want := range map[string]string{
		"": "base",
		"link \"variant\": num16 clue answer shade black\n": "variant",
	} {
		uses := func(string) (*dsl.File, error) { return parsed(t, "base.nazo", base), nil }
		spec, problems := check.Check(parsed(t, "variant.nazo", "puzzle variant \"The same.\"\nuse base\n"+text), uses)
		if problems.Len() > 0 {
			t.Fatal(problems.Text(false))
		}
		statements := link.Statements(spec)
		if len(statements) != 1 || !statements[0].Names(want) {
			t.Errorf("with %q: %d statements, want the one of %s", text, len(statements), want)
		}
	}
}

func parsed(t *testing.T, name, text string) *dsl.File {
	t.Helper()
	file, problems := dsl.Parse(diag.NewSource(name, text))
	if problems.Len() > 0 {
		t.Fatal(problems.Text(false))
	}
	return file
}

package ide_test

import (
	"testing"

	"nazo/dsl/diag"
	"nazo/internal/ui/ide"
)

// TestPresentUsed holds that a mistake in a text that is used is told where it is used, with all that it says, and that nothing is offered there that would
// mend the other text.
func TestPresentUsed(t *testing.T) {
	const text = "# lines\nuse other\n"
	other := diag.NewSource("other.nazo", "let a = digt\n")
	d := ide.Open(diag.NewSource("mine", text), func(string) (*diag.Source, bool) { return nil, false })
	all := &diag.List{}
	all.Add(diag.Errorf(other, diag.Span{Start: 8, End: 12}, "unknown-name", "there is no name `digt`").Suggest("digit").Helpf("declare it"))
	all.Add(diag.Errorf(d.Source, diag.Span{Start: 2, End: 99}, "unknown-name", "there is no `lines`").Suggest("line"))
	got := map[*diag.Source]*diag.Diagnostic{}
	for i, p := range d.Present(all) {
		if p.Source != d.Source {
			t.Errorf("%d is told of another text", i)
		}
		if len(p.Notes) > 0 {
			got[p.Notes[0].Source] = p
		} else {
			got[d.Source] = p
		}
	}
	used, own := got[other], got[d.Source]
	if used == nil || own == nil {
		t.Fatal(got)
	}
	if at := text[used.Span.Start:used.Span.End]; at != "use other" || used.Suggestion != "" {
		t.Errorf("at %q, with %q to be written", at, used.Suggestion)
	}
	if n := used.Notes[0]; n.Message != used.Message || other.Slice(n.Span) != "digt" {
		t.Errorf("%+v", n)
	}
	if got, want := used.Lines(), "there is no name `digt`\nhelp: declare it\ndid you mean `digit`?"; got != want {
		t.Errorf("%q, not %q", got, want)
	}
	if got, want := own.Lines(), "there is no `lines`\ndid you mean `line`?"; got != want || own.Span != (diag.Span{Start: 2, End: len(text)}) || own.Suggestion != "line" {
		t.Errorf("%q, not %q, at %v", got, want, own.Span)
	}
	if all.All()[0].Source == all.All()[1].Source {
		t.Error("the list was changed")
	}
}

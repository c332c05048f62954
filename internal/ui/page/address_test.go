package page_test

import (
	"slices"
	"strings"
	"testing"

	"nazo/internal/ui/page"
)

// TestSites has each site that is offered take the board, and no other.
func TestSites(t *testing.T) {
	q := page.Question{Name: "slitherlink", Spec: shipped(t, "slitherlink"), Instance: "clue:\n 3 . 2\n . 2 .\n 3 . .\n"}
	ask := func(verb, site string) page.Question { q.Verb, q.Site = verb, site; return q }
	offered := first(t, asked(t, ask("sites", "")), page.KindTexts).Texts.Sites
	if !slices.Contains(offered, "puzz.link") || !slices.Contains(offered, "sudokupad") || slices.Contains(offered, "digits") {
		t.Errorf("offered are %v", offered)
	}
	for _, site := range []string{"puzz.link", "sudokupad", "penpa", "kudamono", "f-puzzles", "digits"} {
		events := asked(t, ask("address", site))
		if !slices.Contains(offered, site) {
			first(t, events, page.KindProblem)
		} else if address := first(t, events, page.KindTexts).Texts.Address; !strings.HasPrefix(address, "https://") {
			t.Errorf("%s: %q", site, address)
		}
	}
	moving := page.Question{Verb: "sites", Spec: shipped(t, "hanoi")}
	if sites := first(t, asked(t, moving), page.KindTexts).Texts.Sites; len(sites) > 0 {
		t.Errorf("moves are offered for %v", sites)
	}
}

// TestToldSolution says whether the solution that a link tells is the one found.
func TestToldSolution(t *testing.T) {
	const four = "clue:\n 1 2 3 4\n 3 . . .\n . 1 . .\n . . 2 .\nregion:\n A A B B\n A A B B\n C C D D\n C C D D\n"
	variants := shipped(t, "sudoku_variants")
	q := page.Question{Verb: "address", Site: "f-puzzles", Name: "sudoku_variants", Spec: variants, Instance: four}
	address := first(t, asked(t, q), page.KindTexts).Texts.Address
	opened := first(t, asked(t, page.Question{Verb: "open", Open: address}), page.KindTexts).Texts
	if opened.From != address {
		t.Errorf("opened from %q, not from %q", opened.From, address)
	}
	says := func(instance, want string) {
		t.Helper()
		look := page.Question{Verb: "look", Stages: []string{"verdict"}, Spec: opened.Spec, Instance: instance, From: opened.From}
		if note := first(t, asked(t, look), page.KindNote).Text; !strings.HasPrefix(note, want) {
			t.Errorf("%q", note)
		}
	}
	says(opened.Instance, "the solution that the link tells is the one found")
	says(strings.NewReplacer("1 2 3 4", "2 1 3 4", ". 1 . .", ". 2 . .", ". . 2 .", ". . 1 .").Replace(opened.Instance), "the link has another solution: at r1c1 it has 1, and nazo finds 2")
}

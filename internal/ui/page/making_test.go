package page_test

import (
	"strings"
	"testing"
	"unicode/utf16"

	"nazo/internal/ui/page"
)

// changed is a text after a change of the page.
func changed(text string, c page.Change) string {
	all := utf16.Encode([]rune(text))
	return string(utf16.Decode(all[:c.From])) + c.Insert + string(utf16.Decode(all[c.To:]))
}

// offers are the instances that a question about making leads to. Each has one solution.
func offers(t *testing.T, q page.Question) (texts, boards []string) {
	t.Helper()
	for _, e := range asked(t, q) {
		switch e.Kind {
		case page.KindProblem, page.KindDiagnostics, page.KindNote, page.KindLimit:
			texts = append(texts, e.Text)
		case page.KindOffer:
			board := changed(q.Instance, e.Offer.Change)
			texts, boards = append(texts, e.Offer.Text), append(boards, board)
			v := first(t, asked(t, page.Question{Verb: "look", Spec: q.Spec, Name: q.Name, Instance: board, Which: q.Which, Stages: []string{"verdict"}}), page.KindVerdict).Verdict
			if v.Solutions != "one" {
				t.Errorf("%s: %s", v.Text, board)
			}
		}
	}
	return texts, boards
}

// TestMakingOnThePage makes, minimizes, repairs and rates boards.
func TestMakingOnThePage(t *testing.T) {
	sudoku := "# mine\nclue:\n" + `1 2 3 4
3 4 1 2
2 1 4 3
4 3 2 .
`
	for _, c := range []struct {
		name     string
		question page.Question
		text     string // of the first answer
		boards   int
	}{
		{"a new board", page.Question{Verb: "make", Seed: 3}, "exactly one solution, ", 1},
		{"a size", page.Question{Verb: "make", Rows: 9, Cols: 9}, "exactly one solution", 1},
		{"a size that no rule allows", page.Question{Verb: "make", Rows: 3, Cols: 5}, "as high as wide", 0},
		{"symmetry", page.Question{Verb: "make", Making: page.Making{Symmetry: "half-turn", Fewest: 6, Most: 10}}, "clues, exactly one solution", 1},
		{"no such symmetry", page.Question{Verb: "make", Making: page.Making{Symmetry: "quarter"}}, "there is no symmetry `quarter`", 0},
		{"no such level", page.Question{Verb: "make", Making: page.Making{Level: "mild"}}, "there is no level `mild`", 0},
		{"what is drawn", page.Question{Verb: "make", Making: page.Making{Keep: true}}, "15 clues, exactly one solution", 1},
		{"fewest clues", page.Question{Verb: "minimize"}, "of 15 clues are enough.", 1},
		{"how hard", page.Question{Verb: "rate"}, "Trivial (1.0): 1 step", 0},
		{"nothing to repair", page.Question{Verb: "correct"}, "Nothing needs repair", 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			q := c.question
			q.Name, q.Spec, q.Instance = "sudoku", shipped(t, "sudoku"), sudoku
			texts, boards := offers(t, q)
			if len(boards) != c.boards || len(texts) == 0 || !strings.Contains(texts[0], c.text) {
				t.Errorf("%d boards, %q", len(boards), texts)
			}
			for _, board := range boards {
				if c.question.Making.Keep != strings.Contains(board, "1 2 3 4") && c.question.Verb == "make" {
					t.Errorf("what was drawn: %s", board)
				}
				if stays := c.question.Making.Keep || c.question.Verb != "make"; stays != strings.Contains(board, "# mine") {
					t.Errorf("the comment: %s", board)
				}
				if c.question.Rows == 0 && strings.Count(board, "\n") > 6 {
					t.Errorf("another size: %s", board)
				}
			}
		})
	}
}

// TestRepairOnThePage adds clues where there are several solutions, and changes some where there is none.
func TestRepairOnThePage(t *testing.T) {
	for name, c := range map[string]struct{ instance, text string }{
		"several": {"clue:\n . .\n . .\n", "add clue 1 at R1C1"},
		"none":    {"clue:\n 1 1\n . .\n", "clue 1 at R1C1 goes"},
	} {
		t.Run(name, func(t *testing.T) {
			texts, boards := offers(t, page.Question{Verb: "correct", Spec: small, Instance: c.instance})
			if len(boards) < 2 || !strings.Contains(strings.Join(texts, "\n"), c.text) {
				t.Errorf("%q %q", texts, boards)
			}
		})
	}
	if texts, _ := offers(t, page.Question{Verb: "make", Name: "sokoban", Spec: shipped(t, "sokoban")}); len(texts) != 1 || !strings.Contains(texts[0], "moves") {
		t.Error(texts)
	}
}

// TestNewAmongSeveral makes a new board in the place of one among several, which loses its title.
func TestNewAmongSeveral(t *testing.T) {
	text := "--- first\nclue:\n1 2\n. .\n\n--- second\n# hard\nclue:\n. .\n2 1\n"
	for which, stays := range []string{"--- second", "--- first"} {
		_, boards := offers(t, page.Question{Verb: "make", Spec: small, Instance: text, Which: which, Seed: 1})
		if len(boards) != 1 || !strings.Contains(boards[0], stays) || strings.Count(boards[0], "---") != 2 || strings.Contains(boards[0], []string{"first", "second"}[which]) || strings.Contains(boards[0], "# hard") != (which == 0) {
			t.Errorf("%d: %q", which, boards)
		}
	}
}

// TestKeepGivens makes a board of which some givens stay.
func TestKeepGivens(t *testing.T) {
	rooms := "room:\n A A B B\n A C C B\n D D E B\n D D E E\nclue:\n . . . .\n . . . .\n . . . .\n . . . .\n"
	q := page.Question{Verb: "make", Name: "heyawake", Spec: shipped(t, "heyawake"), Instance: rooms, Seed: 5, Making: page.Making{Givens: []string{"room"}}}
	texts, boards := offers(t, q)
	if len(boards) != 1 || !strings.Contains(boards[0], "A A B B\n") || !strings.Contains(boards[0], "D D E E\n") {
		t.Errorf("%q %q", texts, boards)
	}
	q.Making.Givens = []string{"walls"}
	if texts, boards := offers(t, q); len(boards) > 0 || len(texts) != 1 || !strings.Contains(texts[0], "walls") {
		t.Errorf("%q %q", texts, boards)
	}
}

package explain_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"nazo/compile"
	"nazo/internal/study/explain"
	"nazo/native"
	"nazo/puzzles"
)

// TestSilentRules tells a way whose rule of what a piece is says nothing. What it leads to goes without saying, or is
// told by what is left.
func TestSilentRules(t *testing.T) {
	file := filepath.Join(t.TempDir(), "pieces.nazo")
	err := os.WriteFile(file, []byte(`puzzle pieces "Cut the open cells into pieces of three."
given block: grid of {black "#"}?
let board = { c in cells(block) where block[c] = none }
find piece[c in board]: { p in placements(ominoes(3), board) where c in p }
  said "the piece of {c} is {v}" / "the piece of {c} is not {v}"
rule "pieces of three" for c in board, d in piece[c]: piece[d] = piece[c]
  because ""
rule "neighbours differ" for {a, b} in edges(orthogonal(board)):
  piece[a] = piece[b] or fixed_shape(piece[a]) != fixed_shape(piece[b])
  because "{a} and {b} would be in two pieces that look alike"
`), 0o644)
	if err != nil {
		t.Fatal(err)
	}
	text, _ := puzzles.Instance("heteromino", "8x8.txt")
	told := tell(t, problem(t, file, text))
	for _, text := range []string{
		"The piece of R8C1 is R7C1+R7C2+R8C1 and the piece of R8C2, R8C3 and R8C4 is R8C2 to R8C4: no other piece is left.",
		"The piece of R7C5 is not R6C4+R7C4+R7C5 or R7C5 to R7C7: no piece would be left for R8C5.",
	} {
		if !strings.Contains(told, text) {
			t.Errorf("nothing says %q in\n%s", text, told)
		}
	}
	if strings.Contains(told, "that can't be") {
		t.Errorf("it does not say why something can't be in\n%s", told)
	}
}

// tell tells the way of a problem, each step on a line.
func tell(t *testing.T, p *compile.Problem) string {
	t.Helper()
	x, err := explain.Open(t.Context(), p, native.New())
	if err != nil {
		t.Fatal(err)
	}
	var told strings.Builder
	s := x.Story(t.Context())
	for step, _ := s.Next(t.Context()); step != nil; step, _ = s.Next(t.Context()) {
		told.WriteString(x.Text(step) + "\n")
	}
	return told.String()
}

// TestSentencesOfStructure reads the way of boards: what a line, a loop, areas and labels do is said
// in sentences, though their specs have none, and sentences that differ in one word are one.
func TestSentencesOfStructure(t *testing.T) {
	for _, c := range []struct {
		spec, instance string
		says, not      []string
	}{
		{"slitherlink", "10x10.txt", []string{
			"Top of R8C2 is not on the loop: the line would end.",
			"Left of R2C6 and top of R3C6 are not on the loop: the line would branch.",
			"Right of R1C10 is on the loop: the line goes on.",
			"the loop would close too early.",
			"R1C10 must have 3 lines around it",
			"No side of R8C3 is on the loop: the 0 at R8C3 has no lines around it.",
			"Right of R3C6 is on the loop: the 2 at R3C6 must",
			"top and right of R6C10 are not on the loop (the 1 at R6C10 has its one line around it), but",
			"the line would branch at the top left corners of R2C5 and R3C5.",
			"otherwise top, right and bottom of R5C9 are on the loop (the 3 at R5C9 must have 3 lines around it), but the 3 at R5C10 could not have",
			"but the 1 at R7C2 would have 2 lines around it.",
			"Left and bottom of R4C4 are on the loop: otherwise top and right of R4C4 are on the loop (the 3 at R4C4",
			"Left and bottom of R6C10 are not on the loop: otherwise top and right of R6C10 are not on the loop (the 1 at R6C10 has its one line around it), but the line would end at the top right corner of R6C10.",
			"(the line would run on and end at the top left corner of R9C2)",
		}, []string{"one cycle", "fails by"}},
		{"hashi", "13x13.txt", []string{
			"R8C2–R12C2 has 1 bridge: the 3 at R12C2 has 2 bridges and needs 1 more.",
			"R9C9–R11C9 has 2 bridges: the 4 at R11C9 must have 4 bridges. R11C9–R13C9 and R13C7–R13C9 have 2 bridges each: the 6 at R13C9 must have 6 bridges.",
			"R1C10–R1C13 has no bridges: the 1 at R1C13 has its one bridge. R3C4–R9C4 and R9C4–R9C9 have no bridges: the 2 at R9C4 has its 2 bridges.",
			"R3C2–R5C2 has 1 bridge: the 4 at R3C2 has 3 bridges and needs 1 more.",
			"R5C6–R5C9 has 2 bridges: the 7 at R5C6 has 3 bridges and needs 4 more.",
			"R9C11–R12C11 has 2 bridges: the 7 at R9C11 has 5 bridges and needs 2 more.",
			"R3C4–R3C10 has no bridges: it would cross R1C6–R5C6, which has at least 1 bridge (the 5 at R1C6 can have at most 4 bridges elsewhere).",
		}, []string{"no other value is left by numbers", "needs 6 more"}},
		{"yajilin", "10x10.txt", []string{
			"the line passes R7C1, R9C5 and R9C6.",
			"R1C1 is not shaded: otherwise R1C1–R2C1 is not on the loop (the line does not pass R1C1), but",
			"R4C4, R4C5, R4C6, R4C7, R4C9 and R4C10 are not shaded: the arrow at R4C3 sees no cells shaded.",
			"R6C3 is shaded: the line could not pass R6C3.",
			"the line would branch at R4C7.",
			"sees no cells shaded.",
		}, []string{"R2C9 and the line goes on"}},
		{"shikaku", "10x10.txt", []string{
			"The rectangle of R10C3 is the cells from R9C1 to R10C5: R10C5 must be covered once.",
		}, []string{" others", "is box"}},
		{"sudoku", "9x9.txt", []string{
			"R6C6 = 4: row 6 and column 6 have every other digit.",
			"R4C9 = 1: row 4, column 9 and box 6 have every other digit.",
		}, []string{"no other value is left by"}},
		{"heyawake", "10x10.txt", []string{
			"R9C3, R10C2 and R10C3 are open: the room of R9C3 has no cells shaded.",
			"R1C9 is shaded: an open line from R1C7 to R1C10 would cross two borders. R4C8 is shaded: an open line from R4C5 to R4C9 would cross two borders.",
		}, nil},
		{"hakoiri", "8x8.txt", []string{
			"any other way fails, but only after many steps.",
		}, []string{"every other case", "nothing else works"}},
		{"kakuro", "9x9.txt", []string{
			"R3C9 = 1: the 3 across from R3C8, less 2, leaves 1.",
			"R3C8 = 2: the 3 across from R3C8 is 1 + 2, and the 19 down from R3C8 leaves at least 2 for R3C8.",
			"R4C8 and R5C8 are 8 or 9 (the 19 down from R3C8, less 2, leaves 8 + 9 for R4C8 and R5C8)",
			"R7C8 = 5: the 22 across from R7C7 is 5 + 8 + 9 or 6 + 7 + 9, and the 8 down from R7C8 is 1 + 2 + 5 or 1 + 3 + 4.",
			"and can't be 5 + 5)",
			"R8C7 is not 1 or 2 (R8C6 and R8C8 are 1 and 2)",
			"and with 9, the 11 down from R7C7 would leave 2 for R8C7.",
			"R5C8 = 9: it is 8 or 9, and R4C8 = 8.",
			"R8C6 = 1: if R8C6 = 2, then R8C8 = 1 (it is 1 or 2, and R8C6 = 2)",
			"so R4C7 is 2 or 4 (the 10 down from R4C7 would leave 5 or 9 for R5C7)",
			"but the 16 across from R4C6 would be at least 1 + 5 + 9 + 2 = 17.",
			"so the 25 across from R7C2 leaves at least 5 for R7C5, and",
			"R6C4 = 3: the 27 across from R6C2, less 7, 9, 2 and 6, leaves 3.",
		}, []string{"without repeats", "leaves 2 + 8 for R3C2 and R3C6", "must add up, and"}},
		{"fillomino", "10x10.txt", []string{
			"R5C9 = 8: otherwise the 8 at R5C10 would have room for only 2 cells: R5C10 and R6C10.",
			"R1C6 = 12: otherwise R2C6 = 12 (else the 12 at R2C5 would have room for only 2 cells: R1C5 and R2C5)",
			"but the 2 at R10C4 could not grow.",
			"R1C1, R1C2 and R2C1 are 7: the 7 at R4C3 has room for exactly 7 cells.",
			"but R2C10 would be 1 and touch the 1 at R1C10.",
			"R10C9 is not 3 (its area touches the 3 at R10C7, which has its 3 cells)",
			"R9C9 = 4 (its area has room for only 4 cells)",
			"R7C3 = 7: otherwise R7C3 would be 1 and touch the 1 at R6C3.",
			"so R2C10 is not 12 (the 12 at R2C9 has its 12 cells), but",
			"otherwise R8C2, R9C1, R10C1 and R10C3 are 6 (the 6 at R10C2 has room for exactly 6 cells), but R8C1 would be 1 and touch the 1 at R7C1.",
		}, []string{"numbers are the sizes", "could not have their sizes", "(it is not ", "R5C6 and R6C6", "other number is left.", "(R3C1 is not 2)"}},
		{"star_battle", "10x10.txt", []string{
			"R1C5, R1C6, R1C7, R1C8, R1C9 and R1C10 have no star: row 1 has its 2 stars.",
			"R2C4 and R2C5 have no star: R1C4 has a star, and no stars touch.",
			"but column 10 would have 3 stars.",
			"R5C1 and R5C2 have no star: otherwise R4C1 and R4C2 have no star (no stars touch), but row 4 could not have 2 stars.",
		}, nil},
		{"nurikabe", "10x10.txt", []string{
			"R2C8 is sea: R2C9, R2C10 and R3C10 would be cut off. R8C2 is sea: R9C2 would be cut off. R10C4 is sea: R10C3 would be cut off.",
			"R8C8 is land: the island of R7C8 would have room for only 1 cell.",
			"R10C9 is sea: the island of R10C10 has its 2 cells.",
			"R6C8 and R7C7 are sea: the island of R6C7 would have two numbers.",
			"R10C7 is sea: R10C8 would be cut off.",
			"R8C4 is sea: the pocket with R9C4 and R9C7 would be cut off.",
			"R5C7 is land: R5C9 would be out of reach of every number.",
			"R9C7 is sea: it would be out of reach of every number.",
			"R8C1 is sea: the island of R10C2 would need at least 4 cells.",
			"R4C4 is land: the island of R4C5 would have room for only 6 cells.",
		}, []string{"fall apart", ": R5C10 would be cut off", "could reach", "must have"}},
		{"akari", "10x10.txt", []string{"R1C5 has a lamp: nothing else would light R1C5.",
			"R2C3, R5C3, R6C3 and R9C8 have no lamp: R4C3 and R9C9 have a lamp, and no lamp lights another.",
			"but the 1 at R8C5 would have 2 lamps beside it."}, nil},
		{"masyu", "10x10.txt", []string{
			"R3C1–R4C1 is not on the loop: the loop would go straight on both sides of R5C1.",
			"R3C6–R3C7 and R3C7–R3C8 are not on the loop and R3C7–R4C7 is on the loop: the loop goes straight through R3C7.",
			"R7C8–R7C9 is on the loop: the loop turns at R7C8.",
			"the line would branch at R1C9, R2C10, R6C1 and R8C2.",
			"R3C3–R4C3 and R4C3–R5C3 are on the loop and R4C2–R4C3 is not on the loop: the loop goes straight through R4C3.",
			"R7C7–R7C8 is not on the loop: otherwise R7C7–R8C7 is not on the loop (the line would branch at R7C7), but the loop could not go",
		}, []string{"just before or after", "could not turn"}},
		{"aquapelago", "10x10.txt", []string{"R1C2, R1C8, R1C10, R2C1, "}, nil},
		{"numberlink", "6x6a.txt", []string{
			"the two 3s would be cut off from each other.",
			"the lines of 2 and 3 would meet",
		}, []string{"line joins equal labels", "two equal labels"}},
		{"barns", "8x8.txt", []string{
			"the line goes on at R1C2, R1C8 and R3C4.",
			"the line would branch at R8C2, R8C4 and R8C7.",
			"but the loop would be in two pieces.",
		}, []string{"one cycle"}},
		{"reflect_link", "8x8.txt", []string{"R2C7–R3C7 is not on the loop: the line would branch at R3C7. R6C5–R7C5 is not on the loop: the line would end at R6C5."}, nil},
		{"pipelink", "10x10.txt", []string{"and the line crosses itself at R2C9 and R8C3."}, []string{"one cycle"}},
	} {
		told := tell(t, shipped(t, c.spec, c.instance))
		for _, text := range c.says {
			if !strings.Contains(told, text) {
				t.Errorf("%s: nothing says %q in\n%s", c.spec, text, told)
			}
		}
		for _, text := range c.not {
			if strings.Contains(told, text) {
				t.Errorf("%s: something says %q in\n%s", c.spec, text, told)
			}
		}
	}
}

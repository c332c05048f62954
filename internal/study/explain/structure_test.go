package explain_test

import (
	"strings"
	"testing"

	"nazo/internal/study/explain"
	"nazo/native"
)

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
			"Top of R1C2 is on the loop: the line goes on.",
			"the loop would close too early.",
			"the loop would be in two pieces.",
			"the 3 at R5C9 and the 3 at R5C10 must have 3 lines around them",
		}, []string{"one cycle", "fails by"}},
		{"hashi", "13x13.txt", []string{
			"R8C2–R12C2 has 1 bridge: the 3 at R12C2 must have 3 bridges.",
			"the 4 at R3C2 and the 4 at R5C2 must have 4 bridges",
		}, []string{"no other value is left by numbers"}},
		{"yajilin", "10x10.txt", []string{
			"the line passes R7C1, R9C5 and R9C6.",
			"R5C1–R5C2 is not on the loop: the line does not pass R5C1.",
			"R6C3 is shaded: the line could not pass R6C3.",
			"the line would branch at R4C7.",
			"must see no cells shaded.",
		}, []string{"R2C9 and the line goes on"}},
		{"heteromino", "8x8.txt", []string{
			"The piece of R6C1 is not R6C1, R6C2 and R7C1 or R6C1, R6C2 and R7C2: the piece of R5C1 would overlap another.",
		}, nil},
		{"shikaku", "10x10.txt", []string{"R6C9 and R8C9 must be covered once."}, []string{" is not "}},
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
		{"reflect_link", "8x8.txt", []string{"the line would branch at R3C7 or end at R6C5."}, nil},
		{"pipelink", "10x10.txt", []string{"and the line crosses itself at R2C9 and R8C3."}, []string{"one cycle"}},
	} {
		x, err := explain.Open(t.Context(), shipped(t, c.spec, c.instance), native.New())
		if err != nil {
			t.Fatal(err)
		}
		var told strings.Builder
		s := x.Story(t.Context())
		for step, _ := s.Next(t.Context()); step != nil; step, _ = s.Next(t.Context()) {
			told.WriteString(x.Text(step) + "\n")
		}
		for _, text := range c.says {
			if !strings.Contains(told.String(), text) {
				t.Errorf("%s: nothing says %q in\n%s", c.spec, text, told.String())
			}
		}
		for _, text := range c.not {
			if strings.Contains(told.String(), text) {
				t.Errorf("%s: something says %q in\n%s", c.spec, text, told.String())
			}
		}
	}
}

package explain_test

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"nazo/internal/model"
	"nazo/internal/study/explain"
	"nazo/native"
	"nazo/puzzles"
)

// TestSubsets tells inferences about numbers that differ by the few that share as few places, and by the place that is
// the only one. What holds without a supposition must be so in the solution.
func TestSubsets(t *testing.T) {
	text, _ := puzzles.Instance("sudoku", "inkala.txt")
	x, err := explain.Open(t.Context(), problem(t, "sudoku", text), native.New())
	if err != nil {
		t.Fatal(err)
	}
	solution := map[string]string{}
	s := x.Story(t.Context())
	var all, certain []string
	for {
		step, end := s.Next(t.Context())
		if step == nil {
			if end != explain.Solved {
				t.Fatalf("it ends with %v", end)
			}
			break
		}
		for _, f := range step.Facts {
			if f.Is {
				place, digit, _ := strings.Cut(x.Say([]model.Fact{f}), " = ")
				solution[place] = digit
			}
		}
		head, lines := x.Lines(step, true)
		all = append(all, head)
		for _, l := range lines {
			all = append(all, l.Text)
		}
		for i := range step.Chain {
			if _, why := x.Inference(&step.Chain[i]); step.Chain[i].Under < 0 {
				certain = append(certain, why)
			}
		}
	}
	for _, want := range []string{"5 and 7 can only be at R1C5 and R2C5 in box 2", "only 1 and 3 are left for R5C1 and R5C2", "the only place for 8 in column 2", "3 can only be at R4C1 or R5C1 in box 4"} {
		if !slices.ContainsFunc(all, func(line string) bool { return strings.Contains(line, want) }) {
			t.Errorf("nothing is told by %q", want)
		}
	}
	digits, places := regexp.MustCompile(`\b\d\b`), regexp.MustCompile(`R\dC\d`)
	checked := 0
	for _, why := range certain {
		values, at, ok := strings.Cut(strings.TrimPrefix(why, "only "), " can only be at ")
		if !ok {
			values, at, ok = strings.Cut(strings.TrimPrefix(why, "only "), " left for ")
		}
		if !ok || strings.Contains(at, " to ") || strings.Contains(at, " or ") || strings.Contains(why, " no ") {
			continue
		}
		said := digits.FindAllString(values, -1)
		var are []string
		for _, p := range places.FindAllString(at, -1) {
			are = append(are, solution[p])
		}
		if slices.Sort(are); len(are) > 0 && !slices.Equal(said, are) {
			t.Errorf("%s; there is %v", why, are)
		}
		checked++
	}
	if checked == 0 {
		t.Error("nothing of that kind holds without a supposition")
	}
	if i := slices.IndexFunc(all, func(why string) bool { return strings.Contains(why, "each number once, as ") }); i >= 0 {
		t.Errorf("%s", all[i])
	}
}

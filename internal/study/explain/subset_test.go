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
	text, _ := puzzles.Instance("sudoku", "escargot.txt")
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
	for _, want := range []string{
		`\d and \d can only be at R\dC\d and R\dC\d in (row|column|box) \d`,
		`only \d and \d are left for R\dC\d and R\dC\d`,
		`\b\d can only be at R\dC\d or R\dC\d in (row|column|box) \d`,
		`the only place for \d in (row|column|box) \d`,
	} {
		told := regexp.MustCompile(want)
		if !slices.ContainsFunc(all, told.MatchString) {
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

package lint_test

import (
	"slices"
	"strings"
	"testing"

	"nazo/dsl/diag"
	"nazo/internal/study/lint"
	"nazo/internal/ui/load"
	"nazo/native"
)

// look looks over the text of a spec.
func look(t *testing.T, text string) *lint.Report {
	t.Helper()
	spec, _, err := load.Parse("t.nazo", "puzzle t\n"+text)
	if err != nil {
		t.Fatal(err)
	}
	report, err := lint.Look(t.Context(), spec, lint.Options{Engine: native.New(), Techniques: true})
	if err != nil {
		t.Fatal(err)
	}
	return report
}

// findings are what a report says: codes and what stands at their places.
func findings(r *lint.Report) []string {
	var out []string
	for _, d := range r.Findings.All() {
		out = append(out, d.Code+" "+firstLine(d.Source, d.Span))
	}
	return out
}

func firstLine(src *diag.Source, span diag.Span) string {
	line, _, _ := strings.Cut(src.Slice(span), "\n")
	return line
}

// shaping has clues that decide through which cells a loop may pass.
const shaping = `given star: grid of 1..9?
let open = cells(star) - clues(star)
find loop: cycle in orthogonal(open)
rule "beside" for c in clues(star): (count d in neighbors(orthogonal(star), c): d in loop) = star[c]
example star = """
  . . .
  . 4 .
  . . .
""": expect 1 solution
example star = """
  . . .
  . 3 .
  . . .
""": expect no solution
`

const latin = `given clue: grid of 1..4?
find digit[c in cells(clue)]: 1..4
rule "clues" for c in clues(clue): digit[c] = clue[c]
rule "once" for line in rows(clue) + columns(clue): distinct(digit[line])
`

const latinExample = `example clue = """
  1 2
  . 3
""": expect 2 solutions
example clue = """
  1 1
""": expect no solution
`

func TestFindings(t *testing.T) {
	for _, c := range []struct {
		name, spec string
		want       []string
	}{
		{"nothing", latin + `example clue = """
  1 2
  2 .
""": expect 3 solutions
example clue = """
  1 1
""": expect no solution
`, nil},
		{"said twice", latin + `rule "rows" for line in rows(clue): distinct(digit[line])` + "\n" + latinExample,
			[]string{`rule-implied "rows"`}},
		{"or true", latin + `rule "no more" for c in cells(clue): digit[c] < 4 or true` + "\n" + latinExample,
			[]string{`rule-without-example "no more"`}},
		{"or true of all", `find s: set of 1..3
rule "some": size(s) > 0 or true
rule "few": size(s) < 3
example: expect 7 solutions
`, []string{`rule-always-true "some"`}},
		{"or true, without examples", latin + `rule "no more" for c in cells(clue): digit[c] < 4 or true` + "\n",
			[]string{`rule-mute "no more"`}},
		{"needed by no example", latin + `rule "corner": digit[1, 1] < 4` + "\n" + latinExample,
			[]string{`rule-without-example "corner"`}},
		{"nothing given", `find x: 1..4
find y: 1..4
rule "less": x < y
rule "not the same": x != y
example: expect 6 solutions
`, []string{`rule-implied "not the same"`}},
		{"a given that does nothing", `given n: 1..3 = 2
given m: 1..3 = 2
find x: 1..9
rule "at least": x >= n + m - m
example: expect 8 solutions
`, []string{`given-idle m`}},
		{"a given that does something", `given n: 1..3 = 2
given m: 1..3 = 2
find x: 1..9
rule "at least": x >= n * m
example: expect 6 solutions
`, nil},
		{"a choice among all cells", `given room: grid of 1..9?
find home[c in cells(room)]: cells(room)
rule "in the row" for c in cells(room): row(home[c]) = row(c)
rule "known" for c in clues(room): column(home[c]) = 1
example room = """
  . 1
""": expect 2 solutions
example room = """
  . . . .
  . . 1 .
  . . . .
  . . 2 .
""": expect solution
`, []string{"find-crowded find home[c in cells(room)]: cells(room)", `rule-without-example "in the row"`}},
		{"clues that shape the finds", shaping, []string{"make-blind star"}},
		{"clues that shape the finds, with a drawing", shaping + `make find at: set of cells(star)
make rule "away" for c in at: not (c in loop)
make star[c] = (count d in neighbors(orthogonal(star), c): d in loop) for c in at
`, nil},
		{"never", `given n: 1..3 = 2
find x: 1..9
rule "too much": x + n > 20
rule "odd": x mod 2 = 1
`, []string{`rule-never-true "too much"`}},
		{"decided by two", `find a: 1..3
find b: 1..3
find c: 1..3
find d: 1..3
rule "first": a = 1 and b = 2
rule "second": c = 3 and d = 1
rule "third": a < c
rule "fourth": a <= b
example "all": expect 1 solution
`, []string{`rule-implied "third"`, `rule-implied "fourth"`, `example-easy example "all": expect 1 solution`}},
		{"no solution shows one rule", latin + `rule "corner": digit[1, 1] < 4
rule "other corner": digit[1, 2] > 1
example clue = """
  4 2
""": expect no solution
example clue = """
  . 1
""": expect no solution
example clue = """
  3 3
""": expect no solution
`, nil},
		{"a technique that no example shows", latin + `technique "naked single": "only value left"
technique "guess": "by trying", "once"
example clue = """
  1 . 3
""": expect 2 solutions
example clue = """
  1 .
  2 3
  3 2
""": expect 1 solution
example clue = """
  . 2
  . 2
""": expect no solution
example clue = """
  1 1
""": expect no solution
`, []string{`technique-without-example "guess"`}},
		{"an example that fails", latin + `example clue = """
  1 .
""": expect 2 solutions
`, []string{`example-fails example clue = """`}},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := findings(look(t, c.spec)); !slices.Equal(got, c.want) {
				t.Errorf("found %q, want %q", got, c.want)
			}
		})
	}
}

// TestObjectiveWithoutValue says so where the rules have answers, but none for which what is minimised has a value: no rule is to blame.
func TestObjectiveWithoutValue(t *testing.T) {
	r := look(t, latin+"minimize min c in cells(clue) where digit[c] > 4: digit[c]\n")
	got := findings(r)
	if !slices.ContainsFunc(got, func(f string) bool { return strings.HasPrefix(f, "objective-without-value minimize") }) ||
		slices.ContainsFunc(got, func(f string) bool { return strings.HasPrefix(f, "rule-never-true") }) {
		t.Errorf("%q", got)
	}
}

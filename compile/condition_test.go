package compile_test

import (
	"slices"
	"strings"
	"testing"

	"nazo/internal/model"
)

// TestConditions tells instances of rules by their conditions, with what is known put in.
func TestConditions(t *testing.T) {
	const declared = `puzzle t
given n = 3
let board = grid(2, n)
let mood = {calm "c", angry "a"}
let clue = [2, none, 1]
find lamp: set of cells(board)
find digit[c in cells(board)]: 0..n
find rank[i in 1..3]: mood
def twice(k) = 2 * k
`
	for _, c := range []struct {
		rule string
		want []string
	}{
		{`for c in row(board, 1) where column(c) < 3: digit[c] = clue[column(c)]`, []string{"digit[r1c1] = 2", "digit[r1c2] = none"}},
		{`: size(lamp) <= n`, []string{"size(lamp) <= 3"}},
		{`for line in rows(board): distinct(digit[line])`, []string{"distinct(digit[[r1c1, r1c2, r1c3]])", "distinct(digit[[r2c1, r2c2, r2c3]])"}},
		{`for i in 1..1: size(lamp & cells(board)) + twice(i) = twice(n) + 1 # what is left
    or rank[i]   =
      angry`, []string{"size(lamp & cells(board)) + 2 = 7 or rank[1] = angry"}},
		{`for d in [1]: all c in cells(board): some e in neighbors(orthogonal(board), c): digit[e] > d`,
			[]string{"all c in cells(board): some e in neighbors(orthogonal(board), c): digit[e] > 1"}},
		{`for s in [cells(board)]: size(s & lamp) = 2 and s != {} and {c in s where c in lamp} != s`,
			[]string{""}}, // it would be too long
		{`for s in [cells(board)]: size(s & lamp) = 2`, []string{"size({r1c1 to r2c3} & lamp) = 2"}},
		{`for c in lamp where column(c) = 2 and row(c) = 1: digit[c] = 1`, []string{"digit[r1c2] = 1"}},
		{`for i in 2..2: if i = 2 then digit[cell(board, 1, i)] > -1 else false`, []string{"if 2 = 2 then digit[r1c2] > -1 else false"}},
	} {
		p := problemOf(t, declared+"rule \"r\" "+c.rule)
		var got []string
		for i, in := range p.Model.Instances {
			if p.RuleName(int32(i)) == "r" && (in.Bindings != nil || p.Condition(int32(i)) != "") { // there is one for what all of a rule share
				got = append(got, p.Condition(int32(i)))
			}
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: got\n%s\nwant\n%s", c.rule, strings.Join(got, "\n"), strings.Join(c.want, "\n"))
		}
	}
}

// TestSays holds which way of telling an instance comes first.
func TestSays(t *testing.T) {
	long := strings.Repeat(" or digit[c] = 1", 10)
	for rule, want := range map[string]string{
		`for c in clues(clue): digit[c] = clue[c] because "{c} is given"`: "R1C1 is given",
		`for c in clues(clue): digit[c] = clue[c]`:                        "digit[r1c1] = 2",
		`for c in clues(clue): digit[c] = clue[c]` + long:                 "for c = r1c1, clue[r1c1] = 2",
	} {
		p := problemOf(t, "puzzle t\ngiven clue: grid of 0..3? = \"\"\"\n  2 .\n\"\"\"\nfind digit[c in cells(clue)]: 0..3\nrule \"r\" "+rule)
		i := slices.IndexFunc(p.Model.Instances, func(in model.Instance) bool { return in.Bindings != nil })
		if got := p.Says(int32(i), p.Names().Of); got != want {
			t.Errorf("%s: got %q, want %q", rule, got, want)
		}
	}
}

package compile_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"nazo/dsl/value"
	"nazo/internal/model"
)

// TestInstances tells the instances of rules by what is said of them.
func TestInstances(t *testing.T) {
	const declared = `puzzle t
given n = 3
let board = grid(1, 3)
let mood = {calm "c", angry "a"}
let clue = [2, none, 1]
find lamp: set of cells(board)
find digit[c in cells(board)]: 0..n
find rank[i in 1..3]: mood
def beside(c) = neighbors(orthogonal(board), c)
def twice(k) = 2 * k
`
	for _, c := range []struct {
		name, rule string
		want       []string // name, what is bound, places, sentence
	}{
		{"nothing is said", `rule "r" for c in cells(board) where column(c) < 3: c in lamp`,
			[]string{"r | c = r1c1 | r1c1 | ", "r | c = r1c2 | r1c2 | "}},
		{"nothing is bound", `rule "r": size(lamp) = n because "there are {n} {{lamps}}"`,
			[]string{"r |  |  | there are 3 {lamps}"}},
		{"givens, lets and defs", `rule "r" for c in row(board, 1) where c != cell(board, 1, 2): size(beside(c) & lamp) < 2
  because "the {clue[column(c)]} at {c} of {twice(n)}: {beside(c)}"`,
			[]string{"r | c = r1c1 | r1c1 | the 2 at r1c1 of 6: {r1c2}", "r | c = r1c3 | r1c3 | the 1 at r1c3 of 6: {r1c2}"}},
		{"none, truth values and labels", `rule "r" for i in 2..2, m in mood: rank[i] = m or i > 1 and size(lamp) > 0
  because "{clue[i]}, {clue[i] = 2} and {m}: {if m = calm then 1 else none}, {1 / 0}"`,
			[]string{"r | i = 2, m = calm |  | none, false and calm: 1, none", "r | i = 2, m = angry |  | none, false and angry: none, none"}},
		{"ends of edges and members of lines", `rule "r" for {a, b} in edges(orthogonal(board)), line in rows(board) where column(a) = 1: a in lamp or size(line & lamp) = 1
  because "{a} beside {b} in {line[1]} to {line[size(line)]}, {edge(b, a)}"`,
			[]string{"r | a = r1c1, b = r1c2, line = [r1c1, r1c2, r1c3] | r1c1 r1c2 r1c3 | r1c1 beside r1c2 in r1c1 to r1c3, r1c1-r1c2"}},
		{"edges, numbers and directions", `rule "r" for e in sorted(edges(orthogonal(board)))[1..1], d in {east}, k in {(1, edge(1, 2))}: size(lamp) > 0
  because "{e}, {d} and {k}"`,
			[]string{"r | e = r1c1-r1c2, d = east, k = (1, 1-2) | r1c1-r1c2 1-2 | r1c1-r1c2, east and (1, 1-2)"}},
		{"what depends on finds is left out", `rule "r" for c in lamp, v = digit[c] where column(c) = 2: v = 1 because "{c} has a lamp"`,
			[]string{"r | c = r1c2 | r1c2 | r1c2 has a lamp"}},
		{"names without a meaning", `rule "r" for (_, c) in [(1, cell(board, 1, 1))], _ in 5..5: c in lamp because "{c} is there"`,
			[]string{"r | _ = 1, c = r1c1, _ = 5 | r1c1 | r1c1 is there"}},
		{"too much to be said", `rule "r": size(lamp) = 1 because "of {n}: {count a in 1..9999, b in 1..9999: a != b}, {n}"`,
			[]string{"r |  |  | of 3: ?, 3"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := problemOf(t, declared+c.rule)
			var got []string
			for i, in := range p.Model.Instances {
				if p.Model.Rules[in.Rule].Structural || p.Sentence(int32(i)) == "" && in.Bindings == nil {
					continue
				}
				var bound, places []string
				for _, b := range p.Bound(int32(i)) {
					bound = append(bound, b.Name+" = "+value.String(b.Value))
				}
				for _, v := range p.Places(int32(i)) {
					places = append(places, value.String(v))
				}
				got = append(got, fmt.Sprintf("%s | %s | %s | %s", p.RuleName(int32(i)), strings.Join(bound, ", "), strings.Join(places, " "), p.Sentence(int32(i))))
				if src, span := p.Where(int32(i)); src.Slice(span) != c.rule {
					t.Errorf("the rule is at %q", src.Slice(span))
				}
			}
			if !slices.Equal(got, c.want) {
				t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(c.want, "\n"))
			}
		})
	}
}

// TestStructureSaysNothing: the structure of a find has a name and a place, and binds nothing.
func TestStructureSaysNothing(t *testing.T) {
	p := problemOf(t, "puzzle t\nfind loop: cycle in orthogonal(grid(2, 2))\nrule \"r\": length(loop) = 4")
	i := int32(slices.IndexFunc(p.Model.Rules, func(r model.Rule) bool { return r.Structural }))
	src, span := p.Where(i)
	if p.RuleName(i) != "loop is one cycle" || src.Slice(span) != "cycle in orthogonal(grid(2, 2))" || p.Sentence(i) != "" || p.Bound(i) != nil || p.Places(i) != nil {
		t.Errorf("%s at %q: %q, %v, %v", p.RuleName(i), src.Slice(span), p.Sentence(i), p.Bound(i), p.Places(i))
	}
}

// TestRulesOfMoves: a rule about states has its name, place and sentence, as one about finds.
func TestRulesOfMoves(t *testing.T) {
	p := problemOf(t, `puzzle t
state n: 0..3 = 0
move up()
  then n := n + 1
goal n = 3
rule "low" for k in {4}: n < k because "{k} is too much"`)
	var said []string
	for i, in := range p.Model.Instances {
		if !p.Model.Rules[in.Rule].Structural {
			src, span := p.Where(int32(i))
			said = append(said, p.RuleName(int32(i))+", "+p.Sentence(int32(i))+", "+strings.Fields(src.Slice(span))[0])
		}
	}
	if len(said) == 0 || said[0] != "low, 4 is too much, rule" {
		t.Errorf("%q", said)
	}
}

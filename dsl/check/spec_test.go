package check_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"nazo/dsl"
)

const marked = `puzzle marked "What is known, and what is not."
given clue: grid of 1..9?
let homes = clues(clue)
find digit[c in cells(clue)]: 1..9
find shade: set of cells(clue)
choose flag: bool
def twice(x) = x + x
def both(s) = size(s & homes)
rule "a" for c in shade where digit[c] > 3: twice(clue[c]) < twice(digit[c])
rule "c" for k in 1..2: inverse(order)[k] = 1 and along([order[k], k]) = {}
find order: permutation of 1..2
rule "b": size(digit) = size(homes) and both(shade) = both(homes) and flag
minimize size(shade)
example clue = """
1 .
""": expect solution
`

func TestUnknown(t *testing.T) {
	spec, list := checkText("marked", map[string]string{"marked": marked})
	if list.Len() > 0 {
		t.Fatal(list.Text(false))
	}
	var got []string
	for _, s := range spec.Stmts {
		dsl.Walk(s.Stmt, func(n dsl.Node) bool {
			if e, ok := n.(dsl.Expr); ok && spec.Unknown(e) {
				got = append(got, s.Source.Slice(e.Span()))
			}
			return true
		})
	}
	slices.Sort(got)
	want := []string{
		"[order[k], k]", "along([order[k], k])", "along([order[k], k]) = {}",
		"both(shade)", "both(shade) = both(homes)", "digit", "digit", "digit", "digit[c]", "digit[c]", "digit[c] > 3", "flag",
		"inverse(order)", "inverse(order)[k]", "inverse(order)[k] = 1", "inverse(order)[k] = 1 and along([order[k], k]) = {}",
		"order", "order", "order[k]", "s", "s & homes", "shade", "shade", "shade",
		"size(digit) = size(homes) and both(shade) = both(homes)",
		"size(digit) = size(homes) and both(shade) = both(homes) and flag", "size(s & homes)", "size(shade)",
		"twice(clue[c]) < twice(digit[c])", "twice(digit[c])", "x", "x", "x + x",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("unknown expressions (-want +got):\n%s", diff)
	}
}

func TestSpec(t *testing.T) {
	spec, _ := checkText("marked", map[string]string{"marked": marked})
	if spec.Name != "marked" || spec.About != "What is known, and what is not." {
		t.Errorf("name %q, about %q", spec.Name, spec.About)
	}
	lists := fmt.Sprint(len(spec.Stmts), len(spec.Givens), len(spec.Lets), len(spec.Finds), len(spec.Chooses), len(spec.Defs),
		len(spec.Rules), len(spec.Objectives), len(spec.Symmetries), len(spec.Shows), len(spec.Examples))
	if lists != "14 1 1 3 1 2 3 1 0 0 1" {
		t.Errorf("lists of statements: %s", lists)
	}
	var types []string
	for name, typ := range spec.Types {
		types = append(types, name+" is "+typ.String())
	}
	slices.Sort(types)
	want := "clue is a grid of numbers or none; digit is a grid of numbers; flag is true or false; homes is a set of cells; order is an array of numbers by numbers; shade is a set of cells"
	if got := strings.Join(types, "; "); got != want {
		t.Errorf("types: %s", got)
	}
}

// TestDeepCalls: types that double with each call, and calls without end in
// sight, end.
func TestDeepCalls(t *testing.T) {
	var pairs, chain, fan strings.Builder
	pairs.WriteString("puzzle pairs\nfind n: 1..2\ndef f0(x) = (x, x)\n")
	chain.WriteString("puzzle chain\nfind n: 1..2\ndef f0(x) = x\n")
	fan.WriteString("puzzle fan\nfind n: 1..2\ndef f0(x) = x = x\n")
	for i := 1; i < 400; i++ {
		fmt.Fprintf(&pairs, "def f%d(x) = f%d(f%d(x))\n", i, i-1, i-1)
		fmt.Fprintf(&chain, "def f%d(x) = f%d(x)\n", i, i-1)
		fmt.Fprintf(&fan, "def f%d(x) = f%d([x]) and f%d({x}) and f%d((x, x))\n", i, i-1, i-1, i-1)
	}
	for name, b := range map[string]*strings.Builder{"pairs": &pairs, "chain": &chain, "fan": &fan} {
		b.WriteString("rule \"a\": f399(n) = n\n")
		checkText(name, map[string]string{name: b.String()})
	}
}

const dealt = `puzzle dealt "What moves, what is hidden, and who plays."
given deck = shuffled([1, 2, 3])
given name: 1..3 = 1
hidden deck
let left = size(deck) - drawn
state drawn: 0..3 = 0
state pile[t in 1..2]: stack of 1..3 up to 3
move take(t in 1..2, {a, b} in pairs(1..2), c = t)
  let card = deck[drawn + 1]
  when card != none and c != a
  then drawn := drawn + 1, pile[t] := push(pile[t], card + name + b)
move back(t in 1..2) then pile[t] := pop(pile[t])
goal drawn = 3
goal left = 0
never top(pile[1]) = 3
player p sample 2: prefer take(t, _, left) when t = name prefer take(name, drawn, back) by back prefer back(t)
`

func TestMovingSpec(t *testing.T) {
	spec, list := checkText("dealt", map[string]string{"dealt": dealt})
	if list.Len() > 0 {
		t.Fatal(list.Text(false))
	}
	lists := fmt.Sprint(len(spec.States), len(spec.Moves), len(spec.Goals), len(spec.Nevers), len(spec.Hiddens), len(spec.Players))
	if lists != "2 2 2 1 1 1" || !spec.Moving() {
		t.Errorf("lists of statements: %s, moving: %t", lists, spec.Moving())
	}
	if got := spec.Types["pile"].String(); got != "an array of stacks of numbers by numbers" {
		t.Errorf("the state is %s", got)
	}
	var parameters, binds, unknown []string
	for _, n := range spec.Moves[0].Stmt.Parameters() {
		parameters = append(parameters, n.Text)
	}
	for _, p := range spec.Players[0].Stmt.Prefers {
		for _, arg := range p.Move.Args {
			binds = append(binds, fmt.Sprint(spec.Binds(arg)))
		}
	}
	for _, s := range spec.Moves[:1] {
		dsl.Walk(s.Stmt, func(n dsl.Node) bool {
			if e, ok := n.(dsl.Expr); ok && spec.Unknown(e) {
				unknown = append(unknown, s.Source.Slice(e.Span()))
			}
			return true
		})
	}
	for _, c := range []struct {
		what string
		got  []string
		want string
	}{
		{"parameters", parameters, "t a b"},
		{"binding arguments", binds, "true true false false false true true"},
	} {
		if got := strings.Join(c.got, " "); got != c.want {
			t.Errorf("%s: got %s, want %s", c.what, got, c.want)
		}
	}
	want := []string{
		"deck[drawn + 1]", "drawn + 1", "drawn", "card != none and c != a", "card != none", "card", "drawn", "drawn + 1", "drawn",
		"pile", "push(pile[t], card + name + b)", "pile[t]", "pile", "card + name + b", "card + name", "card",
	}
	if diff := cmp.Diff(want, unknown); diff != "" {
		t.Errorf("unknown expressions of the move (-want +got):\n%s", diff)
	}
}

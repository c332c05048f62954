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
		dsl.Visit(s.Stmt, func(n dsl.Node) bool {
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

// TestDeepCalls: types that double with each call, calls that lie too deep in each other, and
// types that become three with each call end in a mistake at its place, after few steps.
func TestDeepCalls(t *testing.T) {
	t.Parallel()
	const (
		depth  = 400
		bodies = 2000 + depth // that are checked for a kind of arguments, or for none
	)
	for _, c := range []struct {
		name, base, next string // defs of f0(x), and of each f(x) in terms of the one before
		depth            int
		want             []string // codes, each with the line it is about
		most             int      // calls that are looked into
	}{
		{"pairs", "(x, x)", "%[1]s(%[1]s(x))", depth, []string{"too-many-calls 179"}, 2 * bodies},
		{"chain", "x", "%[1]s(x)", depth, nil, depth + 1},
		{"long chain", "x", "%[1]s(x)", 600, []string{"too-many-calls 103"}, 2 * 600},
		{"fan", "x = x", "%[1]s([x]) and %[1]s((x, x)) and %[1]s((x, x, x))", depth, []string{"too-many-calls 4"}, 3 * bodies},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			var text strings.Builder
			fmt.Fprintf(&text, "puzzle deep\nfind n: 1..2\ndef f0(x) = %s\n", c.base)
			for i := 1; i < c.depth; i++ {
				fmt.Fprintf(&text, "def f%d(x) = %s\n", i, fmt.Sprintf(c.next, fmt.Sprintf("f%d", i-1)))
			}
			fmt.Fprintf(&text, "rule \"a\": f%d(n) = f%[1]d(n)\n", c.depth-1)
			spec, list := checkText("deep", map[string]string{"deep": text.String()})
			var got []string
			for _, d := range list.All() {
				at := d.Source.Position(d.Span.Start)
				got = append(got, fmt.Sprintf("%s %d", d.Code, at.Line))
			}
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Errorf("diagnostics (-want +got):\n%s", diff)
			}
			if n := spec.Calls(); n > c.most || n < c.depth/2 {
				t.Errorf("%d calls were looked into, want at most %d", n, c.most)
			}
		})
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
		dsl.Visit(s.Stmt, func(n dsl.Node) bool {
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

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

package lint_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"nazo/dsl/diag"
	"nazo/internal/testkit"
	"nazo/internal/ui/load"
)

// condition is a rule of small specs, and what it means.
type condition struct {
	text  string
	holds func(k, a, b, c int) bool
}

var conditions = []condition{
	{"a + b <= k + 3", func(k, a, b, c int) bool { return a+b <= k+3 }},
	{"a < b", func(k, a, b, c int) bool { return a < b }},
	{"b <= c", func(k, a, b, c int) bool { return b <= c }},
	{"a != c", func(k, a, b, c int) bool { return a != c }},
	{"a <= c", func(k, a, b, c int) bool { return a <= c }},
	{"a + b + c > k", func(k, a, b, c int) bool { return a+b+c > k }},
	{"c = 1 or a >= b", func(k, a, b, c int) bool { return c == 1 || a >= b }},
	{"a * b != k", func(k, a, b, c int) bool { return a*b != k }},
	{"k < 2 or a = 1", func(k, a, b, c int) bool { return k < 2 || a == 1 }},
	{"c < 4 or k > 1", func(k, a, b, c int) bool { return true }},
}

// solutions counts the values of a, b and c that meet some conditions and break one, which may be nil.
func solutions(k int, meet []condition, broken *condition) (n int) {
	for i := range 27 {
		a, b, c := i%3+1, i/3%3+1, i/9+1
		if broken != nil && broken.holds(k, a, b, c) {
			continue
		}
		if !slices.ContainsFunc(meet, func(x condition) bool { return !x.holds(k, a, b, c) }) {
			n++
		}
	}
	return n
}

// What is said of small specs is what brute force over all their instances says.
func TestAgainstBruteForce(t *testing.T) {
	const greatest = 3 // k
	said := map[string]int{}
	for seed := range uint64(12) {
		random := rand.New(rand.NewPCG(seed, 5))
		var rules []condition
		for _, i := range random.Perm(len(conditions))[:2+random.IntN(3)] {
			rules = append(rules, conditions[i])
		}
		k := random.IntN(greatest + 1)
		var spec strings.Builder
		fmt.Fprintf(&spec, "given k: 0..%d = %d\nfind a: 1..3\nfind b: 1..3\nfind c: 1..3\n", greatest, k)
		for i, r := range rules {
			fmt.Fprintf(&spec, "rule \"%d\": %s\n", i, r.text)
		}
		expected := solutions(k, rules, nil)
		fmt.Fprintf(&spec, "example: expect %d solutions\n", expected)
		report := look(t, spec.String())
		codes := map[string]string{} // by what stands there
		for _, d := range report.Findings.All() {
			codes[firstLine(d.Source, d.Span)] = d.Code
			said[d.Code]++
		}
		for i, r := range rules {
			others := slices.Delete(slices.Clone(rules), i, i+1)
			broken, possible := 0, 0
			for k := range greatest + 1 {
				broken += solutions(k, others, &r)
				possible += solutions(k, others, nil)
			}
			var want []string
			switch {
			case solutions(k, others, nil) != expected:
				want = []string{""}
			case broken > 0:
				want = []string{"rule-without-example"}
			case possible > 0:
				want = []string{"rule-implied", "rule-without-example", "rule-always-true"}
			default:
				continue
			}
			if got := codes[fmt.Sprintf("%q", fmt.Sprint(i))]; !slices.Contains(want, got) {
				t.Errorf("of rule %d it says %q, not one of %q:\n%s", i, got, want, spec.String())
			}
		}
		if codes["k"] == "given-idle" {
			for other := range greatest + 1 {
				both := append(slices.Clone(rules), condition{"", func(_, a, b, c int) bool {
					return !slices.ContainsFunc(rules, func(x condition) bool { return !x.holds(other, a, b, c) })
				}})
				if n := solutions(k, both, nil); n != expected || solutions(other, rules, nil) != n {
					t.Errorf("k = %d changes the solutions:\n%s", other, spec.String())
				}
			}
		}
	}
	for _, code := range []string{"rule-without-example", "rule-implied", "given-idle"} {
		if said[code] == 0 {
			t.Errorf("%s was never said: the specs are too simple", code)
		}
	}
}

// A rule that stands in a spec twice is implied, by the other, and one that is weakened until it says nothing is seen.
func TestRepeatedAndWeakened(t *testing.T) {
	names := []string{"akari"}
	if testkit.Thorough() {
		names = append(names, "simple_loop")
	}
	for _, name := range names {
		spec, _, err := load.Load(name)
		if err != nil {
			t.Fatal(err)
		}
		src := spec.File.Source
		text := strings.TrimPrefix(src.Text, firstLine(src, diag.Span{End: len(src.Text)}))
		for i, r := range spec.Rules {
			if r.Source != src || !spec.Unknown(r.Stmt.Body) || i > 0 {
				continue
			}
			said := src.Slice(r.Stmt.Span())
			again := strings.Replace(said, r.Stmt.Name.Value, "again", 1)
			implied := 0
			for _, d := range look(t, strings.Replace(text, said, said+"\n"+again, 1)).Findings.All() {
				if here := firstLine(d.Source, d.Span); d.Code == "rule-implied" && (here == `"again"` || here == fmt.Sprintf("%q", r.Stmt.Name.Value)) {
					implied++
				}
			}
			if implied != 2 {
				t.Errorf("%s with %q twice: %d of them implied", name, r.Stmt.Name.Value, implied)
			}
			body := src.Slice(r.Stmt.Body.Span())
			weak := strings.Replace(text, said, strings.Replace(said, body, "("+body+") or true", 1), 1)
			seen := slices.ContainsFunc(look(t, weak).Findings.All(), func(d *diag.Diagnostic) bool {
				return strings.HasPrefix(d.Code, "rule-") && firstLine(d.Source, d.Span) == fmt.Sprintf("%q", r.Stmt.Name.Value)
			})
			if !seen {
				t.Errorf("%s: nothing is said of %q or true", name, r.Stmt.Name.Value)
			}
		}
	}
}

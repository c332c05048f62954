package compile_test

import (
	"fmt"
	"testing"
	"time"

	"nazo/compile"
	"nazo/dsl"
	"nazo/dsl/check"
	"nazo/dsl/diag"
	"nazo/dsl/instance"
	"nazo/internal/solve"
	"nazo/internal/testkit"
)

// bounded is how much random specs may mean: now and then one of a few lines means
// millions of conditions.
var bounded = compile.Options{MaxNodes: 300_000, MaxWork: 10_000_000}

// limited reports whether compiling ended at one of the limits.
func limited(problems *diag.List) bool {
	for _, d := range problems.All() {
		if d.Code == "limit-size" || d.Code == "limit-time" {
			return true
		}
	}
	return false
}

// stressed is how many specs the stress test compiles.
const stressed = 1500

// TestStress compiles random specs whose expressions nest deeper than other tests' do, to
// see that all the compiler does is counted as work: then each ends soon. It logs which
// took longest.
func TestStress(t *testing.T) {
	if !testkit.Thorough() {
		t.Skip("with -thorough only")
	}
	t.Parallel()
	var slowest time.Duration
	var which string
	compiled, beyond := 0, 0
	for seed := range uint64(stressed) {
		text := writer{newRandom(seed).IntN}.spec(2 + int(seed%4))
		file, problems := dsl.Parse(diag.NewSource("stress", text))
		if problems.HasErrors() {
			t.Fatalf("seed %d\n%s\n%s", seed, text, problems.Text(false))
		}
		spec, problems := check.Check(file, nil)
		if problems.HasErrors() {
			continue
		}
		begun := time.Now()
		ended := testkit.Watch(text)
		_, problems = solve.Compile(t.Context(), spec, instance.Input{}, bounded)
		ended()
		if took := time.Since(begun); took > slowest {
			slowest, which = took, fmt.Sprintf("seed %d\n%s", seed, text)
		}
		compiled++
		if limited(problems) {
			beyond++
		}
	}
	t.Logf("%d specs, %d of them beyond a limit; the slowest took %v: %s", compiled, beyond, slowest, which)
}

// One expression may mean a lot of work: that is limited, too.
func TestWorkIsLimited(t *testing.T) {
	t.Parallel()
	for name, rule := range map[string]string{
		"combinations of a tuple": `size({ (a[1], a[2]), (a[3], a[4]) }) = 2`,
		"unknown members":         `{a[1], a[2], a[3]} = {a[4], 5} + s`,
		"guarded members":         `size({ i + j for i in s, j in t }) > 3`,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			text := "puzzle t\nfind a[i in 1..4]: 1..1500\nfind s: set of 1..1500\nfind t: set of 1..1500\nrule \"one\": " + rule + "\n"
			file, problems := dsl.Parse(diag.NewSource("work", text))
			if problems.HasErrors() {
				t.Fatal(problems.Text(false))
			}
			spec, problems := check.Check(file, nil)
			if problems.HasErrors() {
				t.Fatal(problems.Text(false))
			}
			if _, problems := solve.Compile(t.Context(), spec, instance.Input{}, compile.Options{MaxWork: 20_000}); !limited(problems) {
				t.Errorf("not beyond the limit: %s", problems.Text(false))
			}
		})
	}
}

// TestCallsOfDefsAreKept has a def that goes through all cells and is called for each pair of neighbours, with one
// of a few areas: it is gone through once for each area.
func TestCallsOfDefsAreKept(t *testing.T) {
	const text = `puzzle p
let b = grid(20, 20)
find s: set of cells(b)
def marked(c) = count d in cells(b): d in s and row(d) = row(c)
def first_of(c) = cell(b, row(c), 1)
rule "r" for {c, d} in edges(orthogonal(b)): marked(first_of(c)) <= marked(first_of(d)) + 1
`
	file, problems := dsl.Parse(diag.NewSource("work", text))
	if problems.HasErrors() {
		t.Fatal(problems.Text(false))
	}
	spec, problems := check.Check(file, nil)
	if problems.HasErrors() {
		t.Fatal(problems.Text(false))
	}
	if p, problems := solve.Compile(t.Context(), spec, instance.Input{}, compile.Options{MaxWork: 100_000}); p == nil {
		t.Error(problems.Text(false))
	}
}

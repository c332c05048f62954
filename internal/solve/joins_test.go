package solve_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"nazo/compile"
	"nazo/dsl"
	"nazo/dsl/check"
	"nazo/dsl/diag"
	"nazo/dsl/instance"
	"nazo/internal/judge"
	"nazo/internal/model"
	"nazo/internal/solve"
	"nazo/internal/testkit"
	"nazo/puzzles"
	"nazo/sat"
)

// joinable are rules with conditions of each form by which members are looked up, over
// collections large enough.
var joinable = []string{
	`for i in 1..9: some c in cells(b): x[c] = i`,
	`for i in 1..9: (count c in cells(b): x[c] = i) = 1`,
	`for i in 1..9: no c in cells(b) where i > 3: x[c] = i and c in s`,
	`for i in 1..9: all c in cells(b): x[c] = i implies c in s`,
	`for i in 1..9: all c in cells(b): x[c] != i or not (c in s)`,
	`for i in 1..9: one c in cells(b): o[c] = h[i] or i > 2`,
	`for i in 1..9: size({ c in cells(b) where o[c] = h[i] }) <= 3`,
	`for i in 1..9: size({ c in s where x[c] = i }) <= 3`,
	`for i in 1..9: some c in cells(b): p[c] = q[c] and q[c] = i mod 3`,
	`for i in 1..9, c in cells(b) where none = q[c] and i = 4: c in s`,
	`for c in cells(b), r in rows(b) + columns(b) + areas(q) where c in r: size(r & s) >= 1`,
	`for c in cells(b): one k in cells(b): c in z[k]`,
	`for c in cells(b): (sum k in cells(b) where c in z[k]: 1) <= 2`,
	`for c in cells(b): not (some k in cells(b): c in z[k] and k in s)`,
	`for c in cells(b): c in s or some k in cells(b) where distance(c, k) <= x0[k]: k in s`,
	`for c in cells(b): c in s or some k in cells(b) where not (distance(k, c) > p[c]) and 2 > distance(k, c): k in s`,
	`for l in rows(b) + columns(b), {c, k} in pairs(l) where q[c] = q[k]: c in s or k in s`,
	`for l in rows(b) + columns(b): (count {c, k} in pairs(l): x[c] = x[k]) <= 1`,
	`for l in rows(b) + columns(b): all {c, k} in pairs(l): q[c] = q[k] implies c in s`,
	`for c in cells(b): size({ r in rectangles(b) where c in r and (q[c] = none or size(r) = q[c] + 1) and r subset s }) <= 9`,
	`for c in cells(b), r in rectangles(b) where size(r) = 2 and c in r: size(r & s) >= 1`,
	`for i in 1..9, e in edges(king(b)), {c, k} in edges(king(b)) where e = edge(c, k) and i = 3: c in s or k in s`,
	`for i in 0..9, c in cells(b) where row(c) = i and 1 = column(c): c in s`,
}

// joining are specs whose examples are tried without -thorough.
var joining = []string{"akari", "hitori", "kakuro", "knights_tour", "nurikabe", "peg_solitaire", "shikaku", "slitherlink", "sudoku", "zebra"}

const joinableFinds = `puzzle t
let b = grid(4, 4)
given q: grid of 0..9? = """
  1 2 1 .
  . 2 2 2
  0 1 1 .
  1 1 0 3
"""
given p: grid of 0..9? = """
  1 2 1 .
  1 2 . 2
  . 1 1 1
  0 0 0 0
"""
let h = [c for c in cells(b)]
let x0 = q
find s: set of cells(b)
find x[c in cells(b)]: 1..9
find o[c in cells(b)]: { k in cells(b) where distance(k, c) < 3 }?
find z[k in cells(b)]: { r in rectangles(b) where k in r and size(r) = 4 }
rule "r" `

// TestJoins compiles and judges with members looked up wherever that can be done, and without:
// models and verdicts must be the same. The examples of most specs are tried with -thorough, for the rules above have every form of
// condition.
func TestJoins(t *testing.T) {
	names := puzzles.Specs()
	if !testkit.Thorough() {
		names = slices.DeleteFunc(names, func(name string) bool { return !slices.Contains(joining, name) })
		if len(names) != len(joining) {
			t.Errorf("of %v only %v are specs", joining, names)
		}
	}
	try := func(t *testing.T, spec *check.Spec, in instance.Input) {
		t.Helper()
		p, problems := solve.Compile(t.Context(), spec, in, compile.Options{LookUp: check.Always})
		plain, same := solve.Compile(t.Context(), spec, in, compile.Options{LookUp: check.NeverHolds})
		if diff := cmp.Diff(same.Text(false), problems.Text(false)); diff != "" {
			t.Fatal(diff)
		}
		if p == nil || plain == nil {
			return
		}
		if diff := cmp.Diff(written(plain.Model), written(p.Model)); diff != "" {
			t.Error(diff)
		}
		if !p.Moving() {
			judgeBoth(t, p)
		}
	}
	for _, rule := range joinable {
		t.Run(rule, func(t *testing.T) { try(t, checked(t, joinableFinds+rule), instance.Input{}) })
	}
	for _, name := range names {
		spec := shipped(t, name)
		for _, e := range compile.Examples(spec) {
			t.Run(name+"/"+e.Name, func(t *testing.T) { try(t, spec, e.Input) })
		}
	}
}

// judgeBoth holds verdicts with members looked up against those without. The answers are random ones,
// solutions, and these with one value changed.
func judgeBoth(t *testing.T, p *solve.Problem) {
	t.Helper()
	judges := [2]*judge.Judge{}
	for i, when := range []check.JoinWhen{check.NeverHolds, check.Always} {
		var problems *diag.List
		if judges[i], problems = p.Judge.LookingUp(t.Context(), when); problems.HasErrors() {
			t.Fatal(problems.Text(false))
		}
	}
	random := rand.New(rand.NewPCG(1, 2))
	judged := func(s model.Solution) {
		a, err := p.Decode(t.Context(), s)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(verdictOf(judges[0], a), verdictOf(judges[1], a)); diff != "" {
			t.Errorf("%s\n%s", textOf(p, a), diff)
		}
	}
	const changes, conflicts = 5, 1000
	for range changes {
		s := make(model.Solution, len(p.Model.Vars))
		for i, v := range p.Model.Vars {
			s[i] = pickFrom(v.Domain, random)
		}
		judged(s)
	}
	job, err := sat.New().Open(t.Context(), p.Model, model.Options{})
	if err != nil {
		return
	}
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	job.Solve(ctx, model.SolveOptions{Limit: 1, Progress: func(s model.Progress) {
		if s.Conflicts > conflicts { // an answer more is not worth it
			cancel()
		}
	}}, func(s model.Solution) bool {
		judged(s)
		for range min(changes, changes*len(s)) { // none where nothing is to be decided
			changed := slices.Clone(s)
			if v := random.IntN(len(s)); p.Model.Vars[v].Find >= 0 {
				changed[v] = pickFrom(p.Model.Vars[v].Domain, random)
				judged(changed)
			}
		}
		return true
	})
}

func verdictOf(j *judge.Judge, a *judge.Answer) string {
	verdict := j.Judge(a)
	text := fmt.Sprint(verdict.Accepted, verdict.Err)
	for _, v := range verdict.Violations {
		text += fmt.Sprintf("\n%s %s", v.Rule, v.Bindings)
	}
	return text
}

// checked is a spec of one's own.
func checked(t *testing.T, text string) *check.Spec {
	t.Helper()
	file, problems := dsl.Parse(diag.NewSource("t", text))
	if problems.HasErrors() {
		t.Fatal(problems.Text(false))
	}
	spec, problems := check.Check(file, nil)
	if problems.HasErrors() {
		t.Fatal(problems.Text(false))
	}
	return spec
}

// written has a line for each variable, node and constraint.
func written(m *model.Model) string {
	var out strings.Builder
	for _, v := range m.Vars {
		fmt.Fprintln(&out, v)
	}
	for _, n := range m.BoolNodes() {
		fmt.Fprintf(&out, "%T%v\n", n, n)
	}
	for _, n := range m.Ints {
		fmt.Fprintf(&out, "%T%v\n", n, n)
	}
	for _, c := range m.Constraints {
		fmt.Fprintf(&out, "%d %d %q\n", c.Instance, c.Guard, c.Body.Key())
	}
	return out.String()
}

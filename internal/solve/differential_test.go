package solve_test

import (
	"context"
	"crypto/sha256"
	"flag"
	"fmt"
	"maps"
	"math"
	"math/big"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"nazo/compile"
	"nazo/dsl"
	"nazo/dsl/check"
	"nazo/dsl/diag"
	"nazo/dsl/instance"
	"nazo/dsl/value"
	"nazo/internal/judge"
	"nazo/internal/model"
	"nazo/internal/solve"
	"nazo/internal/testkit"
	"nazo/native"
	"nazo/sat"
	"pgregory.net/rapid"
)

var keep = flag.Bool("keep", false, "keep specs that fail as cases in testdata/cases")

// compileText makes a problem of a spec; problems say why it is none.
func compileText(text string) (*solve.Problem, *diag.List) {
	file, problems := dsl.Parse(diag.NewSource("random.nazo", text))
	if problems.HasErrors() {
		return nil, problems
	}
	checked, problems := check.Check(file, nil)
	if problems.HasErrors() {
		return nil, problems
	}
	return solve.Compile(context.Background(), checked, instance.Input{}, boundedSpec)
}

// boundedSpec is how much random specs may mean: now and then one of a few lines means
// millions of conditions, which would take a test minutes.
var boundedSpec = compile.Options{MaxNodes: 300_000, MaxWork: 10_000_000, LookUp: check.Always}

// mostOfOne is the time for all that is done with one spec. None needs nearly as much;
// one that does is counted among those on which time ran out, instead of stopping the test.
const mostOfOne = 2 * time.Minute

// effort bounds what is spent on one spec.
type effort struct {
	time  time.Duration // of each engine; 0 for no limit
	limit int           // on solutions; 0 for all
}

// ordinary is enough for nearly every random spec.
var ordinary = effort{time: 3 * time.Second}

// someRewritten is how many solutions of each engine are written in another way and
// judged again.
const someRewritten = 5

// difference holds both engines and brute force against each other; it is ""
// if all find the same set of solutions. Compiler and judge look members up wherever that can be
// done, but not the judge that brute force asks. An engine that runs out of time is
// left out, and finished is false.
func difference(p *solve.Problem, bounds effort) (text string, finished bool) {
	ctx, cancel := context.WithCancel(context.Background())
	if bounds.time > 0 {
		ctx, cancel = context.WithTimeout(ctx, mostOfOne)
	}
	defer cancel()
	defer func() {
		if r := recover(); r != nil && ctx.Err() == nil {
			text, finished = fmt.Sprintf("panic: %v", r), true
		}
		if ctx.Err() != nil {
			text, finished = "", false
		}
	}()
	p = p.With(ctx)
	naive, problems := p.Judge.LookingUp(ctx, check.NeverHolds)
	lookups, more := p.Judge.LookingUp(ctx, check.Always)
	if problems.HasErrors() || more.HasErrors() {
		return problems.Text(false) + more.Text(false), true
	}
	p.Judge = lookups
	found := map[string][]string{}
	team := solve.Team{Engines: []model.Engine{sat.New(), native.New()}, Mode: solve.InTurn, TimeEach: bounds.time}
	again := newWritings(p)
	r := solve.Ask(ctx, p, team, solve.Question{Limit: bounds.limit, Each: func(engine string, a *judge.Answer) {
		found[engine] = append(found[engine], textOf(p, a))
		if a.Run == nil && text == "" && len(found[engine]) <= someRewritten {
			text = again.differs(a, true)
		}
	}})
	if text != "" {
		return text, true
	}
	if r.Fault != nil {
		return r.Fault.Error(), true
	}
	finished = true
	for _, run := range r.Attempts {
		if !run.Exhausted {
			finished = false
			delete(found, run.Engine)
		}
	}
	if r.Verdict == solve.Unknown {
		return "", finished
	}
	want, costs, ok := expected(&solve.Problem{Problem: p.Problem, Judge: naive})
	if p.Moving() {
		text, inTime := oneRunDiffers(ctx, p, team, costs, ok)
		if finished = finished && inTime; text != "" {
			return text, true
		}
	}
	if !ok {
		return "", finished // only against each other
	}
	for engine, got := range maps.All(found) {
		slices.Sort(got)
		if d := cmp.Diff(want, slices.Compact(got)); d != "" {
			return engine + " against brute force (-want +got):\n" + d, true
		}
	}
	if (r.Verdict == solve.Solved) != (len(want) > 0) {
		return fmt.Sprintf("the engines say %q, brute force finds %d solutions", r.Verdict, len(want)), true
	}
	if !p.Moving() {
		text, _ = countDiffers(ctx, p, len(want))
	}
	return text, finished
}

// expected are the solutions by brute force, and what runs cost; ok is false if that is
// too much.
func expected(p *solve.Problem) (solutions []string, costs []*big.Int, ok bool) {
	switch {
	case p.Moving():
		best, ok := bruteForceRuns(p)
		return best.texts, best.costs, ok
	case tooLarge(p):
		return nil, nil, false
	}
	return bruteForce(p), nil, true
}

// oneRunDiffers asks each engine for one run, and holds what it costs, and its length,
// against the best by brute force, if that is known. An engine may say of any run that
// there may be shorter ones.
func oneRunDiffers(ctx context.Context, p *solve.Problem, team solve.Team, best []*big.Int, known bool) (text string, finished bool) {
	r := solve.Ask(ctx, p, team, solve.Question{Limit: 1})
	if r.Fault != nil {
		return "asked for one run: " + r.Fault.Error(), true
	}
	finished = true
	for _, run := range r.Attempts {
		if !run.Complete {
			finished = false
			continue
		}
		if !known {
			continue
		}
		if (run.Answer != nil) != (best != nil) {
			return fmt.Sprintf("%s is asked for one run: %q; the best cost %v", run.Engine, run.Verdict, best), true
		}
		if run.Answer == nil {
			continue
		}
		var costs []*big.Int
		for _, c := range append(slices.Clone(run.Answer.Objective), value.Int(len(run.Answer.Run.Steps))) {
			n, _ := value.BigOf(c)
			costs = append(costs, n)
		}
		if order := compareCosts(costs, best); order < 0 || order > 0 && !run.ShorterMayExist {
			return fmt.Sprintf("%s gives one run that costs %v, its length last; the best cost %v", run.Engine, costs, best), true
		}
		if order := compareCosts(costs[:len(costs)-1], best[:len(best)-1]); order != 0 {
			return fmt.Sprintf("%s gives one run that costs %v, its length last; the best cost %v", run.Engine, costs, best), true
		}
	}
	return "", finished
}

// tooLarge reports whether there are too many combinations for brute force.
func tooLarge(p *solve.Problem) bool {
	n := 1.0
	for _, f := range p.Judge.Finds {
		n *= size(f.Shape)
	}
	return n > 2*mostCombinations
}

func size(s judge.Shape) float64 {
	n := 1.0
	switch s := s.(type) {
	case *judge.ArrayShape:
		for _, p := range s.Parts {
			n *= size(p)
		}
		return n
	case *judge.SetShape:
		return math.Exp2(float64(s.Members.Len()))
	case *judge.RouteShape:
		return math.Exp2(float64(len(s.Graph.EdgeList())))
	}
	for range valuesOf(s) {
		if n++; n > 2*mostCombinations {
			break
		}
	}
	return n
}

// TestDifferential writes random specs and holds the engines and brute force
// against each other, comparing sets of solutions. -rapid.checks=N tries as
// many as you like; -keep keeps what fails.
func TestDifferential(t *testing.T) { differential(t, spec, ordinary) }

// TestDifferentialMoving does the same for specs in which things move.
func TestDifferentialMoving(t *testing.T) {
	differential(t, movingSpec, effort{time: time.Second, limit: someSolutions})
}

func differential(t *testing.T, write func(*rapid.T) string, bounds effort) {
	tried, refused, late, said := 0, 0, 0, 0
	reasons := map[string]int{} // why specs are refused
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.Custom(write).Draw(t, "spec")
		tried++
		defer testkit.Watch(text)()
		p, problems := compileText(text)
		if p == nil {
			refused++
			reasons[problems.All()[0].Code]++
			for _, d := range problems.All() {
				if d.Code == "internal" || d.Code == "" {
					t.Fatalf("%s\n%s", text, problems.Text(false))
				}
			}
			return
		}
		for i := range p.Model.Instances {
			sentence := p.Sentence(int32(i))
			if strings.Contains(sentence, "?") {
				t.Fatalf("%s\nsays %q", text, sentence)
			}
			if sentence != "" {
				said++
			}
		}
		d, finished := difference(p, bounds)
		if !finished {
			late++
		}
		if d != "" {
			if *keep {
				name := fmt.Sprintf("%x.nazo", sha256.Sum256([]byte(text)))[:12] + ".nazo"
				if err := os.WriteFile(filepath.Join("testdata", "cases", name), []byte(text), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			t.Fatalf("%s\n%s", text, d)
		}
	})
	t.Logf("%d specs: the compiler refused %d %v, and on %d an engine ran out of time; %d instances of rules said something", tried, refused, reasons, late, said)
	if late*50 > tried+100 && testkit.Timing() {
		t.Errorf("on %d of %d specs an engine ran out of time", late, tried)
	}
	if refused*2 > tried {
		testkit.ShowsLittle(t, "%d of %d specs were refused: the generator tests too little", refused, tried)
	}
}

// TestCases tries again whatever has failed before.
func TestCases(t *testing.T) {
	files, err := filepath.Glob(filepath.Join("testdata", "cases", "*.nazo"))
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		p, problems := compileText(string(text))
		if p == nil {
			t.Errorf("%s: %s", file, problems.Text(false))
			continue
		}
		if d, finished := difference(p, effort{}); d != "" || !finished {
			t.Errorf("%s (finished: %t)\n%s\n%s", file, finished, text, d)
		}
	}
}

package count

import (
	"context"
	"fmt"
	"math/big"
	"strings"
	"testing"

	"nazo/internal/model"
	"nazo/internal/testkit"
	"pgregory.net/rapid"
)

// totalByTrying counts a task by its problem, without the count by elimination.
func totalByTrying(e *elimination) countOutcome {
	total := countOutcome{n: new(big.Int)}
	if e.problem != nil {
		for weight, n := range countByTrying(e.problem) {
			total.add(&e.weightVector, e.weightVector.split(weight), n.Mul(n, e.assignmentsOf(e.free)))
		}
	}
	for _, s := range e.single {
		total.add(&e.weightVector, s.weights, e.assignmentsOf(s.free))
	}
	return total
}

// TestEliminateRandomModels holds what random models become against what brute
// force says of them.
func TestEliminateRandomModels(t *testing.T) {
	testkit.SkipRace(t)
	taken := 0
	rapid.Check(t, func(t *rapid.T) {
		m := testkit.Random(t)
		task := testkit.RandomTask(t, m)
		e, err := eliminate(m, task.Full().Options, false)
		if err != nil {
			return
		}
		want := testkit.BruteForce(m, task)
		if got := totalByTrying(e); got.n.Cmp(big.NewInt(int64(len(want)))) != 0 {
			t.Fatalf("%d by elimination, %d by trying\n%s", got.n, len(want), testkit.Describe(m))
		}
		if len(want) > 0 {
			taken++
		}
	})
	if taken == 0 {
		testkit.ShowsLittle(t, "no random model was taken")
	}
}

// TestEveryKind counts models with one constraint of each kind, unless something in them is refused.
// A kind that no count can take is refused with the name of the rule that asks for it.
func TestEveryKind(t *testing.T) {
	testkit.EachKind(t, func(t *testing.T, m *model.Model) {
		e, err := eliminate(m, model.Options{AnyObjective: true}, false)
		if err != nil {
			_, decomposable := m.Constraints[0].Body.(model.Decomposable)
			_, structure := m.Constraints[0].Body.(model.Structure)
			if !decomposable && !structure && !strings.Contains(err.Error(), m.Rules[0].Name) {
				t.Errorf("%v: the rule is not named\n%s", err, testkit.Describe(m))
			}
			return
		}
		want := testkit.BruteForce(m, testkit.Task{AnyObjective: true})
		if got := totalByTrying(e); got.n.Cmp(big.NewInt(int64(len(want)))) != 0 {
			t.Errorf("%d by elimination, %d by trying\n%s", got.n, len(want), testkit.Describe(m))
		}
	})
}

// TestEliminateStructures holds what random structures become, solved by trying all
// choices, against the engine's own search.
func TestEliminateStructures(t *testing.T) {
	t.Parallel()
	testkit.SkipRace(t)
	taken, refused := map[string]int{}, map[string]int{}
	tries := 120
	if testkit.Thorough() {
		tries = 600
	}
	for seed := range uint64(tries) {
		m, what := randomStructure(seed)
		if err := m.Validate(); err != nil {
			t.Fatal(err)
		}
		e, err := eliminate(m, model.Options{}, true)
		if err != nil {
			refused[fmt.Sprint(what, ": ", err)]++
			continue
		}
		if e.problem != nil && e.problem.Unknowns > 16 {
			continue
		}
		taken[what]++
		want := int64(0)
		testkit.Run(context.Background(), Engine, m, testkit.Task{}, func(model.Solution) bool { want++; return true })
		got := totalByTrying(e)
		if got.n.Cmp(big.NewInt(want)) != 0 {
			t.Fatalf("seed %d, %s: %d by elimination, %d by search\n%s", seed, what, got.n, want, testkit.Describe(m))
		}
	}
	for _, what := range []string{"cycle", "path", "links", "forest", "tree", "connected"} {
		if taken[what] < tries/30 {
			t.Errorf("only %d models with %s were taken: %v", taken[what], what, refused)
		}
	}
	t.Log(taken, refused)
}

// TestCountStructures holds counts by elimination against the engine's own search,
// with what they say of costs and lengths.
func TestCountStructures(t *testing.T) {
	t.Parallel()
	taken := 0
	tries := 150
	if testkit.Thorough() {
		tries = 1500
	}
	for seed := range uint64(tries) {
		m, what := randomStructure(seed)
		plan, err := Open(m, model.Options{}).Plan(context.Background(), model.CountOptions{ByLength: seed%2 == 0})
		if err != nil {
			continue
		}
		got := plan.Count(context.Background())
		if !got.Complete {
			t.Fatalf("seed %d, %s: %s", seed, what, got.Reason)
		}
		taken++
		want := big.NewInt(0)
		lengths := map[int64]*big.Int{}
		var costs []int64
		testkit.Run(context.Background(), Engine, m, testkit.Task{}, func(s model.Solution) bool {
			want.Add(want, big.NewInt(1))
			is, length := model.Evaluate(m, s), int64(0)
			for _, b := range edgesOf(m) {
				if is.Bool(b) {
					length++
				}
			}
			if lengths[length] == nil {
				lengths[length] = new(big.Int)
			}
			lengths[length].Add(lengths[length], big.NewInt(1))
			costs = nil
			for _, o := range m.Objectives {
				costs = append(costs, is.Int(o.X))
			}
			return true
		})
		if got.N.Cmp(want) != 0 || fmt.Sprint(got.Costs) != fmt.Sprint(costs) || got.ByLength != nil && fmt.Sprint(got.ByLength) != fmt.Sprint(lengths) {
			t.Fatalf("seed %d, %s: %d with costs %d by elimination, %v; %d with %d by search, %v\n%s", seed, what,
				got.N, got.Costs, got.ByLength, want, costs, lengths, testkit.Describe(m))
		}
	}
	if taken < tries*8/15 {
		t.Errorf("only %d models were counted", taken)
	}
	t.Log(taken)
}

// edgesOf has the edges of the structure that a random model is about.
func edgesOf(m *model.Model) []model.Bool {
	_, edges := m.Constraints[0].Body.(model.Structure).Chosen()
	return edges
}

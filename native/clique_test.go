package native_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"nazo/internal/model"
	"nazo/internal/testkit"
	"nazo/native"
	"pgregory.net/rapid"
)

// randomCliques draws a model of sums over booleans: some say how many must
// hold, others that at most one does, of three and more or of two.
func randomCliques(t *rapid.T) *model.Model {
	m := model.New()
	m.Finds, m.Rules, m.Instances = []model.Find{{Name: "set"}}, []model.Rule{{Name: "rule"}}, []model.Instance{{}}
	n := rapid.IntRange(5, 9).Draw(t, "variables")
	all := make([]model.Bool, n)
	for i := range all {
		all[i] = m.BoolVar(m.AddBool(int32(-rapid.IntRange(0, 1).Draw(t, "helper"))))
		if rapid.IntRange(0, 4).Draw(t, "negated") == 0 {
			all[i] = all[i].Not()
		}
	}
	some := func(least int) []model.Bool {
		return rapid.SliceOfNDistinct(rapid.SampledFrom(all), min(least, n), n, rapid.ID).Draw(t, "some")
	}
	sum := func(bs []model.Bool) model.Int {
		var terms []model.Term
		for _, b := range bs {
			terms = append(terms, model.Term{Coef: 1, X: m.ToInt(b)})
		}
		return m.Sum(terms...)
	}
	must := func(b model.Bool) { m.Constrain(0, model.True, model.Assert{B: b}) }
	for range rapid.IntRange(3, 9).Draw(t, "constraints") {
		switch rapid.IntRange(0, 4).Draw(t, "kind") {
		case 0:
			must(m.LessEq(sum(some(3)), m.Int(1)))
		case 1:
			pair := some(2)
			must(m.And(pair[0], pair[1]).Not())
		case 2:
			pair := some(2)
			must(m.LessEq(sum(pair[:2]), m.Int(1)))
		case 3:
			must(m.LessEq(m.Int(int64(rapid.IntRange(2, 4).Draw(t, "least"))), sum(some(3))))
		case 4:
			must(m.Equal(m.Int(int64(rapid.IntRange(1, 4).Draw(t, "exactly"))), sum(some(3))))
		}
	}
	return m
}

func TestCliquesAgainstBruteForce(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		m := randomCliques(rt)
		task := testkit.Task{Seed: rapid.Int64Range(0, 2).Draw(rt, "seed")}
		found, r := testkit.Solve(rt, native.New(), m, task)
		if !r.Exhausted || len(testkit.Sorted(found)) != r.Solutions {
			rt.Fatalf("%d solutions, %+v", len(found), r)
		}
		if d := cmp.Diff(testkit.BruteForce(m, task), testkit.Sorted(found)); d != "" {
			rt.Fatalf("solutions differ (-want +got):\n%s", d)
		}
	})
}

// TestCliquesPrune holds the number of choices down where a sum is the only
// thing that says that each row and column has a queen.
func TestCliquesPrune(t *testing.T) {
	m := testkit.SquaresOnLines(8)
	if found, r := testkit.Solve(t, native.New(), m, testkit.Task{}); len(found) != 92 || r.Stats.Nodes > 600 {
		t.Errorf("%d solutions, %+v", len(found), r)
	}
}

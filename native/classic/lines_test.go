package classic_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"nazo/internal/alg"
	"nazo/internal/model"
	"nazo/internal/testkit"
	"nazo/native"
	"nazo/native/classic"
	"pgregory.net/rapid"
)

// tester is a test, of this package's or of rapid's.
type tester interface {
	Helper()
	Fatalf(format string, args ...any)
}

// newLinks makes links as a spec has them: edges and vertices are finds.
func newLinks(g *alg.Graph, labels []int32) (*model.Model, model.Links) {
	m := model.New()
	m.Finds = []model.Find{{Name: "line"}}
	m.Rules = []model.Rule{{Name: "structure", Structural: true}, {Name: "rule"}}
	m.Instances = []model.Instance{{Rule: 0}, {Rule: 1}}
	variables := func(n int) []model.Bool {
		out := make([]model.Bool, n)
		for i := range out {
			out[i] = m.BoolVar(m.AddBool(0))
		}
		return out
	}
	l := model.Links{Graph: g, Labels: labels, Edges: variables(len(g.Edges)), Vertices: variables(g.Order())}
	m.Constrain(0, model.True, l)
	return m, l
}

// cover asks that every vertex is used.
func cover(m *model.Model, l model.Links) *model.Model {
	m.Constrain(1, model.True, model.Assert{B: m.And(l.Vertices...)})
	return m
}

// board reads a grid of one digit or letter a cell, "." where there is none.
func board(rows ...string) (*alg.Graph, []int32) {
	g := testkit.Grid(len(rows), len(rows[0]))
	labels, names := make([]int32, 0, g.Order()), ""
	for _, r := range strings.Join(rows, "") {
		l := int32(-1)
		if r != '.' {
			if !strings.ContainsRune(names, r) {
				names += string(r)
			}
			l = int32(strings.IndexRune(names, r))
		}
		labels = append(labels, l)
	}
	return g, labels
}

// links has the searches for links as an engine.
var links = testkit.EngineFunc(func(m *model.Model, o model.Options) (model.Job, error) {
	j, err := classic.OpenLinks(m, o)
	if err != nil {
		return nil, model.Refusal(err)
	}
	return j, nil
})

// restarts prepares short runs for a model of links.
func restarts(t *testing.T, m *model.Model) *classic.LinkRestarts {
	t.Helper()
	s, err := (&classic.Recognizer{Model: m}).Recognize(nil)
	if err != nil {
		t.Fatal(err)
	}
	l, err := classic.LinksOf(s)
	if err != nil {
		t.Fatal(err)
	}
	return classic.NewLinkRestarts(l, 0)
}

// solve searches and checks every solution.
func solve(t tester, m *model.Model, task testkit.Task) ([][]int64, model.Result) {
	t.Helper()
	var found [][]int64
	r := testkit.Run(context.Background(), links, m, task, func(s model.Solution) bool {
		if bad := model.Evaluate(m, s).Violated(task.Off); len(bad) > 0 {
			t.Fatalf("solution %v violates constraints %v", s, bad)
		}
		for _, f := range task.Within {
			if !f.Holds(s) {
				t.Fatalf("solution %v has variable %d not as given", s, f.Var)
			}
		}
		found = append(found, testkit.Project(m, s))
		return true
	})
	if r.Solutions != len(found) || len(testkit.Sorted(slices.Clone(found))) != len(found) {
		t.Fatalf("%d solutions reported, %d yielded: %v", r.Solutions, len(found), found)
	}
	return found, r
}

// combinations are all sets of stages, and whether each keeps all solutions.
func combinations() (out [][]string, exhaustive []bool) {
	stages := classic.LinkSearches()[1:]
	out, exhaustive = [][]string{{classic.Naive}}, []bool{true}
	for set := 1; set < 1<<len(stages); set++ {
		var names []string
		all := true
		for i, s := range stages {
			if set>>i&1 == 1 {
				names = append(names, s.Name)
				all = all && s.Exhaustive
			}
		}
		out, exhaustive = append(out, names), append(exhaustive, all)
	}
	return out, exhaustive
}

// random draws links on a random graph; wanted says that some vertices have
// to be used, and perhaps an edge.
func random(t *rapid.T) (m *model.Model, wanted bool) {
	var g *alg.Graph
	if rapid.Bool().Draw(t, "grid") {
		g = testkit.Grid(rapid.IntRange(1, 4).Draw(t, "rows"), rapid.IntRange(2, 4).Draw(t, "columns"))
	} else {
		n := rapid.IntRange(2, 8).Draw(t, "vertices")
		var edges []alg.Edge
		for u := range n {
			for v := range u {
				if rapid.IntRange(0, 2).Draw(t, "edge") == 0 {
					edges = append(edges, alg.Edge{U: int32(u), V: int32(v)})
				}
			}
		}
		g = alg.NewGraph(n, edges, false)
	}
	labels := make([]int32, g.Order())
	places := rapid.Permutation(indices(g.Order())).Draw(t, "places")
	pairs := rapid.IntRange(0, min(4, g.Order()/2)).Draw(t, "labels")
	for i, v := range places {
		labels[v] = int32(i / 2)
		if i >= 2*pairs {
			labels[v] = -1
		}
	}
	m, l := newLinks(g, labels)
	choice := rapid.IntRange(0, 2).Draw(t, "cover")
	if choice == 2 {
		cover(m, l)
	}
	odds := rapid.IntRange(4, 40).Draw(t, "odds")
	for i, b := range slices.Concat(l.Vertices, l.Edges) {
		switch rapid.IntRange(0, odds).Draw(t, "known") {
		case 0:
			m.Constrain(1, model.True, model.Assert{B: b.Not()})
		case 1:
			if choice == 1 {
				m.Constrain(1, model.True, model.Assert{B: b})
				wanted = wanted || i >= len(l.Vertices) || labels[i] < 0
			}
		}
	}
	return m, wanted || choice == 2
}

func indices(n int) []int {
	out := make([]int, n)
	for i := range out {
		out[i] = i
	}
	return out
}

// reference are all solutions, by the propagation of package native.
func reference(t tester, m *model.Model, task testkit.Task) [][]int64 {
	t.Helper()
	task.Search = nil
	var found [][]int64
	r := testkit.Run(context.Background(), native.New(), m, task, func(s model.Solution) bool {
		found = append(found, testkit.Project(m, s))
		return true
	})
	if !r.Exhausted {
		t.Fatalf("reference: %+v", r)
	}
	return testkit.Sorted(found)
}

func TestEveryCombination(t *testing.T) {
	searches, exhaustive := combinations()
	rapid.Check(t, func(rt *rapid.T) {
		m, wanted := random(rt)
		task := testkit.Task{Seed: rapid.Int64Range(0, 3).Draw(rt, "seed")}
		want := reference(rt, m, task)
		for i, names := range searches {
			task.Search = names
			found, r := solve(rt, m, task)
			found = testkit.Sorted(found)
			if exhaustive[i] {
				if d := cmp.Diff(want, found); d != "" || !r.Exhausted || !r.Complete {
					rt.Fatalf("%v: %+v, solutions differ (-want +got):\n%s", names, r, d)
				}
				continue
			}
			if r.Exhausted || r.Complete || !strings.HasSuffix(r.Reason.String(), "may lose solutions") {
				// A contradiction among rules is no matter of search.
				if len(want) > 0 || r.Stats.Nodes > 0 {
					rt.Fatalf("%v: %+v", names, r)
				}
			}
			for _, s := range found {
				if _, ok := slices.BinarySearchFunc(want, s, slices.Compare[[]int64]); !ok {
					rt.Fatalf("%v: found %v, not among %v", names, s, want)
				}
			}
			if len(found) == 0 && len(want) > 0 && !wanted {
				rt.Fatalf("%v: lost all of %d solutions, though none has to use a vertex", names, len(want))
			}
		}
	})
}

// The reference of the test above is itself compared with trying everything.
func TestAgainstBruteForce(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		m, _ := random(rt)
		if len(m.Vars) > 13 {
			rt.SkipNow()
		}
		task := testkit.Task{Search: []string{classic.ReachLinks, classic.Forced}}
		if rapid.Bool().Draw(rt, "fixed") {
			v := rapid.IntRange(0, len(m.Vars)-1).Draw(rt, "variable")
			task.Within = []model.Within{model.Fix(model.VarID(v), rapid.Int64Range(0, 1).Draw(rt, "value"))}
		}
		if rapid.Bool().Draw(rt, "off") {
			task.Off = []int32{1}
		}
		found, r := solve(rt, m, task)
		if d := cmp.Diff(testkit.BruteForce(m, task), testkit.Sorted(found)); d != "" || !r.Exhausted {
			rt.Fatalf("%+v, solutions differ (-want +got):\n%s", r, d)
		}
		task.Limit = 1
		if first, r := solve(rt, m, task); len(first) != min(1, len(found)) || !r.Complete {
			rt.Fatalf("asked for one of %d: %d, %+v", len(found), len(first), r)
		}
	})
}

func five() *model.Model {
	m, l := newLinks(board(
		"1....",
		"2..3.",
		".....",
		".1..2",
		"....3"))
	return cover(m, l)
}

func TestChoices(t *testing.T) {
	// Without a wrong way every edge is one choice.
	m, _ := newLinks(board("1...1"))
	found, r := solve(t, m, testkit.Task{Search: []string{classic.Naive}})
	if len(found) != 1 || r.Stats.Nodes != 4 || r.Stats.DeadEnds != 4 {
		t.Errorf("%d solutions, %+v", len(found), r)
	}
	// Goals come first where they are near, then ways in their order.
	m, _ = newLinks(board("11", ".."))
	found, r = solve(t, m, testkit.Task{Search: []string{classic.Naive}})
	if len(found) != 2 || found[0][0] != 1 || r.Stats.Nodes != 4 {
		t.Errorf("%v, %+v", found, r)
	}
	if found, _ = solve(t, m, testkit.Task{Search: []string{classic.Tidy}}); len(found) != 1 {
		t.Errorf("tidy: %v", found)
	}
	// A detour around a hollow.
	m, _ = newLinks(board("1.1", "...", "..."))
	for _, c := range []struct {
		search []string
		want   int
	}{{[]string{classic.Naive}, 11}, {[]string{classic.Tidy}, 3}, {[]string{classic.Tidy, classic.Pocket}, 1}} {
		if found, _ = solve(t, m, testkit.Task{Search: c.search}); len(found) != c.want {
			t.Errorf("%v: %d ways, want %d", c.search, len(found), c.want)
		}
	}
}

func TestSearchesPrune(t *testing.T) {
	m := five()
	last := int64(0)
	for _, search := range [][]string{{classic.ReachLinks, classic.Forced}, {classic.ReachLinks}, {classic.Naive}} {
		found, r := solve(t, m, testkit.Task{Search: search})
		if len(found) != 1 || r.Stats.Nodes <= last {
			t.Errorf("%v: %d solutions, %+v, the better search made %d choices", search, len(found), r, last)
		}
		last = r.Stats.Nodes
	}
}

func TestDeclines(t *testing.T) {
	few, _ := newLinks(board("1.1"))
	more, k := newLinks(board("1.1", "..."))
	more.Constrain(1, model.True, model.Assert{B: more.Or(k.Edges...)})
	either, k := newLinks(board("1.1", "..."))
	either.Constrain(1, model.True, model.Assert{B: either.Or(k.Edges[0], k.Edges[2])})
	best, k := newLinks(board("1.1"))
	best.Objectives = []model.Objective{{X: best.ToInt(k.Edges[0])}}
	other, _ := newLinks(board("1.1"))
	other.Finds = append(other.Finds, model.Find{Name: "hat"})
	other.AddInt(model.Range(1, 3), 1, false)
	tour := testkit.Tour(testkit.Grid(2, 2), true)
	many := make([]int32, 200*200)
	for v := range many {
		many[v] = int32(v % 20000)
	}
	large, _ := newLinks(testkit.Grid(200, 200), many)
	for _, c := range []struct {
		m      *model.Model
		task   testkit.Task
		reason string
	}{
		{large, testkit.Task{Search: []string{"reach", "tidy"}}, "20000 labels among 40000 vertices are too many for search reach"},
		{few, testkit.Task{Search: []string{"clever"}}, `for links there is no search "clever", only naive, reach, alternate, tidy, pocket, forced`},
		{few, testkit.Task{Search: []string{"naive", "reach"}}, "search naive prunes nothing and stands alone"},
		{few, testkit.Task{}, "no search is named"},
		{either, testkit.Task{Search: []string{"reach"}}, `it can't check "rule", which says more than which vertices and edges are used`},
		{more, testkit.Task{Search: []string{"reach"}}, `it can't check "rule", which says more than which vertices and edges are used`},
		{best, testkit.Task{Search: []string{"reach"}}, "it finds links, but not the best ones"},
		{other, testkit.Task{Search: []string{"reach"}}, `it can't find "hat", only links`},
		{tour, testkit.Task{Search: []string{"reach"}}, "the spec finds no links"},
	} {
		_, err := testkit.Open(t.Context(), links, c.m, c.task)
		if err == nil || err.Error() != c.reason {
			t.Errorf("%v: %v, want %s", c.task.Search, err, c.reason)
			continue
		}
		r := testkit.Run(context.Background(), links, c.m, c.task, func(model.Solution) bool { return true })
		if r.Complete || r.Exhausted || r.Reason.String() != c.reason {
			t.Errorf("%v: %+v", c.task.Search, r)
		}
	}
	if _, err := testkit.Open(t.Context(), links, best, testkit.Task{Search: []string{"reach"}, AnyObjective: true}); err != nil {
		t.Error(err)
	}
	if _, err := testkit.Open(t.Context(), links, either, testkit.Task{Search: []string{"reach"}, Off: []int32{1}}); err != nil {
		t.Error(err)
	}
	// Of two edges one of which is known to be off, the other is on.
	either.Constrain(1, model.True, model.Assert{B: either.BoolVar(0).Not()})
	if _, err := testkit.Open(t.Context(), links, either, testkit.Task{Search: []string{"reach"}}); err != nil {
		t.Error(err)
	}
}

func TestWatch(t *testing.T) {
	m := five()
	var shown []int64
	task := testkit.Task{Search: []string{classic.ReachLinks}, WatchEvery: 7}
	task.Watch = func(trial model.Moment) {
		shown = append(shown, trial.Choices)
		for l, line := range trial.Lines {
			if len(line) == 0 || l+1 < len(trial.Lines) && len(line) < 2 {
				t.Fatalf("lines %v", trial.Lines)
			}
		}
	}
	_, r := solve(t, m, task)
	if int64(len(shown)) != r.Stats.Nodes/7 || shown[1] != 14 {
		t.Errorf("%d choices, shown at %v", r.Stats.Nodes, shown)
	}
}

func TestStopsOnTime(t *testing.T) {
	m := testkit.JoinedLabels(12, 12, testkit.LinkLabels(12, 12, 1), false)
	for _, names := range [][]string{{classic.Naive}, {classic.ReachLinks, classic.Forced}} {
		ctx, cancel := context.WithTimeout(context.Background(), 30*time.Millisecond)
		defer cancel()
		started := time.Now()
		r := testkit.Run(ctx, links, m, testkit.Task{Search: names}, func(model.Solution) bool { return true })
		testkit.Late(t, fmt.Sprint(names), time.Since(started), 150*time.Millisecond)
		if r.Complete || r.Reason.Kind != model.TimeLimit {
			t.Errorf("%v: %+v", names, r)
		}
	}
	ctx, cancel := context.WithCancelCause(context.Background())
	cancel(errors.New("enough"))
	if r := testkit.Run(ctx, links, m, testkit.Task{Search: []string{classic.Naive}}, nil); r.Reason.Kind != model.Interrupted {
		t.Errorf("%+v", r)
	}
	r := testkit.Run(context.Background(), links, five(), testkit.Task{Search: []string{classic.Naive}}, func(model.Solution) bool { return false })
	if r.Complete || r.Solutions != 1 || r.Reason.Kind != model.Stopped {
		t.Errorf("%+v", r)
	}
}

func TestSeed(t *testing.T) {
	m := testkit.JoinedLabels(4, 4, []int32{0, -1, -1, -1, -1, 1, -1, -1, -1, -1, 0, -1, -1, -1, -1, 1}, false)
	order := func(seed int64) [][]int64 {
		found, _ := solve(t, m, testkit.Task{Seed: seed, Search: []string{classic.ReachLinks}})
		return found
	}
	plain, one := order(0), order(1)
	if !cmp.Equal(one, order(1)) || cmp.Equal(plain, one) || !cmp.Equal(testkit.Sorted(plain), testkit.Sorted(one)) {
		t.Errorf("%d and %d solutions", len(plain), len(one))
	}
}

func TestMeasure(t *testing.T) {
	for _, search := range classic.LinkLadder() {
		f, err := classic.MeasureLinks(context.Background(), five(), search, 10_000)
		if err != nil || !f.Ended {
			t.Errorf("%v: %+v, %v", search, f, err)
		}
		t.Logf("%+v", f)
	}
	if f, err := classic.MeasureLinks(context.Background(), five(), []string{classic.Naive}, 10); err != nil || f.Ended || f.Found || f.Choices != 10 {
		t.Errorf("%+v, %v", f, err)
	}
	if _, err := classic.MeasureLinks(context.Background(), five(), []string{"clever"}, 10); err == nil {
		t.Error("no error")
	}
}

func TestNoAllocation(t *testing.T) {
	m := testkit.JoinedLabels(9, 9, testkit.LinkLabels(9, 9, 3), true)
	count := func(most int64) float64 {
		return testing.AllocsPerRun(1, func() {
			if _, err := classic.MeasureLinks(context.Background(), m, []string{classic.ReachLinks, classic.Pocket, classic.Forced}, most); err != nil {
				t.Fatal(err)
			}
		})
	}
	if few, many := count(10), count(1000); many > few+10 {
		t.Errorf("%v allocations for 10 choices, %v for 1000", few, many)
	}
}

func TestRestarts(t *testing.T) {
	var stop atomic.Bool
	for seed := range uint64(3) {
		m := testkit.JoinedLabels(10, 10, testkit.LinkLabels(10, 10, seed), false)
		r := restarts(t, m)
		s := r.Try(1_000_000, &stop)
		if s == nil || len(model.Evaluate(m, s).Violated(nil)) > 0 {
			t.Errorf("seed %d: %v after %+v", seed, s, r.Stats)
		}
	}
	impossible, _ := newLinks(board("12", "21"))
	if r := restarts(t, impossible); r.Try(1000, &stop) != nil {
		t.Error("found what is not there")
	}
	if restarts(t, five()) != nil {
		t.Error("vertices that have to be used are no hindrance")
	}
	stop.Store(true)
	m, _ := newLinks(board("1.1"))
	if r := restarts(t, m); r.Try(1000, &stop) != nil || r.Stats.Nodes > 0 {
		t.Error("does not stop")
	}
}

func BenchmarkLadder(b *testing.B) {
	m := testkit.JoinedLabels(10, 10, testkit.LinkLabels(10, 10, 5), false)
	for _, search := range classic.LinkLadder() {
		b.Run(strings.Join(search, "+"), func(b *testing.B) {
			choices := int64(0)
			for range b.N {
				f, err := classic.MeasureLinks(context.Background(), m, search, 100_000)
				if err != nil {
					b.Fatal(err)
				}
				choices += f.Choices
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(choices), "ns/choice")
		})
	}
}

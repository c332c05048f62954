package fd

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"nazo/internal/alg"
	"nazo/internal/model"
	"nazo/internal/testkit"
	"pgregory.net/rapid"
)

// witness knows every solution of a small model, and holds explanations and learned clauses against them.
type witness struct {
	m         *model.Model
	task      testkit.Task
	all       []*model.Evaluation
	values    []model.Solution
	projected [][]int64
	// slots are the literal or integer of each variable; how many nodes of each kind they need are the others.
	slots       []model.Int
	bools, ints int
	delivered   []bool
	fault       string
	explained   map[string]int
	learned     int
}

func newWitness(m *model.Model, task testkit.Task) *witness {
	w := &witness{m: m, task: task, explained: map[string]int{}}
	if testkit.Size(m, 1<<14) == 1<<14 { // too many assignments
		w.searchPlainly()
		return w
	}
	values := make(model.Solution, len(m.Vars))
	var assign func(v int)
	assign = func(v int) {
		if v == len(values) {
			if e := model.Evaluate(m, values); len(e.Violated(task.Off)) == 0 && w.fits(values) {
				w.all = append(w.all, e)
				w.values = append(w.values, slices.Clone(values))
				w.projected = append(w.projected, testkit.Project(m, values))
			}
			return
		}
		for x := range m.Vars[v].Domain.Each {
			values[v] = x
			assign(v + 1)
		}
	}
	assign(0)
	w.delivered = make([]bool, len(w.all))
	return w
}

// searchPlainly has the solutions found without any learning.
func (w *witness) searchPlainly() {
	d := model.NewDelivery(context.Background(), w.task.Full().SolveOptions, func(values model.Solution) bool {
		w.all = append(w.all, model.Evaluate(w.m, values))
		w.values = append(w.values, values)
		w.projected = append(w.projected, testkit.Project(w.m, values))
		return true
	})
	defer d.Close()
	root, _ := Presolve(context.Background(), w.m, w.task.Full().Options)
	if s := root.newSearch(w.task.Full().SolveOptions, d); !root.Impossible() {
		s.learning = false
		s.solve()
	}
	w.delivered = make([]bool, len(w.all))
}

func (w *witness) fits(values model.Solution) bool {
	for _, f := range w.task.Within {
		if !f.Holds(values) {
			return false
		}
	}
	return true
}

// deliver notes the solutions that a delivered one stands for.
func (w *witness) deliver(found []int64) {
	for i, p := range w.projected {
		w.delivered[i] = w.delivered[i] || slices.Equal(p, found)
	}
}

// knows reports whether an atom is about the model.
func (w *witness) knows(a atom) bool {
	if a.op == holds {
		return int(a.x>>1) < w.bools
	}
	return int(a.x) < w.ints
}

func (w *witness) holds(at int, a atom) bool {
	e, values := w.all[at], w.values[at]
	if a.op == holds {
		node := int(a.x >> 1)
		if node < w.m.BoolCount() {
			return e.Bool(a.lit())
		}
		return values[w.variable(model.Int(node<<1), true)] != int64(a.x&1)
	}
	v := int64(0)
	if int(a.x) < len(w.m.Ints) {
		v = e.Int(a.int())
	} else {
		v = values[w.variable(a.int(), false)]
	}
	switch a.op {
	case atLeast:
		return v >= a.v
	case atMostOp:
		return v <= a.v
	case equals:
		return v == a.v
	}
	return v != a.v
}

// variable is the one that a literal or integer stands for.
func (w *witness) variable(slot model.Int, isBool bool) int {
	for v, s := range w.slots {
		if s == slot && w.m.Vars[v].Bool == isBool {
			return v
		}
	}
	panic("no variable")
}

// watch has the store tell the witness all.
func (w *witness) watch(s *store) {
	s.explained = func(r reason, what atom, time int32, from []atom) {
		who := fmt.Sprint(r.by)
		if r.by >= 0 {
			who = fmt.Sprintf("%T", s.props[r.by])
		}
		w.explained[who]++
		sound := what.op == nothing || w.knows(s.plain(what))
		for _, a := range from {
			a = s.plain(a)
			if s.value(a) <= 0 {
				w.fail("%s explains %v by %v, of which %v is not true", who, what, from, a)
				return
			} else if pos, _ := s.locate(a); pos >= time {
				w.fail("%s explains %v at %d by %v, of which %v became true later, at %d", who, what, time, from, a, pos)
			}
			sound = sound && w.knows(a)
		}
		if !sound { // about literals that are no nodes
			return
		}
		for i := range w.all {
			if w.delivered[i] { // what is known at the root may exclude it
				continue
			}
			all := true
			for _, a := range from {
				all = all && w.holds(i, s.plain(a))
			}
			if all && (what.op == nothing || !w.holds(i, s.plain(what))) {
				w.fail("%s explains %v by %v, and that is not so", who, what, from)
			}
		}
	}
	s.learned = func(clause []atom) {
		w.learned++
		for _, a := range clause {
			if s.value(a) >= 0 {
				w.fail("of the learned clause %v %v is not false", clause, a)
			}
			if !w.knows(a) {
				return
			}
		}
		for i := range w.all {
			some := w.delivered[i]
			for _, a := range clause {
				some = some || w.holds(i, a)
			}
			if !some {
				w.fail("the learned clause %v excludes a solution", clause)
			}
		}
	}
}

func (w *witness) fail(format string, args ...any) {
	if w.fault == "" {
		w.fault = fmt.Sprintf(format, args...)
	}
}

// hold searches a model in the sight of a witness.
func hold(m *model.Model, task testkit.Task, interval int64, totals map[string]int) (fault string) {
	w := newWitness(m, task)
	var found [][]int64
	d := model.NewDelivery(context.Background(), task.Full().SolveOptions, func(values model.Solution) bool {
		found = append(found, testkit.Project(m, values))
		w.deliver(found[len(found)-1])
		return true
	})
	defer d.Close()
	root, _ := Presolve(context.Background(), m, task.Full().Options)
	exhausted := root.Impossible()
	if !exhausted {
		s := root.newSearch(task.Full().SolveOptions, d)
		s.interval, s.learning = interval, true
		if len(root.Objectives()) == 0 { // bounds of objectives are no part of the model
			w.watch(s.s)
		}
		w.slots, w.bools, w.ints = s.slots, len(s.p.bools), len(s.p.ints)
		if s.p.streamliner != model.True {
			w.bools--
		}
		s.solve()
		exhausted = s.exhausted
	}
	for k, n := range w.explained {
		totals[k] += n
	}
	totals["learned"] += w.learned
	if w.fault != "" {
		return w.fault
	}
	if !exhausted {
		return "the search came to no end"
	}
	n := len(found)
	sorted := testkit.Sorted(found)
	if len(sorted) < n {
		return "a solution comes twice"
	}
	want := testkit.Sorted(w.projected)
	if len(root.Objectives()) > 0 {
		want = testkit.BruteForce(m, task)
	}
	if !testkit.Equal(want, sorted) {
		return "solutions differ (-want +got):\n" + cmp.Diff(want, sorted)
	}
	return ""
}

// TestExplanations holds every explanation and every learned clause on random models against all of
// their solutions.
func TestExplanations(t *testing.T) {
	tries := 120
	if testkit.Thorough() {
		tries = 3_000
	}
	totals := map[string]int{}
	for _, k := range testkit.Kinds() {
		models := rapid.Custom(k.Random)
		for seed := range tries / 4 {
			m := models.Example(seed)
			if fault := hold(m, testkit.Task{AnyObjective: true, Seed: int64(seed % 3)}, int64(1+seed%5), totals); fault != "" {
				t.Fatalf("%s %d: %s\n%s", k.Name, seed, fault, testkit.Describe(m))
			}
		}
	}
	models := rapid.Custom(testkit.Random)
	for seed := range tries {
		m := models.Example(seed)
		r := rand.New(rand.NewPCG(uint64(seed), 7))
		task := testkit.Task{AnyObjective: r.IntN(3) > 0, Seed: int64(r.IntN(3))}
		if fault := hold(m, task, int64(1+r.IntN(5)), totals); fault != "" {
			t.Fatalf("%d: %s\n%s", seed, fault, testkit.Describe(m))
		}
	}
	t.Log(totals)
}

// TestExplanationsOfDistinctSums does the same on sums of integers that differ in groups.
func TestExplanationsOfDistinctSums(t *testing.T) {
	tries := 120
	if testkit.Thorough() {
		tries = 1000
	}
	totals := map[string]int{}
	for seed := range uint64(tries) {
		r := rand.New(rand.NewPCG(seed, 13))
		b := &builder{Model: model.New()}
		b.Finds, b.Rules, b.Instances = []model.Find{{}}, []model.Rule{{}}, []model.Instance{{}}
		var xs []model.Int
		for range 5 {
			low := int64(r.IntN(2))
			xs = append(xs, b.from(low, low+2+int64(r.IntN(3))))
		}
		b.post(model.Distinct{Xs: xs[:3]})
		b.post(model.Distinct{Xs: xs[2:]})
		b.post(model.Distinct{Xs: []model.Int{xs[0], xs[1], xs[3]}})
		if seed%3 == 0 {
			b.post(model.Distinct{Xs: xs[1:]})
		}
		if seed%2 == 0 {
			b.must(b.Equal(b.Sum(ones(xs[:3])...), b.Int(int64(5+r.IntN(5)))))
		}
		for range 2 {
			var terms []model.Term
			for _, x := range xs {
				terms = append(terms, model.Term{Coef: []int64{1, 1, 1, -1, 2}[r.IntN(5)], X: x})
			}
			sum, bound := b.Sum(terms...), b.Int(int64(3+r.IntN(12)))
			if r.IntN(2) == 0 {
				b.must(b.LessEq(sum, bound))
			} else {
				b.must(b.Equal(sum, bound))
			}
		}
		if fault := hold(b.Model, testkit.Task{Seed: int64(seed % 3)}, 3, totals); fault != "" {
			t.Fatalf("%d: %s\n%s", seed, fault, testkit.Describe(b.Model))
		}
	}
	for _, kind := range []string{"*fd.distinctSum", "*fd.sumSets", "*fd.sumValues"} {
		if totals[kind] == 0 {
			t.Error("nothing was explained by", kind, totals)
		}
	}
}

// TestExplanationsOnGraphs does the same on boards that are large enough for lines and areas to have something
// to part. Their solutions are those of a search that does not learn.
func TestExplanationsOnGraphs(t *testing.T) {
	tries := 48
	if testkit.Thorough() {
		tries = 1200
	}
	totals := map[string]int{}
	for seed := range uint64(tries) {
		r := rand.New(rand.NewPCG(seed, 11))
		rows, cols := 3+r.IntN(2), 3+r.IntN(3)
		var m *model.Model
		switch seed % 9 {
		case 0, 1:
			m = testkit.JoinedLabels(rows+1, cols, testkit.LinkLabels(rows+1, cols, seed), seed%2 == 0)
		case 2:
			m = testkit.Loop(rows, cols, testkit.LoopClues(rows, cols, 0.3, seed))
		case 3:
			m = testkit.ConnectedSets(testkit.Grid(3, 4))
		case 4:
			m = testkit.Tour(testkit.Grid(4, cols), r.IntN(2) == 0)
		case 5:
			m = testkit.Numbered(testkit.King(2, 3))
		case 6, 7:
			m = partitions(testkit.Grid(3, 3))
		case 8:
			m = equalPartitions(testkit.Grid(4, 4+r.IntN(2)), int64(rows+1))
		}
		addClauses(m, r)
		if fault := hold(m, testkit.Task{Seed: int64(seed % 3)}, 5, totals); fault != "" {
			t.Fatalf("%d: %s\n%s", seed, fault, testkit.Describe(m))
		}
	}
	t.Log(totals)
}

// addClauses adds some clauses of variables, so that few solutions are left.
func addClauses(m *model.Model, r *rand.Rand) {
	for range 5 + r.IntN(10) {
		var lits []model.Bool
		for range 3 {
			if b, ok := m.BoolNode(1 + r.IntN(m.BoolCount()-1)).(model.BoolVar); ok {
				lits = append(lits, m.BoolVar(b.Var)^model.Bool(r.IntN(2)))
			}
		}
		if len(lits) > 1 {
			m.Constrain(0, model.True, model.Assert{B: m.Or(lits...)})
		}
	}
}

// equalPartitions cuts a graph into connected parts of one size.
func equalPartitions(g *alg.Graph, size int64) *model.Model {
	m := model.New()
	m.Finds = []model.Find{{Name: "answer"}}
	m.Rules = []model.Rule{{Name: "rule"}}
	m.Instances = []model.Instance{{}}
	same := make([]model.Bool, len(g.Edges))
	for i := range same {
		same[i] = m.BoolVar(m.AddBool(0))
	}
	m.Constrain(0, model.True, model.Regions{Graph: g, Same: same})
	m.Constrain(0, model.True, model.ComponentSizes{Graph: g, Edges: same, Sizes: slices.Repeat([]model.Int{m.Int(size)}, g.Order())})
	return m
}

// partitions cuts a graph into connected parts, of which no two of one size are joined by an edge.
func partitions(g *alg.Graph) *model.Model {
	m := model.New()
	same, sizes := make([]model.Bool, len(g.Edges)), make([]model.Int, g.Order())
	m.Finds = []model.Find{{Name: "answer"}}
	m.Rules = []model.Rule{{Name: "rule"}}
	m.Instances = []model.Instance{{}}
	for i := range same {
		same[i] = m.BoolVar(m.AddBool(0))
	}
	for i := range sizes {
		sizes[i] = m.IntVar(m.AddInt(model.Range(1, int64(g.Order())), 0, false))
	}
	m.Constrain(0, model.True, model.Regions{Graph: g, Same: same})
	m.Constrain(0, model.True, model.ComponentSizes{Graph: g, Edges: same, Sizes: sizes})
	for i, e := range g.Edges {
		m.Constrain(0, model.True, model.Assert{B: m.Or(same[i], m.Equal(sizes[e.U], sizes[e.V]).Not())})
	}
	return m
}

package fd

import (
	"context"
	"flag"
	"math/rand/v2"
	"slices"
	"testing"

	"nazo/internal/model"
	"nazo/internal/testkit"
	"nazo/sat"
	"pgregory.net/rapid"
)

// lesson is a learned clause with the solutions that were known by then, which it may exclude.
type lesson struct {
	clause []atom
	known  int
}

// lessons searches a model and returns what it learns until it has found some solutions, with these. The others
// are the literal or integer of each variable.
func lessons(m *model.Model, seed, interval int64) (all []lesson, found []model.Solution, slots []model.Int) {
	task := testkit.Task{AnyObjective: true, Seed: seed}.Full()
	d := model.NewDelivery(context.Background(), task.SolveOptions, func(values model.Solution) bool {
		found = append(found, slices.Clone(values))
		return len(found) < 5
	})
	defer d.Close()
	root, _ := Presolve(context.Background(), m, task.Options)
	if root.Impossible() {
		return nil, nil, root.slots
	}
	s := root.newSearch(task.SolveOptions, d)
	s.interval, s.learning = interval, true
	bools, ints := lit(len(s.p.bools)), model.Int(len(s.p.ints))
	s.s.learned = func(clause []atom) {
		for _, a := range clause {
			if a.op == holds && a.lit()>>1 >= bools || a.op != holds && a.int() >= ints {
				return // about what is no node of the model
			}
		}
		all = append(all, lesson{slices.Clone(clause), len(found)})
	}
	s.solve()
	return all, found, root.slots
}

// refuted is what engine sat finds of the negation of the clause in the model, without solutions that were known:
// there must be none.
func (l lesson) refuted(m *model.Model, found []model.Solution, slots []model.Int) model.Result {
	var against []model.Bool
	for _, a := range l.clause {
		against = append(against, nodeOf(m, a, slots).Not())
	}
	for _, values := range found[:l.known] {
		var other []model.Bool
		for v := range m.Vars {
			switch id := model.VarID(v); {
			case m.Vars[v].Find < 0:
			case m.Vars[v].Bool:
				other = append(other, m.BoolVar(id)^model.Bool(values[v]))
			default:
				other = append(other, m.Equal(m.IntVar(id), m.Int(values[v])).Not())
			}
		}
		against = append(against, m.Or(other...))
	}
	before := len(m.Constraints)
	m.Constrain(0, model.True, model.Assert{B: m.And(against...)})
	defer func() { m.Constraints = m.Constraints[:before] }()
	return testkit.Run(context.Background(), sat.New(), m, testkit.Task{Limit: 1, AnyObjective: true}, func(model.Solution) bool { return true })
}

// nodeOf is the condition of a model that an atom is.
func nodeOf(m *model.Model, a atom, slots []model.Int) model.Bool {
	v := -1
	for i, slot := range slots {
		if m.Vars[i].Bool == (a.op == holds) && (a.op == holds && lit(slot) == a.lit()&^1 || a.op != holds && slot == a.int()) {
			v = i
		}
	}
	if a.op == holds {
		if v >= 0 {
			return m.BoolVar(model.VarID(v)) ^ a.lit()&1
		}
		return a.lit()
	}
	x := a.int()
	if v >= 0 {
		x = m.IntVar(model.VarID(v))
	}
	switch k := m.Int(a.v); a.op {
	case atLeast:
		return m.LessEq(k, x)
	case atMostOp:
		return m.LessEq(x, k)
	case equals:
		return m.Equal(x, k)
	default:
		return m.Equal(x, k).Not()
	}
}

var learned = flag.Int("learned", 0, "on how many models TestLearnedClauses learns clauses (default: 1000, and 12000 with -thorough)")

// TestLearnedClauses asks engine sat of learned clauses whether they follow from the model.
func TestLearnedClauses(t *testing.T) {
	tries := 1000
	if testkit.Thorough() {
		tries = 12_000
	}
	if *learned > 0 {
		tries = *learned
	}
	models := rapid.Custom(testkit.Random)
	asked := 0
	for seed := range tries {
		m := models.Example(seed)
		if seed%10 == 0 {
			m = boardWithClauses(uint64(seed))
		}
		if wide(m) {
			continue // engine sat would write a variable for each value
		}
		all, found, slots := lessons(m, int64(seed%3), int64(1+seed%7))
		for _, l := range all[:min(len(all), 10)] {
			switch r := l.refuted(m, found, slots); {
			case r.Reason.Kind == model.Unsupported: // numbers that are too large for engine sat
			case !r.Exhausted || r.Solutions > 0:
				t.Fatalf("%d: %v doesn't follow, %+v\n%s", seed, l.clause, r, testkit.Describe(m))
			default:
				asked++
			}
		}
	}
	t.Logf("%d learned clauses", asked)
	if asked < tries/10 {
		t.Errorf("of %d models only %d clauses were learned", tries, asked)
	}
}

// wide reports whether the numbers of a model may have very many values.
func wide(m *model.Model) bool {
	n := int64(0)
	for _, v := range m.Vars {
		n += v.Domain.Size()
	}
	return n > 2000
}

// boardWithClauses is a path, a cycle, links or a connected set on a board with some random clauses.
func boardWithClauses(seed uint64) *model.Model {
	r := rand.New(rand.NewPCG(seed, 13))
	rows, cols := 3+r.IntN(2), 3+r.IntN(3)
	var m *model.Model
	switch r.IntN(4) {
	case 0:
		m = testkit.JoinedLabels(rows+1, cols, testkit.LinkLabels(rows+1, cols, seed), r.IntN(2) == 0)
	case 1:
		m = testkit.Loop(rows, cols, testkit.LoopClues(rows, cols, 0.3, seed))
	case 2:
		m = testkit.ConnectedSets(testkit.Grid(rows, cols))
	default:
		m = testkit.Tour(testkit.Grid(4, cols), r.IntN(2) == 0)
	}
	addClauses(m, r)
	return m
}

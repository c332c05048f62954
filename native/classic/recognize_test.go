package classic_test

import (
	"errors"
	"testing"

	"nazo/internal/model"
	"nazo/internal/testkit"
	"nazo/native/classic"
)

// edges are those of the path or cycle of a model.
func edges(m *model.Model) []model.Bool {
	s, _ := classic.ShapeOf(m.Constraints[0].Body)
	return s.Edges
}

// TestRules has what rules say of single edges concluded, what they say of one of several kept
// as clauses, and everything else refused with the name of the rule.
func TestRules(t *testing.T) {
	type rule func(m *model.Model, e []model.Bool) model.Bool
	sum := func(m *model.Model, coef int64, e ...model.Bool) model.Int {
		var terms []model.Term
		for _, l := range e {
			terms = append(terms, model.Term{Coef: coef, X: m.ToInt(l)})
		}
		return m.Sum(terms...)
	}
	atMost := func(m *model.Model, bound int64, e ...model.Bool) model.Bool {
		return m.LessEq(sum(m, 1, e...), m.Int(bound))
	}
	for _, c := range []struct {
		name    string
		rule    rule
		known   string // of the first three edges: 1, 0 or ?
		clauses int
		refused bool
	}{
		{"one is on", func(_ *model.Model, e []model.Bool) model.Bool { return e[1] }, "?1?", 0, false},
		{"several", func(m *model.Model, e []model.Bool) model.Bool { return m.And(e[0], e[1].Not()) }, "10?", 0, false},
		{"what is left", func(m *model.Model, e []model.Bool) model.Bool {
			return m.And(m.Or(e[0], e[1]), e[1].Not(), m.Or(e[0].Not(), e[2]))
		}, "101", 0, false},
		{"no two", func(m *model.Model, e []model.Bool) model.Bool { return m.And(e[0], e[1]).Not() }, "???", 1, false},
		{"at most one", func(m *model.Model, e []model.Bool) model.Bool { return atMost(m, 1, e[:3]...) }, "???", 1, false},
		{"no more", func(m *model.Model, e []model.Bool) model.Bool { return m.And(atMost(m, 1, e[:3]...), e[1]) }, "010", 0, false},
		{"all", func(m *model.Model, e []model.Bool) model.Bool { return m.Equal(sum(m, 1, e[:3]...), m.Int(3)) }, "111", 0, false},
		{"exactly one", func(m *model.Model, e []model.Bool) model.Bool { return m.Equal(sum(m, 1, e[:3]...), m.Int(1)) }, "???", 1, false},
		{"two of three", func(m *model.Model, e []model.Bool) model.Bool { return atMost(m, 2, e[:3]...) }, "", 0, true},
		{"equal", func(m *model.Model, e []model.Bool) model.Bool { return m.Iff(e[0], e[1]) }, "", 0, true},
		{"within a conjunction", func(m *model.Model, e []model.Bool) model.Bool { return m.And(e[2], m.Iff(e[0], e[1])) }, "", 0, true},
	} {
		m := testkit.Tour(testkit.Grid(3, 3), false)
		e := edges(m)
		m.Constrain(0, model.True, model.Assert{B: c.rule(m, e)})
		s, err := (&classic.Recognizer{Model: m}).Recognize(nil)
		if c.refused {
			var r classic.Refusal
			if !errors.As(err, &r) || r.Why != classic.OtherRule || r.Links || r.Name != m.Rules[m.Instances[0].Rule].Name {
				t.Errorf("%s: %v", c.name, err)
			}
			continue
		}
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		known := ""
		for _, l := range e[:3] {
			known += string("0?1"[s.Known(l)+1])
		}
		if known != c.known || len(s.Clauses) != c.clauses || s.Impossible {
			t.Errorf("%s: %s and %d clauses, impossible %t", c.name, known, len(s.Clauses), s.Impossible)
		}
	}
}

// TestContradictions has what can't be told as such.
func TestContradictions(t *testing.T) {
	m := testkit.Tour(testkit.Grid(3, 3), false)
	n := m.Node(edges(m)[0]).(model.BoolVar)
	m.Constrain(0, model.True, model.Assert{B: edges(m)[0]})
	s, err := (&classic.Recognizer{Model: m, Options: model.Options{Within: []model.Within{model.Fix(n.Var, 0)}}}).Recognize(nil)
	if err != nil || !s.Impossible {
		t.Errorf("%v", err)
	}
}

// TestLooks has every look counted.
func TestLooks(t *testing.T) {
	r := classic.Recognizer{Model: testkit.Links5()}
	for range 2 {
		if s, err := r.Recognize(nil); err != nil || s.Labels == nil {
			t.Fatal(err)
		}
	}
	if r.Looks() != 2 {
		t.Errorf("%d looks", r.Looks())
	}
}

// known is a presolve that knows some variables.
type known struct {
	values model.Solution
	fixed  []bool
	value  func(model.Bool) int8
}

func (k known) Fixed(v model.VarID) bool { return k.fixed[v] }
func (k known) Solution() model.Solution { return k.values }
func (k known) Value(b model.Bool) int8  { return k.value(b) }

// TestPresolved has constraints left out that presolve has decided, but not those that it only
// knows to have to hold.
func TestPresolved(t *testing.T) {
	m := testkit.Tour(testkit.Grid(3, 3), false)
	x := m.AddInt(model.Range(1, 3), -1, false)
	e := edges(m)
	is := m.In(m.IntVar(x), model.Range(2, 3))
	m.Constrain(0, model.True, model.Assert{B: m.Or(is, e[0])})
	m.Constrain(0, model.True, model.Distinct{Xs: []model.Int{m.IntVar(x)}})
	k := known{make(model.Solution, len(m.Vars)), make([]bool, len(m.Vars)), func(b model.Bool) int8 {
		switch b {
		case is:
			return 1
		case is.Not():
			return -1
		}
		return 0
	}}
	for _, fixed := range []bool{false, true} {
		k.fixed[x], k.values[x] = fixed, 2
		s, err := (&classic.Recognizer{Model: m}).Recognize(k)
		if fixed != (err == nil) || err == nil && (len(s.Clauses) > 0 || s.Known(e[0]) != 0 || s.Base()[x] != 2) {
			t.Errorf("fixed %t: %v", fixed, err)
		}
	}
}

package model_test

import (
	"slices"
	"testing"

	"nazo/internal/alg"
	"nazo/internal/model"
	"nazo/internal/testkit"
)

// TestJoints has three instances about the same two numbers. Two of them share the sum of these, and only they have
// a joint.
func TestJoints(t *testing.T) {
	m := model.New()
	m.Rules = []model.Rule{{Name: "rule"}}
	m.Instances = make([]model.Instance, 3)
	m.Finds = []model.Find{{Name: "numbers"}}
	x, y := m.IntVar(m.AddInt(model.Range(1, 9), 0, false)), m.IntVar(m.AddInt(model.Range(1, 9), 0, false))
	sum := m.Plus(x, y)
	m.Constrain(0, model.True, model.Assert{B: m.In(sum, model.Values(3, 7))})
	m.Constrain(1, model.True, model.Assert{B: m.In(sum, model.Values(3, 8))})
	m.Constrain(2, model.True, model.Assert{B: m.In(x, model.Values(1, 5))})
	m.Constrain(2, model.True, model.Assert{B: m.In(y, model.Values(1, 5))})
	joints := model.Joints(m)
	shared := func(a, b int) bool {
		return slices.ContainsFunc(joints[a], func(id int32) bool { return slices.Contains(joints[b], id) })
	}
	if !shared(0, 1) || shared(0, 2) || shared(1, 2) {
		t.Errorf("the joints are %v", joints)
	}
}

// TestDefinedHelpers has two instances about different helpers that one definition ties together, and a third about
// a helper of another definition. The first two depend on the same variables and may exchange news.
func TestDefinedHelpers(t *testing.T) {
	m := model.New()
	m.Rules = []model.Rule{{Name: "definition", Defines: true}, {Name: "rule"}}
	m.Instances = []model.Instance{{Rule: 0}, {Rule: 1}, {Rule: 1}, {Rule: 1}}
	m.Finds = []model.Find{{Name: "numbers"}}
	number := func(find int32) model.Int { return m.IntVar(m.AddInt(model.Range(1, 9), find, false)) }
	x, y, a, b, c := number(0), number(0), number(-1), number(-1), number(-1)
	m.Constrain(0, model.True, model.Assert{B: m.Equal(m.Plus(a, b), x)})
	m.Constrain(0, model.True, model.Assert{B: m.Equal(m.Scale(2, c), y)})
	for i, helper := range []model.Int{a, b, c} {
		m.Constrain(int32(i)+1, model.True, model.Assert{B: m.In(helper, model.Values(2, 4))})
	}
	finds, all := model.Scopes(m)
	if !slices.Equal(all[1], all[2]) || len(all[1]) != 3 || len(all[3]) != 2 || slices.Equal(finds[1], finds[3]) {
		t.Errorf("the scopes are %v and %v", finds, all)
	}
	joints := model.Joints(m)
	if len(joints[1]) == 0 || !slices.ContainsFunc(joints[1], func(id int32) bool { return slices.Contains(joints[2], id) }) ||
		slices.ContainsFunc(joints[1], func(id int32) bool { return slices.Contains(joints[3], id) }) {
		t.Errorf("the joints are %v", joints)
	}
}

// TestSplitTellsSizes tells sizes of areas by the numbers of a find if one instance makes them equal. It does not if
// another instance is about the sizes, too.
func TestSplitTellsSizes(t *testing.T) {
	for _, shared := range []bool{false, true} {
		m := model.New()
		m.Rules = []model.Rule{{Name: "definition", Defines: true}, {Name: "rule"}}
		m.Instances = []model.Instance{{Rule: 0}, {Rule: 1}, {Rule: 1}}
		m.Finds = []model.Find{{Name: "numbers"}, {Name: "areas"}}
		g := alg.NewGraph(2, []alg.Edge{{U: 0, V: 1}}, false)
		same := m.BoolVar(m.AddBool(1))
		var numbers, sizes []model.Int
		for range 2 {
			numbers = append(numbers, m.IntVar(m.AddInt(model.Range(1, 2), 0, false)))
			sizes = append(sizes, m.IntVar(m.AddInt(model.Range(1, 2), -1, false)))
		}
		m.Constrain(0, model.True, model.ComponentSizes{Graph: g, Vertices: []model.Bool{model.True, model.True}, Edges: []model.Bool{same}, Sizes: sizes})
		for i := range sizes {
			m.Constrain(1, model.True, model.Assert{B: m.Equal(sizes[i], numbers[i])})
		}
		if shared {
			m.Constrain(2, model.True, model.Assert{B: m.In(sizes[0], model.Values(2))})
		}
		s := m.Split()
		c := s.Constraints[0]
		if told := slices.Equal(c.Body.(model.ComponentSizes).Sizes, numbers) && c.Instance == 1; told == shared {
			t.Errorf("with another rule about them: %v, sizes are told by numbers: %v", shared, told)
		}
		for _, engine := range []*model.Model{m, s} {
			if all := testkit.BruteForce(engine, testkit.Task{}); len(all) != map[bool]int{false: 2, true: 1}[shared] {
				t.Errorf("there are %d solutions", len(all))
			}
		}
	}
}

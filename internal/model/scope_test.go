package model_test

import (
	"slices"
	"testing"

	"nazo/internal/model"
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

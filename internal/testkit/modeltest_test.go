package testkit

import (
	"testing"

	"pgregory.net/rapid"
)

func TestRandomModelsVary(t *testing.T) {
	none, some := 0, 0
	rapid.Check(t, func(rt *rapid.T) {
		m := Random(rt)
		if Size(m, maxAssignments+1) > maxAssignments {
			rt.Fatalf("a random model has more than %d assignments", maxAssignments)
		}
		if len(BruteForce(m, RandomTask(rt, m))) == 0 {
			none++
		} else {
			some++
		}
	})
	if none == 0 || some == 0 {
		ShowsLittle(t, "%d models without and %d with solutions; want both", none, some)
	}
}

func TestSmallCases(t *testing.T) {
	for _, c := range Cases() {
		m := c.Model()
		if err := m.Validate(); err != nil {
			t.Errorf("%s: %v", c.Name, err)
		}
		if Size(m, 5000) == 5000 {
			continue
		}
		if got := len(BruteForce(m, Task{})); got != c.Count {
			t.Errorf("%s has %d solutions, the table says %d", c.Name, got, c.Count)
		}
	}
}

package native_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"nazo/engine"
	"nazo/model"
	"nazo/model/modeltest"
	"nazo/native"
)

func TestRuns(t *testing.T) {
	m := modeltest.Towers(4, 4) // 22 shortest runs of 9 moves
	e := native.New()
	if count := e.Count(context.Background(), m, engine.Task{}); !count.Complete || count.N.Int64() != 22 || !slices.Equal(count.Costs, []int64{9}) {
		t.Errorf("counted %+v", count)
	}
	if s := e.Survey(context.Background(), m, engine.Task{}); !s.Complete || s.DeadEnds != 0 || s.Goals[9] != 1 || s.Stats.States != 256 {
		t.Errorf("survey: %+v", s)
	}
	for _, s := range native.Searches() {
		task := engine.Task{Limit: 1, Search: []string{s.Name}}
		found := 0
		r := e.Solve(context.Background(), m, task, func(model.Solution) bool { found++; return true })
		ok, reason := e.Supports(m, task)
		switch {
		case s.For == "run" && (!ok || !r.Complete || found != 1):
			t.Errorf("%s finds %d: %+v", s.Name, found, r)
		case s.For != "run" && s.Name != native.Default && (ok || r.Reason != reason || !strings.Contains(reason, "not for runs")):
			t.Errorf("%s: %q, %+v", s.Name, reason, r)
		}
		counts, _ := e.Counts(m, task)
		if want := s.Exhaustive && (s.For == "run" || s.Name == native.Default); counts != want {
			t.Errorf("%s counts: %t", s.Name, counts)
		}
	}
	still := modeltest.ConnectedSets(modeltest.Grid(2, 2))
	if ok, _ := e.Counts(still, engine.Task{}); ok {
		t.Error("connected sets are counted without visiting each")
	}
}

package native_test

import (
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
	plan := func(m *model.Model, search ...string) engine.Plan {
		j, err := e.Open(t.Context(), m, engine.Options{Search: search})
		if err != nil {
			return nil
		}
		p, _ := j.(engine.Counter).Plan(t.Context(), engine.CountOptions{})
		return p
	}
	if count := plan(m).Count(t.Context()); !count.Complete || count.N.Int64() != 22 || !slices.Equal(count.Costs, []int64{9}) {
		t.Errorf("counted %+v", count)
	}
	j, _ := e.Open(t.Context(), m, engine.Options{})
	if s := j.(engine.Surveyor).Survey(t.Context(), engine.SurveyOptions{}); !s.Complete || s.DeadEnds != 0 || s.Goals[9] != 1 || s.Stats.States != 256 {
		t.Errorf("survey: %+v", s)
	}
	for _, s := range native.Searches() {
		task := modeltest.Task{Limit: 1, Search: []string{s.Name}}
		found := 0
		r := modeltest.Run(t.Context(), e, m, task, func(model.Solution) bool { found++; return true })
		_, err := modeltest.Open(t.Context(), e, m, task)
		switch {
		case s.For == "run" && (err != nil || !r.Complete || found != 1):
			t.Errorf("%s finds %d: %+v", s.Name, found, r)
		case s.For != "run" && s.Name != native.Default && (err == nil || r.Reason != engine.ReasonOf(err) || !strings.Contains(err.Error(), "not for runs")):
			t.Errorf("%s: %v, %+v", s.Name, err, r)
		}
		counts := plan(m, s.Name) != nil
		if want := s.Exhaustive && (s.For == "run" || s.Name == native.Default); counts != want {
			t.Errorf("%s counts: %t", s.Name, counts)
		}
	}
	still := modeltest.ConnectedSets(modeltest.Grid(2, 2))
	if plan(still) != nil {
		t.Error("connected sets are counted without visiting each")
	}
}

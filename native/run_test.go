package native_test

import (
	"slices"
	"strings"
	"testing"

	"nazo/internal/model"
	"nazo/internal/testkit"
	"nazo/native"
)

func TestRuns(t *testing.T) {
	m := testkit.Towers(4, 4) // 22 shortest runs of 9 moves
	e := native.New()
	plan := func(m *model.Model, search ...string) model.Plan {
		j, err := e.Open(t.Context(), m, model.Options{Search: search})
		if err != nil {
			return nil
		}
		p, _ := j.(model.Counter).Plan(t.Context(), model.CountOptions{})
		return p
	}
	if count := plan(m).Count(t.Context()); !count.Complete || count.N.Int64() != 22 || !slices.Equal(count.Costs, []int64{9}) {
		t.Errorf("counted %+v", count)
	}
	j, _ := e.Open(t.Context(), m, model.Options{})
	if s := j.(model.Surveyor).Survey(t.Context(), model.SurveyOptions{}); !s.Complete || s.DeadEnds != 0 || s.Goals[9] != 1 || s.Stats.States != 256 {
		t.Errorf("survey: %+v", s)
	}
	for _, s := range native.Searches() {
		task := testkit.Task{Limit: 1, Search: []string{s.Name}}
		found := 0
		r := testkit.Run(t.Context(), e, m, task, func(model.Solution) bool { found++; return true })
		_, err := testkit.Open(t.Context(), e, m, task)
		switch {
		case s.For == "run" && (err != nil || !r.Complete || found != 1):
			t.Errorf("%s finds %d: %+v", s.Name, found, r)
		case s.For != "run" && s.Name != native.Default && (err == nil || r.Reason != model.ReasonOf(err) || !strings.Contains(err.Error(), "not for runs")):
			t.Errorf("%s: %v, %+v", s.Name, err, r)
		}
		counts := plan(m, s.Name) != nil
		if want := s.Exhaustive && (s.For == "run" || s.Name == native.Default); counts != want {
			t.Errorf("%s counts: %t", s.Name, counts)
		}
	}
	still := testkit.ConnectedSets(testkit.Grid(2, 2))
	if plan(still) != nil {
		t.Error("connected sets are counted without visiting each")
	}
}

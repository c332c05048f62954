package model_test

import (
	"context"
	"testing"

	"nazo/internal/model"
)

// steady is an inquiry each of whose questions takes the same work.
type steady struct {
	model.Inquiry
	asked int
}

func (s *steady) Ask(context.Context, model.Query) model.Reply {
	s.asked++
	return model.Reply{Refuted: true, Conflicts: 2, Propagations: 10}
}

// TestBudget holds that no question reaches an inquiry once a bound is met, and that work counts for more on large models.
func TestBudget(t *testing.T) {
	small, large := model.New(), model.New()
	large.Vars = make([]*model.Var, 2500)
	for _, c := range []struct {
		name   string
		m      *model.Model
		budget model.Budget
		asked  int
		work   int64
	}{
		{"unbounded", small, model.Budget{}, 9, 90},
		{"questions", small, model.Budget{MostQuestions: 4}, 4, 40},
		{"work", small, model.Budget{MostWork: 45}, 5, 50},
		{"work on a large model", large, model.Budget{MostWork: 45}, 2, 60},
		{"both", large, model.Budget{MostQuestions: 1, MostWork: 45}, 1, 30},
	} {
		q := &steady{}
		refused := 0
		for range 9 {
			if r := c.budget.Ask(t.Context(), c.m, q, model.Query{}); r.GivenUp() {
				refused++
			}
		}
		b := c.budget
		if q.asked != c.asked || refused != 9-c.asked || b.Questions != int64(c.asked) || b.Conflicts != int64(2*c.asked) || b.Work != c.work {
			t.Errorf("%s: asked %d, refused %d, %+v", c.name, q.asked, refused, b)
		}
	}
}

package explain_test

import (
	"context"
	"testing"

	"nazo/internal/model"
	"nazo/internal/study/explain"
	"nazo/native"
	"nazo/sat"
)

// opened counts how often an engine is given a model.
type opened struct {
	model.Engine
	times int
}

func (o *opened) Open(ctx context.Context, m *model.Model, opt model.Options) (model.Job, error) {
	o.times++
	return o.Engine.Open(ctx, m, opt)
}

// TestConfirmsWithOneFormula has all larger steps of a way confirmed by one model that an engine is given once.
func TestConfirmsWithOneFormula(t *testing.T) {
	x, err := explain.Open(t.Context(), shipped(t, "akari", "10x10.txt"), native.New())
	if err != nil {
		t.Fatal(err)
	}
	by, larger := &opened{Engine: sat.New()}, 0
	state := x.Begin()
	x.Way(t.Context(), state, func(s explain.Step) bool {
		told := x.Tell(t.Context(), by, state.Facts[:len(state.Facts)-len(s.New)], s, s.New, false)
		if s.Size() > 1 {
			if larger++; !told.Checked {
				t.Errorf("%s is not confirmed", x.Facts(s.New))
			}
		}
		return true
	})
	if larger < 2 || by.times != 1 {
		t.Errorf("%d larger steps, %d models", larger, by.times)
	}
}

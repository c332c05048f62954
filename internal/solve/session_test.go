package solve

import (
	"context"
	"errors"
	"testing"

	"nazo/compile"
	"nazo/internal/model"
)

// opener is an engine that opens a model unless its context has ended.
type opener struct {
	model.Engine
	opened []model.Options
}

// Open notes the options.
func (e *opener) Open(ctx context.Context, _ *model.Model, o model.Options) (model.Job, error) {
	e.opened = append(e.opened, o)
	if o.Search != nil {
		return nil, model.Because(model.Unsupported, "search by name")
	}
	return nil, model.Ended(ctx).Err()
}

// TestSessionKeepsJobs has a session open a model once for the same options, and for
// others once more; what only failed because the context ended is tried again.
func TestSessionKeepsJobs(t *testing.T) {
	e := &opener{}
	s := Open(&Problem{Problem: &compile.Problem{}}, Team{})
	ended, end := context.WithCancel(t.Context())
	end()
	if _, err := s.open(ended, e, model.Options{}); model.ReasonOf(err).Kind != model.Interrupted {
		t.Errorf("interrupted: %v", err)
	}
	for i, o := range []model.Options{
		{}, {AnyObjective: true}, {Off: []int32{1}}, {Off: []int32{2}}, {Within: []model.Within{model.Fix(1, 2)}}, {Search: []string{"depth"}},
	} {
		for range 2 {
			if _, err := s.open(t.Context(), e, o); (err == nil) != (o.Search == nil) || errors.Is(err, context.Canceled) {
				t.Errorf("%+v: %v", o, err)
			}
		}
		if len(e.opened) != i+2 {
			t.Errorf("%+v: opened %d times, want %d", o, len(e.opened), i+2)
		}
	}
}

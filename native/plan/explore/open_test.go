package explore_test

import (
	"context"

	"nazo/engine"
	"nazo/model"
	"nazo/model/modeltest"
	"nazo/native/plan/explore"
)

// machines is package explore as an engine.
var machines = modeltest.EngineFunc(func(m *model.Model, o engine.Options) (engine.Job, error) {
	j, err := explore.Open(m, o)
	if err != nil {
		return nil, engine.Refusal(err)
	}
	return j, nil
})

// refuses reports whether the search that a task names is not for that.
func refuses(m *model.Model, t modeltest.Task) bool {
	_, err := modeltest.Open(context.Background(), machines, m, t)
	return err != nil
}

// survey visits all states.
func survey(ctx context.Context, m *model.Model, t modeltest.Task) engine.Survey {
	j, err := machines.Open(ctx, m, t.Full().Options)
	if err != nil {
		return engine.Survey{Reason: engine.ReasonOf(err)}
	}
	return j.(engine.Surveyor).Survey(ctx, engine.SurveyOptions{RunOptions: t.Full().RunOptions, Progress: t.Progress})
}

// count counts best runs.
func count(m *model.Model, t modeltest.Task) engine.Count {
	j, err := machines.Open(context.Background(), m, t.Full().Options)
	if err != nil {
		return engine.Count{Reason: engine.ReasonOf(err)}
	}
	p, err := j.(engine.Counter).Plan(context.Background(), engine.CountOptions{RunOptions: t.Full().RunOptions})
	if err != nil {
		return engine.Count{Reason: engine.ReasonOf(err)}
	}
	return p.Count(context.Background())
}

package plan_test

import (
	"context"

	"nazo/internal/model"
	"nazo/internal/testkit"
	"nazo/native/plan"
)

// machines has the searches of this package as an engine.
var machines = testkit.EngineFunc(func(m *model.Model, o model.Options) (model.Job, error) {
	j, err := plan.Open(m, o)
	if err != nil {
		return nil, model.Refusal(err)
	}
	return j, nil
})

// refuses reports whether the search that a task names is not for that.
func refuses(m *model.Model, t testkit.Task) bool {
	_, err := testkit.Open(context.Background(), machines, m, t)
	return err != nil
}

// survey visits all states.
func survey(ctx context.Context, m *model.Model, t testkit.Task) model.Survey {
	j, err := machines.Open(ctx, m, t.Full().Options)
	if err != nil {
		return model.Survey{Reason: model.ReasonOf(err)}
	}
	return j.(model.Surveyor).Survey(ctx, model.SurveyOptions{RunOptions: t.Full().RunOptions, Progress: t.Progress})
}

// count counts best runs.
func count(m *model.Model, t testkit.Task) model.Count {
	j, err := machines.Open(context.Background(), m, t.Full().Options)
	if err != nil {
		return model.Count{Reason: model.ReasonOf(err)}
	}
	p, err := j.(model.Counter).Plan(context.Background(), model.CountOptions{RunOptions: t.Full().RunOptions})
	if err != nil {
		return model.Count{Reason: model.ReasonOf(err)}
	}
	return p.Count(context.Background())
}

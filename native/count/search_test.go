package count

import (
	"context"

	"nazo/internal/model"
)

// Engine visits each solution of a model: an engine whose search counts are held against,
// and that doesn't use this package for it. native_test.go sets it.
var Engine model.Engine

// countOf counts the solutions of a model.
func countOf(m *model.Model, o model.CountOptions) model.Count {
	p, err := Open(m, model.Options{}).Plan(context.Background(), o)
	if err != nil {
		return model.Count{Reason: model.ReasonOf(err)}
	}
	return p.Count(context.Background())
}

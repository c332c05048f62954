package count

import (
	"context"

	"nazo/engine"
	"nazo/model"
)

// Engine visits each solution of a model: an engine whose search counts are held against,
// and that doesn't use this package for it. native_test.go sets it.
var Engine engine.Engine

// countOf counts the solutions of a model.
func countOf(m *model.Model, o engine.CountOptions) engine.Count {
	p, err := Open(m, engine.Options{}).Plan(context.Background(), o)
	if err != nil {
		return engine.Count{Reason: engine.ReasonOf(err)}
	}
	return p.Count(context.Background())
}

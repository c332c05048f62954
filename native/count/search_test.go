package count

import (
	"context"

	"nazo/engine"
	"nazo/model"
)

// Search visits each solution of a model: a search that counts are held against, and that
// doesn't know of this package. native_test.go sets it.
var Search func(ctx context.Context, m *model.Model, t engine.Task, yield func(model.Solution) bool) engine.Result

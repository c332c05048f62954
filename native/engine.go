package native

import (
	"context"
	"fmt"

	"nazo/engine"
	"nazo/model"
	"nazo/native/path"
	"nazo/native/plan/explore"
)

// Engine is the native solver. It keeps nothing between calls, so one engine
// may work on several tasks at once.
type Engine struct{}

// New makes an engine.
func New() *Engine { return &Engine{} }

// Name is "native".
func (*Engine) Name() string { return "native" }

// Open takes up a model, unless it is opened with named searches of which [Searches] says
// that they are for something else: machines for package explore, others for the searches that
// are named, or else for a job that takes what suits the model best. That job refuses to search
// models that would take more than about a gigabyte, or have numbers beyond
// [model.MaxMagnitude]. Machines have no such limits: their states are bounded by the memory
// that they may take.
func (*Engine) Open(_ context.Context, m *model.Model, o engine.Options) (engine.Job, error) {
	if m.Machine == nil && !asksByName(o) {
		return openStill(m, o), nil
	}
	j, err := open(m, o)
	if err != nil {
		return nil, engine.Refusal(err)
	}
	return j, nil
}

// open takes up a machine, or a model for searches by name.
func open(m *model.Model, o engine.Options) (engine.Job, error) {
	switch {
	case m.Machine != nil:
		if !asksByName(o) { // no name stands for its own choice
			o.Search = nil
		}
		return explore.Open(m, o)
	case mixesDefault(o):
		return nil, fmt.Errorf("search %s stands alone", Default)
	}
	return path.Open(m, o)
}

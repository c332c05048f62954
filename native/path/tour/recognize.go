package tour

import (
	"nazo/engine"
	"nazo/model"
	"nazo/native/shape"
)

// Model is a model that is nothing but one path or cycle through known vertices.
type Model struct {
	*shape.Model
	// impossible is true if what is known contradicts itself.
	impossible bool

	problem  Problem
	vertices []int32 // for each vertex of the problem that of the model; nil if they are the same
}

// Of takes up what was recognized. It fails, with a clause that says why, if there is
// more than a path or cycle, which of the vertices and edges may be used, and where a path ends.
func Of(s *shape.Model) (*Model, error) {
	if s.Labels != nil {
		return nil, shape.Refusal{Why: shape.None}
	}
	w := &Model{Model: s, impossible: s.Impossible}
	return w, w.setProblem()
}

// recognize finds out whether a model is nothing but a path or cycle.
func recognize(m *model.Model, o engine.Options) (*Model, error) {
	s, err := (&shape.Recognizer{Model: m, Options: o}).Recognize(nil)
	if err != nil {
		return nil, err
	}
	return Of(s)
}

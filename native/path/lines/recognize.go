package lines

import (
	"nazo/engine"
	"nazo/model"
	"nazo/native/shape"
)

// Model is a model that is nothing but links.
type Model struct {
	*shape.Model
	// impossible is true if what is known contradicts itself.
	impossible bool
}

// Of takes up what was recognized. It fails, with a clause that says why, if that is no links, or
// if there is more than what follows about single vertices and edges.
func Of(s *shape.Model) (*Model, error) {
	switch {
	case s.Labels == nil:
		return nil, shape.Refusal{Why: shape.None, Links: true}
	case len(s.Clauses) > 0:
		return nil, s.TooMuch(s.Clauses[0].Instance)
	}
	w := &Model{s, s.Impossible}
	for v, l := range s.Labels {
		w.impossible = w.impossible || l >= 0 && s.Known(s.Vertices[v]) < 0
	}
	return w, nil
}

// recognize finds out whether a model is nothing but links.
func recognize(m *model.Model, o engine.Options) (*Model, error) {
	s, err := (&shape.Recognizer{Model: m, Options: o}).Recognize(nil)
	if err != nil {
		return nil, err
	}
	return Of(s)
}

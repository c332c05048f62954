package path

import (
	"nazo/engine"
	"nazo/model"
	"nazo/native/fd"
	"nazo/native/shape"
)

// Search is a search for all that a task asks of its model.
type Search interface {
	// Search delivers the solutions and reports whether the search space was exhausted.
	Search(d *engine.Delivery) (exhausted bool)
}

// Recognize finds the search for a model of which presolve leaves nothing but one path or cycle: one
// through known vertices, without an objective, or any path of an undirected graph, some of
// whose edges exclude each other, with at most one objective. It returns nil for other models.
func Recognize(root *fd.Root) Search {
	if !model.Has[model.Route](root.Model()) {
		return nil
	}
	r := shape.Recognizer{Model: root.Model(), Options: engine.Options{Off: root.Task().Off, AnyObjective: true}, Presolved: root}
	w, err := r.Recognize()
	if err != nil || w.Labels != nil {
		return nil
	}
	if len(root.Objectives()) == 0 {
		if h := recognizeHamiltonian(w, root); h != nil {
			return h
		}
	}
	if f := recognizeFreePath(w, root); f != nil {
		return f
	}
	return nil
}

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
// whose edges exclude each other, with at most one objective. It returns nil for other models. The
// recognizer is that of the model, to which objectives are nothing.
func Recognize(root *fd.Root, r *shape.Recognizer) Search {
	if !model.Has[model.Route](root.Model()) {
		return nil
	}
	w, err := r.Recognize(root)
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

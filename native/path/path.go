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

// Recognize tells of a model whether presolve leaves nothing but one path or cycle; if it does not,
// the result is nil. The recognizer is that of the model, to which objectives are nothing.
func Recognize(root *fd.Root, r *shape.Recognizer) *shape.Model {
	if !model.Has[model.Route](root.Model()) {
		return nil
	}
	w, err := r.Recognize(root)
	if err != nil || w.Labels != nil {
		return nil
	}
	return w
}

// For is the search for what [Recognize] has found: for a path or cycle through known vertices,
// without an objective or with one that adds up its edges, or any path of an undirected graph, some of whose edges exclude each
// other, with at most one objective. It is nil for others.
//
// A search for the best path asks the optimizer now and then, unless it is nil.
func For(w *shape.Model, objectives []model.Objective, o engine.SolveOptions, by fd.Optimizer) Search {
	if w == nil || o.VariesAfter(0) { // these searches take back one choice after the other, so that two solutions differ by little
		return nil
	}
	if len(objectives) == 0 {
		if h := recognizeHamiltonian(w, o); h != nil {
			return h
		}
	}
	if len(objectives) == 1 {
		if t := recognizeTrip(w, objectives[0], o); t != nil {
			return t
		}
	}
	if f := recognizeFreePath(w, objectives, o); f != nil {
		f.optimizer = by
		return f
	}
	return nil
}

package path

import (
	"nazo/engine"
	"nazo/native/fd"
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
	r := recognizer{root}
	if len(root.Objectives()) == 0 {
		if h := r.hamiltonian(); h != nil {
			return h
		}
	}
	if f := r.freePath(); f != nil {
		return f
	}
	return nil
}

package path

import (
	"nazo/engine"
	"nazo/model"
	"nazo/native/shape"
)

// hamiltonian is a path or cycle through known vertices that is all there is to a model, so that
// nothing else needs to be watched while it grows.
type hamiltonian struct {
	*circuit
	w       *shape.Model
	options engine.SolveOptions
	given   []forced
	edges   []model.Bool // for each edge of the circuit its literal, true for edges to the extra vertex
	// vertices has for each vertex of the circuit but the extra ones that of the model.
	vertices []int32
	// lone is true if the only path is one vertex.
	lone bool
	// impossible is true if there is no path or cycle at all.
	impossible bool
}

// recognizeHamiltonian takes up a path or cycle of which every vertex is known to be on or off,
// and nothing else is said but where a path ends; it returns nil for others.
func recognizeHamiltonian(w *shape.Model, o engine.SolveOptions) *hamiltonian {
	for _, l := range w.Vertices {
		if w.Known(l) == 0 {
			return nil
		}
	}
	ends, err := w.Ends()
	if err != nil {
		return nil
	}
	return newHamiltonian(w, o, ends)
}

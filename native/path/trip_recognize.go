package path

import (
	"nazo/engine"
	"nazo/model"
	"nazo/native/path/trip"
	"nazo/native/shape"
)

// roundTrip is a path or cycle through known vertices and an objective that adds up costs of its
// edges; conditions on a few edges may come with it.
type roundTrip struct {
	*hamiltonian
	objective model.Objective
	cost      []int64 // for each edge of the circuit, negated if it is to be great
	offset    int64   // what the objective is worth without any edge
	sign      int64   // -1 if it is to be great
	// clauses are conditions on edges beside the circuit.
	clauses []edgeClause

	d     *engine.Delivery
	bound *trip.Bound
	scale int64   // the unit of the bound is 1/scale of a cost
	limit int64   // what a round trip that is asked for costs at most, in that unit
	tour  []int32 // the edges of the best round trip so far
	all   bool    // all round trips within the limit are asked for, not better and better ones
}

// edgeClause is a condition on edges of the circuit, or on their being off.
type edgeClause struct {
	rule  shape.ClauseRule
	edges []forced
}

// tripScale is the scale for small costs.
const tripScale = 1 << 12

// recognizeTrip takes up a path or cycle of which every vertex is known to be on or off, with an
// objective that adds up edges; it returns nil for others.
func recognizeTrip(w *shape.Model, objective model.Objective, o engine.SolveOptions) *roundTrip {
	for _, l := range w.Vertices {
		if w.Known(l) == 0 {
			return nil
		}
	}
	ends, err := w.Ends()
	t := &roundTrip{hamiltonian: newHamiltonian(w, o, ends), objective: objective, sign: 1}
	of := make(map[model.Bool]forced, 2*len(t.edges))
	for e, l := range t.edges {
		if w.Known(l) == 0 {
			of[l], of[l.Not()] = forced{int32(e), true}, forced{int32(e), false}
		}
	}
	if err != nil && !t.restrict(of) || !t.weigh(of) {
		return nil
	}
	return t
}

// restrict takes over the clauses; it returns false if one is about anything but edges.
func (t *roundTrip) restrict(of map[model.Bool]forced) bool {
	for _, c := range t.w.Clauses {
		clause := edgeClause{rule: c.Rule}
		for _, l := range c.Lits {
			f, isEdge := of[l]
			if !isEdge {
				return false
			}
			clause.edges = append(clause.edges, f)
		}
		t.clauses = append(t.clauses, clause)
	}
	return true
}

// weigh takes an objective apart; it returns false if it is about other things, or if costs are too large.
func (t *roundTrip) weigh(of map[model.Bool]forced) bool {
	if t.objective.Maximize {
		t.sign = -1
	}
	terms := []model.Term{{Coef: 1, X: t.objective.X}}
	if n, ok := t.w.Ints[t.objective.X].(model.Linear); ok {
		terms, t.offset = n.Terms, n.Const
	}
	t.cost = make([]int64, len(t.edges))
	for _, term := range terms {
		n, ok := t.w.Ints[term.X].(model.ToInt)
		if !ok {
			return false
		}
		f, isOpen := of[n.B]
		switch known := t.w.Known(n.B); {
		case known > 0:
			t.offset += term.Coef
		case known == 0 && !isOpen:
			return false
		case known == 0 && f.on:
			t.cost[f.edge] += t.sign * term.Coef
		case known == 0:
			t.offset += term.Coef
			t.cost[f.edge] -= t.sign * term.Coef
		}
	}
	most := int64(1)
	for _, c := range t.cost {
		most = max(most, c, -c)
	}
	t.scale = tripScale
	for t.scale > 1 && most > trip.MaxCost/t.scale {
		t.scale /= 2
	}
	return most <= trip.MaxCost/t.scale && len(t.at) <= trip.MaxOrder
}

// graph is the circuit with the costs of its edges. What has a way in and a way out is two
// vertices, joined by an edge that is part of each round trip.
func (t *roundTrip) graph() *trip.Graph {
	g := &trip.Graph{Order: len(t.at), Ends: t.ends[:len(t.ends):len(t.ends)], Cost: make([]int64, len(t.ends))}
	for e, c := range t.cost {
		g.Cost[e] = c * t.scale
	}
	if t.ports == 2 {
		for v := range t.order {
			g.Ends, g.Cost = append(g.Ends, [2]int32{2 * v, 2*v + 1}), append(g.Cost, 0)
		}
	}
	return g
}

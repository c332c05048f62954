package fd

import (
	"fmt"

	"nazo/engine"
	"nazo/model"
)

// A search of several cubes is one search: a literal stands for each cube, one of them holds, and is chosen before all else. So what is learned in one cube
// serves in the others, as with assumptions (Eén and Sörensson, Temporal induction by incremental SAT solving, 2003), and whatever else a search
// does, restarts, optimizing, excluding solutions, is the same with cubes and without.

// keepTo has solutions lie in one of some cubes, nil for anywhere. It returns false if there are none.
func (r *search) keepTo(cubes []engine.Cube) bool {
	if cubes == nil {
		return true
	}
	r.cubes = r.inCubes(cubes)
	r.s.cause = reason{by: byChoice}
	return r.s.clause(append([]lit{}, r.cubes...)...) && r.s.propagate()
}

// nextCube is the literal of the cube to be searched next, if none is yet.
func (r *search) nextCube() (in lit, open bool) {
	for _, l := range r.cubes {
		switch r.s.val[l] {
		case 1:
			return 0, false
		case 0:
			if !open {
				in, open = l, true
			}
		}
	}
	return in, open
}

// inCubes makes literals from which it follows that a solution lies in a cube.
func (r *search) inCubes(cubes []engine.Cube) []lit {
	in := make([]lit, len(cubes))
	known := map[string]lit{}
	for i, cube := range cubes {
		in[i] = r.s.newLit()
		for _, w := range cube {
			key := fmt.Sprint(w.Var, w.Values)
			if _, ok := known[key]; !ok {
				known[key] = r.inside(w)
			}
			r.s.clause(in[i]^1, known[key])
		}
	}
	return in
}

// inside is a literal that says that a variable has one of some values.
func (r *search) inside(w engine.Within) lit {
	slot := r.slots[w.Var]
	if r.m.Vars[w.Var].Bool {
		switch zero, one := w.Values.Contains(0), w.Values.Contains(1); {
		case zero && one:
			return model.True
		case one:
			return lit(slot)
		case zero:
			return lit(slot) ^ 1
		}
		return model.False
	}
	l := r.s.newLit()
	if !r.s.see(l, slot, w.Values) {
		r.s.addMembership(slot, []valueSet{{l: l, values: w.Values}})
	}
	return l
}

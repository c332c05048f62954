// Package simplify makes a formula in clauses easier to search: it finds units, replaces
// equivalent literals, drops clauses and literals that follow from others, and eliminates
// variables by resolution (Eén and Biere 2005). What comes out has an assignment if and only if
// the formula has, and each of its assignments is extended to one of the formula.
//
// Variables that are frozen stay as they are: the result, restricted to them, has the same
// assignments as the formula. So clauses about frozen variables may be added to it, and
// assignments of frozen variables may be enumerated.
//
// It knows nothing of where formulas come from, nor of who searches them.
package simplify

import "context"

// Formula is a set of clauses. Literals are written as in DIMACS: the number of a variable,
// counted from 1, or its negative.
type Formula struct {
	Variables int
	Lits      []int32 // of all clauses, one after the other; in each the variables are distinct
	Ends      []int   // for each clause the end of its literals in Lits
}

// Add appends a clause.
func (f *Formula) Add(lits ...int32) {
	f.Lits = append(f.Lits, lits...)
	f.Ends = append(f.Ends, len(f.Lits))
}

// Result is a formula that was simplified, with the way back.
type Result struct {
	Formula              // what is left; its variables are numbered as they were
	Unsatisfiable bool   // there is no assignment, and nothing else here is of use
	value         []int8 // for each variable: 1 true, -1 false, 0 open
	gone          []bool // for each variable whether it was eliminated or replaced
	undo          []step
}

// Known is 1 if a variable is true in all assignments that the result has, -1 if it is false, else 0.
func (r *Result) Known(variable int32) int8 { return r.value[variable] }

// Gone reports whether a variable has been eliminated or replaced by another, so that no clause may
// be added that mentions it. No frozen variable is.
func (r *Result) Gone(variable int32) bool { return r.gone[variable] }

// step is a clause that was dropped, and the literal in it that is made true if it is violated.
type step struct {
	witness int32
	clause  []int32
}

// Extend makes an assignment of what is left one of the formula. It is indexed by variable,
// and 0 is unused.
func (r *Result) Extend(assignment []bool) {
	holds := func(l int32) bool { return assignment[max(l, -l)] == (l > 0) }
	for v, known := range r.value {
		if known != 0 {
			assignment[v] = known > 0
		}
	}
	for i := len(r.undo) - 1; i >= 0; i-- {
		s := r.undo[i]
		satisfied := false
		for _, l := range s.clause {
			if satisfied = holds(l); satisfied {
				break
			}
		}
		if !satisfied {
			assignment[max(s.witness, -s.witness)] = s.witness > 0
		}
	}
}

// rounds bounds how often the means are tried in turn.
const rounds = 3

// Simplify simplifies a formula. Variables v with frozen[v] stay. The effort is bounded by
// a multiple of the formula's size, counted in steps, so that equal formulas have
// equal results. The error is that of ctx.
func Simplify(ctx context.Context, f Formula, frozen []bool) (*Result, error) {
	w := newWork(ctx, f, frozen)
	for range rounds {
		before := w.changes
		for _, mean := range []func(){w.propagate, w.replaceEquivalent, w.probe, w.eliminate} {
			if w.unsatisfiable || w.ended() {
				break
			}
			w.allow()
			mean()
		}
		if w.changes == before || w.unsatisfiable || w.ended() {
			break
		}
	}
	if !w.unsatisfiable {
		w.propagate()
	}
	return w.result(), ctx.Err()
}

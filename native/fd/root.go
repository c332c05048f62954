package fd

import (
	"iter"
	"slices"

	"nazo/engine"
	"nazo/model"
)

// Root is a model after presolve: all constraints but paths and cycles are posted, and what
// follows from them is drawn. Specialised searches are told by it what is left of a model, in
// literals and variables of the model; [Root.Search] goes on with the search of this package.
type Root struct {
	m    *model.Model
	task engine.Task
	d    *engine.Delivery

	p *poster
	s *store
	// impossible says that presolve came upon a contradiction.
	impossible bool
}

// Presolve posts and propagates a model that [Supports] admits, as far as the task leaves it on.
func Presolve(m *model.Model, t engine.Task, d *engine.Delivery) *Root {
	p := newPoster(m, t, &d.Stop)
	r := &Root{m: m, task: t, d: d, p: p, s: p.s}
	if !p.fix(t.Fixed) || !p.post(func(b model.Body) bool { return !isPath(b) }) {
		r.impossible = !d.Stopped()
	} else {
		r.impossible = !p.s.propagate()
	}
	r.count()
	return r
}

func isPath(b model.Body) bool { _, ok := b.(model.Route); return ok }

// count brings the statistics up to date.
func (r *Root) count() {
	r.d.Result.Stats.Variables = int64(len(r.m.Vars))
	r.d.Result.Stats.Propagations = r.s.propagations
}

// Impossible reports whether presolve has shown that there is no solution.
func (r *Root) Impossible() bool { return r.impossible }

// Model is the model, and Task what is asked of it.
func (r *Root) Model() *model.Model { return r.m }

// Task is what is asked of the model.
func (r *Root) Task() engine.Task { return r.task }

// Objectives are the objectives that the task asks for.
func (r *Root) Objectives() []model.Objective {
	if r.task.AnyObjective {
		return nil
	}
	return r.m.Objectives
}

// Value is 1 if a literal holds, -1 if it does not, and 0 if it is open.
func (r *Root) Value(l model.Bool) int8 { return r.s.val[l] }

// Fixed reports whether a variable has one value left.
func (r *Root) Fixed(v model.VarID) bool {
	if slot := r.p.slots[v]; r.m.Vars[v].Bool {
		return r.s.val[slot] != 0
	} else {
		return r.s.fixed(slot)
	}
}

// Literal is the literal of a variable that is a truth value.
func (r *Root) Literal(v model.VarID) model.Bool { return model.Bool(r.p.slots[v]) }

// Solution has the values of all variables that are fixed. Of the others, truth values are 0
// and numbers the least that they may be.
func (r *Root) Solution() model.Solution { return r.p.solution() }

// OnlyPath is the path or cycle of the model, if there is one only and it must be there; nil otherwise.
func (r *Root) OnlyPath() *model.Route { return r.p.onlyPath() }

// Implied lists the literals that hold if l does, by clauses of two literals. Some of them may be known to hold.
func (r *Root) Implied(l model.Bool) []model.Bool { return r.s.implied[l] }

// Sums lists the sums that count a literal.
func (r *Root) Sums(l model.Bool) iter.Seq[Sum] {
	return func(yield func(Sum) bool) {
		for _, c := range r.s.counted[l] {
			if !yield(Sum{r.s, c.sum}) {
				return
			}
		}
	}
}

// InClauses reports whether a clause of three literals or more that is not known to hold, or a
// constraint of another kind, depends on l or on its negation.
func (r *Root) InClauses(l model.Bool) bool {
	for _, side := range [2]lit{l, l ^ 1} {
		if len(r.s.wakes[side]) > 0 {
			return true
		}
		for _, c := range r.s.clauses[side] {
			if !slices.ContainsFunc(c.lits, func(o lit) bool { return r.s.val[o] > 0 }) {
				return true
			}
		}
	}
	return false
}

// Sum is a condition on a sum of literals with coefficients above 0, as presolve leaves it.
type Sum struct {
	s *store
	// ID tells it from other sums.
	ID int32
}

// Holds reports whether the condition is known to hold, whatever open literals become.
func (x Sum) Holds() bool {
	t := &x.s.sums[x.ID]
	return x.s.val[t.truth] > 0 && t.kind == atMost && t.hi <= t.bound
}

// AllowsOneOf reports whether the condition must hold and says that at most, or exactly, one of n
// literals holds, which are those that among tells.
func (x Sum) AllowsOneOf(n int, among func(model.Bool) bool) bool {
	t := &x.s.sums[x.ID]
	if x.s.val[t.truth] <= 0 || t.bound-t.lo != 1 || len(t.terms) != n {
		return false
	}
	for _, w := range t.terms {
		if w.coef != 1 || !among(w.l) {
			return false
		}
	}
	return true
}

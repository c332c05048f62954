package fd

import (
	"nazo/engine"
	"nazo/model"
)

// Root is a model after presolve: all constraints but paths and cycles are posted, and what
// follows from them is drawn. Specialised searches are told by it what is known of
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

// Solution has the values of all variables that are fixed. Of the others, truth values are 0
// and numbers the least that they may be.
func (r *Root) Solution() model.Solution { return r.p.solution() }

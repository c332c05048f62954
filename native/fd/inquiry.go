package fd

import (
	"context"

	"nazo/engine"
	"nazo/model"
	"nazo/numbers"
)

// Inquiry is a search that is asked one question after another under assumptions, which are its first choices (Eén and Sörensson, An
// extensible SAT-solver, 2003): no learned clause depends on them, so all serve the questions that follow. It implements [engine.Inquiry].
type Inquiry struct {
	r *search
	// impossible is set once there is no solution whatever is assumed.
	impossible bool
	parts      int  // of searches, in all: restarts come at Luby's intervals
	ended      bool // a question was interrupted
	limit      int64
}

// Inquire begins a series of questions. The error is that of ctx if it ends before that is done.
func (r *Root) Inquire(ctx context.Context, seed int64) (*Inquiry, error) {
	o := engine.SolveOptions{Limit: 2, Seed: seed} // of one solution it would be asked that it be without needless turns
	d := engine.NewDelivery(context.Background(), o, nil)
	q := &Inquiry{r: r.newSearch(o, d), impossible: r.impossible}
	if q.impossible {
		return q, nil
	}
	release := context.AfterFunc(ctx, func() { d.Stop.Store(true) })
	defer release()
	s := q.r
	var exact [][]lit
	possible := s.p.post(true) && s.s.propagate()
	if possible && !d.Stopped() {
		exact, possible = s.s.coverSums()
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	if q.impossible = !possible; q.impossible {
		return q, nil
	}
	s.b = newBrancher(s.p, seed)
	s.b.exact = s.p.choosable(exact)
	s.z = &analyzer{s: s.s, seen: s.b.bump}
	return q, nil
}

// Exclude adds a clause; see [engine.Inquiry].
func (q *Inquiry) Exclude(values []engine.Fixed) {
	var clause []lit
	for _, f := range values {
		for _, a := range q.atoms(f) {
			clause = append(clause, q.r.s.litOf(a.not()))
		}
	}
	q.r.s.cause = reason{by: byChoice}
	q.impossible = q.impossible || !q.r.s.clause(clause...) || !q.r.s.propagate()
}

// Limit bounds later questions; see [engine.Inquiry].
func (q *Inquiry) Limit(conflicts int64) { q.limit = conflicts }

// atoms say that a variable has a value.
func (q *Inquiry) atoms(f engine.Fixed) []atom {
	slot := q.r.p.slots[f.Var]
	switch {
	case q.r.m.Vars[f.Var].Bool:
		return []atom{litAtom(lit(slot) ^ lit(1-f.Value))}
	case q.r.s.ints[slot].n == 0: // no literal can say that it equals something
		return []atom{geAtom(slot, f.Value), leAtom(slot, f.Value)}
	}
	return []atom{eqAtom(slot, f.Value)}
}

// Ask searches under assumptions; see [engine.Inquiry].
func (q *Inquiry) Ask(ctx context.Context, assumptions []engine.Assumption) (reply engine.Reply) {
	r := q.r
	if q.impossible || ctx.Err() != nil || q.ended {
		return engine.Reply{Ended: !q.impossible}
	}
	release := context.AfterFunc(ctx, func() { r.d.Stop.Store(true) })
	defer release()
	of := map[lit]int{} // the assumption that a literal belongs to
	r.assumed = r.assumed[:0]
	for i, f := range assumptions {
		for _, a := range q.atoms(f.Fixed) {
			if f.Not {
				a = a.not()
			}
			if r.s.value(a) < 0 { // whatever else is assumed
				return engine.Reply{Core: assumptions[i : i+1]}
			}
			l := r.s.litOf(a)
			of[l] = i
			r.assumed = append(r.assumed, l)
		}
	}
	defer q.rest()
	begun, propagated := r.d.Result.Stats.Conflicts, r.s.propagations
	defer func() {
		reply.Conflicts, reply.Propagations = r.d.Result.Stats.Conflicts-begun, r.s.propagations-propagated
	}()
	for {
		var found model.Solution
		q.parts++
		outcome := r.run(r.interval*numbers.Luby(q.parts), func(s model.Solution) bool {
			found = s
			return false
		})
		switch {
		case r.d.Stopped():
			q.ended = true
			return engine.Reply{Ended: true}
		case outcome == enough:
			return engine.Reply{Solution: found}
		case outcome == overBudget:
			if !r.restart(q.parts) {
				q.impossible = true
				return engine.Reply{}
			}
			if q.limit > 0 && r.d.Result.Stats.Conflicts-begun >= q.limit {
				return engine.Reply{Ended: true}
			}
			continue
		}
		if outcome == spaceDone {
			q.impossible = true
			return engine.Reply{}
		}
		var core []engine.Assumption
		on := make([]bool, len(assumptions))
		for _, l := range q.blamed() {
			if i := of[l]; !on[i] {
				on[i] = true
				core = append(core, assumptions[i])
			}
		}
		return engine.Reply{Core: core}
	}
}

// rest goes back to the root.
func (q *Inquiry) rest() {
	q.r.retreat(0)
	q.r.chronologicalTo, q.r.learning, q.r.assumed = 0, true, q.r.assumed[:0]
}

// blamed are the assumptions by which another one is false, that one included. It follows reasons back to choices, which are all
// assumptions where one of them fails.
func (q *Inquiry) blamed() []lit {
	r, s := q.r, q.r.s
	var failed lit
	for _, l := range r.assumed {
		if s.val[l] < 0 {
			failed = l
		}
	}
	blamed := []lit{failed}
	seen := map[atom]bool{}
	todo := []atom{litAtom(failed ^ 1)}
	var e explanation
	for len(todo) > 0 {
		a := s.plain(todo[len(todo)-1])
		todo = todo[:len(todo)-1]
		if a.op == equals && s.ints[a.x].n == 0 {
			todo = append(todo, geAtom(a.int(), a.v), leAtom(a.int(), a.v))
			continue
		}
		pos, event := s.locate(a)
		if pos < 0 || seen[a] {
			continue
		}
		seen[a] = true
		if a.op == differsFrom && s.ints[a.x].n == 0 {
			a = s.boundOf(a, event)
		}
		switch s.reasonOf(item{a, pos, event}).by {
		case byChoice:
			blamed = append(blamed, lit(r.path[s.levelOf(pos)-1].slot))
		case byTurn: // of all choices before
			for _, d := range r.path[:s.levelOf(pos)] {
				blamed = append(blamed, lit(d.slot))
			}
		default:
			e.out = e.out[:0]
			s.explainAtom(a, event, &e)
			todo = append(todo, e.out...)
		}
	}
	return blamed
}

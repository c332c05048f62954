package backbone

import (
	"cmp"
	"context"
	"slices"

	"nazo/engine"
	"nazo/model"
)

// work is a result on its way.
type work struct {
	*Result
	Options
	m *model.Model
	q engine.Inquiry

	at      map[model.VarID]map[int64]int // where a value is among the candidates of its variable
	first   model.Solution
	limit   int64
	open    bool  // a question was not answered
	exclude bool  // solutions are kept from coming again, so each is counted once
	values  int64 // of these solutions
}

func newWork(m *model.Model, o Options, q engine.Inquiry) *work {
	w := &work{Result: &Result{Candidates: map[model.VarID][]Candidate{}, Same: map[model.VarID]bool{}}, Options: o, m: m, q: q,
		at: map[model.VarID]map[int64]int{}, limit: firstLimit, exclude: o.Cutoff > 1}
	w.Cutoff = max(1, o.Cutoff)
	for _, f := range m.Finds {
		for _, v := range f.Vars {
			w.Vars = append(w.Vars, v)
			w.at[v] = map[int64]int{}
			if d := m.Vars[v].Domain; d.Size() <= MostValues {
				for k := range d.Each {
					w.candidate(v, k)
				}
			}
		}
	}
	return w
}

// candidate is that of a value, which is new perhaps.
func (w *work) candidate(v model.VarID, k int64) *Candidate {
	i, ok := w.at[v][k]
	if !ok {
		i = len(w.Candidates[v])
		w.at[v][k] = i
		w.Candidates[v] = append(w.Candidates[v], Candidate{Var: v, Value: k})
	}
	return &w.Candidates[v][i]
}

// all asks all questions: those that the search can't answer within so many conflicts again with more, when all are through.
func (w *work) all(ctx context.Context) {
	if w.Known != nil {
		w.take(w.Known)
	}
	for w.open = true; w.open && !w.over(); w.limit *= widen {
		w.open = false
		if w.first == nil && w.ask(ctx) != found {
			continue
		}
		w.backbone(ctx)
		w.candidates(ctx)
		w.count(ctx)
	}
}

// over reports whether nothing is left to ask, or the work has met its bounds.
func (w *work) over() bool { return w.Exact || w.Reason.Kind != engine.None }

// backbone asks of each variable for a solution where it is not as in the first.
func (w *work) backbone(ctx context.Context) {
	for _, v := range w.Vars {
		d := w.m.Vars[v].Domain.Bounds()
		if w.over() || w.Same[v] || w.Differs(v) || d.Hi-d.Lo > mostWide {
			continue
		}
		is := engine.Fact{Var: v, Value: w.first[v], Is: true}
		if w.ask(ctx, is.Not()) != refuted {
			continue
		}
		w.Same[v] = true
		for i := range w.Candidates[v] {
			if c := &w.Candidates[v][i]; c.Value != is.Value {
				w.out(c)
			}
		}
	}
}

// candidates asks for a solution with each candidate that none has so far.
func (w *work) candidates(ctx context.Context) {
	for _, v := range w.Vars {
		for i := range w.Candidates[v] {
			c := &w.Candidates[v][i]
			if !w.over() && c.Solutions == 0 && !c.Exact && w.ask(ctx, c.fact()) == refuted {
				w.out(c)
			}
		}
	}
}

// count asks for further solutions with each candidate, up to the cut-off.
func (w *work) count(ctx context.Context) {
	for _, v := range w.Vars {
		for i := range w.Candidates[v] {
			c := &w.Candidates[v][i]
			for w.exclude && !w.over() && !c.Exact && c.Solutions < w.Cutoff {
				a := w.ask(ctx, c.fact())
				if c.Exact = a == refuted; a == unanswered {
					break
				}
			}
		}
	}
}

func (c *Candidate) fact() engine.Fact { return engine.Fact{Var: c.Var, Value: c.Value, Is: true} }

// out notes that no solution has a candidate, and tells the search.
func (w *work) out(c *Candidate) {
	c.Exact = true
	w.q.Exclude([]engine.Fact{c.fact()})
}

// reply is what came of a question.
type reply int

const (
	unanswered reply = iota
	found
	refuted
)

// ask asks for a solution that was not met before.
func (w *work) ask(ctx context.Context, supposed ...engine.Fact) reply {
	r := w.q.Ask(ctx, engine.Question{Supposed: supposed, Conflicts: w.limit})
	w.Result.Questions++
	w.Conflicts += r.Conflicts
	w.Result.Work += r.Propagations * int64(1+len(w.m.Vars)/1000)
	switch {
	case ctx.Err() != nil:
		w.Reason = engine.Ended(ctx)
	case w.Options.Questions > 0 && w.Result.Questions >= w.Options.Questions, w.Options.Work > 0 && w.Result.Work >= w.Options.Work:
		w.Reason = engine.Because(engine.WorkLimit, "after %d questions", w.Result.Questions)
	}
	switch {
	case r.GivenUp():
		w.open = true
		return unanswered
	case r.Solution != nil:
		w.take(r.Solution)
		return found
	case len(r.Supposed) == 0: // whatever is supposed: there are no more
		w.Exact = true
	}
	return refuted
}

// take notes what a solution has.
func (w *work) take(s model.Solution) {
	if w.first == nil {
		w.first = s
	}
	fresh := false
	values := make([]engine.Fact, len(w.Vars))
	for i, v := range w.Vars {
		c := w.candidate(v, s[v])
		fresh = fresh || c.Solutions == 0
		c.Solutions++
		values[i] = engine.Fact{Var: v, Value: s[v], Is: true}
	}
	if w.Solutions++; fresh && w.Witness != nil {
		w.Witness(s)
	}
	if !w.exclude {
		return
	}
	if w.values += int64(len(values)); w.values > mostExcluded {
		w.Reason = engine.Because(engine.MemoryLimit, "%d solutions are kept", w.Solutions)
	}
	w.q.Exclude(values)
}

// finish sums up.
func (w *work) finish() *Result {
	r := w.Result
	r.Settled = true
	counted := true
	for _, v := range r.Vars {
		all := r.Candidates[v]
		open, far := false, w.m.Vars[v].Domain.Size() > MostValues // far: there are values that were not asked for
		for i := range all {
			c := &all[i]
			c.Exact = c.Exact || r.Exact
			open = open || c.Solutions == 0 && !c.Exact
			counted = counted && (c.Exact || c.Solutions >= w.Cutoff)
		}
		if r.Solutions > 0 && !r.Differs(v) && (r.Exact || !open && !far) {
			r.Same[v] = true
		}
		r.Settled = r.Settled && !open && (r.Same[v] || r.Differs(v) || r.Exact)
		slices.SortFunc(all, func(a, b Candidate) int { return cmp.Compare(a.Value, b.Value) })
	}
	r.Decided = r.Settled && counted
	switch {
	case r.Decided:
		r.Reason = engine.Reason{}
	case r.Reason.Kind == engine.None:
		r.Reason = engine.Because(engine.Unsupported, "a find may have values too far apart for it to be asked for another one")
	}
	return r
}

package explain

import (
	"cmp"
	"context"
	"slices"

	"nazo/compile"
	"nazo/internal/model"
	"nazo/internal/solve"
)

// The backbone of a model: the variables that have one value in all solutions (Monasson, Zecchina,
// Kirkpatrick, Selman, Troyansky, Determining computational complexity from characteristic "phase
// transitions", 1999). For the others, the values that some solution has, and how many solutions each
// leaves, up to a limit. Authors of sudokus call these true candidates.
//
// One incremental search answers all queries: is there a solution in which this variable has another
// value than in the known one (Janota, Lynce, Marques-Silva, Algorithms for computing backbones of
// propositional formulae, 2015)? Then, one with this value? Each solution answers many queries at
// once. When the work ends early, what was found is true, and the result says what is proved.

// BackboneOptions bound the work, by counts that are the same on every machine.
type BackboneOptions struct {
	// Cutoff bounds how many solutions are counted for each candidate. At most 1 asks only whether there is one.
	Cutoff int
	// Questions and Work, if not 0, bound the number of questions and the work on them, as in [model.Budget].
	Questions, Work int64
	// Seed varies the order of the search.
	Seed int64
	// Known is a solution, if there is one at hand.
	Known model.Solution
	// Alike are groups of variables. It is asked which variables of a group are equal in all solutions.
	Alike [][]model.VarID
	// Witness, if not nil, is called with each solution that has a candidate which none before it had.
	Witness func(model.Solution)
}

// Candidate is a value that a variable of a find may have.
type Candidate struct {
	Var   model.VarID
	Value int64
	// Solutions counts the solutions that have the candidate. Without Exact it is a lower bound.
	Solutions int
	Exact     bool
}

// Unique reports whether exactly one solution has the candidate: printed, it would make the puzzle unique.
func (c Candidate) Unique() bool { return c.Exact && c.Solutions == 1 }

// Out reports whether it is proved that no solution has the candidate.
func (c Candidate) Out() bool { return c.Exact && c.Solutions == 0 }

// BackboneResult is the outcome of [FindBackbone].
type BackboneResult struct {
	// Candidates lists, for each variable of a find, its candidates by value. A variable with more than
	// [MostValues] values has only those that were met.
	Candidates map[model.VarID][]Candidate
	// Vars lists the variables of finds, in the order of the finds.
	Vars []model.VarID
	// Same lists the variables that provably have one value in all solutions.
	Same map[model.VarID]bool
	// Equal lists variables of [BackboneOptions.Alike] that provably are equal in all solutions and are not the same in
	// all. With EqualDecided there are no others.
	Equal        [][]model.VarID
	EqualDecided bool
	// Solutions counts the solutions that were met. With Exact there are no others.
	Solutions int
	Exact     bool
	// Settled means that Same is complete and that each candidate is known to have a solution or none. Decided
	// means that their solutions are counted, too, up to the cut-off.
	Settled, Decided bool
	// Reason says why it is not Decided.
	Reason model.Reason
	// Budget says how much work was needed.
	model.Budget
}

// Differs reports whether two solutions are known that have different values for a variable.
func (r *BackboneResult) Differs(v model.VarID) bool {
	n := 0
	for _, c := range r.Candidates[v] {
		if c.Solutions > 0 {
			n++
		}
	}
	return n > 1
}

// MostValues bounds the values of a variable that are candidates from the beginning.
const MostValues = 1024

// Bounds of the work.
const (
	// firstLimit bounds the conflicts of a question at first. A question that needs more is asked again after all
	// others, with widen times as many.
	firstLimit = 300
	widen      = 8
	// mostWide bounds the size of a domain for which "another value" can be asked ([model.Query]).
	mostWide = 65_536
	// mostExcluded bounds the total size of the solutions that are excluded so that others can be counted.
	mostExcluded = 20_000_000
)

// FindBackbone asks about the solutions of a model. The error is that of ctx, or says what the engine lacks. The
// result is empty then.
func FindBackbone(ctx context.Context, m *model.Model, e model.Engine, o BackboneOptions) (*BackboneResult, error) {
	if m.Machine != nil || len(m.Objectives) > 0 {
		return nil, model.Because(model.Unsupported, "what all solutions have in common is told of puzzles that stand still and have nothing to be best")
	}
	job, err := e.Open(ctx, m, model.Options{})
	if err != nil {
		return nil, err
	}
	asked, ok := job.(model.Inquirer)
	if !ok {
		return nil, model.Because(model.Unsupported, "engine %s answers no series of questions", e.Name())
	}
	q, err := asked.Inquire(ctx, model.InquiryOptions{Seed: o.Seed})
	if err != nil {
		return nil, err
	}
	w := newWork(m, o, q)
	if o.Known != nil {
		w.take(o.Known)
	}
	w.all(ctx)
	return w.finish(), nil
}

// work is a result that is being computed.
type work struct {
	*BackboneResult
	cutoff  int
	witness func(model.Solution)
	m       *model.Model
	q       model.Inquiry

	at      map[model.VarID]map[int64]int // where a value is among the candidates of its variable
	classes [][]model.VarID               // variables that were equal in all solutions so far
	equal   map[[2]model.VarID]bool       // those that are proved to be equal
	first   model.Solution
	limit   int64
	open    bool  // a question was not answered
	exclude bool  // solutions are kept from coming again, so each is counted once
	values  int64 // of these solutions
}

func newWork(m *model.Model, o BackboneOptions, q model.Inquiry) *work {
	w := &work{BackboneResult: &BackboneResult{Candidates: map[model.VarID][]Candidate{}, Same: map[model.VarID]bool{}}, cutoff: max(1, o.Cutoff), witness: o.Witness,
		m: m, q: q, at: map[model.VarID]map[int64]int{}, classes: o.Alike, equal: map[[2]model.VarID]bool{}, limit: firstLimit, exclude: o.Cutoff > 1}
	w.MostQuestions, w.MostWork = o.Questions, o.Work
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

// candidate returns the candidate of a value, and adds it if it is new.
func (w *work) candidate(v model.VarID, k int64) *Candidate {
	i, ok := w.at[v][k]
	if !ok {
		i = len(w.Candidates[v])
		w.at[v][k] = i
		w.Candidates[v] = append(w.Candidates[v], Candidate{Var: v, Value: k})
	}
	return &w.Candidates[v][i]
}

// all asks all questions. Those that meet too many conflicts are asked again, with more, when all others are done.
func (w *work) all(ctx context.Context) {
	for w.open = true; w.open && !w.over(); w.limit *= widen {
		w.open = false
		if w.first == nil && w.ask(ctx) != found {
			continue
		}
		w.backbone(ctx)
		w.candidates(ctx)
		w.equals(ctx)
		w.count(ctx)
	}
}

// over reports whether nothing is left to ask or the work has reached its bounds.
func (w *work) over() bool { return w.Exact || w.Reason.Kind != model.None }

// backbone asks, for each variable, for a solution in which its value differs from the first.
func (w *work) backbone(ctx context.Context) {
	for _, v := range w.Vars {
		d := w.m.Vars[v].Domain.Bounds()
		if w.over() || w.Same[v] || w.Differs(v) || d.Hi-d.Lo > mostWide {
			continue
		}
		is := model.Fact{Var: v, Value: w.first[v], Is: true}
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

// candidates asks for a solution with each candidate that no solution has so far.
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
			for w.exclude && !w.over() && !c.Exact && c.Solutions < w.cutoff {
				a := w.ask(ctx, c.fact())
				if c.Exact = a == refuted; a == unanswered {
					break
				}
			}
		}
	}
}

func (c *Candidate) fact() model.Fact { return model.Fact{Var: c.Var, Value: c.Value, Is: true} }

// out records that no solution has a candidate, and tells the search.
func (w *work) out(c *Candidate) {
	c.Exact = true
	w.q.Exclude([]model.Fact{c.fact()})
}

// reply is the outcome of a question.
type reply int

const (
	unanswered reply = iota
	found
	refuted
)

// ask asks for a solution that was not met before.
func (w *work) ask(ctx context.Context, supposed ...model.Fact) reply {
	r := w.Ask(ctx, w.m, w.q, model.Query{Supposed: supposed, Conflicts: w.limit})
	switch {
	case ctx.Err() != nil:
		w.Reason = model.Ended(ctx)
	case w.Spent():
		w.Reason = model.Because(model.WorkLimit, "after %d questions", w.Questions)
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

// take records the values of a solution.
func (w *work) take(s model.Solution) {
	if w.first == nil {
		w.first = s
	}
	fresh := false
	values := make([]model.Fact, len(w.Vars))
	for i, v := range w.Vars {
		c := w.candidate(v, s[v])
		fresh = fresh || c.Solutions == 0
		c.Solutions++
		values[i] = model.Fact{Var: v, Value: s[v], Is: true}
	}
	w.split(s)
	if w.Solutions++; fresh && w.witness != nil {
		w.witness(s)
	}
	if !w.exclude {
		return
	}
	if w.values += int64(len(values)); w.values > mostExcluded {
		w.Reason = model.Because(model.MemoryLimit, "%d solutions are kept", w.Solutions)
	}
	w.q.Exclude(values)
}

// finish fills in the summary.
func (w *work) finish() *BackboneResult {
	r := w.BackboneResult
	r.Settled = true
	counted := true
	for _, v := range r.Vars {
		all := r.Candidates[v]
		open, far := false, w.m.Vars[v].Domain.Size() > MostValues // far: there are values that were not asked for
		for i := range all {
			c := &all[i]
			c.Exact = c.Exact || r.Exact
			open = open || c.Solutions == 0 && !c.Exact
			counted = counted && (c.Exact || c.Solutions >= w.cutoff)
		}
		if r.Solutions > 0 && !r.Differs(v) && (r.Exact || !open && !far) {
			r.Same[v] = true
		}
		r.Settled = r.Settled && !open && (r.Same[v] || r.Differs(v) || r.Exact)
		slices.SortFunc(all, func(a, b Candidate) int { return cmp.Compare(a.Value, b.Value) })
	}
	w.finishEqual()
	r.Decided = r.Settled && counted
	switch {
	case r.Decided:
		r.Reason = model.Reason{}
	case r.Reason.Kind == model.None:
		r.Reason = model.Because(model.Unsupported, "a find may have values too far apart for it to be asked for another one")
	}
	return r
}

// Difference says where the solutions of a problem differ.
type Difference struct {
	*BackboneResult
	// Report has judged solutions, enough that each candidate that was met is in one of them, or a fault.
	Report *solve.Report
}

// Whole reports whether it is proved that all solutions agree wherever those in the report do.
func (d *Difference) Whole() bool { return d.Settled && d.Report.Complete }

// Differ finds out where the solutions of a problem differ, as far as the work suffices. The problem stands still
// and has no objective. What was found when ctx ends is judged within late. The errors are those of [Find].
func Differ(ctx, late context.Context, p *solve.Problem, e model.Engine, o BackboneOptions) (*Difference, error) {
	var witnesses []model.Solution
	o.Witness = func(found model.Solution) { witnesses = append(witnesses, found) }
	found, err := FindBackbone(ctx, p.Model, e, o)
	if err != nil {
		return nil, err
	}
	return &Difference{found, solve.Accept(late, p, e.Name(), witnesses)}, nil
}

// Place is a part of a find that one variable stands for, with its candidates.
type Place struct {
	Find string
	compile.Meaning
	Candidates []Candidate
	// Same means that this is proved to be the same in all solutions.
	Same bool
}

// Places lists the places of a problem's finds in their order, without helpers of their structure.
func Places(p *compile.Problem, r *BackboneResult) (all []Place) {
	meanings := p.Meanings()
	for _, f := range p.Model.Finds {
		for _, v := range f.Vars {
			if m, ok := meanings[v]; ok {
				all = append(all, Place{f.Name, m, r.Candidates[v], r.Same[v]})
			}
		}
	}
	return all
}

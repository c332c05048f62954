package backbone

import (
	"context"

	"nazo/engine"
	"nazo/model"
)

// Options bound the work, by counts that are the same on every machine.
type Options struct {
	// Cutoff is up to how many solutions are counted of each candidate; at most 1 asks only whether there is one.
	Cutoff int
	// Questions and Work, if not 0, are after how many questions, and after how much work, no other is asked. Work is counted in propagations
	// of the search, each as many times as there are thousands of variables and one: on large boards each takes longer. A million is a
	// second or so.
	Questions, Work int64
	// Seed varies the order of the search.
	Seed int64
	// Known is a solution, if there is one at hand.
	Known model.Solution
	// Witness, if not nil, is called with each solution that has a candidate which none before it had.
	Witness func(model.Solution)
}

// Candidate is a value that a variable of a find may have.
type Candidate struct {
	Var   model.VarID
	Value int64
	// Solutions is how many solutions have it, with Exact; else so many at least.
	Solutions int
	Exact     bool
}

// Unique reports whether exactly one solution has the candidate: printed, it would make the puzzle unique.
func (c Candidate) Unique() bool { return c.Exact && c.Solutions == 1 }

// Out reports whether it is proved that no solution has the candidate.
func (c Candidate) Out() bool { return c.Exact && c.Solutions == 0 }

// Result is what was found out.
type Result struct {
	// Candidates are those of each variable of a find, in their order, by value. Of a variable with more than [MostValues] values they are
	// only those that were met.
	Candidates map[model.VarID][]Candidate
	// Vars are the variables of finds, in the order of the finds.
	Vars []model.VarID
	// Same are the variables of which it is proved that they have the same value in all solutions.
	Same map[model.VarID]bool
	// Solutions is how many were met, with Exact of all that there are.
	Solutions int
	Exact     bool
	// Settled says that it is known of each variable whether it is in Same, and of each candidate whether a solution has it; Decided
	// that, up to the cut-off, it is known how many do, too.
	Settled, Decided bool
	// Reason says why not.
	Reason engine.Reason
	// Questions, Conflicts and Work were needed.
	Questions, Conflicts, Work int64
}

// Differs reports whether two solutions are known that have different values for a variable.
func (r *Result) Differs(v model.VarID) bool {
	n := 0
	for _, c := range r.Candidates[v] {
		if c.Solutions > 0 {
			n++
		}
	}
	return n > 1
}

// MostValues is up to how many values of a variable are candidates from the beginning.
const MostValues = 1024

// Bounds of the work.
const (
	// firstLimit is how many conflicts a question may meet at first; a question that takes more is asked again when all are through, with
	// widen times as many.
	firstLimit = 300
	widen      = 8
	// mostWide is how wide a domain may be of which another value can be asked for ([engine.Question]).
	mostWide = 65_536
	// mostExcluded is how many values the solutions have that are kept from coming again, so that they can be counted.
	mostExcluded = 20_000_000
)

// Find asks about the solutions of a model. The error is that of ctx, or says what the engine can't; then nothing is known.
func Find(ctx context.Context, m *model.Model, e engine.Engine, o Options) (*Result, error) {
	if m.Machine != nil || len(m.Objectives) > 0 {
		return nil, engine.Because(engine.Unsupported, "what all solutions have in common is told of puzzles that stand still and have nothing to be best")
	}
	job, err := e.Open(ctx, m, engine.Options{})
	if err != nil {
		return nil, err
	}
	asked, ok := job.(engine.Inquirer)
	if !ok {
		return nil, engine.Because(engine.Unsupported, "engine %s answers no series of questions", e.Name())
	}
	q, err := asked.Inquire(ctx, engine.InquiryOptions{Seed: o.Seed})
	if err != nil {
		return nil, err
	}
	w := newWork(m, o, q)
	w.all(ctx)
	return w.finish(), nil
}

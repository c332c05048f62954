package sat

import "context"

// Oracle is a SAT solver that has been given a formula: all that this package
// asks of one, so that another solver can take gophersat's place.
//
// Variables were numbered when the oracle was made; none are added later.
// Clauses and sums passed to it are in normal form: variables are distinct, and
// there are at least two literals unless it is a unit.
type Oracle interface {
	// AddClause adds a disjunction, which may be a unit.
	AddClause(lits []Lit)
	// AddAtLeast adds the constraint that the weights of the true literals add up to at least
	// bound; weights is nil if all are 1.
	AddAtLeast(lits []Lit, weights []int, bound int)
	// Solve looks for an assignment until it has one, ctx is cancelled, or as
	// many conflicts as budget were met (0 is no limit); after the last two
	// the oracle is of no further use. It calls onConflict, if that is not nil,
	// now and then with the number of conflicts since it last did, in the
	// caller's goroutine.
	Solve(ctx context.Context, budget int64, onConflict func(n int64)) Status
	// Value is the value of a literal in the assignment that Solve found last.
	Value(l Lit) bool
}

// Status is an oracle's knowledge about its formula.
type Status int

const (
	// Unknown is the status of a formula on which work was given up.
	Unknown Status = iota
	// Satisfiable formulas have an assignment, see Oracle.Value.
	Satisfiable
	// Unsatisfiable formulas have none.
	Unsatisfiable
)

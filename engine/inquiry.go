package engine

import (
	"context"

	"nazo/model"
)

// Inquirer is a job that can be asked many questions about one model which differ in what is assumed, each soon after the other.
type Inquirer interface {
	Job
	// Inquire begins a series of questions. Objectives don't count. The error is that of ctx, or a [Reason].
	Inquire(ctx context.Context, seed int64) (Inquiry, error)
}

// Inquiry is a series of questions: what was learned for one serves the next. It belongs to one goroutine.
type Inquiry interface {
	// Exclude has no later solution have all of these values.
	Exclude(values []Fixed)
	// Limit has each later question end after about so many conflicts, without an answer; 0 is no limit. Other than after the
	// end of a context the inquiry can be asked on.
	Limit(conflicts int64)
	// Ask looks for a solution in which the assumptions hold. If there is none, the reply has those of them that
	// exclude it, not necessarily a smallest set. It returns at most 0.1 s after ctx ends, and then knows nothing;
	// an inquiry that was ended so is of no more use.
	Ask(ctx context.Context, assumptions []Assumption) Reply
}

// Assumption is that a variable has a value, or with Not that it has another one: that is for domains no wider than 65,536.
type Assumption struct {
	Fixed
	Not bool
}

// Reply is the answer to a question: a solution, or why there is none. Ended says that there was no time for either. Without a
// solution, a core that is empty says that there is none whatever is assumed.
type Reply struct {
	Solution  model.Solution
	Core      []Assumption
	Ended     bool
	Conflicts int64 // that were met
	// Propagations is how often consequences were drawn from a fact, or by a propagator: it tells best how long the search took.
	Propagations int64
}

package engine

import (
	"context"

	"nazo/model"
)

// Inquirer is a job that can be asked many questions about one model, each soon after the other: what is so if some facts are.
type Inquirer interface {
	Job
	// Inquire begins a series of questions. Objectives don't count. The error is that of ctx, or a [Reason].
	Inquire(ctx context.Context, o InquiryOptions) (Inquiry, error)
}

// InquiryOptions say what questions there will be.
type InquiryOptions struct {
	// Seed varies the solutions that are found; 0 is the plain order.
	Seed int64
	// Switches has each question say which units are on ([model.Model.Units]); without it all are. Without switches more is known before the first question, but
	// where ctx ended one question there may be no answers to the next.
	Switches bool
}

// Inquiry answers one question after another: what it learns for one serves the next. It is for one goroutine.
type Inquiry interface {
	// Scope are the variables of finds that a unit is about, ascending.
	Scope(unit int32) []model.VarID
	// Span is how many variables matter for whether a unit is met, with helpers.
	Span(unit int32) int
	// Ask looks for a solution, or for why there is none. It returns at most 0.1 s after ctx ends.
	Ask(ctx context.Context, q Question) Reply
	// Follow draws conclusions from some units and the facts by propagation, so not all that there are; with no units those
	// that follow from the facts by what helpers mean alone, which units do not tell again. The conclusions
	// are about variables of finds, none of them is among the facts, and a variable that has one value left is
	// said to have it. If it comes upon a contradiction there are no conclusions, and ok is false.
	Follow(known []Fact, on []int32) (conclusions []Fact, ok bool)
	// Exclude has no later answer be as all of these facts say.
	Exclude(facts []Fact)
}

// Question asks for a solution that is as all facts say.
type Question struct {
	// Known are facts that further questions will share, and Supposed those of this one. Neither may be changed later.
	// That a variable has another value than one can be said of domains no wider than 65,536.
	Known, Supposed []Fact
	// On are the units that are on, if there are switches: instances of the model. Of a piece the whole need not be on.
	On []int32
	// Conflicts is after how many the search is given up; with 0 it only propagates.
	Conflicts int64
	// Near has the search be given up, too, when all is decided that matters for those of the units that are about little: what is left, such as
	// whether all hangs together, takes long, and seldom refutes anything.
	Near bool
}

// Unlimited is more conflicts than any search meets.
const Unlimited = 1 << 60

// Reply is the answer to a question; one that was given up is neither refuted nor has it a solution.
type Reply struct {
	// Refuted is true if there is no solution.
	Refuted bool
	// Units, Known and Supposed are those of the question that the proof rests on; they need not be the fewest. Without any, there is none whatever is asked.
	Units           []int32
	Known, Supposed []Fact
	// Solution is one, or nil. With switches, variables that the units are not about may have any value.
	Solution model.Solution
	// Conflicts is how many were met: 0 if propagation alone refuted it.
	Conflicts int64
	// Propagations is how often consequences were drawn from a fact, or by a propagator: it tells best how long the search took.
	Propagations int64
}

// GivenUp reports whether the question has no answer.
func (r Reply) GivenUp() bool { return !r.Refuted && r.Solution == nil }

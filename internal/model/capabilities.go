package model

import (
	"context"
	"math/big"
)

// Counter is a job that can count solutions without visiting each.
type Counter interface {
	Job
	// Plan prepares a count of all solutions; with objectives, and for machines, of the best ones.
	// The error is a [Reason].
	Plan(ctx context.Context, o CountOptions) (Plan, error)
}

// CountOptions say what to count, and how.
type CountOptions struct {
	// RunOptions bound runs that are counted; Memory also bounds counts of what stands
	// still.
	RunOptions
	// ByLength asks for the numbers of solutions by the number of edges of their
	// path, cycle or links.
	ByLength bool
	// Modulo, if not 0, asks for the number modulo this.
	Modulo uint64
	// Part of Parts, from 1: count only this part of a split; the parts add up to the
	// whole. 0 of 0 is the whole.
	Part, Parts int
	// From, if not "", names a checkpoint. Part of Parts then divides what that has left, and its
	// counts so far belong to the first part.
	From string
	// Checkpoint names a file where the work is saved: when its plan is made, from time to time,
	// and when ctx ends. With Resume it continues from there.
	Checkpoint string
	Resume     bool
	// PartName identifies the part, and FromName the checkpoint that From must be; others are
	// refused. The work continues with the plan of the checkpoint.
	PartName, FromName string
	// OrderVariant, if not 0, selects another elimination order and another vertex to split at, for
	// a second, independent count.
	OrderVariant int
	// Brief asks for any order that is found quickly where a good one is hard to find
	// ([Plan].HardToOrder). The effort is counted work, so the plan is the same under any load.
	Brief bool
	// Progress, if not nil, is called with how far the work has come, from any goroutine.
	Progress func(CountProgress)
}

// Plan is a count that has been laid out. Its methods may be called several times.
type Plan interface {
	// HardToOrder reports whether an order is hard to find, since the model has no graph of its
	// own. If there is another way to count, don't wait for it.
	HardToOrder() bool
	// Forecast returns the expected work, or nil if unknown. The first call finds the elimination
	// order, as good as ctx allows, and Count keeps it.
	Forecast(ctx context.Context) *Forecast
	// Count counts.
	Count(ctx context.Context) Count
}

// CountProgress is how far a count has come.
type CountProgress struct {
	Layer, Layers int     // vertices eliminated, of all; 0 of 0 if it isn't known
	States        int64   // in the current layer
	Share         float64 // of the whole work, estimated, 0..1
	Stats         Stats   // of a count of runs
}

// Forecast is the expected work of a count by elimination. An infinite number is beyond the engine.
type Forecast struct {
	Layers []PlannedLayer
	Peak   float64 // states of the largest layer
	Total  float64 // states of all layers
	// Doubt is the factor by which Total may be wrong either way, at least 1; 0 if unknown. The
	// other numbers are as doubtful.
	Doubt  float64
	Memory float64 // bytes for the largest layer and what is left of the one before
	Parts  int     // into how many parts the memory limit would split the work, 1<<30 at most
	// Work is the time in seconds on a standard processor for all states, including those that
	// parts repeat. It is a constant times their number, so it is the same on any machine and under
	// any load. Decisions rest on it. For a part of a count, the memory of the parts does not
	// affect it.
	Work      float64
	Seconds   float64 // on the processors there are, with what the parts do again, as measured where that was done
	Processor float64 // seconds of processor time, all processors together, as measured
	// Fingerprint is equal for two plans only if parts of their counts add up; "" if unknown.
	Fingerprint string
}

// PlannedLayer is one elimination of a vertex.
type PlannedLayer struct {
	Vertex   int32
	Frontier int     // vertices that are open after it
	States   float64 // estimated
}

// Count is a number of solutions.
type Count struct {
	N *big.Int // nil unless Complete
	// Complete is true if N is the number, and not less.
	Complete bool
	// Costs are those of the solutions counted, if they are the best runs of a
	// machine, with the length last.
	Costs []int64
	// ByLength has the numbers of solutions by length, if it was asked for.
	ByLength map[int64]*big.Int
	// Method says how it was counted, in a few words.
	Method string
	Reason Reason // why it is not complete
	Stats  Stats
}

// Sampler is a job that can draw solutions at random, each with the same probability.
type Sampler interface {
	Job
	// CanSample is nil, or the [Reason] why Sample can't. It draws nothing.
	CanSample() error
	// Sample draws solutions uniformly, with repetitions. total is the number of all solutions; if
	// it is 0 there are no samples. The error is a [Reason].
	Sample(ctx context.Context, o SampleOptions) (samples []Solution, total *big.Int, err error)
}

// SampleOptions say what to draw.
type SampleOptions struct {
	Number int
	Seed   int64 // decides all draws
	Memory int64 // bounds the bytes for states; 0 is the engine's own choice
	// Progress, if not nil, is called with how far the work has come, from any goroutine.
	Progress func(CountProgress)
}

// Splitter is a job that can divide its solutions (cube and conquer; Heule, Kullmann, Wieringa and
// Biere 2012).
type Splitter interface {
	Job
	// Split divides some cubes, nil for everything, into at most n disjoint cubes with the same
	// solutions. If they are n already, it returns them. The new cubes should take about equally
	// long; some may be empty. The same build gives the same result for the same input. Objectives
	// are ignored. The error is that of ctx, or a [Reason].
	Split(ctx context.Context, cubes []Cube, n int) ([]Cube, error)
}

// Cube is all solutions whose finds' variables are as it says.
type Cube []Within

// Holds reports whether a solution lies in the cube.
func (c Cube) Holds(s Solution) bool {
	for _, w := range c {
		if !w.Holds(s) {
			return false
		}
	}
	return true
}

// CubesEach is the number of cubes per share. Their times average out, and a share that is divided
// again need not be split anew.
const CubesEach = 4

// mostShares bounds the shares of one split, since every worker makes all of its cubes. For more,
// shares are split again.
const mostShares = 64

// Share is the i-th of n shares, from 1, of some cubes, nil for everything. It returns cubes,
// perhaps none, and nil only for everything. The error is that of ctx, or a [Reason].
func Share(ctx context.Context, by Splitter, cubes []Cube, i, n int) (share []Cube, err error) {
	if n == 1 {
		return cubes, nil
	}
	of := min(n, mostShares)
	if cubes == nil || len(cubes) < of {
		if cubes, err = by.Split(ctx, cubes, CubesEach*of); err != nil {
			return nil, err
		}
	}
	share = []Cube{}
	first := (i - 1) % of
	for k := first; k < len(cubes); k += of {
		share = append(share, cubes[k])
	}
	return Share(ctx, by, share, (i-1)/of+1, (n-1-first)/of+1)
}

// Surveyor is a job that can visit every state of a machine.
type Surveyor interface {
	Job
	// Survey visits all states that runs may reach, goal or not.
	Survey(ctx context.Context, o SurveyOptions) Survey
}

// SurveyOptions bound a survey.
type SurveyOptions struct {
	RunOptions
	// Progress, if not nil, is called now and then with how far the survey has come, from any goroutine.
	Progress func(Progress)
}

// Survey is a census of the states of a machine.
type Survey struct {
	// ByDistance counts the states at each distance from the start, and Goals those that meet the
	// goal. Moves lead on from goals, too.
	ByDistance, Goals []int64
	// DeadEnds is the number of states from which no run leads to the goal, -1 if
	// it is not known.
	DeadEnds int64
	Complete bool
	Reason   Reason
	Stats    Stats
}

// Estimator is a job whose search goes through a tree that random probes can measure.
type Estimator interface {
	Job
	// Estimate makes the probes, fewer if ctx ends before. The error is a [Reason] if the search has no whole tree.
	Estimate(ctx context.Context, o EstimateOptions) (Estimate, error)
}

// EstimateOptions say how to probe.
type EstimateOptions struct {
	Probes int
	Seed   int64 // decides all draws
	// Progress, if not nil, is called after each probe with the number of those made.
	Progress func(probes int)
}

// Estimate is an estimate by random probes of the choices of a complete search (Knuth, Estimating
// the efficiency of backtrack programs, 1975).
type Estimate struct {
	Probes   int     `json:"probes"`
	Mean     float64 `json:"mean"`
	StdError float64 `json:"standard_error"` // standard error of the mean
}

// Inquirer is a job that answers many related queries about one model: what holds if some facts do.
type Inquirer interface {
	Job
	// Inquire begins a series of questions. Objectives don't count. The error is that of ctx, or a [Reason].
	Inquire(ctx context.Context, o InquiryOptions) (Inquiry, error)
}

// Refuter is a job that makes something of its model once, for many questions of whether there is no solution.
type Refuter interface {
	Job
	// Refute reports whether no solution is as all of some facts say and, if there are others, as at least one of those says. It is not known where that
	// takes more than so many conflicts and calls of the solver.
	Refute(ctx context.Context, all, some []Fact, conflicts int64) (refuted, known bool)
}

// InquiryOptions say what questions there will be.
type InquiryOptions struct {
	// Seed varies the solutions that are found; 0 is the plain order.
	Seed int64
	// Switches lets each query enable a subset of the units ([Model.Units]); otherwise all are on.
	// Without switches more is known before the first query. But if ctx ends a query, later ones
	// may have no answer.
	Switches bool
}

// Inquiry answers one question after another: what it learns for one serves the next. It is for one goroutine.
type Inquiry interface {
	// Scope are the variables of finds that a unit is about, ascending.
	Scope(unit int32) []VarID
	// Span is how many variables matter for whether a unit is met, with helpers.
	Span(unit int32) int
	// Ask looks for a solution, or for why there is none. It returns at most 0.1 s after ctx ends.
	Ask(ctx context.Context, q Query) Reply
	// Follow propagates some units and the facts; it need not find everything. Without units it
	// returns what follows from the facts by the definitions of helpers, and units do not repeat
	// these. Conclusions are about finds and not among the facts; a variable with one value left
	// has it as its conclusion. ok is false on a contradiction.
	Follow(known []Fact, on []int32) (conclusions []Fact, ok bool)
	// Derive propagates as [Inquiry.Follow] does, with the supposed facts of the query as well, and
	// says how: how it comes to a contradiction, or else to each of some wanted facts. Without units
	// it also uses the definitions of helpers. ok is false if it comes to neither.
	Derive(q Query, want []Fact) (d Derivation, ok bool)
	// Exclude has no later answer be as all of these facts say.
	Exclude(facts []Fact)
}

// Derivation is how propagation comes from facts to others: the part of an implication graph that
// matters, where each node is a conclusion about a variable of a find.
type Derivation struct {
	// Links are in an order in which each comes after those that it uses.
	Links []Link
	// Refuted means that the last link is a contradiction.
	Refuted bool
	// Wanted are the indices of the links that are the wanted facts; -1 for a fact that was known,
	// and -2 for one that was not reached.
	Wanted []int
}

// Link is one inference.
type Link struct {
	// Var has, or has not, a value, or one that is at least or at most that. Of a contradiction it
	// is -1.
	Var   VarID
	Op    LinkOp
	Value int64
	// Units are those that the inference uses, ascending; Facts are the known or supposed facts, and
	// From the earlier links.
	Units []int32
	Facts []Fact
	From  []int
	// Supposed means that the inference rests on supposed facts, maybe through other links.
	Supposed bool
}

// LinkOp is how a link compares a variable with a value.
type LinkOp uint8

// The comparisons.
const (
	LinkIs LinkOp = iota
	LinkIsNot
	LinkAtLeast
	LinkAtMost
)

// Query asks for a solution that is as all facts say.
type Query struct {
	// Known are facts shared with later queries, Supposed those of this one. Neither may be changed
	// later. "Has another value" is only possible for domains of at most 65,536 values.
	Known, Supposed []Fact
	// On are the units that are on, if there are switches: instances of the model. Of a piece the whole need not be on. It
	// may not be changed later, either.
	On []int32
	// Conflicts is after how many the search is given up; with 0 it only propagates.
	Conflicts int64
	// Near also ends the search when everything relevant for the small units is decided. The rest,
	// such as connectivity, takes long and rarely refutes anything.
	Near bool
}

// Unlimited is more conflicts than any search meets.
const Unlimited = 1 << 60

// Reply is the answer to a question; one that was given up is neither refuted nor has it a solution.
type Reply struct {
	// Refuted is true if there is no solution.
	Refuted bool
	// Units, Known and Supposed are what the proof uses of the query; they need not be minimal.
	// Without any, there is no solution at all.
	Units           []int32
	Known, Supposed []Fact
	// Solution is one, or nil. With switches, variables that the units are not about may have any value.
	Solution Solution
	// Conflicts is how many were met: 0 if propagation alone refuted it.
	Conflicts int64
	// Propagations counts conclusions from facts and runs of propagators. It is the best measure of
	// time.
	Propagations int64
}

// GivenUp reports whether the question has no answer.
func (r Reply) GivenUp() bool { return !r.Refuted && r.Solution == nil }

// Budget bounds what inquiries are asked, by counts that are the same on every machine, and counts it.
type Budget struct {
	// MostQuestions and MostWork, if not 0, are after how many questions, and after how much work, no other is asked.
	MostQuestions, MostWork int64
	// Questions, Conflicts and Work were needed so far. Work is counted in propagations, each as many times as the model has thousands of
	// variables and one: on large boards each takes longer. A million is a second or so.
	Questions, Conflicts, Work int64
}

// Spent reports whether no other question is asked.
func (b *Budget) Spent() bool {
	return b.MostQuestions > 0 && b.Questions >= b.MostQuestions || b.MostWork > 0 && b.Work >= b.MostWork
}

// Ask puts a question about a model. It is given up at once if nothing is left of the budget.
func (b *Budget) Ask(ctx context.Context, m *Model, q Inquiry, x Query) Reply {
	if b.Spent() {
		return Reply{}
	}
	r := q.Ask(ctx, x)
	b.Questions++
	b.Conflicts += r.Conflicts
	b.Work += r.Propagations * int64(1+len(m.Vars)/1000)
	return r
}

// Fact says that a variable has a value, or that it has another. Of truth values the values are 0 and 1.
type Fact struct {
	Var   VarID
	Value int64
	Is    bool
}

// Not is the opposite.
func (f Fact) Not() Fact { f.Is = !f.Is; return f }

// Holds reports whether a solution is as the fact says.
func (f Fact) Holds(s Solution) bool { return (s[f.Var] == f.Value) == f.Is }

// DeadEnder is a job that can find out why no run of a machine leads to its goal.
type DeadEnder interface {
	Job
	// DeadEnd looks for a small cause, if the machine has one start. It ends with ctx, or after an
	// amount of counted work. false means that it found none, which says nothing about whether
	// there is a run.
	DeadEnd(ctx context.Context, work int64) (DeadEnd, bool)
}

// DeadEnd is why no run of a machine leads to its goal.
type DeadEnd struct {
	// Vars are the relevant variables, ascending: with their values at the start, no run leads to
	// what Wants asks for, whatever the other variables are.
	Vars []VarID
	// Wants are parts of the goal, each of which is to hold.
	Wants []Want
	// Reduced means that leaving out each of Vars and Wants was tried and no longer showed it. That
	// is no proof that all are needed.
	Reduced bool
	// Parity, if there is any, is the cause instead. The number of these facts that hold is odd at
	// the start if Odd is set, else even. No move changes that, and every goal state has the other
	// parity.
	Parity []Fact
	Odd    bool
}

// Want is a part of a goal.
type Want struct {
	// Vars are the variables that it is about, ascending. If it is one, Values are those that it allows.
	Vars   []VarID
	Values Domain
}

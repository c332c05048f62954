package model

import (
	"context"
	"math/big"
	"slices"
)

// Counter is a job that can count solutions without enumerating them.
type Counter interface {
	Job
	// Plan prepares a count of all solutions, or of the best ones with objectives or a machine. The error is a
	// [Reason].
	Plan(ctx context.Context, o CountOptions) (Plan, error)
}

// CountOptions say what to count, and how.
type CountOptions struct {
	// RunOptions bound the runs to count. Memory bounds counts without a machine, too.
	RunOptions
	// ByLength asks for separate numbers for each length: the edges of the path, cycle or links.
	ByLength bool
	// Modulo, if not 0, asks for the number modulo this.
	Modulo uint64
	// Part of Parts, from 1, counts only this part of a split. The parts add up to the whole. 0 of 0 is the whole.
	Part, Parts int
	// From, if not "", names a checkpoint. The split then divides its remaining work, and its counts so far belong
	// to the first part.
	From string
	// Checkpoint names a file where the work is saved: when its plan is made, from time to time, and when ctx ends.
	// With Resume the count continues from it.
	Checkpoint string
	Resume     bool
	// PartName identifies the part, and FromName the checkpoint that From must be. Others are refused. The work
	// continues with the plan of the checkpoint.
	PartName, FromName string
	// OrderVariant, if not 0, selects another elimination order and another vertex to split at, for an independent
	// second count.
	OrderVariant int
	// Brief accepts any order that is found quickly where a good one is hard to find ([Plan].HardToOrder). The
	// effort is counted work, so the plan is the same under any load.
	Brief bool
	// Progress, if not nil, is called from any goroutine.
	Progress func(CountProgress)
}

// Plan is a prepared count. Its methods may be called several times.
type Plan interface {
	// HardToOrder reports whether an order is hard to find, since the model has no graph of its own. If there is
	// another way to count, don't wait for it.
	HardToOrder() bool
	// Forecast returns the expected work, or nil if unknown. The first call finds the elimination order, as good as
	// ctx allows, and Count reuses it.
	Forecast(ctx context.Context) *Forecast
	// Count counts.
	Count(ctx context.Context) Count
}

// CountProgress is how far a count has come.
type CountProgress struct {
	Layer, Layers int     // layers are eliminated vertices; 0 of 0 if unknown
	States        int64   // in the current layer
	Share         float64 // of the whole work, estimated, 0..1
	Stats         Stats   // of a count of runs
}

// Forecast is the expected work of a count by elimination. An infinite number is beyond the engine.
type Forecast struct {
	Layers []PlannedLayer
	Peak   float64 // states of the largest layer
	Total  float64 // states of all layers
	// Doubt is the factor by which Total may be wrong either way, at least 1; 0 if unknown. It applies to the other
	// numbers, too.
	Doubt  float64
	Memory float64 // bytes for the largest layer and the rest of the one before
	Parts  int     // parts that the memory limit would split the work into, at most 1<<30
	// Work is the time in seconds on a standard processor, including states that several parts repeat. It is a
	// constant times their number, so it is the same on any machine under any load. Decisions rest on it. For a part
	// of a count, the memory limit does not affect it.
	Work      float64
	Seconds   float64 // measured, on the available processors, with repeated states
	Processor float64 // measured, of all processors together
	// Fingerprint is equal for two plans only if parts of their counts add up; "" if unknown.
	Fingerprint string
}

// PlannedLayer is one elimination of a vertex.
type PlannedLayer struct {
	Vertex   int32
	Frontier int     // open vertices after it
	States   float64 // estimated
}

// Count is a number of solutions.
type Count struct {
	N *big.Int // nil unless Complete
	// Complete means that N is exact.
	Complete bool
	// Costs are those of the best runs of a machine, if these were counted, with the length last.
	Costs []int64
	// ByLength has the numbers of solutions by length if asked for.
	ByLength map[int64]*big.Int
	// Method names the counting method in a few words.
	Method string
	Reason Reason // why it is not complete
	Stats  Stats
}

// Sampler is a job that can draw solutions uniformly at random.
type Sampler interface {
	Job
	// CanSample returns nil, or the [Reason] why Sample can't. It draws nothing.
	CanSample() error
	// Sample draws solutions with repetitions. total is the number of all solutions. If it is 0 there are no
	// samples. The error is a [Reason].
	Sample(ctx context.Context, o SampleOptions) (samples []Solution, total *big.Int, err error)
}

// SampleOptions say how many solutions to draw.
type SampleOptions struct {
	Number int
	Seed   int64 // decides all draws
	Memory int64 // bounds the bytes for states; 0 is the engine's own choice
	// Progress, if not nil, is called from any goroutine.
	Progress func(CountProgress)
}

// Splitter is a job that can divide its solutions (cube and conquer; Heule, Kullmann, Wieringa and Biere 2012).
type Splitter interface {
	Job
	// Split divides cubes, nil for everything, into at most n disjoint cubes with the same solutions. It returns them
	// unchanged if they are n already. The new cubes should take about equally long. Some may be empty. The same build
	// gives the same result for the same input. Objectives are ignored. The error is that of ctx, or a [Reason].
	Split(ctx context.Context, cubes []Cube, n int) ([]Cube, error)
}

// Cube is the set of solutions in which each listed variable of a find has one of its values.
type Cube []Within

// Holds reports whether a solution lies in the cube.
func (c Cube) Holds(s Solution) bool {
	return !slices.ContainsFunc(c, func(w Within) bool { return !w.Holds(s) })
}

// CubesEach is the number of cubes per share. Their times average out, and a share can be divided again without
// another split.
const CubesEach = 4

// mostShares bounds the shares of one split, since every worker computes all of its cubes. Beyond that, shares are
// split again.
const mostShares = 64

// Share returns the i-th of n shares, from 1, of some cubes, nil for everything. A share may be empty. It is nil
// only for everything. The error is that of ctx, or a [Reason].
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
	// Survey visits all reachable states, goal or not.
	Survey(ctx context.Context, o SurveyOptions) Survey
}

// SurveyOptions bound a survey.
type SurveyOptions struct {
	RunOptions
	// Progress, if not nil, is called now and then, from any goroutine.
	Progress func(Progress)
}

// Survey is a census of the states of a machine.
type Survey struct {
	// ByDistance counts the states at each distance from the start, and Goals those that meet the goal. Runs
	// continue from goals.
	ByDistance, Goals []int64
	// DeadEnds is the number of states from which no run leads to the goal, -1 if unknown.
	DeadEnds int64
	Complete bool
	Reason   Reason
	Stats    Stats
}

// Estimator is a job whose search tree can be measured by random probes.
type Estimator interface {
	Job
	// Estimate makes the probes, fewer if ctx ends. The error is a [Reason] if the search has no whole tree.
	Estimate(ctx context.Context, o EstimateOptions) (Estimate, error)
}

// EstimateOptions say how to probe.
type EstimateOptions struct {
	Probes int
	Seed   int64 // decides all draws
	// Progress, if not nil, is called after each probe with the number so far.
	Progress func(probes int)
}

// Estimate estimates the choices of a complete search by random probes (Knuth, Estimating the efficiency of
// backtrack programs, 1975).
type Estimate struct {
	Probes   int     `json:"probes"`
	Mean     float64 `json:"mean"`
	StdError float64 `json:"standard_error"`
}

// Inquirer is a job that answers many related queries about one model.
type Inquirer interface {
	Job
	// Inquire starts a series of queries. Objectives are ignored. The error is that of ctx, or a [Reason].
	Inquire(ctx context.Context, o InquiryOptions) (Inquiry, error)
}

// Refuter is a job that prepares its model once, for many queries about whether a solution exists.
type Refuter interface {
	Job
	// Refute reports whether no solution satisfies all of the facts in all and, unless some is empty, at least one
	// in some. known is false if that takes more conflicts and solver calls than allowed.
	Refute(ctx context.Context, all, some []Fact, conflicts int64) (refuted, known bool)
}

// InquiryOptions describe the queries to come.
type InquiryOptions struct {
	// Seed varies the solutions that are found; 0 is the plain order.
	Seed int64
	// Switches lets each query enable a subset of the units ([Model.Units]). Otherwise all are on. Without switches
	// more is known before the first query. But if ctx ends a query, later ones may have no answer.
	Switches bool
}

// Inquiry answers queries one after another and reuses what it learns. It is for one goroutine.
type Inquiry interface {
	// Scope returns the variables of finds that a unit depends on, ascending.
	Scope(unit int32) []VarID
	// Span returns the number of variables, helpers included, that a unit depends on.
	Span(unit int32) int
	// Complete reports, if there are switches, whether [Inquiry.Follow] with this unit alone surely misses nothing.
	Complete(unit int32) bool
	// Ask looks for a solution, or for the cause why there is none. It returns at most 0.1 s after ctx ends.
	Ask(ctx context.Context, q Query) Reply
	// Follow propagates some units and the facts, perhaps incompletely. Without units it uses only the definitions
	// of helpers. With units it does not repeat those conclusions. Conclusions are new facts about finds. A variable
	// with one value left has that value as its conclusion. ok is false on a contradiction.
	Follow(known []Fact, on []int32) (conclusions []Fact, ok bool)
	// Derive propagates like [Inquiry.Follow], with the supposed facts of the query as well. It records how it
	// reaches a contradiction, or else each of the wanted facts. Without units it also uses the definitions of
	// helpers. ok is false if it reaches neither.
	Derive(q Query, want []Fact) (d Derivation, ok bool)
	// Exclude forbids later answers that satisfy all of these facts.
	Exclude(facts []Fact)
}

// Derivation is the relevant part of an implication graph. Each node is a conclusion about a variable of a find.
type Derivation struct {
	// Links are in topological order: each comes after those that it uses.
	Links []Link
	// Refuted means that the last link is a contradiction.
	Refuted bool
	// Wanted has for each wanted fact the index of its link. It is -1 for a fact that was known, and -2 for one that
	// was not reached.
	Wanted []int
}

// Link is one inference.
type Link struct {
	// Var, Op and Value are the conclusion. Var is -1 for a contradiction.
	Var   VarID
	Op    LinkOp
	Value int64
	// Units, ascending, Facts (known or supposed) and From (earlier links) are the premises.
	Units []int32
	Facts []Fact
	From  []int
	// Supposed means that the inference rests on supposed facts, perhaps through other links.
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

// Query asks for a solution that satisfies all facts.
type Query struct {
	// Known are facts shared with later queries, Supposed those of this one. Neither slice may be changed later. A
	// fact "has another value" needs a domain of at most 65,536 values.
	Known, Supposed []Fact
	// On are the enabled units, if there are switches. A piece can be on without its whole. The slice may not be
	// changed later.
	On []int32
	// Conflicts limits the search. With 0 it only propagates.
	Conflicts int64
	// Prefer are facts that the search tries first, at most one for each variable counts. It says that a variable has a
	// value.
	Prefer []Fact
	// Tell asks for [Reply.Fixed].
	Tell bool
	// Near also ends the search when everything relevant for the small units is decided. The rest, such as
	// connectivity, takes long and rarely refutes anything.
	Near bool
}

// Unlimited exceeds the conflicts of any search.
const Unlimited = 1 << 60

// Reply is the answer to a query. One that was given up is neither refuted nor has a solution.
type Reply struct {
	Refuted bool // there is no solution
	// Units, Known and Supposed are the premises of the refutation, not necessarily minimal. Without any, there is
	// no solution at all.
	Units           []int32
	Known, Supposed []Fact
	// Solution is one, or nil. With switches, variables that no enabled unit depends on may have any value.
	Solution Solution
	// Fixed are the variables of finds that got their value when what is supposed was propagated, if Query.Tell asks for
	// them, nothing was refuted and nothing was searched. They are valid until the next query.
	Fixed []Fact
	// Conflicts counts those met: 0 if propagation alone refuted it.
	Conflicts int64
	// Propagations counts conclusions from facts and runs of propagators. It is the best measure of time.
	Propagations int64
}

// GivenUp reports whether the query has no answer.
func (r Reply) GivenUp() bool { return !r.Refuted && r.Solution == nil }

// Budget counts and bounds the work of queries, in units that are the same on every machine.
type Budget struct {
	// MostQuestions and MostWork are limits, or 0 for none.
	MostQuestions, MostWork int64
	// Work is counted in propagations, weighted by the size of the model, as they take longer on large boards. A
	// million is about a second.
	Questions, Conflicts, Work int64
}

// Spent reports whether the budget is used up.
func (b *Budget) Spent() bool {
	return b.MostQuestions > 0 && b.Questions >= b.MostQuestions || b.MostWork > 0 && b.Work >= b.MostWork
}

// Ask passes a query on. It is given up at once if the budget is spent.
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

// Fact says that a variable has a value, or another one. Truth values are 0 and 1.
type Fact struct {
	Var   VarID
	Value int64
	Is    bool
}

// Not returns the opposite fact.
func (f Fact) Not() Fact { f.Is = !f.Is; return f }

// Holds reports whether the fact holds in a solution.
func (f Fact) Holds(s Solution) bool { return (s[f.Var] == f.Value) == f.Is }

// DeadEnder is a job that can explain why no run of a machine leads to its goal.
type DeadEnder interface {
	Job
	// DeadEnd looks for a small cause, if the machine has one start. It ends with ctx, or after an amount of counted
	// work. false means that it found none, though there may be no run.
	DeadEnd(ctx context.Context, work int64) (DeadEnd, bool)
}

// DeadEnd is a cause why no run of a machine leads to its goal.
type DeadEnd struct {
	// Vars are the relevant variables, ascending. With their values at the start no run reaches Wants, whatever the
	// other variables are.
	Vars []VarID
	// Wants are parts of the goal that can't hold together.
	Wants []Want
	// Reduced means that removing any one of Vars and Wants was tried and lost the proof. They may still not all be
	// needed.
	Reduced bool
	// Parity, if not empty, is the cause instead. The number of these facts that hold is odd at the start if Odd is
	// set, else even. No move changes that, and every goal state has the other parity.
	Parity []Fact
	Odd    bool
}

// Want is a part of a goal.
type Want struct {
	// Vars are its variables, ascending. If there is only one, Values are the allowed values.
	Vars   []VarID
	Values Domain
}

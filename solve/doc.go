// Package solve answers one question about a problem so that the answer can be
// trusted: it runs an engine, lets two of them race, or holds both against each
// other, and has every solution judged by the rules before anyone sees it.
//
// The engines are the caller's; so are the text of a puzzle and how an answer
// is shown.
package solve

import (
	"math/big"
	"time"

	"nazo/engine"
	"nazo/judge"
	"nazo/model"
)

// Question says what to find out.
type Question struct {
	// Limit is the number of solutions after which to stop; 0 asks for all.
	// With objectives the solutions are the optimal ones.
	Limit int
	// Keep is the number of answers to hand back; 0 keeps all.
	Keep int
	// Within lists variables of which more is known, Off rule instances that need not hold: what the rules
	// refuse is then no fault.
	Within []engine.Within
	Off    []int32
	// Cubes, if not nil, are where solutions are to lie ([Session.Part]).
	Cubes []engine.Cube
	// AnyObjective asks for solutions whatever their objective.
	AnyObjective bool
	// Seed varies the order of the search; 0 is the plain order.
	Seed int64
	// Varied asks for solutions that differ widely, as Seed decides ([engine.SolveOptions]). In a race the first engine that can
	// works alone then: what it finds does not depend on the clock.
	Varied bool
	// MaxMoves bounds the length of runs, Memory the bytes for the states that a
	// search for runs keeps; 0 is no bound, and the engine's own choice.
	MaxMoves int
	Memory   int64
	// Counting says how [Session.Count] is to count; nil leaves it to Count.
	Counting *Counting
	// Visit is true if each solution is wanted, so that Count has to enumerate.
	Visit bool
	// Twice has Count count once more, along another order, and compare. What is not enumerated as a whole is enumerated in cells, too.
	Twice bool
	// Planned, if not nil, is called with what a count without visiting each solution is
	// expected to take, and whether Count takes it up.
	Planned func(f *engine.Forecast, feasible bool)
	// Instead, if not nil, is called with the reason why Count comes to be Ask though such a count is
	// possible: it is not taken up, or was given up.
	Instead func(reason engine.Reason)
	// Progress, if not nil, is called now and then with how far an engine has come,
	// from any goroutine.
	Progress func(Progress)
	// Each, if not nil, is called with every answer of each engine that was judged and
	// accepted, one at a time.
	Each func(engine string, a *judge.Answer)
	// Ended, if not nil, is called with what each engine has found when it ends, from any
	// goroutine: the answer may still have to wait for the others.
	Ended func(r *Report)
}

// Counting says how solutions are to be counted.
type Counting struct {
	// Method is Frontier or Enumerate; "" leaves it to [Session.Count].
	Method string
	engine.CountOptions
}

// Progress is how far an engine has come.
type Progress struct {
	Engine    string
	Solutions int
	engine.Progress
}

// Team is who works on a question.
type Team struct {
	// Engines in order of preference.
	Engines []engine.Engine
	Mode    Mode
	// TimeEach, if not 0, bounds the time of each engine, ChoicesEach what a native one may choose, ConflictsEach the work of engine sat.
	TimeEach                   time.Duration
	ChoicesEach, ConflictsEach int64
}

// Mode says how several engines work on one question.
type Mode uint8

// The modes.
const (
	// Race: the first begins, the others follow after its head start, and the first
	// to finish answers.
	Race Mode = iota
	// Together: all answer, side by side, and what they say is compared.
	Together
	// InTurn: as Together, but one after the other, so that times can be compared.
	InTurn
)

// HeadStart is how long the first engine of a race works alone at least: long enough
// for most small puzzles, short against the time in which a person waits. On a model that took
// long to compile it is HeadStartFactor times that: what a large board takes to be searched grows with
// it, and so does what a second engine spends before it begins.
const (
	HeadStart       = 100 * time.Millisecond
	HeadStartFactor = 4
)

// Verdict is the outcome in a word.
type Verdict string

// The verdicts.
const (
	Solved     Verdict = "solved"
	NoSolution Verdict = "no solution"
	Unknown    Verdict = "unknown"
)

// Report is the answer to a question.
type Report struct {
	Verdict Verdict
	// Complete is true if the question was answered to its end: as many
	// solutions as asked for, or all there are; an optimum, if there is an
	// objective, is then proved.
	Complete bool
	// ShorterMayExist says of the one run that is the answer to a spec without objective
	// that it may not be among the shortest.
	ShorterMayExist bool
	// Exhausted is true if there are no solutions but those counted.
	Exhausted bool
	// Engine is the one whose answer this is; of several that agree, the first.
	Engine string
	// Count is the number of solutions that were found and judged, Answers those
	// that were kept.
	Count   int
	Answers []*judge.Answer
	// Total is the number of all solutions where they were counted without going
	// through them; nil otherwise. If Exhausted is set, Count says the same.
	Total *big.Int
	// CountedBy is the engine that counted Total.
	CountedBy string
	// Counted says how; it is nil if Total is, and for runs.
	Counted *Counted
	// Bounds are, for each objective, what is proved about its optimum.
	Bounds []model.Interval
	// Proof says how it was proved, where that isn't by the search itself.
	Proof string
	// Reason says why the answer is not complete.
	Reason  engine.Reason
	Stats   engine.Stats
	Elapsed time.Duration
	// Attempts are the work of each engine; one that was not needed is missing.
	Attempts []*Attempt
	// Fault is set if engines, or an engine and the judge, disagree. All else
	// is then not to be trusted.
	Fault *Fault
}

// Counted says how a number of solutions came about that weren't visited one by
// one.
type Counted struct {
	// Method is the engine's, in a few words.
	Method string
	// Modulo, if not 0, says that Total is the rest of the number in a division.
	Modulo uint64
	// Part of Parts: Total is the number of this part; 0 of 0 is the whole.
	Part, Parts int
	// ByLength has the numbers by length, if that was asked for.
	ByLength map[int64]*big.Int
	// Listed is true if all solutions were found and judged, too, and are as many.
	Listed bool
	// Twice is true if a count along another order gave the same. Cells is in how many cells of the count a search then
	// found as many solutions as elimination did, each a few finds wide; 0 if Listed.
	Twice bool
	Cells int
	// Elapsed is the time that the first count took, Stats its work.
	Elapsed time.Duration
	Stats   engine.Stats
}

// Attempt is the work of one engine.
type Attempt struct {
	Engine  string
	Verdict Verdict
	engine.Result
	// Answer is the first that was judged, if there is any.
	Answer  *judge.Answer
	Elapsed time.Duration
}

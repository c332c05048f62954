package engine

import "context"

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
	// ByDistance is the number of states that take so many moves to reach, and no
	// fewer; Goals how many of them meet the goal. Moves lead on from there, too.
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

// Estimate is the estimate by random probes of the number of choices that a search makes if it
// goes through the whole of its tree (Knuth, Estimating the efficiency of backtrack
// programs, 1975).
type Estimate struct {
	Probes   int
	Mean     float64
	StdError float64 // standard error of the mean
}

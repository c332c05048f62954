package engine

import (
	"context"

	"nazo/model"
)

// DeadEnder is a job that can find out why no run of a machine leads to its goal.
type DeadEnder interface {
	Job
	// DeadEnd looks for a small cause, if the machine has one start only; it ends when ctx does, or after so much counted work. It is false if
	// it found none: then nothing is said about whether there is a run.
	DeadEnd(ctx context.Context, work int64) (DeadEnd, bool)
}

// DeadEnd is why no run of a machine leads to its goal.
type DeadEnd struct {
	// Vars are the variables that matter, ascending: with their values at the start no run leads to what Wants asks for, whatever the
	// others begin with.
	Vars []model.VarID
	// Wants are parts of the goal, each of which is to hold.
	Wants []Want
	// Reduced is true if it was tried of each of Vars and Wants whether it can go, and not shown. That is no proof that none can.
	Reduced bool
	// Parity, if there is any, is the cause instead: how many of these facts hold is odd at the start, if Odd is set, and else even; no move changes that, and it is the
	// other way wherever the goal is met.
	Parity []Fact
	Odd    bool
}

// Want is a part of a goal.
type Want struct {
	// Vars are the variables that it is about, ascending. If it is one, Values are those that it allows.
	Vars   []model.VarID
	Values model.Domain
}

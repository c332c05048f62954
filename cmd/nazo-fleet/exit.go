package main

import (
	"context"
	"errors"
	"fmt"
)

// exitStatus is how the program ends. It is an error, too: with one a verb ends that has said all there is to say.
type exitStatus int

// The statuses are nazo's.
const (
	statusTrue     exitStatus = 0  // solved, or what was asked is true
	statusFalse    exitStatus = 1  // no solution, or what was asked is false
	statusMistake  exitStatus = 2  // the user's mistake
	statusLimit    exitStatus = 3  // a limit or an interrupt came before the answer, or a part was set aside
	statusDisagree exitStatus = 4  // engines, or two results of one part, disagree
	statusBug      exitStatus = 70 // the program is at fault
)

// statuses explains them to users.
const statuses = `Exit status: as of nazo, 0 solved or true, 1 no solution or false, 2 a mistake in the command, spec or instance, 3 a limit was reached or parts could not be done, 4 engines, judge or two results of a part disagree, 70 a bug.`

// Error is for those who don't look at the status.
func (e exitStatus) Error() string { return fmt.Sprintf("exit status %d", int(e)) }

// ended is the end of a verb for a reason that is no mistake.
type ended struct {
	status exitStatus
	text   string
}

// Error is the reason.
func (e ended) Error() string { return e.text }

// end prints what a verb ended with, unless it has said so itself, and returns the exit status.
func (s *session) end(err error) exitStatus {
	var status exitStatus
	var known ended
	switch {
	case err == nil:
		return statusTrue
	case errors.As(err, &status):
		return status
	case errors.As(err, &known):
		s.note("%s", known.text)
		return known.status
	case s.ctx.Err() != nil && errors.Is(err, context.Canceled):
		s.note("interrupted")
		return statusLimit
	}
	s.note("%v", err)
	return statusMistake
}

package main

import (
	"context"
	"errors"

	"nazo/internal/shell"
)

// statuses explains them to users.
const statuses = `Exit status: as of nazo, 0 solved or true, 1 no solution or false, 2 a mistake in the command, spec or instance, 3 a limit was reached or parts could not be done, 4 engines, judge or two results of a part disagree, 70 a bug.`

// ended is the end of a verb for a reason that is no mistake.
type ended struct {
	status shell.Status
	text   string
}

// Error is the reason.
func (e ended) Error() string { return e.text }

// end prints what a verb ended with, unless it has said so itself, and returns the exit status.
func (s *session) end(err error) shell.Status {
	var status shell.Status
	var known ended
	switch {
	case err == nil:
		return shell.True
	case errors.As(err, &status):
		return status
	case errors.As(err, &known):
		s.note("%s", known.text)
		return known.status
	case s.ctx.Err() != nil && errors.Is(err, context.Canceled):
		s.note("interrupted")
		return shell.Limit
	}
	s.note("%v", err)
	return shell.Mistake
}

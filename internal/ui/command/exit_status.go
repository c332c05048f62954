package command

import (
	"errors"
	"fmt"
	"slices"

	"nazo/dsl/diag"
	"nazo/internal/judge"
)

// statuses explains them to users.
const statuses = `Exit status: 0 solved or true, 1 no solution or false, 2 a mistake in the command, spec or instance, 3 a limit was reached, 4 engines or judge disagree, 70 a bug in nazo.`

// mistake is an error of the user.
type mistake struct{ text string }

// Error is the text of the mistake.
func (m mistake) Error() string { return m.text }

func mistakef(format string, args ...any) error { return mistake{fmt.Sprintf(format, args...)} }

// limited is the error of a limit that came before the answer.
type limited struct{ text string }

// Error says which limit it was.
func (l limited) Error() string { return l.text }

// errUnwritten ends a verb early because its output can't be written. close says why.
var errUnwritten = errors.New("the output is lost")

// end prints a verb's error, unless the verb has printed it, and returns the exit status. A mistake takes back the
// waiting output.
func (s *session) end(err error) (status Status) {
	var problems *diag.List
	switch {
	case err == nil:
		return StatusTrue
	case errors.As(err, &status):
		return status
	case errors.Is(err, errRehearsed):
		s.out.takeBack()
		return StatusTrue
	case errors.Is(err, errUnwritten):
		return StatusMistake
	}
	s.progress.clear()
	if errors.As(err, &problems) {
		s.list(problems)
	} else {
		fmt.Fprintln(s.errs, "nazo:", err)
	}
	if errors.As(err, new(limited)) || errors.As(err, new(*judge.Limit)) || problems != nil && hasCode(problems, "limit-time") {
		return StatusLimit
	}
	s.out.takeBack()
	return StatusMistake
}

func hasCode(problems *diag.List, code string) bool {
	return slices.ContainsFunc(problems.All(), func(d *diag.Diagnostic) bool { return d.Code == code })
}

// Status is the exit status of the program. A verb returns it as an error if it has printed everything itself.
type Status int

// The statuses.
const (
	StatusTrue     Status = 0  // solved, or what was asked is true
	StatusFalse    Status = 1  // no solution, or what was asked is false
	StatusMistake  Status = 2  // the user's mistake: what was wrong is on standard error
	StatusLimit    Status = 3  // a limit or an interrupt came before the answer
	StatusDisagree Status = 4  // engines, or an engine and the judge, or two results of one part, disagree
	StatusBug      Status = 70 // the program is at fault
)

// Error is the text for callers that only print errors.
func (s Status) Error() string { return fmt.Sprintf("exit status %d", int(s)) }

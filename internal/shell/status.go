package shell

import "fmt"

// Status is how a program ends, its exit code. It is an error, too: with one a verb ends that has said all there is to say.
type Status int

// The statuses.
const (
	True     Status = 0  // solved, or what was asked is true
	False    Status = 1  // no solution, or what was asked is false
	Mistake  Status = 2  // the user's mistake: what was wrong is on standard error
	Limit    Status = 3  // a limit or an interrupt came before the answer
	Disagree Status = 4  // engines, or an engine and the judge, or two results of one part, disagree
	Bug      Status = 70 // the program is at fault
)

// Error is for those who don't look at the status.
func (s Status) Error() string { return fmt.Sprintf("exit status %d", int(s)) }

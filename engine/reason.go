package engine

import (
	"context"
	"errors"
	"fmt"
)

// Kind tells reasons apart, for those who act on them.
type Kind uint8

// The kinds of reasons.
const (
	None        Kind = iota // nothing is amiss
	Unsupported             // the engine can't do it; the detail is a clause that can follow "engine … can't: "
	TimeLimit               // the deadline of the context has passed
	Interrupted             // the context was cancelled
	MemoryLimit             // the bound on memory was met
	WorkLimit               // the bound on choices or conflicts was met
	Stopped                 // the receiver of solutions wanted no more
	Lossy                   // the search may lose solutions, so it can't tell that there are no more
	TooLarge                // numbers, or what they are counted with, grew too large on the way
	OutOfReach              // a count was not begun, for what it is expected to take
	CantSave                // a checkpoint can't be written
	Other                   // anything else that the detail says
)

// text is the text of each kind by itself; "" leaves it to the detail.
var text = [...]string{
	TimeLimit: "time limit", Interrupted: "interrupted", MemoryLimit: "memory limit", WorkLimit: "limit of choices", Stopped: "stopped by the receiver",
	OutOfReach: "out of reach", CantSave: "can't save", Other: "",
}

// Reason says why something was refused, or came to no end. The zero Reason is none.
type Reason struct {
	Kind   Kind
	Detail string // for people; "" where the kind says it all
}

// Because is a reason of a kind with its detail.
func Because(kind Kind, format string, args ...any) Reason {
	return Reason{kind, fmt.Sprintf(format, args...)}
}

// String is the reason for people: a clause, "" for none.
func (r Reason) String() string {
	switch t := text[r.Kind]; {
	case t == "":
		return r.Detail
	case r.Detail == "":
		return t
	default:
		return t + ": " + r.Detail
	}
}

// Error is String, so that a reason can be returned as an error.
func (r Reason) Error() string { return r.String() }

// Err is the reason as an error, nil for none.
func (r Reason) Err() error {
	if r.Kind == None {
		return nil
	}
	return r
}

// ReasonOf is the reason that an error is or wraps; of another error it is Other with the
// error's text, and of nil it is none.
func ReasonOf(err error) Reason {
	var r Reason
	switch {
	case err == nil:
	case errors.As(err, &r):
	case errors.Is(err, context.DeadlineExceeded):
		r = Reason{Kind: TimeLimit}
	case errors.Is(err, context.Canceled):
		r = Reason{Kind: Interrupted}
	default:
		r = Reason{Other, err.Error()}
	}
	return r
}

// Refusal makes an error that an engine doesn't support something of its text; nil stays nil.
func Refusal(err error) error {
	if err == nil {
		return nil
	}
	return Reason{Unsupported, err.Error()}
}

// Ended says why a context has ended: a reason that it was cancelled for, or else what its error
// says; none if it has not.
func Ended(ctx context.Context) Reason {
	if r, given := errors.AsType[Reason](context.Cause(ctx)); given {
		return r
	}
	return ReasonOf(ctx.Err())
}

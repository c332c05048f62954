package main

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/alecthomas/kong"

	"nazo/solve"
)

// suit is an error if the flags are given for a puzzle in which nothing moves.
func (f runFlags) suit(r *request) error {
	switch {
	case r.Moving():
		return nil
	case f.Moves > 0:
		return mistakef("--moves is for puzzles that move, and %s stands still", r.name)
	case f.Memory > 0:
		return mistakef("--memory is for puzzles that move, and %s stands still", r.name)
	}
	return nil
}

// question is q with the bounds of the flags.
func (f runFlags) question(q solve.Question) solve.Question {
	q.MaxMoves, q.Memory = int(f.Moves), int64(f.Memory)
	return q
}

// within says which runs were looked at, if not all.
func (f runFlags) within() string {
	if f.Moves == 0 {
		return ""
	}
	return " of at most " + plural(int(f.Moves), "move")
}

// memory is a number of bytes. As a flag that is not given it is 0.
type memory int64

// units are the powers of 1024 that a size may end in.
const units = "KMGT"

// Decode reads a size such as 500M or 2G; B or iB may follow.
func (m *memory) Decode(ctx *kong.DecodeContext) error {
	written := flagText(ctx)
	text := strings.TrimSuffix(strings.TrimSuffix(strings.ToUpper(strings.TrimSpace(written)), "B"), "I")
	factor := int64(1)
	if n := len(text); n > 0 {
		if power := strings.IndexByte(units, text[n-1]); power >= 0 {
			text, factor = text[:n-1], 1<<(10*(power+1))
		}
	}
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil || n < 1 || n > 1<<50/factor {
		return fmt.Errorf("%q is no size of memory; 500M and 2G are", shorten(written))
	}
	*m = memory(n * factor)
	return nil
}

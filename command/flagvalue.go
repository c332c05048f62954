package command

import (
	"fmt"
	"strconv"

	"github.com/alecthomas/kong"

	"nazo/dsl/diag"
	"nazo/internal/shell"
	"nazo/parts"
)

// Values that other programs have, too.
type (
	period = shell.Period
	amount = shell.Amount
	memory = shell.Memory
)

// fileName is the name of a file. As a flag that is not given it is "".
type fileName string

// Decode reads a name; an empty one is mostly a variable of a script that isn't set.
func (f *fileName) Decode(ctx *kong.DecodeContext) error {
	text := shell.Text(ctx)
	if text == "" {
		return fmt.Errorf("the name of a file is missing")
	}
	*f = fileName(text)
	return nil
}

// modulus is a number to divide by, 2 or more. As a flag that is not given it is 0.
type modulus uint64

// Decode reads a modulus.
func (m *modulus) Decode(ctx *kong.DecodeContext) error {
	text := shell.Text(ctx)
	k, err := strconv.ParseUint(text, 10, 64)
	if err != nil || k < 2 {
		return fmt.Errorf("%q is no modulus; those are numbers from 2 on, of 64 bits", shorten(text))
	}
	*m = modulus(k)
	return nil
}

// measure is the property that solutions are counted by. As a flag that is not given it is "".
type measure string

// Decode reads the only measure that there is.
func (m *measure) Decode(ctx *kong.DecodeContext) error {
	text := shell.Text(ctx)
	if text != byLength {
		hint := fmt.Sprintf("; solutions are counted by %s", byLength)
		if diag.Nearest(text, []string{byLength}) != "" {
			hint = fmt.Sprintf("; did you mean `%s`?", byLength)
		}
		return fmt.Errorf("there is no measure %q%s", shorten(text), hint)
	}
	*m = measure(text)
	return nil
}

const byLength = "length"

// part is a part of some work. As a flag that is not given it is none.
type part struct {
	path  parts.Path
	given bool
}

// Decode reads a part such as 3/8, or 3/8,1/2.
func (p *part) Decode(ctx *kong.DecodeContext) error {
	path, err := parts.Parse(shell.Text(ctx))
	*p = part{path, true}
	return err
}

// seed is any whole number.
type seed int64

// Decode reads a whole number, which may be negative.
func (s *seed) Decode(ctx *kong.DecodeContext) error {
	text := shell.Text(ctx)
	k, err := strconv.ParseInt(text, 10, 64)
	if err != nil {
		return fmt.Errorf("%q is no whole number of 64 bits", shorten(text))
	}
	*s = seed(k)
	return nil
}

// longest is how many characters of a text of the user's are repeated in a message.
const longest = shell.Longest

// shorten makes one line of a text, and cuts it where it gets too long to read.
func shorten(text string) string { return shell.Shorten(text) }

// cut leaves at most so many characters of a text.
func cut(text string, most int) string { return shell.Cut(text, most) }

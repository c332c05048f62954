package command

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/alecthomas/kong"

	"nazo/dsl/diag"
	"nazo/parts"
)

// period is how long something may take: more than no time. As a flag that is
// not given it is 0, which stands for no limit.
type period time.Duration

// Decode reads a time such as 10s or 1m30s.
func (p *period) Decode(ctx *kong.DecodeContext) error {
	text := flagText(ctx)
	d, err := time.ParseDuration(text)
	switch {
	case err != nil:
		return fmt.Errorf("%q is no time; 10s, 1m30s and 500ms are", shorten(text))
	case d <= 0:
		return fmt.Errorf("%s is no time to work in; a limit is more than that", text)
	}
	*p = period(d)
	return nil
}

// amount is a number of things, 1 or more. As a flag that is not given it is 0,
// which stands for no limit.
type amount int

// Decode reads a number of things.
func (n *amount) Decode(ctx *kong.DecodeContext) error {
	text := flagText(ctx)
	k, err := strconv.Atoi(text)
	if err != nil || k < 1 {
		return fmt.Errorf("%q is no number from 1 on", shorten(text))
	}
	*n = amount(k)
	return nil
}

// memory is a number of bytes. As a flag that is not given it is 0.
type memory int64

// units are the powers of 1024 that a size may end in.
const units = "KMGT"

// fewBytes is a number of bytes below which a size without a unit is taken for one whose unit was forgotten.
const fewBytes = 1 << 20

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
	if factor == 1 && n < fewBytes && strings.EqualFold(text, strings.TrimSpace(written)) {
		return fmt.Errorf("%d are bytes; did you mean %dM?", n, n)
	}
	*m = memory(n * factor)
	return nil
}

// fileName is the name of a file. As a flag that is not given it is "".
type fileName string

// Decode reads a name; an empty one is mostly a variable of a script that isn't set.
func (f *fileName) Decode(ctx *kong.DecodeContext) error {
	text := flagText(ctx)
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
	text := flagText(ctx)
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
	text := flagText(ctx)
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
	path, err := parts.Parse(flagText(ctx))
	*p = part{path, true}
	return err
}

// seed is any whole number.
type seed int64

// Decode reads a whole number, which may be negative.
func (s *seed) Decode(ctx *kong.DecodeContext) error {
	text := flagText(ctx)
	k, err := strconv.ParseInt(text, 10, 64)
	if err != nil {
		return fmt.Errorf("%q is no whole number of 64 bits", shorten(text))
	}
	*s = seed(k)
	return nil
}

// flagText is the value of a flag as it is written, also where it begins with a
// minus and kong would take it for another flag.
func flagText(ctx *kong.DecodeContext) string {
	if t := ctx.Scan.Peek(); t.Type == kong.EOLToken {
		return ""
	}
	return fmt.Sprint(ctx.Scan.Pop().Value)
}

// longest is how many characters of a text of the user's are repeated in a message.
const longest = 60

// shorten makes one line of a text, and cuts it where it gets too long to read.
func shorten(text string) string {
	return cut(strings.Join(strings.Fields(text), " "), longest)
}

// cut leaves at most so many characters of a text.
func cut(text string, most int) string {
	if r := []rune(text); len(r) > most {
		return string(r[:most-1]) + "…"
	}
	return text
}

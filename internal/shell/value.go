package shell

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/alecthomas/kong"
)

// Period is how long something may take: more than no time. As a flag that is
// not given it is 0, which stands for no limit.
type Period time.Duration

// Decode reads a time such as 10s or 1m30s.
func (p *Period) Decode(ctx *kong.DecodeContext) error {
	text := Text(ctx)
	d, err := time.ParseDuration(text)
	switch {
	case err != nil:
		return fmt.Errorf("%q is no time; 10s, 1m30s and 500ms are", Shorten(text))
	case d <= 0:
		return fmt.Errorf("%s is no time to work in; a limit is more than that", text)
	}
	*p = Period(d)
	return nil
}

// Amount is a number of things, 1 or more. As a flag that is not given it is 0,
// which stands for no limit.
type Amount int

// Decode reads a number of things.
func (n *Amount) Decode(ctx *kong.DecodeContext) error {
	text := Text(ctx)
	k, err := strconv.Atoi(text)
	if err != nil || k < 1 {
		return fmt.Errorf("%q is no number from 1 on", Shorten(text))
	}
	*n = Amount(k)
	return nil
}

// Memory is a number of bytes. As a flag that is not given it is 0.
type Memory int64

// units are the powers of 1024 that a size may end in.
const units = "KMGT"

// fewBytes is a number of bytes below which a size without a unit is taken for one whose unit was forgotten.
const fewBytes = 1 << 20

// Decode reads a size such as 500M or 2G; B or iB may follow.
func (m *Memory) Decode(ctx *kong.DecodeContext) error {
	written := Text(ctx)
	text := strings.TrimSuffix(strings.TrimSuffix(strings.ToUpper(strings.TrimSpace(written)), "B"), "I")
	factor := int64(1)
	if n := len(text); n > 0 {
		if power := strings.IndexByte(units, text[n-1]); power >= 0 {
			text, factor = text[:n-1], 1<<(10*(power+1))
		}
	}
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil || n < 1 || n > 1<<50/factor {
		return fmt.Errorf("%q is no size of memory; 500M and 2G are", Shorten(written))
	}
	if factor == 1 && n < fewBytes && strings.EqualFold(text, strings.TrimSpace(written)) {
		return fmt.Errorf("%d are bytes; did you mean %dM?", n, n)
	}
	*m = Memory(n * factor)
	return nil
}

// Text is the value of a flag as it is written, also where it begins with a
// minus and kong would take it for another flag.
func Text(ctx *kong.DecodeContext) string {
	if t := ctx.Scan.Peek(); t.Type == kong.EOLToken {
		return ""
	}
	return fmt.Sprint(ctx.Scan.Pop().Value)
}

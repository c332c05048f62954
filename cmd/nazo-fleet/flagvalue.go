package main

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/alecthomas/kong"
)

// amount is a number of things, 1 or more. As a flag that is not given it is 0.
type amount int

// Decode reads a number of things.
func (n *amount) Decode(ctx *kong.DecodeContext) error {
	text := flagText(ctx)
	k, err := strconv.Atoi(text)
	if err != nil || k < 1 {
		return fmt.Errorf("%q is no number from 1 on", text)
	}
	*n = amount(k)
	return nil
}

// memory is a number of bytes. As a flag that is not given it is 0.
type memory int64

// leastMemory is what nazo takes in any case.
const leastMemory = 52 << 20

// Decode reads a size such as 500M or 2G; B or iB may follow.
func (m *memory) Decode(ctx *kong.DecodeContext) error {
	written := flagText(ctx)
	text := strings.TrimSuffix(strings.TrimSuffix(strings.ToUpper(written), "B"), "I")
	factor := int64(1)
	if n := len(text); n > 0 {
		if power := strings.IndexByte("KMGT", text[n-1]); power >= 0 {
			text, factor = text[:n-1], 1<<(10*(power+1))
		}
	}
	n, err := strconv.ParseInt(text, 10, 64)
	switch {
	case err != nil || n < 1 || n > 1<<50/factor:
		return fmt.Errorf("%q is no size of memory; 500M and 2G are", written)
	case n*factor < leastMemory:
		return fmt.Errorf("%s is too little: a task takes 52M in any case", written)
	}
	*m = memory(n * factor)
	return nil
}

// period is a time that something may take: more than none. As a flag that is not given it is 0.
type period time.Duration

// Decode reads a time such as 10s or 1m30s.
func (p *period) Decode(ctx *kong.DecodeContext) error {
	text := flagText(ctx)
	d, err := time.ParseDuration(text)
	if err != nil || d <= 0 {
		return fmt.Errorf("%q is no time to work in; 10s, 1m30s and 12h are", text)
	}
	*p = period(d)
	return nil
}

// flagText is the value of a flag as it is written.
func flagText(ctx *kong.DecodeContext) string {
	if ctx.Scan.Peek().Type == kong.EOLToken {
		return ""
	}
	return fmt.Sprint(ctx.Scan.Pop().Value)
}

package main

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/alecthomas/kong"
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

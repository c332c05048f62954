package judge_test

import (
	"context"
	"errors"
	"testing"

	"nazo/dsl/value"
	"nazo/internal/judge"
	"nazo/internal/testkit"
)

// endless is a puzzle whose rule nobody lives to see evaluated, and vast one in which a
// collection grows too large.
const (
	endless = `puzzle t  find x: 1..3  rule "long" for a in 1..100000, b in 1..100000, c in 1..100000: a + b + c > 0`
	vast    = `puzzle t  find x: 1..3  rule "large": (sum a in 1..3000, b in 1..3000: a) > x`
	runs    = `puzzle t  state n: 0..9 = 0  move up() when (sum a in 1..3000, b in 1..3000: a + n) > 0 then n := n + 1  goal n = 3`
)

// TestLimits has a judge who comes to no end say so.
func TestLimits(t *testing.T) {
	testkit.SkipRace(t)
	one := &judge.Answer{Values: []value.Value{value.Int(1)}}
	var limit *judge.Limit

	ended, end := context.WithCancel(t.Context())
	end()
	j := judgeOf(t, endless)
	v := j.With(ended).Judge(one)
	if v.Accepted || !errors.As(v.Err, &limit) || !errors.Is(v.Err, context.Canceled) {
		t.Errorf("interrupted: %+v", v)
	}
	v = j.With(ended).Judge(one) // nobody holds the judge
	if !errors.Is(v.Err, context.Canceled) {
		t.Errorf("interrupted again: %+v", v)
	}

	v = judgeOf(t, vast).Judge(one)
	if v.Accepted || !errors.As(v.Err, &limit) || limit.Diagnostic.Code != "limit-size" || errors.Is(v.Err, context.Canceled) {
		t.Errorf("too large: %+v", v)
	}

	j = judgeOf(t, runs).With(ended)
	start, err := j.Begin()
	if err != nil {
		t.Fatal(err)
	}
	up := judge.Move{Name: "up"}
	_, legal := j.Legal(start)
	_, _, make := j.Make(start, up)
	_, replay := j.Replay(start, []judge.Move{up})
	for name, err := range map[string]error{"legal": legal, "make": make, "replay": replay} {
		if !errors.As(err, &limit) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if won, err := j.Won(start); won || err != nil {
		t.Errorf("won %t, %v", won, err)
	}
}

// TestEndless has what is drawn and counted end, though nobody set a limit.
func TestEndless(t *testing.T) {
	testkit.SkipRace(t)
	const long = "(all a in 1..100000, b in 1..100000: a + b > 0)"
	one := &judge.Answer{Values: []value.Value{value.Int(1)}}
	var limit *judge.Limit
	_, shown := judgeOf(t, "puzzle t  find x: 1..3  show x > 3 or "+long).Shown(one)
	_, printed := judgeOf(t, "puzzle t  find x: 1..3  show "+long).Printed()
	_, canonical := judgeOf(t, "puzzle t  find x: 1..3  symmetry permuted(1..(if "+long+" then 3 else 2))").Canonical(one)
	for name, err := range map[string]error{"shown": shown, "printed": printed, "canonical": canonical} {
		if !errors.As(err, &limit) || limit.Diagnostic.Code != "limit-size" {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestWaiting ends the wait for a judge who is busy.
func TestWaiting(t *testing.T) {
	j := judgeOf(t, endless)
	one := &judge.Answer{Values: []value.Value{value.Int(1)}}
	long, end := context.WithCancel(t.Context())
	done := make(chan judge.Verdict)
	go func() { done <- j.With(long).Judge(one) }()
	ended, stop := context.WithCancel(t.Context())
	stop()
	if v := j.With(ended).Judge(one); v.Err == nil {
		t.Errorf("waiting: %+v", v)
	}
	end()
	if v := <-done; v.Err == nil {
		t.Errorf("left behind: %+v", v)
	}
}

package testkit

import (
	"context"
	"flag"
	"fmt"
	"os"
	"runtime/debug"
	"sync"
	"testing"
	"time"
)

var (
	timing   = flag.Bool("timing", false, "fail tests for being late; nothing else may keep the machine busy")
	thorough = flag.Bool("thorough", false, "also try the cases that take long")
)

// Timing reports whether the flag -timing is set.
func Timing() bool { return *timing }

// A random test draws fewChecks cases by default, and manyChecks in `.ci/run`, which sets RAPID_CHECKS.
const fewChecks, manyChecks = 25, 100

func init() { // after that of rapid, and before flags are parsed
	if _, said := os.LookupEnv("RAPID_CHECKS"); said {
		return
	}
	if err := flag.Set("rapid.checks", fmt.Sprint(fewChecks)); err != nil {
		panic(err)
	}
}

// ShowsLittle fails a random test in whose cases too little happened. Fewer cases than manyChecks may be such by chance: then
// it is only logged.
func ShowsLittle(t testing.TB, format string, args ...any) {
	t.Helper()
	if checks, _ := flag.Lookup("rapid.checks").Value.(flag.Getter).Get().(int); checks >= manyChecks {
		t.Errorf(format, args...)
		return
	}
	t.Logf(format, args...)
}

// Thorough reports whether the flag -thorough is set, and cases that take long are wanted.
func Thorough() bool { return *thorough }

// Fewer is n, or a tenth of it with the race detector.
func Fewer(n int) int {
	if Race {
		return n / 10
	}
	return n
}

// SkipRace skips a test with the race detector, where it shares nothing between goroutines
// that others don't.
func SkipRace(t testing.TB) {
	t.Helper()
	if Race {
		t.Skip("not for the race detector")
	}
}

// Main is for packages whose tests allocate much: it runs them with a collector that is as lazy as that of the command with a
// small heap. That saves a fifth of their time.
func Main(m *testing.M) {
	debug.SetGCPercent(400)
	os.Exit(m.Run())
}

// Late fails the test if something took longer than is allowed, with the flag -timing;
// without it, that is only logged.
func Late(t testing.TB, what string, took, allowed time.Duration) {
	t.Helper()
	switch {
	case took <= allowed:
	case *timing:
		t.Errorf("%s took %v, more than %v", what, took, allowed)
	default:
		t.Logf("%s took %v, more than %v", what, took, allowed)
	}
}

// Early fails the test if something took less time than it has to, with the flag -timing;
// without it, that is only logged.
func Early(t testing.TB, what string, took, least time.Duration) {
	t.Helper()
	switch {
	case took >= least:
	case *timing:
		t.Errorf("%s took %v, less than %v", what, took, least)
	default:
		t.Logf("%s took %v, less than %v", what, took, least)
	}
}

// Watch writes a text to standard error if a minute passes before ended is called: then one
// knows what a test was at when it was stopped.
func Watch(text string) (ended func()) {
	timer := time.AfterFunc(time.Minute, func() { fmt.Fprintf(os.Stderr, "not done after a minute:\n%s\n", text) })
	return func() { timer.Stop() }
}

// Enough calls try with a context that ends after a time, and with twice that time again
// and again until try returns true: then the time was enough.
func Enough(first time.Duration, try func(ctx context.Context) bool) {
	for allowed, enough := first, false; !enough; allowed *= 2 {
		ctx, cancel := context.WithTimeout(context.Background(), allowed)
		enough = try(ctx)
		cancel()
	}
}

// ending is a context whose time is up when its test says so.
type ending struct {
	context.Context
	once sync.Once
	done chan struct{}
}

// ManualDeadline returns a context and a function that ends it as a deadline would. The
// function may be called more than once, and from any goroutine.
func ManualDeadline() (ctx context.Context, end func()) {
	e := &ending{Context: context.Background(), done: make(chan struct{})}
	return e, func() { e.once.Do(func() { close(e.done) }) }
}

// Done is closed at the end.
func (e *ending) Done() <-chan struct{} { return e.done }

// Err is that of a deadline, after the end.
func (e *ending) Err() error {
	select {
	case <-e.done:
		return context.DeadlineExceeded
	default:
		return nil
	}
}

package testkit

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"runtime/debug"
	"sync"
	"syscall"
	"testing"
	"time"
)

var (
	timing   = flag.Bool("timing", false, "fail tests for being late; nothing else may keep the machine busy")
	thorough = flag.Bool("thorough", false, "also try the cases that take long")
)

// Timing reports whether the flag -timing is set.
func Timing() bool { return *timing }

// HeedHangups has the processes that tests start end when a terminal hangs up. Under nohup they would ignore that, and
// a test that waits for their end would wait for good.
func HeedHangups() {
	if signal.Ignored(syscall.SIGHUP) {
		signal.Notify(make(chan os.Signal, 1), syscall.SIGHUP) // what is handled here has its default in a new process
	}
}

// A random test draws fewChecks cases by default, and manyChecks in `.ci/run`, which sets RAPID_CHECKS.
const fewChecks, manyChecks = 6, 100

func init() { // after the init of rapid, and before flags are parsed
	if _, set := os.LookupEnv("RAPID_CHECKS"); set {
		return
	}
	if err := flag.Set("rapid.checks", fmt.Sprint(fewChecks)); err != nil {
		panic(err)
	}
}

// ShowsLittle fails a random test in whose cases too little happened. With fewer cases than manyChecks that may be
// chance, and is only logged.
func ShowsLittle(t testing.TB, format string, args ...any) {
	t.Helper()
	checks, _ := flag.Lookup("rapid.checks").Value.(flag.Getter).Get().(int)
	report(t, checks >= manyChecks, format, args...)
}

// report fails a test with a message, or only logs it.
func report(t testing.TB, fails bool, format string, args ...any) {
	t.Helper()
	if fails {
		t.Errorf(format, args...)
	} else {
		t.Logf(format, args...)
	}
}

// Thorough reports whether the flag -thorough is set, which asks for cases that take long.
func Thorough() bool { return *thorough }

// Fewer returns n, or a tenth of it with the race detector.
func Fewer(n int) int {
	if Race {
		return n / 10
	}
	return n
}

// SkipRace skips a test with the race detector, if it shares nothing between goroutines that other tests don't.
func SkipRace(t testing.TB) {
	t.Helper()
	if Race {
		t.Skip("not for the race detector")
	}
}

// Main is for packages whose tests allocate much. It makes the garbage collector as lazy as in the command with a
// small heap, which saves a fifth of their time.
func Main(m *testing.M) {
	debug.SetGCPercent(400)
	os.Exit(m.Run())
}

// Late fails the test if something took longer than allowed. Without the flag -timing it only logs that.
func Late(t testing.TB, what string, took, allowed time.Duration) {
	t.Helper()
	if took > allowed {
		report(t, *timing, "%s took %v, more than %v", what, took, allowed)
	}
}

// Early fails the test if something took less time than it must. Without the flag -timing it only logs that.
func Early(t testing.TB, what string, took, least time.Duration) {
	t.Helper()
	if took < least {
		report(t, *timing, "%s took %v, less than %v", what, took, least)
	}
}

// Watch writes a text to standard error if a minute passes before ended is called. It shows what a stopped test was
// doing.
func Watch(text string) (ended func()) {
	timer := time.AfterFunc(time.Minute, func() { fmt.Fprintf(os.Stderr, "not done after a minute:\n%s\n", text) })
	return func() { timer.Stop() }
}

// Enough calls try with a context that ends after a time, and doubles the time until try returns true.
func Enough(first time.Duration, try func(ctx context.Context) bool) {
	for allowed, enough := first, false; !enough; allowed *= 2 {
		ctx, cancel := context.WithTimeout(context.Background(), allowed)
		enough = try(ctx)
		cancel()
	}
}

// ending is a context that ends like a deadline when its test says so.
type ending struct {
	context.Context
	once sync.Once
	done chan struct{}
}

// ManualDeadline returns a context and a function that ends it as a deadline would. The function may be called more
// than once, and from any goroutine.
func ManualDeadline() (ctx context.Context, end func()) {
	e := &ending{Context: context.Background(), done: make(chan struct{})}
	return e, func() { e.once.Do(func() { close(e.done) }) }
}

// Done is closed at the end.
func (e *ending) Done() <-chan struct{} { return e.done }

// Err returns the error of a deadline after the end.
func (e *ending) Err() error {
	select {
	case <-e.done:
		return context.DeadlineExceeded
	default:
		return nil
	}
}

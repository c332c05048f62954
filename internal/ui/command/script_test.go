package command

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"
	"nazo/internal/testkit"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"nazo": Main, "chooser": chooser, "peak": peak})
}

// TestScripts runs the command as a user would; testdata/script has a file for
// each verb, and for mistakes and limits.
func TestScripts(t *testing.T) {
	files, err := filepath.Glob(filepath.Join("testdata", "script", "*.txtar"))
	if err != nil {
		t.Fatal(err)
	}
	if testkit.Timing() {
		files = slices.DeleteFunc(files, func(name string) bool { return !measures(t, name) })
	}
	testscript.Run(t, testscript.Params{
		Files: files,
		Cmds: map[string]func(ts *testscript.TestScript, neg bool, args []string){
			"exits":  exits,
			"within": within,
			"enough": enough,
			"repeat": repeat,
		},
		RequireExplicitExec: true,
	})
}

// measures reports whether a script measures time.
func measures(t *testing.T, name string) bool {
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return strings.Contains(string(text), "\nwithin ")
}

// exits STATUS COMMAND…: the command ends with that status.
func exits(ts *testscript.TestScript, neg bool, args []string) {
	want, err := strconv.Atoi(args[0])
	if err != nil || neg {
		ts.Fatalf("usage: exits STATUS COMMAND ARGS")
	}
	if got := status(ts, args[1:]); got != want {
		ts.Fatalf("exit status %d, want %d", got, want)
	}
}

// status is that of a command that is run.
func status(ts *testscript.TestScript, line []string) int {
	err := ts.Exec(line[0], line[1:]...)
	var exit *exec.ExitError
	switch {
	case err == nil:
		return 0
	case !errors.As(err, &exit):
		ts.Fatalf("%v", err)
	}
	return exit.ExitCode()
}

// within TIME STATUS COMMAND…: the command ends with that status, and in that time if
// time matters.
func within(ts *testscript.TestScript, neg bool, args []string) {
	allowed, err := time.ParseDuration(args[0])
	if err != nil {
		ts.Fatalf("%v", err)
	}
	start := time.Now()
	exits(ts, neg, args[1:])
	took := time.Since(start)
	ts.Logf("%v of %v", took, allowed)
	if took > allowed && testkit.Timing() {
		ts.Fatalf("it took %v, more than %v", took, allowed)
	}
}

const (
	// mostDoublings is how often a time is doubled that was not enough.
	mostDoublings = 8
	// latest is how long after its limit a command that was given too little may end, if time matters.
	latest = 20 * time.Second
)

// enough PATTERN TIME STATUS COMMAND…: the command is given that --time, or twice that
// again and again until it is enough for what the pattern matches to be printed, and ends
// with that status.
func enough(ts *testscript.TestScript, neg bool, args []string) {
	if len(args) < 4 || neg {
		ts.Fatalf("usage: enough PATTERN TIME STATUS COMMAND ARGS")
	}
	pattern, err := regexp.Compile("(?m)" + args[0])
	ts.Check(err)
	allowed, err := time.ParseDuration(args[1])
	ts.Check(err)
	want, err := strconv.Atoi(args[2])
	ts.Check(err)
	for range mostDoublings {
		start := time.Now()
		got := status(ts, append(slices.Clone(args[3:]), "--time", allowed.String()))
		if late := time.Since(start) - allowed; late > latest && testkit.Timing() {
			ts.Fatalf("it ended %v after its limit", late)
		}
		if got == want && pattern.MatchString(ts.ReadFile("stdout")+"\n"+ts.ReadFile("stderr")) {
			return
		}
		allowed *= 2
	}
	ts.Fatalf("no time was enough to end with status %d and %s", want, pattern)
}

// repeat FILE N TEXT END: writes TEXT n times and then END; %ff in them is the
// byte 0xff, which no UTF-8 has.
func repeat(ts *testscript.TestScript, _ bool, args []string) {
	n, err := strconv.Atoi(args[1])
	ts.Check(err)
	text := strings.ReplaceAll(strings.Repeat(args[2], n)+args[3], "%ff", "\xff")
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), []byte(text), 0o644))
}

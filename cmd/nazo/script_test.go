package main

import (
	"errors"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"nazo": main, "chooser": chooser, "peak": peak})
}

// TestScripts runs the command as a user would; testdata/script has a file for
// each verb, and for mistakes and limits.
func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir: "testdata/script",
		Cmds: map[string]func(ts *testscript.TestScript, neg bool, args []string){
			"exits":  exits,
			"within": within,
			"repeat": repeat,
		},
		RequireExplicitExec: true,
	})
}

// exits STATUS COMMAND…: the command ends with that status.
func exits(ts *testscript.TestScript, neg bool, args []string) {
	want, err := strconv.Atoi(args[0])
	if err != nil || neg {
		ts.Fatalf("usage: exits STATUS COMMAND ARGS")
	}
	got := 0
	if err := ts.Exec(args[1], args[2:]...); err != nil {
		var exit *exec.ExitError
		if !errors.As(err, &exit) {
			ts.Fatalf("%v", err)
		}
		got = exit.ExitCode()
	}
	if got != want {
		ts.Fatalf("exit status %d, want %d", got, want)
	}
}

// within TIME STATUS COMMAND…: the command ends with that status in that time.
func within(ts *testscript.TestScript, neg bool, args []string) {
	allowed, err := time.ParseDuration(args[0])
	if err != nil {
		ts.Fatalf("%v", err)
	}
	start := time.Now()
	exits(ts, neg, args[1:])
	if took := time.Since(start); took > allowed {
		ts.Fatalf("it took %v, more than %v", took, allowed)
	}
}

// repeat FILE N TEXT END: writes TEXT n times and then END; %ff in them is the
// byte 0xff, which no UTF-8 has.
func repeat(ts *testscript.TestScript, _ bool, args []string) {
	n, err := strconv.Atoi(args[1])
	ts.Check(err)
	text := strings.ReplaceAll(strings.Repeat(args[2], n)+args[3], "%ff", "\xff")
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), []byte(text), 0o644))
}

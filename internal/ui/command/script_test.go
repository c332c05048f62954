package command

import (
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"
	"nazo/internal/testkit"
)

func TestMain(m *testing.M) {
	testscript.Main(lazy{m}, map[string]func(){"nazo": Main, "chooser": chooser, "peak": peak})
}

// lazy are tests with a collector that is as lazy as that of the command with a small heap: many of them run commands.
type lazy struct{ *testing.M }

// Run runs the tests.
func (m lazy) Run() int {
	debug.SetGCPercent(lazyPercent)
	testkit.HeedHangups()
	return m.M.Run()
}

// TestScripts runs the command as a user would; testdata/script has a file for
// each verb, and for mistakes and limits. Lines that begin with [thorough] take long: they run with
// -thorough, or with -timing.
func TestScripts(t *testing.T) {
	folder, err := filepath.Abs(filepath.Join("testdata", "script")) // statusHere changes the directory
	if err != nil {
		t.Fatal(err)
	}
	files, err := filepath.Glob(filepath.Join(folder, "*.txtar"))
	if err != nil {
		t.Fatal(err)
	}
	if testkit.Timing() {
		files = slices.DeleteFunc(files, func(name string) bool { return !measures(t, name) })
	}
	testscript.Run(t, testscript.Params{
		Files:     files,
		Condition: thoroughIf(testkit.Thorough() || testkit.Timing()),
		Cmds: map[string]func(ts *testscript.TestScript, neg bool, args []string){
			"exits":  exits,
			"within": within,
			"enough": enough,
			"repeat": repeat,
			"engine": engine,
		},
		RequireExplicitExec: true,
	})
}

// thoroughIf is the condition [thorough] of scripts.
func thoroughIf(holds bool) func(name string) (bool, error) {
	return func(name string) (bool, error) {
		if name != "thorough" {
			return false, fmt.Errorf("there is no condition %s", name)
		}
		return holds, nil
	}
}

// measures reports whether a script measures time.
func measures(t *testing.T, name string) bool {
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return strings.Contains(string(text), "\nwithin ")
}

// exits STATUS COMMAND…: the command ends with that status. The command nazo runs in the process of the test, which
// saves the start of one. Where input, limits, the environment or other processes matter, a script has
// exits STATUS exec COMMAND…, and the command is a process of its own.
func exits(ts *testscript.TestScript, neg bool, args []string) {
	if len(args) < 2 || neg {
		ts.Fatalf("usage: exits STATUS [exec] COMMAND ARGS")
	}
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	var got int
	switch line := args[1:]; line[0] {
	case "nazo":
		got = statusHere(ts, line[1:])
	case "exec":
		got = status(ts, line[1:])
	default:
		got = status(ts, line)
	}
	if got != want {
		ts.Fatalf("exit status %d, want %d", got, want)
	}
}

// here is held by who runs a command in this process, as there is one working directory.
var here sync.Mutex

// statusHere runs a command line of nazo in this process, in the directory of the script and without input.
func statusHere(ts *testscript.TestScript, line []string) int {
	here.Lock()
	defer here.Unlock()
	before, err := os.Getwd()
	ts.Check(err)
	ts.Check(os.Chdir(ts.MkAbs(".")))
	defer os.Chdir(before)
	var files [3]*os.File
	for i := range files {
		f, err := os.CreateTemp(ts.Getenv("TMPDIR"), "stream")
		ts.Check(err)
		defer os.Remove(f.Name())
		defer f.Close()
		files[i] = f
	}
	ended, left := make(chan Status, 1), make(chan int, 1)
	session := newSession(time.Now(), files[0], files[1], files[2])
	session.exit = func(status int) { left <- status }
	go func() { ended <- session.run(line) }()
	var got Status
	select {
	case got = <-ended:
	case status := <-left:
		ts.Fatalf("nazo leaves its searches behind, with status %d: write exits %d exec nazo", status, status)
	}
	for i, to := range []io.Writer{ts.Stdout(), ts.Stderr()} {
		text, err := os.ReadFile(files[i+1].Name())
		ts.Check(err)
		to.Write(text)
	}
	return int(got)
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
	exits(ts, neg, slices.Insert(slices.Clone(args[1:]), 1, "exec"))
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

// engine DIR: writes something into a folder that looks like the engine of published pages.
func engine(ts *testscript.TestScript, _ bool, args []string) {
	e := idle()
	ts.Check(os.MkdirAll(ts.MkAbs(args[0]), 0o777))
	ts.Check(os.WriteFile(ts.MkAbs(filepath.Join(args[0], "nazo.wasm.gz")), e.Packed, 0o666))
	ts.Check(os.WriteFile(ts.MkAbs(filepath.Join(args[0], "wasm_exec.js")), e.Exec, 0o666))
}

// repeat FILE N TEXT END: writes TEXT n times and then END; %ff in them is the
// byte 0xff, which no UTF-8 has.
func repeat(ts *testscript.TestScript, _ bool, args []string) {
	n, err := strconv.Atoi(args[1])
	ts.Check(err)
	text := strings.ReplaceAll(strings.Repeat(args[2], n)+args[3], "%ff", "\xff")
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), []byte(text), 0o644))
}

package main

import (
	"bufio"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
	"nazo/internal/testkit"
)

func TestMain(m *testing.M) {
	testscript.Main(heedful{m}, map[string]func(){"nazo-fleet": main, nazoName: heldNazo})
}

// heedful are tests whose processes end when a terminal hangs up.
type heedful struct{ *testing.M }

// Run runs the tests.
func (m heedful) Run() int {
	testkit.HeedHangups()
	return m.M.Run()
}

// TestScripts runs the program as a user would; testdata/script has a file for each group of verbs.
// Lines that begin with [thorough] take long: they run with -thorough.
func TestScripts(t *testing.T) {
	thorough := testkit.Thorough()
	testscript.Run(t, testscript.Params{
		Dir: filepath.Join("testdata", "script"),
		Cmds: map[string]func(ts *testscript.TestScript, neg bool, args []string){
			"exits": exits,
			"same":  same,
			"hub":   hub,
			"works": works,
			"allow": allow,
		},
		RequireExplicitExec: true,
		Condition: func(name string) (bool, error) {
			if name != "thorough" {
				return false, fmt.Errorf("there is no condition %s", name)
			}
			return thorough, nil
		},
	})
}

// exits STATUS COMMAND…: the command ends with that status.
func exits(ts *testscript.TestScript, neg bool, args []string) {
	want, err := strconv.Atoi(args[0])
	if err != nil || neg {
		ts.Fatalf("usage: exits STATUS COMMAND ARGS")
	}
	if got := status(ts, args[1:]...); got != want {
		ts.Fatalf("exit status %d, want %d", got, want)
	}
}

// status is that of a command that is run.
func status(ts *testscript.TestScript, line ...string) int {
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

// elapsed are times, and how much work it was, which two runs need not have in common.
var elapsed = regexp.MustCompile(`[0-9.]+ (ms|s|min)\b|"seconds":[0-9.e+-]+|"stats":{[^}]*}`)

// same PARTS ARGS…: nazo-fleet prints on standard output what nazo does, and ends with the same status.
func same(ts *testscript.TestScript, neg bool, args []string) {
	want := status(ts, append([]string{nazoName}, args[1:]...)...)
	wanted := elapsed.ReplaceAllString(ts.ReadFile("stdout"), "TIME")
	got := status(ts, append([]string{"nazo-fleet", args[1], "--parts", args[0]}, args[2:]...)...)
	printed := elapsed.ReplaceAllString(ts.ReadFile("stdout"), "TIME")
	if got != want || printed != wanted || wanted == "" || neg {
		ts.Fatalf("nazo %q: exit status %d\n%s\nnazo-fleet: exit status %d\n%s\n%s", args[1:], want, wanted, got, printed, ts.ReadFile("stderr"))
	}
}

// start starts nazo-fleet, which is ended with the script, and returns what it prints.
func start(ts *testscript.TestScript, args ...string) *bufio.Reader {
	path, err := exec.LookPath("nazo-fleet")
	ts.Check(err)
	cmd := exec.Command(path, args...)
	cmd.Dir = ts.MkAbs(".")
	cmd.Env = append(os.Environ(), "NAZO_HUB="+ts.Getenv("NAZO_HUB"))
	cmd.Stderr, err = os.Create(filepath.Join(ts.Getenv("WORK"), ".log-"+args[0]))
	ts.Check(err)
	out, err := cmd.StdoutPipe()
	ts.Check(err)
	ts.Check(cmd.Start())
	ts.Defer(func() {
		cmd.Process.Signal(syscall.SIGTERM)
		cmd.Wait()
	})
	return bufio.NewReader(out)
}

// hub ARGS…: a hub listens, and NAZO_HUB says where.
func hub(ts *testscript.TestScript, _ bool, args []string) {
	if !slices.Contains(args, "--listen") {
		args = append([]string{"--listen=127.0.0.1:0"}, args...)
	}
	url, err := start(ts, append([]string{"serve"}, args...)...).ReadString('\n')
	ts.Check(err)
	ts.Setenv("NAZO_HUB", strings.TrimSpace(url))
	ts.Setenv("HUB", strings.TrimPrefix(strings.TrimSpace(url), "nats://"))
}

// allow FILE: a key is made, its seed in the file, and a hub listens that lets in who has it.
func allow(ts *testscript.TestScript, _ bool, args []string) {
	ts.Check(ts.Exec("nazo-fleet", "keygen", args[0]))
	hub(ts, false, []string{"--allow-key=" + strings.TrimSpace(ts.ReadFile("stdout"))})
}

// works ARGS…: a worker works for the hub.
func works(ts *testscript.TestScript, _ bool, args []string) {
	start(ts, append([]string{"work"}, args...)...)
}

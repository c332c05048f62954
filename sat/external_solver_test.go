package sat

import (
	"context"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"nazo/internal/model"
	"nazo/internal/testkit"

	"github.com/google/go-cmp/cmp"
)

// TestOutsideSolvers has real solvers count, optimise, and cut where needed.
func TestOutsideSolvers(t *testing.T) {
	cases := []struct {
		name  string
		model *model.Model
		count int
	}{
		{"queens 6", testkit.OneInEachLine(6), 4},
		{"queens 3", testkit.OneInEachLine(3), 0},
		{"open tours 3x4", testkit.Tour(testkit.Knight(3, 4), false), 8},
		{"links", testkit.Links5(), 1},
		{"knapsack", testkit.Knapsack(), 1},
		{"round trip", shortestTour(burma14()), 1},
	}
	for _, command := range []string{"minisat", "cadical -q", "clasp", "cadical -q <"} {
		t.Run(command, func(t *testing.T) {
			if _, err := exec.LookPath(strings.Fields(command)[0]); err != nil {
				t.Skipf("%s is not installed", command)
			}
			t.Setenv("TMPDIR", t.TempDir())
			for _, c := range cases {
				count := 0
				result := testkit.Run(context.Background(), External(command), c.model, testkit.Task{}, func(model.Solution) bool {
					count++
					return true
				})
				if count != c.count || !result.Exhausted {
					t.Errorf("%s: %d solutions, want %d; %+v", c.name, count, c.count, result)
				}
				result = testkit.Run(context.Background(), External(command), c.model, testkit.Task{Limit: 1}, func(model.Solution) bool { return true })
				if result.Solutions != min(c.count, 1) || !result.Complete {
					t.Errorf("%s: asked for one, got %+v", c.name, result)
				}
			}
			if left, err := os.ReadDir(os.Getenv("TMPDIR")); err != nil || len(left) > 0 {
				t.Errorf("files are left: %v %v", left, err)
			}
		})
	}
}

// script makes a command that runs a shell script.
func script(t *testing.T, text string) string {
	t.Helper()
	if _, err := exec.LookPath("sh"); err != nil {
		t.Skip("there is no shell to play a solver")
	}
	path := filepath.Join(t.TempDir(), "solver")
	if err := os.WriteFile(path, []byte("#!/bin/sh\n"+text+"\n"), 0o700); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestOutsideSolversThatFail(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"fails", "echo out of luck >&2; exit 3", "exit status 3: \"out of luck\""},
		{"rubbish", "echo hello", "it gave no answer: \"hello\""},
		{"silent", "exit 0", "it gave no answer"},
		{"knows not", "echo s UNKNOWN", "it gave no answer"},
		{"contradicts itself", "echo s SATISFIABLE; exit 20", "exit status 20"},
		{"no values", "exit 10", "not which"},
		{"wrong values", "echo s SATISFIABLE; echo v 1 2 3 4 5 6 7 8 0; exit 10", "violates the clause"},
	} {
		t.Run(c.name, func(t *testing.T) {
			g := External(script(t, c.text))
			result := testkit.Run(context.Background(), g, testkit.OneInEachLine(6), testkit.Task{Limit: 1}, func(model.Solution) bool { return true })
			if result.Complete || result.Exhausted || !strings.Contains(result.Reason.String(), c.want) {
				t.Errorf("got %+v, want %q", result, c.want)
			}
		})
	}
	for command, want := range map[string]string{"": "no command", "no-such-solver -q": `no program "no-such-solver"`} {
		result := testkit.Run(context.Background(), External(command), testkit.OneInEachLine(6), testkit.Task{}, func(model.Solution) bool { return true })
		if result.Complete || !strings.Contains(result.Reason.String(), want) {
			t.Errorf("%q: got %+v, want %q", command, result, want)
		}
	}
	if name := External("cadical -q").Name(); name != "dimacs:cadical -q" {
		t.Errorf("the name is %q", name)
	}
}

func TestOutsideSolverIsKilledOnTime(t *testing.T) {
	pipe := filepath.Join(t.TempDir(), "pipe")
	if err := syscall.Mkfifo(pipe, 0o600); err != nil {
		t.Fatal(err)
	}
	// The command and what it starts hold the pipe open, and the last one to die closes it.
	g := External(script(t, "exec 3> "+pipe+"; sleep 1000 & wait"))
	ctx, end := testkit.ManualDeadline()
	ended := make(chan time.Time, 1)
	closed := make(chan struct{})
	go func() {
		defer close(closed)
		f, err := os.Open(pipe) // once it is open at the other end, too
		ended <- time.Now()
		end()
		if err != nil {
			t.Error(err)
			return
		}
		defer f.Close()
		io.Copy(io.Discard, f)
	}()
	result := testkit.Run(ctx, g, testkit.OneInEachLine(6), testkit.Task{}, func(model.Solution) bool { return true })
	testkit.Late(t, "returning after the deadline", time.Since(<-ended), promised)
	if result.Complete || result.Reason.Kind != model.TimeLimit {
		t.Errorf("got %+v", result)
	}
	<-closed // or what the command started goes on
}

func TestReadAnswer(t *testing.T) {
	for _, c := range []struct {
		name, printed string
		exit          int
		want          answer
		understood    bool
	}{
		{"competition", "c hello 1 2\ns SATISFIABLE\nv 1 -2\nv 3 0\n", 10, answer{Satisfiable, []Lit{1, -2, 3}, true}, true},
		{"minisat", "SATISFIABLE\nSAT\n1 -2 3 0\n", 10, answer{Satisfiable, []Lit{1, -2, 3}, true}, true},
		{"none", "s UNSATISFIABLE\n", 20, answer{status: Unsatisfiable}, true},
		{"by exit code", "done\n", 20, answer{status: Unsatisfiable}, true},
		{"no exit code", "s UNSATISFIABLE\n", 0, answer{status: Unsatisfiable}, true},
		{"no variables", "s SATISFIABLE\nv 0\n", 10, answer{Satisfiable, []Lit{}, true}, true},
		{"both", "SAT\nUNSAT\n", 10, answer{status: Satisfiable}, false},
		{"numbers too large", "s SATISFIABLE\nv 99999999999 0\n", 10, answer{status: Satisfiable}, true},
		{"nothing", "", 1, answer{}, false},
	} {
		got, understood := readAnswer(c.printed, c.exit)
		if understood != c.understood || got.status != c.want.status || got.hasValues != c.want.hasValues || !slices.Equal(got.values, c.want.values) {
			t.Errorf("%s: got %+v %v\n%s", c.name, got, understood, cmp.Diff(c.want.values, got.values))
		}
	}
}

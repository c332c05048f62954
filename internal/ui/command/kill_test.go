package command

import (
	"bytes"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"nazo/internal/testkit"
)

// writer is a command line that writes files.
type writer struct {
	name  string
	args  []string
	stdin string
	old   map[string]string // what is there before, by name
	// resumes says that what is written is another text each time, from which a count can be resumed.
	resumes bool
}

// writers are all verbs that write files; they are run in a folder beside one with these texts.
var writers = []writer{
	{name: "export", args: []string{"export", "queens", "n=40", "--to", "dimacs", "-o", "queens.cnf", "--force"}, old: map[string]string{"queens.cnf": "old"}},
	{name: "minimize", args: []string{"minimize", "sudoku", "../in/full.txt", "-o", "fewer.txt", "--force"}, old: map[string]string{"fewer.txt": "old"}},
	{name: "unique", args: []string{"unique", "sudoku", "../in/missing.txt", "--fix", "-o", "fixed.txt", "--force"}, old: map[string]string{"fixed.txt": "old"}},
	{name: "solve", args: []string{"solve", "sudoku", "../in/wrong.txt", "--fix", "-o", "fixed.txt", "--force"}, old: map[string]string{"fixed.txt": "old"}},
	{name: "make", args: []string{"make", "sudoku", "rows=4", "cols=4", "-n", "3", "-o", ".", "--svg", "--force"}, old: map[string]string{"sudoku-0-1.txt": "old", "sudoku-0-2.svg": "old"}},
	{name: "fmt", args: []string{"fmt", "-w", "odd.nazo"}, old: map[string]string{"odd.nazo": "puzzle   odd\nfind n:  1..2\n" + strings.Repeat("rule   \"more\": n > 0\n", 300)}},
	{name: "play", args: []string{"play", "hanoi", "discs=2", "--seed", "1", "--save", "game.txt", "--force"}, stdin: "1\n", old: map[string]string{"game.txt": "old"}},
	{name: "count", args: []string{"count", "knights_tour", "rows=5", "cols=6", "--method", "frontier", "--checkpoint", "saved"}, resumes: true},
}

// inputs are what they read.
var inputs = map[string]string{
	"full.txt":    "clue:\n  1 2 3 4\n  3 4 1 2\n  2 1 4 3\n  4 3 2 1\n",
	"missing.txt": "clue:\n  . . 3 4\n  3 4 1 2\n  4 3 2 1\n  . . 4 3\n",
	"wrong.txt":   "clue:\n  1 2 3 3\n  3 4 1 2\n  2 1 4 .\n  4 3 2 1\n",
}

// leftover are the names of temporary files.
var leftover = regexp.MustCompile(`^\.nazo-.*-[0-9]+\.tmp$`)

// workshop makes a folder with what writers read, and returns that in which they are run.
func workshop(t *testing.T) string {
	t.Helper()
	top := t.TempDir()
	put(t, filepath.Join(top, "in"), inputs)
	work := filepath.Join(top, "work")
	if err := os.Mkdir(work, 0o755); err != nil {
		t.Fatal(err)
	}
	return work
}

// put makes a folder, if there is none, and files in it.
func put(t *testing.T, folder string, files map[string]string) {
	t.Helper()
	if err := os.MkdirAll(folder, 0o755); err != nil {
		t.Fatal(err)
	}
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// texts are the files of a folder.
func texts(t *testing.T, folder string) map[string]string {
	t.Helper()
	all := map[string]string{}
	entries, err := os.ReadDir(folder)
	for _, e := range entries {
		var text []byte
		if text, err = os.ReadFile(filepath.Join(folder, e.Name())); err != nil {
			break
		}
		all[e.Name()] = string(text)
	}
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// start starts a writer in a folder.
func (w writer) start(t *testing.T, folder, stdin string, errs *bytes.Buffer) *exec.Cmd {
	t.Helper()
	cmd := exec.Command("nazo", w.args...)
	cmd.Dir, cmd.Stdin, cmd.Stderr = folder, strings.NewReader(stdin), errs
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	return cmd
}

// finished are the files that a writer leaves that nobody disturbs, and how long it takes.
func (w writer) finished(t *testing.T, stdin string) (map[string]string, time.Duration) {
	t.Helper()
	work := workshop(t)
	put(t, work, w.old)
	var errs bytes.Buffer
	begun := time.Now()
	if err := w.start(t, work, stdin, &errs).Wait(); err != nil && errs.Len() > 0 {
		t.Fatalf("%v: %s", err, &errs)
	}
	after := texts(t, work)
	if maps.Equal(after, w.old) {
		t.Fatal("it has written nothing")
	}
	return after, time.Since(begun)
}

// TestKilled kills each verb that writes at random moments: its files are the old ones or the new ones, and beside them there is
// at most a temporary one.
func TestKilled(t *testing.T) {
	kills := 2
	if testkit.Thorough() {
		kills = 100
	}
	for _, w := range writers {
		t.Run(w.name, func(t *testing.T) {
			t.Parallel()
			after, took := w.finished(t, w.stdin)
			begun, _ := w.finished(t, "")
			var olds, news, temps int
			for range kills {
				work := workshop(t)
				put(t, work, w.old)
				cmd := w.start(t, work, w.stdin, &bytes.Buffer{})
				time.Sleep(time.Duration(rand.Float64() * 1.1 * float64(took)))
				cmd.Process.Kill() // it may have ended
				cmd.Wait()
				for name, text := range texts(t, work) {
					switch {
					case leftover.MatchString(name):
						temps++
					case w.resumes:
						news++
						resume := exec.Command("nazo", "count", "knights_tour", "rows=5", "cols=6", "--method", "frontier", "--resume", name)
						resume.Dir = work
						if out, err := resume.CombinedOutput(); err != nil {
							t.Errorf("%s can't be resumed: %v\n%s", name, err, out)
						}
					case text == w.old[name]:
						olds++
					case text == after[name], text == begun[name]:
						news++
					default:
						t.Errorf("%s has %d bytes that are neither old nor new", name, len(text))
					}
				}
				for name := range w.old {
					if _, err := os.Stat(filepath.Join(work, name)); err != nil {
						t.Errorf("%v: the old file is lost", err)
					}
				}
				os.RemoveAll(filepath.Dir(work)) // there are many
			}
			t.Logf("%d kills within %v: %d files as they were, %d new ones, %d temporary ones", kills, took, olds, news, temps)
		})
	}
}

// TestFullDisk has each verb that writes do it on a disk that is full: the old files stand, and nothing else does.
func TestFullDisk(t *testing.T) {
	if !testkit.Thorough() {
		t.Skip("only with -thorough; write.txtar has files without length")
	}
	for _, w := range writers {
		work := workshop(t)
		free, err := smallDisk(work)
		if err != nil {
			t.Skipf("NOT TESTED: no small disk can be had here: %v", err)
		}
		func() {
			defer free()
			put(t, work, w.old)
			filler, err := os.Create(filepath.Join(work, "filler"))
			for err == nil {
				_, err = filler.Write(make([]byte, 4096))
			}
			filler.Close()
			before := texts(t, work)
			var errs bytes.Buffer
			err = w.start(t, work, w.stdin, &errs).Wait()
			var exit *exec.ExitError
			if !errors.As(err, &exit) || exit.ExitCode() != int(StatusMistake) || !strings.Contains(errs.String(), "no space left on device") {
				t.Errorf("%s: %v: %s", w.name, err, &errs)
			}
			if after := texts(t, work); !maps.Equal(before, after) {
				t.Errorf("%s: there are %v, there were %v", w.name, slices.Sorted(maps.Keys(after)), slices.Sorted(maps.Keys(before)))
			}
			t.Log(strings.TrimSpace(fmt.Sprint(w.name, ": ", &errs)))
		}()
	}
}

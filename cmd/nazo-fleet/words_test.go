package main

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"nazo/internal/fleet"
	"nazo/internal/ui/command"
)

// Flags of this program may stand anywhere; all other words stay in their order.
func TestSplit(t *testing.T) {
	for line, want := range map[string]string{
		"count SPEC n=3":                             "| SPEC n=3",
		"count SPEC --parts 8 --json":                "--parts 8 | SPEC --json",
		"count --json --parts=8 SPEC --workers 2":    "--parts=8 --workers 2 | --json SPEC",
		"count SPEC --parts":                         "--parts | SPEC",
		"count SPEC -- --parts 8":                    "| SPEC -- --parts 8",
		"count --help":                               "--help |",
		"compare SPEC --time 3s":                     "| SPEC --time 3s",
		"make SPEC --time 3s -n 5":                   "--time 3s | SPEC -n 5",
		"submit --hub URL count SPEC --parts 8 -n 3": "--hub URL --parts 8 | count SPEC -n 3",
	} {
		words := strings.Fields(line)
		for _, v := range verbs() {
			if v.Name() == words[0] {
				own, others := v.Split(words[1:])
				if got := strings.TrimSpace(strings.Join(own, " ") + " | " + strings.Join(others, " ")); got != want {
					t.Errorf("%s: %s, want %s", line, got, want)
				}
			}
		}
	}
}

// All verbs have help that fits on a screen, with examples. Those that do a verb of nazo have its name, and nazo divides it.
func TestVerbs(t *testing.T) {
	for _, v := range verbs() {
		var out strings.Builder
		p := (&session{}).program()
		p.Out = &out
		if err := p.Read([]string{v.Name(), "--help"}, nil); err != nil || strings.Count(out.String(), "\n") > 50 || !strings.Contains(out.String(), "    nazo-fleet "+v.Name()) {
			t.Errorf("%s: %v\n%s", v.Name(), err, out.String())
		}
		if w, spreads := workloadOf(v.Name()); spreads {
			if len(command.Completions(v.Name(), "--part")) == 0 {
				t.Errorf("nazo %s has no parts", v.Name())
			}
			if own := v.Flags().Lookup("time") != nil; own != w.timed {
				t.Errorf("%s: --time is this program's: %v", v.Name(), own)
			}
		}
	}
}

func TestStateLine(t *testing.T) {
	for _, c := range []struct {
		state fleet.State
		want  string
	}{
		{fleet.State{Total: 8, Left: -1}, "0 of 8 parts done"},
		{fleet.State{Total: 12000, Done: 1500, Running: 2, Lost: 1, Left: 150 * time.Second}, "1,500 of 12,000 parts done, 2 running, 1 lost; about 3 min left"},
		{fleet.State{Total: 8, Done: 8, Phase: fleet.Done, Left: time.Second}, "8 of 8 parts done"},
		{fleet.State{Total: 8, Left: time.Minute, Note: "a\n\x1b[2Jb"}, "0 of 8 parts done; a �[2Jb"},
		{fleet.State{Total: 8, Done: 7, Failed: 3, Aside: 1, Divided: 2, Left: 50 * time.Hour}, "7 of 8 parts done, 3 failed, 1 set aside, 2 divided; about 2 days left"},
	} {
		if got := stateLine(c.state); got != c.want {
			t.Errorf("%s, want %s", got, c.want)
		}
	}
}

// What became of a job is told, with the status that nazo would end with.
func TestVerdict(t *testing.T) {
	for _, c := range []struct {
		state fleet.State
		want  command.Status
	}{
		{fleet.State{Phase: fleet.Done}, command.StatusTrue},
		{fleet.State{Phase: fleet.Enough}, command.StatusTrue},
		{fleet.State{Phase: fleet.Cancelled, Reason: "not needed"}, command.StatusLimit},
		{fleet.State{Phase: fleet.Cancelled, Reason: "exit status 0"}, command.StatusLimit},
		{fleet.State{Phase: fleet.Cancelled, Reason: "w: nazo: no", Status: 2}, command.StatusMistake},
		{fleet.State{Phase: fleet.Faulty, Reason: "part 1/2"}, command.StatusDisagree},
		{fleet.State{Phase: fleet.Incomplete, Status: 3, Aside: 1, SetAside: []fleet.Failure{{Task: "1/2", Failed: 1, Error: "w: exit status 3\nnazo: memory limit", Status: 3}}}, command.StatusLimit},
		{fleet.State{Phase: fleet.Incomplete, Status: 70, Aside: 1, SetAside: []fleet.Failure{{Task: "1/2", Failed: 2, Error: "w: a bug", Status: 70}}}, command.StatusBug},
	} {
		errs, err := os.Create(filepath.Join(t.TempDir(), "errs"))
		if err != nil {
			t.Fatal(err)
		}
		defer errs.Close()
		s := &session{errs: errs, progress: newProgressLine(errs), ctx: t.Context()}
		err = s.verdict(c.state)
		got, known := command.StatusTrue, ended{}
		if errors.As(err, &known) {
			got = known.status
		} else if err != nil && !errors.As(err, &got) {
			t.Error(err)
		}
		if got != c.want {
			t.Errorf("%v: %d, want %d", c.state, got, c.want)
		}
	}
}

// What others say moves nothing on a terminal.
func TestOthersText(t *testing.T) {
	errs, err := os.Create(filepath.Join(t.TempDir(), "errs"))
	if err != nil {
		t.Fatal(err)
	}
	defer errs.Close()
	s := &session{errs: errs, progress: newProgressLine(errs), ctx: t.Context(), said: map[string]bool{}}
	s.end(s.verdict(fleet.State{Job: "j", Phase: fleet.Cancelled, Reason: "a\r\x1b[2J\n\tb"}))
	s.end(s.verdict(fleet.State{Phase: fleet.Cancelled, Reason: "\x1b[2J", Status: 2}))
	for range 2 { // once
		s.failure(fleet.State{First: &fleet.Failure{Task: "2/8", Error: "w: exit status 3\nnazo: memory limit\x1b"}})
	}
	got, err := os.ReadFile(errs.Name())
	if want := "nazo-fleet: job j was cancelled: a��[2J\n\tb\n�[2J\nnazo-fleet: part 2/8 failed, the first that did: w: exit status 3\nnazo: memory limit�\n"; err != nil || string(got) != want {
		t.Errorf("%q, %v", got, err)
	}
}

// A worker does what a fleet is for, and runs no program of others unless it is told to.
func TestWilling(t *testing.T) {
	for line, want := range map[string]struct{ without, with bool }{
		"count --json -- SPEC --output=x":          {true, true},
		"make -n 5 -- SPEC":                        {true, true},
		"solve --engine both -- SPEC":              {true, true},
		"solve --engine dimacs:/bin/sh -- SPEC":    {false, true},
		"solve --engine=dimacs:/bin/sh -- SPEC":    {false, true},
		"contest --player-command /bin/sh -- SPEC": {false, true},
		"contest --player-command=/bin/sh -- SPEC": {false, true},
		"solve -- SPEC folder/file:2 n=../2 -":     {true, true},
		"make --like=folder/file -- SPEC":          {true, true},
		"solve -- SPEC /etc/passwd":                {false, true},
		"solve -- SPEC ../file":                    {false, true},
		"solve -- SPEC /etc/a=b":                   {false, true},
		"solve -- ../SPEC":                         {false, true},
		"solve /etc/passwd -- SPEC":                {false, true},
		"make --like=/etc/passwd -- SPEC":          {false, true},
		"make --like /etc/passwd -- SPEC":          {false, true},
		"serve -- SPEC":                            {},
		"minimize --output /etc/passwd -- SPEC":    {},
		"make --output /etc -- SPEC":               {},
		"make -o/etc -- SPEC":                      {},
		"make -vo /etc -- SPEC":                    {},
		"count --checkpoint=/etc/passwd -- SPEC":   {},
		"count --join=/etc/passwd -- SPEC":         {},
	} {
		args := strings.Fields(line)
		for runs, want := range map[bool]bool{false: want.without, true: want.with} {
			if err := (&processes{runs: runs}).willing(args); (err == nil) != want {
				t.Errorf("%s, with programs %v: %v", line, runs, err)
			}
		}
		if err := (&processes{folder: "."}).willing(args); err != nil {
			t.Errorf("%s by hand: %v", line, err)
		}
	}
}

// What processes write is bounded.
func TestBounds(t *testing.T) {
	end := &tail{most: 10}
	for range 100 {
		end.Write([]byte("abc\n"))
	}
	end.Write([]byte("last"))
	if got := end.String(); got != "…\nabc\nlast" {
		t.Errorf("%q", got)
	}
	told := 0
	out := &bounded{most: 10, over: func() { told++ }}
	for range 3 {
		out.Write([]byte("abcd"))
	}
	if got := out.text.String(); got != "abcdabcd" || !out.full || told != 1 {
		t.Errorf("%q, told %d times", got, told)
	}
}

package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"nazo/internal/fleet"
	"nazo/internal/solve/parts"
	"nazo/internal/ui/command"
)

// liar does tasks as they are done, and has something stand elsewhere in what is found.
type liar struct {
	fleet.Runner
	from, to string // squares
}

func (l liar) Run(ctx context.Context, job fleet.Job, task fleet.Task, w *fleet.Workspace) (fleet.Result, error) {
	r, err := l.Runner.Run(ctx, job, task, w)
	found, errRead := parts.Read(bytes.NewReader(r.Output))
	if err = errors.Join(err, errRead); err != nil {
		return r, err
	}
	var lie bytes.Buffer
	out, err := parts.NewWriter(&lie, found[0].Head)
	lines := strings.Split(strings.TrimSpace(string(r.Output)), "\n")
	for _, line := range lines[1 : len(lines)-1] {
		err = errors.Join(err, out.Line(json.RawMessage(strings.Replace(line, l.from, l.to, 1)), nil))
	}
	err = errors.Join(err, out.End(found[0].End.Found))
	r.Output = lie.Bytes()
	return r, err
}

// What workers say that they found is judged by the hub before the rest is cancelled: a lie makes the job faulty.
func TestHubJudges(t *testing.T) {
	own, err := build()
	if err != nil {
		t.Fatal(err)
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	packed, status := command.Pack([]string{"solve", "queens", "n=6"}, os.Stdin, os.Stdout, os.Stderr)
	if packed == nil {
		t.Fatal(status)
	}
	for name, test := range map[string]struct {
		division divisionFlags
		runner   fleet.Runner
		phase    fleet.Phase
	}{
		"honest":         {divisionFlags{Parts: 2}, &processes{self: self}, fleet.Enough},
		"lying":          {divisionFlags{Parts: 2}, liar{&processes{self: self}, "[1,3]", "[1,4]"}, fleet.Faulty},
		"honest in race": {divisionFlags{Race: 2}, &processes{self: self}, fleet.Enough},
		"lying in race":  {divisionFlags{}, liar{&processes{self: self}, "[1,3]", "[1,4]"}, fleet.Faulty},
	} {
		t.Run(name, func(t *testing.T) {
			hub, err := fleet.StartHub(t.Context(), fleet.HubOptions{Coordination: fleet.Coordination{Judge: judge, Log: func(text string) { t.Log(text) }}})
			if err != nil {
				t.Fatal(err)
			}
			defer hub.Close()
			client, err := hub.Connect(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			defer client.Close()
			ctx, stop := context.WithCancel(t.Context())
			ended := make(chan error, 1)
			go func() {
				ended <- fleet.Work(ctx, client, firstOnly{test.runner}, fleet.WorkOptions{Build: own, Cores: 2})
			}()
			job := jobOf(packed, test.division, 2)
			job.Build = own
			if job, err = client.Submit(t.Context(), job, packed.Files); err != nil {
				t.Fatal(err)
			}
			st, err := client.Wait(t.Context(), job.ID)
			if err != nil || st.Phase != test.phase || st.Done != 1 {
				t.Errorf("%+v, %v", st, err)
			}
			if st.Phase == fleet.Faulty && !strings.HasPrefix(st.Reason, "what workers found is not what was asked for: ") {
				t.Error(st.Reason)
			}
			stop()
			if err := <-ended; err != nil {
				t.Error(err)
			}
		})
	}
}

// firstOnly does the first part, and is at the others until nobody needs them.
type firstOnly struct{ fleet.Runner }

func (f firstOnly) Run(ctx context.Context, job fleet.Job, task fleet.Task, w *fleet.Workspace) (fleet.Result, error) {
	if task.Part[0].Number > 1 {
		<-ctx.Done()
		return fleet.Result{}, ctx.Err()
	}
	return f.Runner.Run(ctx, job, task, w)
}

// What a folder has from before may be the work of other machines: it is judged where it is joined.
func TestStoreOfOthersIsJudged(t *testing.T) {
	t.Parallel()
	own, err := build()
	if err != nil {
		t.Fatal(err)
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	line := []string{"make", "akari", "rows=4", "cols=4", "-n3", "--json"}
	packed, status := command.Pack(line, os.Stdin, os.Stdout, os.Stderr)
	if packed == nil {
		t.Fatal(status)
	}
	packed.Args = line
	for name, test := range map[string]struct {
		runner fleet.Runner
		status command.Status
	}{
		"honest": {&processes{self: self}, command.StatusTrue},
		"lying":  {liar{&processes{self: self}, "[1,2]", "[1,3]"}, command.StatusDisagree},
	} {
		t.Run(name, func(t *testing.T) {
			s := newSite(t)
			hub, err := fleet.StartHub(t.Context(), fleet.HubOptions{Store: filepath.Join(s.folder, "store")})
			s.check(err)
			defer hub.Close()
			client, err := hub.Connect(t.Context())
			s.check(err)
			defer client.Close()
			ctx, stop := context.WithCancel(t.Context())
			ended := make(chan error, 1)
			go func() { ended <- fleet.Work(ctx, client, test.runner, fleet.WorkOptions{Build: own, Cores: 2}) }()
			job := jobOf(packed, divisionFlags{Parts: 2}, 2)
			job.Build, job.ID = own, nameOf(own, packed)
			job, err = client.Submit(t.Context(), job, packed.Files)
			s.check(err)
			if st, err := client.Wait(t.Context(), job.ID); err != nil || st.Phase != fleet.Done {
				t.Fatalf("%+v, %v", st, err)
			}
			stop()
			s.check(<-ended)
			client.Close()
			hub.Close()
			p := s.start(endVar+"=70", append([]string{line[0], "--store=store"}, line[1:]...)...) // nothing is done anew
			go io.Copy(io.Discard, p.out)
			said, _ := io.ReadAll(p.errs)
			p.Wait()
			if got := command.Status(p.ProcessState.ExitCode()); got != test.status {
				t.Errorf("status %d, want %d: %s", got, test.status, said)
			}
		})
	}
}

// A hub whose file another takes the place of judges as it did before.
func TestReplacedHubJudges(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	self, err := os.Executable()
	s.check(err)
	program, err := os.ReadFile(self)
	s.check(err)
	file := filepath.Join(s.folder, "hub")
	s.check(os.WriteFile(file, program, 0o700))
	hub := s.startFile(file, "", "serve", "--listen=127.0.0.1:0")
	line, err := hub.out.ReadString('\n')
	s.check(err)
	go io.Copy(io.Discard, hub.errs)
	s.url = strings.TrimSpace(line)
	s.check(os.WriteFile(file+".new", fmt.Appendf(nil, "#!/bin/sh\nexit %d\n", command.StatusDisagree), 0o700))
	s.check(os.Rename(file+".new", file))
	s.run("submit", "--name=found", "--parts=50", "solve", "queens", "n=6")
	s.work("")
	if got := s.run("result", "--wait", "found"); strings.Count(got, "Q") < 6 {
		t.Errorf("%s", got)
	}
}

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

	"nazo/command"
	"nazo/fleet"
	"nazo/internal/shell"
	"nazo/parts"
)

// liar does tasks as they are done, and moves a queen of what is found.
type liar struct{ fleet.Runner }

func (l liar) Run(ctx context.Context, job fleet.Job, task fleet.Task, w fleet.Workspace) (fleet.Result, error) {
	r, err := l.Runner.Run(ctx, job, task, w)
	found, errRead := parts.Read(bytes.NewReader(r.Output))
	if err = errors.Join(err, errRead); err != nil {
		return r, err
	}
	var lie bytes.Buffer
	out, err := parts.NewWriter(&lie, found[0].Head)
	lines := strings.Split(strings.TrimSpace(string(r.Output)), "\n")
	for _, line := range lines[1 : len(lines)-1] {
		err = errors.Join(err, out.Line(json.RawMessage(strings.Replace(line, "[1,3]", "[1,4]", 1)), nil))
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
		"lying":          {divisionFlags{Parts: 2}, liar{&processes{self: self}}, fleet.Faulty},
		"honest in race": {divisionFlags{Race: 2}, &processes{self: self}, fleet.Enough},
		"lying in race":  {divisionFlags{}, liar{&processes{self: self}}, fleet.Faulty},
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

func (f firstOnly) Run(ctx context.Context, job fleet.Job, task fleet.Task, w fleet.Workspace) (fleet.Result, error) {
	if task.Part[0].Number > 1 {
		<-ctx.Done()
		return fleet.Result{}, ctx.Err()
	}
	return f.Runner.Run(ctx, job, task, w)
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
	s.check(os.WriteFile(file+".new", fmt.Appendf(nil, "#!/bin/sh\nexit %d\n", shell.Disagree), 0o700))
	s.check(os.Rename(file+".new", file))
	s.run("submit", "--name=found", "--parts=50", "solve", "queens", "n=6")
	s.work("")
	if got := s.run("result", "--wait", "found"); strings.Count(got, "Q") < 6 {
		t.Errorf("%s", got)
	}
}

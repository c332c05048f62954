package main

import (
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"

	"nazo/command"
	"nazo/fleet"
	"nazo/internal/shell"
)

// collect writes what the parts of a job came to to a file; "" if none has come to anything. Call discard when the file is no longer needed.
func collect(ctx context.Context, client *fleet.Client, id string) (name string, discard func(), err error) {
	folder, discard, err := fleet.Scratch()
	if err != nil {
		return "", nil, err
	}
	if name, err = collectIn(ctx, client, id, folder); err != nil || name == "" {
		discard()
		discard = func() {}
	}
	return name, discard, err
}

// collectIn does so in a folder.
func collectIn(ctx context.Context, client *fleet.Client, id, folder string) (name string, err error) {
	file, err := os.Create(filepath.Join(folder, "parts"))
	if err != nil {
		return "", err
	}
	defer func() { err = errors.Join(err, file.Close()) }()
	empty := true
	for r, err := range client.Results(ctx, id) {
		if err == nil {
			empty = false
			_, err = file.Write(r.Output)
		}
		if err != nil {
			return "", err
		}
	}
	if empty {
		return "", nil
	}
	return filepath.Abs(file.Name())
}

// joining is what is known of parts that are joined.
type joining struct {
	own   bool // processes of this one have done all of them: what a folder had before may come from other machines, by a hub that had it meanwhile
	soFar bool // some may be missing
}

// join prints, as nazo, what the parts of a job came to, in the current folder, in which the job's command line holds. What comes on standard
// input, nil if nothing does, is closed; what is no longer needed then is removed by clean. The error is the status.
func (s *session) join(job fleet.Job, file string, in *os.File, how joining, clean func()) error {
	defer clean()
	s.progress.end()
	if in == nil {
		var err error
		if in, err = os.Open(os.DevNull); err != nil {
			return err
		}
	}
	defer in.Close()
	args := []string{job.Args[0], "--join=" + file}
	if how.soFar {
		args = append(args, "--so-far")
	}
	run := command.Run
	if how.own {
		run = command.RunOwn
	}
	return shell.Status(run(append(args, rest(job)...), in, s.out, s.errs, func(status int) {
		clean()
		os.Exit(status)
	}))
}

// worst is why a job has no more results, once those that it has were printed: a disagreement that was found then is graver.
func worst(why, printed error) error {
	if status, ok := errors.AsType[shell.Status](printed); ok && status >= shell.Disagree {
		return status
	}
	return why
}

// mayHaveSome reports whether there may be something to be printed of a job that ended early: of a count by elimination nothing is known before all
// parts are done.
func mayHaveSome(job fleet.Job, st fleet.State) bool {
	return !job.Resumable && (st.Phase != fleet.Cancelled || st.Status == 0) && st.Phase != fleet.Faulty
}

// stdin is a file that a text comes from; nil if there is none.
func stdin(text string) (*os.File, error) {
	if text == "" {
		return nil, nil
	}
	in, from, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	go func() {
		io.WriteString(from, text)
		from.Close()
	}()
	return in, nil
}

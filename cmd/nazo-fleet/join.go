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

// collect writes what the parts of a job came to to a file, which is to be removed.
func collect(ctx context.Context, client *fleet.Client, id string) (name string, err error) {
	file, err := os.CreateTemp("", "nazo-fleet-*.parts")
	if err != nil {
		return "", err
	}
	defer func() {
		if err = errors.Join(err, file.Close()); err != nil {
			os.Remove(file.Name())
		}
	}()
	for r, err := range client.Results(ctx, id) {
		if err == nil {
			_, err = file.Write(r.Output)
		}
		if err != nil {
			return "", err
		}
	}
	return filepath.Abs(file.Name())
}

// join prints, as nazo, what the parts of a job came to, in the current folder, in which the job's command line holds. What is
// no longer needed then is removed by clean.
func (s *session) join(job fleet.Job, file, input string, clean func()) error {
	defer clean()
	s.progress.end()
	in, err := stdin(input)
	if err != nil {
		return err
	}
	defer in.Close()
	args := append([]string{job.Args[0], "--join=" + file}, job.Args[1:]...)
	return shell.Status(command.Run(args, in, s.out, s.errs, func(status int) {
		clean()
		os.Exit(status)
	}))
}

// stdin is a file that a text comes from, or nothing.
func stdin(text string) (*os.File, error) {
	if text == "" {
		return os.Open(os.DevNull)
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

package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"syscall"

	"nazo/fleet"
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
	return file.Name(), nil
}

// join has nazo print what the parts of a job came to, in a folder in which its command line holds, and returns the status. The file with
// the parts is removed.
func (s *session) join(job fleet.Job, file, folder, input string) error {
	defer os.Remove(file)
	s.progress.end()
	self, err := os.Executable()
	if err != nil {
		return err
	}
	cmd := exec.CommandContext(s.ctx, self, append([]string{job.Args[0], "--join=" + file}, job.Args[1:]...)...)
	cmd.Cancel = func() error { return cmd.Process.Signal(syscall.SIGTERM) }
	cmd.Args[0], cmd.Dir = nazoName, folder
	cmd.Stdout, cmd.Stderr = s.out, s.errs
	if input != "" {
		cmd.Stdin = strings.NewReader(input)
	}
	err = cmd.Run()
	if exit := (*exec.ExitError)(nil); errors.As(err, &exit) && exit.ExitCode() >= 0 {
		return exitStatus(exit.ExitCode())
	}
	if err != nil {
		return ended{statusBug, fmt.Sprintf("nazo %s --join: %v", job.Args[0], err)}
	}
	return nil
}

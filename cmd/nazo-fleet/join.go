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

// join has nazo print what the parts of a job came to, in a folder in which its command line holds, and returns the status.
func (s *session) join(ctx context.Context, client *fleet.Client, job fleet.Job, folder, input string) error {
	file, err := os.CreateTemp("", "nazo-fleet-*.parts")
	if err != nil {
		return err
	}
	defer os.Remove(file.Name())
	defer file.Close()
	for r, err := range client.Results(ctx, job.ID) {
		if err == nil {
			_, err = file.Write(r.Output)
		}
		if err != nil {
			return err
		}
	}
	s.progress.end()
	self, err := os.Executable()
	if err != nil {
		return err
	}
	cmd := exec.CommandContext(s.ctx, self, append([]string{job.Args[0], "--join=" + file.Name()}, job.Args[1:]...)...)
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

package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"

	"nazo/fleet"
	"nazo/internal/shell"
)

// judge looks whether what was found of a job is right, as it is joined: by the rules, in a process of its own.
func judge(ctx context.Context, client *fleet.Client, job fleet.Job) error {
	own, err := build()
	if err == nil && own != job.Build {
		err = errors.New("the job is for another build")
	}
	if err == nil {
		err = (&processes{}).willing(job.Args)
	}
	if err != nil {
		return err
	}
	folder, err := os.MkdirTemp("", "nazo-fleet-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(folder)
	if err := client.Fetch(ctx, job, folder); err != nil {
		return err
	}
	file, err := collect(ctx, client, job.ID)
	if err != nil {
		return err
	}
	defer os.Remove(file)
	self, err := os.Executable()
	if err != nil {
		return err
	}
	cmd := exec.Command(self, append([]string{job.Args[0], "--join=" + file}, job.Args[1:]...)...)
	cmd.Args[0], cmd.Dir, cmd.Env = nazoName, folder, environment()
	errs := &tail{most: mostErrors}
	cmd.Stderr = errs
	in, err := os.Open(filepath.Join(folder, "-"))
	switch {
	case err == nil:
		defer in.Close()
		cmd.Stdin = in
	case !errors.Is(err, fs.ErrNotExist):
		return err
	}
	err = supervise(ctx, cmd, false, false, func() {})
	if cmd.ProcessState == nil {
		return fmt.Errorf("nazo can't be started: %w", err)
	}
	switch status := shell.Status(cmd.ProcessState.ExitCode()); status {
	case shell.True, shell.False:
		return nil
	case shell.Disagree:
		return &fleet.Fatal{Err: told(cmd, errs.String()), Fault: true}
	}
	return told(cmd, errs.String())
}

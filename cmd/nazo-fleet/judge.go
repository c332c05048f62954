package main

import (
	"context"
	"errors"
	"os"

	"nazo/fleet"
	"nazo/internal/shell"
)

// judge looks whether what was found of a job is right, as it is joined: by the rules, in a process of its own.
func judge(ctx context.Context, client *fleet.Client, job fleet.Job) error {
	own, err := build()
	if err == nil && own != job.Build {
		err = errors.New("the job is for another build")
	}
	p := &processes{}
	if err == nil {
		p.self, err = shell.Executable()
	}
	if err == nil {
		err = p.willing(job.Args)
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
	run, end := context.WithCancelCause(ctx)
	defer end(nil)
	args := withMemory([]string{job.Args[0], "--join=" + file}, job, p.allowed(job))
	_, err = p.run(run, end, p.nazo(args, 1), job, folder)
	return err
}

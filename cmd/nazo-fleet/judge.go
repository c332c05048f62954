package main

import (
	"cmp"
	"context"
	"errors"

	"nazo/fleet"
)

// judge looks whether what was found of a job is right, as it is joined: by the rules, in a process of its own.
func judge(ctx context.Context, client *fleet.Client, job fleet.Job) error {
	own, err := build()
	if err == nil && own != job.Build {
		err = errors.New("the job is for another build")
	}
	if err != nil {
		return err
	}
	p := &processes{}
	if err := p.willing(job.Args); err != nil {
		return err
	}
	file, discard, err := collect(ctx, client, job.ID)
	if err != nil {
		return err
	}
	defer discard()
	args := withMemory([]string{job.Args[0], "--join=" + file}, job, p.allowed(job))
	_, failed, err := p.elsewhere(ctx, args, job, func(folder string) error { return client.Fetch(ctx, job, folder) })
	return cmp.Or(err, failed)
}

package main

import (
	"context"
	"os"
	"runtime"
	"sync"

	"nazo/command"
	"nazo/fleet"
)

// here is a fleet within this process: a hub that keeps everything in memory, and a worker.
type here struct {
	hub     *fleet.Hub
	client  *fleet.Client
	workers int
	memory  int64 // for each task
	stop    context.CancelFunc
	ended   sync.WaitGroup
}

// hereBuild is the build of jobs that no other process will see.
const hereBuild = "this"

// openHere starts it. Tasks run in the current folder, with that standard input.
func openHere(ctx context.Context, on spreadFlags, input string) (*here, error) {
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	folder, err := os.Getwd()
	if err != nil {
		return nil, err
	}
	workers := int(on.Workers)
	if workers == 0 {
		workers = runtime.GOMAXPROCS(0)
	}
	h := &here{workers: workers, memory: int64(on.Memory) / int64(workers)}
	if h.hub, err = fleet.StartHub(ctx, fleet.HubOptions{}); err != nil {
		return nil, err
	}
	if h.client, err = h.hub.Connect(ctx); err != nil {
		h.hub.Close()
		return nil, err
	}
	work, stop := context.WithCancel(context.Background())
	h.stop = stop
	runner := &processes{self: self, folder: folder, input: input, hopeless: cancelling(h.client)}
	h.ended.Go(func() {
		fleet.Work(work, h.client, runner, fleet.WorkOptions{Name: "here", Build: hereBuild, Cores: workers})
	})
	return h, nil
}

// jobOf is the job of doing what a command line says.
func (h *here) jobOf(packed *command.Packed, n int) fleet.Job {
	job := jobOf(packed, n, h.workers)
	job.Build, job.Memory = hereBuild, h.memory
	return job
}

// close ends it, and all processes.
func (h *here) close() {
	h.stop()
	h.ended.Wait()
	h.client.Close()
	h.hub.Close()
}

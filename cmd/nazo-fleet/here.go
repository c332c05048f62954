package main

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"os"
	"runtime"
	"sync"
	"time"

	"nazo/command"
	"nazo/fleet"
)

// here is a fleet within this process: a hub that keeps everything in memory, and a worker.
type here struct {
	hub     *fleet.Hub
	client  *fleet.Client
	build   string
	workers int
	memory  int64 // for each task
	stop    context.CancelFunc
	ended   sync.WaitGroup
	closing sync.Once
}

// hereBuild is the build of jobs that no other process will see, and hereName the name of the only worker.
const (
	hereBuild = "this"
	hereName  = "here"
)

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
	h := &here{build: hereBuild, workers: workers, memory: int64(on.Memory) / int64(workers)}
	var timing fleet.Timing
	if on.Store != "" { // then another process may find its jobs, and parts that an earlier one had are to be given out again soon
		timing = fleet.Timing{Wait: 3 * time.Second, Progress: time.Second / 2}
		if h.build, err = build(); err != nil {
			return nil, err
		}
	}
	if h.hub, err = fleet.StartHub(ctx, fleet.HubOptions{Store: on.Store, Coordination: fleet.Coordination{Timing: timing}}); err != nil {
		return nil, err
	}
	if h.client, err = h.hub.Connect(ctx); err != nil {
		h.hub.Close()
		return nil, err
	}
	work, stop := context.WithCancel(context.Background())
	h.stop = stop
	runner := &processes{self: self, folder: folder, input: input, saves: on.Store != ""}
	h.ended.Go(func() {
		fleet.Work(work, h.client, runner, fleet.WorkOptions{Name: hereName, Build: h.build, Cores: workers, Timing: timing})
	})
	return h, nil
}

// jobOf is the job of doing what a command line says.
func (h *here) jobOf(packed *command.Packed, n int) fleet.Job {
	job := jobOf(packed, n, h.workers)
	job.Build, job.Memory = h.build, h.memory
	return job
}

// submit hands in a job. One that has a name may have been begun before: then it goes on.
func (h *here) submit(ctx context.Context, job fleet.Job) (fleet.Job, error) {
	if job.ID == "" {
		return h.client.Submit(ctx, job)
	}
	known, err := h.client.Job(ctx, job.ID)
	if errors.Is(err, fleet.ErrNoJob) {
		return h.client.Submit(ctx, job)
	}
	st, errState := h.client.State(ctx, job.ID)
	if err = errors.Join(err, errState); err != nil || st.Phase != fleet.Cancelled && st.Phase != fleet.Incomplete {
		return known, err
	}
	if err := h.client.Reopen(ctx, job.ID); err != nil {
		return known, err
	}
	for st.Phase.Ended() { // until the hub has heard of it
		time.Sleep(10 * time.Millisecond)
		if st, err = h.client.State(ctx, job.ID); err != nil {
			return known, err
		}
	}
	return known, nil
}

// nameOf is the name of a job in a store, by what it does and by which build.
func (h *here) nameOf(packed *command.Packed) string {
	text, err := json.Marshal([]any{h.build, packed.Args, packed.Files})
	if err != nil {
		panic(err) // text
	}
	sum := sha256.Sum256(text)
	return packed.Args[0] + "-" + hex.EncodeToString(sum[:8])
}

// close ends it, and all processes. Further calls wait for the first.
func (h *here) close() {
	h.closing.Do(func() {
		h.stop()
		h.ended.Wait()
		h.client.Close()
		h.hub.Close()
	})
}

package main

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"os"
	"runtime"
	"strings"
	"sync"
	"time"

	"nazo/command"
	"nazo/fleet"
	"nazo/internal/shell"
)

// here is a fleet within this process: a hub, and a worker, for one job.
type here struct {
	name    string // of the job
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

// openHere starts it for a command line. Tasks run in the current folder. What goes on that the job's state doesn't tell is said.
func openHere(ctx context.Context, on spreadFlags, packed *command.Packed, say func(string)) (*here, error) {
	self, err := shell.Executable()
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
	share, err := shareOf(on.Memory, workers, "--workers 1")
	if err != nil {
		return nil, err
	}
	h := &here{build: hereBuild, workers: workers, memory: share}
	if on.Store != "" { // then another process may find its jobs
		if h.build, err = build(); err != nil {
			return nil, err
		}
	}
	h.name = nameOf(h.build, packed)
	log := h.unlessOfJob(say)
	if h.hub, err = fleet.StartHub(ctx, fleet.HubOptions{Store: on.Store, Alone: true, Coordination: fleet.Coordination{Log: log}}); err != nil {
		return nil, err
	}
	if h.client, err = h.hub.Connect(ctx); err != nil {
		h.hub.Close()
		return nil, err
	}
	work, stop := context.WithCancel(context.Background())
	h.stop = stop
	runner := &processes{self: self, folder: folder, input: packed.Files["-"], saves: on.Store != ""}
	h.ended.Go(func() {
		fleet.Work(work, h.client, runner, fleet.WorkOptions{Name: hereName, Build: h.build, Cores: workers, Log: log})
	})
	return h, nil
}

// jobOf is the job of doing what a command line says.
func (h *here) jobOf(packed *command.Packed, n int) fleet.Job {
	job := jobOf(packed, n, h.workers)
	job.ID, job.Build, job.Memory = h.name, h.build, h.memory
	return job
}

// submit hands in a job. It may have been begun before: then it goes on.
func (h *here) submit(ctx context.Context, job fleet.Job) (fleet.Job, error) {
	known, err := h.client.Job(ctx, job.ID)
	if errors.Is(err, fleet.ErrNoJob) {
		return h.client.Submit(ctx, job, nil)
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

// unlessOfJob is say for what is not about the job: that the line of progress shows, and the verdict tells.
func (h *here) unlessOfJob(say func(string)) func(string) {
	return func(text string) {
		if !strings.HasPrefix(text, h.name+": ") {
			say(text)
		}
	}
}

// nameOf is the name of a job in a store, by what it does and by which build.
func nameOf(build string, packed *command.Packed) string {
	text, err := json.Marshal([]any{build, packed.Args, packed.Files})
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

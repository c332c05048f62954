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
	job     fleet.Job
	hub     *fleet.Hub
	client  *fleet.Client
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
	h := &here{job: jobOf(packed, on.divisionFlags, workers)}
	tasks := workers
	if h.job.Wide {
		tasks = 1
	}
	if h.job.Memory, err = shareOf(on.Memory, tasks, "--workers 1"); err != nil {
		return nil, err
	}
	h.job.Build = hereBuild
	if on.Store != "" { // then another process may find its jobs
		if h.job.Build, err = build(); err != nil {
			return nil, err
		}
	}
	h.job.ID = nameOf(h.job.Build, packed)
	log := h.unlessOfJob(say)
	if h.hub, err = fleet.StartHub(ctx, fleet.HubOptions{Store: on.Store, At: "nazo-fleet " + strings.Join(packed.Args, " "), Alone: true, Coordination: fleet.Coordination{Log: log}}); err != nil {
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
		fleet.Work(work, h.client, runner, fleet.WorkOptions{Name: hereName, Build: h.job.Build, Cores: workers, Log: log})
	})
	return h, nil
}

// submit hands in the job. It may have been begun before: then it goes on, and fresh is false.
func (h *here) submit(ctx context.Context) (job fleet.Job, fresh bool, err error) {
	known, err := h.client.Job(ctx, h.job.ID)
	if errors.Is(err, fleet.ErrNoJob) {
		job, err = h.client.Submit(ctx, h.job, nil)
		return job, true, err
	}
	st, errState := h.client.State(ctx, h.job.ID)
	if err = errors.Join(err, errState); err != nil || st.Phase != fleet.Cancelled && st.Phase != fleet.Incomplete {
		return known, false, err
	}
	if err := h.client.Reopen(ctx, h.job.ID); err != nil {
		return known, false, err
	}
	for st.Phase.Ended() { // until the hub has heard of it
		time.Sleep(10 * time.Millisecond)
		if st, err = h.client.State(ctx, h.job.ID); err != nil {
			return known, false, err
		}
	}
	return known, false, nil
}

// unlessOfJob is say for what is not about the job: that the line of progress shows, and the verdict tells.
func (h *here) unlessOfJob(say func(string)) func(string) {
	return func(text string) {
		if !strings.HasPrefix(text, h.job.ID+": ") {
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

package fleet

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
)

// smallDisk is a folder on a disk of so many bytes; the test is skipped, and says so, where none can be had.
func smallDisk(t *testing.T, size int) string {
	t.Helper()
	dir := t.TempDir()
	if out, err := exec.Command("mount", "-t", "tmpfs", "-o", fmt.Sprintf("size=%d", size), "tmpfs", dir).CombinedOutput(); err != nil {
		t.Skipf("no small disk can be had: %v %s", err, out)
	}
	t.Cleanup(func() { exec.Command("umount", "-l", dir).Run() })
	return dir
}

// When the disk of a hub is full, that is said, nothing wrong is counted, and the job goes on when there is room.
func TestFullDisk(t *testing.T) {
	t.Parallel()
	dir := smallDisk(t, 24<<20)
	var said atomic.Bool
	log := logTo(t)
	noting := func(text string) {
		log(text)
		if strings.Contains(text, "the hub takes nothing until 4 MB are free") {
			said.Store(true)
		}
	}
	_, c := startHub(t, HubOptions{Store: filepath.Join(dir, "hub"), Coordination: Coordination{Log: noting}})
	ballast := filepath.Join(dir, "ballast")
	runner := runFunc(func(ctx context.Context, job Job, task Task, w *Workspace) (Result, error) {
		r, err := counting(t, 1000)(ctx, job, task, w)
		r.Errors = strings.Repeat("what it had to say ", 100)
		return r, err
	})
	if err := os.WriteFile(ballast, make([]byte, 16<<20), 0o600); err != nil {
		t.Fatal(err)
	}
	job := submit(t, c, Job{Parts: 1000})
	fill(t, ballast)
	startWorker(t, c, runner, WorkOptions{Log: noting})
	until(t, said.Load)
	for s, err := range c.Watch(t.Context(), job.ID) { // who watches hears it, too
		if err != nil || s.Phase.Ended() {
			t.Fatalf("%+v, %v with a full disk", s, err)
		}
		if strings.Contains(s.Note, "is full: the hub takes nothing until 4 MB are free") {
			break
		}
	}
	if why := c.Lacks(t.Context()); !strings.Contains(why, "is full: the hub takes nothing until 4 MB are free") {
		t.Errorf("who asks hears %q", why)
	}
	if s, err := c.State(t.Context(), job.ID); err == nil && s.Phase != Running {
		t.Fatalf("%+v with a full disk", s)
	}
	if err := os.Remove(ballast); err != nil {
		t.Fatal(err)
	}
	s, err := c.Wait(t.Context(), job.ID)
	if err != nil || s.Phase != Done || s.Found != 1000 || s.Done != 1000 {
		t.Fatalf("%+v, %v", s, err)
	}
	if got := total(t, c, job.ID); got != 1000 {
		t.Error(got)
	}
	if why := c.Lacks(t.Context()); why != "" {
		t.Errorf("with room again, who asks hears %q", why)
	}
}

// Who watches hears why nothing goes on with each state that comes meanwhile, and a worker is told once.
func TestNoteHolds(t *testing.T) {
	t.Parallel()
	_, c := startHub(t, HubOptions{})
	var told atomic.Int32
	startWorker(t, c, counting(t, 10), WorkOptions{Build: "other", Log: func(text string) {
		if text == "the hub: no room" {
			told.Add(1)
		}
	}})
	job := submit(t, c, Job{Parts: 2})
	until(t, func() bool { s, err := c.State(t.Context(), job.ID); return err == nil && len(s.Refusing) == 1 })
	say := func() { c.nc.Publish(notes, encode(note{Text: "no room"})) }
	heard := 0
	for s, err := range c.Watch(t.Context(), job.ID) {
		switch {
		case err != nil:
			t.Fatal(err)
		case heard == 0 && s.Note == "":
			say()
		case s.Note != "no room":
			t.Fatalf("%+v", s)
		default:
			heard++
			c.states.Put(t.Context(), job.ID, encode(State{Job: job.ID, Phase: Running, Total: 2}))
			say()
		}
		if heard == 5 {
			break
		}
	}
	until(t, func() bool { return told.Load() == 1 })
}

// A hub that is started where the disk is full says so, and waits.
func TestStartOnFullDisk(t *testing.T) {
	t.Parallel()
	dir := smallDisk(t, 24<<20)
	ballast := filepath.Join(dir, "ballast")
	if err := os.WriteFile(ballast, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	fill(t, ballast)
	said := make(chan bool, 1)
	log := logTo(t)
	go func() {
		<-said
		os.Remove(ballast)
	}()
	_, c := startHub(t, HubOptions{Store: filepath.Join(dir, "hub"), Coordination: Coordination{Log: func(text string) {
		log(text)
		if strings.Contains(text, "the hub takes nothing until 4 MB are free") {
			select {
			case said <- true:
			default:
			}
		}
	}}})
	submit(t, c, Job{Parts: 1})
}

// A hub that needs more room than it waits for is tried once in Retry, and says so once until it goes on.
func TestTooLittleRoom(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	synctest.Test(t, func(t *testing.T) {
		said := 0
		h := &Hub{o: HubOptions{Store: folder, Coordination: Coordination{Timing: Timing{Retry: time.Minute}, Log: func(string) { said++ }}}}
		begun := time.Now()
		for tries := 1; tries <= 3; tries++ {
			if !h.awaitRoom(t.Context()) || time.Since(begun) != time.Duration(tries)*time.Minute || said != 1 {
				t.Errorf("%d tries in %s, and %d lines", tries, time.Since(begun), said)
			}
		}
		h.goesOn()
		h.heard("no space left on device")
		h.heard("no space left on device")
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		if h.awaitRoom(ctx) || said != 3 {
			t.Errorf("it goes on after its end, or says %d lines", said)
		}
	})
}

// fill appends to a file until its disk is full.
func fill(t *testing.T, name string) {
	f, err := os.OpenFile(name, os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	for block := make([]byte, 4096); err == nil; {
		_, err = f.Write(block)
	}
}

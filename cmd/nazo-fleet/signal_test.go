//go:build unix

package main

import (
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// Only an interrupt that comes long enough after the first is another one.
func TestInterruptedAgain(t *testing.T) {
	heard := make(chan os.Signal, 4)
	signal.Notify(heard, syscall.SIGHUP)
	defer signal.Stop(heard)
	interrupt := func() {
		if err := syscall.Kill(os.Getpid(), syscall.SIGHUP); err != nil {
			t.Fatal(err)
		}
		<-heard
	}
	again := make(chan bool, 4)
	ctx, stop := untilInterrupted(0, func() { again <- true })
	interrupt()
	<-ctx.Done()
	interrupt()
	<-again
	stop()
	ctx, stop = untilInterrupted(time.Hour, func() { again <- true })
	interrupt()
	<-ctx.Done()
	interrupt()
	stop()
	if len(again) > 0 {
		t.Error("what comes at once is taken for another interrupt")
	}
}

// ended waits for the end of a process, and returns its exit status and what it said on standard error.
func (p *proc) ended() (int, string) {
	go io.Copy(io.Discard, p.out)
	said, _ := io.ReadAll(p.errs)
	p.Wait()
	return p.ProcessState.ExitCode(), string(said)
}

// A worker whose terminal is closed ends as if it were asked to: it says what it gives back, and leaves no folder.
func TestHangUp(t *testing.T) {
	t.Parallel()
	s, hold := newSite(t), t.TempDir()
	s.serve()
	s.submit()
	w := s.start(holdVar+"="+hold, "work", "--cores=1")
	task := s.heldTask(hold)
	if name, err := os.ReadFile(fmt.Sprintf("/proc/%d/comm", task)); err == nil && string(name) != "nazo\n" {
		t.Errorf("the part's process is called %s", name)
	}
	s.check(w.Process.Signal(syscall.SIGHUP))
	if status, said := w.ended(); status != 0 || !strings.Contains(said, "nazo-fleet: tours: part 1/6 is given back\n") {
		t.Errorf("exit status %d\n%s", status, said)
	}
	gone(task)
	if left, err := filepath.Glob(filepath.Join(s.folder, "nazo-fleet-*")); err != nil || len(left) > 0 {
		t.Errorf("%v, %v are left", err, left)
	}
}

// Who watches a job and is interrupted does not end it.
func TestWatchInterrupted(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	s.serve()
	s.submit()
	p := s.start("", "watch", "tours")
	_, err := p.out.ReadString('\n') // it knows how far the job is
	s.check(err)
	s.check(p.Process.Signal(os.Interrupt))
	if status, said := p.ended(); status != 3 || said != "nazo-fleet: the job goes on: 0 of 6 parts done; nazo-fleet watch tours tells more\n" {
		t.Errorf("exit status %d\n%s", status, said)
	}
}

// A hub that keeps nothing says what is lost when it is ended, and tells workers, who break it off, and whoever waits.
func TestHubGone(t *testing.T) {
	t.Parallel()
	s, hold := newSite(t), t.TempDir()
	hub := s.start("", "serve", "--listen=127.0.0.1:0")
	line, err := hub.out.ReadString('\n')
	s.check(err)
	s.url = strings.TrimSpace(line)
	s.submit()
	w := s.start(holdVar+"="+hold, "work", "--cores=1")
	task := s.heldTask(hold)
	watch := s.start("", "watch", "tours")
	_, err = watch.out.ReadString('\n')
	s.check(err)
	s.check(hub.Process.Signal(os.Interrupt))
	if status, said := hub.ended(); status != 3 || !strings.HasSuffix(said, "nazo-fleet: what was not done is lost: tours\n") {
		t.Errorf("exit status %d\n%s", status, said)
	}
	if status, said := watch.ended(); status != 3 || !strings.HasSuffix(said, "nazo-fleet: the hub has ended, and its jobs with it\n") {
		t.Errorf("exit status %d\n%s", status, said)
	}
	gone(task)
	s.check(w.Process.Signal(os.Interrupt))
	if status, said := w.ended(); status != 0 || !strings.Contains(said, "nazo-fleet: the hub has ended, and its jobs with it; another one there is waited for\n") || strings.Contains(said, "given back") {
		t.Errorf("exit status %d\n%s", status, said)
	}
}

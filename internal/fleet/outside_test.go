package fleet

import (
	"cmp"
	"context"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
)

// establish prepares a server of NATS for a fleet, and connects.
func establish(t *testing.T, s *server.Server) *Client {
	t.Helper()
	if err := Prepare(t.Context(), s.ClientURL(), Credentials{}); err != nil {
		t.Fatal(err)
	}
	c, err := Connect(t.Context(), s.ClientURL(), Credentials{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(c.Close)
	return c
}

// A fleet can be on a server of NATS that is not its own.
func TestOtherServer(t *testing.T) {
	t.Parallel()
	s := startServer(t, server.Options{})
	if _, err := Connect(t.Context(), s.ClientURL(), Credentials{}); err == nil || !strings.Contains(err.Error(), "no hub has ever run on it") {
		t.Error(err)
	}
	c := establish(t, s)
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan error, 1)
	go func() { done <- Coordinate(ctx, c, Coordination{Timing: quick, Log: logTo(t)}) }()
	startWorker(t, c, counting(t, 10), WorkOptions{})
	job := submit(t, c, Job{Parts: 3})
	if s, err := c.Wait(t.Context(), job.ID); err != nil || s.Phase != Done || s.Found != 10 {
		t.Errorf("%+v, %v", s, err)
	}
	cancel()
	if err := <-done; err != nil {
		t.Error(err)
	}
}

// A server that is not the fleet's own may keep so much and no more. Then a job ends, with that as the reason, or who watches it
// hears that at least, if there is no room for the end; it doesn't stand still without a word.
func TestServerKeepsNoMore(t *testing.T) {
	t.Parallel()
	for name, large := range map[string]int{"small results": 0, "large results": 300_000} {
		t.Run(name, func(t *testing.T) {
			s := startServer(t, server.Options{JetStreamMaxStore: 1 << 20, MaxPayload: 64 << 10})
			c := establish(t, s)
			ctx, cancel := context.WithCancel(t.Context())
			done := make(chan error, 1)
			go func() { done <- Coordinate(ctx, c, Coordination{Timing: quick, Log: logTo(t)}) }()
			startWorker(t, c, runFunc(func(ctx context.Context, job Job, task Task, w *Workspace) (Result, error) {
				r, err := counting(t, 1000)(ctx, job, task, w)
				if r.Errors = strings.Repeat("what it had to say ", 100); large > 0 {
					r.Output = append(r.Output[:len(r.Output):len(r.Output)], strings.Repeat("\n", large)...)
				}
				return r, err
			}), WorkOptions{})
			job := submit(t, c, Job{Parts: 1000})
			for s, err := range c.Watch(t.Context(), job.ID) {
				if err != nil || s.Phase.Ended() && s.Phase != Cancelled {
					t.Errorf("%+v, %v", s, err)
				}
				if strings.HasPrefix(cmp.Or(s.Note, s.Reason), "the server keeps no more than it has: ") {
					break
				}
			}
			cancel()
			if err := <-done; err != nil {
				t.Error(err)
			}
		})
	}
}

// startServer starts a server of NATS that is not the fleet's own, with what o says beside JetStream and where it listens.
func startServer(t *testing.T, o server.Options) *server.Server {
	o.Host, o.Port, o.JetStream, o.StoreDir, o.NoLog, o.NoSigs = "127.0.0.1", server.RANDOM_PORT, true, t.TempDir(), true, true
	s, err := server.NewServer(&o)
	if err != nil {
		t.Fatal(err)
	}
	s.Start()
	t.Cleanup(s.Shutdown)
	if !s.ReadyForConnections(time.Minute) {
		t.Fatal("the server doesn't start")
	}
	return s
}

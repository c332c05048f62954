package fleet

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
)

// A fleet can be on a server of NATS that is not its own.
func TestOtherServer(t *testing.T) {
	t.Parallel()
	s, err := server.NewServer(&server.Options{Port: server.RANDOM_PORT, Host: "127.0.0.1", JetStream: true, StoreDir: t.TempDir(), NoLog: true, NoSigs: true})
	if err != nil {
		t.Fatal(err)
	}
	s.Start()
	t.Cleanup(s.Shutdown)
	if !s.ReadyForConnections(time.Minute) {
		t.Fatal("the server doesn't start")
	}
	if _, err := Connect(t.Context(), s.ClientURL(), Credentials{}); err == nil || !strings.Contains(err.Error(), "no hub has ever run on it") {
		t.Error(err)
	}
	c, err := Establish(t.Context(), s.ClientURL(), Credentials{})
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
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

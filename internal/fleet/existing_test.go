package fleet

import (
	"context"
	"errors"
	"testing"
	"time"
)

// withResults has the results of a job with so many parts.
func withResults(t *testing.T, c *Client, n int) (id string) {
	startWorker(t, c, counting(t, n), WorkOptions{Cores: 4})
	job := submit(t, c, Job{Parts: n})
	if s, err := c.Wait(t.Context(), job.ID); err != nil || s.Phase != Done {
		t.Fatalf("%+v, %v", s, err)
	}
	return job.ID
}

// If the server forgets that results are being read, as one does that was away, the rest is asked for anew: each comes once.
func TestExistingGoesOn(t *testing.T) {
	t.Parallel()
	_, c := startHub(t, HubOptions{})
	const n = 3 * mostOutputs
	id := withResults(t, c, n)
	there, err := c.existing(t.Context(), id, false)
	if err != nil || there.left != n {
		t.Fatalf("%d results, %v", there.left, err)
	}
	seen := map[string]bool{}
	for msg, err := range there.read(t.Context()) {
		if err != nil {
			t.Fatal(err)
		}
		if seen[msg.Subject()] {
			t.Errorf("%s comes twice", msg.Subject())
		}
		if seen[msg.Subject()] = true; len(seen) == mostOutputs+1 || len(seen) == 2*mostOutputs+1 {
			there.remove(t.Context())
		}
	}
	if len(seen) != n {
		t.Errorf("%d of %d results", len(seen), n)
	}
}

// Who reads results that don't come waits no longer than his context lasts.
func TestExistingIsCancelled(t *testing.T) {
	t.Parallel()
	_, c := startHub(t, HubOptions{})
	id := withResults(t, c, 1)
	there, err := c.existing(t.Context(), id, true)
	if err != nil {
		t.Fatal(err)
	}
	there.left++ // as if one were lost
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error)
	go func() {
		var last error
		for _, err := range there.read(ctx) {
			last = err
		}
		ended <- last
	}()
	until(t, func() bool { // it waits for the second
		info, err := there.consumer.Info(ctx)
		return err == nil && info.NumWaiting > 0 && info.Delivered.Consumer == 1
	})
	cancel()
	select {
	case err := <-ended:
		if !errors.Is(err, context.Canceled) {
			t.Error(err)
		}
	case <-time.After(fetchWait / 2):
		t.Error("it waits all the same")
	}
}

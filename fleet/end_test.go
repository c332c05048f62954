package fleet

import "testing"

// When a job is said to be done nobody waits for its results any more: a hub that ends would give such as do time to hear of it.
func TestNobodyWaits(t *testing.T) {
	t.Parallel()
	_, c := startHub(t, HubOptions{})
	startWorker(t, c, counting(t, 10), WorkOptions{})
	job := submit(t, c, Job{Parts: 3})
	if s, err := c.Wait(t.Context(), job.ID); err != nil || s.Phase != Done {
		t.Fatalf("%+v, %v", s, err)
	}
	stream, err := c.resultStream(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for name := range stream.ConsumerNames(t.Context()).Name() {
		t.Errorf("consumer %s is still there", name)
	}
}

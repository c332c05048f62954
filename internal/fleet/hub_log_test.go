package fleet

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
)

// Indexes that the server makes anew when it starts are one line, and nothing is lost; what else it says is passed on.
func TestIndexesMadeAnew(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	var mu sync.Mutex
	var said []string
	o := HubOptions{Store: dir, Coordination: Coordination{Log: func(text string) {
		mu.Lock()
		defer mu.Unlock()
		said = append(said, text)
	}}}
	h, err := StartHub(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	c, err := h.Connect(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	job := submit(t, c, Job{Parts: 3})
	c.Close()
	h.Close()
	indexes, err := filepath.Glob(filepath.Join(dir, "jetstream", "*", "streams", "KV_nazo_*", "msgs", "index.db"))
	if err != nil || len(indexes) < 2 {
		t.Fatal(indexes, err)
	}
	for _, index := range indexes[:2] {
		text, err := os.ReadFile(index)
		if err != nil {
			t.Fatal(err)
		}
		text[len(text)/2] ^= 1
		if err := os.WriteFile(index, text, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	_, c = startHub(t, o)
	if kept, err := c.Job(t.Context(), job.ID); err != nil || kept.Parts != 3 {
		t.Errorf("%+v, %v", kept, err)
	}
	mu.Lock()
	defer mu.Unlock()
	if !slices.Contains(said, "indexes of the hub that did not match its data and were rebuilt: 2") || strings.Contains(strings.Join(said, "\n"), "Filestore") {
		t.Errorf("%q", said)
	}
}

// Only what is about indexes is held back, and only as long as the server starts.
func TestServerLog(t *testing.T) {
	t.Parallel()
	var said []string
	l := &serverLog{say: func(text string) { said = append(said, text) }}
	l.Warnf("Filestore [%s] %s", "KV", "Stream state checksum did not match")
	l.Warnf("Filestore [%s] %s", "KV", "Recovering stream state from index errored: corrupt state file")
	l.Warnf("Filestore [%s] %s", "KV", "Recovering stream state from index errored: no such key")
	l.Errorf("JetStream failed")
	l.start()
	l.Warnf("Filestore [%s] %s", "KV", "Stream state checksum did not match")
	want := []string{
		"hub: Filestore [KV] Recovering stream state from index errored: no such key", "hub: JetStream failed",
		"indexes of the hub that did not match its data and were rebuilt: 1", "hub: Filestore [KV] Stream state checksum did not match",
	}
	if !slices.Equal(said, want) {
		t.Errorf("%q", said)
	}
}

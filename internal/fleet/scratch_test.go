package fleet

import (
	"errors"
	"os"
	"path/filepath"
	"testing"
)

// A folder whose process has ended is removed by the next one that needs one; others stay: those in use, those that are kept, those
// of other hosts, whose locks may not be seen here, and those of which nobody knows whose they are.
func TestScratch(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	made := func() *scratch {
		t.Helper()
		s, err := newScratch(workerScratch)
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	used, kept, far, dead := made(), made(), made(), made()
	defer used.remove()
	if used.lock == nil {
		t.Skip("there are no locks here")
	}
	kept.keep()
	if err := os.WriteFile(filepath.Join(far.folder, scratchLock), []byte("far away"), 0o600); err != nil {
		t.Fatal(err)
	}
	far.lock.Close()
	dead.lock.Close() // as the system does for a process that is killed
	other, err := os.MkdirTemp("", workerScratch)
	if err != nil {
		t.Fatal(err)
	}
	made().remove()
	for folder, stays := range map[string]bool{used.folder: true, kept.folder: true, far.folder: true, dead.folder: false, other: true} {
		if _, err := os.Stat(folder); (err == nil) != stays || err != nil && !errors.Is(err, os.ErrNotExist) {
			t.Errorf("%s: %v; that it stays: %v", folder, err, stays)
		}
	}
}

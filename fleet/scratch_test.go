package fleet

import (
	"errors"
	"os"
	"testing"
)

// A folder whose process has ended is removed by the next one that needs one; others stay: those in use, those that are kept, and those of
// which nobody knows whose they are.
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
	used, kept, dead := made(), made(), made()
	defer used.remove()
	if used.lock == nil {
		t.Skip("there are no locks here")
	}
	kept.keep()
	dead.lock.Close() // as the system does for a process that is killed
	other, err := os.MkdirTemp("", workerScratch)
	if err != nil {
		t.Fatal(err)
	}
	made().remove()
	for folder, stays := range map[string]bool{used.folder: true, kept.folder: true, dead.folder: false, other: true} {
		if _, err := os.Stat(folder); (err == nil) != stays || err != nil && !errors.Is(err, os.ErrNotExist) {
			t.Errorf("%s: %v; that it stays: %v", folder, err, stays)
		}
	}
}

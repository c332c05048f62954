package fleet

import (
	"fmt"
	"os"
	"os/exec"
	"strings"
	"testing"
)

// A hub has its folder for itself as long as it runs, and one without a folder leaves nothing behind.
func TestFolders(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	folder := t.TempDir()
	for range 2 {
		first, err := StartHub(t.Context(), HubOptions{Store: folder, At: "a test"})
		if err != nil {
			t.Fatal(err)
		}
		want := fmt.Sprintf("%s is in use by a test, process %d", folder, os.Getpid())
		if _, err := StartHub(t.Context(), HubOptions{Store: folder}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v; want %s", err, want)
		}
		first.Close()
	}
	passing, err := StartHub(t.Context(), HubOptions{})
	if err != nil {
		t.Fatal(err)
	}
	passing.Close()
	left, err := os.ReadDir(os.Getenv("TMPDIR"))
	if err != nil || len(left) > 0 {
		t.Errorf("%v, %v", left, err)
	}
}

// A hub that was closed can be started again at once, also while processes are being started.
func TestLockBesideStarts(t *testing.T) {
	t.Parallel()
	if !hasLocks {
		t.Skip("this system has no locks")
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	dir, over := t.TempDir(), make(chan struct{})
	go func() {
		defer close(over)
		for range 10 {
			exec.Command(self, "-test.run=^$").Run()
		}
	}()
	for n := 0; ; n++ {
		f, err := lockStore(dir, "a test")
		if err != nil {
			t.Fatalf("after %d times: %v", n, err)
		}
		f.Close()
		select {
		case <-over:
			return
		default:
		}
	}
}

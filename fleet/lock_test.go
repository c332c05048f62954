package fleet

import (
	"os"
	"strings"
	"testing"
)

// A hub has its folder for itself as long as it runs, and one without a folder leaves nothing behind.
func TestFolders(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	folder := t.TempDir()
	for range 2 {
		first, err := StartHub(t.Context(), HubOptions{Store: folder})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := StartHub(t.Context(), HubOptions{Store: folder}); err == nil || !strings.Contains(err.Error(), "another hub has the folder "+folder) {
			t.Error(err)
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

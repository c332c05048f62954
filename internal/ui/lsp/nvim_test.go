package lsp

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// asServer is set where this test binary is to be the server that an editor starts.
const asServer = "NAZO_TEST_AS_SERVER"

func TestMain(m *testing.M) {
	if os.Getenv(asServer) == "" {
		os.Exit(m.Run())
	}
	if err := Serve(context.Background(), stdio{}, Options{Log: os.Stderr}); err != nil {
		os.Exit(1)
	}
}

// stdio is standard input and output.
type stdio struct{}

func (stdio) Read(p []byte) (int, error)  { return os.Stdin.Read(p) }
func (stdio) Write(p []byte) (int, error) { return os.Stdout.Write(p) }
func (stdio) Close() error                { return os.Stdout.Close() }

// TestNeovim has a real editor do what its user would: testdata/neovim.lua says what, and what it writes is compared.
func TestNeovim(t *testing.T) {
	nvim, err := exec.LookPath("nvim")
	if err != nil {
		t.Skip("neovim is not installed: apt-get install neovim")
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	script, err := filepath.Abs("testdata/neovim.lua")
	if err != nil {
		t.Fatal(err)
	}
	folder := t.TempDir()
	out := filepath.Join(folder, "out.txt")
	cmd := exec.CommandContext(t.Context(), nvim, "--clean", "--headless", "-c", "luafile "+script, "-c", "qall!")
	cmd.Dir = folder
	cmd.Env = append(os.Environ(), asServer+"=1", "SERVER="+self, "OUT="+out, "XDG_STATE_HOME="+folder, "XDG_CACHE_HOME="+folder, "XDG_DATA_HOME="+folder)
	if text, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	got, err := os.ReadFile(out)
	if err != nil {
		t.Fatal(err)
	}
	if *update {
		if err := os.WriteFile("testdata/neovim.txt", got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile("testdata/neovim.txt")
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), string(got)); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}

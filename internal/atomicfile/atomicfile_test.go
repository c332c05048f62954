package atomicfile

import (
	"bytes"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// begin makes a folder with a file old.txt, whose text is "old".
func begin(t *testing.T) (folder, name string) {
	t.Helper()
	folder = t.TempDir()
	name = filepath.Join(folder, "old.txt")
	check(t, os.WriteFile(name, []byte("old"), 0o640))
	return folder, name
}

func check(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// holds fails the test unless a folder has these names, and no others, and a file this text.
func holds(t *testing.T, folder, name, text string, names ...string) {
	t.Helper()
	got, err := os.ReadFile(name)
	if err != nil || string(got) != text {
		t.Errorf("%s has %q, %v, want %q", name, got, err, text)
	}
	entries, err := os.ReadDir(folder)
	check(t, err)
	var all []string
	for _, e := range entries {
		all = append(all, e.Name())
	}
	if strings.Join(all, " ") != strings.Join(names, " ") {
		t.Errorf("the folder has %v, want %v", all, names)
	}
}

func TestWrite(t *testing.T) {
	folder, name := begin(t)
	if err := WriteText(name, "new", Options{}); !errors.Is(err, fs.ErrExist) {
		t.Errorf("without force: %v", err)
	}
	holds(t, folder, name, "old", "old.txt")
	check(t, WriteText(name, "new", Options{Force: true}))
	holds(t, folder, name, "new", "old.txt")
	if info, err := os.Stat(name); err != nil || runtime.GOOS != "windows" && info.Mode().Perm() != 0o640 {
		t.Errorf("its mode is %v, %v, want 0640", info.Mode(), err)
	}
	other := filepath.Join(folder, "other.txt")
	check(t, WriteText(other, "other", Options{}))
	holds(t, folder, other, "other", "old.txt", "other.txt")
	if err := WriteText(filepath.Join(folder, "nowhere", "x"), "x", Options{}); !errors.Is(err, ErrNoFolder) {
		t.Errorf("in no folder: %v", err)
	}
	if err := WriteText(folder, "x", Options{Force: true}); !errors.Is(err, ErrFolder) {
		t.Errorf("over a folder: %v", err)
	}
}

// TestWriteFails holds that whatever goes wrong in the middle the old file stands, and nothing else does.
func TestWriteFails(t *testing.T) {
	folder, name := begin(t)
	full := errors.New("the disk is full")
	for at := range 4 {
		half := func(w io.Writer) error {
			if _, err := w.Write(bytes.Repeat([]byte("new"), 100*at)); err != nil {
				return err
			}
			return full
		}
		if err := Write(name, Options{Force: true}, half); err != full {
			t.Errorf("%v, want that of the writer", err)
		}
		if err := Write(filepath.Join(folder, "other.txt"), Options{}, half); err != full {
			t.Errorf("%v, want that of the writer", err)
		}
		closed := func(w io.Writer) error { return w.(io.Closer).Close() }
		if err := Write(name, Options{Force: true}, closed); err == nil {
			t.Error("a file that can't be synced is taken")
		}
		holds(t, folder, name, "old", "old.txt")
	}
}

// TestLateFile holds that a file that comes while another is written under its name is not lost.
func TestLateFile(t *testing.T) {
	folder := t.TempDir()
	name := filepath.Join(folder, "late.txt")
	err := Write(name, Options{}, func(w io.Writer) error {
		check(t, os.WriteFile(name, []byte("another's"), 0o644))
		_, err := io.WriteString(w, "new")
		return err
	})
	if !errors.Is(err, fs.ErrExist) {
		t.Errorf("%v, want that it exists", err)
	}
	holds(t, folder, name, "another's", "late.txt")
}

func TestReadOnly(t *testing.T) {
	folder, name := begin(t)
	check(t, os.Chmod(name, 0o444))
	for _, o := range []Options{{}, {Force: true}} {
		if err := WriteText(name, "new", o); err == nil || o.Force && !errors.Is(err, ErrReadOnly) {
			t.Errorf("%v, want that it is read-only", err)
		}
	}
	holds(t, folder, name, "old", "old.txt")
}

func TestLinks(t *testing.T) {
	folder, name := begin(t)
	sub := filepath.Join(folder, "sub")
	check(t, os.Mkdir(sub, 0o755))
	link := filepath.Join(sub, "link.txt")
	if err := os.Symlink("../middle.txt", link); err != nil {
		t.Skip("no symbolic links here:", err)
	}
	check(t, os.Symlink("old.txt", filepath.Join(folder, "middle.txt")))
	check(t, os.Symlink("link.txt", filepath.Join(sub, "round.txt")))
	check(t, os.Symlink("../coming.txt", filepath.Join(sub, "dangling.txt")))
	check(t, os.Symlink("loop.txt", filepath.Join(sub, "loop.txt")))
	root, err := os.OpenRoot(sub)
	check(t, err)
	defer root.Close()
	if err := WriteText("link.txt", "new", Options{Root: root, Force: true}); err == nil {
		t.Error("a link leads out of the root")
	}
	if err := WriteText("dangling.txt", "new", Options{Root: root}); err == nil {
		t.Error("a link to nothing leads out of the root")
	}
	holds(t, folder, name, "old", "middle.txt", "old.txt", "sub")
	if err := WriteText(filepath.Join(sub, "loop.txt"), "new", Options{Force: true}); err == nil {
		t.Error("a link that leads to itself was followed")
	}
	check(t, WriteText(filepath.Join(sub, "round.txt"), "new", Options{Force: true}))
	holds(t, folder, name, "new", "middle.txt", "old.txt", "sub")
	check(t, WriteText(filepath.Join(sub, "dangling.txt"), "new", Options{}))
	holds(t, folder, filepath.Join(folder, "coming.txt"), "new", "coming.txt", "middle.txt", "old.txt", "sub")
	whole, err := os.OpenRoot(folder)
	check(t, err)
	defer whole.Close()
	check(t, WriteText("sub/round.txt", "newer", Options{Root: whole, Force: true}))
	holds(t, sub, name, "newer", "dangling.txt", "link.txt", "loop.txt", "round.txt")
}

// TestClean holds that what kills have left of a file is removed, and nothing else is.
func TestClean(t *testing.T) {
	folder, name := begin(t)
	others := []string{".nazo-old.txt-1.tmp.txt", ".nazo-old.txt-x.tmp", ".nazo-other.txt-1.tmp", "old.txt", "old.txt.new"}
	for _, file := range append([]string{".nazo-old.txt-1.tmp", ".nazo-old.txt-23.tmp"}, others...) {
		check(t, os.WriteFile(filepath.Join(folder, file), []byte("old"), 0o644))
	}
	check(t, Clean(name))
	holds(t, folder, name, "old", others...)
}

// TestLongName holds that a name may be as long as names can be.
func TestLongName(t *testing.T) {
	folder := t.TempDir()
	name := strings.Repeat("é", 125) + ".txt"
	check(t, WriteText(filepath.Join(folder, name), "new", Options{}))
	holds(t, folder, filepath.Join(folder, name), "new", name)
}

// TestNoFile holds that what is no file is written to, and stays.
func TestNoFile(t *testing.T) {
	if err := WriteText(os.DevNull, "new", Options{}); err != nil {
		t.Error(err)
	}
	if info, err := os.Stat(os.DevNull); err != nil || info.Mode().IsRegular() {
		t.Error(info, err)
	}
	if err := Check(os.DevNull, Options{}); err != nil {
		t.Error(err)
	}
}

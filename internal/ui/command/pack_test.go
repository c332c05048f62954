package command

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"
)

// packHere packs a command line with that standard input.
func packHere(t *testing.T, input string, args ...string) (p *Packed, status int, out, errs string) {
	var files [3]*os.File
	for i := range files {
		f, err := os.CreateTemp(t.TempDir(), "stream")
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		files[i] = f
	}
	if err := os.WriteFile(files[0].Name(), []byte(input), 0o644); err != nil {
		t.Fatal(err)
	}
	p, status = Pack(args, files[0], files[1], files[2])
	var texts [2]string
	for i, f := range files[1:] {
		text, err := os.ReadFile(f.Name())
		if err != nil {
			t.Fatal(err)
		}
		texts[i] = string(text)
	}
	return p, status, texts[0], texts[1]
}

// A packed command line prints the same in a folder of its own, names of files, too.
func TestPack(t *testing.T) {
	home := t.TempDir()
	outside := filepath.Join(home, "outside")
	for name, text := range map[string]string{
		"outside/far.nazo":      "puzzle far\nuse common\ngiven n: 1..5\nfind x: 1..9\nrule \"r\": x >= least(n)\n",
		"outside/common.nazo":   "puzzle common\ndef least(n) = n + 1\n",
		"outside/two.txt":       "--- one\nn = 1\n--- two\nn = 2\n",
		"here/near.nazo":        "puzzle near\ngiven n: 1..5\nfind x: 1..9\nrule \"r\": x >= n\n",
		"here/boards/a.txt":     "n = 4\n",
		"here/boards/b.txt":     "n = 5\n",
		"here/boards/readme.md": "Boards.\n",
		"here/bad.txt":          "n = 4\nm = 4\n",
	} {
		name = filepath.Join(home, name)
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	t.Chdir(filepath.Join(home, "here"))
	for _, c := range []struct{ input, line, files string }{
		{"", "solve knights_tour rows=5 cols=5", ""},
		{"", "count near.nazo n=3", "near.nazo"},
		{"", "count near.nazo boards/a.txt --json", "boards/a.txt near.nazo"},
		{"", "count near.nazo boards", "boards/a.txt boards/b.txt near.nazo"},
		{"n = 2\n", "count near.nazo -", "- near.nazo"},
		{"n = 2\n", "--method=enumerate count near.nazo", "- near.nazo"},
		{"n = 2\n", "count near.nazo --json", "- near.nazo"},
		{"n = 2\n", "compare near.nazo", "- near.nazo"},
		{"puzzle p\ngiven n = 3\nfind x: 1..9\n", "count -", "-"},
		{"", "count ../outside/far.nazo ../outside/two.txt:two --method enumerate", "elsewhere/1/common.nazo elsewhere/1/far.nazo elsewhere/1/two.txt"},
		{"", "unique ../outside/far.nazo ./../outside/two.txt ../here/boards ./boards/ --json", "boards/a.txt boards/b.txt elsewhere/1/common.nazo elsewhere/1/far.nazo elsewhere/1/two.txt elsewhere/2/a.txt elsewhere/2/b.txt"},
		{"", "unique ../outside/far.nazo ./../outside/two.txt ./bad.txt ./boards/a.txt", "bad.txt boards/a.txt elsewhere/1/common.nazo elsewhere/1/far.nazo elsewhere/1/two.txt"},
		{"", "count " + outside + "/far.nazo -- n=2", "elsewhere/1/common.nazo elsewhere/1/far.nazo"},
		{"puzzle p\nfind x: 1..9\n", "count -", "-"},
	} {
		args := strings.Fields(c.line)
		packed, status, _, errs := packHere(t, c.input, args...)
		if packed == nil || status != 0 {
			t.Errorf("%s: exit status %d\n%s", c.line, status, errs)
			continue
		}
		var names []string
		folder := t.TempDir()
		for name, text := range packed.Files {
			names = append(names, name)
			name = filepath.Join(folder, name)
			if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		var called []string
		for _, names := range packed.Written {
			called = append(called, "--written="+names)
		}
		slices.Sort(names)
		if got := strings.Join(names, " "); got != c.files {
			t.Errorf("%s: files %s, want %s", c.line, got, c.files)
		}
		want := printedIn(t, ".", c.input, args)
		if got := printedIn(t, folder, packed.Files["-"], slices.Insert(packed.Args, 1, called...)); got != want || want == "" {
			t.Errorf("%s: %s, but in another folder: %s", c.line, want, got)
		}
	}
}

// printedIn is what a command prints in a folder.
func printedIn(t *testing.T, folder, input string, args []string) string {
	back, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir(folder)
	defer t.Chdir(back)
	in, err := os.CreateTemp(t.TempDir(), "in")
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	if err := os.WriteFile(in.Name(), []byte(input), 0o644); err != nil {
		t.Fatal(err)
	}
	out, err := os.CreateTemp(t.TempDir(), "out")
	if err != nil {
		t.Fatal(err)
	}
	defer out.Close()
	if status := run(time.Now(), args, in, out, out); status > StatusFalse && !slices.ContainsFunc(args, func(word string) bool { return strings.HasSuffix(word, "bad.txt") }) {
		t.Errorf("%s: exit status %d", args, status)
	}
	text, err := os.ReadFile(out.Name())
	if err != nil {
		t.Fatal(err)
	}
	return regexp.MustCompile(`[0-9.]+ m?s|"seconds":[0-9.e-]+`).ReplaceAllString(string(text), "TIME")
}

// What is wrong is told as the command itself tells it.
func TestPackTellsMistakes(t *testing.T) {
	inFiles(t, mistaken())
	for _, line := range []string{
		"count broken.nazo", "count missing.nazo", "solve no_such_puzzle", "unique still.nazo --no-such-flag", "count unnamed.nazo",
		"solve still.nazo missing.txt", "make still.nazo --like missing.txt", "count", "count --json", "count still.nazo n=1 n=2",
	} {
		args := strings.Fields(line)
		packed, status, out, errs := packHere(t, "", args...)
		wantStatus, wantOut, wantErrs := runHere(t, args...)
		if packed != nil || status != int(wantStatus) || out != wantOut || errs != wantErrs {
			t.Errorf("%s: exit status %d, want %d\n%s%swant\n%s%s", line, status, wantStatus, out, errs, wantOut, wantErrs)
		}
	}
}

// Into how many parts work is divided says what kind of work it is.
func TestPartsOfPacked(t *testing.T) {
	for _, c := range []struct {
		line string
		want int // for five workers
	}{
		{"make slitherlink -n 1000", 20},
		{"make slitherlink -n 7", 7},
		{"make slitherlink -n 999999", 100},
		{"sample knights_tour rows=5 cols=6 closed=true -n 1000", 1},
		{"unique sudoku", 5},
		{"solve sudoku", 5},
		{"solve sudoku --all", 20},
		{"count knights_tour rows=5 cols=6 closed=true", 1},
		{"count knights_tour rows=5 cols=6 closed=true --method enumerate", 20},
	} {
		null, err := os.OpenFile(os.DevNull, os.O_RDWR, 0)
		if err != nil {
			t.Fatal(err)
		}
		defer null.Close()
		s := newSession(time.Now(), null, null, null)
		defer s.stop()
		packed, status := s.pack(strings.Fields(c.line))
		if packed == nil {
			t.Fatalf("%s: exit status %d", c.line, status)
		}
		if got := packed.Parts(5); got != c.want {
			t.Errorf("%s: %d parts, want %d", c.line, got, c.want)
		}
	}
}

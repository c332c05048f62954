package command

import (
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"nazo/internal/testkit"
)

// runHere runs a command in this process, with an empty standard input, and returns
// its exit status and what it printed.
func runHere(t *testing.T, args ...string) (status Status, out, errs string) {
	var files [3]*os.File
	for i := range files {
		f, err := os.CreateTemp(t.TempDir(), "stream")
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		files[i] = f
	}
	status = run(time.Now(), args, files[0], files[1], files[2])
	read := func(f *os.File) string {
		text, err := os.ReadFile(f.Name())
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	return status, read(files[1]), read(files[2])
}

// inFiles makes a directory with these files the current one.
func inFiles(t *testing.T, files map[string]string) {
	t.Chdir(t.TempDir())
	for name, text := range files {
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// mistaken are files with something wrong, and some with nothing wrong, that are to be
// named before them.
func mistaken() map[string]string {
	still := "puzzle still\ngiven n: 1..5 = 2\nfind x: 1..9\nrule \"r\": x >= n\n"
	moving := "puzzle moving\ngiven n: 1..5 = 2\nstate s: 0..9 = 0\nmove up() when s < 9 then s := s + 1\ngoal s = n\nplayer up prefer up()\n"
	return map[string]string{
		"still.nazo":    still + "example \"all\": expect 8 solutions\n",
		"moving.nazo":   moving + "example \"two\": expect solution\n",
		"long.nazo":     still + strings.Repeat("# A remark that takes its line.\n", 200),
		"broken.nazo":   "puzzle broken\nfind x 1..9\n",
		"unnamed.nazo":  "puzzle unnamed\nfind x: 1..9\nrule \"r\": y = 3\n",
		"example.nazo":  still + "example \"all\": expect 8 solutions\nexample \"beyond\" n = 7: expect solution\n",
		"expects.nazo":  still + "example \"all\": expect 8 solutions\nexample \"less than none\": expect 0 - 1 solutions\n",
		"example2.nazo": moving + "example \"two\": expect solution\nexample \"beyond\" n = 7: expect solution\n",
		"broken.txt":    "n = \"\"\"\n",
		"beyond.txt":    "n = 7\n",
		"answer.json":   "{\"x\": }",
	}
}

// For a mistake there is nothing on standard output, whatever the verb. The short run takes a third of the pairs of a
// good file and something bad behind it, others for each verb.
func TestMistakesPrintNothing(t *testing.T) {
	inFiles(t, mistaken())
	for n, verb := range verbs() {
		var required []string
		if verb.Name() == "export" {
			required = []string{"--to", "opb"}
		}
		args := [][]string{
			{"broken.nazo"}, {"missing.nazo"}, {"no_such_puzzle"},
			{"still.nazo", "--no-such-flag"},
		}
		if verb.Name() != "fmt" { // which looks no further than the grammar
			args = append(args, []string{"unnamed.nazo"}, []string{"still.nazo", "beyond.txt"}, []string{"moving.nazo", "beyond.txt"})
		}
		for i, good := range []string{"still.nazo", "moving.nazo", "long.nazo"} {
			for k, bad := range []string{"broken.nazo", "broken.txt", "missing.txt", "missing.nazo", "n=7", "m=1"} {
				if (i+k+n)%3 == 0 || testkit.Thorough() {
					args = append(args, []string{good, bad})
				}
			}
		}
		switch verb.Name() {
		case "compare":
			args = append(args, []string{"example.nazo"}, []string{"example2.nazo"})
		case "count":
			args = append(args, []string{"still.nazo", "--states"}, []string{"moving.nazo", "--by", "length"})
		case "check":
			args = append(args, []string{"still.nazo", "--answer", "answer.json"}, []string{"moving.nazo", "--answer", "missing.json"})
		case "play":
			args = append(args, []string{"--resume", "answer.json"}, []string{"--replay", "answer.json"}, []string{"moving.nazo", "--player", "down"},
				[]string{"moving.nazo", "--save", "missing/game.txt"}, []string{"moving.nazo", "--player", "up", "--save", "missing/game.txt"})
		}
		if verb.Name() == "test" {
			args = append(args, []string{"still.nazo", "example.nazo", "broken.nazo"})
		}
		hasFormat := verb.Flags().Lookup("format") != nil
		for _, more := range args {
			forms := [][]string{nil}
			if hasFormat && verb.Name() != "check" { // check answers with the mistakes
				forms = append(forms, []string{"--format", "json"})
			}
			for _, form := range forms {
				line := slices.Concat([]string{verb.Name()}, required, form, more)
				status, out, errs := runHere(t, line...)
				if status != StatusMistake || out != "" || errs == "" {
					t.Errorf("nazo %s: exit status %d\n%s%s", strings.Join(line, " "), status, out, errs)
				}
			}
		}
	}
}

// The mistakes of all specs are told at once, and no example is run before.
func TestTestTellsAllMistakes(t *testing.T) {
	inFiles(t, mistaken())
	status, out, errs := runHere(t, "test", "still.nazo", "broken.nazo", "example.nazo", "unnamed.nazo")
	if status != StatusMistake || out != "" {
		t.Errorf("exit status %d, and on standard output:\n%s", status, out)
	}
	for _, file := range []string{"broken.nazo:2:", "example.nazo:6:", "unnamed.nazo:3:"} {
		if !strings.Contains(errs, file) {
			t.Errorf("nothing is said of %s:\n%s", file, errs)
		}
	}
}

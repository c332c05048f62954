package command

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"nazo/internal/solve/parts"
)

// runs runs a command line, and returns the status and what it printed.
func runs(t *testing.T, args ...string) (status Status, out, errs string) {
	t.Helper()
	dir := t.TempDir()
	open := func(name string) *os.File {
		f, err := os.Create(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { f.Close() })
		return f
	}
	read := func(f *os.File) string {
		text, err := os.ReadFile(f.Name())
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	o, e := open("out"), open("errs")
	status = run(time.Now(), args, strings.NewReader(""), o, e)
	return status, read(o), read(e)
}

// altered is the text of one part with its findings changed, written as a part that came to these.
func altered(t *testing.T, text string, change func(finding map[string]any)) string {
	t.Helper()
	return rewritten(t, text, func(*parts.Head) {}, change, func(found int) int { return found })
}

// alteredEnd is altered, with another number found.
func alteredEnd(t *testing.T, text string, change func(finding map[string]any), end func(found int) int) string {
	t.Helper()
	return rewritten(t, text, func(*parts.Head) {}, change, end)
}

// rewritten is the text of one part with its head, findings and number found changed.
func rewritten(t *testing.T, text string, head func(*parts.Head), change func(finding map[string]any), end func(found int) int) string {
	t.Helper()
	found, err := parts.Read(strings.NewReader(text))
	if err != nil || len(found) != 1 {
		t.Fatal(len(found), err)
	}
	var out bytes.Buffer
	head(&found[0].Head)
	w, err := parts.NewWriter(&out, found[0].Head)
	if err != nil {
		t.Fatal(err)
	}
	err = found[0].Findings(strings.NewReader(text), func(line []byte) error {
		finding := map[string]any{}
		if err := json.Unmarshal(line, &finding); err != nil {
			return err
		}
		change(finding)
		return w.Line(finding, finding)
	})
	if err != nil || w.End(end(found[0].End.Found)) != nil {
		t.Fatal(err)
	}
	return out.String()
}

// What a part says is judged again, and held against what is found here and what another run of the part came to.
func TestPartsAtFault(t *testing.T) {
	dir := t.TempDir()
	board := filepath.Join(dir, "a.txt")
	if err := os.WriteFile(board, []byte("clue:\n1 . .\n. . 1\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name   string
		args   []string
		change func(map[string]any)
		want   string
	}{
		{"made", []string{"make", "akari", "rows=3", "cols=3"}, func(f map[string]any) { f["solution"] = `{"lamp":[]}` }, "gave an answer that the rules refuse"},
		{"solved", []string{"solve", "numberlink", board, board}, func(f map[string]any) {
			found := f["Found"].(map[string]any)
			found["Answers"] = []string{`{"line":{"lines":[{"label":"1","cells":[[1,1],[2,1]]}]}}`}
		}, "gave an answer that the rules refuse"},
		{"counted", []string{"count", "knights_tour", "rows=5", "cols=5"}, func(f map[string]any) { f["count"] = 865 }, "counted other solutions than engine native found"},
	} {
		t.Run(c.name, func(t *testing.T) {
			status, part, errs := runs(t, append(c.args, "--part", "1/1")...)
			if status != StatusTrue {
				t.Fatalf("status %d: %s", status, errs)
			}
			file := filepath.Join(dir, c.name)
			join := func(text string) (Status, string) {
				if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
					t.Fatal(err)
				}
				status, _, errs := runs(t, append(c.args, "--join", file)...)
				return status, errs
			}
			if status, errs := join(part); status != StatusTrue {
				t.Errorf("status %d: %s", status, errs)
			}
			wrong := altered(t, part, c.change)
			if status, errs := join(wrong); status != StatusDisagree || !strings.Contains(errs, "DISAGREEMENT") || !strings.Contains(errs, c.want) {
				t.Errorf("status %d: %s", status, errs)
			}
			if status, errs := join(wrong + part); status != StatusDisagree || !strings.Contains(errs, "came to different results") {
				t.Errorf("two results: status %d: %s", status, errs)
			}
			if status, errs := join(part + part); status != StatusMistake || !strings.Contains(errs, "comes twice") {
				t.Errorf("twice: status %d: %s", status, errs)
			}
		})
	}
}

// Of attempts that say different things none is believed.
func TestAttemptsDisagree(t *testing.T) {
	ask := []string{"unique", "queens", "n=6"}
	_, first, _ := runs(t, append(ask, "--part", "1/2=whole")...)
	_, second, _ := runs(t, append(ask, "--part", "2/2=whole")...)
	_, queens, _ := runs(t, "unique", "queens", "n=3", "--part", "2/2=whole") // which has none
	found, err := parts.Read(strings.NewReader(second))
	if err != nil || len(found) != 1 {
		t.Fatal(len(found), err)
	}
	none := rewritten(t, queens, func(h *parts.Head) { *h = found[0].Head }, func(map[string]any) {}, func(int) int { return 0 })
	file := filepath.Join(t.TempDir(), "parts")
	for text, want := range map[string]Status{
		first: StatusFalse, second: StatusFalse, first + second: StatusFalse,
		first + none: StatusDisagree, none + first: StatusDisagree,
	} {
		if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		status, _, errs := runs(t, append(ask, "--join", file)...)
		if status != want || want == StatusDisagree && !strings.Contains(errs, "misses an answer that engine") {
			t.Errorf("%s\nstatus %d: %s", text, status, errs)
		}
	}
}

// A part that says it found more than it shows, or than it says elsewhere, is none.
func TestPartsThatBoast(t *testing.T) {
	for _, c := range []struct {
		args []string
		end  int
	}{
		{[]string{"unique", "queens", "n=3"}, 5},                         // shows none
		{[]string{"count", "queens", "n=6", "--method", "enumerate"}, 4}, // shows one of them in any case
	} {
		_, part, _ := runs(t, append(c.args, "--part", "1/1")...)
		boast := alteredEnd(t, part, func(f map[string]any) {
			if search, ok := f["search"].(map[string]any); ok {
				search["count"] = 5
			}
		}, func(int) int { return c.end })
		file := filepath.Join(t.TempDir(), "found")
		if err := os.WriteFile(file, []byte(boast), 0o666); err != nil {
			t.Fatal(err)
		}
		status, out, errs := runs(t, append(c.args, "--join", file)...)
		if status != StatusMistake || !strings.Contains(errs, "has a line that is not from a part of nazo "+c.args[0]) {
			t.Errorf("%q: status %d: %s%s", c.args, status, out, errs)
		}
	}
}

// Parts of different builds are refused, since their borders need not fit; whoever joins them may be another build than they.
func TestPartsOfOtherBuilds(t *testing.T) {
	args := []string{"count", "queens", "n=5", "--method", "enumerate"}
	own := `"build":"` + versionOfBuild().name() + `"`
	var ours, theirs []string
	for _, part := range []string{"1/2", "2/2"} {
		_, out, _ := runs(t, append(args, "--part", part)...)
		if !strings.Contains(out, own) {
			t.Fatalf("no %s in %s", own, out)
		}
		ours = append(ours, out)
		theirs = append(theirs, rewritten(t, out, func(head *parts.Head) { head.Build = "other" }, func(map[string]any) {}, func(found int) int { return found }))
	}
	file := filepath.Join(t.TempDir(), "found")
	for _, c := range []struct {
		text   string
		status Status
		errs   string
	}{
		{ours[0] + ours[1], StatusTrue, ""},
		{theirs[0] + theirs[1], StatusTrue, ""},
		{ours[0] + theirs[1], StatusMistake, "were done by different builds of nazo, " + versionOfBuild().name() + " and other, which may divide the work elsewhere: do all parts with one"},
	} {
		if err := os.WriteFile(file, []byte(c.text), 0o666); err != nil {
			t.Fatal(err)
		}
		status, _, errs := runs(t, append(args, "--join", file)...)
		if status != c.status || !strings.Contains(errs, c.errs) {
			t.Errorf("status %d, want %d: %s", status, c.status, errs)
		}
	}
}

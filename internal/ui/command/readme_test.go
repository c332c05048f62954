package command

import (
	"flag"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"
)

var update = flag.Bool("update", false, "write the pages anew with what their commands print now")

var (
	// block is a fenced text of a page.
	block = regexp.MustCompile("(?s)```\n(.*?)```\n")
	// shownRun is a command in a block, with what it prints.
	shownRun = regexp.MustCompile("(?m)^\\$ nazo (.*)\n((?:[^$`\n].*\n)*)")
	specIn   = regexp.MustCompile(`^puzzle (\w+)`)
	clocked  = regexp.MustCompile(`[0-9.]+ (ms|s)\b`)
)

// TestReadme runs what the README shows.
func TestReadme(t *testing.T) {
	specs, sessions := runPage(t, "../../../README.md")
	if specs == 0 || sessions < 4 {
		t.Errorf("the README shows %d specs and %d commands with their output", specs, sessions)
	}
}

// TestCommandsPage runs what the page of commands shows.
func TestCommandsPage(t *testing.T) {
	if _, sessions := runPage(t, "../../../docs/commands.md"); sessions < 2 {
		t.Errorf("the page shows %d commands with their output", sessions)
	}
}

// runPage runs the commands of a page, beside the specs that it shows. They must print what the page
// says, but for the time they take.
func runPage(t *testing.T, name string) (specs, sessions int) {
	t.Helper()
	page, err := filepath.Abs(name)
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir(t.TempDir())
	written := block.ReplaceAllStringFunc(string(text), func(b string) string {
		body := strings.TrimPrefix(b, "```\n")
		if m := specIn.FindStringSubmatch(body); m != nil {
			specs++
			if err := os.WriteFile(m[1]+".nazo", []byte(strings.TrimSuffix(body, "```\n")), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		for _, line := range strings.Split(body, "\n") {
			if args, ok := strings.CutPrefix(line, "go run ./cmd/nazo "); ok {
				said(t, args)
			}
		}
		return shownRun.ReplaceAllStringFunc(b, func(s string) string {
			sessions++
			m := shownRun.FindStringSubmatch(s)
			got := said(t, m[1])
			if steady(got) == steady(m[2]) {
				return s
			}
			if !*update {
				t.Errorf("nazo %s prints\n%snot what %s says (go test ./command -run 'Readme|CommandsPage' -update mends it):\n%s", m[1], got, filepath.Base(page), m[2])
			}
			return "$ nazo " + m[1] + "\n" + got
		})
	})
	if *update {
		if err := os.WriteFile(page, []byte(written), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return specs, sessions
}

// said is what the command prints, messages first. What has a limit of time anyway gets
// another, for a busy machine.
func said(t *testing.T, args string) string {
	t.Helper()
	out, err := os.CreateTemp(t.TempDir(), "out")
	if err != nil {
		t.Fatal(err)
	}
	defer out.Close()
	line := strings.Fields(args)
	if line[0] == "compare" || line[0] == "test" {
		line = append(line, "--time", "1h")
	}
	status := run(time.Now(), line, strings.NewReader(""), out, out)
	text, err := os.ReadFile(out.Name())
	if err != nil {
		t.Fatal(err)
	}
	if status != StatusTrue {
		t.Errorf("nazo %s ends with %d:\n%s", args, status, text)
	}
	return string(text)
}

// steady leaves out of an output what depends on the clock, and how columns are
// set.
func steady(text string) string {
	text = clocked.ReplaceAllString(text, "T")
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		lines[i] = strings.Join(strings.Fields(line), " ")
	}
	return strings.Join(lines, "\n")
}

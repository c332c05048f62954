package check_test

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"nazo/dsl"
	"nazo/dsl/check"
	"nazo/dsl/diag"
)

var update = flag.Bool("update", false, "write the diagnostics that the tests find into testdata")

// TestGolden checks the specs of testdata/*.txtar. Each NAME.nazo is followed by
// NAME.txt, the diagnostics it is to give; specs use each other by name.
func TestGolden(t *testing.T) {
	for _, path := range archives(t) {
		t.Run(strings.TrimSuffix(filepath.Base(path), ".txtar"), func(t *testing.T) { golden(t, path) })
	}
}

func archives(t testing.TB) []string {
	t.Helper()
	paths, err := filepath.Glob(filepath.Join("testdata", "*.txtar"))
	if err != nil || len(paths) == 0 {
		t.Fatalf("no archives in testdata: %v", err)
	}
	return paths
}

// section is a file of an archive.
type section struct{ name, text string }

// readArchive cuts a text into what stands before its first file, and its files,
// each of which begins with a line "-- name --".
func readArchive(t testing.TB, path string) (comment string, files []section) {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(text)) {
		name, ok := strings.CutPrefix(line, "-- ")
		if name, end := strings.CutSuffix(name, " --\n"); ok && end {
			files = append(files, section{name: name})
		} else if len(files) == 0 {
			comment += line
		} else {
			files[len(files)-1].text += line
		}
	}
	return comment, files
}

func golden(t *testing.T, path string) {
	comment, files := readArchive(t, path)
	specs, want := map[string]string{}, map[string]string{}
	for _, f := range files {
		if name, ok := strings.CutSuffix(f.name, ".nazo"); ok {
			specs[name] = f.text
		} else {
			want[strings.TrimSuffix(f.name, ".txt")] = f.text
		}
	}
	fresh := comment
	for _, f := range files {
		name, ok := strings.CutSuffix(f.name, ".nazo")
		if !ok {
			continue
		}
		got := diagnostics(name, specs)
		fresh += "-- " + f.name + " --\n" + f.text
		if got != "" {
			fresh += "-- " + name + ".txt --\n" + got
		}
		if diff := cmp.Diff(want[name], got); diff != "" && !*update {
			t.Errorf("%s: diagnostics (-want +got):\n%s", name, diff)
		}
	}
	if *update {
		if err := os.WriteFile(path, []byte(fresh), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// diagnostics is what a spec is told, in text, with the code of each problem.
func diagnostics(name string, specs map[string]string) string {
	_, list := checkText(name, specs)
	var b strings.Builder
	for _, d := range list.All() {
		first, rest, _ := strings.Cut(d.Text(false), "\n")
		fmt.Fprintf(&b, "%s [%s]\n%s", first, d.Code, rest)
	}
	return b.String()
}

func checkText(name string, specs map[string]string) (*check.Spec, *diag.List) {
	file, list := dsl.Parse(diag.NewSource(name+".nazo", specs[name]))
	spec, more := check.Check(file, func(name string) (*dsl.File, error) {
		text, ok := specs[name]
		if !ok {
			return nil, fmt.Errorf("there is no file %s.nazo", name)
		}
		file, _ := dsl.Parse(diag.NewSource(name+".nazo", text))
		return file, nil
	})
	all := &diag.List{Limit: 100}
	all.Merge(list)
	all.Merge(more)
	return spec, all
}

// FuzzCheck: whatever the parser makes of a text can be checked.
func FuzzCheck(f *testing.F) {
	for _, path := range archives(f) {
		_, files := readArchive(f, path)
		for _, file := range files {
			if strings.HasSuffix(file.name, ".nazo") {
				f.Add(file.text)
			}
		}
	}
	f.Fuzz(func(t *testing.T, text string) {
		spec, list := checkText("fuzz", map[string]string{"fuzz": text})
		if spec == nil {
			t.Fatal("no spec")
		}
		list.Text(false)
	})
}

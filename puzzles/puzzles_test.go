package puzzles_test

import (
	"flag"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"nazo/dsl"
	"nazo/dsl/diag"
	"nazo/dsl/instance"
	"nazo/puzzles"
)

var update = flag.Bool("update", false, "rewrite the specs in the canonical format, and what their rules say of instances")

func TestSpecs(t *testing.T) {
	names := puzzles.Specs()
	if !slices.IsSorted(names) || !slices.Contains(names, "queens") {
		t.Fatalf("Specs() = %q", names)
	}
	for _, name := range names {
		t.Run(name, func(t *testing.T) {
			text, ok := puzzles.Spec(name)
			if !ok {
				t.Fatal("listed, but not there")
			}
			src := diag.NewSource(name+".nazo", text)
			checkStatements(t, name, src)
			checkFormat(t, name, src)
		})
	}
}

// checkStatements parses a spec and looks for its name and its examples.
func checkStatements(t *testing.T, name string, src *diag.Source) {
	file, problems := dsl.Parse(src)
	if problems.Len() > 0 {
		t.Fatal(problems.Text(false))
	}
	examples := 0
	for i, s := range file.Stmts {
		switch s := s.(type) {
		case *dsl.Puzzle:
			if i > 0 || s.Name.Text != name || s.About == nil {
				t.Errorf("statement %d: puzzle %s, want it first, named like its file, and explained", i, s.Name.Text)
			}
		case *dsl.Use:
			if _, ok := puzzles.Spec(s.Name.Text); !ok {
				t.Errorf("uses %s, which does not exist", s.Name.Text)
			}
		case *dsl.Example:
			examples++
		}
	}
	if examples < 2 {
		t.Errorf("%d examples, want two or more", examples)
	}
}

func checkFormat(t *testing.T, name string, src *diag.Source) {
	want, problems := dsl.Format(src)
	if problems.Len() > 0 {
		t.Fatal(problems.Text(false))
	}
	if want == src.Text {
		return
	}
	if *update {
		if err := os.WriteFile(filepath.Join(puzzles.Family(name), name+".nazo"), []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	t.Errorf("not in the canonical format (-update rewrites it):\n%s", cmp.Diff(src.Text, want))
}

var expectation = regexp.MustCompile(`^# expect: (no solution|solution|1 solution|[0-9]+ solutions|(minimum|maximum) ([0-9]+|\([0-9]+(, [0-9]+)+\)))\n# [A-Z]`)

func TestInstances(t *testing.T) {
	for _, name := range puzzles.Specs() {
		for _, file := range puzzles.Instances(name) {
			t.Run(name+"/"+file, func(t *testing.T) {
				text, ok := puzzles.Instance(name, file)
				if !ok {
					t.Fatal("listed, but not there")
				}
				if table := strings.HasSuffix(file, instance.TSPLIBEnding); table {
					text = strings.ReplaceAll(text, "COMMENT:", "#")
					text = text[strings.Index(text, "#"):]
				}
				if !expectation.MatchString(text) {
					t.Errorf("begins with %.60q, want what to expect and then where it comes from", text)
				}
				readInstance(t, name, file)
			})
		}
	}
}

// readInstance reads an instance and what it says to expect.
func readInstance(t *testing.T, name, file string) (in *instance.Instance, expect string) {
	t.Helper()
	text, ok := puzzles.Instance(name, file)
	if !ok {
		t.Fatal("listed, but not there")
	}
	src := diag.NewSource(file, text)
	if strings.HasSuffix(file, instance.TSPLIBEnding) {
		table, problems := instance.ParseTSPLIB(src)
		if problems.Len() > 0 {
			t.Fatal(problems.Text(false))
		}
		return table.Instance("distance"), strings.TrimPrefix(table.Comment, "expect:")
	}
	instances, problems := instance.Parse(src)
	if problems.Len() > 0 || len(instances) != 1 {
		t.Fatalf("%d instances, want 1\n%s", len(instances), problems.Text(false))
	}
	return instances[0], strings.TrimPrefix(src.Line(1), "# expect:")
}

// Every folder belongs to a spec, or its instances could not be found; no spec is in two families; and what
// About takes from the first line is what the statement says.
func TestFolders(t *testing.T) {
	family := make(map[string]string)
	for _, f := range puzzles.Families() {
		for _, name := range puzzles.SpecsOf(f) {
			if other, twice := family[name]; twice {
				t.Errorf("%s is in %s and in %s", name, other, f)
			}
			family[name] = f
			text, _ := puzzles.Spec(name)
			first := "puzzle " + name
			if title := puzzles.Title(name); title != "" {
				first += ` as "` + title + `"`
			}
			if first += ` "` + puzzles.About(name) + "\"\n"; puzzles.About(name) == "" || !strings.HasPrefix(text, first) {
				t.Errorf("%s doesn't begin with the line %s", name, first)
			}
		}
		entries, err := puzzles.FS.ReadDir(f)
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range entries {
			if e.IsDir() && (family[e.Name()] != f || len(puzzles.Instances(e.Name())) == 0) {
				t.Errorf("folder %s/%s belongs to no spec or is empty", f, e.Name())
			}
		}
	}
	if len(family) != len(puzzles.Specs()) {
		t.Errorf("%d specs in families, %d in all", len(family), len(puzzles.Specs()))
	}
}

func TestMissing(t *testing.T) {
	for _, name := range []string{"", "nothing", "../puzzles", "queens/queens"} {
		if text, ok := puzzles.Spec(name); ok {
			t.Errorf("Spec(%q) = %q, want none", name, text)
		}
		if files := puzzles.Instances(name); len(files) > 0 {
			t.Errorf("Instances(%q) = %q, want none", name, files)
		}
	}
	if text, ok := puzzles.Instance("slitherlink", strings.Repeat("../", 3)+"go.mod"); ok {
		t.Errorf("Instance reads outside of its folder: %q", text)
	}
}

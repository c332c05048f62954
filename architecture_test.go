// Package nazo_test holds the whole module to its architecture: who may import
// what, and that no puzzle is known to the code.
package nazo_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"nazo/internal/testkit"
	"nazo/puzzles"
)

// tableRow is a row of the table of imports: a folder, the folders of ours that it may import, and the libraries.
var tableRow = regexp.MustCompile("(?m)^\\| `([^`]+)`(?: \\((the root)\\))? \\|([^|]*)\\|([^|]*)\\|$")

// mayImport reads the table of ARCHITECTURE.md: for each folder, the folders and
// libraries that it and the folders below it may import. Tests may import more.
func mayImport(t *testing.T) map[string][]string {
	t.Helper()
	page, err := os.ReadFile("ARCHITECTURE.md")
	if err != nil {
		t.Fatal(err)
	}
	table := map[string][]string{}
	for _, row := range tableRow.FindAllStringSubmatch(string(page), -1) {
		name := row[1]
		if row[2] != "" {
			name = "."
		}
		table[name] = strings.FieldsFunc(row[3]+row[4], func(r rune) bool { return strings.ContainsRune("`, ", r) })
	}
	return table
}

// within reports whether a folder or package is another or lies below it.
func within(name, folder string) bool {
	return name == folder || strings.HasPrefix(name, folder+"/")
}

// rowOf returns the row of the table that a folder belongs to: the longest that it lies within.
func rowOf(table map[string][]string, folder string) (row string, found bool) {
	for name := range table {
		if within(folder, name) && len(name) >= len(row) {
			row, found = name, true
		}
	}
	return row, found
}

// goFiles parses the files of the module that are no tests.
func goFiles(t *testing.T) map[string]*ast.File {
	t.Helper()
	files := map[string]*ast.File{}
	err := filepath.WalkDir(".", func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && (d.Name() == "testdata" || strings.HasPrefix(d.Name(), ".") && path != "."):
			return filepath.SkipDir
		case !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go"):
			return nil
		}
		files[path], err = parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(files) < 50 {
		t.Fatalf("only %d files found: is this the top of the module?", len(files))
	}
	return files
}

func TestImports(t *testing.T) {
	table := mayImport(t)
	for path, file := range goFiles(t) {
		folder := filepath.ToSlash(filepath.Dir(path))
		row, known := rowOf(table, folder)
		if !known {
			t.Errorf("%s: the folder is not in the table of imports", path)
			continue
		}
		for _, imp := range file.Imports {
			name, err := strconv.Unquote(imp.Path.Value)
			if err != nil {
				t.Fatal(err)
			}
			ours, isOurs := strings.CutPrefix(name, "nazo/")
			if first, _, _ := strings.Cut(name, "/"); !isOurs && !strings.Contains(first, ".") {
				continue // the standard library
			}
			if to, _ := rowOf(table, ours); isOurs && to == row {
				continue
			}
			if !slices.ContainsFunc(table[row], func(allowed string) bool { return within(ours, allowed) }) {
				t.Errorf("%s may not import %s", folder, name)
			}
		}
	}
}

// The judge must not know what it judges: neither a model nor whoever makes or solves
// one, not even by way of others.
func TestJudgeKnowsNoModel(t *testing.T) {
	imports := map[string][]string{}
	for path, file := range goFiles(t) {
		folder := filepath.ToSlash(filepath.Dir(path))
		for _, imp := range file.Imports {
			if ours, ok := strings.CutPrefix(strings.Trim(imp.Path.Value, `"`), "nazo/"); ok {
				imports[folder] = append(imports[folder], ours)
			}
		}
	}
	known := map[string]bool{}
	var learn func(folder string)
	learn = func(folder string) {
		if !known[folder] {
			known[folder] = true
			for _, other := range imports[folder] {
				learn(other)
			}
		}
	}
	learn("internal/judge")
	for folder := range known {
		if slices.ContainsFunc([]string{"compile", "sat", "native", "internal/model", "internal/solve", "internal/study"}, func(other string) bool { return within(folder, other) }) {
			t.Errorf("the judge knows %s", folder)
		}
	}
	if !known["dsl/library"] || !known["dsl/value"] {
		t.Error("the judge knows nothing: is its folder another?")
	}
}

// penpaWords are words of penpa-edit for boards and tools that are puzzles' names.
var penpaWords = []string{`"sudoku"`, `"kakuro"`, `"battleship"`}

// A puzzle is data: its name has no place in the code.
func TestNoPuzzleInCode(t *testing.T) {
	testkit.SkipRace(t)
	var names []string
	for _, name := range puzzles.Specs() {
		names = append(names, name, strings.ReplaceAll(name, "_", ""), strings.ReplaceAll(name, "_", " "))
	}
	word := regexp.MustCompile(`(?i)\b(` + strings.Join(names, "|") + `)\b`)
	for path, file := range goFiles(t) {
		path = filepath.ToSlash(path)
		if strings.HasPrefix(path, "internal/testkit/") || strings.HasPrefix(path, "dsl/instance/tsplib") {
			continue // it only serves tests, or reads a format whose keyword is a puzzle's name
		}
		ast.Inspect(file, func(n ast.Node) bool {
			text := ""
			switch n := n.(type) {
			case *ast.Ident:
				text = n.Name
			case *ast.BasicLit:
				text = n.Value
			}
			if name := word.FindString(text); name != "" && text != `"box %d"` && !(strings.HasPrefix(path, "internal/show/sites/penpa") && slices.Contains(penpaWords, text)) {
				// Not a part of a board, as the library's boxes, nor a board of a format.
				t.Errorf("%s names the puzzle %s: %s", path, name, text)
			}
			return true
		})
	}
}

// TestGlossaryIsSorted holds that the rows of the glossary are in the order of their first column,
// whether letters are small or not.
func TestGlossaryIsSorted(t *testing.T) {
	text, err := os.ReadFile("docs/glossary.md")
	if err != nil {
		t.Fatal(err)
	}
	_, rows, found := strings.Cut(string(text), "\n|---|---|---|\n")
	if !found {
		t.Fatal("the glossary has no table of three columns")
	}
	last := ""
	for row := range strings.Lines(rows) {
		cells := strings.Split(row, "|")
		if len(cells) != 5 {
			t.Fatalf("a row of %d columns: %s", len(cells)-2, row)
		}
		term := strings.ToLower(strings.ReplaceAll(strings.TrimSpace(cells[1]), "`", ""))
		if term <= last {
			t.Errorf("%q stands after %q", term, last)
		}
		last = term
	}
}

// TestPlacesExist holds that the files which the documents name exist.
func TestPlacesExist(t *testing.T) {
	var files []string
	err := filepath.WalkDir(".", func(path string, _ fs.DirEntry, err error) error {
		files = append(files, "/"+filepath.ToSlash(path))
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	pages, err := filepath.Glob("docs/*.md")
	if err != nil || len(pages) == 0 {
		t.Fatal(pages, err)
	}
	named := regexp.MustCompile("`([^`\\s]*\\.(?:go|txtar))`")
	// Files that a story is about and that need not be there, the reader's; libraries are no files.
	planned := regexp.MustCompile(`NAME|^github\.com/`)
	for _, page := range append(pages, "ARCHITECTURE.md", "README.md") {
		text, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range named.FindAllStringSubmatch(string(text), -1) {
			if planned.MatchString(m[1]) {
				continue
			}
			place := regexp.MustCompile("/" + strings.ReplaceAll(regexp.QuoteMeta(m[1]), `\*`, "[^/]*") + "$")
			if !slices.ContainsFunc(files, place.MatchString) {
				t.Errorf("%s names %s, which does not exist", page, m[1])
			}
		}
	}
}

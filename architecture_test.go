// Package nazo_test holds the whole module to its architecture: who may import
// what, and that no puzzle is known to the code.
package nazo_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"nazo/puzzles"
)

// mayImport is the table of ARCHITECTURE.md: for each package those of ours,
// and the libraries, that it may import. Tests may import more.
var mayImport = map[string][]string{
	"dsl/diag":                {},
	"dsl":                     {"dsl/diag", "github.com/alecthomas/participle/v2", "github.com/alecthomas/participle/v2/lexer"},
	"dsl/check":               {"dsl", "dsl/diag"},
	"dsl/tsplib":              {"dsl", "dsl/diag"},
	"compile/model":           {},
	"compile/model/modeltest": {"compile/model", "pgregory.net/rapid"},
	"compile/value":           {"compile/model"},
	"compile":                 {"compile/model", "compile/value", "dsl", "dsl/check", "dsl/diag"},
	"sat":                     {"compile/model", "sat/unroll", "github.com/crillab/gophersat/solver"},
	"sat/unroll":              {"compile/model"},
	"native":                  {"compile/model", "native/bound", "native/explore", "native/frontier", "native/lines", "native/packed", "native/tour"},
	"native/bound":            {"compile/model", "native/packed"},
	"native/explore":          {"compile/model", "native/bound", "native/packed"},
	"native/frontier":         {"compile/model"},
	"native/packed":           {"compile/model"},
	"native/lines":            {"compile/model"},
	"native/tour":             {"compile/model"},
	"puzzles":                 {},
	"play":                    {"compile", "compile/model", "compile/value", "dsl/diag"},
	"solve":                   {"compile", "compile/model", "compile/value", "dsl", "dsl/check", "dsl/diag"},
	"cmd/nazo/draw":           {"compile/model", "compile/value"},
	"cmd/nazo/answer":         {"compile", "compile/model", "compile/value", "dsl/diag"},
	"cmd/papers": {"compile", "compile/model", "compile/value", "dsl", "dsl/check", "dsl/diag", "dsl/tsplib",
		"native", "native/tour", "puzzles", "sat", "solve"},
	"cmd/nazo": {"cmd/nazo/answer", "cmd/nazo/draw", "compile", "compile/model", "compile/value", "dsl", "dsl/check", "dsl/diag", "dsl/tsplib",
		"native", "play", "puzzles", "sat", "solve", "github.com/alecthomas/kong", "github.com/rogpeppe/go-internal/diff"},
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
	for path, file := range goFiles(t) {
		folder := filepath.ToSlash(filepath.Dir(path))
		allowed, known := mayImport[folder]
		if !known {
			t.Errorf("%s: the package is not in the table of imports", path)
			continue
		}
		for _, imp := range file.Imports {
			name, err := strconv.Unquote(imp.Path.Value)
			if err != nil {
				t.Fatal(err)
			}
			ours := strings.TrimPrefix(name, "nazo/")
			if ours == name && !strings.Contains(name, ".") {
				continue // the standard library
			}
			if !slices.Contains(allowed, ours) {
				t.Errorf("%s may not import %s", folder, name)
			}
		}
	}
}

// A puzzle is data: its name has no place in the code.
func TestNoPuzzleInCode(t *testing.T) {
	var names []string
	for _, name := range puzzles.Specs() {
		names = append(names, name, strings.ReplaceAll(name, "_", ""), strings.ReplaceAll(name, "_", " "))
	}
	word := regexp.MustCompile(`(?i)\b(` + strings.Join(names, "|") + `)\b`)
	for path, file := range goFiles(t) {
		if dir := filepath.ToSlash(filepath.Dir(path)); strings.HasSuffix(dir, "test") || dir == "dsl/tsplib" {
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
			if name := word.FindString(text); name != "" {
				t.Errorf("%s names the puzzle %s: %s", path, name, text)
			}
			return true
		})
	}
}

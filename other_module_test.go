package nazo_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"nazo/internal/testkit"
)

// A program in another module, which imports nothing of this one but package nazo, solves a
// sudoku in under 20 lines.
func TestFromAnotherModule(t *testing.T) {
	t.Parallel()
	here, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	program, err := os.ReadFile("testdata/outside/main.go")
	if err != nil {
		t.Fatal(err)
	}
	code := 0
	for line := range strings.Lines(string(program)) {
		if strings.TrimSpace(line) != "" {
			code++
		}
	}
	if code >= 20 {
		t.Errorf("the program has %d lines", code)
	}
	sums, err := os.ReadFile("go.sum")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	for name, text := range map[string]string{
		"main.go": string(program), "go.sum": string(sums),
		"go.mod": fmt.Sprintf("module elsewhere\n\ngo 1.26\n\nrequire nazo v0.0.0\n\nreplace nazo => %s\n", here),
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if !testkit.Thorough() {
		t.Skip("with -thorough the program is run: linking it takes long")
	}
	run := exec.Command("go", "run", ".")
	run.Dir = dir
	run.Env = append(os.Environ(), "GOFLAGS="+os.Getenv("GOFLAGS")+" -mod=mod", "GOWORK=off") // with other flags all would be compiled anew
	out, err := run.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	const want = `┏━━━┯━━━┳━━━┯━━━┓
┃‹1›│ 3 ┃ 2 │ 4 ┃
┠───┼───╂───┼───┨
┃ 4 │ 2 ┃‹3›│ 1 ┃
┣━━━┿━━━╋━━━┿━━━┫
┃ 2 │‹4›┃ 1 │ 3 ┃
┠───┼───╂───┼───┨
┃ 3 │ 1 ┃ 4 │‹2›┃
┗━━━┷━━━┻━━━┷━━━┛
 <nil>
`
	if string(out) != want {
		t.Errorf("it says\n%s", out)
	}
}

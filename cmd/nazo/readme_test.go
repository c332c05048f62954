package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// The spec that the README shows is a spec, and its example holds.
func TestReadme(t *testing.T) {
	text, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	tested := 0
	for i, block := range strings.Split(string(text), "```") {
		block = strings.TrimPrefix(block, "\n")
		if i%2 == 0 || !strings.HasPrefix(block, "puzzle ") {
			continue
		}
		tested++
		dir := t.TempDir()
		spec := filepath.Join(dir, "readme.nazo")
		if err := os.WriteFile(spec, []byte(block), 0o644); err != nil {
			t.Fatal(err)
		}
		out, err := os.Create(filepath.Join(dir, "out"))
		if err != nil {
			t.Fatal(err)
		}
		if status := run(time.Now(), []string{"test", spec}, strings.NewReader(""), out, out); status != statusTrue {
			said, _ := os.ReadFile(out.Name())
			t.Errorf("nazo test ends with %d:\n%s\n%s", status, said, block)
		}
	}
	if tested == 0 {
		t.Error("the README shows no spec")
	}
}

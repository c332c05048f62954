package command

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// A limit of the judge is said, with its place, and is no mistake of the user's and no bug.
func TestUnjudged(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		return path
	}
	spec := write("pairs.nazo", "puzzle pairs\nfind x: 1..3\nrule \"sums\" for a in 1..60, b in 1..60: a + b > x - 9\n")
	given := write("answer.json", `{"x": 1}`)
	errs, err := os.Create(filepath.Join(dir, "errs"))
	if err != nil {
		t.Fatal(err)
	}
	s := newSession(time.Now(), strings.NewReader(""), errs, errs)
	defer s.close(StatusTrue)
	r, err := s.request(spec, nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	p, err := s.onlyProblem(r)
	if err != nil {
		t.Fatal(err)
	}
	ended, end := context.WithCancel(s.ctx)
	end()
	s.ctx = ended
	_, err = s.judge(&checkCmd{Answer: given}, p)
	if status := s.end(err); status != StatusLimit {
		t.Errorf("exit status %d", status)
	}
	said, err := os.ReadFile(errs.Name())
	if want := "nazo: interrupted while judging ("; err != nil || !strings.Contains(string(said), want) || !strings.Contains(string(said), "pairs.nazo:3:") {
		t.Errorf("%q has no %q", said, want)
	}
}

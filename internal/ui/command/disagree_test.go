package command

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"nazo/dsl/value"
	"nazo/internal/judge"
	"nazo/internal/solve"
)

// A disagreement is reported with all that it takes to see it again.
func TestDisagree(t *testing.T) {
	dir := t.TempDir()
	spec := filepath.Join(dir, "sum.nazo")
	text := "puzzle adding\ngiven total: 0..9\nfind x: 1..9\nrule \"sum\": x = total\n"
	if err := os.WriteFile(spec, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	errs, err := os.Create(filepath.Join(dir, "errs"))
	if err != nil {
		t.Fatal(err)
	}
	s := newSession(time.Now(), strings.NewReader(""), errs, errs)
	defer s.close(StatusTrue)
	r, err := s.request(spec, []string{"total=3"}, 0)
	if err != nil {
		t.Fatal(err)
	}
	p, err := s.onlyProblem(r)
	if err != nil {
		t.Fatal(err)
	}
	wrong := &judge.Answer{Values: []value.Value{value.Int(4)}}
	fault := &solve.Fault{Kind: solve.Refused, Engine: "sat", Answer: wrong, Violations: p.Judge.Judge(wrong).Violations}
	if status := s.disagree(r, &outcome{spec: r.spec, problem: p, report: &solve.Report{Fault: fault}}); status != StatusDisagree {
		t.Errorf("exit status %d", status)
	}
	said, err := os.ReadFile(errs.Name())
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"DISAGREEMENT", "engine sat gave an answer that the rules refuse", spec, "total=3", `{"x":4}`, `"sum" (` + spec + ":4:1)"} {
		if !strings.Contains(string(said), want) {
			t.Errorf("it does not say %q:\n%s", want, said)
		}
	}
}

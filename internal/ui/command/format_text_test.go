package command

import (
	"testing"

	"nazo/dsl/value"
	"nazo/internal/judge"
	"nazo/internal/solve"
)

// The best answer so far isn't counted among the best ones, and it isn't said that there are none.
func TestBestSoFarIsNotCounted(t *testing.T) {
	r := &solve.Report{Verdict: solve.Solved, Answers: []*judge.Answer{{Objective: []value.Value{value.Int(3)}}}}
	for _, s := range []*solutions{{several: true}, {several: true, classes: true}, {}} {
		s.outcome = &outcome{report: r}
		if text := s.summary(); text != "objective 3, not proved optimal\n" {
			t.Errorf("%q", text)
		}
	}
}

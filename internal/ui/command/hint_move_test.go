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

// The mistake is the move between the last state from which a way to the goal is known and the first from which there is none; where a search
// came to no end there is less to say.
func TestFindMistake(t *testing.T) {
	dir := t.TempDir()
	spec := filepath.Join(dir, "on.nazo")
	if err := os.WriteFile(spec, []byte("puzzle on\nstate at: 0..20 = 0\nmove on()\n  then at := at + 1\ngoal at = 20\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	s := newSession(time.Now(), strings.NewReader(""), os.Stdout, os.Stdout)
	defer s.close(StatusTrue)
	r, err := s.request(spec, nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	p, err := s.onlyProblem(r)
	if err != nil {
		t.Fatal(err)
	}
	tests := []struct {
		states           string // from each: + there is a way, - there is none, ? it is not known
		number, earliest int
		instead          bool
	}{
		{"-", 0, 0, false},
		{"+-", 1, 1, true},
		{"--", 0, 0, false},
		{"+++-----", 3, 3, true},
		{"+++++++-", 7, 7, true},
		{"--------", 0, 0, false},
		{"+-------------", 1, 1, true},
		{"??????-", 6, 0, false},
		{"+?????-------", 9, 0, false},
		{"++??----", 4, 1, true},
		{"???----", 3, 0, false},
	}
	for _, test := range tests {
		h := &moveHint{position: &position{problem: p, run: &judge.Run{Start: []value.Value{value.Int(0)}}}}
		for i := 1; i < len(test.states); i++ {
			h.run.Steps = append(h.run.Steps, judge.Step{Move: judge.Move{Name: "on"}, After: []value.Value{value.Int(i)}})
		}
		asked := 0
		h.findMistake(t.Context(), func(from *solve.Problem) *solve.Report {
			asked++
			begin, err := from.Judge.Begin()
			if err != nil {
				t.Fatal(err)
			}
			switch test.states[begin[0].(value.Int)] {
			case '+':
				return &solve.Report{Verdict: solve.Solved, Answers: []*judge.Answer{{Run: h.run}}}
			case '-':
				return &solve.Report{Verdict: solve.NoSolution}
			}
			return &solve.Report{Verdict: solve.Unknown}
		})
		if m := h.mistake; m.number != test.number || m.earliest != test.earliest || (m.instead != nil) != test.instead {
			t.Errorf("%s: move %d, at the earliest %d, instead %v; want %d, %d, %v", test.states, m.number, m.earliest, m.instead != nil, test.number, test.earliest, test.instead)
		}
		if asked > 8 {
			t.Errorf("%s: %d searches", test.states, asked)
		}
	}
}

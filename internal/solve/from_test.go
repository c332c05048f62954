package solve_test

import (
	"testing"

	"nazo/dsl/value"
	"nazo/internal/model"
	"nazo/internal/solve"
	"nazo/native"
	"nazo/sat"
)

// A problem begun on its way is solved from there, by each engine, whatever the rules say of a start, and leaves the whole as it was.
func TestFrom(t *testing.T) {
	p := ways(t, "rule \"from the bottom\": at <= 1\nminimize toll\n")
	tests := []struct {
		at      value.Value
		verdict solve.Verdict
		toll    value.Value
	}{
		{value.Int(2), solve.Solved, value.Int(1)},
		{value.Int(3), solve.Solved, value.Int(1)},
		{value.Int(4), solve.Solved, value.Int(0)},
		{value.Int(5), solve.NoSolution, nil},
		{value.Int(0), solve.Solved, value.Int(2)},
	}
	for _, test := range tests {
		rest := p.From([]value.Value{test.at})
		for _, e := range []model.Engine{native.New(), sat.New()} {
			r := solve.Ask(t.Context(), rest, solve.Team{Engines: []model.Engine{e}}, solve.Question{Limit: 1})
			if r.Verdict != test.verdict || r.Fault != nil {
				t.Errorf("from %v engine %s says %s, fault %v", test.at, e.Name(), r.Verdict, r.Fault)
			} else if test.toll != nil && !value.Equal(r.Answers[0].Objective[0], test.toll) {
				t.Errorf("from %v engine %s pays %v, want %v", test.at, e.Name(), r.Answers[0].Objective[0], test.toll)
			}
		}
	}
	if begin, err := p.Judge.Begin(); err != nil || !value.Equal(begin[0], value.Int(0)) {
		t.Errorf("the whole begins with %v now", begin)
	}
}

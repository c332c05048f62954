package command

import (
	"math/big"
	"regexp"
	"testing"

	"nazo/dsl/check"
	"nazo/dsl/value"
	"nazo/internal/judge"
	"nazo/internal/model"
	"nazo/internal/solve"
)

// What no command line brings about without a clock is in the documents, too.
func TestDocuments(t *testing.T) {
	bounded := &outcome{spec: &spec{Spec: &check.Spec{Name: "p"}}, report: &solve.Report{Verdict: solve.Solved, Count: 1, Engine: "native",
		Answers: []*judge.Answer{{Objective: []value.Value{value.Int(3)}}}, Bounds: []model.Interval{{Lo: 1, Hi: 3}}, Reason: model.Reason{Kind: model.TimeLimit}}}
	longer := &outcome{spec: bounded.spec, report: &solve.Report{Verdict: solve.Solved, Complete: true, Exhausted: true, Count: 1, Engine: "sat",
		Answers: []*judge.Answer{{Run: &judge.Run{}}}, ShorterMayExist: true}}
	whole := &outcome{spec: bounded.spec, report: &solve.Report{Verdict: solve.Solved, Complete: true, Exhausted: true, Count: 2, Engine: "native"}}
	for _, test := range []struct {
		report report
		want   string
	}{
		{&counted{outcome: bounded, Count: big.NewInt(1)}, `{"puzzle":"p","verdict":"solved","complete":false,"engine":"native","count":1,"reason":"time limit","objective":[3],"bounds":[[1,3]],"stats":#}`},
		{&counted{outcome: longer, Count: big.NewInt(1)}, `{"puzzle":"p","verdict":"solved","complete":true,"engine":"sat","count":1,"shortest":false,"stats":#}`},
		{&counted{outcome: whole, Count: big.NewInt(2), lengths: lengthsOf(map[int64]*big.Int{4: big.NewInt(0), 3: big.NewInt(2)}, true)},
			`{"puzzle":"p","verdict":"solved","complete":true,"engine":"native","count":2,"by_length":[{"length":3,"count":2},{"length":4,"count":0}],"shortest":3,"longest":4,"stats":#}`},
	} {
		out := &outbox{}
		(&jsonPrinter{out}).print(test.report)
		if got := regexp.MustCompile(`("stats":)\{.*?\}`).ReplaceAllString(out.waiting.String(), "$1#"); got != test.want+"\n" {
			t.Errorf("got  %swant %s", got, test.want)
		}
	}
}

package judge_test

import (
	"testing"

	"nazo/dsl/value"
)

// Asked for all, the judge names so many instances of each rule and counts the others.
func TestJudgeAll(t *testing.T) {
	j := judgeOf(t, `puzzle many
let b = grid(3, 10)
find black: set of cells(b)
rule "none" for c in cells(b): not (c in black)
rule "few": size(black) < 5
rule "some": size(black) > 0
`)
	a, err := j.Answer([]value.Value{value.NewSet((&value.Board{Rows: 3, Cols: 10}).Cells()...)})
	if err != nil {
		t.Fatal(err)
	}
	if v := j.Judge(a); len(v.Violations) != 10 || v.Violations[9].Rule != "none" {
		t.Error(v.Violations)
	}
	v := j.JudgeAll(a, 4)
	if v.Accepted || len(v.Violations) != 5 || v.Violations[3].More != 26 || v.Violations[3].Bindings != "c = r1c4" || v.Violations[4].Rule != "few" {
		t.Error(v.Violations)
	}
}

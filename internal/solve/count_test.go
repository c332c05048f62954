package solve_test

import (
	"context"
	"testing"
	"time"

	"nazo/internal/model"
	"nazo/internal/solve"
	"nazo/internal/testkit"
	"nazo/native"
	"pgregory.net/rapid"
)

// TestRandomCounts counts the best runs of random specs and lists them: the numbers
// agree, or there is a fault.
func TestRandomCounts(t *testing.T) {
	t.Parallel()
	counted, many := 0, 0
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.Custom(movingSpec).Draw(t, "spec")
		p, _ := compileText(text)
		if p == nil {
			return
		}
		ctx, stop := context.WithTimeout(context.Background(), time.Second)
		defer stop()
		r := solve.Count(ctx, p, solve.Team{Engines: []model.Engine{native.New()}}, solve.Question{Keep: 1})
		if r.Fault != nil {
			t.Fatalf("%s\n%v", text, r.Fault)
		}
		if r.Total != nil {
			counted++
			if r.Total.IsInt64() && r.Total.Int64() > 1 {
				many++
			}
		}
	})
	if counted == 0 || many == 0 {
		testkit.ShowsLittle(t, "%d numbers were counted, %d of them above 1: the test shows little", counted, many)
	}
}

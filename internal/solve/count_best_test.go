package solve_test

import (
	"context"
	"fmt"
	"math/big"
	"testing"
	"time"

	"nazo/internal/model"
	"nazo/internal/solve"
	"nazo/internal/testkit"
	"nazo/native"
	"pgregory.net/rapid"
)

// countDiffers counts the solutions without visiting each, along two orders, and holds the numbers against how many there are. It is "" if
// they are the same, or if the model can't be counted so: then counted is false.
func countDiffers(ctx context.Context, p *solve.Problem, want int) (text string, counted bool) {
	s := solve.Open(p, solve.Team{Engines: []model.Engine{native.New()}})
	for variant := range 2 {
		q := solve.Question{Counting: &solve.Counting{Method: solve.Frontier, CountOptions: model.CountOptions{OrderVariant: variant}}}
		plan, _, err := s.Plan(ctx, q)
		if err != nil {
			return "", false
		}
		if f := plan.Forecast(ctx); f != nil && f.Work > mostForecast {
			return "", false
		}
		switch c := plan.Count(ctx); {
		case !c.Complete:
			return "", false
		case c.N.Cmp(big.NewInt(int64(want))) != 0:
			return fmt.Sprintf("%d solutions by eliminating vertices along order %d, %d one by one", c.N, variant, want), true
		}
	}
	return "", true
}

// bestOfNumbers writes a spec whose numbers no rule, or hardly any, speaks of, and which wants the best of them.
func bestOfNumbers(t *rapid.T) string {
	w := &writer{t: t, room: 0}
	w.line(`puzzle best`)
	w.line(`let ink = {red "R", green "G", blue "B"}`)
	w.line(`let list = [%d, %d, %d]`, w.number(), w.number(), w.number())
	w.line(`let board = grid(%d, %d)`, w.upTo(1, 2), w.upTo(1, 2))
	w.line("find a[i in 1..3]: %s", w.pick("1..3", "0..3", "{1, 2, 5}"))
	w.arrays = append(w.arrays, "a")
	w.line("find x: -1..2")
	w.ints = append(w.ints, "x")
	if w.chance(2) {
		w.line(`rule "plain": %s %s %s`, w.plainInteger(), w.pick("=", "!=", "<", "<="), w.plainInteger())
	}
	if w.chance(2) {
		w.line(`%s %s`, w.pick("minimize", "maximize"), w.bound("count", func() string { return w.integer(1) + w.pick(" = ", " < ", " != ") + w.integer(1) }))
	} else {
		w.line(`%s (if %s then %s else %s), %s`, w.pick("minimize", "maximize"), w.atom(1), w.plainInteger(), w.plainInteger(), w.integer(1))
	}
	return w.out.String()
}

// TestCountBest has random specs with objectives counted by each method: one by one, without visiting each, and by brute force.
func TestCountBest(t *testing.T) {
	t.Parallel()
	counted, several := 0, 0
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.Custom(bestOfNumbers).Draw(t, "spec")
		defer testkit.Watch(text)()
		p, _ := compileText(text)
		if p == nil {
			return
		}
		ctx, stop := context.WithTimeout(context.Background(), 3*time.Second)
		defer stop()
		want := bruteForce(p)
		d, ok := countDiffers(ctx, p, len(want))
		if d != "" {
			t.Fatalf("%s\n%s", text, d)
		}
		if !ok {
			return
		}
		counted++
		if len(want) > 1 {
			several++
		}
		r := solve.Ask(ctx, p, solve.Team{Engines: []model.Engine{native.New()}}, solve.Question{Keep: 1})
		if r.Exhausted && r.Count != len(want) {
			t.Fatalf("%s\n%d solutions one by one, %d by brute force", text, r.Count, len(want))
		}
	})
	if counted < 10 || several == 0 {
		testkit.ShowsLittle(t, "%d specs were counted, %d of them with several best solutions: the test shows little", counted, several)
	}
	t.Log(counted, several)
}

// TestCountBestDirection counts paths whose objective asks for a direction, which is no part of a path. A count that takes
// both directions for two solutions is refused.
func TestCountBestDirection(t *testing.T) {
	p, problem := compileText("puzzle t\nfind w: path in complete(1..3)\nminimize (count v in 1..3: starts_at(w, v))\n")
	if p == nil {
		t.Fatal(problem)
	}
	r := solve.Ask(t.Context(), p, solve.Team{Engines: []model.Engine{native.New()}}, solve.Question{Keep: 1})
	if !r.Exhausted || r.Count != 9 {
		t.Errorf("%d solutions one by one", r.Count)
	}
	if d, _ := countDiffers(t.Context(), p, 9); d != "" {
		t.Error(d)
	}
}

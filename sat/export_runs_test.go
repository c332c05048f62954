package sat

import (
	"bytes"
	"context"
	"strings"
	"testing"

	"nazo/internal/model"
	"nazo/internal/testkit"
)

func TestExportedRuns(t *testing.T) {
	ctx := context.Background()
	for most, want := range map[int]Status{6: Unsatisfiable, 7: Satisfiable, 9: Satisfiable} {
		p, err := program(ctx, testkit.Towers(3, 3), DIMACS, ExportOptions{MaxMoves: most})
		if err != nil {
			t.Fatal(err)
		}
		status := Unsatisfiable
		if !p.unsat {
			status = newGophersat(ctx, p.loadable(nil), 0).Solve(ctx, 0, nil)
		}
		if status != want {
			t.Errorf("at most %d moves: %v, want %v", most, status, want)
		}
	}
	for _, f := range []Format{DIMACS, OPB, LP} {
		m := testkit.Pusher("@.$.o")
		var text bytes.Buffer
		if err := Export(ctx, m, f, &text, ExportOptions{MaxMoves: 4}); err != nil {
			t.Fatal(err)
		}
		for _, part := range []string{"Runs of at most 4 moves.", "Move 1: walk(", ": push(", "moves[0] ="} {
			if !strings.Contains(text.String(), part) {
				t.Errorf("%s: %q is not said", f, part)
			}
		}
	}
	if err := Export(ctx, testkit.Towers(3, 3), DIMACS, &bytes.Buffer{}, ExportOptions{}); err == nil || !strings.Contains(err.Error(), "number of moves") {
		t.Errorf("without a number of moves: %v", err)
	}
}

func TestExportedRunsAreCheapest(t *testing.T) {
	m := testkit.Pusher("@.$.o")
	p, err := program(context.Background(), m, OPB, ExportOptions{MaxMoves: 4})
	if err != nil {
		t.Fatal(err)
	}
	result := testkit.Run(context.Background(), New(), p.m, testkit.Task{Limit: 1, Off: p.offRuns()}, func(model.Solution) bool { return true })
	if result.Solutions != 1 || result.Bounds[0] != (model.Interval{Lo: 2, Hi: 2}) || result.Bounds[1] != (model.Interval{Lo: 3, Hi: 3}) {
		t.Errorf("%+v", result)
	}
}

// offRuns are the instances that an export left out.
func (p *exported) offRuns() (off []int32) {
	for i := range p.off {
		off = append(off, i)
	}
	return off
}

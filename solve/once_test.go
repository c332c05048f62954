package solve_test

import (
	"context"
	"testing"

	"nazo/engine"
	"nazo/model"
	"nazo/native"
	"nazo/sat"
	"nazo/solve"
)

// witness is an engine that keeps the jobs that it gives.
type witness struct {
	engine.Engine
	jobs []engine.Job
}

func (w *witness) Open(ctx context.Context, m *model.Model, o engine.Options) (engine.Job, error) {
	j, err := w.Engine.Open(ctx, m, o)
	w.jobs = append(w.jobs, j)
	return j, err
}

// work is what was done by the only job that was opened.
func (w *witness) work(t *testing.T) engine.Work {
	t.Helper()
	if len(w.jobs) != 1 {
		t.Fatalf("the model was opened %d times", len(w.jobs))
	}
	return w.jobs[0].(engine.Worker).Work()
}

// TestOpenedOnce has a model opened once for all that a session asks, recognized once by it, and
// lowered once for its count, the check of that along another order, and samples.
func TestOpenedOnce(t *testing.T) {
	tour := figure{"knights_tour", "", "rows=40 cols=40", 1, 0}.load(t)
	w := &witness{Engine: native.New()}
	session := solve.Open(tour, solve.Team{Engines: []engine.Engine{w}})
	for range 2 {
		if r := session.Ask(t.Context(), solve.Question{Limit: 1}); r.Verdict != solve.Solved || r.Fault != nil {
			t.Fatalf("%+v", r)
		}
	}
	if got, want := w.work(t), (engine.Work{Recognitions: 1}); got != want {
		t.Errorf("a tour: %+v, want %+v", got, want)
	}

	// Presolve and what it leaves are one for all questions: any, all, and a count by enumeration.
	small := figure{"knights_tour", "", "rows=6 cols=6", 1, 0}.load(t)
	w = &witness{Engine: native.New()}
	session = solve.Open(small, solve.Team{Engines: []engine.Engine{w}})
	session.Ask(t.Context(), solve.Question{Limit: 1})
	session.Ask(t.Context(), solve.Question{Limit: 2})
	session.Ask(t.Context(), solve.Question{Limit: 100})
	if got, want := w.work(t), (engine.Work{Recognitions: 1, Presolves: 1}); got != want {
		t.Errorf("a small tour: %+v, want %+v", got, want)
	}

	latin := figure{"sudoku", "escargot.txt", "", 1, 0}.load(t)
	w = &witness{Engine: native.New()}
	session = solve.Open(latin, solve.Team{Engines: []engine.Engine{w}})
	session.Ask(t.Context(), solve.Question{Limit: 1})
	session.Ask(t.Context(), solve.Question{Limit: 2})
	if r := session.Count(t.Context(), solve.Question{Counting: &solve.Counting{Method: solve.Enumerate}}); r.Count != 1 {
		t.Fatalf("%+v", r)
	}
	if got, want := w.work(t), (engine.Work{Presolves: 1}); got != want {
		t.Errorf("a sudoku: %+v, want %+v", got, want)
	}

	w = &witness{Engine: sat.New()}
	session = solve.Open(latin, solve.Team{Engines: []engine.Engine{w}})
	session.Ask(t.Context(), solve.Question{Limit: 1})
	session.Ask(t.Context(), solve.Question{Limit: 2})
	if r := session.Count(t.Context(), solve.Question{Counting: &solve.Counting{Method: solve.Enumerate}}); r.Count != 1 {
		t.Fatalf("%+v", r)
	}
	if got, want := w.work(t), (engine.Work{Encodings: 1}); got != want {
		t.Errorf("a sudoku by engine sat: %+v, want %+v", got, want)
	}

	board := figure{"slitherlink", "10x10.txt", "", 0, 0}.load(t)
	w = &witness{Engine: native.New()}
	session = solve.Open(board, solve.Team{Engines: []engine.Engine{w}})
	q := solve.Question{Twice: true, Counting: &solve.Counting{Method: solve.Frontier}}
	if _, _, err := session.Plan(t.Context(), q); err != nil {
		t.Fatal(err)
	}
	if r := session.Count(t.Context(), q); r.Total == nil || r.Total.Int64() != 1 || r.Fault != nil {
		t.Fatalf("%+v", r)
	}
	if _, _, err := w.jobs[0].(engine.Sampler).Sample(t.Context(), engine.SampleOptions{Number: 1}); err != nil {
		t.Fatal(err)
	}
	if got := w.work(t); got.Lowerings != 1 {
		t.Errorf("a count: %+v, want one lowering", got)
	}

	tower := figure{"hanoi", "6.txt", "", 1, 0}.load(t)
	for _, c := range []struct {
		engine engine.Engine
		want   engine.Work
	}{{native.New(), engine.Work{Compilations: 1, Heuristics: 1}}, {sat.New(), engine.Work{Compilations: 1}}} {
		w = &witness{Engine: c.engine}
		session = solve.Open(tower, solve.Team{Engines: []engine.Engine{w}})
		session.Ask(t.Context(), solve.Question{Limit: 1, MaxMoves: 3})
		session.Ask(t.Context(), solve.Question{Limit: 1, MaxMoves: 4})
		if c.engine.Name() == "native" {
			session.Ask(t.Context(), solve.Question{Limit: 2})
			if r := session.Count(t.Context(), solve.Question{}); r.Total == nil || r.Total.Int64() != 1 {
				t.Fatalf("%+v", r)
			}
		}
		if got := w.work(t); got != c.want {
			t.Errorf("a tower by engine %s: %+v, want %+v", c.engine.Name(), got, c.want)
		}
	}
}

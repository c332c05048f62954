package solve_test

import (
	"context"
	"testing"

	"nazo/internal/model"
	"nazo/internal/solve"
	"nazo/native"
	"nazo/sat"
)

// witness is an engine that keeps the jobs that it gives.
type witness struct {
	model.Engine
	jobs []model.Job
}

func (w *witness) Open(ctx context.Context, m *model.Model, o model.Options) (model.Job, error) {
	j, err := w.Engine.Open(ctx, m, o)
	w.jobs = append(w.jobs, j)
	return j, err
}

// work is what was done by the only job that was opened.
func (w *witness) work(t *testing.T) model.Work {
	t.Helper()
	if len(w.jobs) != 1 {
		t.Fatalf("the model was opened %d times", len(w.jobs))
	}
	return w.jobs[0].(model.WorkReporter).Work()
}

// TestOnce has a model opened once for all that a session asks, and looked at, presolved, encoded,
// compiled and lowered once by the job.
func TestOnce(t *testing.T) {
	ask := func(q solve.Question, answers int) func(*testing.T, *solve.Session) {
		return func(t *testing.T, s *solve.Session) {
			t.Helper()
			if r := s.Ask(t.Context(), q); r.Count != answers || r.Fault != nil {
				t.Errorf("%+v", r)
			}
		}
	}
	count := func(q solve.Question) func(*testing.T, *solve.Session) {
		return func(t *testing.T, s *solve.Session) {
			t.Helper()
			if r := s.Count(t.Context(), q); r.Fault != nil || r.Count != 1 && (r.Total == nil || r.Total.Int64() != 1) {
				t.Errorf("%+v", r)
			}
		}
	}
	first, two, enumerated := solve.Question{Limit: 1}, solve.Question{Limit: 2}, solve.Question{Counting: &solve.Counting{Method: solve.Enumerate}}
	eliminated := solve.Question{Twice: true, Counting: &solve.Counting{Method: solve.Frontier}}
	plan := func(t *testing.T, s *solve.Session) {
		if _, _, err := s.Plan(t.Context(), eliminated); err != nil {
			t.Error(err)
		}
	}
	for _, c := range []struct {
		figure
		engine model.Engine
		asked  []func(*testing.T, *solve.Session)
		want   model.Work
	}{
		{figure{"knights_tour", "", "rows=40 cols=40", 0, 0}, native.New(), []func(*testing.T, *solve.Session){ask(first, 1), ask(first, 1)}, model.Work{Recognitions: 1}},
		{figure{"knights_tour", "", "rows=6 cols=6", 0, 0}, native.New(), []func(*testing.T, *solve.Session){ask(first, 1), ask(two, 2), ask(solve.Question{Limit: 100}, 100)}, model.Work{Recognitions: 1, Presolves: 1}},
		{figure{"sudoku", "escargot.txt", "", 0, 0}, native.New(), []func(*testing.T, *solve.Session){ask(first, 1), ask(two, 1), count(enumerated)}, model.Work{Presolves: 1}},
		{figure{"sudoku", "escargot.txt", "", 0, 0}, sat.New(), []func(*testing.T, *solve.Session){ask(first, 1), ask(two, 1), count(enumerated)}, model.Work{Encodings: 1}},
		{figure{"slitherlink", "10x10.txt", "", 0, 0}, native.New(), []func(*testing.T, *solve.Session){plan, count(eliminated)}, model.Work{Recognitions: 1, Lowerings: 1, Presolves: 1}},
		{figure{"hanoi", "6.txt", "", 0, 0}, native.New(), []func(*testing.T, *solve.Session){ask(first, 1), ask(two, 1), count(solve.Question{})}, model.Work{Compilations: 1, Heuristics: 1}},
		{figure{"hanoi", "6.txt", "", 0, 0}, sat.New(), []func(*testing.T, *solve.Session){ask(solve.Question{Limit: 1, MaxMoves: 3}, 0), ask(solve.Question{Limit: 1, MaxMoves: 4}, 0)}, model.Work{Compilations: 1}},
	} {
		t.Run(c.spec+" by "+c.engine.Name(), func(t *testing.T) {
			w := &witness{Engine: c.engine}
			session := solve.Open(c.load(t), solve.Team{Engines: []model.Engine{w}})
			for _, question := range c.asked {
				question(t, session)
			}
			if got := w.work(t); got != c.want {
				t.Errorf("%+v, want %+v", got, c.want)
			}
		})
	}
}

// TestOnceByBoth asks two engines side by side.
func TestOnceByBoth(t *testing.T) {
	p := figure{"sudoku", "escargot.txt", "", 0, 0}.load(t)
	both := []*witness{{Engine: native.New()}, {Engine: sat.New()}}
	session := solve.Open(p, solve.Team{Engines: []model.Engine{both[0], both[1]}, Mode: solve.Together})
	for limit := range 3 {
		if r := session.Ask(t.Context(), solve.Question{Limit: limit}); r.Count != 1 || r.Fault != nil {
			t.Errorf("%+v", r)
		}
	}
	for i, want := range []model.Work{{Presolves: 1}, {Encodings: 1}} {
		if got := both[i].work(t); got != want {
			t.Errorf("engine %s: %+v, want %+v", both[i].Name(), got, want)
		}
	}
}

// TestOnceForSamples has a count and samples share what the model was lowered to.
func TestOnceForSamples(t *testing.T) {
	job, err := native.New().Open(t.Context(), figure{"slitherlink", "10x10.txt", "", 0, 0}.load(t).Model, model.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := job.(model.Counter).Plan(t.Context(), model.CountOptions{}); err != nil {
		t.Fatal(err)
	}
	if _, _, err := job.(model.Sampler).Sample(t.Context(), model.SampleOptions{Number: 1}); err != nil {
		t.Fatal(err)
	}
	if got := job.(model.WorkReporter).Work(); got.Lowerings != 1 {
		t.Errorf("%+v, want one lowering", got)
	}
}

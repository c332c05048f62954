package solve_test

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"nazo/dsl/value"
	"nazo/internal/model"
	"nazo/internal/solve"
	"nazo/internal/testkit"
	"nazo/native"
	"nazo/sat"
	"pgregory.net/rapid"
)

// TestCubesAgainstBruteForce: what engines find in the parts of a random split of a random model, some of them split again, is all that there is, each once. With
// objectives the best of the parts are the best of all.
func TestCubesAgainstBruteForce(t *testing.T) {
	by := native.New()
	rapid.Check(t, func(rt *rapid.T) {
		m := testkit.Random(rt)
		task := testkit.RandomTask(rt, m)
		task.Seed, task.Varied = 0, false
		rt.Log(testkit.Describe(m))
		job, err := by.Open(t.Context(), m, task.Full().Options)
		if err != nil {
			rt.Fatal(err)
		}
		splitter := job.(model.Splitter)
		share := func(cubes []model.Cube, i, n int) []model.Cube {
			got, err := model.Share(t.Context(), splitter, cubes, i, n)
			if err != nil {
				rt.Fatal(err)
			}
			return got
		}
		var parts [][]model.Cube
		for i, n := 1, rapid.IntRange(1, 12).Draw(rt, "parts"); i <= n; i++ {
			part := share(nil, i, n)
			again := rapid.IntRange(1, 3).Draw(rt, "parts of it")
			for k := 1; k <= again; k++ {
				parts = append(parts, share(part, k, again))
			}
		}
		want := testkit.BruteForce(m, task)
		for _, e := range []model.Engine{by, sat.New()} {
			if _, err := testkit.Open(t.Context(), e, m, task); e != by && model.ReasonOf(err).Kind == model.Unsupported {
				continue // numbers that are too large for engine sat
			}
			if d := cmp.Diff(want, inParts(rt, e, m, task, parts)); d != "" {
				rt.Fatalf("engine %s in cubes %v: solutions differ (-want +got):\n%s", e.Name(), parts, d)
			}
		}
	})
}

// TestCubesOfTours: searches that know of no cubes search one after the other, and find what they find without, the best among them, too.
func TestCubesOfTours(t *testing.T) {
	by := native.New()
	for _, closed := range []bool{false, true} {
		for _, costs := range []bool{false, true} {
			m := testkit.Tour(testkit.Grid(4, 4), closed)
			if costs {
				var terms []model.Term
				for v := range m.Vars {
					terms = append(terms, model.Term{Coef: int64(v%5 + v%3), X: m.ToInt(m.BoolVar(model.VarID(v)))})
				}
				m.Objectives = []model.Objective{{X: m.Sum(terms...)}}
			}
			want, _ := testkit.Solve(t, by, m, testkit.Task{})
			job, err := by.Open(t.Context(), m, model.Options{})
			if err != nil {
				t.Fatal(err)
			}
			var parts [][]model.Cube
			for i := 1; i <= 3; i++ {
				part, err := model.Share(t.Context(), job.(model.Splitter), nil, i, 3)
				if err != nil || len(part) < 2 {
					t.Fatalf("part %d of 3 is %v, %v", i, part, err)
				}
				parts = append(parts, part)
			}
			if d := cmp.Diff(testkit.Sorted(want), inParts(t, by, m, testkit.Task{}, parts)); d != "" || len(want) == 0 {
				t.Errorf("closed %t, costs %t: solutions differ (-want +got):\n%s", closed, costs, d)
			}
		}
	}
}

// inParts is what an engine finds in parts, the best of all if they differ, in order. None may be found twice.
func inParts(t testkit.Tester, e model.Engine, m *model.Model, task testkit.Task, parts [][]model.Cube) [][]int64 {
	t.Helper()
	var got [][]int64
	var best []int64
	for _, part := range parts {
		task.Cubes = part
		found, r := testkit.Solve(t, e, m, task)
		if !r.Complete || !r.Exhausted || r.Solutions != len(found) {
			t.Fatalf("engine %s in %v: %+v, %d yielded", e.Name(), part, r, len(found))
		}
		if len(m.Objectives) > 0 && !task.AnyObjective && len(found) > 0 {
			switch worth := worthOf(m, r); {
			case best == nil || slices.Compare(worth, best) < 0:
				got, best = nil, worth
			case slices.Compare(worth, best) > 0:
				continue
			}
		}
		got = append(got, found...)
	}
	all := testkit.Sorted(slices.Clone(got))
	if len(all) != len(got) {
		t.Fatalf("engine %s finds a solution in two cubes: %v", e.Name(), got)
	}
	return all
}

// worthOf are the objectives of the best solutions, the least being the best.
func worthOf(m *model.Model, r model.Result) (worth []int64) {
	for i, o := range m.Objectives {
		w := r.Bounds[i].Lo
		if o.Maximize {
			w = -w
		}
		worth = append(worth, w)
	}
	return worth
}

// TestJoined: what parts found is judged again, and a solution that two of them found is a fault.
func TestJoined(t *testing.T) {
	p := small(t, "")
	s := solve.Open(p, solve.Team{Engines: []model.Engine{native.New()}})
	one := func(values ...int64) solve.Found {
		f := solve.Found{Exhausted: true, Engine: "native"}
		for _, v := range values {
			f.Answers = append(f.Answers, []value.Value{value.Int(v)})
			f.Count++
		}
		return f
	}
	r := s.Joined(t.Context(), solve.Question{}, []solve.Found{one(2), one(), one(1, 3)}, false)
	if r.Fault != nil || r.Count != 3 || !r.Complete || !r.Exhausted || r.Verdict != solve.Solved || value.String(r.Answers[1].Values[0]) != "1" {
		t.Errorf("joined: %+v", r)
	}
	if r := s.Joined(t.Context(), solve.Question{Limit: 2}, []solve.Found{one(2), one(1, 3)}, false); !r.Complete || r.Exhausted || r.Count != 2 || len(r.Answers) != 2 {
		t.Errorf("two of three: %+v", r)
	}
	if r := s.Joined(t.Context(), solve.Question{Limit: 2}, []solve.Found{one(2, 1)}, true); !r.Complete || r.Exhausted || r.Count != 2 {
		t.Errorf("two, which are enough, while parts are lacking: %+v", r)
	}
	if r := s.Joined(t.Context(), solve.Question{}, []solve.Found{one(2)}, true); r.Complete || r.Exhausted || r.Verdict != solve.Solved {
		t.Errorf("one of perhaps more: %+v", r)
	}
	if r := s.Joined(t.Context(), solve.Question{}, []solve.Found{one()}, true); r.Complete || r.Exhausted || r.Verdict != solve.Unknown {
		t.Errorf("none, while parts are lacking: %+v", r)
	}
	if r := s.Joined(t.Context(), solve.Question{}, []solve.Found{one(), one()}, false); r.Verdict != solve.NoSolution {
		t.Errorf("none: %+v", r)
	}
	if r := s.Joined(t.Context(), solve.Question{}, []solve.Found{one(1), one(4)}, false); r.Fault == nil || r.Fault.Kind != solve.Refused {
		t.Errorf("4 is no solution, and joined it is %+v", r)
	}
	if r := s.Joined(t.Context(), solve.Question{}, []solve.Found{one(1), one(2, 1)}, false); r.Fault == nil || r.Fault.Kind != solve.Repeated {
		t.Errorf("1 is there twice, and joined it is %+v", r)
	}
}

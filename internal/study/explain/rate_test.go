package explain_test

import (
	"context"
	"reflect"
	"testing"

	"nazo/internal/study/explain"
	"nazo/native"
	"nazo/puzzles"
)

func rate(t *testing.T, spec, text string) explain.Rating {
	t.Helper()
	r, err := explain.Rate(context.Background(), problem(t, spec, text), native.New(), explain.Usual())
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// TestRate rates boards of which the whole way is known.
func TestRate(t *testing.T) {
	board, _ := puzzles.Instance("hitori", "8x8.txt")
	for _, c := range []struct {
		name, spec, text string
		end              explain.End
		steps            []int
		unavoidable      int
		open, time       float64
	}{
		{"a cell that only its own lamp can light", "akari", "block:\n . #\n", explain.Solved, []int{0, 1}, 1, 1, 1},
		{"the two walls of a hall are lit one by one", "akari", "block:\n 1 . # . 1\n", explain.Solved, []int{0, 2}, 1, 1.5, 1.5},
		{"nothing to find out", "akari", "block:\n # #\n", explain.Solved, []int{0}, 0, 0, 0},
		{"two ways", "akari", "block:\n . .\n", explain.Several, []int{0}, 0, 0, 0},
		{"none", "akari", "block:\n . 3\n", explain.Contradicted, []int{0}, 0, 0, 0},
		{"single rules don't suffice", "hitori", board, explain.Solved, nil, 2, 0, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := rate(t, c.spec, c.text)
			t.Logf("%+v", r)
			if r.End != c.end || r.Unavoidable != c.unavoidable {
				t.Errorf("it ends with %v, and a step of %d is needed", r.End, r.Unavoidable)
			}
			if c.steps != nil && (!reflect.DeepEqual(r.Steps, c.steps) || r.Open != c.open || r.Time != c.time) {
				t.Errorf("steps %v, open %v, time %v", r.Steps, r.Open, r.Time)
			}
			if again := rate(t, c.spec, c.text); !reflect.DeepEqual(r, again) {
				t.Errorf("then it is\n%+v", again)
			}
		})
	}
}

// TestWeight has larger steps harder, and those that have to be searched for.
func TestWeight(t *testing.T) {
	for _, c := range []struct {
		size      int
		conflicts int64
		want      float64
	}{{1, 0, 1}, {2, 0, 2}, {4, 0, 8}, {7, 0, 64}, {20, 0, 64}, {2, 3, 4}} {
		if got := explain.Weight(c.size, c.conflicts); got != c.want {
			t.Errorf("%d instances, %d conflicts: %v instead of %v", c.size, c.conflicts, got, c.want)
		}
	}
	for number, want := range map[float64]string{1: "trivial", 1.99: "trivial", 2: "easy", 3.5: "medium", 4: "hard", 5: "very hard", 9: "very hard"} {
		if got := explain.Word(number); got != want {
			t.Errorf("%v is %s instead of %s", number, got, want)
		}
	}
}

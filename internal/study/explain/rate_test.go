package explain_test

import (
	"math"
	"reflect"
	"testing"

	"nazo/internal/study/explain"
	"nazo/native"
	"nazo/puzzles"
)

func rate(t *testing.T, spec, text string) explain.Rating {
	t.Helper()
	r, err := explain.Rate(t.Context(), problem(t, spec, text), native.New(), explain.Usual())
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// TestRate rates boards of which the whole way is known.
func TestRate(t *testing.T) {
	for _, c := range []struct {
		name, spec, text string
		end              explain.End
		steps            []int
		open, work       float64
	}{
		{"a cell that only its own lamp can light", "akari", "block:\n . #\n", explain.Solved, []int{0, 1}, 1, 1},
		{"nothing to find out", "akari", "block:\n # #\n", explain.Solved, []int{0}, 0, 0},
		{"two ways", "akari", "block:\n . .\n", explain.Several, []int{0}, 0, 0},
		{"none", "akari", "block:\n . 3\n", explain.Contradicted, []int{0}, 0, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := rate(t, c.spec, c.text)
			if r.End != c.end || !reflect.DeepEqual(r.Steps, c.steps) || r.Open != c.open || r.Work != c.work {
				t.Errorf("%+v", r)
			}
			if again := rate(t, c.spec, c.text); !reflect.DeepEqual(r, again) {
				t.Errorf("then it is\n%+v", again)
			}
		})
	}
}

// TestRatingOrder has a board on which something must be supposed rated above one of single rules.
func TestRatingOrder(t *testing.T) {
	text, _ := puzzles.Instance("akari", "10x10.txt")
	easy, hard := rate(t, "akari", "block:\n 1 . # . 1\n"), rate(t, "akari", text)
	if easy.Searched > 0 || hard.Searched == 0 || easy.Hardest >= hard.Hardest || easy.Number >= hard.Number || easy.Level == hard.Level {
		t.Errorf("%+v\n%+v", easy, hard)
	}
}

// TestLevel has words for all numbers, and the numbers of each word.
func TestLevel(t *testing.T) {
	for number, want := range map[float64]string{1: "trivial", 1.94: "trivial", 1.96: "easy", 2: "easy", 3.5: "medium", 4: "hard", 5: "expert", 9: "expert"} {
		if got := explain.Level(number); got != want {
			t.Errorf("%v is %s instead of %s", number, got, want)
		}
	}
	for _, word := range []string{"trivial", "easy", "medium", "hard", "expert"} {
		from, to, ok := explain.LevelRange(word)
		if !ok || explain.Level(from) != word || to < math.MaxFloat64 && explain.Level(to) != word {
			t.Errorf("%s is from %v to %v", word, from, to)
		}
	}
	if _, _, ok := explain.LevelRange("fiendish"); ok {
		t.Error("a word that is none has numbers")
	}
}

package explain_test

import (
	"math"
	"reflect"
	"slices"
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

// TestRatingLevels has boards of other people's generators, of which the first of a pair is to be easier.
func TestRatingLevels(t *testing.T) {
	for _, c := range []struct{ game, easier, harder string }{
		{"keen", "5:_aba_a__a_a4_10a_c,a4s2d2a7m60s2s2m10d2m8a6", "5:a_b_a_8a4_a3__a__a_,s2s1d2m24a6s3d2m12s2a6a7m10"},
		{"solo", "3x3:a7_4a5a9e6e6_2_8b4a5d5c1a5b2_8_9b4a6c1d1a8b7_2_9e5e6a2a8_3a", "3x3:4i1c3_5a7e7_2_4a9a6a3e3_4c7_5e4a1a6a6_5_2e3a7_6c2i4"},
	} {
		g := &collection[slices.IndexFunc(collection, func(g game) bool { return g.name == c.game })]
		if easier, harder := g.rated(t, c.easier), g.rated(t, c.harder); easier >= harder {
			t.Errorf("%s: %.2f and %.2f", c.game, easier, harder)
		}
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

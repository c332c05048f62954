package compose_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"

	"nazo/dsl/diag"
	"nazo/dsl/instance"
	"nazo/dsl/value"
	"nazo/internal/model"
	"nazo/internal/solve"
	"nazo/internal/study/compose"
	"nazo/internal/testkit"
	"nazo/internal/ui/load"
	"nazo/native"
	"nazo/puzzles"
	"nazo/sat"
)

// order is for instances like those that come with a spec.
func order(t testing.TB, name string, size compose.Size, values ...instance.Override) compose.Order {
	t.Helper()
	spec, _, err := load.Load(name)
	if err != nil {
		t.Fatal(err)
	}
	o := compose.Order{Spec: spec, Size: size, Engine: native.New(), Tries: 300, Seed: 1,
		Input: instance.Input{Overrides: values},
		Team:  solve.Team{Engines: []model.Engine{sat.New(), native.New()}, Mode: solve.Together}}
	for _, file := range puzzles.Instances(name)[:1] {
		text, _ := puzzles.Instance(name, file)
		all, err := instance.Instances(spec, diag.NewSource(file, text))
		if err != nil {
			t.Fatal(err)
		}
		o.Models = append(o.Models, instance.Input{Instance: all[0]})
	}
	return o
}

// texts are the instances that an order makes, on so many cores.
func texts(t testing.TB, o compose.Order, n, cores int) (texts []string, all []*compose.Made) {
	t.Helper()
	m, err := compose.NewMaker(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	for made, err := range m.All(t.Context(), 0, n, cores) {
		if err != nil {
			t.Fatal(err)
		}
		texts, all = append(texts, instance.Text(o.Spec, made.Problem.Givens)), append(all, made)
	}
	return texts, all
}

// TestDrawnClues bounds the clues of drawn boards, which can't be taken away.
func TestDrawnClues(t *testing.T) {
	o := order(t, "shikaku", compose.Size{Rows: 5, Cols: 5})
	o.Fewest, o.Most = 5, 6
	if _, all := texts(t, o, 2, 1); all[0].Clues < 5 || all[0].Clues > 6 || all[1].Clues < 5 || all[1].Clues > 6 {
		t.Errorf("%d and %d clues", all[0].Clues, all[1].Clues)
	}
}

// TestBuiltBoards gives the size of a board to what it is built from: two lists, or one number.
func TestBuiltBoards(t *testing.T) {
	for _, c := range []struct {
		spec string
		size compose.Size
		want string
	}{
		{"nonogram", compose.Size{Rows: 3, Cols: 4}, "across 3 down 4 "},
		{"nonogram", compose.Size{Cols: 4}, "across 10 down 4 "},
		{"kropki", compose.Size{Rows: 3}, "n 3 dot "},
	} {
		_, all := texts(t, order(t, c.spec, c.size), 1, 1)
		got := ""
		for _, g := range all[0].Problem.Givens {
			got += g.Name + " "
			switch v := g.Value.(type) {
			case value.List:
				got += fmt.Sprint(len(v), " ")
			case value.Int:
				got += fmt.Sprint(v, " ")
			}
		}
		if got != c.want {
			t.Errorf("%s %v: %s", c.spec, c.size, got)
		}
	}
}

// TestDrawnSymmetry refuses a symmetry that make statements can't keep.
func TestDrawnSymmetry(t *testing.T) {
	o := order(t, "sashigane", compose.Size{})
	o.Symmetry = compose.HalfTurn
	if _, err := compose.NewMaker(t.Context(), o); !errors.Is(err, compose.ErrAskew) {
		t.Errorf("the error is %v", err)
	}
}

// TestMake makes instances of specs of many kinds: clues that follow from a solution, walls and rooms that are drawn, clues that decide
// which values finds have, clues outside of the board, and boards of walls or rooms alone, which are searched for, lines, and cells with several clues. Each has one solution; the
// same seed makes the same, on one core as on three.
func TestMake(t *testing.T) {
	for _, c := range []struct {
		spec   string
		size   compose.Size
		values []instance.Override
	}{
		{"slitherlink", compose.Size{Rows: 6, Cols: 5}, nil},
		{"sudoku", compose.Size{Rows: 6, Cols: 6}, nil},
		{"masyu", compose.Size{Rows: 6, Cols: 6}, nil},
		{"akari", compose.Size{Rows: 5, Cols: 6}, nil},
		{"heyawake", compose.Size{Rows: 5, Cols: 5}, nil},
		{"nurikabe", compose.Size{Rows: 4, Cols: 4}, nil},
		{"skyscrapers", compose.Size{}, []instance.Override{{Name: "n", Text: "4"}}},
		{"hidato", compose.Size{Rows: 4, Cols: 4}, nil},
		{"simple_loop", compose.Size{Rows: 4, Cols: 4}, nil},
		{"all_or_nothing", compose.Size{Rows: 4, Cols: 4}, nil},
		{"norinori", compose.Size{Rows: 5, Cols: 6}, nil},
		{"numberlink", compose.Size{Rows: 4, Cols: 4}, nil},
		{"myopia", compose.Size{Rows: 4, Cols: 4}, nil},
		// With make statements: clues, rooms, and lists beside the board.
		{"shikaku", compose.Size{Rows: 5, Cols: 5}, nil},
		{"kenken", compose.Size{Rows: 4, Cols: 4}, nil},
		{"nonogram", compose.Size{}, nil},
		{"square_jam", compose.Size{Rows: 5, Cols: 5}, nil},
		{"statue_park", compose.Size{Rows: 4, Cols: 4}, []instance.Override{{Name: "bank", Text: `["##/#.", "##"]`}}},
	} {
		if c.spec == "norinori" && !testkit.Thorough() {
			continue // it takes longer than all others
		}
		t.Run(c.spec, func(t *testing.T) {
			o := order(t, c.spec, c.size, c.values...)
			one, made := texts(t, o, 2, 1)
			if three, _ := texts(t, o, 2, 3); !slices.Equal(one, three) {
				t.Errorf("on three cores\n%s\non one\n%s", three, one)
			}
			if one[0] == one[1] {
				t.Errorf("twice the same\n%s", one[0])
			}
			for i, m := range made {
				if board := c.size; board.Rows > 0 {
					rows, cols := 0, 0
					for _, g := range m.Problem.Givens {
						if a, ok := g.Value.(*value.Array); ok && a.Board != nil && rows == 0 {
							rows, cols = a.Board.Rows, a.Board.Cols
						}
					}
					if rows != board.Rows || cols != board.Cols {
						t.Errorf("%d rows and %d columns", rows, cols)
					}
				}
				d := draft(t, c.spec, one[i])
				if n := solutions(t, d, d.Values()); n != 1 {
					t.Errorf("%d solutions of\n%s", n, one[i])
				}
				k, err := compose.Minimize(t.Context(), compose.Request{Draft: d, Engine: native.New()})
				if errors.Is(err, compose.ErrNoClues) {
					continue
				}
				if err != nil || m.Irreducible && k.After != k.Before {
					t.Errorf("%d of %d clues are enough, error %v:\n%s", k.After, k.Before, err, one[i])
				}
			}
		})
	}
}

// TestOrders is about what else is asked for: symmetry, numbers of clues, a rating.
func TestOrders(t *testing.T) {
	o := order(t, "sudoku", compose.Size{Rows: 6, Cols: 6})
	o.Symmetry, o.Fewest, o.Most = compose.HalfTurn, 14, 20
	rated := 0
	o.Rate = func(_ context.Context, p *solve.Problem) (compose.Grade, error) {
		rated++
		switch rated {
		case 2:
			return compose.Grade{Rating: 3, Unrated: "it takes too long"}, nil
		case 3:
			return compose.Grade{Rating: 3, Techniques: []string{"by hand"}}, nil
		}
		return compose.Grade{Rating: min(3, float64(rated)), Techniques: []string{"by eye", "by hand"}}, nil
	}
	o.Easiest, o.Hardest, o.Needs = 3, 3, []string{"by eye"}
	_, all := texts(t, o, 1, 1)
	made := all[0]
	if made.Rating != 3 || rated != 4 {
		t.Errorf("rated %g after %d", made.Rating, rated)
	}
	if made.Clues < 14 || made.Clues > 20 || made.Irreducible {
		t.Errorf("%d clues, irreducible %t", made.Clues, made.Irreducible)
	}
	for _, g := range made.Problem.Givens {
		a, ok := g.Value.(*value.Array)
		if !ok {
			continue
		}
		for i, v := range a.Values {
			other := a.Values[len(a.Values)-1-i]
			if value.Equal(v, value.None{}) != value.Equal(other, value.None{}) {
				t.Fatalf("no half turn:\n%s", instance.Text(o.Spec, made.Problem.Givens))
			}
		}
	}
}

// TestRefusedOrders is about orders that can't be met.
func TestRefusedOrders(t *testing.T) {
	for _, c := range []struct {
		spec string
		size compose.Size
		want error
	}{
		{"queens", compose.Size{}, compose.ErrNothingPrinted},
		{"graph_colouring", compose.Size{Rows: 4}, compose.ErrNoBoard},
		{"kropki", compose.Size{Rows: 4, Cols: 5}, compose.ErrSquare},
		{"sudoku", compose.Size{Rows: 3, Cols: 5}, compose.ErrRefused},
	} {
		if _, err := compose.NewMaker(t.Context(), order(t, c.spec, c.size)); !errors.Is(err, c.want) {
			t.Errorf("%s: %v, want %v", c.spec, err, c.want)
		}
	}
	o := order(t, "sudoku", compose.Size{Rows: 4, Cols: 4})
	o.Fewest, o.Most, o.Tries = 1, 2, 3
	m, err := compose.NewMaker(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := m.Make(t.Context(), 0, 2); !errors.Is(err, compose.ErrTries) {
		t.Error(err)
	}
}

// TestUnmade is about what is told of orders that were not met: how many instances were tried, which ratings came out, and how many
// ways needed each wanted technique.
func TestUnmade(t *testing.T) {
	for _, c := range []struct {
		rate  func(n int) (float64, string)
		needs []string
		want  string
	}{
		{func(n int) (float64, string) { return 2 + float64(n)/2, "" }, []string{"by hand", "by eye"},
			"3 tried, 3 of them with exactly one solution, rated 2.5 to 3.5, none with `by hand`, 3 with `by eye`"},
		{func(int) (float64, string) { return 0, "long" }, []string{"by hand"}, "3 tried, 3 of them with exactly one solution, not rated"},
		{func(n int) (float64, string) { return 2 + float64(n)/2, "" }, nil, "3 tried, 3 of them with exactly one solution, rated 2.5 to 3.5"},
		{func(n int) (float64, string) { return float64(n), []string{"", "long", "long"}[n-1] }, nil, "3 tried, 3 of them with exactly one solution, rated 1.0"},
		{func(int) (float64, string) { return 0, "long" }, nil, "3 tried, 3 of them with exactly one solution, not rated"},
		{nil, nil, "3 tried"},
	} {
		o := order(t, "sudoku", compose.Size{Rows: 4, Cols: 4})
		o.Tries, o.Needs = 3, c.needs
		if n := 0; c.rate == nil {
			o.Fewest, o.Most = 1, 2
		} else {
			o.Easiest, o.Hardest = 7, 8
			o.Rate = func(context.Context, *solve.Problem) (compose.Grade, error) {
				n++
				rating, unrated := c.rate(n)
				return compose.Grade{Rating: rating, Unrated: unrated, Techniques: []string{"by eye"}}, nil
			}
		}
		m, err := compose.NewMaker(t.Context(), o)
		if err != nil {
			t.Fatal(err)
		}
		_, err = m.Make(t.Context(), 0, 1)
		u, ok := errors.AsType[*compose.Unmade](err)
		if !ok || u.Met() != c.want || !errors.Is(err, compose.ErrTries) {
			t.Errorf("%v, want %s", err, c.want)
		}
	}
}

// TestInterrupted ends the context before anything is made, and before any clue is taken away.
func TestInterrupted(t *testing.T) {
	m, err := compose.NewMaker(t.Context(), order(t, "slitherlink", compose.Size{Rows: 5, Cols: 5}))
	if err != nil {
		t.Fatal(err)
	}
	d := draft(t, boards[0].spec, boards[0].text)
	ctx, stop := context.WithCancel(t.Context())
	stop()
	if made, err := m.Make(ctx, 0, 2); !errors.Is(err, context.Canceled) {
		t.Errorf("made %v, error %v", made, err)
	}
	for made, err := range m.All(ctx, 0, 3, 2) {
		if !errors.Is(err, context.Canceled) {
			t.Errorf("made %v, error %v", made, err)
		}
	}
	r := compose.Request{Draft: d, Engine: native.New()}
	if k, err := compose.Minimize(ctx, r); !errors.Is(err, context.Canceled) {
		t.Errorf("%v, error %v", k, err)
	}
	if k, err := compose.Least(ctx, r); !errors.Is(err, context.Canceled) {
		t.Errorf("%v, error %v", k, err)
	}
}

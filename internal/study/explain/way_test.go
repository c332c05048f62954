package explain_test

import (
	"context"
	"slices"
	"testing"

	"nazo/compile"
	"nazo/dsl/diag"
	"nazo/dsl/instance"
	"nazo/internal/model"
	"nazo/internal/study/explain"
	"nazo/internal/testkit"
	"nazo/internal/ui/load"
	"nazo/native"
	"nazo/puzzles"
	"nazo/sat"
)

// problem compiles a spec that comes with nazo for a text of an instance.
func problem(t testing.TB, name, text string) *compile.Problem {
	t.Helper()
	spec, problems, err := load.Load(name)
	if err != nil || problems.HasErrors() {
		t.Fatal(err, problems)
	}
	in, err := instance.Instances(spec, diag.NewSource("instance", text))
	if err != nil {
		t.Fatal(err)
	}
	p, problems := compile.Compile(context.Background(), spec, instance.Input{Instance: in[0]}, compile.Options{})
	if problems.HasErrors() {
		t.Fatal(problems)
	}
	return p
}

// shipped compiles an instance that comes with nazo.
func shipped(t *testing.T, name, file string) *compile.Problem {
	t.Helper()
	text, ok := puzzles.Instance(name, file)
	if !ok {
		t.Fatalf("%s has no instance %s", name, file)
	}
	return problem(t, name, text)
}

// TestArrows goes the whole way to the solution of some puzzles. Each fact holds in the solution, and
// engine sat says that each inference follows from what it cites: its units, what the reader knows and
// the inferences that it uses.
func TestArrows(t *testing.T) {
	for _, c := range []struct {
		spec, instance string
	}{
		{"slitherlink", "10x10.txt"},
		{"nurikabe", "10x10.txt"},
		{"akari", "10x10.txt"},
		{"masyu", "10x10.txt"},
		{"star_battle", ""},
		{"sudoku", "9x9.txt"},
		{"sudoku", "escargot.txt"},
		{"heyawake", "10x10.txt"},
		{"kakuro", ""},
		{"hashi", "13x13.txt"},
		{"fillomino", "10x10.txt"},
	} {
		if !testkit.Thorough() && c.spec != "akari" && c.spec != "masyu" && c.spec != "hashi" {
			continue
		}
		t.Run(c.spec+c.instance, func(t *testing.T) {
			file := c.instance
			if file == "" {
				file = puzzles.Instances(c.spec)[0]
			}
			x, err := explain.Open(t.Context(), shipped(t, c.spec, file), native.New())
			if err != nil {
				t.Fatal(err)
			}
			s := x.Story(t.Context())
			arrows, skipped, tried := 0, 0, 0
			for {
				step, end := s.Next(t.Context())
				if step == nil {
					if end != explain.Solved {
						t.Fatalf("it ends with %v", end)
					}
					break
				}
				for i := range step.Chain {
					in := &step.Chain[i]
					if !step.Chain.InScope(i) {
						t.Errorf("inference %d uses what does not hold there: %s\n%+v", i, x.Text(step), step.Chain)
					}
					if in.Kind == explain.Supposes {
						continue
					}
					if in.Tried {
						tried++
						continue
					}
					follows, known := x.ConfirmInference(t.Context(), sat.New(), step.Chain, i)
					if known {
						arrows++
					} else {
						skipped++
					}
					if known && !follows {
						t.Errorf("inference %d does not follow: %s\n%+v", i, x.Text(step), in)
					}
				}
			}
			for _, f := range s.Written {
				if !f.Holds(s.Solution()) {
					t.Fatalf("%s is not so", x.Say([]model.Fact{f}))
				}
			}
			t.Logf("%d arrows, %d not asked, %d by trying", arrows, skipped, tried)
			if arrows == 0 || tried > arrows/10 {
				t.Error("too little is told by arrows")
			}
		})
	}
}

// TestFewQuestions holds how many refutations an explanation asks for: what was asked is asked again only near the
// news, and one rule about most of the board is searched only where propagation of all rules finds nothing.
func TestFewQuestions(t *testing.T) {
	for _, c := range []struct {
		spec, instance string
		most           int64
	}{
		{"slitherlink", "10x10.txt", 3_000},
		{"nurikabe", "10x10.txt", 3_000},
		{"sudoku", "inkala.txt", 9_000},
	} {
		x, err := explain.Open(t.Context(), shipped(t, c.spec, c.instance), native.New())
		if err != nil {
			t.Fatal(err)
		}
		s := x.Story(t.Context())
		for step, _ := s.Next(t.Context()); step != nil; step, _ = s.Next(t.Context()) {
		}
		if x.Asked() > c.most {
			t.Errorf("%s takes %d refutations, more than %d", c.spec, x.Asked(), c.most)
		}
		t.Log(c.spec, x.Asked())
	}
}

// TestKeptChains holds the chains that a story keeps against those that it would build anew, after each step.
func TestKeptChains(t *testing.T) {
	for _, c := range []struct{ spec, instance string }{{"slitherlink", "10x10.txt"}, {"sudoku", "escargot.txt"}} {
		x, err := explain.Open(t.Context(), shipped(t, c.spec, c.instance), native.New())
		if err != nil {
			t.Fatal(err)
		}
		s := x.Story(t.Context())
		for step, _ := s.Next(t.Context()); step != nil; step, _ = s.Next(t.Context()) {
			if f, ok := s.StaleChain(); ok {
				t.Fatalf("%s: the chain of %s is an old one", c.spec, x.Say([]model.Fact{f}))
			}
		}
	}
}

// TestUntold holds that nothing is argued by cases that the story does not tell.
func TestUntold(t *testing.T) {
	x, err := explain.Open(t.Context(), shipped(t, "fillomino", "10x10.txt"), native.New())
	if err != nil {
		t.Fatal(err)
	}
	s := x.Story(t.Context())
	for range 20 {
		if step, _ := s.Next(t.Context()); step == nil {
			t.Fatal("the story ends")
		}
	}
	if s.Unsearched() == 0 {
		t.Error("an argument was looked for of each fact, told or not")
	}
}

// TestFollowInTurn asks unit after unit what follows. Those that need the same helpers find them propagated.
func TestFollowInTurn(t *testing.T) {
	for _, c := range []struct{ spec, instance string }{{"fillomino", "10x10.txt"}, {"nurikabe", "10x10.txt"}, {"heyawake", "10x10.txt"}} {
		x, err := explain.Open(t.Context(), shipped(t, c.spec, c.instance), native.New())
		if err != nil {
			t.Fatal(err)
		}
		s := x.Story(t.Context())
		for range 4 {
			if units := s.FollowsAlike(); units != nil {
				t.Errorf("%s: of units %v something else follows after others", c.spec, units)
			}
			s.Next(t.Context())
		}
	}
}

// TestMixedSum tells a way on which rules add up numbers and count other things in one sum.
func TestMixedSum(t *testing.T) {
	const example = "one region in the first row"
	spec, problems, err := load.Load("chaos_sudoku")
	if err != nil || problems.HasErrors() {
		t.Fatal(err, problems)
	}
	all := compile.Examples(spec)
	i := slices.IndexFunc(all, func(e *compile.Example) bool { return e.Name == example })
	if i < 0 {
		t.Fatalf("there is no example %q", example)
	}
	p, problems := compile.Compile(t.Context(), spec, all[i].Input, compile.Options{})
	if p == nil {
		t.Fatal(problems)
	}
	x, err := explain.Open(t.Context(), p, native.New())
	if err != nil {
		t.Fatal(err)
	}
	s := x.Story(t.Context())
	for step, _ := s.Next(t.Context()); step != nil; step, _ = s.Next(t.Context()) {
		if x.Text(step) == "" {
			t.Error("a step says nothing")
		}
	}
}

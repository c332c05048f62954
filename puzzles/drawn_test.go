package puzzles_test

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"

	"nazo/compile"
	"nazo/dsl/diag"
	"nazo/dsl/value"
	"nazo/internal/judge"
	"nazo/internal/show/picture"
	"nazo/internal/solve"
	"nazo/internal/testkit"
	"nazo/puzzles"
)

// boardless are the specs whose answers are on no board: they are written as tables and lines. The last has no example with an
// answer, and finding one takes long.
var boardless = []string{"cyclic_number", "graph_colouring", "langford", "send_more_money", "stable_marriage", "tsp", "zebra", "semimagic_tour"}

// mostHidden is of how many specs no find need be read as a whole: their pictures hide something of each.
const mostHidden = 19

// solvable is a problem of a spec with an answer: its first instance that is not lengthy, or else the first example that has one.
func solvable(t *testing.T, name string) (*solve.Problem, *judge.Answer) {
	t.Helper()
	spec := checked(t, name)
	for _, file := range puzzles.Instances(name) {
		if slices.Contains(lengthy, name+"/"+file) {
			continue
		}
		if r := raced(t, spec, name, file); r.err == nil && len(r.Answers) > 0 {
			return r.problem, r.Answers[0]
		}
	}
	for _, e := range compile.Examples(spec) {
		p, _ := solve.Compile(context.Background(), spec, e.Input, compile.Options{})
		if p == nil {
			continue
		}
		if r := solve.Open(p, team).Ask(context.Background(), solve.Question{Limit: 1, AnyObjective: true}); len(r.Answers) > 0 {
			return p, r.Answers[0]
		}
	}
	t.Fatal("no answer to draw")
	return nil, nil
}

// TestDrawn draws an answer to each spec as `nazo solve` prints it and reads that: what is read is what was found, and the rules
// accept it. What is changed in a drawing may be read or not, but nothing fails. The short run takes every fifth spec.
func TestDrawn(t *testing.T) {
	partial := 0 // specs of which the picture hides something of each find
	defer func() {
		if partial > mostHidden {
			t.Errorf("of %d specs no find is read as a whole, of more than %d", partial, mostHidden)
		}
	}()
	for i, name := range puzzles.Specs() {
		if i%5 > 0 && !testkit.Thorough() {
			continue
		}
		if checked(t, name).Moving() || slices.Contains(boardless, name) {
			continue
		}
		t.Run(name, func(t *testing.T) {
			p, a := solvable(t, name)
			text := picture.Drawer{}.Answer(p, a)
			values, problems := picture.Read(diag.NewSource("drawn", text), p.Judge, p.Givens)
			if problems.HasErrors() {
				t.Fatalf("%s\n%s", problems.Text(false), text)
			}
			whole := 0
			for i, f := range p.Judge.Finds {
				_, partly := values[i].(*value.Partly)
				switch {
				case values[i] != nil && !partly && !value.Equal(values[i], a.Values[i]):
					t.Errorf("%s is read as %s, but is %s", f.Name, value.String(values[i]), value.String(a.Values[i]))
				case values[i] != nil && !partly:
					whole++
				}
			}
			if whole == 0 {
				t.Logf("no find is read as a whole\n%s", text)
				partial++
			}
			_, verdict, err := solve.Open(p, team).JudgeKnown(context.Background(), values, 0)
			if err != nil || !verdict.Accepted {
				t.Errorf("%v %v\n%s", verdict.Violations, err, text)
			}
			spoil(t, p, text)
		})
	}
}

// spoil changes characters of a drawing, by chance: whatever stands there is read or refused; nothing is asked of what comes out but that nothing fails.
func spoil(t *testing.T, p *solve.Problem, text string) {
	t.Helper()
	random := rand.New(rand.NewPCG(1, 2))
	for range 20 {
		changed := []rune(text)
		for range 1 + random.IntN(3) {
			changed[random.IntN(len(changed))] = []rune(" #1A·─│┼━╋█●\n")[random.IntN(13)]
		}
		values, problems := picture.Read(diag.NewSource("changed", string(changed)), p.Judge, p.Givens)
		for i, f := range p.Judge.Finds {
			if _, partly := values[i].(*value.Partly); values[i] != nil && !partly && !problems.HasErrors() {
				f.Shape.Admits(values[i])
			}
		}
	}
}

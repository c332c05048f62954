package compile_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"testing"

	"nazo/compile"
	"nazo/dsl/diag"
	"nazo/dsl/instance"
	"nazo/dsl/value"
	"nazo/internal/model"
	"nazo/internal/solve"
)

// moving are specs of testdata/moving with an instance.
var moving = []struct{ name, spec, instance string }{
	{"three discs", "hanoi", ""},
	{"discs on four pegs", "hanoi", "discs = 4\npegs = 4"},
	{"pegs", "peg_solitaire", "board:\n" + `
..ooo..
..ooo..
ooooooo
ooo_ooo
ooooooo
..ooo..
..ooo..`[1:]},
	{"tiles", "fifteen", "start:\n1 2 3\n4 . 6\n7 5 8\n\nwanted:\n1 2 3\n4 5 6\n7 8 ."},
	{"boat", "river", ""},
	{"boxes", "sokoban", "board:\n" + `
######
#@...#
#.$$.#
#.oo.#
#....#
######`[1:]},
	{"stones", "goishi", "board:\n" + `
o..o.
.o..o
o....
.oo.o`[1:]},
	{"cards", "calculation", ""},
}

// movingProblem compiles a spec of testdata/moving.
func movingProblem(t testing.TB, name, instance string, opt compile.Options) *solve.Problem {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("testdata", "moving", name+".nazo"))
	if err != nil {
		t.Fatal(err)
	}
	return movingText(t, string(text), instance, opt)
}

func movingText(t testing.TB, text, instance string, opt compile.Options) *solve.Problem {
	t.Helper()
	p, problems := solve.Compile(t.Context(), specOf(t, text), inputOf(t, instance), opt)
	if p == nil {
		t.Fatal(problems.Text(false))
	}
	if err := p.Model.Validate(); err != nil {
		t.Fatal(err)
	}
	return p
}

func inputOf(t testing.TB, text string) instance.Input {
	t.Helper()
	var in instance.Input
	if text != "" {
		list, problems := instance.Parse(diag.NewSource("instance", text))
		if problems.HasErrors() {
			t.Fatal(problems.Text(false))
		}
		in.Instance = list[0]
	}
	return in
}

// startOf is a state that a run may begin with.
func startOf(p *solve.Problem, random *rand.Rand) model.Solution {
	s := make(model.Solution, len(p.Model.Vars))
	for {
		for i, d := range p.Model.Machine.Start {
			k := random.Int64N(d.Size())
			for v := range d.Each {
				if k--; k < 0 {
					s[i] = v
					break
				}
			}
		}
		if len(p.Model.At(s).Violated(nil)) == 0 {
			return s
		}
	}
}

// walk plays at random and holds in every state what the machine means against
// what the referee says.
func walk(t *testing.T, p *solve.Problem, seed uint64, steps int) {
	t.Helper()
	if fault := difference(p, startOf(p, newRandom(seed)), seed, steps); fault != "" {
		t.Fatal(fault)
	}
}

func newRandom(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, 1)) }

// difference is the first thing on a random way from s in which the machine and
// the referee differ, or "".
func difference(p *solve.Problem, s model.Solution, seed uint64, steps int) string {
	random := newRandom(seed)
	for range steps {
		state := statesOf(p, s)
		if encoded := p.Encode(state); !slices.Equal(encoded, s) {
			return fmt.Sprintf("state %v is encoded as %v", s, encoded)
		}
		at := p.Model.At(s)
		if at.Won() != known(p.Won(state)) {
			return fmt.Sprintf("won: machine %t, referee %t, in %s", at.Won(), known(p.Won(state)), textOfState(state))
		}
		var legal []int64
		for move := range p.Model.Machine.Moves {
			if at.Possible(int64(move)) && !p.Model.At(at.After(int64(move))).Forbidden() {
				legal = append(legal, int64(move))
			}
		}
		if told := known(p.Legal(state)); !slices.Equal(told, legal) {
			return fmt.Sprintf("moves: machine %s, referee %s, in %s", textOfMoves(p, legal), textOfMoves(p, told), textOfState(state))
		}
		if len(legal) == 0 {
			return ""
		}
		move := legal[random.IntN(len(legal))]
		after, costs, err := p.Make(state, move)
		if err != nil {
			return err.Error()
		}
		next := at.After(move)
		if !slices.Equal(p.Encode(after), next) {
			return fmt.Sprintf("%s leads to %s (referee) or %s, from %s", p.MoveText(move), textOfState(after), textOfState(statesOf(p, next)), textOfState(state))
		}
		for i, c := range at.Costs(move) {
			if !value.Equal(value.Int(c), costs[i]) {
				return fmt.Sprintf("%s costs %s or %d of %s", p.MoveText(move), value.String(costs[i]), c, p.CostNames[i])
			}
		}
		s = next
	}
	return ""
}

// statesOf decodes the states by way of a run without moves.
func statesOf(p *solve.Problem, s model.Solution) []value.Value { return decoded(p, s).Run.Start }

func textOfState(state []value.Value) (text string) {
	for _, v := range state {
		text += value.String(v) + " "
	}
	return text
}

func textOfMoves(p *solve.Problem, moves []int64) (text string) {
	for _, m := range moves {
		text += p.MoveText(m) + " "
	}
	return text
}

func TestMachinesAgainstReferee(t *testing.T) {
	for _, c := range moving {
		t.Run(c.name, func(t *testing.T) {
			p := movingProblem(t, c.spec, c.instance, compile.Options{Seed: 1})
			t.Logf("%d variables, %d moves, %d+%d nodes", len(p.Model.Vars), len(p.Model.Machine.Moves), p.Model.BoolCount(), len(p.Model.Ints))
			for seed := range uint64(5) {
				walk(t, p, seed, 40)
			}
		})
	}
}

// TestDeals walks on one machine that serves for all deals.
func TestDeals(t *testing.T) {
	p := movingProblem(t, "calculation", "", compile.Options{Seed: 1, HiddenUnknown: true})
	if got := len(p.Model.Machine.Hidden); got != 52 {
		t.Fatalf("%d hidden variables", got)
	}
	t.Logf("%d variables, %d moves, %d+%d nodes", len(p.Model.Vars), len(p.Model.Machine.Moves), p.Model.BoolCount(), len(p.Model.Ints))
	decks := map[string]bool{}
	for seed := range int64(3) {
		start, state, problems := p.Deal(t.Context(), instance.Input{}, seed)
		if problems.HasErrors() {
			t.Fatal(problems.Text(false))
		}
		dealt, err := p.Dealt(t.Context(), start)
		if err != nil {
			t.Fatal(err)
		}
		same := movingProblem(t, "calculation", "", compile.Options{Seed: seed})
		deck := value.String(same.Givens[0].Value)
		if got := value.String(dealt.Givens[0].Value); got != deck {
			t.Errorf("deal %d has %s, want %s", seed, got, deck)
		}
		decks[deck] = true
		if begin, err := dealt.Judge.Begin(); err != nil || !slices.EqualFunc(begin, state, value.Equal) {
			t.Errorf("deal %d begins with %v, want %v; %v", seed, begin, state, err)
		}
		if !slices.Equal(dealt.Encode(state), start) {
			t.Errorf("deal %d begins at %v, want %v", seed, dealt.Encode(state), start)
		}
		if fault := difference(dealt, start, uint64(seed), 100); fault != "" {
			t.Error(fault)
		}
	}
	if len(decks) != 3 {
		t.Errorf("only %d different decks", len(decks))
	}
}

// TestRefereeInParallel plays one problem in several goroutines, as contests do.
func TestRefereeInParallel(t *testing.T) {
	p := movingProblem(t, "calculation", "", compile.Options{HiddenUnknown: true})
	var faults [4]string
	var wait sync.WaitGroup
	for i := range faults {
		wait.Go(func() {
			start, _, problems := p.Deal(t.Context(), instance.Input{}, int64(i))
			if problems.HasErrors() {
				faults[i] = problems.Text(false)
				return
			}
			dealt, err := p.Dealt(t.Context(), start)
			if err != nil {
				faults[i] = err.Error()
				return
			}
			faults[i] = difference(dealt, start, uint64(i), 30)
		})
	}
	wait.Wait()
	for _, fault := range faults {
		if fault != "" {
			t.Error(fault)
		}
	}
}

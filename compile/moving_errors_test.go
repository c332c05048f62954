package compile_test

import (
	"strings"
	"testing"

	"nazo/compile"
	"nazo/dsl/diag"
	"nazo/dsl/instance"
	"nazo/internal/solve"
)

// TestMovingErrors has mistakes that only the values of an instance show. Each
// message has a place in the text.
func TestMovingErrors(t *testing.T) {
	const board = `given board: grid of {brick "#", keeper "@"}?
		state man: { c in cells(board) where board[c] != brick } = first c in cells(board): board[c] = keeper
		move walk(d in directions) then man := next(man, d)  goal man = cell(board, 1, 1)
		`
	for _, c := range []struct{ name, spec, instance, code, text, at string }{
		{"nobody on the board", board, "board:\n..\n.#", "outside-state", "the start of `man` is none", "first c in cells(board): board[c] = keeper"},
		{"a start by key", `given n: int  state a[i in 1..3]: 1..3 = n + i  move up(i in 1..3) then a[i] := a[i] + 1  goal a[1] = 3`, "n = 1",
			"outside-state", "the start of `a[3]` is 4", "n + i"},
		{"a set", `given n: int  state s: set of 1..3 = {n, 1}  move drop(i in 1..3) then s := s - {i}  goal s = {}`, "n = 7", "outside-state", "the start of `s` is {1, 7}", "{n, 1}"},
		{"a stack above its bound", `given l: list of 1..9  state s: stack of 1..9 up to 2 = l  move take() then s := pop(s)  goal s = []`, "l = [1, 2, 3]",
			"outside-state", "the start of `s` is [1, 2, 3]", "l"},
		{"what a stack may not hold", `given l: list of 1..9  state s: stack of 1..2 up to 2 = l  move take() then s := pop(s)  goal s = []`, "l = [3]",
			"outside-state", "the start of `s` is [3]", "l"},
		{"a permutation", `given l: list of 1..3  state p: permutation of 1..3 = l  move swap(i in 1..2) then p[i] := p[i + 1], p[i + 1] := p[i]  goal p[1] = 1`, "l = [3, 3, 1]",
			"outside-state", "the start of `p` is", "l"},
		{"a bound that is negative", `given n: int  state s: stack of 1..2 up to n  move take() then s := pop(s)  goal s = []`, "n = -1", "bad-bound", "0 or more", "n"},
		{"a rule about the input", `given n: int  rule "few": n < 4  state x: 0..9 = 0  move up() then x := x + 1  goal x = n`, "n = 5", "rule-false", "the input breaks the rule", `"few"`},
		{"a place twice", `given n: int  state a[i in 1..3]: 0..3 = 0  move up() then a[1] := 1, a[n] := 2  goal a[1] = 1`, "n = 1", "assigned-twice", "assigned twice", "a[n]"},
		{"a cost below 0", `given n: int  state x: 0..3 = 0  move up() then x := x + 1  cost pay: n  goal x = 3  minimize pay`, "n = -2", "negative-cost", "a cost can't be negative", "n"},
		{"samples", `given n: int  state x: 0..3 = 0  move up() then x := x + 1  goal x = 3  player p sample n: prefer up()`, "n = 0", "sample-count", "between 1 and", "n"},
		{"helpers", `let b = grid(2, 2)  state s: set of cells(b) = {}  move add(c in cells(b)) when connected(s + {c}) then s := s + {c}  goal size(s) = 4`, "",
			"not-of-states", "connected of what moves is not supported", "connected(s + {c})"},
		{"parts", `let b = grid(2, 2)  state s: set of cells(b) = {}  move add(c in cells(b)) when size(part(c, s + {c})) < 3 then s := s + {c}  goal size(s) = 2`, "",
			"not-of-states", "part of what moves is not supported", "part(c, s + {c})"},
	} {
		t.Run(c.name, func(t *testing.T) {
			p, problems := solve.Compile(t.Context(), specOf(t, "puzzle t\n"+c.spec), inputOf(t, c.instance), compile.Options{})
			if p != nil {
				t.Fatal("compiled")
			}
			d := problems.All()[0]
			if d.Code != c.code || !strings.Contains(d.Message, c.text) || d.Source.Slice(d.Span) != c.at {
				t.Errorf("%s at %q:\n%s", d.Code, d.Source.Slice(d.Span), problems.Text(false))
			}
		})
	}
}

func TestMovingWarnings(t *testing.T) {
	for _, c := range []struct{ name, spec, code string }{
		{"a move that is never possible", `state x: 1..3 = 1  move up() then x := x + 1  move far() then x := x + 3  goal x = 3`, "move-never"},
		{"a move without instances", `given n = 0  state x: 1..3 = 1  move up() then x := x + 1  move by(i in 1..n) then x := x + i  goal x = 3`, "move-never"},
		{"a goal that can't be", `given n = 7  state x: 1..3 = 1  move up() then x := x + 1  goal x = n`, "goal-never"},
		{"all is well", `state x: 1..3 = 1  move up() then x := x + 1  goal x = 3`, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := movingText(t, "puzzle t\n"+c.spec, "", compile.Options{})
			var codes []string
			for _, d := range p.Warnings.All() {
				codes = append(codes, d.Code)
			}
			if strings.Join(codes, " ") != c.code {
				t.Errorf("warnings %q, want %q", codes, c.code)
			}
		})
	}
}

// TestHiddenErrors has what keeps a machine from serving for all deals.
func TestHiddenErrors(t *testing.T) {
	const cards = `state drawn: 0..3 = 0  move draw() when drawn < size(deck) then drawn := drawn + 1  goal drawn = 3 `
	compiled := func(t *testing.T, spec string) (*solve.Problem, *diag.List) {
		return solve.Compile(t.Context(), specOf(t, "puzzle t\n"+spec), instance.Input{}, compile.Options{HiddenUnknown: true})
	}
	for _, c := range []struct{ name, spec, code string }{
		{"a number of any size", `given deck: list of int = shuffled([1, 2, 3])  hidden deck  ` + cards, "hidden-type"},
	} {
		t.Run(c.name, func(t *testing.T) {
			p, problems := compiled(t, c.spec)
			if p != nil || problems.All()[0].Code != c.code {
				t.Errorf("want %s:\n%s", c.code, problems.Text(false))
			}
		})
	}
	for _, c := range []struct{ name, spec, code string }{
		{"what is not hidden", `given deck: list of 1..3 = shuffled([1, 2, 3])  given pile: list of 1..9 = shuffled([i for i in 1..9])  hidden deck  ` + cards, "other-deal"},
		{"an open start", `given deck: list of 1..3 = shuffled([1, 2, 3])  hidden deck  state open: 1..3  ` + cards, "open-start"},
		{"a start that is hidden", `given deck: list of 1..3 = shuffled([1, 2, 3])  hidden deck  state c: 1..3 = deck[1]  ` + cards, ""},
		{"a start that does not always fit", `given deck: list of 0..3 = shuffled([1, 1, 1, 0])  hidden deck  state c: 0..1 = deck[1]  state e: 1..1 = if deck[4] = 0 then 0 else 1  ` + cards, "outside-state"},
		{"a rule that not all deals keep", `given deck: list of 1..3 = shuffled([1, 2, 3])  hidden deck  rule "first": deck[1] != 3  ` + cards, "rule-false"},
	} {
		t.Run(c.name, func(t *testing.T) {
			p, problems := compiled(t, c.spec)
			if p == nil {
				t.Fatal(problems.Text(false))
			}
			code := ""
			for seed := range int64(30) {
				if _, _, problems := p.Deal(t.Context(), instance.Input{}, seed); problems.HasErrors() {
					code = problems.All()[0].Code
				}
			}
			if code != c.code {
				t.Errorf("found %q, want %q", code, c.code)
			}
		})
	}
}

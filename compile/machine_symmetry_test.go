package compile_test

import (
	"strings"
	"testing"

	"nazo/compile"
	"nazo/internal/judge"
	"nazo/internal/solve"
)

func TestMachineSymmetries(t *testing.T) {
	const jumps = `given board: grid of {full "o", empty "_"}?
		let holes = clues(board)
		state pegs: set of holes = { c in holes where board[c] = full }
		move jump(c in holes, d in directions)
		  let over = next(c, d)
		  let to = next(over, d)
		  when {c, over} subset pegs and to in holes - pegs
		  then pegs := pegs - {c, over} + {to}
		goal size(pegs) = 1
		symmetry board`
	for _, c := range []struct {
		name, spec, instance string
		count                int
		fault                string
	}{
		{"a board", jumps, "board:\n.oo.\nooo_\noooo\n.oo.", 7, ""},
		{"a rectangle", jumps, "board:\nooo_\noooo", 3, ""},
		{"a board that is not symmetric", jumps, "board:\n.oo.\nooo_\noooo\noooo", 0, "pegs has no place for r1c4"},
		{"directions turn with the board", `let b = grid(3, 3)  state at: cells(b) = cell(b, 2, 2)  state heading: directions? = none
			move go(d in directions) when next(at, d) != none and heading != opposite(d) then at := next(at, d), heading := d
			goal at = cell(b, 2, 2) and heading != none  symmetry b`, "", 7, ""},
		{"another goal", `let b = grid(3, 3)  state at: cells(b) = cell(b, 1, 1)
			move go(d in directions) when next(at, d) != none then at := next(at, d)  goal at = cell(b, 3, 3)  symmetry b`, "", 0, "the goal is another one"},
		{"other moves", `let b = grid(3, 3)  state at: cells(b) = cell(b, 2, 2)  state n: 0..9 = 0
			move go(d in {north, east}) then at := next(at, d), n := n + 1  goal n = 9  symmetry b`, "", 0, "other moves are possible"},
		{"other costs", `let b = grid(3, 3)  state at: cells(b) = cell(b, 2, 2)  state n: 0..9 = 0
			move go(d in directions) then at := next(at, d), n := n + 1  cost way: if d = north then 2 else 1  goal n = 9  minimize way  symmetry b`, "", 0, "cost something else"},
		{"places of a state", `state a[i in 1..4]: 0..2 = 0
			move up(i in 1..4) then a[i] := a[i] + 1  goal all i in 1..4: a[i] = 2  symmetry permuted(a)`, "", 23, ""},
		{"places that are not alike", `state a[i in 1..3]: 0..i = 0
			move up(i in 1..3) then a[i] := a[i] + 1  goal all i in 1..3: a[i] > 0  symmetry permuted(a)`, "", 0, "places of a have other values"},
		{"values", `let k = {red "r", green "g", blue "b"}  state a[i in 1..2]: k? = none
			move paint(i in 1..2, c in k) when a[i] = none then a[i] := c  goal a[1] != none and a[2] != none and a[1] != a[2]  symmetry permuted(k)`, "", 5, ""},
		{"values and places", `let k = {red "r", green "g", blue "b"}  state a[i in 1..2]: k? = none
			move paint(i in 1..2, c in k) when a[i] = none then a[i] := c  goal a[1] != none and a[2] != none and a[1] != a[2]  symmetry permuted(k), permuted(a)`, "", 11, ""},
		{"stacks", `state s[i in 1..3]: stack of 1..2 up to 2
			move put(i in 1..3, x in 1..2) then s[i] := push(s[i], x)  goal all i in 1..3: size(s[i]) = 2  symmetry permuted(s)`, "", 5, ""},
		{"many places", `state a[i in 1..7]: 0..2 = 0
			move up(i in 1..7) then a[i] := a[i] + 1  goal all i in 1..7: a[i] = 2  symmetry permuted(a)`, "", 5039, ""},
		{"too many", `state a[i in 1..8]: 0..2 = 0
			move up(i in 1..8) then a[i] := a[i] + 1  goal all i in 1..8: a[i] = 2  symmetry permuted(a)`, "", 0, "too many symmetries"},
	} {
		t.Run(c.name, func(t *testing.T) {
			p, problems := solve.Compile(t.Context(), specOf(t, "puzzle t\n"+c.spec), inputOf(t, c.instance), compile.Options{})
			if c.fault != "" {
				if p != nil || !strings.Contains(problems.Text(false), c.fault) {
					t.Errorf("want %q, found\n%s", c.fault, problems.Text(false))
				}
				return
			}
			if p == nil {
				t.Fatal(problems.Text(false))
			}
			if err := p.Model.Validate(); err != nil {
				t.Fatal(err)
			}
			if got := len(p.Model.Machine.Symmetries); got != c.count {
				t.Errorf("%d symmetries, want %d", got, c.count)
			}
			for _, s := range p.Model.Machine.Symmetries {
				if s.Name == "" {
					t.Error("a symmetry without a name")
				}
			}
			if _, err := p.Judge.Canonical(&judge.Answer{}); err == nil {
				t.Error("runs are counted up to symmetry")
			}
		})
	}
}

package compile_test

import (
	"fmt"
	"regexp"
	"slices"
	"testing"

	"nazo/compile"
	"nazo/dsl/value"
	"nazo/internal/judge"
	"nazo/internal/model"
	"nazo/internal/solve"
	"nazo/internal/testkit"
)

// machines are specs with the costs of their best runs, the length last, and how
// many of these there are; nil if no run leads to the goal.
var machines = []struct {
	name, spec string
	costs      []int64
	runs       int
}{
	{"a number", `state x: 0..9 = 3  move up() then x := x + 2  move down() then x := x - 1  goal x = 0`, []int64{3}, 1},
	{"out of the domain", `state x: 0..4 = 3  move up() then x := x + 2  goal x = 5`, nil, 0},
	{"a truth value", `state b: bool = false  move flip() then b := not b  goal b`, []int64{1}, 1},
	{"truth values by an unknown index", `state on[i in 1..3]: bool = false  state k: 1..3 = 1
		move flip() then on[k] := not on[k]  move go() then k := k mod 3 + 1  goal all i in 1..3: on[i]`, []int64{5}, 1},
	{"a label", `let k = {red "r", green "g", blue "b"}  state c: k = red
		move next() then c := if c = red then green else blue  goal c = blue`, []int64{2}, 1},
	{"none", `state x: 1..3? = 2  move drop() when x != none then x := none  move take(i in 1..3) when x = none then x := i  goal x = 3`, []int64{2}, 1},
	{"none is not in the domain", `state x: 1..3 = 2  move go(i in 1..4) then x := [1, none, 3][i]  goal x = 3`, []int64{1}, 1},
	{"a cell", `let b = grid(2, 3)  state at: cells(b) = cell(b, 1, 1)
		move go(d in directions) then at := next(at, d)  goal at = cell(b, 2, 3)`, []int64{3}, 3},
	{"a set", `state s: set of 1..4 = {1}  move grow(i in 1..4) when i not_in s then s := s + {i}  goal size(s) = 3`, []int64{2}, 6},
	{"a set out of its domain", `state s: set of 1..2 = {1}  move add(i in 1..3) then s := s + {i}  goal 3 in s`, nil, 0},
	{"a set that is computed", `state s: set of 1..4 = {1, 2}  move shift() then s := { i + 1 for i in s }  goal s = {3, 4}`, []int64{2}, 1},
	{"a set of what is unknown", `let b = grid(1, 4)  state at: cells(b) = cell(b, 1, 1)  state seen: set of cells(b) = {}
		move go(d in directions) then at := next(at, d), seen := seen + {at}  goal size(seen) = 3`, []int64{3}, 2},
	{"a set from a list", `state s: set of 1..4 = [1, 1]  state x: 1..3? = 2  move take() then s := [i for i in 1..4 where i != x], x := none  move drop() then s := [1, 4, 1]
		goal s = {1, 3, 4}`, []int64{1}, 1},
	{"simultaneous", `state x: 1..3 = 1  state y: 1..3 = 3  move swap() then x := y, y := x  goal x = 3 and y = 1`, []int64{1}, 1},
	{"keyed", `state x[i in 1..3]: 0..2 = i - 1  move up(i in 1..3) then x[i] := x[i] + 1  goal all i in 1..3: x[i] = 2`, []int64{3}, 3},
	{"keyed by cells, row and column", `let b = grid(2, 2)  state x[c in cells(b)]: 0..1 = 0
		move set(r in 1..2, c in 1..2) when x[r, c] = 0 then x[r, c] := 1  goal all c in cells(b): x[c] = 1`, []int64{4}, 24},
	{"several keys", `state x[i in 1..2, j in 1..2]: 0..1 = 0  move set(i in 1..2, j in 1..2) when x[i, j] = 0 then x[i, j] := 1
		goal x[1, 1] + x[2, 2] = 2 and x[1, 2] + x[2, 1] = 0`, []int64{2}, 2},
	{"an index out of range", `state x[i in 1..2]: 0..1 = 0  state k: 1..3 = 3  move set() then x[k] := 1  move back() then k := k - 1  goal x[1] = 1`, []int64{3}, 1},
	{"one place twice", `state x[i in 1..2]: 0..2 = 0  state k: 1..2 = 1  move both() then x[k] := 1, x[2] := 2  move go() then k := 3 - k  goal x[2] = 2 and k = 2`, []int64{2}, 1},
	{"one place twice by what is unknown", `state x[i in 1..3]: 0..2 = 0  state j: 1..3 = 1  state k: 1..3 = 1
		move both() then x[j] := 1, x[k] := 2  move go() then k := k + 1  goal x[1] = 1 and x[3] = 2`, []int64{3}, 1},
	{"tiles that change places", `let b = grid(2, 2)  state tile[c in cells(b)]: 1..3? = if c = cell(b, 1, 1) then none else 2 * row(c) + column(c) - 3
		state gap: cells(b) = cell(b, 1, 1)
		move slide(d in directions) let from = next(gap, d) when from != none then tile[gap] := tile[from], tile[from] := none, gap := from
		goal tile[2, 2] = none and tile[1, 1] = 1`, []int64{2}, 1},
	{"labels that change places", `let k = {red "r", green "g", blue "b"}  state c[i in 1..3]: k = if i = 1 then red else if i = 2 then green else blue  state at: 1..3 = 1
		move go() when at < 3 then c[at] := c[at + 1], c[at + 1] := c[at], at := at + 1  goal c[3] = red`, []int64{2}, 1},
	{"a permutation", `state p: permutation of 1..3 = [3, 1, 2]
		move swap(i in 1..2) then p[i] := p[i + 1], p[i + 1] := p[i]  move lose(i in 1..2) then p[i] := p[i + 1]  goal p[1] = 1 and p[2] = 2`, []int64{2}, 1},
	{"an open start", `state x: 0..9  rule "high": x > 5  move down() then x := x - 1  goal x = 0`, []int64{6}, 1},
	{"an open permutation", `state p: permutation of 1..3  rule "r": p[1] = 3  move swap(i in 1..2) then p[i] := p[i + 1], p[i + 1] := p[i]
		goal p[1] = 1 and p[2] = 2`, []int64{2}, 1},
	{"never", `state x: 0..5 = 0  move add1() then x := x + 1  move add2() then x := x + 2  never x = 2  never x = 4  goal x = 5`, []int64{3}, 1},
	{"never at the start", `state x: 0..5 = 0  move add1() then x := x + 1  never x = 0  goal x = 5`, nil, 0},
	{"never at the goal", `state x: 0..5 = 0  move add1() then x := x + 1  move add2() then x := x + 2  never x = 5  goal x >= 4`, []int64{2}, 1},
	{"several goals", `state x: 0..5 = 0  state y: 0..5 = 0  move add1() then x := x + 1  move add2() then y := y + 1  goal x = 1  goal y = 2`, []int64{3}, 3},
	{"moves of a kind", `state x: 0..6 = 0  move add1() then x := x + 1  move add3() then x := x + 3  goal x = 6  minimize add3, moves`, []int64{0, 6, 6}, 1},
	{"costs", `state x: 0..4 = 0  move add1() then x := x + 1  cost pay: 1  move add2() then x := x + 2  cost pay: x + 1  goal x = 4  minimize pay`, []int64{3, 3}, 1},
	{"a cost that is not always there", `state x: 0..4 = 0  move add1() then x := x + 1  cost pay: if x = 1 then none else 0  move add2() then x := x + 2  cost pay: 2 - x
		goal x = 4  minimize pay`, []int64{1, 3}, 1},
	{"negative costs", `state x: 0..4 = 0  move add1() then x := x + 1  cost pay: 1 - x  goal x = 3  minimize pay`, nil, 0},
	{"parameters of parameters", `state s: set of 1..3 = {1, 2, 3}  move take(i in 1..3, j in i + 1..3 where i + j > 3) then s := s - {i, j}  goal s = {1}`, []int64{1}, 1},
	{"a pair", `state s: set of 1..3 = {1, 2, 3}  move take({i, j} in pairs(1..3), k = i + j) when k = 5 then s := s - {i, j}  goal s = {1}`, []int64{1}, 1},
	{"the same move twice", `state x: 0..2 = 0  move up(i in [1, 1]) then x := x + i  goal x = 2`, []int64{2}, 1},
	{"definitions", `state x: 0..9 = 1  def twice(n) = 2 * n  let big = x > 5  move double() when not big then x := twice(x)  goal big`, []int64{3}, 1},
	{"a definition that depends on the state", `state x: 0..9 = 0  def over(n) = x > n  move up() when not over(5) then x := x + 1  goal over(3)`, []int64{4}, 1},
	{"different", `state a[i in 1..3]: 1..3 = 1  move up(i in 1..3) then a[i] := a[i] + 1  goal distinct(a)`, []int64{3}, 18},
	{"runs", `state s: set of 1..4 = {}  move add(i in 1..4) when i not_in s then s := s + {i}  goal runs(1..4, s) = [1, 2]`, []int64{3}, 6},
	{"a tuple", `state t: {(1, 2), (2, 1), (3, 3)} = (1, 2)  move turn() then t := [(b, a) for (a, b) in [t]][1]  move both() then t := (3, 3)  goal t = (2, 1)`, []int64{1}, 1},
	{"a sum of costs of choices", `let b = grid(1, 4)  state at: cells(b) = cell(b, 1, 1)  move jump(c in cells(b)) when c != at then at := c  cost way: distance(at, c) * distance(at, c)
		goal at = cell(b, 1, 4)  minimize way`, []int64{3, 3}, 1},

	{"a stack", `state s: stack of 1..3 up to 3  move put(i in 1..3) then s := push(s, i)  goal s = [3, 1]`, []int64{2}, 1},
	{"a stack of one", `state s: stack of {1} up to 2  move put() then s := push(s, 1)  goal size(s) = 2`, []int64{2}, 1},
	{"a full stack", `state s: stack of 1..2 up to 2 = [1, 2]  move put() then s := push(s, 1)  goal size(s) = 3`, nil, 0},
	{"pop and top", `state s: stack of 1..3 up to 3 = [1, 2, 3]  state n: 0..9 = 0  move take() then n := n + top(s), s := pop(s)  goal n = 6`, []int64{3}, 1},
	{"the top of an empty stack", `state s: stack of 1..3 up to 1  state x: 1..3? = 1  move take() then x := top(s)  goal x = none`, []int64{1}, 1},
	{"an empty stack", `state s: stack of 1..3 up to 1  state n: 0..3 = 0  move take() then s := pop(s), n := n + 1  goal n = 2`, []int64{2}, 1},
	{"stacks by an unknown index", `state s[i in 1..2]: stack of 1..2 up to 2  state k: 1..2 = 1  move put(x in 1..2) then s[k] := push(s[k], x), k := 3 - k  goal s[1] = [1] and s[2] = [2]`, []int64{2}, 1},
	{"from stack to stack", `state s[i in 1..3]: stack of 1..2 up to 2 = if i = 1 then [2, 1] else []
		move carry(i in 1..3, j in 1..3) when i != j and size(s[i]) > 0 then s[j] := push(s[j], top(s[i])), s[i] := pop(s[i])  goal s[3] = [2, 1]`, []int64{3}, 1},
	{"members of a stack", `state s: stack of 1..4 up to 3  move put(i in 1..4) when no k in s: k = i then s := push(s, i)  goal 3 in s and sum(s) = 5`, []int64{2}, 2},
	{"places of a stack", `state s: stack of 1..3 up to 3 = [1]  move put(i in 1..3) when s[size(s)] != i then s := push(s, i)  goal s[3] = 1 and s[4] = none`, []int64{2}, 2},
	{"a stack that is computed", `state s: stack of 1..3 up to 3 = [3, 1, 2]  move drop(i in 1..3) when i in s then s := [x for x in s where x != i]  goal s = [2]`, []int64{2}, 2},
	{"a stack of two", `state s: stack of 1..3 up to 3  state t: stack of 0..3 up to 3 = [0, 3]  state b: bool = true
		move copy() then s := if b then pop(t) + [1] else t, b := not b  move swap() then t := push(s, 2)  move rest() when t != s then t := pop(t)  goal size(s) = 2 and s = t`, []int64{4}, 2},
	{"a stack of labels", `let k = {red "r", green "g"}  state s: stack of k up to 2  state t: stack of k up to 2 = [green, red]
		move carry() when t != [] then s := push(s, top(t)), t := pop(t)  goal s = [red, green]`, []int64{2}, 1},
	{"a stack of cells", `let b = grid(1, 3)  state way: stack of cells(b) up to 3 = [cell(b, 1, 1)]  move go(d in directions) then way := push(way, next(top(way), d))
		goal size(way) = 3 and distinct(way)`, []int64{2}, 1},
	{"a stack of truth values", `state s: stack of bool up to 2  move put(b in {true, false}) then s := push(s, b)  goal s = [true, false]`, []int64{2}, 1},
	{"none is not pushed", `state s: stack of 1..2 up to 2  state k: 0..2 = 2  move put() then s := push(s, [1, 2][k])  move less() then k := k - 1
		goal s = [2] and k = 0  never s = [1]  never s = [2, 1]  never s = [2, 2]`, []int64{3}, 1},
	{"a stack from a list", `state s: stack of 1..3 up to 3  move fill(n in 1..3) then s := [i for i in 1..n]  goal top(s) = 3`, []int64{1}, 1},
	{"stacks compared", `state s: stack of 1..2 up to 2  state t: stack of 1..2 up to 3 = [2, 1]  move put(i in 1..2) then s := push(s, i)  goal s = t`, []int64{2}, 1},
}

func TestMachines(t *testing.T) {
	for _, c := range machines {
		t.Run(c.name, func(t *testing.T) {
			p := movingText(t, "puzzle t\n"+spelt(c.spec), "", compile.Options{})
			for seed := range uint64(4) {
				walk(t, p, seed, 30)
			}
			best := testkit.BruteForceRuns(p.Model)
			if !slices.Equal(best.Costs, c.costs) || len(best.Best) != c.runs {
				t.Errorf("costs %d by %d runs, want %d by %d", best.Costs, len(best.Best), c.costs, c.runs)
			}
			keys := map[string]bool{}
			for _, run := range best.Best {
				judged(t, p, run, best.Costs)
				keys[p.Judge.Key(decoded(p, run))] = true
			}
			if len(keys) != len(best.Best) {
				t.Errorf("%d keys of %d runs", len(keys), len(best.Best))
			}
		})
	}
}

// spelt writes "not_in", which makes specs shorter here.
func spelt(spec string) string {
	return notIn.ReplaceAllString(spec, "not ($1 in $2)")
}

// judged has the judge accept a run, and refuse it where it is changed.
func judged(t *testing.T, p *solve.Problem, run []int64, costs []int64) {
	t.Helper()
	a := decoded(p, run)
	if v := p.Judge.Judge(a); !v.Accepted {
		t.Errorf("the judge refuses %s: %+v", textOfRun(p, a), v.Violations)
	}
	for i, c := range costs[:p.Objectives] {
		if !value.Equal(a.Objective[i], value.Int(c)) {
			t.Errorf("%s costs %s, want %d", textOfRun(p, a), value.String(a.Objective[i]), c)
		}
	}
	variables := len(p.Model.Vars)
	changed := map[string][]int64{"one move more": append(slices.Clone(run), 0), "no such move": append(slices.Clone(run), 1000), "below 0": append(slices.Clone(run), -1)}
	if len(run) > variables {
		changed["one move less"] = run[:len(run)-1]
	}
	for what, other := range changed {
		if p.Judge.Judge(decoded(p, other)).Accepted {
			t.Errorf("the judge accepts %s than in %s", what, textOfRun(p, a))
		}
	}
	if n := len(a.Run.Steps); n > 1 {
		a.Run.Steps[0].After = a.Run.Steps[n-1].After
		if p.Judge.Judge(a).Accepted {
			t.Error("the judge accepts a state that the move does not lead to")
		}
	}
}

func textOfRun(p *solve.Problem, a *judge.Answer) (text string) {
	for _, s := range a.Run.Steps {
		text += s.Move.String() + " "
	}
	return fmt.Sprintf("%sfrom %s", text, textOfState(a.Run.Start))
}

// TestStartsAreJudged changes the start of a run.
func TestStartsAreJudged(t *testing.T) {
	p := movingText(t, `puzzle t  state x: 0..9  state y: 0..9 = 4  rule "high": x > 5  move down() then x := x - 1  goal x <= 5`, "", compile.Options{})
	for _, c := range []struct {
		x, y     int64
		accepted bool
	}{{6, 4, true}, {5, 4, false}, {6, 5, false}, {10, 4, false}} {
		a := decoded(p, model.Solution{6, 4, 0})
		a.Run.Start = []value.Value{value.Int(c.x), value.Int(c.y)}
		if v := p.Judge.Judge(a); v.Accepted != c.accepted {
			t.Errorf("%d, %d: %+v", c.x, c.y, v)
		}
	}
	if _, err := p.Judge.Begin(); err == nil {
		t.Error("an open start has a beginning")
	}
}

var notIn = regexp.MustCompile(`(\w+) not_in (\w+)`)

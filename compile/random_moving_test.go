package compile_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"nazo/compile"
	"nazo/dsl"
	"nazo/dsl/check"
	"nazo/dsl/diag"
	"nazo/dsl/instance"
	"nazo/dsl/value"
	"nazo/internal/model"
	"nazo/internal/solve"
	"nazo/internal/testkit"
	"pgregory.net/rapid"
)

// randomStates are the states of random specs.
const randomStates = `puzzle t
let g = grid(2, 2)
let k = {red "r", green "g", blue "b"}
state x: 0..4 = 2
state y: 1..3? = none
state b: bool = false
state c: k = red
state o: k? = none
state at: cells(g) = cell(g, 1, 1)
state pos: cells(g)? = none
state h: directions? = none
state s: set of 1..4 = {1, 3}
state t: set of cells(g) = {cell(g, 1, 2), cell(g, 2, 2)}
state st: stack of 1..3 up to 3 = [2, 1]
state pile[i in 1..2]: stack of 0..4 up to 2
state p: permutation of 1..3 = [2, 1, 3]
state a[i in 1..3]: 0..3 = i - 1
state tile[q in cells(g)]: 1..3? = if q = cell(g, 2, 1) then none else row(q) + column(q) - 1
`

// grammar has ways to write an expression of a kind; in them a letter after @
// stands for another expression: n a number, b a condition, q a cell, d a
// direction, l a label, s a set of numbers, t a set of cells, w a list.
var grammar = map[byte][]string{
	'n': {"0", "1", "2", "3", "x", "y", "m", "size(s)", "size(st)", "size(t)", "(@n + @n)", "(@n - @n)", "@n * 2", "top(st)", "sum(s)", "(if @b then @n else @n)",
		"(count i in 1..3: a[i] = @n)", "row(@q)", "column(@q)", "st[@n]", "min(s)", "max(st)", "distance(@q, @q)", "a[@n]", "a[@n]", "p[@n]", "tile[@q]", "tile[@n, @n]",
		"@n mod 3", "@n / 2", "top(@w)", "size(pile[@n])", "top(pile[1])", "sum(@w)", "(first i in s: i > @n)", "(sum i in 1..3: a[i])", "(max i in @s: i)", "(if @b then @n else none)", "[2, @n, 1][@n]"},
	'b': {"b", "@n < @n", "@n <= @n", "@n = @n", "@n != @n", "@n in @s", "@n in @w", "not (@b)", "(@b and @b)", "(@b or @b)", "@q in @t", "@q = @q", "@l = @l", "@l in {red, blue}", "(all i in 1..3: a[i] < @n)",
		"(some q in @t: q = @q)", "@w = @w", "@d = @d", "o = none", "pos != none", "@s subset @s", "@t = @t", "distinct(a)", "(no i in @s: i = @n)", "(one i in 1..3: a[i] = @n)", "pile[1] = pile[2]", "p[@n] = @n"},
	'q': {"at", "at", "pos", "v", "next(@q, @d)", "cell(g, @n, @n)", "(first q in ray(@q, @d): q in @t)", "(if @b then @q else @q)", "(first q in @t: @b)", "(first q in cells(g): tile[q] = @n)"},
	'd': {"north", "east", "h", "h", "opposite(@d)", "e", "(if @b then @d else @d)"},
	'l': {"red", "green", "c", "o", "(if @b then @l else @l)", "[red, c, blue][@n]"},
	's': {"s", "s", "(@s + {@n})", "(@s - {@n})", "(@s & {1, @n})", "{ i in 1..4 where a[1] < i }", "{ i in s where @b }", "{@n, 2}", "(if @b then @s else @s)"},
	't': {"t", "t", "(@t + {@q})", "(@t - {@q})", "{@q}", "{ q in cells(g) where tile[q] = @n }", "(if @b then @t else @t)"},
	'w': {"st", "st", "push(@w, @n)", "pop(@w)", "[@n, @n]", "[1]", "(if @b then @w else @w)", "pile[@n]", "[i for i in @w where i < @n]", "@w + [@n]", "push(pile[@n], @n)", "[i for i in s]"},
}

// updates are what moves may do.
var updates = []string{"x := @n", "y := @n", "y := none", "b := @b", "c := @l", "o := @l", "o := none", "at := @q", "pos := @q", "h := @d", "s := @s", "t := @t", "st := @w",
	"pile[@n] := @w", "pile[@n] := push(pile[@n], @n)", "st := pop(st)", "a[@n] := @n", "a[x] := @n", "tile[@q] := @n", "tile[@q] := tile[@q]", "tile[at] := none", "p[@n] := p[@n]", "tile[@n, @n] := @n"}

// writer writes random specs: pick draws one of 0..n-1.
type writer struct{ pick func(n int) int }

// drawing lets rapid draw.
func drawing(t *rapid.T) writer {
	return writer{func(n int) int { return rapid.IntRange(0, n-1).Draw(t, "way") }}
}

func (w writer) one(of []string) string { return of[w.pick(len(of))] }

// fill writes an expression in the place of each letter; the deeper, the shorter.
func (w writer) fill(text string, depth int) string {
	var out strings.Builder
	for i := 0; i < len(text); i++ {
		if text[i] != '@' {
			out.WriteByte(text[i])
			continue
		}
		i++
		ways := grammar[text[i]]
		if depth <= 0 {
			var short []string
			for _, way := range ways {
				if !strings.Contains(way, "@") {
					short = append(short, way)
				}
			}
			ways = short
		}
		out.WriteString(w.fill(w.one(ways), depth-1))
	}
	return out.String()
}

// spec is a random spec whose expressions nest so deep.
func (w writer) spec(depth int) string {
	out := randomStates
	for i := range 1 + w.pick(4) {
		out += fmt.Sprintf("move m%d(m in 1..2, v in {cell(g, 1, 1), cell(g, 2, 2)}, e in {north, west})\n", i+1)
		if w.one([]string{"when", ""}) != "" {
			out += "  when " + w.fill("@b", depth) + "\n"
		}
		then := []string{w.fill(w.one(updates), depth)}
		for range w.pick(3) {
			then = append(then, w.fill(w.one(updates), depth))
		}
		out += "  then " + strings.Join(then, ", ") + "\n"
		if w.one([]string{"cost", "", ""}) != "" {
			out += "  cost pay: " + w.fill("@n", depth-1) + "\n"
		}
	}
	if w.one([]string{"never", "", ""}) != "" {
		out += "never " + w.fill("@b", depth-1) + "\n"
	}
	return out + "goal " + w.fill("@b", depth) + "\nminimize moves, m1\n"
}

// anyState is a state that need not be reached by any moves.
func anyState(p *solve.Problem, random *rand.Rand) model.Solution {
	for {
		s := make(model.Solution, len(p.Model.Vars))
		for i, v := range p.Model.Vars {
			b := v.Domain.Bounds()
			s[i] = b.Lo + random.Int64N(b.Hi-b.Lo+1) // all domains here are ranges
		}
		state := statesOf(p, s)
		if permuted := state[stateIndex(p, "p")].(*value.Array).Values; value.NewSet(permuted...).Len() == len(permuted) {
			return p.Encode(state) // slots that are not in use are blank
		}
	}
}

// TestRandomMachines holds random machines against the referee: specs that the
// checker takes, walked at random.
func TestRandomMachines(t *testing.T) {
	taken, walked, beyond := 0, 0, 0
	rapid.Check(t, func(r *rapid.T) {
		text := drawing(r).spec(2)
		file, problems := dsl.Parse(diag.NewSource("test", text))
		if problems.HasErrors() {
			r.Fatalf("%s\n%s", text, problems.Text(false))
		}
		spec, problems := check.Check(file, nil)
		taken++
		if problems.HasErrors() {
			return // a place that changes twice, or what can't be compared
		}
		p, problems := solve.Compile(t.Context(), spec, instance.Input{}, bounded)
		if limited(problems) {
			beyond++
			return
		}
		if p == nil {
			for _, d := range problems.All() {
				if d.Code != "assigned-twice" && d.Code != "negative-cost" {
					r.Fatalf("%s\n%s", text, problems.Text(false))
				}
			}
			return
		}
		walked++
		if err := p.Model.Validate(); err != nil {
			r.Fatalf("%s\n%v", text, err)
		}
		defer func() {
			if e := recover(); e != nil {
				panic(fmt.Sprintf("%s\n%v", text, e))
			}
		}()
		for seed := range uint64(3) {
			start := startOf(p, newRandom(seed))
			if seed > 0 {
				start = anyState(p, newRandom(seed))
			}
			if fault := difference(p, start, seed, 8); fault != "" {
				r.Fatalf("%s\n%s", text, fault)
			}
		}
	})
	t.Logf("%d of %d specs were walked, %d were beyond a limit", walked, taken, beyond)
	if walked*3 < taken {
		testkit.ShowsLittle(t, "only %d of %d specs were walked", walked, taken)
	}
}

func stateIndex(p *solve.Problem, name string) int {
	return slices.IndexFunc(p.StateVars, func(s compile.StateVar) bool { return s.Name == name })
}

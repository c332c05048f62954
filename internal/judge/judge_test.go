package judge_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"nazo/dsl"
	"nazo/dsl/check"
	"nazo/dsl/diag"
	"nazo/dsl/instance"
	"nazo/dsl/value"
	"nazo/internal/judge"
)

// judgeOf makes the judge of a spec in which nothing is given but defaults that are
// written here as givens.
func judgeOf(t *testing.T, text string, inputs ...instance.Given) *judge.Judge {
	t.Helper()
	file, problems := dsl.Parse(diag.NewSource("t.nazo", text))
	if problems.HasErrors() {
		t.Fatal(problems.Text(false))
	}
	spec, problems := check.Check(file, nil)
	if problems.HasErrors() {
		t.Fatal(problems.Text(false))
	}
	j, problems := judge.New(t.Context(), spec, inputs, nil)
	if problems.HasErrors() {
		t.Fatal(problems.Text(false))
	}
	return j
}

func set(vs ...int) value.Value {
	var out []value.Value
	for _, v := range vs {
		out = append(out, value.Int(v))
	}
	return value.NewSet(out...)
}

func TestVerdicts(t *testing.T) {
	for _, c := range []struct {
		name, spec string
		values     []value.Value
		want       string // the rules that are broken
	}{
		{"nothing broken", `find s: set of 1..4  rule "two": size(s) = 2`, []value.Value{set(1, 4)}, ""},
		{"a rule", `find s: set of 1..4  rule "two": size(s) = 2`, []value.Value{set(1)}, "two"},
		{"its bindings", `find s: set of 1..4  rule "odd" for i in s: i mod 2 = 1`, []value.Value{set(1, 2, 4)}, "odd i = 2, odd i = 4"},
		{"beyond the domain", `find s: set of 1..4  rule "two": size(s) = 2`, []value.Value{set(1, 5)}, "s has its structure"},
		{"a permutation", `find p: permutation of 1..2  rule "r": p[1] > 0`,
			[]value.Value{value.NewArray(set(1, 2).(*value.Set), []value.Value{value.Int(1), value.Int(1)}, nil)}, "p has its structure"},
		{"a name that comes twice", `find s: set of 1..4  rule "r" for i in 1..2: (sum i in 1..4: i) + i in {11, 12} and size({ i in 1..4 where i in s }) + i > 3`,
			[]value.Value{set(2)}, "r i = 1, r i = 2"},
		{"no objective", `find a: 1..2?  maximize a`, []value.Value{value.None{}}, "the objective is a number"},
		{"a label is no number", `find x: {wall "#"} or 1..3  rule "less": x < 9  rule "more": x > 0`, []value.Value{value.Label{Name: "wall", Print: "#", Rank: 1}}, "less, more"},
	} {
		t.Run(c.name, func(t *testing.T) {
			j := judgeOf(t, "puzzle t\n"+c.spec)
			for range 2 { // what is remembered changes nothing
				v := j.Judge(&judge.Answer{Values: c.values})
				var broken []string
				for _, b := range v.Violations {
					broken = append(broken, strings.TrimSpace(b.Rule+" "+b.Bindings))
				}
				if got := strings.Join(broken, ", "); got != c.want || v.Accepted != (c.want == "") {
					t.Errorf("broken: %s; want %s", got, c.want)
				}
			}
		})
	}
}

// TestGivens: a judge with other givens judges by those.
func TestGivens(t *testing.T) {
	two := judgeOf(t, `puzzle t given n = 2 let most = n * n find s: set of 1..most rule "n": size(s) = n`, instance.Given{Name: "n", Value: value.Int(2)})
	three, problems := two.Dealt(t.Context(), []instance.Given{{Name: "n", Value: value.Int(3)}})
	if problems.HasErrors() {
		t.Fatal(problems)
	}
	for _, c := range []struct {
		j        *judge.Judge
		s        value.Value
		accepted bool
	}{{two, set(1, 4), true}, {two, set(1, 5), false}, {three, set(1, 4), false}, {three, set(1, 4, 9), true}, {two, set(2, 3), true}} {
		if v := c.j.Judge(&judge.Answer{Values: []value.Value{c.s}}); v.Accepted != c.accepted {
			t.Errorf("%s: %v, want %v", value.String(c.s), v.Accepted, c.accepted)
		}
	}
}

// TestEnd: what takes too long ends with its context.
func TestEnd(t *testing.T) {
	file, _ := dsl.Parse(diag.NewSource("t.nazo", `puzzle t let long = [i for i in 1..3000000 where i > 1] find s: set of 1..size(long)  rule "r": s != {}`))
	spec, problems := check.Check(file, nil)
	if problems.HasErrors() {
		t.Fatal(problems)
	}
	ctx, stop := context.WithCancel(t.Context())
	stop()
	if _, problems := judge.New(ctx, spec, nil, nil); !problems.HasErrors() || problems.All()[0].Code != "limit-time" {
		t.Errorf("it went on: %s", problems.Text(false))
	}
}

func TestReferee(t *testing.T) {
	j := judgeOf(t, `puzzle t
state at: 1..3 = 1
state seen: set of 1..3 = {}
move step(by in {-1, 1}) when by = 1 or at > 1 then at := at + by, seen := seen + {at} cost toil: by + 2
never 3 in seen
goal at = 3
minimize toil, moves`)
	start, err := j.Begin()
	if err != nil {
		t.Fatal(err)
	}
	up, down := judge.Move{Name: "step", Parameters: []value.Value{value.Int(1)}}, judge.Move{Name: "step", Parameters: []value.Value{value.Int(-1)}}
	if legal, err := j.Legal(start); err != nil || len(legal) != 1 || legal[0].String() != "step(1)" {
		t.Errorf("legal: %v", legal)
	}
	if reason, _, _ := j.WhyNot(start, down); reason != "`by = 1 or at > 1` does not hold" {
		t.Errorf("why not: %s", reason)
	}
	replay := func(moves []judge.Move) *judge.Answer {
		a, err := j.Replay(start, moves)
		if err != nil {
			t.Fatal(err)
		}
		return a
	}
	a := replay([]judge.Move{up, down, up, up})
	if v := j.Judge(a); !v.Accepted || value.String(value.List(a.Objective)) != "[10, 4]" {
		t.Errorf("%v at %s", v.Violations, value.String(value.List(a.Objective)))
	}
	for _, moves := range [][]judge.Move{{up}, {up, up, up}, {down}, {{Name: "fly"}}} {
		if j.Judge(replay(moves)).Accepted {
			t.Errorf("%v is accepted", moves)
		}
	}
}

// TestOncePerAnswer judges a rule that mentions what is the same for all of the answer. Judging a board of four times as
// many cells takes about four times as much.
func TestOncePerAnswer(t *testing.T) {
	allocs := func(n int) float64 {
		j := judgeOf(t, fmt.Sprintf(`puzzle t
		let board = grid(%d, %d)
		find room: regions in orthogonal(board)
		rule "alone" for {a, b} in edges(orthogonal(board)): edge(a, b) in borders(room)
		rule "small" for c in cells(board): size(part(c, room)) = 1 and not (c in part(next(c, east), room))`, n, n))
		part := make([]int32, n*n)
		for i := range part {
			part[i] = int32(i)
		}
		shape := j.Finds[0].Shape.(*judge.RegionsShape)
		answer := &judge.Answer{Values: []value.Value{value.OfParts(shape.Graph, part)}}
		return testing.AllocsPerRun(1, func() {
			if v := j.Judge(answer); !v.Accepted {
				t.Fatal(v.Violations, v.Err)
			}
		})
	}
	if small, large := allocs(10), allocs(20); large > 6*small {
		t.Errorf("20×20 takes %.0f allocations, 10×10 %.0f", large, small)
	}
}

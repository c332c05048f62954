package compile_test

import (
	"fmt"
	"strings"
	"testing"

	"nazo/compile"
)

const racers = `puzzle t
let k = {red "r", green "g"}
state at[c in k]: 0..9 = if c = red then 0 else 3
state turn: k = red
state wish: 1..3? = none
def far(c) = if at[c] > 5 then none else at[c]
move go(c in k, n in 1..3) when turn = c then at[c] := at[c] + n, turn := if c = red then green else red
move dream(n in 1..3) then wish := n
goal at[red] = 9
player all_of_them:
  prefer go(c, n)
player chooses:
  prefer go(c, wish) when at[c] < 4
  prefer go(green, n) by -n
  prefer go(c, 1 + 1) when c != turn or far(c) != none by far(c)
  prefer dream(at[red] + 1)
player looks sample 2 + 1 by at[red] - at[green]:
  prefer dream(_)
player hopes:
  prefer go(_, n) by far(red)
`

// TestPlayers holds the options of each preference in a state: those that are
// open, with what they are chosen by.
func TestPlayers(t *testing.T) {
	p := movingText(t, racers, "", compile.Options{})
	find := func(text string) int64 {
		for i := range p.Model.Machine.Moves {
			if p.MoveText(int64(i)) == text {
				return int64(i)
			}
		}
		t.Fatalf("there is no move %s", text)
		return 0
	}
	for _, c := range []struct {
		before string
		player int
		want   string // for each preference, what is open
	}{
		{"", 0, "go(red, 1) go(red, 2) go(red, 3)"},
		{"", 1, "; ; go(red, 2) by 0; dream(1)"},
		{"dream(3)", 1, "go(red, 3); ; go(red, 2) by 0; dream(1)"},
		{"go(red, 2)", 1, "; go(green, 1) by -1 go(green, 2) by -2 go(green, 3) by -3; go(green, 2) by 3; dream(3)"},
		{"go(red, 3) go(green, 3) go(red, 1)", 1, "; go(green, 1) by -1 go(green, 2) by -2 go(green, 3) by -3; ; "},
		{"", 2, "dream(1) dream(2) dream(3)"},
		{"", 3, "go(red, 1) by 0 go(red, 2) by 0 go(red, 3) by 0"},
		{"go(red, 3) go(green, 1) go(red, 3) go(green, 2)", 3, "go(red, 1) by 10 go(red, 2) by 10 go(red, 3) by 10"},
	} {
		state, err := p.Judge.Begin()
		if err != nil {
			t.Fatal(err)
		}
		for _, text := range strings.SplitAfter(c.before, ")") {
			if text = strings.TrimSpace(text); text == "" {
				continue
			}
			if state, _, err = p.Make(state, find(text)); err != nil {
				t.Fatal(err)
			}
		}
		at := p.Model.At(p.Encode(state))
		var lines []string
		for _, prefer := range p.Model.Machine.Players[c.player].Prefers {
			var open []string
			for _, o := range prefer.Options {
				if !at.Possible(o.Move) || !at.Bool(o.When) {
					continue
				}
				text := p.MoveText(o.Move)
				if o.By >= 0 {
					text += fmt.Sprintf(" by %d", at.Int(o.By))
				}
				open = append(open, text)
			}
			lines = append(lines, strings.Join(open, " "))
		}
		if got := strings.Join(lines, "; "); got != c.want {
			t.Errorf("%s after %q:\n%q, want\n%q", p.Model.Machine.Players[c.player].Name, c.before, got, c.want)
		}
	}
	if looks := p.Model.Machine.Players[2]; looks.Sample != 3 || p.Model.At(p.Encode(must(p.Judge.Begin()))).Int(looks.By) != -3 {
		t.Errorf("%+v", looks)
	}
	if hopes := p.Model.Machine.Players[3]; hopes.Sample != 0 || hopes.By >= 0 {
		t.Errorf("%+v", hopes)
	}
}

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

package compile_test

import (
	"testing"

	"nazo/compile"
)

func TestWhyNot(t *testing.T) {
	p := movingText(t, `puzzle small
state at: 1..3 = 1
state left: 0..3 = 3
state pile[k in 1..2]: stack of 1..3 up to 1
state door: bool = false
move step(by in {-1, 1, 2})
  when left > 0 and at != 2
  then at := at + by, left := left - 1
move open()
  when not door
  then door := true
move put(k in 1..2, n in 1..3)
  then pile[k] := push(pile[k], n)
never door and at = 1
goal at = 3
`, "", compile.Options{})
	for _, c := range []struct {
		before []string
		move   string
		want   string
		at     string // the text of the spec that says so
	}{
		{nil, "step(1)", "", ""},
		{nil, "step(-1)", "`at` can't become 0", "at := at + by"},
		{[]string{"step(1)"}, "step(1)", "`at != 2` does not hold", "at != 2"},
		{nil, "open()", "it leads to a state that may never be", "open"},
		{[]string{"put(1, 3)"}, "put(1, 2)", "`pile[k]` can't become [3, 2]", ""},
	} {
		state, err := p.Judge.Begin()
		if err != nil {
			t.Fatal(err)
		}
		find := func(text string) int64 {
			for i := range p.Model.Machine.Moves {
				if p.MoveText(int64(i)) == text {
					return int64(i)
				}
			}
			t.Fatalf("there is no move %s", text)
			return 0
		}
		for _, text := range c.before {
			if state, _, err = p.Make(state, find(text)); err != nil {
				t.Fatal(err)
			}
		}
		reason, src, at := p.Judge.WhyNot(state, p.Move(find(c.move)))
		if reason != c.want || c.at != "" && src.Slice(at) != c.at {
			t.Errorf("%s: %q, want %q", c.move, reason, c.want)
		}
	}
}

package play

import (
	"slices"
	"strings"
	"testing"

	"nazo/dsl/diag"
)

const someGame = `nazo game 1
spec three.nazo
with deal 7.txt:2
with n=3
seed -5
moves 2
draw()
keep(1)
end
`

func TestSavedBothWays(t *testing.T) {
	s, problems := ReadSaved(diag.NewSource("game.txt", someGame))
	if problems.HasErrors() {
		t.Fatal(problems)
	}
	if s.Spec != "three.nazo" || !slices.Equal(s.Args, []string{"deal 7.txt:2", "n=3"}) || s.Seed != -5 || !slices.Equal(s.Moves, []string{"draw()", "keep(1)"}) {
		t.Errorf("read as %+v", s)
	}
	text, err := s.Text()
	if err != nil || text != someGame {
		t.Errorf("written as\n%s\n%v", text, err)
	}
	if _, err := (&Saved{Spec: "a\nb"}).Text(); err == nil {
		t.Error("a name with a line break was saved")
	}
}

func TestDamagedGames(t *testing.T) {
	tests := []struct{ text, want string }{
		{"", "error: this is no saved game"},
		{"puzzle x", "1:1: error: this is no saved game"},
		{"nazo game 2\n", "1:1: error: this game was saved by another version"},
		{strings.Replace(someGame, "spec", "sp", 1), "2:1: error: this line of the saved game is damaged"},
		{strings.Replace(someGame, "seed -5", "seed five", 1), "5:1: error: this line of the saved game is damaged"},
		{strings.Replace(someGame, "moves 2", "moves -2", 1), "6:1: error: this line of the saved game is damaged"},
		{strings.Replace(someGame, "moves 2", "moves 2000000000", 1), "6:1: error: this line of the saved game is damaged"},
		{strings.Replace(someGame, "moves 2", "moves 3", 1), "9:1: error: the game breaks off after 2 moves of 3"},
		{strings.Replace(someGame, "moves 2", "moves 1", 1), "8:1: error: the saved game does not end here"},
		{strings.TrimSuffix(someGame, "end\n"), "9:1: error: the saved game does not end here"},
		{someGame + "x\n", "10:1: error: something follows the saved game"},
		{someGame + "\n\n", "10:1: error: something follows the saved game"},
	}
	for _, test := range tests {
		s, problems := ReadSaved(diag.NewSource("g", test.text))
		if s != nil || !strings.Contains(problems.Error(), test.want) {
			t.Errorf("%q: %v, %v; want %s", test.text, s, problems, test.want)
		}
	}
}

func TestReplay(t *testing.T) {
	p := newPatience(3, 1)
	for _, test := range []struct{ from, to, want string }{
		{"", "", ""},
		{"keep(1)", "fly(1)", "8:1: error: this puzzle has no move `fly(1)`"},
		{"keep(1)", "take(1)", "8:1: error: move 2, `take(1)`, is not possible there"},
	} {
		s, problems := ReadSaved(diag.NewSource("g", strings.Replace(someGame, test.from, test.to, 1)))
		if problems.HasErrors() {
			t.Fatal(problems)
		}
		d := p.deal(3)
		d.Start[0] = 2
		g, problems := s.Replay(d, p.notation())
		if (g == nil) != (test.want != "") || test.want != "" && !strings.Contains(problems.Error(), test.want) {
			t.Errorf("%s for %s: %v, want %s", test.to, test.from, problems, test.want)
		}
	}
}

// FuzzSaved looks for texts that make the reader panic, or that are read and
// written differently.
func FuzzSaved(f *testing.F) {
	f.Add(someGame)
	f.Add("nazo game 1\r\nspec x\r\nseed 0\r\nmoves 0\r\nend")
	f.Fuzz(func(t *testing.T, text string) {
		s, problems := ReadSaved(diag.NewSource("g", text))
		if (s == nil) != problems.HasErrors() {
			t.Fatalf("%v with %v", s, problems)
		}
		if s == nil {
			return
		}
		again, err := s.Text()
		if err != nil {
			return
		}
		t2, problems := ReadSaved(diag.NewSource("g", again))
		if problems.HasErrors() || t2.Spec != s.Spec || t2.Seed != s.Seed || !slices.Equal(t2.Moves, s.Moves) || !slices.Equal(t2.Args, s.Args) {
			t.Fatalf("%q is written as %q (%v)", text, again, problems)
		}
	})
}

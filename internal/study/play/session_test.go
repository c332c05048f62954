package play

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"nazo/internal/model"
)

// session sets up a small patience: the deck is 2 1 3, one stack.
func session(t *testing.T) *Session {
	t.Helper()
	p := newPatience(3, 1)
	d := p.deal(1)
	d.Start[0], d.Start[1], d.Start[2] = 2, 1, 3
	s := &Session{
		Deal: d, Notation: p.notation(),
		Draw:   func(g *Game) string { return fmt.Sprintf("hand %d pile %d\n", g.state[p.hand], g.state[p.pile]) },
		Reveal: func(_ *Game, v model.VarID) string { return fmt.Sprintf("card %d", v+1) },
		Hint: func(_ context.Context, g *Game) (int64, string, error) {
			return g.Legal()[0], "the first in the list", nil
		},
		Save: func(file string, _ *Game, force bool) error {
			if file != "good.txt" && !force {
				return errors.New("the disk is full")
			}
			return nil
		},
	}
	if got, want := s.Start(nil), "hand 0 pile 0\n1 draw()\n"; got != want {
		t.Fatalf("the start is\n%s\nwant\n%s", got, want)
	}
	return s
}

func TestSession(t *testing.T) {
	type exchange struct{ line, reply string }
	tests := []struct {
		name  string
		lines []exchange
		over  bool
	}{
		{"by numbers", []exchange{
			{"1", "draw() reveals card 1\n\nhand 2 pile 0\n1 keep(1)\n"},
			{"2", "there is no move `2`: they are numbered 1 to 1\n"},
			{"0", "there is no move `0`: they are numbered 1 to 1\n"},
			{"1", "\nhand 0 pile 0\n1 draw()\n"},
		}, false},
		{"to the end", []exchange{
			{"draw keep(1) draw", "draw() reveals card 1\ndraw() reveals card 2\n\nhand 1 pile 0\n1 play()   2 keep(1)\n"},
			{" play ,take ( 1 ); draw ", "draw() reveals card 3\n\nhand 3 pile 2\n1 play()   2 keep(1)\n"},
			{"play", "\nhand 0 pile 3\nwon in 7 moves\n"},
		}, true},
		{"stops at what is not possible", []exchange{
			{"draw play keep(1)", "draw() reveals card 1\nplay() is not possible now (1 of 3 moves made)\n\nhand 2 pile 0\n1 keep(1)\n"},
			{"keep fly draw", "`fly` is neither a move nor a command; help lists those (1 of 3 moves made)\n\nhand 0 pile 0\n1 draw()\n"},
			{"take", "say which take, as in take(1)\n"},
			{"take(1)", "take(1) is not possible now\n"},
			{"draw(", "`draw(` is neither a move nor a command; help lists those\n"},
		}, false},
		{"lost", []exchange{
			{"draw keep draw keep draw keep", "draw() reveals card 1\ndraw() reveals card 2\ndraw() reveals card 3\n\nhand 0 pile 0\nno moves left: lost after 6 moves\n"},
			{"1", "there are no moves\n"},
			{"moves", "there are no moves\n"},
			{"hint", "there are no moves\n"},
			{"undo", "\nhand 3 pile 0\n1 keep(1)\n"},
			{"keep keep", "the game is over (1 of 2 moves made)\n\nhand 0 pile 0\nno moves left: lost after 6 moves\n"},
		}, false},
		{"undo", []exchange{
			{"undo", "there is no move to take back\n"},
			{"draw keep", "draw() reveals card 1\n\nhand 0 pile 0\n1 draw()\n"},
			{"undo x", "undo takes a number of moves, as in undo 3; `x` is none\n"},
			{"undo 3", "draw() can't be taken back: it revealed card 1 (1 of 3 taken back)\n\nhand 2 pile 0\n1 keep(1)\n"},
			{"undo", "draw() can't be taken back: it revealed card 1\n"},
			{"restart", "\nhand 0 pile 0\n1 draw()\n"},
			{"draw", "\nhand 2 pile 0\n1 keep(1)\n"}, // the card was seen before
			{"undo", "\nhand 0 pile 0\n1 draw()\n"},
		}, false},
		{"commands", []exchange{
			{"", ""},
			{" \t ", ""},
			{"moves", "1 draw()\n"},
			{"show", "\nhand 0 pile 0\n1 draw()\n"},
			{"hint", "draw(), says the first in the list\n"},
			{"save", "save needs the name of a file, as in save game.txt\n"},
			{"save good.txt", "saved in good.txt\n"},
			{"save bad.txt", "not saved: the disk is full\n"},
			{"\x1b[31m\xff", "`[31m?` is neither a move nor a command; help lists those\n"},
			{"quit", ""},
		}, true},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			s := session(t)
			for _, l := range test.lines {
				if got := s.Line(context.Background(), l.line); got != l.reply {
					t.Fatalf("%q is answered by\n%s\nwant\n%s", l.line, got, l.reply)
				}
			}
			if s.Over() != test.over {
				t.Errorf("over: %v, want %v", s.Over(), test.over)
			}
		})
	}
}

func TestHelpNamesEveryCommand(t *testing.T) {
	s := session(t)
	help := s.Line(context.Background(), "help")
	for _, c := range commands() {
		if !strings.Contains(help, "  "+c.name) {
			t.Errorf("help does not mention %s:\n%s", c.name, help)
		}
	}
}

// FuzzSession looks for lines that make the referee panic, or that lead
// somewhere without a possible move.
func FuzzSession(f *testing.F) {
	f.Add("draw keep\nundo 3\nrestart\n1 1 1")
	f.Add("draw((\n)]\n9999999999999999999\nhelp\nsave x\nhint\nundo -1")
	f.Fuzz(func(t *testing.T, text string) {
		s := session(t)
		for _, line := range strings.Split(text, "\n") {
			s.Line(context.Background(), line)
			if s.Over() {
				break
			}
		}
		s.Game().View()
	})
}

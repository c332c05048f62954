package play

import (
	"context"
	"fmt"
	"strconv"
	"strings"
)

// command is a line that a person may type besides moves.
type command struct {
	name, what string
	do         func(s *Session, ctx context.Context, argument string)
}

// commands are all of them, in the order of help.
func commands() []command {
	return []command{
		{"moves", "list the moves that are possible", (*Session).moves},
		{"show", "show the board again", (*Session).show},
		{"hint", "propose a move", (*Session).hint},
		{"undo", "take back the last move, or undo N the last N", (*Session).undo},
		{"restart", "begin again, with the same deal", (*Session).restart},
		{"save", "save FILE: keep the game in a file (save --force FILE: write over one); nazo play --resume FILE goes on", (*Session).save},
		{"help", "list what can be typed", (*Session).help},
		{"quit", "leave the game", (*Session).quit},
	}
}

// command is the command that a line gives, and what follows its name. A move of
// the same name comes first.
func (s *Session) command(line string) (c command, argument string, ok bool) {
	name, argument, _ := strings.Cut(strings.TrimSpace(line), " ")
	if _, isMove := s.find(name); isMove {
		return command{}, "", false
	}
	for _, c := range commands() {
		if c.name == name {
			return c, strings.TrimSpace(argument), true
		}
	}
	return command{}, "", false
}

func (s *Session) moves(_ context.Context, _ string) {
	s.shown = s.game.Legal()
	if len(s.shown) == 0 {
		s.say("there are no moves")
		return
	}
	s.told += s.list()
}

func (s *Session) show(context.Context, string) { s.stale = true }

func (s *Session) hint(ctx context.Context, _ string) {
	if s.game.Over() {
		s.say("there are no moves")
		return
	}
	move, who, err := s.Hint(ctx, s.game)
	if err != nil {
		s.say("no hint: %v", err)
		return
	}
	s.say("%s, says %s", s.Text(move), who)
}

func (s *Session) undo(_ context.Context, argument string) {
	n := 1
	if argument != "" {
		var err error
		if n, err = strconv.Atoi(argument); err != nil || n < 1 {
			s.say("undo takes a number of moves, as in undo 3; %s is none", excerpt(argument))
			return
		}
	}
	for done := range n {
		made := s.game.Moves()
		if len(made) == 0 {
			s.say("there is no move to take back%s", taken(done, n))
			return
		}
		last := made[len(made)-1]
		if revealed := s.game.Undo(); len(revealed) > 0 {
			s.say("%s can't be taken back: it revealed %s%s", s.Text(last), s.namesOf(revealed), taken(done, n))
			return
		}
		s.stale = true
	}
}

// taken is a sentence on how many of several moves were taken back.
func taken(done, of int) string {
	if of == 1 {
		return ""
	}
	return fmt.Sprintf(" (%d of %d taken back)", done, of)
}

func (s *Session) restart(context.Context, string) {
	known, told := s.game.known, s.game.told // what has been seen stays seen
	s.game = Begin(s.Deal)
	copy(s.game.known, known)
	copy(s.game.told, told)
	s.stale = true
}

func (s *Session) save(_ context.Context, file string) {
	name, force := strings.CutPrefix(file, "--force ")
	if file = strings.TrimSpace(name); file == "" {
		s.say("save needs the name of a file, as in save game.txt")
		return
	}
	if err := s.Save(file, s.game, force); err != nil {
		s.say("not saved: %v", err)
		return
	}
	s.say("saved in %s", file)
}

func (s *Session) help(context.Context, string) {
	s.say("Type the number of a move or its text, or several: 1, %s, 3 1 2.", s.example())
	s.say("Numbers are those of the list that was shown last.")
	for _, c := range commands() {
		s.say("  %-8s %s", c.name, c.what)
	}
}

// example is a move as it may be typed.
func (s *Session) example() string {
	if legal := s.game.Legal(); len(legal) > 0 {
		return s.Text(legal[len(legal)-1])
	}
	return "move(1)"
}

func (s *Session) quit(context.Context, string) { s.over = true }

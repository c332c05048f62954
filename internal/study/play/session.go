package play

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"nazo/dsl/diag"
	"nazo/internal/model"
)

// Session is a game that a person plays by typing lines. It has no terminal and no clock.
type Session struct {
	Deal Deal
	*Notation
	// CostNames are the names of what is minimised.
	CostNames []string
	// Draw shows what a player may see.
	Draw func(g *Game) string
	// Reveal says what has been seen of a hidden variable.
	Reveal func(g *Game, v model.VarID) string
	// Hint finds a good move and says who proposes it. An error says why it can't.
	Hint func(ctx context.Context, g *Game) (move int64, who string, err error)
	// Save writes the moves to a file. It overwrites other files than this game's only by force.
	Save func(file string, g *Game, force bool) error

	game  *Game
	shown []int64 // moves by their present numbers
	told  string  // output of the present line
	stale bool    // the state has changed since it was drawn
	over  bool    // the session has ended
}

// Start begins with a game, or with a new one for nil. It returns what to show.
func (s *Session) Start(g *Game) string {
	if s.game = g; g == nil {
		s.game = Begin(s.Deal)
	}
	s.game.compareLegal()
	return s.look()
}

// Game returns the present game.
func (s *Session) Game() *Game { return s.game }

// Over reports whether the session has ended: won, or left.
func (s *Session) Over() bool { return s.over }

// Line executes a line: numbers or texts of moves, or a command of help. It returns what to show.
func (s *Session) Line(ctx context.Context, line string) string {
	s.told, s.stale = "", false
	words := splitMoves(line)
	if len(words) == 0 {
		return ""
	}
	if c, argument, ok := s.command(line); ok {
		c.do(s, ctx, argument)
		return s.finish()
	}
	made := 0
	for _, word := range words {
		if problem := s.move(word); problem != "" {
			s.say("%s%s", problem, partly(made, len(words), "moves made"))
			break
		}
		made++
		if s.game.Over() {
			if made < len(words) {
				s.say("the game is over%s", partly(made, len(words), "moves made"))
			}
			break
		}
	}
	return s.finish()
}

// partly says how many of several moves were handled.
func partly(done, of int, how string) string {
	if of == 1 {
		return ""
	}
	return fmt.Sprintf(" (%d of %d %s)", done, of, how)
}

func (s *Session) say(format string, args ...any) { s.told += fmt.Sprintf(format, args...) + "\n" }

func (s *Session) finish() string {
	if s.stale {
		return s.told + "\n" + s.look()
	}
	return s.told
}

func (s *Session) look() string {
	g := s.game
	text := s.Draw(g)
	s.shown = g.Legal()
	switch moves := diag.Count(len(g.Moves()), "move"); {
	case g.Won():
		s.over = true
		return text + "won in " + moves + CostText(s.CostNames, g.Costs()) + "\n"
	case g.Over():
		return text + "no moves left: lost after " + moves + "\n"
	}
	return text + s.list()
}

// CostText says what a game has cost, to follow its number of moves, which it does not repeat.
func CostText(names []string, sums []int64) string {
	text := ""
	for i, c := range sums {
		if name := names[i]; name != "moves" {
			text += fmt.Sprintf(", %s %d", name, c)
		}
	}
	return text
}

// list shows the legal moves with numbers, in lines of at most 80 characters where possible.
func (s *Session) list() string {
	var out strings.Builder
	column := 0
	for i, move := range s.shown {
		text := fmt.Sprintf("%d %s", i+1, s.Text(move))
		size := len([]rune(text))
		switch {
		case column == 0:
		case column+3+size > 80:
			out.WriteString("\n")
			column = 0
		default:
			out.WriteString("   ")
			column += 3
		}
		out.WriteString(text)
		column += size
	}
	return out.String() + "\n"
}

func (s *Session) move(word string) (problem string) {
	move, ok := s.find(word)
	if !ok {
		return s.unknown(word)
	}
	revealed, err := s.game.Make(move)
	if err != nil {
		return s.Text(move) + " is not possible now"
	}
	s.game.compareLegal()
	s.stale = true
	if names := s.namesOf(revealed); names != "" {
		s.say("%s reveals %s", s.Text(move), names)
	}
	return ""
}

// find returns the move that a word stands for: a number shown last, a text, or a name with one legal move.
func (s *Session) find(word string) (move int64, ok bool) {
	if n, err := strconv.Atoi(word); err == nil {
		if n < 1 || n > len(s.shown) {
			return 0, false
		}
		return s.shown[n-1], true
	}
	if move, ok := s.Find(word); ok {
		return move, true
	}
	found := 0
	for _, m := range s.Named(word) {
		if _, possible := slices.BinarySearch(s.game.Legal(), m); possible {
			move = m
			found++
		}
	}
	return move, found == 1
}

// unknown says what is wrong with a word that is no move.
func (s *Session) unknown(word string) string {
	if _, err := strconv.Atoi(word); err == nil {
		if len(s.shown) == 0 {
			return "there are no moves"
		}
		return fmt.Sprintf("there is no move %s: they are numbered 1 to %d", excerpt(word), len(s.shown))
	}
	if of := s.Named(word); len(of) > 0 {
		return "say which " + word + ", as in " + s.Text(of[0])
	}
	return excerpt(word) + " is neither a move nor a command; help lists those"
}

// splitMoves splits a line at blanks, commas and semicolons outside of brackets. A word in parentheses joins the last.
func splitMoves(line string) (words []string) {
	add := func(word string) {
		if n := len(words); n > 0 && strings.HasPrefix(word, "(") {
			words[n-1] += word
		} else {
			words = append(words, word)
		}
	}
	depth, from := 0, -1
	for i, c := range line {
		if depth <= 0 && strings.ContainsRune(" \t\r\n,;", c) {
			if from >= 0 {
				add(line[from:i])
			}
			from = -1
			continue
		}
		switch {
		case strings.ContainsRune("([{", c):
			depth++
		case strings.ContainsRune(")]}", c):
			depth--
		}
		if from < 0 {
			from = i
		}
	}
	if from >= 0 {
		add(line[from:])
	}
	return words
}

func (s *Session) namesOf(vars []model.VarID) string {
	var names []string
	for _, v := range vars {
		if name := s.Reveal(s.game, v); name != "" {
			names = append(names, name)
		}
	}
	return strings.Join(names, ", ")
}

// command is a line that a person may type besides moves.
type command struct {
	name, what string
	do         func(s *Session, ctx context.Context, argument string)
}

// commands lists them in the order of help.
func commands() []command {
	return []command{
		{"moves", "list the moves that are possible", (*Session).moves},
		{"show", "show the board again", func(s *Session, _ context.Context, _ string) { s.stale = true }},
		{"hint", "propose a move", (*Session).hint},
		{"undo", "take back the last move, or undo N the last N", (*Session).undo},
		{"restart", "begin again, with the same deal", (*Session).restart},
		{"save", "save FILE: keep the game in a file (save --force FILE: write over one); nazo play --resume FILE goes on", (*Session).save},
		{"help", "list what can be typed", (*Session).help},
		{"quit", "leave the game", func(s *Session, _ context.Context, _ string) { s.over = true }},
	}
}

// command returns the command of a line, and its argument. A move of the same name takes precedence.
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
			s.say("there is no move to take back%s", partly(done, n, "taken back"))
			return
		}
		last := made[len(made)-1]
		if revealed := s.game.Undo(); len(revealed) > 0 {
			s.say("%s can't be taken back: it revealed %s%s", s.Text(last), s.namesOf(revealed), partly(done, n, "taken back"))
			return
		}
		s.stale = true
	}
}

func (s *Session) restart(context.Context, string) {
	known, told := s.game.known, s.game.told // what was seen stays seen
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
	example := "move(1)"
	if legal := s.game.Legal(); len(legal) > 0 {
		example = s.Text(legal[len(legal)-1])
	}
	s.say("Type the number of a move or its text, or several: 1, %s, 3 1 2.", example)
	s.say("Numbers are those of the list that was shown last.")
	for _, c := range commands() {
		s.say("  %-8s %s", c.name, c.what)
	}
}

// Notation is how moves are written: "shift(2, 3)". Blanks and empty parentheses are optional.
type Notation struct {
	texts []string
	index map[string]int64
}

// NewNotation returns the notation of so many moves.
func NewNotation(moves int, text func(move int64) string) *Notation {
	n := &Notation{make([]string, moves), make(map[string]int64, moves)}
	for i := range n.texts {
		n.texts[i] = text(int64(i))
		n.index[plain(n.texts[i])] = int64(i)
	}
	return n
}

// Text returns how a move is written.
func (n *Notation) Text(move int64) string { return n.texts[move] }

// Find returns the move with a text.
func (n *Notation) Find(text string) (move int64, ok bool) {
	move, ok = n.index[plain(text)]
	return move, ok
}

// Named returns the moves of a name, with any parameters.
func (n *Notation) Named(name string) (out []int64) {
	for i, text := range n.texts {
		if before, _, _ := strings.Cut(text, "("); before == name {
			out = append(out, int64(i))
		}
	}
	return out
}

// plain removes the optional characters of a move's text.
func plain(text string) string {
	return strings.TrimSuffix(strings.Join(strings.Fields(text), ""), "()")
}

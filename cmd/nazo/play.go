package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"time"

	"nazo/draw"
	"nazo/dsl/diag"
	"nazo/play"
	"nazo/solve"
	"nazo/value"
)

type playCmd struct {
	Spec   string   `arg:"" optional:"" help:"A spec of a puzzle that moves: a file, or the name of one that comes with nazo. A saved game names its own."`
	Args   []string `arg:"" optional:"" name:"instance|name=value" help:"An instance and values, as for solve."`
	Seed   *seed    `placeholder:"N" help:"The deal, where something is shuffled (default: a new one each time)."`
	Player string   `placeholder:"NAME" help:"Watch this player of the spec play."`
	outsideFlags
	Save   string `placeholder:"FILE" help:"Save the game in this file, at its start and after each line."`
	Resume string `placeholder:"FILE" help:"Go on with a saved game."`
	Replay string `placeholder:"FILE" help:"Step through a saved game, or a solution as nazo solve --format json prints it; - for standard input."`
	Time   period `placeholder:"DURATION" help:"Stop after this time, such as 10m (default: no limit)."`
	colorFlag
}

func (playCmd) Help() string { return exampleOf("play") }

// longestGame is the number of moves after which a player's game is lost.
const longestGame = 100_000

func (a *app) play(c *playCmd) (int, error) {
	a.limit(c.Time)
	if c.Replay != "" {
		return a.replay(c)
	}
	s, err := a.sitDown(c)
	if err != nil {
		return 0, err
	}
	if s.entrant != nil {
		return a.watchPlayer(c, s)
	}
	return a.converse(c, s)
}

// seatedGame is a game that is about to be played.
type seatedGame struct {
	*gameSet
	args    []string // instance and values, as on the command line
	deal    play.Deal
	dealt   *solve.Problem // with its cards open
	stage   *stage
	game    *play.Game   // to go on with; nil for a new one
	entrant play.Entrant // who plays; nil for the person at the terminal
}

// sitDown sets up what the command line asks for.
func (a *app) sitDown(c *playCmd) (*seatedGame, error) {
	saved, err := a.saved(c)
	if err != nil {
		return nil, err
	}
	if c.Spec == "" {
		return nil, mistakef("name a puzzle to play; nazo list shows those that come with nazo")
	}
	s, err := a.seat(c.Spec, c.Args, c.Seed.orRandom(), c.Color)
	if err != nil {
		return nil, err
	}
	if saved != nil {
		var problems *diag.List
		if s.game, problems = saved.Replay(s.deal, s.notation); problems.HasErrors() {
			return nil, problems
		}
	}
	if s.entrant, err = a.entrant(c, s.gameSet); err != nil {
		return nil, err
	}
	a.warn()
	if s.shuffled && c.Seed == nil {
		a.note("seed %d; with --seed %d the same is dealt again", s.deal.Seed, s.deal.Seed)
	}
	return s, nil
}

// seat deals a game of a spec.
func (a *app) seat(spec string, args []string, seed int64, color string) (*seatedGame, error) {
	r, err := a.request(spec, args)
	if err != nil {
		return nil, err
	}
	in, err := r.oneInput()
	if err != nil {
		return nil, err
	}
	set, err := a.gameSet(r.spec, in, seed)
	if err != nil {
		return nil, err
	}
	deal, dealt, problems, err := set.deal(a.ctx, in, seed)
	if err == nil {
		err = a.compiled(problems)
	}
	if err != nil {
		return nil, err
	}
	return &seatedGame{gameSet: set, args: args, deal: deal, dealt: dealt,
		stage: a.newStage(dealt, color, set.secrets.Names()...)}, nil
}

// saved reads the game to go on with, and takes over what it says.
func (a *app) saved(c *playCmd) (*play.Saved, error) {
	if c.Resume == "" {
		return nil, nil
	}
	text, err := a.read(c.Resume)
	if err != nil {
		return nil, err
	}
	saved, problems := play.ReadSaved(diag.NewSource(c.Resume, text))
	if problems.HasErrors() {
		return nil, problems
	}
	switch {
	case c.Spec != "" && c.Spec != saved.Spec:
		return nil, mistakef("%s is a game of %s, not of %s", c.Resume, shorten(saved.Spec), shorten(c.Spec))
	case len(c.Args) > 0 || c.Seed != nil:
		return nil, mistakef("a saved game has its own instance and seed; leave those of the command line out")
	}
	n := seed(saved.Seed)
	c.Spec, c.Args, c.Seed = saved.Spec, saved.Args, &n
	return saved, nil
}

// entrant is who plays instead of a person, or nil.
func (a *app) entrant(c *playCmd, g *gameSet) (play.Entrant, error) {
	outside, err := a.outsiders(c.outsideFlags, g)
	switch {
	case err != nil:
		return nil, err
	case c.Player != "" && len(outside) > 0, len(outside) > 1:
		return nil, mistakef("one player plays a game; nazo contest has several")
	case c.Player != "":
		return g.player(c.Player)
	case len(outside) == 1:
		return outside[0], nil
	}
	return nil, nil
}

// player is a player of the spec.
func (g *gameSet) player(name string) (play.Entrant, error) {
	var names []string
	for _, p := range g.problem.Model.Machine.Players {
		if p.Name == name {
			return play.Strategist(name), nil
		}
		names = append(names, p.Name)
	}
	switch near := diag.Nearest(name, names); {
	case len(names) == 0:
		return nil, mistakef("%s has no players", g.spec.name)
	case near != "":
		return nil, mistakef("%s has no player `%s`; did you mean `%s`?", g.spec.name, shorten(name), near)
	}
	return nil, mistakef("%s has no player `%s`; its players are %s", g.spec.name, shorten(name), strings.Join(names, ", "))
}

// picture draws a game as a player may see it.
func (s *seatedGame) picture(a *app, g *play.Game) string {
	stage := *s.stage
	for _, given := range g.Givens() {
		if s.secrets.Hides(given.Name) {
			if _, board := given.Value.(*value.Array); board {
				stage.ground = append(stage.ground[:len(stage.ground):len(stage.ground)], draw.Item{Title: given.Name, Value: given.Value, Given: true})
			}
		}
	}
	text, err := stage.draw(g.States())
	if err != nil {
		a.note("%v", err)
	}
	return text
}

// save writes a game to a file.
func (s *seatedGame) save(file string, g *play.Game) error {
	saved := &play.Saved{Spec: s.spec.name, Args: s.args, Seed: s.deal.Seed}
	for _, arg := range append([]string{s.spec.name}, s.args...) {
		if arg == "-" {
			return errors.New("what was read from standard input can't be read again")
		}
	}
	for _, move := range g.Moves() {
		saved.Moves = append(saved.Moves, s.notation.Text(move))
	}
	text, err := saved.Text()
	if err != nil {
		return err
	}
	return errorOf(os.WriteFile(file, []byte(text), 0o644))
}

// errorOf is an error of a file, without the name of a system call.
func errorOf(err error) error {
	if err == nil {
		return nil
	}
	return fileError(err)
}

// watchPlayer shows the game that a player plays.
func (a *app) watchPlayer(c *playCmd, s *seatedGame) (int, error) {
	g := s.game
	if g == nil {
		g = play.Begin(s.deal)
	}
	a.out.WriteString(s.picture(a, g))
	see := func(move int64) error {
		fmt.Fprintf(a.out, "\n%d. %s\n%s", len(g.Moves()), s.notation.Text(move), s.picture(a, g))
		if c.Save != "" {
			if err := s.save(c.Save, g); err != nil {
				return mistakef("%s: %v", c.Save, err)
			}
		}
		return a.flush()
	}
	lost, err := play.Drive(a.ctx, g, s.entrant, longestGame, see)
	switch {
	case errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded):
		a.answered()
		return 0, limited{a.stopReason()}
	case err != nil:
		return 0, err
	}
	a.answered()
	return a.ending(s, g, lost), nil
}

// ending tells how a game ended, and is the exit status.
func (a *app) ending(s *seatedGame, g *play.Game, lost string) int {
	moves := plural(len(g.Moves()), "move")
	if g.Won() {
		fmt.Fprintf(a.out, "\nwon in %s%s\n", moves, play.CostText(s.problem.CostNames, g.Costs()))
		return statusTrue
	}
	fmt.Fprintf(a.out, "\nlost after %s: %s\n", moves, lost)
	return statusFalse
}

// hintTime is how long a hint may be searched for.
const hintTime = 2 * time.Second

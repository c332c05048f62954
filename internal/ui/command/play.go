package command

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"time"

	"nazo/compile"
	"nazo/dsl/diag"
	"nazo/dsl/instance"
	"nazo/internal/alg"
	"nazo/internal/model"
	"nazo/internal/show/draw"
	"nazo/internal/show/picture"
	"nazo/internal/solve"
	"nazo/internal/study/play"
	"nazo/native"
)

type playCmd struct {
	outsideFlags
	forceFlag
	boundFlags
	colorFlag
	formatFlag
	Spec, Player, Save, Resume, Replay string
	Args                               []string
	Seed                               dealSeed
}

// Declare implements [Declarer].
func (c *playCmd) Declare(v *Verb) {
	v.Argument(&c.Spec, "[spec]", "A spec of a puzzle that moves: a file, or the name of one that comes with nazo. A saved game names its own.")
	v.Argument(&c.Args, "[instance|name=value]", "An instance and values, as for solve.")
	v.Flag(&c.Seed, "seed", "N", "Deal by this seed if something is shuffled (default: a new deal each time).")
	v.Flag(&c.Player, "player", "NAME", "Watch this player of the spec play.")
	v.CompleteFlag("player", playerNames)
	v.Include(&c.outsideFlags)
	v.Flag(&c.Save, "save", "FILE", "Save the game to this file, at its start and after each line.")
	v.Include(&c.forceFlag)
	v.Flag(&c.Resume, "resume", "FILE", "Go on with a saved game.")
	v.Flag(&c.Replay, "replay", "FILE", "Step through a saved game, or a solution as nazo solve --format json prints it; - for standard input.")
	c.declare(v, "text|svg", "text, or svg: one page with all states, of a player's game or with --replay.")
	v.Include(&c.boundFlags, &c.colorFlag)
}

// longestGame is the number of moves after which a player has lost.
const longestGame = 100_000

// Run lets a person or a player play, or replays a game.
func (c *playCmd) Run(s *session) error {
	c.start(s)
	if c.Replay != "" {
		return s.replay(c)
	}
	seated, err := s.sitDown(c)
	if err != nil {
		return err
	}
	switch {
	case seated.entrant != nil:
		return s.watchPlayer(c, seated)
	case c.Format != "text":
		return mistakef("--format %s draws the game of a player, or a replayed game: add --player NAME, or --save FILE now and --replay FILE later", c.Format)
	}
	return s.converse(c, seated)
}

// seatedGame is a game that is about to be played.
type seatedGame struct {
	*gameSet
	args    []string // instance and values, as on the command line
	deal    play.Deal
	dealt   *solve.Problem // with its cards open
	stage   *picture.Stage
	game    *play.Game   // the saved game; nil for a new one
	entrant play.Entrant // the player; nil for the person at the terminal
	own     []string     // files of this game, which it may replace
}

// sitDown sets up the game of the command line.
func (s *session) sitDown(c *playCmd) (*seatedGame, error) {
	saved, err := s.saved(c)
	if err != nil {
		return nil, err
	}
	if c.Spec == "" {
		return nil, mistakef("name a puzzle to play; nazo list shows those that come with nazo")
	}
	seated, err := s.seat(c.Spec, c.Args, c.Seed.or(seed(rand.Int64N(1_000_000_000))), c.drawer(s))
	if err != nil {
		return nil, err
	}
	if saved != nil {
		seated.own = append(seated.own, c.Resume)
		var problems *diag.List
		if seated.game, problems = saved.Replay(seated.deal, seated.Notation); problems.HasErrors() {
			return nil, problems
		}
	}
	if !slices.Contains(seated.own, c.Save) {
		if err := c.free(c.Save); err != nil {
			return nil, err
		}
	}
	if seated.entrant, err = s.entrant(c, seated.gameSet); err != nil {
		return nil, err
	}
	s.warn()
	if seated.shuffled && c.Seed.seed == nil {
		s.note("seed %d; with --seed %d the same is dealt again", seated.deal.Seed, seated.deal.Seed)
	}
	return seated, nil
}

// seat deals a game of a spec.
func (s *session) seat(spec string, args []string, shuffled seed, d picture.Drawer) (*seatedGame, error) {
	s.inputTaken = true // it has the moves
	r, err := s.request(spec, args, shuffled)
	if err != nil {
		return nil, err
	}
	return s.seatAt(r, args, d)
}

// seatAt deals a game of what a request stands for.
func (s *session) seatAt(r *request, args []string, d picture.Drawer) (*seatedGame, error) {
	in, err := r.oneInput()
	if err != nil {
		return nil, err
	}
	set, err := s.gameSet(r.spec, in, r.seed)
	if err != nil {
		return nil, err
	}
	deal, dealt, err := set.Deal(s.ctx, in, r.seed)
	if err != nil {
		return nil, s.dealt(err)
	}
	return &seatedGame{gameSet: set, args: args, deal: deal, dealt: dealt,
		stage: d.Stage(dealt, set.Secrets.Names()...)}, nil
}

// saved reads the game of --resume, and takes spec, arguments and seed from it.
func (s *session) saved(c *playCmd) (*play.Saved, error) {
	if c.Resume == "" {
		return nil, nil
	}
	text, err := s.read(c.Resume)
	if err != nil {
		return nil, err
	}
	saved, err := readSaved(diag.NewSource(c.Resume, text), c.Spec)
	if err != nil {
		return nil, err
	}
	if len(c.Args) > 0 || c.Seed.seed != nil {
		return nil, mistakef("a saved game has its own instance and seed; leave those of the command line out")
	}
	n := seed(saved.Seed)
	c.Spec, c.Args, c.Seed = saved.Spec, saved.Args, dealSeed{&n}
	return saved, nil
}

// readSaved reads a saved game, of the given spec unless that is "".
func readSaved(src *diag.Source, spec string) (*play.Saved, error) {
	saved, problems := play.ReadSaved(src)
	switch {
	case problems.HasErrors():
		return nil, problems
	case spec != "" && spec != saved.Spec:
		return nil, mistakef("%s is a game of %s, not of %s", src.Name, Shorten(saved.Spec), Shorten(spec))
	}
	return saved, nil
}

// entrant returns the player that plays instead of a person, or nil.
func (s *session) entrant(c *playCmd, g *gameSet) (play.Entrant, error) {
	outside, err := s.outsiders(c.outsideFlags, g)
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

func (g *gameSet) player(name string) (play.Entrant, error) {
	var names []string
	for _, p := range g.Problem.Model.Machine.Players {
		if p.Name == name {
			return play.StrategyPlayer(name), nil
		}
		names = append(names, p.Name)
	}
	switch near := diag.Nearest(name, names); {
	case len(names) == 0:
		return nil, mistakef("%s has no players", g.spec.name)
	case near != "":
		return nil, mistakef("%s has no player `%s`; did you mean `%s`?", g.spec.name, Shorten(name), near)
	}
	return nil, mistakef("%s has no player `%s`; its players are %s", g.spec.name, Shorten(name), strings.Join(names, ", "))
}

// section draws a game as a player may see it, under a heading.
func (seated *seatedGame) section(s *session, heading string, g *play.Game) draw.Section {
	section, err := seated.stage.With(seated.Revealed(g)...).Section(g.StateValues())
	if err != nil {
		s.notDrawn(err)
	}
	section.Heading = heading
	return section
}

func (seated *seatedGame) picture(s *session, g *play.Game) string {
	section := seated.section(s, "", g)
	return draw.Text(section.Items, section.Options)
}

// save writes a game to a file. It replaces a file of another game only by force.
func (seated *seatedGame) save(s *session, file string, g *play.Game, force bool) error {
	saved := &play.Saved{Spec: seated.spec.name, Args: seated.args, Seed: seated.deal.Seed, Moves: alg.Map(g.Moves(), seated.Notation.Text)}
	for _, arg := range append([]string{seated.spec.name}, seated.args...) {
		if arg == "-" {
			return mistakef("%s: what was read from standard input can't be read again", file)
		}
	}
	text, err := saved.Text()
	if err != nil {
		return err
	}
	if err := (forceFlag{force || slices.Contains(seated.own, file)}).write(s, file, text); err != nil {
		return err
	}
	if !slices.Contains(seated.own, file) {
		seated.own = append(seated.own, file)
	}
	return nil
}

// watchPlayer shows the game that a player plays.
func (s *session) watchPlayer(c *playCmd, seated *seatedGame) error {
	g := seated.game
	if g == nil {
		g = play.Begin(seated.deal)
	}
	show := album{to: s.out, page: c.Format == "svg", title: picture.Title(seated.dealt.Judge.Spec())}
	show.add(seated.section(s, "", g))
	see := func(move int64) error {
		show.add(seated.section(s, fmt.Sprintf("%d. %s", len(g.Moves()), seated.Notation.Text(move)), g))
		if c.Save != "" {
			if err := seated.save(s, c.Save, g, c.Force); err != nil {
				return err
			}
		}
		err := s.flush()
		s.progress.stage("thinking")
		return err
	}
	s.progress.stage("thinking")
	lost, err := play.Drive(s.ctx, g, seated.entrant, longestGame, see)
	switch {
	case errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded):
		s.answered()
		show.end("")
		return limited{s.stopReason()}
	case err != nil:
		return err
	}
	s.answered()
	moves := plural(len(g.Moves()), "move")
	if g.Won() {
		show.end("won in " + moves + play.CostText(seated.Problem.CostNames, g.Costs()))
		return nil
	}
	show.end(fmt.Sprintf("lost after %s: %s", moves, lost))
	return StatusFalse
}

// hintTime bounds the search for a hint.
const hintTime = 2 * time.Second

// gameSet is a puzzle that moves, set up for games.
type gameSet struct {
	*play.Puzzle
	spec     *spec
	shuffled bool // the seed makes a difference
}

// shuffles is how many seeds are tried to see whether anything is shuffled.
const shuffles = 20

// gameSet compiles a spec and an input for games.
func (s *session) gameSet(sp *spec, in instance.Input, seed int64) (*gameSet, error) {
	if !sp.Moving() {
		return nil, mistakef("%s has no moves, so there is nothing to play; nazo solve %s solves it", sp.name, sp.name)
	}
	p, err := s.compile(s.ctx, sp, in, compile.Options{Seed: seed, HiddenUnknown: true})
	if err != nil {
		return nil, err
	}
	g := &gameSet{Puzzle: play.NewPuzzle(p), spec: sp}
	start, _, problems := p.Deal(s.ctx, in, seed)
	if err := s.unread(problems); err != nil {
		return nil, err
	}
	for i := int64(1); i <= shuffles && !g.shuffled; i++ {
		other, _, problems := p.Deal(s.ctx, in, seed+i)
		g.shuffled = problems.HasErrors() || !slices.Equal(start, other)
	}
	return g, nil
}

// dealt rewords the error of an attempt to deal.
func (s *session) dealt(err error) error {
	var problems *diag.List
	var start play.BadStart
	switch {
	case errors.As(err, &problems):
		return s.unread(problems)
	case errors.As(err, &start):
		return mistake{start.Error()}
	}
	return err
}

// oneInput returns the input of a request without ranges.
func (r *request) oneInput() (instance.Input, error) {
	if len(r.swept) > 0 {
		o := r.overrides[r.swept[0]]
		return instance.Input{}, mistakef("%s=%s is a range; a game needs one number", o.Name, Shorten(o.Text))
	}
	return r.input(), nil
}

// dealSeed is a seed that may be missing.
type dealSeed struct{ *seed }

// Decode reads a seed.
func (d *dealSeed) Decode(text string) error {
	d.seed = new(seed)
	return d.seed.Decode(text)
}

// or returns the seed, or another if none is given.
func (d dealSeed) or(other seed) seed {
	if d.seed == nil {
		return other
	}
	return *d.seed
}

// longestLine bounds the bytes that are read of a line that a person types.
const longestLine = 64 << 10

// converse lets a person play: at a terminal, or through a pipe without prompts.
func (s *session) converse(c *playCmd, seated *seatedGame) error {
	dialogue := &play.Session{
		Deal: seated.deal, Notation: seated.Notation, CostNames: seated.Problem.CostNames,
		Draw: func(g *play.Game) string { return seated.picture(s, g) },
		Hint: seated.hint,
		Save: func(file string, g *play.Game, force bool) error { return seated.save(s, file, g, force) },
		Reveal: func(g *play.Game, v model.VarID) string {
			return seated.Secrets.Tell(seated.dealt.Problem, v, g.Knows(v))
		},
	}
	in, isFile := s.in.(*os.File)
	prompt := ""
	if isFile && IsTerminal(in) && IsTerminal(s.file) {
		prompt = "> "
		s.out.WriteString(seated.Problem.Name)
		if about := seated.Problem.About; about != "" {
			s.out.WriteString(": " + about)
		}
		s.out.WriteString("\nType help for what can be typed.\n\n")
		if key := seated.stage.Key(); key != "" {
			fmt.Fprintf(s.out, "%s\n", key)
		}
	}
	s.out.WriteString(dialogue.Start(seated.game))
	save := func() error {
		if c.Save == "" {
			return nil
		}
		return seated.save(s, c.Save, dialogue.Game(), c.Force)
	}
	if err := save(); err != nil { // fail before the game if it can't be saved
		return err
	}
	lines := s.lines()
	for !dialogue.Over() {
		s.out.WriteString(prompt)
		if err := s.flush(); err != nil {
			return err
		}
		line, ok := "", false
		select {
		case line, ok = <-lines:
		case <-s.ctx.Done():
			s.answered()
			return limited{s.stopReason()}
		}
		if !ok {
			if prompt != "" {
				fmt.Fprintln(s.out)
			}
			break
		}
		s.progress.stage("thinking")
		s.out.WriteString(dialogue.Line(s.ctx, line))
		if err := save(); err != nil {
			return err
		}
	}
	s.answered()
	if dialogue.Game().Won() {
		return nil
	}
	if !dialogue.Over() && !dialogue.Game().Over() {
		fmt.Fprintf(s.out, "end of input after %s\n", plural(len(dialogue.Game().Moves()), "move"))
	}
	return StatusFalse
}

// lines returns the lines of standard input. It cuts a line that is too long.
func (s *session) lines() <-chan string {
	out := make(chan string)
	go func() {
		defer close(out)
		r := bufio.NewReaderSize(s.in, longestLine)
		for {
			line, err := r.ReadSlice('\n')
			text := string(line)
			for errors.Is(err, bufio.ErrBufferFull) {
				_, err = r.ReadSlice('\n')
			}
			if text != "" || err == nil {
				select {
				case out <- text:
				case <-s.ctx.Done():
					return
				}
			}
			if err != nil {
				if !errors.Is(err, io.EOF) {
					s.note("standard input: %v", err)
				}
				return
			}
		}
	}()
	return out
}

// hint asks the first player of the spec, or searches if nothing is hidden.
func (seated *seatedGame) hint(ctx context.Context, g *play.Game) (move int64, who string, err error) {
	if players := seated.Problem.Model.Machine.Players; len(players) > 0 {
		move, err = play.Ask(ctx, g, play.StrategyPlayer(players[0].Name))
		return move, players[0].Name + ", a player of the spec", err
	}
	if seated.Table.Hides() {
		return 0, "", errors.New("something is hidden, so a search would know too much, and the spec has no player to ask")
	}
	return search(ctx, g.Rest())
}

// search looks for the best way to the goal, or for any way if that takes too long.
func search(ctx context.Context, m *model.Model) (move int64, who string, err error) {
	e := native.New()
	for i, any := range []bool{false, true} {
		job, err := e.Open(ctx, m, model.Options{AnyObjective: any})
		if err != nil {
			return 0, "", err
		}
		var found model.Solution
		limit, stop := context.WithTimeout(ctx, hintTime/2)
		result := job.Solve(limit, model.SolveOptions{Limit: 1}, func(s model.Solution) bool {
			found = append(model.Solution(nil), s...)
			return true
		})
		stop()
		who := "a search for the best way to the goal"
		if i > 0 || !result.Complete {
			who = "a search for a way to the goal"
		}
		if found == nil {
			found = result.Best
		}
		switch {
		case len(found) > len(m.Vars):
			return found[len(m.Vars)], fmt.Sprintf("%s, which takes %s from here", who, plural(len(found)-len(m.Vars), "move")), nil
		case result.Exhausted:
			return 0, "", errors.New("no way leads to the goal from here")
		}
	}
	return 0, "", fmt.Errorf("a search found no way to the goal within %v", hintTime)
}

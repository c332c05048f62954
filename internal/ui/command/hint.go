package command

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"time"

	"nazo/dsl/value"
	"nazo/internal/judge"
	"nazo/internal/show/picture"
	"nazo/internal/solve"
	"nazo/internal/study/explain"
	"nazo/internal/study/play"
	"nazo/internal/ui/load"
	"nazo/native"
)

// hintCmd gives the next step, in as much detail as the user wants.
type hintCmd struct {
	puzzleFlags
	fromFlag
	explainFlags
	Strength Amount
}

// Declare implements [Declarer].
func (c *hintCmd) Declare(v *Verb) {
	v.Include(&c.puzzleFlags, &c.fromFlag)
	c.Strength = 1
	v.Flag(&c.Strength, "strength", "1|2|3|4|5", "How much to tell. 1: where to look (default); 2: also which rule, or which move; 3: which technique, or how many moves are left; 4: what follows; 5: why.")
	v.Include(&c.explainFlags)
}

// hinted is the report of a hint for a puzzle that stands still.
type hinted struct {
	*explanation `json:"-"`
	strength     int
	Puzzle       string            `json:"puzzle"`
	Where        []json.RawMessage `json:"where,omitempty"`
	Rules        []unit            `json:"rules,omitempty"`
	Since        []fact            `json:"since,omitempty"`
	Follows      []fact            `json:"follows,omitempty"`
	Technique    string            `json:"technique,omitempty"`
	Text         string            `json:"text,omitempty"`
	Mistake      *conflictJSON     `json:"mistake,omitempty"`
	End          string            `json:"end,omitempty"`
}

// Run shows the first step that says something new, or what is wrong.
func (c *hintCmd) Run(s *session) error {
	s.inputTaken = c.From == "-"
	r, err := c.open(s)
	if err != nil {
		return err
	}
	if r.Moving() {
		return c.nextMove(s, r)
	}
	e, err := s.explanation(r, c.fromFlag)
	if err != nil {
		return err
	}
	if e.x.Finished(s.ctx, e.begin) {
		e.end = explain.Solved
	} else {
		e.walk(s, func(step *numberedStep) bool {
			step.StoryStep = e.x.OneReason(step.StoryStep)
			return false
		})
	}
	e.mistake(s)
	s.answered()
	s.warn()
	e.show = c.Show || s.outTerminal
	c.printer(s).print(&hinted{explanation: e, strength: int(c.Strength)})
	return e.status(s)
}

// moveHint is the report of a hint for a puzzle that moves.
type moveHint struct {
	*position `json:"-"`
	Puzzle    string          `json:"puzzle"`
	Made      int             `json:"made"` // how many moves were made
	Where     []string        `json:"where,omitempty"`
	Move      json.RawMessage `json:"move,omitempty"`
	Changes   []changeReport  `json:"changes,omitempty"`
	Way       *wayReport      `json:"way,omitempty"`
	Prospect  *prospectReport `json:"prospect,omitempty"`
	Mistake   *mistakeReport  `json:"mistake,omitempty"`
	Cause     *causeReport    `json:"cause,omitempty"`
	End       string          `json:"end,omitempty"`

	strength int
	show     bool
	rest     *solve.Problem // from here to the goal
	report   *solve.Report  // of rest
	some     bool           // the search took any run, not a best one
	advice   *advice        // of players, if something is hidden
	// mistake is the move after which the goal is out of reach. cause says why, or is nil if no small cause was found.
	mistake *wrongMove
	cause   *explain.DeadEnd
}

// wrongMove is a move after which the goal is out of reach.
type wrongMove struct {
	// number counts moves from 1. It is 0 if the goal was out of reach from the start.
	number int
	// earliest is the first move that may be the mistake. It is less than number if time ran out before the states between were searched.
	earliest int
	// instead is a run to the goal from the state before the move, or nil if none is known.
	instead *judge.Run
}

// nextMove gives the next move, or says why the goal is out of reach.
func (c *hintCmd) nextMove(s *session, r *request) error {
	d := c.drawer(s)
	at, err := s.position(c, r, d)
	if err != nil {
		return err
	}
	s.warn()
	h := &moveHint{position: at, Puzzle: r.Name, Made: at.moves(), strength: int(c.Strength), show: c.Show || s.outTerminal}
	status := StatusTrue
	switch {
	case h.won:
	case h.seated != nil:
		if h.advice, err = s.advise(h.position, c.Seed); err != nil {
			return err
		}
	default:
		status = h.search(s, c)
	}
	s.answered()
	if h.report != nil && h.report.Fault != nil {
		return s.disagree(r, &outcome{spec: r.spec, problem: h.rest, report: h.report})
	}
	c.explainFlags.printer(s).print(h)
	return status
}

// search looks for the best way to the goal. If there is none, it looks for the mistake.
func (h *moveHint) search(s *session, c *hintCmd) Status {
	s.progress.stage("looking for the best move")
	h.rest = h.problem.From(h.state(h.moves()))
	ask := func(ctx context.Context, p *solve.Problem, some bool) *solve.Report {
		team, _ := load.Team("native") // a race would propose now one best move, now another
		q := solve.Question{Limit: 1, Seed: int64(c.Seed), AnyObjective: some, Memory: statesWithin(c.Memory, p), Progress: s.progress.report}
		return solve.Ask(ctx, p, team, q)
	}
	ctx, stop := partOf(s.ctx, 2)
	h.report = ask(ctx, h.rest, false)
	stop()
	if h.report.Verdict == solve.Unknown && s.ctx.Err() == nil && h.report.Fault == nil {
		ctx, stop := partOf(s.ctx, 1)
		other := ask(ctx, h.rest, true)
		stop()
		if other.Verdict != solve.Unknown || other.Fault != nil {
			h.report, h.some = other, true
		}
	}
	switch {
	case h.report.Fault != nil:
		return StatusDisagree
	case h.report.Verdict == solve.NoSolution:
		s.progress.stage("looking for the mistake")
		h.findMistake(s.ctx, func(p *solve.Problem) *solve.Report {
			ctx, stop := partOf(s.ctx, 3)
			defer stop()
			return ask(ctx, p, true)
		})
		s.progress.stage("looking for the cause")
		h.cause, _ = explain.WhyDeadEnd(s.ctx, h.problem.From(h.state(h.mistake.number)).Problem, native.New(), causeWork)
		return StatusFalse
	case !h.report.Complete || h.some:
		s.note("%s", cmp.Or(h.report.Reason.String(), s.stopReason()))
		return StatusLimit
	}
	return StatusTrue
}

// causeWork bounds the transitions that are tried to find out why the goal is out of reach.
const causeWork = 4_000_000

// partOf returns a context that ends after 1/parts of the remaining time. It keeps a tenth for printing.
func partOf(ctx context.Context, parts int) (context.Context, context.CancelFunc) {
	end, limited := ctx.Deadline()
	if !limited {
		return context.WithCancel(ctx)
	}
	return context.WithTimeout(ctx, time.Until(end)*9/10/time.Duration(parts))
}

// findMistake looks for the last state from which the goal could still be reached. All states before it could reach the goal, too.
// It goes back in ever longer strides, since states near the end are searched fastest.
func (h *moveHint) findMistake(ctx context.Context, ask func(*solve.Problem) *solve.Report) {
	dead, alive := h.moves(), -1
	h.mistake = &wrongMove{number: dead}
	for stride := 1; dead > alive+1 && ctx.Err() == nil; {
		at := max(dead-stride, 0)
		if alive >= 0 {
			at = (alive + dead) / 2
		}
		report := ask(h.problem.From(h.state(at)))
		switch report.Verdict {
		case solve.Solved:
			alive, h.mistake.instead = at, report.Answers[0].Run
		case solve.NoSolution:
			dead = at
		}
		h.mistake.number, h.mistake.earliest = dead, alive+1
		if report.Verdict == solve.Unknown {
			return
		}
		stride *= 2
	}
}

// next returns the proposed move, and the state after it if the player may see that.
func (h *moveHint) next() (move judge.Move, after []value.Value, ok bool) {
	if h.advice != nil {
		return h.advice.move, nil, h.advice.move.Name != ""
	}
	if run := h.way(); run != nil && len(run.Steps) > 0 {
		return run.Steps[0].Move, run.Steps[0].After, true
	}
	return move, nil, false
}

// way returns the run from here to the goal, or nil if none is known.
func (h *moveHint) way() *judge.Run {
	if h.report == nil || len(h.report.Answers) == 0 {
		return nil
	}
	return h.report.Answers[0].Run
}

// best reports whether the run is known to be a best one, by cost and then by length.
func (h *moveHint) best() bool { return h.report.Complete && !h.some && !h.report.ShorterMayExist }

// where returns the places that the move takes something from. If they might reveal something hidden, it
// returns the name of the move.
func (h *moveHint) where() []string {
	move, after, ok := h.next()
	switch {
	case !ok:
		return nil
	case after == nil:
		return []string{move.Name}
	}
	return picture.Leaving(h.problem.Judge, h.state(h.moves()), after)
}

// changes returns what the move changes, if the player may see that.
func (h *moveHint) changes() []picture.Change {
	_, after, ok := h.next()
	if !ok || after == nil {
		return nil
	}
	return picture.Changes(h.problem.Judge, h.state(h.moves()), after)
}

// advice is what a player of the spec would do where something is hidden. It leaves out the state after the move, which
// would reveal what is hidden.
type advice struct {
	move judge.Move // without a name if no move is possible
	who  string
	// prospect says how often the player wins after the move. It has no deals if the move
	// follows from the player's preferences alone.
	prospect play.Prospect
}

// triedDeals is the number of deals on which each move is tried.
const triedDeals = 50

// advise asks the players of the spec, who see no more than a person at the table. It proposes the
// move with which a player wins most often. If none ever wins, it proposes the first player's move.
func (s *session) advise(p *position, shuffled seed) (*advice, error) {
	seated := p.seated
	players := seated.Problem.Model.Machine.Players
	if len(players) == 0 {
		return nil, mistakef("no hint: something is hidden, so a search would know too much, and the spec has no player to ask")
	}
	g := play.Begin(seated.deal)
	for i, step := range p.run.Steps {
		move, ok := seated.Problem.FindMove(step.Move.Name, step.Move.Parameters)
		if ok {
			_, err := g.Make(move)
			ok = err == nil
		}
		if !ok {
			panic("the table refuses move " + step.Move.String() + ", which the rules have made, after " + plural(i, "move"))
		}
	}
	if g.Over() {
		return &advice{}, nil
	}
	s.progress.stage("asking the players")
	var best play.Prospect
	who := ""
	for _, player := range players {
		all, err := play.Prospects(s.ctx, g, player.Name, triedDeals)
		switch {
		case s.ctx.Err() != nil && who == "":
			return nil, limited{s.stopReason()}
		case s.ctx.Err() != nil:
		case err != nil:
			return nil, err
		case len(all) > 0 && all[0].Wins > best.Wins:
			best, who = all[0], player.Name
		}
	}
	if who == "" {
		who = players[0].Name
		move, err := play.Ask(s.ctx, g, play.StrategyPlayer(who))
		switch {
		case errors.As(err, new(play.Forfeit)):
			move = g.Legal()[0]
		case err != nil:
			return nil, limited{s.stopReason()}
		}
		best = play.Prospect{Move: move}
	}
	return &advice{seated.Problem.Move(best.Move), who, best}, nil
}

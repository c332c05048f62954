package play

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"slices"
	"sync"
)

// Contest has all entrants play the same deals, each by itself.
type Contest struct {
	Entrants []Entrant
	Deals    []Deal
	// Jobs is how many games go on at the same time; it changes nothing of what
	// comes out.
	Jobs int
	// MaxMoves is the number of moves after which a game is lost.
	MaxMoves int
	// Open, if not nil, finds out whether a deal can be won by someone who sees all. It
	// is only asked about deals that nobody has won.
	Open func(ctx context.Context, d Deal) Chance
	// Each, if not nil, is shown the results so far after each new one. It must not
	// keep them.
	Each func(r *Results)

	mu      sync.Mutex
	results *Results
}

// Chance is whether a deal can be won with all cards open.
type Chance string

const (
	Winnable   Chance = "winnable"
	Impossible Chance = "impossible"
	Undecided  Chance = "unknown" // the search met a limit
)

// Outcome is how a game ended.
type Outcome struct {
	// Played is true if it did; all else is only then of any meaning.
	Played bool
	Won    bool
	Moves  int
	Costs  []int64
	// Lost says why, as in "no moves left", if it was not won.
	Lost string
}

// Results has what is known of a contest.
type Results struct {
	Names    []string    // of the entrants
	Outcomes [][]Outcome // by deal and entrant
	// Chances are those of the deals; nil if nobody asked, "" where there was no
	// time to find out.
	Chances []Chance
}

// Run plays the contest until it is over or ctx ends: what was not played by
// then is marked so.
func (c *Contest) Run(ctx context.Context) *Results {
	r := &Results{Outcomes: make([][]Outcome, len(c.Deals))}
	for _, e := range c.Entrants {
		r.Names = append(r.Names, e.Name())
	}
	if c.Open != nil {
		r.Chances = make([]Chance, len(c.Deals))
	}
	left := make([]int, len(c.Deals)) // games still to be played, by deal
	for d := range c.Deals {
		r.Outcomes[d] = make([]Outcome, len(c.Entrants))
		left[d] = len(c.Entrants)
	}
	c.mu.Lock()
	c.results = r
	c.mu.Unlock()
	c.spread(func(deal, entrant int) {
		o := c.play(ctx, deal, entrant)
		last := false
		c.tell(func() {
			r.Outcomes[deal][entrant] = o
			left[deal]--
			last = left[deal] == 0
		})
		if last && c.Open != nil && ctx.Err() == nil {
			chance := Winnable
			if !anyWon(r.Outcomes[deal]) {
				chance = c.Open(ctx, c.Deals[deal])
			}
			if ctx.Err() == nil {
				c.tell(func() { r.Chances[deal] = chance })
			}
		}
	})
	return r
}

// tell notes a result.
func (c *Contest) tell(write func()) {
	c.mu.Lock()
	defer c.mu.Unlock()
	write()
	if c.Each != nil {
		c.Each(c.results)
	}
}

// Known are the results so far of a contest that goes on in another goroutine.
func (c *Contest) Known() *Results {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.results == nil {
		return &Results{}
	}
	known := *c.results
	known.Chances = slices.Clone(known.Chances)
	known.Outcomes = slices.Clone(known.Outcomes)
	for d, o := range known.Outcomes {
		known.Outcomes[d] = slices.Clone(o)
	}
	return &known
}

func anyWon(outcomes []Outcome) bool {
	for _, o := range outcomes {
		if o.Won {
			return true
		}
	}
	return false
}

// spread calls work for each deal and entrant, deal by deal, in so many
// goroutines as there are jobs. A panic in one of them becomes the caller's.
func (c *Contest) spread(work func(deal, entrant int)) {
	type game struct{ deal, entrant int }
	games := make(chan game)
	var wait sync.WaitGroup
	var once sync.Once
	var failure any
	for range max(c.Jobs, 1) {
		wait.Go(func() {
			defer func() {
				if r := recover(); r != nil {
					once.Do(func() { failure = fmt.Sprintf("%v\n\n%s", r, debug.Stack()) })
					for range games { // let the others come to their end
					}
				}
			}()
			for g := range games {
				work(g.deal, g.entrant)
			}
		})
	}
	for d := range c.Deals {
		for e := range c.Entrants {
			games <- game{d, e}
		}
	}
	close(games)
	wait.Wait()
	if failure != nil {
		panic(failure)
	}
}

// play has one entrant play one deal.
func (c *Contest) play(ctx context.Context, deal, entrant int) Outcome {
	if ctx.Err() != nil {
		return Outcome{}
	}
	o, err := Play(ctx, c.Deals[deal], c.Entrants[entrant], c.MaxMoves)
	if err != nil {
		return Outcome{}
	}
	return o
}

// Play has an entrant play one deal, of at most so many moves. The error is that
// of a context which has ended before the game.
func Play(ctx context.Context, d Deal, e Entrant, most int) (Outcome, error) {
	g := Begin(d)
	lost, err := Drive(ctx, g, e, most, nil)
	if err != nil {
		return Outcome{}, err
	}
	return Outcome{Played: true, Won: g.Won(), Moves: len(g.steps), Costs: g.Costs(), Lost: lost}, nil
}

// Drive lets an entrant make its moves until the game is over, and says why it
// was lost, "" if it was not. see, if not nil, is called with each move after it was
// made; an error of it ends the game, and so does that of ctx.
func Drive(ctx context.Context, g *Game, e Entrant, most int, see func(move int64) error) (lost string, err error) {
	p, err := e.Sit(ctx, g.table, g.deal.Seed)
	if err != nil {
		return forfeited(err)
	}
	defer p.Close()
	for !g.Over() {
		if err := ctx.Err(); err != nil {
			return "", err
		}
		if len(g.steps) >= most {
			return "too many moves", nil
		}
		move, err := p.Choose(ctx, g.View())
		if err != nil {
			return forfeited(err)
		}
		if _, err := g.Make(move); err != nil {
			return err.Error(), nil
		}
		if see != nil {
			if err := see(move); err != nil {
				return "", err
			}
		}
	}
	if !g.Won() {
		return "no moves left", nil
	}
	return "", nil
}

// forfeited is why an error loses the game, or else the error.
func forfeited(err error) (lost string, other error) {
	var forfeit Forfeit
	if errors.As(err, &forfeit) {
		return forfeit.Reason, nil
	}
	return "", err
}

// Ask asks an entrant for one move. The error says why there is none.
func Ask(ctx context.Context, g *Game, e Entrant) (move int64, err error) {
	p, err := e.Sit(ctx, g.table, g.deal.Seed)
	if err != nil {
		return 0, err
	}
	defer p.Close()
	return p.Choose(ctx, g.View())
}

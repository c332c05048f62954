package play

import (
	"context"
	"errors"
	"fmt"
	"hash/fnv"
	"math"
	"math/rand/v2"
	"runtime/debug"
	"slices"
	"sync"

	"nazo/internal/alg"
	"nazo/internal/model"
)

// Contest has all entrants play the same deals, each on its own.
type Contest struct {
	Entrants []Entrant
	Deals    []Deal
	// Jobs is how many games run at once. It does not affect the results.
	Jobs int
	// MaxMoves is the number of moves after which a game is lost.
	MaxMoves int
	// Open, if not nil, finds out whether a deal that nobody has won can be won by someone who sees all.
	Open func(ctx context.Context, d Deal) Chance
	// Each, if not nil, is called with the results so far after each new one. It must not keep them.
	Each func(r *Results)

	mu      sync.Mutex
	results *Results
}

// Chance says whether a deal can be won with all cards open.
type Chance string

const (
	Winnable   Chance = "winnable"
	Impossible Chance = "impossible"
	Undecided  Chance = "unknown" // the search met a limit
)

// Outcome is how a game ended.
type Outcome struct {
	// Played means that it did. Otherwise all else is meaningless.
	Played bool
	Won    bool
	Moves  int
	Costs  []int64
	// Lost is the reason, as in "no moves left", if the game was not won.
	Lost string
}

// Results has the known results of a contest.
type Results struct {
	Names    []string    // of the entrants
	Outcomes [][]Outcome // by deal and entrant
	// Chances are those of the deals: nil if not asked for, "" if there was no time.
	Chances []Chance
}

// Run plays the contest until it is over or ctx ends. It marks games that were not played.
func (c *Contest) Run(ctx context.Context) *Results {
	r := &Results{Outcomes: make([][]Outcome, len(c.Deals)), Names: alg.Map(c.Entrants, Entrant.Name)}
	if c.Open != nil {
		r.Chances = make([]Chance, len(c.Deals))
	}
	left := make([]int, len(c.Deals)) // remaining games of each deal
	for d := range c.Deals {
		r.Outcomes[d] = make([]Outcome, len(c.Entrants))
		left[d] = len(c.Entrants)
	}
	c.mu.Lock()
	c.results = r
	c.mu.Unlock()
	c.spread(func(deal, entrant int) {
		var o Outcome
		if ctx.Err() == nil {
			o, _ = Play(ctx, c.Deals[deal], c.Entrants[entrant], c.MaxMoves)
		}
		last := false
		c.tell(func() {
			r.Outcomes[deal][entrant] = o
			left[deal]--
			last = left[deal] == 0
		})
		if last && c.Open != nil && ctx.Err() == nil {
			chance := Winnable
			if !slices.ContainsFunc(r.Outcomes[deal], func(o Outcome) bool { return o.Won }) {
				chance = c.Open(ctx, c.Deals[deal])
			}
			if ctx.Err() == nil {
				c.tell(func() { r.Chances[deal] = chance })
			}
		}
	})
	return r
}

func (c *Contest) tell(write func()) {
	c.mu.Lock()
	defer c.mu.Unlock()
	write()
	if c.Each != nil {
		c.Each(c.results)
	}
}

// Known returns the results so far of a running contest.
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

// spread calls work for each game, deal by deal, in Jobs goroutines. It repeats a panic of work.
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
					for range games { // let the others finish
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

// Play has an entrant play one deal, of at most so many moves. The error is that of a context that ended.
func Play(ctx context.Context, d Deal, e Entrant, most int) (Outcome, error) {
	g := Begin(d)
	lost, err := Drive(ctx, g, e, most, nil)
	if err != nil {
		return Outcome{}, err
	}
	return Outcome{Played: true, Won: g.Won(), Moves: len(g.steps), Costs: g.Costs(), Lost: lost}, nil
}

// Drive lets an entrant move until the game is over. lost is the reason of a loss, else "". see, if not nil, is called
// after each move. Its error ends the game, as does that of ctx.
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

// forfeited returns the reason if an error is a Forfeit, or else the error.
func forfeited(err error) (lost string, other error) {
	if forfeit, ok := errors.AsType[Forfeit](err); ok {
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

// Score is the result of an entrant in a contest.
type Score struct {
	Name   string `json:"player"`
	Played int    `json:"played"`
	Won    int    `json:"won"`
	// Interval is the 95 % confidence interval of the share of deals that the entrant wins in the long run.
	Interval [2]float64 `json:"interval"`
	// Moves is the mean number of moves of all games, WonMoves of those won; nil without any.
	Moves    *float64 `json:"moves"`
	WonMoves *float64 `json:"moves_when_won"`
	// Only are the deals, by number from 1, that all have played and only this one has won.
	Only []int `json:"only"`
	// Lost counts reasons of losses.
	Lost map[string]int `json:"lost"`
	// Missed is the number of games lost on deals that can be won with all cards open; nil if that was not asked.
	Missed *int `json:"missed,omitempty"`
}

// Scores sums up the results by entrant.
func (r *Results) Scores() []Score {
	out := make([]Score, len(r.Names))
	for e, name := range r.Names {
		s := Score{Name: name, Only: []int{}, Lost: map[string]int{}}
		if r.Chances != nil {
			s.Missed = new(int)
		}
		all, ofWon := 0, 0
		for d, outcomes := range r.Outcomes {
			o := outcomes[e]
			if !o.Played {
				continue
			}
			s.Played++
			all += o.Moves
			if o.Won {
				s.Won++
				ofWon += o.Moves
				if r.alone(d) {
					s.Only = append(s.Only, d+1)
				}
				continue
			}
			s.Lost[o.Lost]++
			if r.Chances != nil && r.Chances[d] == Winnable {
				*s.Missed++
			}
		}
		s.Interval[0], s.Interval[1] = Wilson(s.Won, s.Played)
		s.Moves, s.WonMoves = mean(all, s.Played), mean(ofWon, s.Won)
		out[e] = s
	}
	return out
}

func mean(sum, n int) *float64 {
	if n == 0 {
		return nil
	}
	m := float64(sum) / float64(n)
	return &m
}

// alone reports whether all entrants have played a deal and just one has won.
func (r *Results) alone(deal int) bool {
	won := 0
	for _, o := range r.Outcomes[deal] {
		if !o.Played {
			return false
		}
		if o.Won {
			won++
		}
	}
	return won == 1 && len(r.Names) > 1
}

// Complete reports whether everything was played and found out.
func (r *Results) Complete() bool {
	for d, outcomes := range r.Outcomes {
		for _, o := range outcomes {
			if !o.Played {
				return false
			}
		}
		if r.Chances != nil && r.Chances[d] == "" {
			return false
		}
	}
	return true
}

// Pair compares two entrants over the deals that both have played.
type Pair struct {
	Players [2]string `json:"players"`
	Only    [2]int    `json:"only"` // deals that only one of them won
	// P is how often entrants of equal strength would differ at least so much: McNemar's exact test (1947), two-sided.
	P float64 `json:"p"`
}

// Pairs compares all entrants with each other.
func (r *Results) Pairs() []Pair {
	out := []Pair{}
	for a := range r.Names {
		for b := a + 1; b < len(r.Names); b++ {
			p := Pair{Players: [2]string{r.Names[a], r.Names[b]}}
			for _, o := range r.Outcomes {
				switch {
				case !o[a].Played || !o[b].Played:
				case o[a].Won && !o[b].Won:
					p.Only[0]++
				case o[b].Won && !o[a].Won:
					p.Only[1]++
				}
			}
			p.P = signTest(p.Only[0], p.Only[1])
			out = append(out, p)
		}
	}
	return out
}

// Wilson is Wilson's 95 % confidence interval (1927) for a share of which k of n were seen; 0 and 1 for n = 0.
func Wilson(k, n int) (low, high float64) {
	if n == 0 {
		return 0, 1
	}
	const z = 1.959963984540054 // 97.5 % quantile of the normal distribution
	share, m := float64(k)/float64(n), float64(n)
	centre := share + z*z/(2*m)
	spread := z * math.Sqrt(share*(1-share)/m+z*z/(4*m*m))
	low, high = (centre-spread)/(1+z*z/m), (centre+spread)/(1+z*z/m)
	if k == 0 {
		low = 0
	}
	if k == n {
		high = 1
	}
	return low, high
}

// signTest is the probability that a+b throws of a fair coin differ at least as much as a and b.
func signTest(a, b int) float64 {
	n, k := a+b, max(a, b)
	var tail float64
	for i := k; i <= n; i++ {
		tail += math.Exp(logChoose(n, i) - float64(n)*math.Ln2)
	}
	return min(1, 2*tail)
}

func logChoose(n, k int) float64 {
	lg := func(x int) float64 {
		v, _ := math.Lgamma(float64(x + 1))
		return v
	}
	return lg(n) - lg(k) - lg(n-k)
}

// SolveClairvoyantly finds out until ctx ends whether a deal can be won by someone who sees all. memory bounds the
// bytes of states; 0 leaves that to the engine. It returns winning moves, which the referee has made.
func SolveClairvoyantly(ctx context.Context, d Deal, e model.Engine, memory int64) (Chance, []int64) {
	m := Begin(d).Rest()
	job, err := e.Open(ctx, m, model.Options{AnyObjective: true})
	if err != nil {
		return Undecided, nil
	}
	var moves []int64
	options := model.SolveOptions{Limit: 1, RunOptions: model.RunOptions{Memory: memory}}
	result := job.Solve(ctx, options, func(run model.Solution) bool {
		moves = slices.Clone(run[len(m.Vars):])
		return true
	})
	switch {
	case result.Solutions > 0:
		d.mustWin(moves)
		return Winnable, moves
	case result.Exhausted:
		return Impossible, nil
	}
	return Undecided, nil
}

// mustWin checks by the referee that moves win. Otherwise nazo has a bug.
func (d Deal) mustWin(moves []int64) {
	g := Begin(d)
	for _, move := range moves {
		if _, err := g.Make(move); err != nil {
			panic(fmt.Sprintf("play: an engine wins by %v: %v", moves, err))
		}
	}
	if !g.Won() {
		panic(fmt.Sprintf("play: an engine says that %v win", moves))
	}
}

// DealSeed is the seed of the i-th deal of a contest, from 0: at most twelve digits, so that people can type it.
func DealSeed(contest int64, i int) int64 {
	return int64(alg.SplitMix64(alg.SplitMix64(uint64(contest))+uint64(i)) % 1_000_000_000_000)
}

// stream returns random numbers for a deal, player and turn. So no player's actions change the luck of another.
func stream(deal int64, player string, turn int) rand.Source {
	h := fnv.New64a()
	h.Write([]byte(player))
	return rand.NewPCG(alg.SplitMix64(uint64(deal))^h.Sum64(), alg.SplitMix64(uint64(turn)))
}

// unknown returns the groups of hidden variables whose values are interchangeable, without the known ones.
func (t *Table) unknown(known []bool) (out [][]model.VarID) {
	for _, group := range t.groups {
		left := alg.Filter(group, func(v model.VarID) bool { return !known[v] })
		if len(left) > 1 {
			out = append(out, left)
		}
	}
	return out
}

// redeal permutes the values of each group at random: the shuffle of Fisher and Yates (Knuth, The Art of Computer
// Programming, volume 2, algorithm 3.4.2 P).
func redeal(state model.Solution, unknown [][]model.VarID, random rand.Source) {
	for _, group := range unknown {
		for i := len(group) - 1; i > 0; i-- {
			j := alg.Below(random, uint64(i+1))
			a, b := group[i], group[j]
			state[a], state[b] = state[b], state[a]
		}
	}
}

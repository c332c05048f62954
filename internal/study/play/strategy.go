package play

import (
	"cmp"
	"context"
	"slices"

	"nazo/internal/model"
	"nazo/internal/model/machine"
)

// strategy is a player of the spec, coded: it may be used by several goroutines,
// each with a board of its own.
type strategy struct {
	layout   *machine.Layout
	compiler *machine.Compiler
	prefers  []preference
	moves    []*machine.Effects // by move; nil for moves that the player never makes
	goal     machine.Condition
	never    machine.Condition // nil if there is nothing to avoid
	by       machine.Number    // what is to be small at the end; nil if nothing
}

// preference is one line of a player. No option is open unless all of common
// holds.
type preference struct {
	common  machine.Condition
	options []option
}

// option is a move that a preference speaks of.
type option struct {
	move int64
	open machine.Condition // its guard and condition, without what is common
	by   machine.Number    // nil if there is none
}

// newStrategy codes a player for the machine of a model.
func newStrategy(m *model.Model, p *model.Player) *strategy {
	layout := machine.Plain(m)
	c := machine.NewCompiler(m, layout)
	s := &strategy{layout: layout, compiler: c, moves: make([]*machine.Effects, len(m.Machine.Moves))}
	c.Mention(m.Machine.Goal)
	c.Mention(m.Machine.Never)
	for _, pref := range p.Prefers {
		for _, o := range pref.Options {
			c.Mention(m.Machine.Moves[o.Move].Guard)
			c.Mention(o.When)
			if o.By >= 0 {
				c.MentionNumber(o.By)
			}
		}
	}
	s.goal = c.Condition(m.Machine.Goal)
	if m.Machine.Never != model.False {
		s.never = c.Condition(m.Machine.Never)
	}
	if p.By >= 0 {
		s.by = c.Number(p.By)
	}
	for _, pref := range p.Prefers {
		s.prefers = append(s.prefers, s.preference(m, pref))
	}
	return s
}

func (s *strategy) preference(m *model.Model, pref model.Preference) preference {
	var out preference
	var parts [][]model.Bool // of each option's condition
	for _, o := range pref.Options {
		part := conjuncts(m, m.Machine.Moves[o.Move].Guard, o.When)
		if slices.Contains(part, model.False) {
			continue
		}
		parts = append(parts, part)
		coded := option{move: o.Move}
		if o.By >= 0 {
			coded.by = s.compiler.Number(o.By)
		}
		out.options = append(out.options, coded)
		if s.moves[o.Move] == nil {
			s.moves[o.Move] = s.compiler.Effects(m.Machine.Moves[o.Move].Effects)
		}
	}
	var common []model.Bool
	if len(parts) > 0 {
		for _, b := range parts[0] {
			if !slices.ContainsFunc(parts, func(part []model.Bool) bool { return !slices.Contains(part, b) }) {
				common = append(common, b)
			}
		}
	}
	out.common = s.compiler.All(common)
	for i, part := range parts {
		out.options[i].open = s.compiler.Rest(part, common)
	}
	return out
}

// conjuncts are the parts of a conjunction, each once.
func conjuncts(m *model.Model, conditions ...model.Bool) (out []model.Bool) {
	for part := range m.Conjuncts(conditions...) {
		if part != model.True && !slices.Contains(out, part) {
			out = append(out, part)
		}
	}
	return out
}

// pick is the move of the first preference that has an open option: of these the
// one with the least By, then the first. Without any it is -1. Options whose
// moves are refused are not open.
func (s *strategy) pick(e *machine.Evaluation, refuse func(move int64) bool) int64 {
	for i := range s.prefers {
		p := &s.prefers[i]
		if !p.common(e) {
			continue
		}
		best, least := int64(-1), int64(0)
		for j := range p.options {
			o := &p.options[j]
			if !o.open(e) || refuse != nil && refuse(o.move) {
				continue
			}
			if o.by == nil {
				return o.move
			}
			if by := o.by(e); best < 0 || by < least {
				best, least = o.move, by
			}
		}
		if best >= 0 {
			return best
		}
	}
	return -1
}

// allowed are the moves that any preference allows, each once, in the order in
// which they are preferred.
func (s *strategy) allowed(e *machine.Evaluation, refuse func(move int64) bool) []int64 {
	type open struct{ move, by int64 }
	var out []int64
	for _, p := range s.prefers {
		if !p.common(e) {
			continue
		}
		var options []open
		for _, o := range p.options {
			if !o.open(e) || refuse != nil && refuse(o.move) {
				continue
			}
			by := int64(0)
			if o.by != nil {
				by = o.by(e)
			}
			options = append(options, open{o.move, by})
		}
		slices.SortStableFunc(options, func(a, b open) int { return cmp.Compare(a.by, b.by) })
		for _, o := range options {
			if !slices.Contains(out, o.move) {
				out = append(out, o.move)
			}
		}
	}
	return out
}

// StrategyPlayer is the entrant that plays as the player of that name does, who must
// be one of the table's.
type StrategyPlayer string

// Name is the player's.
func (s StrategyPlayer) Name() string { return string(s) }

// Sit takes a seat at the table of the deal.
func (s StrategyPlayer) Sit(_ context.Context, t *Table, seed int64) (Player, error) {
	of := t.player(string(s))
	if of == nil {
		return nil, forfeitf("there is no player %s", string(s))
	}
	return &strategyPlayer{table: t, of: of, seed: seed, playout: of.strategy.newPlayout()}, nil
}

// strategyPlayer is a player of the spec in a game.
type strategyPlayer struct {
	table   *Table
	of      *tablePlayer
	seed    int64
	playout *playout
}

// Close has nothing to end.
func (p *strategyPlayer) Close() {}

// Choose looks at nothing but the view, of which what is hidden is no part.
func (p *strategyPlayer) Choose(ctx context.Context, v *View) (int64, error) {
	if p.of.Sample == 0 {
		p.playout.set(v.State)
		if move := p.of.strategy.pick(p.playout.here, v.impossible); move >= 0 {
			return move, nil
		}
		return 0, Forfeit{"no preference allows a move"}
	}
	moves := p.allowed(v)
	switch len(moves) {
	case 0:
		return 0, Forfeit{"no preference allows a move"}
	case 1:
		return moves[0], nil
	}
	return p.sample(ctx, v, moves)
}

// allowed are the moves that some preference allows.
func (p *strategyPlayer) allowed(v *View) []int64 {
	p.playout.set(v.State)
	return p.of.strategy.allowed(p.playout.here, v.impossible)
}

// impossible reports whether a move can't be made.
func (v *View) impossible(move int64) bool {
	_, ok := slices.BinarySearch(v.Legal, move)
	return !ok
}

// longestPlayout is the number of moves after which a game that is played out
// counts as lost.
const longestPlayout = 10_000

// playout plays games to their ends by the preferences of a player (a rollout). It is used
// by one goroutine at a time.
type playout struct {
	*strategy
	here   *machine.Evaluation
	values []int64       // for effects
	before machine.State // a state that was passed, to see when it comes again
	try    machine.State
}

func (s *strategy) newPlayout() *playout {
	return &playout{strategy: s, here: s.compiler.NewEvaluation()}
}

// play makes a move in a state and goes on by the preferences until the game is
// won, or no preference allows a move, or a state comes again, as Brent (1980)
// finds out. by is what the player wants to be small, at the end.
func (p *playout) play(start model.Solution, move int64) (won bool, by int64) {
	e := p.here
	p.set(start)
	p.make(move)
	p.before = append(p.before[:0], e.State...)
	won = p.goal(e)
	for n, power := 0, 32; !won && n < longestPlayout; n++ {
		move := p.next()
		if move < 0 {
			break
		}
		p.make(move)
		if won = p.goal(e); won {
			break
		}
		if slices.Equal(e.State, p.before) {
			break
		}
		if n == power {
			power *= 2
			copy(p.before, e.State)
		}
	}
	if p.by != nil {
		by = p.by(e)
	}
	return won, by
}

// set begins with a state.
func (p *playout) set(state model.Solution) {
	p.layout.PackInto(p.here.State, state)
	p.here.Changed()
}

func (p *playout) make(move int64) {
	p.values = p.moves[move].Make(p.here, p.values)
}

// next is the move that the preferences make, or -1.
func (p *playout) next() int64 {
	if p.never == nil {
		return p.pick(p.here, nil)
	}
	return p.pick(p.here, p.forbidden)
}

// forbidden reports whether a possible move leads into a state that no run may have.
func (p *playout) forbidden(move int64) bool {
	p.try = append(p.try[:0], p.here.State...)
	p.make(move)
	is := p.never(p.here)
	copy(p.here.State, p.try)
	p.here.Changed()
	return is
}

// Prospect is what becomes of a move in deals that fit what is seen.
type Prospect struct {
	Move  int64 // an index in Machine.Moves
	Wins  int
	Deals int
}

// Prospects tries each move that the preferences of a player allow, perhaps none, on so many deals that fit what is seen, and has that
// player play on by the preferences alone: Monte Carlo rollouts, as players who sample do. The best move comes first. The error is that of ctx.
func Prospects(ctx context.Context, g *Game, name string, deals int) ([]Prospect, error) {
	of := g.table.player(name)
	if of == nil {
		return nil, forfeitf("there is no player %s", name)
	}
	v := g.View()
	p := &strategyPlayer{table: g.table, of: of, seed: g.deal.Seed, playout: of.strategy.newPlayout()}
	moves := p.allowed(v)
	tried, deals, err := p.tryOn(ctx, v, moves, deals)
	if err != nil {
		return nil, err
	}
	order := make([]int, len(moves))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int {
		switch {
		case tried[a].better(tried[b]):
			return -1
		case tried[b].better(tried[a]):
			return 1
		}
		return 0
	})
	var out []Prospect
	for _, i := range order {
		out = append(out, Prospect{Move: moves[i], Wins: tried[i].wins, Deals: deals})
	}
	return out, nil
}

// prospect is the outcome of a move in the deals that it was tried on.
type prospect struct {
	wins int
	sum  int64 // of the player's By at the end of play
}

// better orders prospects over the same number of deals.
func (p prospect) better(than prospect) bool {
	return p.wins > than.wins || p.wins == than.wins && p.sum < than.sum
}

// sample looks ahead by Monte Carlo rollouts over determinizations (Ginsberg 2001): it deals
// anew what the player does not know, as often as the player wants to, tries each move on each
// of these deals, and plays on by the preferences alone. The move that wins most often is the best, then that
// with the least mean of By, then the first.
func (p *strategyPlayer) sample(ctx context.Context, v *View, moves []int64) (int64, error) {
	prospects, _, err := p.tryOn(ctx, v, moves, p.of.Sample)
	if err != nil {
		return 0, err
	}
	best := 0
	for i, p := range prospects {
		if p.better(prospects[best]) {
			best = i
		}
	}
	return moves[best], nil
}

// tryOn tries moves on so many deals that fit what is seen; on one if nothing is unknown, as all would be the same. It returns how many.
func (p *strategyPlayer) tryOn(ctx context.Context, v *View, moves []int64, deals int) ([]prospect, int, error) {
	random := stream(p.seed, p.of.Name, v.Turn)
	prospects := make([]prospect, len(moves))
	dealt, unknown := slices.Clone(v.State), p.table.unknown(v.Known)
	if len(unknown) == 0 {
		deals = 1
	}
	for range deals {
		redeal(dealt, unknown, random)
		for i, move := range moves {
			if ctx.Err() != nil {
				return nil, 0, ctx.Err()
			}
			won, by := p.playout.play(dealt, move)
			if won {
				prospects[i].wins++
			}
			prospects[i].sum += by
		}
	}
	return prospects, deals, nil
}

package play

import (
	"cmp"
	"context"
	"slices"

	"nazo/internal/alg"
	"nazo/internal/model"
	"nazo/internal/model/machine"
)

// strategy is a compiled player of the spec. It is safe for concurrent use with separate evaluations.
type strategy struct {
	layout   *machine.Layout
	compiler *machine.Compiler
	prefers  []preference
	moves    []*machine.Effects // by move; nil for moves that the player never makes
	goal     machine.Condition
	never    machine.Condition // nil if nothing is forbidden
	by       machine.Number    // what is to be small at the end; may be nil
}

// preference is one line of a player. Its options require common.
type preference struct {
	common  machine.Condition
	options []option
}

// option is a move of a preference.
type option struct {
	move int64
	open machine.Condition // its guard and condition, without common
	by   machine.Number    // may be nil
}

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

func (s *strategy) preference(m *model.Model, pref model.Preference) (out preference) {
	var parts [][]model.Bool // conjuncts of each option's condition
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

// conjuncts returns the distinct parts of a conjunction.
func conjuncts(m *model.Model, conditions ...model.Bool) (out []model.Bool) {
	for part := range m.Conjuncts(conditions...) {
		if part != model.True && !slices.Contains(out, part) {
			out = append(out, part)
		}
	}
	return out
}

// pick returns the preferred move: of the first preference with open options, the one with the least by, then the
// first. It returns -1 without any. Refused moves are not open.
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

// allowed returns the moves that any preference allows, in order of preference.
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

// StrategyPlayer is the entrant that plays as the player of that name, who must be one of the table's.
type StrategyPlayer string

// Name is the player's.
func (s StrategyPlayer) Name() string { return string(s) }

// Sit starts a player for the game.
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

// Close does nothing.
func (p *strategyPlayer) Close() {}

// Choose depends only on the view, which has nothing hidden.
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

// allowed returns the moves that some preference allows.
func (p *strategyPlayer) allowed(v *View) []int64 {
	p.playout.set(v.State)
	return p.of.strategy.allowed(p.playout.here, v.impossible)
}

// impossible reports whether a move is illegal.
func (v *View) impossible(move int64) bool {
	_, ok := slices.BinarySearch(v.Legal, move)
	return !ok
}

// longestPlayout is the number of moves after which a rollout counts as lost.
const longestPlayout = 10_000

// playout plays games to their ends by a player's preferences (a rollout). It is not safe for concurrent use.
type playout struct {
	*strategy
	here   *machine.Evaluation
	values []int64       // for effects
	before machine.State // an earlier state, to detect cycles
	try    machine.State
}

func (s *strategy) newPlayout() *playout {
	return &playout{strategy: s, here: s.compiler.NewEvaluation()}
}

// play makes a move in a state and follows the preferences until the game is won, no move is left, or a state repeats
// (Brent 1980). by is what the player wants to be small, at the end.
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

func (p *playout) set(state model.Solution) {
	p.layout.PackInto(p.here.State, state)
	p.here.Changed()
}

func (p *playout) make(move int64) { p.values = p.moves[move].Make(p.here, p.values) }

func (p *playout) next() int64 {
	if p.never == nil {
		return p.pick(p.here, nil)
	}
	return p.pick(p.here, p.forbidden)
}

// forbidden reports whether a move leads into a state that no run may have.
func (p *playout) forbidden(move int64) bool {
	p.try = append(p.try[:0], p.here.State...)
	p.make(move)
	is := p.never(p.here)
	copy(p.here.State, p.try)
	p.here.Changed()
	return is
}

// Prospect is the outcome of a move in deals that fit what is seen.
type Prospect struct {
	Move        int64 // an index in Machine.Moves
	Wins, Deals int
	sum         int64 // of the player's By at the end of each game
}

// Prospects tries each move that a player's preferences allow on some deals that fit what is seen. The rest is played
// by the preferences: Monte Carlo rollouts, as by players who sample. The best move comes first. The error is that of
// ctx.
func Prospects(ctx context.Context, g *Game, name string, deals int) ([]Prospect, error) {
	of := g.table.player(name)
	if of == nil {
		return nil, forfeitf("there is no player %s", name)
	}
	v := g.View()
	p := &strategyPlayer{table: g.table, of: of, seed: g.deal.Seed, playout: of.strategy.newPlayout()}
	tried, err := p.tryOn(ctx, v, p.allowed(v), deals)
	slices.SortStableFunc(tried, Prospect.compare)
	return tried, err
}

// compare orders prospects over the same number of deals, the better first.
func (p Prospect) compare(q Prospect) int {
	return cmp.Or(cmp.Compare(q.Wins, p.Wins), cmp.Compare(p.sum, q.sum))
}

// sample looks ahead by Monte Carlo rollouts over determinizations (Ginsberg 2001). It deals unknown values anew,
// tries each move on each deal, and follows the preferences. The best move wins most often, then has the least mean of
// By, then comes first.
func (p *strategyPlayer) sample(ctx context.Context, v *View, moves []int64) (int64, error) {
	prospects, err := p.tryOn(ctx, v, moves, p.of.Sample)
	if err != nil {
		return 0, err
	}
	return slices.MinFunc(prospects, Prospect.compare).Move, nil
}

// tryOn tries moves on so many deals that fit what is seen, or on one if nothing is unknown.
func (p *strategyPlayer) tryOn(ctx context.Context, v *View, moves []int64, deals int) ([]Prospect, error) {
	random := stream(p.seed, p.of.Name, v.Turn)
	dealt, unknown := slices.Clone(v.State), p.table.unknown(v.Known)
	if len(unknown) == 0 {
		deals = 1
	}
	prospects := alg.Map(moves, func(move int64) Prospect { return Prospect{Move: move, Deals: deals} })
	for range deals {
		redeal(dealt, unknown, random)
		for i, move := range moves {
			if ctx.Err() != nil {
				return nil, ctx.Err()
			}
			won, by := p.playout.play(dealt, move)
			if won {
				prospects[i].Wins++
			}
			prospects[i].sum += by
		}
	}
	return prospects, nil
}

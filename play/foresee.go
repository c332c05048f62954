package play

import (
	"context"
	"math/rand/v2"

	"nazo/compile/model"
)

// longestRollout is the number of moves after which a rollout is given up.
const longestRollout = 2000

// Foresee looks for a way to win a deal for someone who sees all: by nested
// rollouts (Bjarnason, Tadepalli and Fern, Searching solitaire in real time, 2007;
// with the memory of Cazenave's Nested Monte-Carlo search, 2009) by the
// preferences of the table's players. It returns the moves, or nil if it found
// none before ctx ended, which says nothing about there being any. The same deal
// is searched in the same order each time.
func (t *Table) Foresee(ctx context.Context, d Deal) []int64 {
	s := t.newSeer(ctx, d.Seed)
	for round := 0; ctx.Err() == nil; round++ {
		s.guide = s.guides[round%len(s.guides)]
		turn := round / len(s.guides)
		s.errs = turn > 0 // at first the players do as they are told
		level := 1
		if turn%8 == 7 {
			level = 2
		}
		if run := s.nested(level, d.Start); run.distance == 0 {
			return run.moves
		}
	}
	return nil
}

// seer is a search for a way to win.
type seer struct {
	ctx    context.Context
	all    *playout   // knows every move of the machine
	guides []*playout // the players of the table
	guide  *playout   // the one who plays the rollouts
	errs   bool       // whether now and then any of the moves that are allowed is made
	random rand.Source
	far    []distance // of each part of the goal
	looked int
}

// line is a run from some state on, and how far from the goal it ended; 0 means
// that it met it.
type line struct {
	moves    []int64
	distance int64
}

// distance is how far a state is from meeting a part of the goal, 0 where it does.
type distance func(b *board) int64

func (t *Table) newSeer(ctx context.Context, seed int64) *seer {
	every := model.Player{By: -1, Prefers: []model.Preference{{}}}
	for move := range t.m.Machine.Moves {
		every.Prefers[0].Options = append(every.Prefers[0].Options, model.Option{Move: int64(move), When: model.True, By: -1})
	}
	all := newStrategy(t.m, &every)
	s := &seer{ctx: ctx, random: stream(seed, "", -1)}
	for _, part := range conjuncts(t.m, t.m.Machine.Goal) {
		s.far = append(s.far, all.coder.distance(part))
	}
	s.all = all.newPlayout()
	for i := range t.players {
		s.guides = append(s.guides, t.player(t.players[i].Name).strategy.newPlayout())
	}
	if len(s.guides) == 0 {
		s.guides = []*playout{s.all}
	}
	return s
}

// distance codes how far a condition is from holding: a number that is to have
// certain values by how much it is off, anything else by 1.
func (c *coder) distance(b model.Bool) distance {
	holds := c.bool(b)
	in, ok := c.m.Bools[b.Node()].(model.In)
	if ok && !b.Negated() && len(in.Values) == 1 && !c.nominal(in.X) {
		x, wanted := c.int(in.X), in.Values.Bounds()
		return func(b *board) int64 {
			v := x(b)
			return max(wanted.Lo-v, v-wanted.Hi, 0)
		}
	}
	return func(b *board) int64 {
		if holds(b) {
			return 0
		}
		return 1
	}
}

// nominal tells whether a number is only a name for something.
func (c *coder) nominal(x model.Int) bool {
	v, ok := c.m.Ints[x].(model.IntVar)
	return ok && c.m.Vars[v.Var].Nominal
}

// nested tries each move with a search of one level less, and makes the next move
// of the best line that was found; level 0 is a rollout.
func (s *seer) nested(level int, start model.Solution) line {
	if level == 0 {
		return s.rollout(start)
	}
	state := append(model.Solution(nil), start...)
	best := line{distance: s.distanceOf(state)}
	made := 0
	for made < longestRollout && best.distance > 0 && s.ctx.Err() == nil {
		moves := s.legal(state)
		if len(moves) == 0 {
			break
		}
		if len(moves) > 1 || made >= len(best.moves) {
			for _, move := range moves {
				found := s.nested(level-1, s.after(state, move))
				if found.distance < best.distance || made >= len(best.moves) {
					best.moves = append(append(best.moves[:made:made], move), found.moves...)
					best.distance = found.distance
				}
				if best.distance == 0 {
					return best
				}
			}
		}
		state = s.after(state, best.moves[made])
		made++
	}
	return best
}

// legal are the moves that are possible in a state.
func (s *seer) legal(state model.Solution) []int64 {
	s.all.set(state)
	var refuse func(int64) bool
	if s.all.never != nil {
		refuse = s.all.forbidden
	}
	return s.all.allowed(s.all.board, refuse)
}

// after is the state that a move leads to.
func (s *seer) after(state model.Solution, move int64) model.Solution {
	s.all.set(state)
	s.all.make(move)
	return append(model.Solution(nil), s.all.board.vars...)
}

func (s *seer) distanceOf(state model.Solution) int64 {
	s.all.set(state)
	if s.all.goal(s.all.board) {
		return 0
	}
	sum := int64(0)
	for _, f := range s.far {
		sum += f(s.all.board)
	}
	return max(sum, 1)
}

// rollout plays on by the preferences of the guide.
func (s *seer) rollout(start model.Solution) line {
	var out line
	p := s.guide
	p.set(start)
	for len(out.moves) < longestRollout && !p.goal(p.board) {
		if s.looked++; s.looked%256 == 0 && s.ctx.Err() != nil {
			break
		}
		move := s.step(p)
		if move < 0 {
			break
		}
		p.make(move)
		out.moves = append(out.moves, move)
	}
	out.distance = s.distanceOf(p.board.vars)
	return out
}

// step is the next move of a rollout, or -1.
func (s *seer) step(p *playout) int64 {
	if p != s.all && (!s.errs || below(s.random, 8) > 0) {
		return p.next()
	}
	var refuse func(int64) bool
	if p.never != nil {
		refuse = p.forbidden
	}
	moves := p.allowed(p.board, refuse)
	if len(moves) == 0 {
		return -1
	}
	return moves[below(s.random, uint64(len(moves)))]
}

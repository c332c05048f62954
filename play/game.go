package play

import (
	"fmt"
	"slices"

	"nazo/machine"
	"nazo/model"
	"nazo/value"
)

// Game is one game: all that is so, whoever may see it. It is used by one
// goroutine at a time.
type Game struct {
	table *Table
	deal  Deal
	state model.Solution
	tree  []value.Value // the state, for the rules
	steps []step
	known []bool // by variable: not hidden, or revealed
	told  []bool // by variable: not hidden, or something was seen that depends on it
	legal []int64
	won   bool

	here, next *machine.LazyEvaluator
	ahead      map[model.VarID]model.Effect // what next sees changed
	reveal
}

// step is a move that was made.
type step struct {
	move     int64
	costs    []int64
	revealed []model.VarID
}

// Begin begins a game of a deal.
func Begin(d Deal) *Game {
	t := d.Table
	g := &Game{table: t, deal: d, state: slices.Clone(d.Start), tree: d.State, known: make([]bool, len(t.m.Vars)), told: make([]bool, len(t.m.Vars))}
	for v := range g.known {
		open := !t.hidden.Hides(model.VarID(v))
		g.known[v], g.told[v] = open, open
	}
	g.here = machine.NewLazyEvaluator(t.m, t.hidden, g.read)
	if t.m.Machine.Never != model.False {
		g.next = machine.NewLazyEvaluator(t.m, t.hidden, func(v model.VarID) int64 {
			if e, changed := g.ahead[v]; changed {
				return g.effect(e)
			}
			return g.read(v)
		})
	}
	g.observe()
	g.fresh = nil
	return g
}

// effect is the value that an effect gives its variable.
func (g *Game) effect(e model.Effect) int64 {
	if !g.table.m.Vars[e.Var].Bool {
		return g.here.Int(e.X)
	}
	if g.here.Bool(e.B) {
		return 1
	}
	return 0
}

// observe finds out what is so in a state that was just reached. Which moves are
// possible is seen by everyone; that the goal is not met tells next to nothing.
func (g *Game) observe() {
	of := g.table.m.Machine
	g.here.Changed()
	g.legal = g.legal[:0:0]
	g.silent(func() { g.won = g.here.Bool(of.Goal) })
	if g.won {
		return
	}
	for i := range of.Moves {
		move := &of.Moves[i]
		possible := g.outcome(func() int64 {
			if g.here.Bool(move.Guard) && !g.forbidden(move) {
				return 1
			}
			return 0
		})
		if possible == 1 {
			g.legal = append(g.legal, int64(i))
		}
	}
}

// forbidden reports whether a possible move leads into a state that no run may have.
func (g *Game) forbidden(move *model.Move) bool {
	if g.next == nil {
		return false
	}
	g.ahead = make(map[model.VarID]model.Effect, len(move.Effects))
	for _, e := range move.Effects {
		g.ahead[e.Var] = e
	}
	g.next.Changed()
	return g.next.Bool(g.table.m.Machine.Never)
}

// Legal are the moves that are possible, as indices in Machine.Moves, ascending;
// none in a game that is over. It must not be changed.
func (g *Game) Legal() []int64 { return g.legal }

// Won reports whether the goal is met.
func (g *Game) Won() bool { return g.won }

// Over reports whether no move is left, or needed.
func (g *Game) Over() bool { return g.won || len(g.legal) == 0 }

// Moves are the moves that were made.
func (g *Game) Moves() []int64 {
	out := make([]int64, len(g.steps))
	for i, s := range g.steps {
		out[i] = s.move
	}
	return out
}

// Costs are the sums of what the moves cost, in the order of the machine's.
func (g *Game) Costs() []int64 {
	sums := make([]int64, g.table.m.Machine.Costs)
	for _, s := range g.steps {
		for i, c := range s.costs {
			sums[i] += c
		}
	}
	return sums
}

// Make makes a move and returns the hidden variables of which something was seen by
// that. The error says that the move is not possible; nothing has happened then.
func (g *Game) Make(move int64) (revealed []model.VarID, err error) {
	if _, ok := slices.BinarySearch(g.legal, move); !ok {
		return nil, fmt.Errorf("move %d is not possible now", move)
	}
	s := step{move: move}
	for _, c := range g.table.m.Machine.Moves[move].Costs {
		s.costs = append(s.costs, g.outcome(func() int64 { return g.here.Int(c) }))
	}
	g.state = g.after(move)
	g.observe()
	g.followRules(&s)
	s.revealed, g.fresh = g.fresh, nil
	g.steps = append(g.steps, s)
	return s.revealed, nil
}

// after is the state that a possible move leads to.
func (g *Game) after(move int64) model.Solution {
	after := slices.Clone(g.state)
	for _, e := range g.table.m.Machine.Moves[move].Effects {
		after[e.Var] = g.outcome(func() int64 { return g.effect(e) })
	}
	return after
}

// followRules makes the move once more, by the syntax tree. A difference is a
// fault in nazo.
func (g *Game) followRules(s *step) {
	rules := g.deal.Rules
	if rules == nil {
		return
	}
	after, costs, err := rules.Make(g.tree, s.move)
	if err != nil {
		panic(fmt.Sprintf("play: the rules refuse move %d after %v, which the machine makes: %v", s.move, g.Moves(), err))
	}
	g.tree = after
	encoded := rules.Encode(after)
	for v := range encoded {
		if !g.table.hidden.Hides(model.VarID(v)) && encoded[v] != g.state[v] {
			panic(fmt.Sprintf("play: by the rules variable %d is %d after move %d, by the machine %d", v, encoded[v], s.move, g.state[v]))
		}
	}
	if won, err := rules.Won(after); err == nil && won != g.won {
		panic(fmt.Sprintf("play: rules and machine disagree about the end after move %d", s.move))
	}
	for i, c := range costs {
		if c, ok := c.(value.Int); ok && i < len(s.costs) && int64(c) != s.costs[i] {
			panic(fmt.Sprintf("play: by the rules move %d costs %d, by the machine %d", s.move, c, s.costs[i]))
		}
	}
}

// Undo takes the last move back. It returns the variables of which something was seen by the
// move, and leaves it made, if that was anything: nobody can forget what he has seen. There must
// be a move.
func (g *Game) Undo() (revealed []model.VarID) {
	last := g.steps[len(g.steps)-1]
	if len(last.revealed) > 0 {
		return last.revealed
	}
	g.steps = g.steps[:len(g.steps)-1]
	g.state, g.tree = g.deal.Start, g.deal.State
	for _, s := range g.steps {
		g.here.Changed()
		g.silent(func() { g.state = g.after(s.move) })
		if g.deal.Rules != nil {
			g.tree, _, _ = g.deal.Rules.Make(g.tree, s.move) // it was possible before
		}
	}
	g.observe()
	return nil
}

// compareLegal holds the moves that the machine lists against those of the rules.
// A difference is a fault in nazo.
func (g *Game) compareLegal() {
	if g.deal.Rules == nil || g.won {
		return
	}
	if legal, err := g.deal.Rules.Legal(g.tree); err == nil && !slices.Equal(legal, g.legal) {
		panic(fmt.Sprintf("play: after %v the rules allow %v, the machine %v", g.Moves(), legal, g.legal))
	}
}

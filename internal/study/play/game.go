// Package play is the referee of games: puzzles with moves, played by people, players of a spec, or external programs.
//
// A [Puzzle] is set up for games at its [Table]. A [Game] knows all that is hidden. It lists the legal moves, makes
// the chosen one and notes what that reveals. Each player gets a [View], a copy of what it may see. A [Session] is a
// game that a person plays by typing lines. In a [Contest], several players play the same deals.
//
// Every move is made twice, by the model's machine and by the rules of the spec's syntax tree. Both must come to the
// same state.
//
// Others draw states, search for solutions and define commands.
package play

import (
	"context"
	"fmt"
	"slices"
	"sync"

	"nazo/dsl/instance"
	"nazo/dsl/value"
	"nazo/internal/alg"
	"nazo/internal/model"
	"nazo/internal/solve"
)

// Game is the full state of one game. It is not safe for concurrent use.
type Game struct {
	table *Table
	deal  Deal
	state model.Solution
	tree  []value.Value // the state, for the rules
	steps []step
	known []bool // by variable: open or revealed
	told  []bool // by variable: open, or something that depends on it was seen
	legal []int64
	won   bool

	here, next *model.Evaluation
	ahead      map[model.VarID]model.Effect // the changes that next assumes
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
	g.here = model.NewEvaluation(t.m, t.hidden, g.read)
	if t.m.Machine.Never != model.False {
		g.next = model.NewEvaluation(t.m, t.hidden, func(v model.VarID) int64 {
			if e, changed := g.ahead[v]; changed {
				return g.here.After(e)
			}
			return g.read(v)
		})
	}
	g.observe()
	g.fresh = nil
	return g
}

// observe computes the legal moves, which all players see, and whether the game is won, which tells next to nothing.
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

// forbidden reports whether a move leads into a state that no run may have.
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

// Legal returns the legal moves as ascending indices in Machine.Moves; none after the end. It must not be changed.
func (g *Game) Legal() []int64 { return g.legal }

// Won reports whether the goal is met.
func (g *Game) Won() bool { return g.won }

// Over reports whether no move is left or needed.
func (g *Game) Over() bool { return g.won || len(g.legal) == 0 }

// Moves returns the moves that were made.
func (g *Game) Moves() []int64 { return alg.Map(g.steps, func(s step) int64 { return s.move }) }

// Costs returns the total costs in the machine's order.
func (g *Game) Costs() []int64 {
	sums := make([]int64, g.table.m.Machine.Costs)
	for _, s := range g.steps {
		for i, c := range s.costs {
			sums[i] += c
		}
	}
	return sums
}

// Make makes a move and returns the hidden variables of which it showed something. An illegal move changes nothing.
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

func (g *Game) after(move int64) model.Solution {
	after := slices.Clone(g.state)
	for _, e := range g.table.m.Machine.Moves[move].Effects {
		after[e.Var] = g.outcome(func() int64 { return g.here.After(e) })
	}
	return after
}

// followRules makes the move by the syntax tree, too. A difference is a bug in nazo.
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

// Undo takes the last move back, which must exist, unless it revealed variables. It returns these.
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
			g.tree, _, _ = g.deal.Rules.Make(g.tree, s.move) // which was legal
		}
	}
	g.observe()
	return nil
}

// compareLegal compares the legal moves of machine and rules. A difference is a bug in nazo.
func (g *Game) compareLegal() {
	if g.deal.Rules == nil || g.won {
		return
	}
	if legal, err := g.deal.Rules.Legal(g.tree); err == nil && !slices.Equal(legal, g.legal) {
		panic(fmt.Sprintf("play: after %v the rules allow %v, the machine %v", g.Moves(), legal, g.legal))
	}
}

// Puzzle is a puzzle with moves, set up for games of all its deals. It is safe for concurrent use.
type Puzzle struct {
	Problem  *solve.Problem // for any hidden values
	Table    *Table
	Secrets  *Secrets
	Notation *Notation
}

// NewPuzzle sets up a problem that was compiled with compile.Options.HiddenUnknown.
func NewPuzzle(p *solve.Problem) *Puzzle {
	return &Puzzle{p, NewTable(p.Model), SecretsOf(p.Problem), NewNotation(len(p.Model.Machine.Moves), p.MoveText)}
}

// Deal deals an input by a seed. Dealt is the problem with its cards open, whose judge works within the context. The
// error is a *diag.List, a [BadStart], or that of a deal that does not fit the puzzle.
func (p *Puzzle) Deal(ctx context.Context, in instance.Input, seed int64) (d Deal, dealt *solve.Problem, err error) {
	start, state, problems := p.Problem.Deal(ctx, in, seed)
	if problems.HasErrors() {
		return d, nil, problems
	}
	if dealt, err = p.Problem.Dealt(ctx, start); err != nil {
		return d, nil, err
	}
	d = Deal{Table: p.Table, Seed: seed, Start: start, Rules: dealt, State: state,
		Seen: func(known []bool) []instance.Given { return p.Secrets.Seen(dealt.Problem, known) }}
	if fault := d.Fault(); fault != "" {
		return d, dealt, BadStart(fault)
	}
	return d, dealt, nil
}

// BadStart is what is wrong with the start of a deal.
type BadStart string

// Error is that text.
func (b BadStart) Error() string { return string(b) }

// Revealed returns the hidden givens as far as a player may see them now.
func (p *Puzzle) Revealed(g *Game) []instance.Given {
	return slices.DeleteFunc(g.Givens(), func(given instance.Given) bool { return !p.Secrets.Hides(given.Name) })
}

// Table is a puzzle with moves, set up for concurrent games.
type Table struct {
	m       *model.Model
	hidden  *model.HiddenMask
	players []tablePlayer
	// groups are the hidden variables whose values may be permuted by a new deal.
	groups [][]model.VarID
}

// tablePlayer is a player of the spec, compiled when it first plays.
type tablePlayer struct {
	model.Player
	once     sync.Once
	strategy *strategy
}

// Rules are the rules of a puzzle by its spec's syntax tree, as *solve.Problem has them. A state has a value for each
// state of the spec. Errors of Legal and Won are limits, which prevent a comparison.
type Rules interface {
	Legal(state []value.Value) ([]int64, error)
	Make(state []value.Value, move int64) (after, costs []value.Value, err error)
	Won(state []value.Value) (bool, error)
	Encode(state []value.Value) model.Solution
}

// NewTable sets up a table for the machine of a model.
func NewTable(m *model.Model) *Table {
	t := &Table{m: m, hidden: model.NewHiddenMask(m), groups: alike(m), players: make([]tablePlayer, len(m.Machine.Players))}
	for i, p := range m.Machine.Players {
		t.players[i].Player = p
	}
	return t
}

func (t *Table) player(name string) *tablePlayer {
	for i := range t.players {
		if p := &t.players[i]; p.Name == name {
			p.once.Do(func() { p.strategy = newStrategy(t.m, &p.Player) })
			return p
		}
	}
	return nil
}

// alike groups the hidden variables that belong together and have the same domain.
func alike(m *model.Model) [][]model.VarID {
	type kind struct {
		find   int32
		domain string
	}
	index := map[kind]int{}
	var groups [][]model.VarID
	for _, v := range m.Machine.Hidden {
		k := kind{m.Vars[v].Find, m.Vars[v].Domain.String()}
		i, known := index[k]
		if !known {
			i = len(groups)
			index[k] = i
			groups = append(groups, nil)
		}
		groups[i] = append(groups[i], v)
	}
	return groups
}

// Hides reports whether anything is hidden in these games.
func (t *Table) Hides() bool { return len(t.m.Machine.Hidden) > 0 }

// Deal is the beginning of a game.
type Deal struct {
	Table *Table
	Seed  int64
	Start model.Solution // a value for every variable, also the hidden ones
	// Rules, if not nil, must agree on every move. State is their initial state.
	Rules Rules
	State []value.Value
	// Seen, if not nil, returns the givens as seen by a player who knows the marked hidden variables.
	Seen func(known []bool) []instance.Given
}

// Fault says what is wrong with the start of a deal, or "": a rule that it breaks, or that it is forbidden.
func (d Deal) Fault() string {
	m := d.Table.m
	at := m.At(d.Start)
	if broken := at.Violated(nil); len(broken) > 0 {
		instance := m.Instances[m.Constraints[broken[0]].Instance]
		return fmt.Sprintf("the start breaks the rule %q", m.Rules[instance.Rule].Name)
	}
	if at.Forbidden() {
		return "the start is a state that may never be"
	}
	return ""
}

// Entrant plays games.
type Entrant interface {
	// Name distinguishes entrants.
	Name() string
	// Sit joins one game. The deal's seed is for the player's own random numbers, and tells nothing about the deal.
	Sit(ctx context.Context, t *Table, seed int64) (Player, error)
}

// Player plays one game.
type Player interface {
	// Choose picks one of the view's legal moves. An error that is a [Forfeit] loses the game.
	Choose(ctx context.Context, v *View) (int64, error)
	// Close ends the player.
	Close()
}

// Forfeit is the reason why a player loses a game that is not over.
type Forfeit struct{ Reason string }

// Error is the reason.
func (f Forfeit) Error() string { return f.Reason }

func forfeitf(format string, args ...any) error { return Forfeit{fmt.Sprintf(format, args...)} }

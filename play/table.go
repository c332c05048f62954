package play

import (
	"fmt"
	"sync"

	"nazo/givens"
	"nazo/machine"
	"nazo/model"
	"nazo/value"
)

// Table is a puzzle that moves, set up for games. Games at one table may be
// played at the same time.
type Table struct {
	m       *model.Model
	hidden  *machine.HiddenMask
	players []tablePlayer
	// groups are the hidden variables whose values may change places when what is
	// hidden is dealt anew.
	groups [][]model.VarID
	// hides is true if something is hidden at all.
	hides bool
}

// tablePlayer is a player of the spec, coded when he is first asked to play.
type tablePlayer struct {
	model.Player
	once     sync.Once
	strategy *strategy
}

// Rules are the rules of a puzzle as its spec's syntax tree has them; a
// *solve.Problem knows them. A state has a value for each state of the spec. Errors of Legal
// and Won are limits: then there is nothing to compare.
type Rules interface {
	Legal(state []value.Value) ([]int64, error)
	Make(state []value.Value, move int64) (after, costs []value.Value, err error)
	Won(state []value.Value) (bool, error)
	Encode(state []value.Value) model.Solution
}

// NewTable sets up a table for the machine of a model.
func NewTable(m *model.Model) *Table {
	t := &Table{m: m, hidden: machine.NewHiddenMask(m), groups: alike(m), hides: len(m.Machine.Hidden) > 0, players: make([]tablePlayer, len(m.Machine.Players))}
	for i, p := range m.Machine.Players {
		t.players[i].Player = p
	}
	return t
}

// player is the player of that name, coded; nil if there is none.
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

// Hides reports whether there is anything hidden in these games.
func (t *Table) Hides() bool { return t.hides }

// Deal is how a game begins.
type Deal struct {
	Table *Table
	Seed  int64
	Start model.Solution // a value for every variable, the hidden ones included
	// Rules, if not nil, make every move, too, and have to agree; State is where
	// they begin.
	Rules Rules
	State []value.Value
	// Seen, if not nil, has the givens as a player may see them who knows the hidden
	// variables that known marks.
	Seen func(known []bool) []givens.Given
}

// Fault says what is wrong with the start of a deal: which rule it breaks, or that
// it is a state that may never be. It is "" for a start in order.
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

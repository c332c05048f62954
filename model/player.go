package model

import "fmt"

// Player is a strategy of the spec, as conditions and numbers over the states of
// a machine. It reads nothing that is hidden.
type Player struct {
	Name    string
	Prefers []Preference // the first with an option that is open is taken
	// Sample is the number of deals that the player tries each move on; 0 for one
	// that goes by its preferences at once.
	Sample int
	// By is what a player who samples wants to be small at the end of play; below
	// 0 if there is nothing.
	By Int
}

// Preference is one line of a player: of its options that are open, the one with
// the least By, then the first.
type Preference struct{ Options []Option }

// Option is a move that a preference speaks of: it is open where the move is
// possible and When holds.
type Option struct {
	Move int64 // an index in Machine.Moves
	When Bool
	By   Int // below 0 if there is nothing
}

// Player rewrites what a player's conditions and numbers are made of.
func (r *Rewriter) Player(p Player) Player {
	if p.By >= 0 {
		p.By = r.Int(p.By)
	}
	prefers := make([]Preference, len(p.Prefers))
	for i, preference := range p.Prefers {
		prefers[i].Options = make([]Option, len(preference.Options))
		for k, o := range preference.Options {
			o.When = r.Bool(o.When)
			if o.By >= 0 {
				o.By = r.Int(o.By)
			}
			prefers[i].Options[k] = o
		}
	}
	p.Prefers = prefers
	return p
}

func (m *Model) validatePlayer(p Player) error {
	if p.By >= 0 && !m.validInts([]Int{p.By}) {
		return fmt.Errorf("player %q has number %d", p.Name, p.By)
	}
	for i, preference := range p.Prefers {
		for _, o := range preference.Options {
			if o.Move < 0 || o.Move >= int64(len(m.Machine.Moves)) || !m.validBools([]Bool{o.When}) || o.By >= 0 && !m.validInts([]Int{o.By}) {
				return fmt.Errorf("preference %d of player %q has the move %d when %d by %d", i, p.Name, o.Move, o.When, o.By)
			}
		}
	}
	return nil
}

package play

import (
	"context"
	"fmt"
)

// Entrant is someone who plays games.
type Entrant interface {
	// Name distinguishes entrants.
	Name() string
	// Sit takes part in one game at the table. From the seed of the deal a player
	// may draw random numbers of its own, but learns nothing about the deal.
	Sit(ctx context.Context, t *Table, seed int64) (Player, error)
}

// Player plays one game.
type Player interface {
	// Choose picks one of the moves that the view lists. An error that is a
	// [Forfeit] loses the game.
	Choose(ctx context.Context, v *View) (int64, error)
	// Close ends the player.
	Close()
}

// Forfeit is the reason why a player loses a game that is not over.
type Forfeit struct{ Reason string }

// Error is the reason.
func (f Forfeit) Error() string { return f.Reason }

func forfeitf(format string, args ...any) error { return Forfeit{fmt.Sprintf(format, args...)} }

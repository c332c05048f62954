package play

import (
	"context"
	"fmt"
	"slices"

	"nazo/engine"
	"nazo/model"
)

// SolveClairvoyantly has an engine find out whether a deal can be won by someone who sees all,
// until ctx ends; it may keep so many bytes of states, 0 for the engine's own choice.
// The moves of a way to win are given back with it: the referee has made them.
func SolveClairvoyantly(ctx context.Context, d Deal, e engine.Engine, memory int64) (Chance, []int64) {
	m := Begin(d).Rest()
	job, err := e.Open(ctx, m, engine.Options{AnyObjective: true})
	if err != nil {
		return Undecided, nil
	}
	var moves []int64
	options := engine.SolveOptions{Limit: 1, RunOptions: engine.RunOptions{Memory: memory}}
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

// mustWin makes the moves that an engine calls a way to win: the referee has the last
// word. A difference is a fault in nazo.
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

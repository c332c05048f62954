package sat

import (
	"context"
	"errors"
	"fmt"

	"nazo/model"
	"nazo/sat/unroll"
)

// exportedRuns is a still model of the runs of a machine of at most so many moves,
// what is to be switched off in it, and comments that say what the numbers of moves
// mean. Its objectives are the costs.
func exportedRuns(ctx context.Context, m *model.Model, most int) (still *model.Model, off []int32, notes []string, err error) {
	if most <= 0 {
		return nil, nil, nil, errors.New("what moves can be exported up to a number of moves only, and none is given")
	}
	program, err := unroll.Prepare(ctx, m)
	if err != nil {
		return nil, nil, nil, err
	}
	u, err := program.Unroll(ctx, false)
	for err == nil && u.Steps() < most {
		err = u.Extend()
	}
	switch {
	case errors.Is(err, unroll.ErrTooLarge):
		return nil, nil, nil, fmt.Errorf("%w: %v", ErrTooLarge, err)
	case err != nil:
		return nil, nil, nil, err
	}
	costs := u.Costs()
	for _, x := range costs[:m.Machine.Costs] {
		u.Model.Objectives = append(u.Model.Objectives, model.Objective{X: x})
	}
	notes = append(notes, fmt.Sprintf("Runs of at most %d moves. moves[t] is the move that is made after t others, 0 at the end.", most))
	for number, move := range program.MoveOfAction() {
		of := m.Machine.Moves[move]
		text := m.Machine.Kinds[of.Kind]
		if of.Parameters != nil {
			text += "(" + of.Parameters.String() + ")"
		}
		notes = append(notes, fmt.Sprintf("Move %d: %s", number+1, text))
	}
	return u.Model, u.Off(unroll.Question{Goal: true}), notes, nil
}

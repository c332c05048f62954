package plan_test

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"nazo/internal/model"
	"nazo/internal/model/machine"
	"nazo/internal/testkit"
	"nazo/native/plan"
	"pgregory.net/rapid"
)

// TestRelaxedDeadEnds holds what the relaxation calls dead ends against all runs from the state, in random rooms: crates
// that hold each other fast, and rooms to which they block the way, are known by nothing else.
func TestRelaxedDeadEnds(t *testing.T) {
	t.Parallel()
	if only := relaxedDeadEnds(t, "@$o.o", "...$o", "...$.", ".##.."); only == 0 {
		t.Fatal("no dead end is known by the relaxation alone")
	}
	rapid.Check(t, func(t *rapid.T) { relaxedDeadEnds(t, room(t)...) })
}

// relaxedDeadEnds is how many dead ends of a room only the relaxation knows.
func relaxedDeadEnds(t rapid.TB, room ...string) (only int) {
	m := testkit.Pusher(room...)
	h := newHeuristic(t, m)
	states, solvable := allStates(t, m, 30_000)
	if h == nil || states == nil {
		return 0
	}
	into := make([]int64, m.Machine.Costs+1)
	for i, state := range states {
		if !h.DeadEnds().Dead(state) {
			continue
		}
		if solvable[i] {
			t.Fatalf("state %v is called dead", h.layout.Unpack(state))
		}
		if !h.Estimate(state, into) {
			only++
		}
	}
	return only
}

// room draws a room with three crates.
func room(t *rapid.T) []string {
	rows, cols := rapid.IntRange(3, 4).Draw(t, "rows"), rapid.IntRange(4, 5).Draw(t, "columns")
	board := make([]byte, rows*cols)
	for i := range board {
		board[i] = ".....#"[rapid.IntRange(0, 5).Draw(t, "cell")]
	}
	for i, at := range rapid.SliceOfNDistinct(rapid.IntRange(0, rows*cols-1), 7, 7, rapid.ID).Draw(t, "places") {
		board[at] = "@$$$ooo"[i]
	}
	var text []string
	for len(board) > 0 {
		text, board = append(text, string(board[:cols])), board[cols:]
	}
	return text
}

// allStates are the states that runs may reach, and whether the goal can be reached from each; nil if there are too many.
func allStates(t rapid.TB, m *model.Model, most int) (states []machine.State, solvable []bool) {
	to, ts, err := machine.Transitions(context.Background(), m)
	if err != nil {
		t.Fatal(err)
	}
	p := machine.Assemble(machine.Packed(m), to, ts)
	scratch, test := p.NewScratch(), p.NewScratch()
	number := map[string]int32{}
	var before [][]int32 // the states from which moves lead to each
	add := func(s machine.State, from int32) bool {
		key := fmt.Sprint(s)
		i, known := number[key]
		if !known {
			i = int32(len(states))
			number[key] = i
			states, before, solvable = append(states, slices.Clone(s)), append(before, nil), append(solvable, false)
		}
		if from >= 0 {
			before[i] = append(before[i], from)
		}
		return len(states) <= most
	}
	_ = p.Starts(context.Background(), model.Options{}, func(s machine.State) bool { return add(s, -1) })
	var queue []int32
	for i := 0; i < len(states); i++ {
		if p.Won(states[i], test) {
			solvable[i] = true
			queue = append(queue, int32(i))
		}
		if !p.Each(states[i], scratch, func(_ int32, next machine.State, _ []int64) bool { return add(next, int32(i)) }) {
			return nil, nil
		}
	}
	for len(queue) > 0 {
		i := queue[0]
		queue = queue[1:]
		for _, k := range before[i] {
			if !solvable[k] {
				solvable[k] = true
				queue = append(queue, k)
			}
		}
	}
	return states, solvable
}

// TestDeadEndsRest holds that no more states are tested where few are dead ends.
func TestDeadEndsRest(t *testing.T) {
	m := testkit.Pusher("@....", ".$.$.", "....o", "#.#.o")
	h := newHeuristic(t, m)
	d := h.DeadEnds()
	s := explore(m, 100_000)
	for range 1000 {
		d.Dead(h.layout.Pack(s.states[0]))
	}
	if tested := plan.Tested(d); tested == 0 || tested >= 1000 {
		t.Errorf("%d states were tested", tested)
	}
}

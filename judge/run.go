package judge

import (
	"fmt"
	"slices"
	"strings"

	"nazo/value"
)

// Replay makes the moves of a run as far as they are possible, as plan validators do. A run that breaks off is
// kept with the move that can't be made, after which there is nothing: Judge refuses
// it. The error is a [Limit].
func (j *Judge) Replay(start []value.Value, moves []Move) (a *Answer, err error) {
	err = j.within(func() { a = j.replay(start, moves) })
	return a, err
}

func (j *Judge) replay(start []value.Value, moves []Move) *Answer {
	run := &Run{Start: start}
	a := &Answer{Run: run}
	sums := j.free()
	state := start
	for _, move := range moves {
		if state != nil {
			to, ok := j.step(state, move)
			state = to.after
			if ok {
				pay(sums, to.costs)
			} else {
				state = nil
			}
		}
		run.Steps = append(run.Steps, Step{move, state})
	}
	if j.Objectives > 0 {
		a.Objective = sums
	}
	return a
}

// costs are the sums of what the moves of a run cost, as far as they are possible. The
// error is a [Limit].
func (j *Judge) costs(run *Run) (sums []value.Value, err error) {
	sums = j.free()
	err = j.within(func() {
		state := run.Start
		for _, step := range run.Steps {
			if state == nil {
				break
			}
			if to, ok := j.step(state, step.Move); ok {
				pay(sums, to.costs)
			}
			state = step.After
		}
	})
	return sums, err
}

// free is the cost of no move.
func (j *Judge) free() []value.Value {
	return slices.Repeat([]value.Value{value.Int(0)}, len(j.CostNames))
}

func pay(sums, costs []value.Value) {
	for i, c := range costs {
		sums[i] = value.Add(sums[i], c)
	}
}

// judgeRun plays a run by the rules of the spec, from its start: each move must be
// possible and lead to the state that the run says; no state may be forbidden; the last
// one, and none before it, meets the goal.
func (j *Judge) judgeRun(run *Run) Verdict {
	if found := j.judgeStart(run.Start); len(found) > 0 {
		return Verdict{Violations: found}
	}
	refuse := func(rule string, at place, moves int) Verdict {
		v := at.violation(rule)
		v.Bindings = after(moves)
		return Verdict{Violations: []Violation{v}}
	}
	goal := place{j.spec.Goals[0].Source, j.spec.Goals[0].Stmt.Span()}
	state := run.Start
	for i := 0; ; i++ {
		last := i == len(run.Steps)
		won := j.won(state)
		if never := j.forbidding(state); never != nil {
			return refuse("never", place{never.Source, never.Stmt.Span()}, i)
		}
		switch {
		case won && !last:
			return refuse("the goal ends the run", goal, i)
		case !won && last:
			return refuse("the run ends with the goal", goal, i)
		case last:
			return Verdict{Accepted: true}
		}
		step := run.Steps[i]
		k, known := j.index[step.Move.Key()]
		if !known {
			return refuse("there is such a move", goal, i)
		}
		at := place{j.moves[k].source, j.moves[k].stmt.Span()}
		to, ok := j.step(state, step.Move)
		switch {
		case !ok:
			return refuse(step.Move.String()+" is possible", at, i)
		case !slices.EqualFunc(to.after, step.After, value.Equal):
			return refuse(step.Move.String()+" leads to the state that is said", at, i)
		}
		state = to.after
	}
}

// after says when something happens in a run.
func after(moves int) string {
	switch moves {
	case 0:
		return "at the start"
	case 1:
		return "after 1 move"
	}
	return fmt.Sprintf("after %d moves", moves)
}

// judgeStart checks that the states at the start are those of the spec and meet its
// rules.
func (j *Judge) judgeStart(start []value.Value) (found []Violation) {
	states := map[string]value.Value{}
	for i := range j.StateVars {
		s := &j.StateVars[i]
		switch {
		case i >= len(start) || !s.Shape.Admits(start[i]):
			found = append(found, s.at.violation(s.Name+" has its structure"))
		case j.start[i] != nil && !value.Equal(j.start[i], start[i]):
			found = append(found, s.at.violation(s.Name+" begins as the spec says"))
		default:
			states[s.Name] = start[i]
		}
	}
	if len(found) > 0 || len(start) != len(j.StateVars) || j.anyStart {
		return found
	}
	pass(j.ev.with(j.ctx, states, func(ev *evaluator) { found = ev.brokenRules(nil, named{most: MostViolations}) }))
	return found
}

// inLine makes one line of a text, not too long to stand in a message.
func inLine(text string) string {
	const longest = 60
	line := []rune(strings.Join(strings.Fields(text), " "))
	if len(line) > longest {
		return string(line[:longest-1]) + "…"
	}
	return string(line)
}

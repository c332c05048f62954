package compile

import (
	"slices"

	"nazo/dsl"
	"nazo/dsl/diag"
	"nazo/model"
	"nazo/value"
)

// decodeRun replays the moves of a solution as far as they are possible. A run
// that breaks off is kept with the move that can't be made, after which there is
// nothing: the judge refuses it.
func (p *Problem) decodeRun(s model.Solution) *Answer {
	variables := s[:len(p.Model.Vars)]
	run := &Run{Start: make([]value.Value, len(p.States))}
	for i, state := range p.States {
		run.Start[i] = state.layout.decode(variables)
	}
	state := run.Start
	for _, move := range s[len(variables):] {
		if state != nil {
			var ok bool
			if state, ok = p.step(state, move); !ok {
				state = nil
			}
		}
		run.Steps = append(run.Steps, Step{Move: move, After: state})
	}
	a := &Answer{Run: run}
	if p.Objectives > 0 {
		a.Objective = p.ObjectiveOf(a)
	}
	return a
}

// step makes a move, forbidden or not.
func (p *Problem) step(state []value.Value, move int64) (after []value.Value, ok bool) {
	if move < 0 || move >= int64(len(p.moves.moves)) {
		return nil, false
	}
	p.at(state, func(pos *position) { after, _, ok = pos.make(move) })
	return after, ok
}

// costsOf are the sums of what the moves of a run cost, as far as they are
// possible.
func (p *Problem) costsOf(run *Run) []value.Value {
	sums := make([]value.Value, len(p.CostNames))
	for i := range sums {
		sums[i] = value.Int(0)
	}
	state := run.Start
	for _, step := range run.Steps {
		if step.Move < 0 || step.Move >= int64(len(p.moves.moves)) || state == nil {
			break
		}
		p.at(state, func(pos *position) {
			if _, costs, ok := pos.make(step.Move); ok {
				for i, c := range costs {
					sums[i] = value.Add(sums[i], c)
				}
			}
		})
		state = step.After
	}
	return sums
}

// judgeRun replays a run by the rules of the spec, from its start: each move must
// be possible and lead to the state that the run says; no state may be forbidden;
// the last one, and none before it, meets the goal.
func (p *Problem) judgeRun(run *Run) Verdict {
	var found []Violation
	refuse := func(rule string, at dsl.Node, src *diag.Source, bindings string) {
		found = append(found, Violation{Rule: rule, Bindings: bindings, Source: src, Span: at.Span()})
	}
	if found = p.judgeStart(run.Start); len(found) > 0 {
		return Verdict{Violations: found}
	}
	state := run.Start
	for i := 0; ; i++ {
		won := false
		var broken *placed[*dsl.Never]
		p.at(state, func(pos *position) { won, broken = pos.won(), pos.broken() })
		goal := p.program.goals[0]
		switch {
		case broken != nil:
			refuse("never", broken.node, broken.source, after(i))
		case won != (i == len(run.Steps)) && won:
			refuse("the goal ends the run", goal.node, goal.source, after(i))
		case won != (i == len(run.Steps)):
			refuse("the run ends with the goal", goal.node, goal.source, after(i))
		}
		if len(found) > 0 || i == len(run.Steps) {
			return Verdict{Accepted: len(found) == 0, Violations: found}
		}
		step := run.Steps[i]
		next, ok := p.step(state, step.Move)
		if !ok || !slices.EqualFunc(next, step.After, value.Equal) {
			name, at, src := "there is such a move", dsl.Node(goal.node), goal.source
			if step.Move >= 0 && step.Move < int64(len(p.moves.moves)) {
				m := p.moves.moves[step.Move]
				name, at, src = m.String()+" is possible", m.node, m.source
				if ok {
					name = m.String() + " leads to the state that is said"
				}
			}
			refuse(name, at, src, after(i))
			return Verdict{Violations: found}
		}
		state = next
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
	return "after " + value.String(value.Int(moves)) + " moves"
}

// judgeStart checks that the states at the start are those of the spec and meet
// its rules.
func (p *Problem) judgeStart(start []value.Value) (found []Violation) {
	fixed := map[string]value.Value{}
	for i, s := range p.States {
		d := p.program.decls[s.Name]
		switch {
		case i >= len(start) || !s.layout.admits(start[i]):
			found = append(found, Violation{Rule: s.Name + " has its structure", Source: d.source, Span: d.stmt.Span()})
		case p.moves.start[i] != nil && !value.Equal(p.moves.start[i], start[i]):
			found = append(found, Violation{Rule: s.Name + " begins as the spec says", Source: d.source, Span: d.stmt.Span()})
		default:
			fixed[s.Name] = start[i]
		}
	}
	if len(found) > 0 || len(start) != len(p.States) {
		return found
	}
	return p.brokenRules(fixed)
}

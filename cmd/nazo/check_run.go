package main

import (
	"fmt"

	"nazo/answer"
	"nazo/dsl/diag"
	"nazo/judge"
	"nazo/solve"
)

// judgeRuns says of each run in a file whether the rules accept it, and if not,
// which move can't be made and why, or what else is wrong with it. What the file says
// of states and costs has to be so.
func judgeRuns(p *solve.Problem, src *diag.Source) ([]judged, error) {
	runs, problems := answer.DecodeRuns(src, p.Problem, p.Judge)
	if problems.HasErrors() {
		return nil, problems
	}
	var out []judged
	for _, r := range runs {
		start, err := p.Judge.Begin()
		switch {
		case r.Start != nil:
			start = r.Start
		case err != nil:
			return nil, mistakef("%s: %v; give it as the first of the \"states\" of the answer", src.Name, err)
		}
		a := &judge.Answer{Run: &judge.Run{Start: start}}
		if p.Judge.Admits(start) {
			a = p.Judge.Replay(start, r.Moves)
		}
		verdict := p.Judge.Judge(a)
		j := judged{Accepted: verdict.Accepted}
		if !verdict.Accepted {
			j.Broken = brokenIn(p, a, verdict)
		} else if wrong := r.Contradiction(p.Judge, a); wrong != "" {
			j = judged{Broken: []string{wrong}}
		}
		out = append(out, j)
	}
	return out, nil
}

// brokenIn says what is wrong with a run: the first move that can't be made, or
// what the judge says.
func brokenIn(p *solve.Problem, a *judge.Answer, verdict judge.Verdict) []string {
	state := a.Run.Start
	for i, step := range a.Run.Steps {
		reason, at, span := p.Judge.WhyNot(state, step.Move)
		if reason != "" {
			return []string{fmt.Sprintf("move %d, %s, can't be made: %s%s", i+1, step.Move.String(), reason, placeText(at, span))}
		}
		state = step.After
	}
	var out []string
	for _, v := range verdict.Violations {
		text := fmt.Sprintf("%q", v.Rule)
		if v.Bindings != "" {
			text = v.Bindings + ": " + text
		}
		out = append(out, text+placeText(v.Source, v.Span))
	}
	return out
}

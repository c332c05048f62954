package main

import (
	"fmt"

	"nazo/answer"
	"nazo/compile"
	"nazo/dsl/diag"
)

// judgeRuns says of each run in a file whether the rules accept it, and if not,
// which move can't be made and why, or what else is wrong with it. What the file says
// of states and costs has to be so.
func judgeRuns(p *compile.Problem, src *diag.Source) ([]judged, error) {
	runs, problems := answer.DecodeRuns(src, p)
	if problems.HasErrors() {
		return nil, problems
	}
	var out []judged
	for _, r := range runs {
		start, err := p.Begin()
		switch {
		case r.Start != nil:
			start = r.Start
		case err != nil:
			return nil, mistakef("%s: %v; give it as the first of the \"states\" of the answer", src.Name, err)
		}
		a := &compile.Answer{Run: &compile.Run{Start: start}}
		if p.Admits(start) {
			a = p.Decode(r.Solution(p.Encode(start)))
		}
		verdict := p.Judge(a)
		j := judged{Accepted: verdict.Accepted}
		if !verdict.Accepted {
			j.Broken = brokenIn(p, a, verdict)
		} else if wrong := r.Contradiction(p, a); wrong != "" {
			j = judged{Broken: []string{wrong}}
		}
		out = append(out, j)
	}
	return out, nil
}

// brokenIn says what is wrong with a run: the first move that can't be made, or
// what the judge says.
func brokenIn(p *compile.Problem, a *compile.Answer, verdict compile.Verdict) []string {
	state := a.Run.Start
	for i, step := range a.Run.Steps {
		reason, at, span := p.WhyNot(state, step.Move)
		if reason != "" {
			return []string{fmt.Sprintf("move %d, %s, can't be made: %s%s", i+1, p.MoveText(step.Move), reason, placeText(at, span))}
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

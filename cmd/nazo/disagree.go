package main

import (
	"fmt"
	"strings"

	"nazo/dsl/diag"
	"nazo/judge"
)

// disagree tells of a disagreement as loudly as a program can, with all that it
// takes to see it again. It is a bug, never the user's.
func (s *session) disagree(r *request, ans *outcome) exitStatus {
	s.progress.clear()
	f := ans.report.Fault
	var out strings.Builder
	fmt.Fprintf(&out, "nazo: DISAGREEMENT: %v\n\nThis is a bug in nazo: trust none of its answers to this puzzle. Please report it with\n", f)
	fmt.Fprintf(&out, "  the spec      %s\n", r.File.Source.Name)
	if r.instance != nil {
		title := r.instance.Source.Name
		if r.instance.Title != "" {
			title += ", " + r.instance.Title
		}
		fmt.Fprintf(&out, "  the instance  %s\n", title)
	}
	for _, o := range r.overrides {
		fmt.Fprintf(&out, "  the value     %s=%s\n", o.Name, o.Text)
	}
	if ans.tried != "" {
		fmt.Fprintf(&out, "  where         %s\n", ans.tried)
	}
	if f.Answer != nil {
		fmt.Fprintf(&out, "  the answer    %s\n", appendAnswer(nil, ans.problem, f.Answer))
	}
	for _, rule := range f.Rules {
		fmt.Fprintf(&out, "  the rule      %s\n", rule)
	}
	broken := []string{}
	if f.Answer != nil && f.Answer.Run != nil {
		broken = brokenIn(ans.problem, f.Answer, judge.Verdict{Violations: f.Violations})
	} else {
		for _, v := range f.Violations {
			broken = append(broken, violationText(v))
		}
	}
	for _, text := range broken {
		fmt.Fprintf(&out, "  broken        %s\n", text)
	}
	fmt.Fprint(s.errs, out.String())
	return statusDisagree
}

// violationText names a broken rule, with its place.
func violationText(v judge.Violation) string {
	text := fmt.Sprintf("%q", v.Rule)
	if v.Bindings != "" {
		text += " for " + v.Bindings
	}
	return text + placeText(v.Source, v.Span)
}

// placeText is a place in a file, in parentheses; "" if there is none.
func placeText(src *diag.Source, at diag.Span) string {
	if src == nil {
		return ""
	}
	pos := src.Position(at.Start)
	return fmt.Sprintf(" (%s:%d:%d)", src.Name, pos.Line, pos.Column)
}

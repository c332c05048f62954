package command

import (
	"fmt"
	"strings"

	"nazo/answer"
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
		fmt.Fprintf(&out, "  the answer    %s\n", answer.AppendAnswer(nil, ans.problem.Judge, f.Answer))
	}
	for _, rule := range f.Rules {
		fmt.Fprintf(&out, "  the rule      %s\n", rule)
	}
	if f.Answer != nil {
		for _, text := range answer.Broken(ans.problem.Judge, f.Answer, judge.Verdict{Violations: f.Violations}) {
			fmt.Fprintf(&out, "  broken        %s\n", text)
		}
	}
	fmt.Fprint(s.errs, out.String())
	return statusDisagree
}

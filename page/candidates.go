package page

import (
	"context"

	"nazo/backbone"
	"nazo/judge"
	"nazo/native"
	"nazo/picture"
	"nazo/value"
)

// cutoff is up to how many solutions are counted of each candidate.
const cutoff = 10

// open is what is open in a puzzle with several solutions.
type open struct {
	Candidates
	answers []*judge.Answer // that show where solutions differ
}

// candidates are the values that each open place has in some solution, with how many solutions each leaves, and where solutions differ.
func (l *looked) candidates(ctx context.Context) error {
	var found *open
	l.desk.note(func() { found = l.kept.open })
	if found == nil {
		d, err := backbone.Differ(ctx, ctx, l.problem, native.New(), backbone.Options{Cutoff: cutoff, Work: l.desk.Work})
		switch {
		case err != nil:
			return l.untold(ctx, err)
		case d.Report.Fault != nil:
			return problem("this is a bug in nazo: " + d.Report.Fault.Error())
		}
		found = l.open(d)
		if ctx.Err() == nil {
			l.desk.note(func() { l.kept.open = found })
		}
	}
	out := found.Candidates
	if all := found.answers; len(all) > 1 {
		out.SVG = svg(l.problem.Judge, picture.Drawer{}.Both(l.problem, all[0], all[1:]...)...)
	}
	l.emit(Event{Kind: KindCandidates, Candidates: &out})
	return nil
}

// open says what is open by what was found out about it.
func (l *looked) open(d *backbone.Difference) *open {
	out := &open{Candidates{Places: []Candidate{}, Differ: []string{}, Complete: d.Decided, Agree: d.Whole(), Ended: d.Reason.String()}, d.Report.Answers}
	if len(out.answers) > 1 {
		for _, at := range picture.Differences(l.problem.Judge, out.answers...) {
			out.Differ = append(out.Differ, at.String())
		}
	}
	for _, p := range backbone.Places(l.problem.Problem, d.Result) {
		if p.Same {
			continue
		}
		for _, c := range p.Candidates {
			if c.Out() || c.Solutions == 0 {
				continue
			}
			one := Candidate{Find: p.Find, Solutions: c.Solutions, More: !c.Exact}
			switch {
			case p.Member != nil:
				if one.Place, one.Value = value.String(p.Member), "in"; c.Value == 0 {
					one.Value = "out"
				}
			case p.Key != nil:
				one.Place, one.Value = value.String(p.Key), value.String(p.Values(c.Value))
			default:
				one.Value = value.String(p.Values(c.Value))
			}
			out.Places = append(out.Places, one)
		}
	}
	return out
}

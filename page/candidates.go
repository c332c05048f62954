package page

import (
	"context"

	"nazo/backbone"
	"nazo/native"
	"nazo/value"
)

const (
	// cutoff is up to how many solutions are counted of each candidate.
	cutoff = 10
	// candidateWork bounds the search for candidates: a second or so.
	candidateWork = 1_000_000
)

// candidates are the values that each open place has in some solution, with how many solutions each leaves.
func (l *looked) candidates(ctx context.Context) error {
	r, err := backbone.Find(ctx, l.problem.Model, native.New(), backbone.Options{Cutoff: cutoff, Work: candidateWork})
	if err != nil {
		return l.untold(ctx, err)
	}
	out := &Candidates{Places: []Candidate{}, Complete: r.Decided}
	for _, p := range backbone.Places(l.problem.Problem, r) {
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
	l.emit(Event{Kind: KindCandidates, Candidates: out})
	return nil
}

package main

import (
	"nazo/judge"
	"nazo/link"
	"nazo/solve"
)

// linkPrinter writes solutions as the answer checker of puzz.link takes them, a line for each; whatever
// is no solution it says as a textPrinter does.
type linkPrinter struct{ textPrinter }

func (g *linkPrinter) solution(p *solve.Problem, _ string, _ int, found *judge.Answer) {
	drawing, err := link.DrawAnswer(p.Judge.Spec(), p.Givens, p.Judge.Finds, found.Values)
	if err != nil {
		g.draw.Missing(err)
		return
	}
	g.out.Write(append(drawing, '\n'))
}

func (g *linkPrinter) all(o *outcome) {
	for i, found := range o.report.Answers {
		g.solution(o.problem, o.tried, i+1, found)
	}
}

func (g *linkPrinter) solutions(s *solutions) {
	if !s.streamed {
		g.all(s.outcome)
	}
	if s.report.Count == 0 {
		g.out.WriteString(s.summary())
	}
}

func (g *linkPrinter) uniqueness(u *uniqueness) {
	g.out.WriteString(u.summary())
	if u.verdict == severalAtLeast {
		g.all(u.outcome)
	}
}

func (g *linkPrinter) samples(s *samples) { g.all(s.outcome) }

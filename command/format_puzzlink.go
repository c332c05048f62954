package command

import (
	"slices"

	"nazo/judge"
	"nazo/link"
	"nazo/solve"
)

// puzzlink is the name of the format.
const puzzlink = "puzzlink"

// linkPrinter writes solutions as the answer checker of puzz.link takes them, a line for each; whatever
// is no solution it says as a textPrinter does.
type linkPrinter struct{ textPrinter }

// drawable is an error if the format is that of the answer checker, and the spec doesn't say where answers stand on
// the site's board.
func (f formatFlag) drawable(r *request) error {
	says := func(l *link.Statement) bool { return len(l.Answers) > 0 }
	if f.Format != puzzlink || slices.ContainsFunc(link.Statements(r.Spec), says) {
		return nil
	}
	return mistakef("--format %s is for specs with a link statement that says where answers are drawn; %s has none", puzzlink, r.name)
}

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

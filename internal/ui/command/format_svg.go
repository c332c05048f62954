package command

import (
	"fmt"
	"strings"

	"nazo/dsl/check"
	"nazo/internal/judge"
	"nazo/internal/show/draw"
	"nazo/internal/solve"
)

// svgPrinter writes one SVG document with all pictures. It prints reports without pictures as a textPrinter does.
type svgPrinter struct {
	textPrinter
	head draw.Head      // of the document, if finish writes it
	came []draw.Section // of reports that were printed as they came
}

func (g *svgPrinter) print(r report) {
	if p, ok := r.(pictured); ok {
		p.svg(g)
	} else {
		r.text(&g.textPrinter)
	}
}

func (s *solution) svg(g *svgPrinter) {
	g.came = append(g.came, g.numberedSections(s.problem, s.number, s.Answer)...)
}

// numberedSections draws one of several solutions.
func (g *svgPrinter) numberedSections(p *solve.Problem, number int, found *judge.Answer) []draw.Section {
	return headed(fmt.Sprintf("solution %d", number), g.draw.Sections(p, found))
}

// headed puts a heading above sections.
func headed(heading string, all []draw.Section) []draw.Section {
	if len(all) == 0 || all[0].Heading != "" {
		return append([]draw.Section{{Heading: heading}}, all...)
	}
	all[0].Heading = heading
	return all
}

func (s *solutions) svg(g *svgPrinter) {
	all := g.came
	if !s.streamed {
		all = g.sections(s.outcome, s.several)
	}
	g.verdict(s.outcome, all, s.summary())
}

// verdict writes the page of an outcome, with the boards of its conflict and its corrections, and lines about them.
func (g *svgPrinter) verdict(o *outcome, all []draw.Section, lines string) {
	if c := o.conflict(); c != nil {
		for _, board := range g.draw.Conflict(c.problem, c.places(c.Units)) {
			board.Heading = "marked: where they are" // by frames
			all = append(all, board)
		}
		lines += c.text()
	}
	if o.fix != nil {
		if o.fix.first != nil {
			all = append(all, o.fix.first.sections...)
		}
		lines += o.fix.lines()
	}
	g.page(o.problem.Judge.Spec(), o.problem, all, lines)
}

// sections draws all solutions of an outcome, with numbers if there may be several.
func (g *svgPrinter) sections(o *outcome, several bool) (all []draw.Section) {
	for i, found := range o.report.Answers {
		if !g.out.goesOn() {
			break
		}
		if several {
			all = append(all, g.numberedSections(o.problem, i+1, found)...)
		} else {
			all = append(all, g.draw.Sections(o.problem, found)...)
		}
	}
	return all
}

func (p *printedPuzzle) svg(g *svgPrinter) { g.page(p.judge.Spec(), p.problem, p.sections, "") }

// svg draws the puzzle above its link, or its instance.
func (l *linked) svg(g *svgPrinter) {
	var p *printedPuzzle
	if p, l.err = l.puzzle(); l.err == nil {
		g.page(p.judge.Spec(), p.problem, p.sections, l.Link+l.Instance)
	}
}

func (u *uniqueness) svg(g *svgPrinter) {
	switch both := g.both(u); {
	case both != nil:
		g.verdict(u.outcome, both, u.differencesText("\n"))
	case u.verdict == severalAtLeast:
		g.verdict(u.outcome, g.sections(u.outcome, true), "not unique\n")
	case u.verdict == exactlyOne && u.show:
		g.verdict(u.outcome, g.sections(u.outcome, false), u.summary())
	default:
		g.verdict(u.outcome, nil, u.summary())
	}
}

func (s *samples) svg(g *svgPrinter) {
	g.page(s.problem.Judge.Spec(), s.problem, g.sections(s.outcome, len(s.report.Answers) > 1), s.summary())
}

// svg draws an instance with its notes, below the instance that it was made from, if any. finish writes it.
func (m *madePuzzle) svg(g *svgPrinter) {
	g.head = g.draw.Head(m.judge.Spec(), nil)
	if m.before != nil {
		g.came = append(g.came, headed("before", m.before.sections)...)
	}
	g.came = append(g.came, headed(strings.TrimSuffix(m.summary(), "\n"), m.sections)...)
}

// finish writes the pictures of reports that came one by one.
func (g *svgPrinter) finish() {
	if g.came != nil {
		g.out.WriteString(draw.SVGWhile(g.head, g.came, g.out.goesOn))
		g.came = nil
	}
}

// svg draws judged answers, and marks where a rule is broken. Without an answer there is only text.
func (c *checked) svg(g *svgPrinter) {
	if len(c.Answers) == 0 {
		c.text(&g.textPrinter)
		return
	}
	var all []draw.Section
	for i, j := range c.Answers {
		which := ""
		if len(c.Answers) > 1 {
			which = fmt.Sprintf("answer %d: ", i+1)
		}
		switch {
		case !j.Accepted:
			lines := &outbox{}
			(&textPrinter{lines, g.draw}).brokenRules(c, j)
			said := strings.TrimSuffix(lines.waiting.String(), "\n")
			what, items := g.refusedBoard(c, j)
			all = append(all, draw.Section{Heading: which + "refused\n" + said})
			if items != nil {
				all = append(all, draw.Section{Heading: "marked: " + what, Items: items})
			}
		case j.Answer != nil:
			all = append(all, headed(which+"accepted", g.draw.Sections(c.problem, j.Answer))...)
		default:
			all = append(all, draw.Section{Heading: which + "accepted"})
		}
	}
	g.page(c.problem.Judge.Spec(), c.problem, all, "")
}

// page writes the document, with some lines at its end, as far as time allows.
func (g *svgPrinter) page(spec *check.Spec, p *solve.Problem, all []draw.Section, lines string) {
	if lines != "" {
		all = append(all, draw.Section{Heading: strings.TrimRight(lines, "\n")})
	}
	g.out.WriteString(draw.SVGWhile(g.draw.Head(spec, p), all, g.out.goesOn))
}

// svg draws the board after a step, with marks on new facts and used ones.
func (s *shownStep) svg(g *svgPrinter) {
	if e, step := s.explanation, s.numberedStep; e.only == 0 || step.number == e.only {
		g.came = append(g.came, headed(fmt.Sprintf("%d. %s", step.number, e.x.Text(step.StoryStep)), e.sections(g.draw, step.after(), step))...)
	}
}

// svg writes the steps, and how the explanation ended.
func (e *explained) svg(g *svgPrinter) {
	end := ""
	switch {
	case e.only > 0:
	case e.end != 0 && e.why:
		end = e.answered() + "\n"
	default:
		end = e.ending()
	}
	if len(g.came) == 0 {
		g.came = e.sections(g.draw, len(e.story.Written), nil)
	}
	g.page(e.problem.Judge.Spec(), e.problem, g.came, end)
}

func (h *hinted) svg(g *svgPrinter) {
	if len(h.steps) == 0 {
		g.page(h.problem.Judge.Spec(), h.problem, h.sections(g.draw, len(h.story.Written), nil), h.ending())
		return
	}
	said, lines := *h.explanation, &outbox{}
	said.show = false
	(&hinted{explanation: &said, strength: h.strength}).text(&textPrinter{lines, g.draw})
	g.page(h.problem.Judge.Spec(), h.problem, h.board(g.draw), lines.waiting.String())
}

func (h *moveHint) svg(g *svgPrinter) {
	g.page(h.problem.Judge.Spec(), h.problem, h.boards(g.draw), h.says())
}

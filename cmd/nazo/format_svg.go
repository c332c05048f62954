package main

import (
	"fmt"
	"strings"

	"nazo/draw"
	"nazo/judge"
	"nazo/solve"
)

// svgPrinter draws solutions for pages, as one SVG document; whatever has no picture it
// says as a textPrinter does.
type svgPrinter struct {
	textPrinter
	came []draw.Section // of solutions that were shown as they came
}

func (g *svgPrinter) solution(p *solve.Problem, _ string, number int, found *judge.Answer) {
	g.came = append(g.came, g.numberedSections(p, number, found)...)
}

// numberedSections are those of one solution of several.
func (g *svgPrinter) numberedSections(p *solve.Problem, number int, found *judge.Answer) []draw.Section {
	all := g.draw.Sections(p, found)
	heading := fmt.Sprintf("solution %d", number)
	if len(all) == 0 || all[0].Heading != "" {
		return append([]draw.Section{{Heading: heading}}, all...)
	}
	all[0].Heading = heading
	return all
}

func (g *svgPrinter) solutions(s *solutions) {
	all := g.came
	if !s.streamed {
		all = g.sections(s.outcome, s.several)
	}
	all, lines := g.whyNot(s.outcome, all)
	g.page(all, s.summary()+lines)
}

// whyNot adds the board of a conflict to some sections, if there is a conflict, and lines that say what it is.
func (g *svgPrinter) whyNot(o *outcome, all []draw.Section) (with []draw.Section, lines string) {
	c := o.conflict()
	if c == nil {
		return all, ""
	}
	return append(all, g.draw.Conflict(c.problem, c.places())...), c.text()
}

// sections are those of all solutions of an outcome, with numbers if there may be several.
func (g *svgPrinter) sections(o *outcome, several bool) (all []draw.Section) {
	for i, found := range o.report.Answers {
		if several {
			all = append(all, g.numberedSections(o.problem, i+1, found)...)
		} else {
			all = append(all, g.draw.Sections(o.problem, found)...)
		}
	}
	return all
}

func (g *svgPrinter) puzzle(p *printedPuzzle) { g.page(p.sections, "") }

func (g *svgPrinter) uniqueness(u *uniqueness) {
	switch {
	case u.verdict == exactlyOne && u.show:
		g.page(g.sections(u.outcome, false), u.summary())
	case u.verdict == severalAtLeast:
		if both := g.both(u); both != nil {
			g.page(both, u.differencesText("\n"))
			return
		}
		g.page(g.sections(u.outcome, true), "not unique\n")
	default:
		all, lines := g.whyNot(u.outcome, nil)
		g.page(all, u.summary()+lines)
	}
}

func (g *svgPrinter) samples(s *samples) {
	g.page(g.sections(s.outcome, len(s.report.Answers) > 1), s.summary())
}

// page writes the document, with some lines at its end.
func (g *svgPrinter) page(all []draw.Section, lines string) {
	for line := range strings.Lines(lines) {
		all = append(all, draw.Section{Heading: strings.TrimRight(line, "\n")})
	}
	g.out.WriteString(draw.SVG("a board", all))
}

package command

import (
	"slices"
	"strings"

	"nazo/engine"
)

// step draws a larger step, with marks on what is new and used; easy ones wait for those that follow.
func (g *svgPrinter) step(e *explanation, step told) {
	switch {
	case e.only > 0 && step.number != e.only:
	case e.only == 0 && step.easy():
		e.easy = append(e.easy, step)
	default:
		g.easySteps(e)
		g.stage(e, e.prose(step), step.after, step.New, step.Units)
	}
}

// easySteps draws the easy steps that wait as one, with marks on what is new.
func (g *svgPrinter) easySteps(e *explanation) {
	var fresh []engine.Fact
	after := 0
	for _, step := range e.easy {
		fresh, after = slices.Concat(fresh, step.New), step.after
	}
	if say := e.easyProse(); say != nil {
		g.stage(e, []prose{*say}, after, fresh, nil)
	}
}

// stage draws what is known when so many facts are, under what is to be said of it.
func (g *svgPrinter) stage(e *explanation, say []prose, facts int, fresh []engine.Fact, units []int32) {
	var lines []string
	for _, s := range say {
		lines = append(lines, s.first+s.text)
	}
	g.came = append(g.came, headed(strings.Join(lines, "\n"), e.sections(g.draw, facts, fresh, units))...)
}

// explained draws how the way ended, below its steps.
func (g *svgPrinter) explained(e *explanation) {
	if e.only == 0 {
		g.easySteps(e)
	}
	end := ""
	switch {
	case e.only > 0:
	case e.end != 0 && e.why:
		end = e.answered() + "\n"
	default:
		end = e.contradictionOr()
	}
	if len(g.came) == 0 {
		g.came = e.sections(g.draw, len(e.state.Facts), nil, nil)
	}
	g.page(e.problem.Judge, g.came, end)
}

func (g *svgPrinter) hint(h *hinted) {
	if len(h.steps) == 0 {
		g.page(h.problem.Judge, h.sections(g.draw, len(h.state.Facts), nil, nil), h.contradictionOr())
		return
	}
	said, lines := *h.explanation, &outbox{}
	said.show = false
	(&textPrinter{lines, g.draw}).hint(&hinted{&said, h.strength})
	g.page(h.problem.Judge, h.board(g.draw), lines.waiting.String())
}

func (g *svgPrinter) move(h *moveHint) { g.page(h.problem.Judge, h.boards(g.draw), h.text()) }
